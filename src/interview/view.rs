//! What the "How it works" panel shows: the graph with its quotes, coverage, the course so far, and the last decision.

use serde::Serialize;

use super::{Interview, Now, Step};
use crate::{
    dialogue::{Depth, Focus, Level, Probe, Source},
    graph::{Edge, Node, Quote},
    id::{EdgeId, Name, NodeId},
    llm::CallRecord,
    methodology::NodeType,
    policy::{Op, Ranked, Term},
    session::{Costs, Turn},
    state::ElementCoverage,
};

/// What the "How it works" panel shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct View {
    /// Turns completed.
    pub turn: u32,
    /// Budget of turns.
    pub max_turns: u32,
    /// Phase the interview is in.
    pub phase: String,
    /// Phases in order.
    pub phases: Vec<Name>,
    /// Node types in order: id, name, level, terminal.
    pub node_types: Vec<ViewType>,
    /// Active nodes in order of registration.
    pub nodes: Vec<ViewNode>,
    /// Active edges in order of registration.
    pub edges: Vec<ViewEdge>,
    /// Elements of the concept in order.
    pub elements: Vec<ViewElement>,
    /// Turns so far.
    pub course: Vec<ViewTurn>,
    /// The choice of the question that waits; none for the opening question.
    pub decision: Option<ViewDecision>,
    /// What the calls of models took so far; nothing where the study has no model.
    pub costs: Costs,
    /// What is kept from models; none where the study hides nothing from them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<ViewHidden>,
}

/// What is kept from models. It is for the eyes of whoever sits at this device.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewHidden {
    /// Marks with what they stand for, in the order they were given.
    pub marks: Vec<(String, String)>,
    /// The last answer as models are shown it; empty before there is one.
    pub answer: String,
}

/// A node type as a row of the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewType {
    /// Id.
    pub id: Name,
    /// Name on the screen.
    pub name: String,
    /// Rung of the ladder.
    pub level: Option<u32>,
    /// Whether chains end here.
    pub terminal: bool,
}

/// A quote with its text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewQuote {
    /// Turn of the answer.
    pub turn: u32,
    /// The words.
    pub text: String,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewNode {
    /// Id.
    pub id: NodeId,
    /// Label.
    pub label: String,
    /// Id of its type.
    pub node_type: Name,
    /// Turn that brought it.
    pub turn: u32,
    /// -1 against, 0, 1 for.
    pub stance: i8,
    /// Times it was asked about.
    pub focus_count: u32,
    /// Whether the question that waits is about it.
    pub is_focus: bool,
    /// Where it was said.
    pub quotes: Vec<ViewQuote>,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewEdge {
    /// Id.
    pub id: EdgeId,
    /// Start.
    pub source: NodeId,
    /// End.
    pub target: NodeId,
    /// Name of its type on the screen, "leads to".
    pub name: String,
    /// Whether the ontology permits it.
    pub permitted: bool,
    /// Where it was said.
    pub quotes: Vec<ViewQuote>,
}

/// Coverage of an element.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewElement {
    /// Id.
    pub id: Name,
    /// Name.
    pub label: String,
    /// Whether an idea is linked to it.
    pub covered: bool,
    /// Depth, 0–1.
    pub depth: f64,
    /// Ideas linked to it.
    pub node_count: usize,
    /// Whether the question that waits is about it.
    pub is_focus: bool,
}

/// A turn of the course.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewTurn {
    /// Number.
    pub turn: u32,
    /// Engagement; none if the question was skipped.
    pub momentum: Option<Level>,
    /// Depth of the answer; none if the question was skipped.
    pub response_depth: Option<Depth>,
    /// Ideas it brought.
    pub new_nodes: usize,
    /// Phase it was in.
    pub phase: String,
    /// Strategy chosen after it.
    pub strategy: Option<String>,
    /// Who read the answer; none if the question was skipped.
    pub read_by: Option<Source>,
    /// Who worded the question that followed; none if the interview ended.
    pub worded_by: Option<Source>,
    /// Calls of models: which model, how long, what for, at what cost, and what came of each part.
    pub calls: Vec<CallRecord>,
}

/// The choice of a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewDecision {
    /// Turn after which it was made.
    pub turn: u32,
    /// Phase.
    pub phase: Name,
    /// Probes that were scored.
    pub candidates: u32,
    /// Other probes with the same score.
    pub ties: u32,
    /// Whether no probe was eligible.
    pub is_fallback: bool,
    /// The probe chosen.
    pub chosen: ViewRanked,
    /// The best probe of each other strategy, best first.
    pub alternatives: Vec<ViewRanked>,
}

/// A scored probe with names.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewRanked {
    /// Id of the strategy.
    pub strategy: Name,
    /// Its name on the screen.
    pub strategy_name: String,
    /// What it asks for.
    pub strategy_description: String,
    /// Kind of focus: `node`, `element`, `global`, …
    pub focus_kind: String,
    /// What the focus is called.
    pub focus: String,
    /// Turn that brought the focus node, if it is one.
    pub focus_turn: Option<u32>,
    /// Score; none on a fallback.
    pub score: Option<f64>,
    /// Lines of the score; absent signals left out.
    pub terms: Vec<Term>,
    /// Lines left out because their signal added nothing.
    pub silent_terms: usize,
}

impl Interview {
    /// What the "How it works" panel shows.
    pub fn view(&self) -> View {
        let focus = match self.step() {
            Step::Ask { question, .. } => question.probe.map(|probe| probe.focus),
            Step::Start | Step::Call { .. } | Step::Finished { .. } => None,
        };
        let Now { graph, state, turns, history, .. } = &self.now;
        let methodology = &self.study.methodology;
        View {
            turn: history.last().map_or(0, |exchange| exchange.turn),
            max_turns: self.study.limits.max_turns,
            phase: turns
                .last()
                .and_then(|turn| turn.decision.as_ref())
                .map_or_else(String::new, |decision| decision.phase.to_string()),
            phases: methodology.phases.keys().cloned().collect(),
            node_types: methodology.ontology.nodes.iter().map(view_type).collect(),
            nodes: graph.active_nodes().map(|node| self.view_node(node, focus.as_ref())).collect(),
            edges: graph.edges().filter_map(|edge| self.view_edge(edge)).collect(),
            elements: state
                .coverage
                .elements
                .iter()
                .map(|element| self.view_element(element, focus.as_ref()))
                .collect(),
            course: turns.iter().map(|turn| self.view_turn(turn)).collect(),
            decision: turns.last().and_then(|turn| self.view_decision(turn)),
            costs: Costs::of(&self.log),
            hidden: self.view_hidden(),
        }
    }

    fn view_node(&self, node: &Node, focus: Option<&Focus>) -> ViewNode {
        ViewNode {
            id: node.id,
            label: node.label.clone(),
            node_type: node.node_type.clone(),
            turn: node.turn,
            stance: node.stance,
            focus_count: self.now.course.nodes.get(node.id.index()).map_or(0, |state| state.focus_count),
            is_focus: focus.and_then(Focus::node) == Some(node.id),
            quotes: self.quotes(&node.quotes),
        }
    }

    fn view_edge(&self, edge: &Edge) -> Option<ViewEdge> {
        let is_active = |id| self.now.graph.node(id).is_some_and(|node| node.superseded_by.is_none());
        if !is_active(edge.source) || !is_active(edge.target) {
            return None;
        }
        let name = self
            .study
            .methodology
            .ontology
            .edge(&edge.edge_type)
            .map_or_else(|| edge.edge_type.to_string(), |found| found.name.clone());
        Some(ViewEdge {
            id: edge.id,
            source: edge.source,
            target: edge.target,
            name,
            permitted: edge.permitted,
            quotes: self.quotes(&edge.quotes),
        })
    }

    fn view_element(&self, found: &ElementCoverage, focus: Option<&Focus>) -> ViewElement {
        let label =
            self.study.concept.element(&found.element).map_or_else(String::new, |element| element.label.clone());
        ViewElement {
            id: found.element.clone(),
            label,
            covered: found.covered,
            depth: found.depth,
            node_count: found.linked_nodes.len(),
            is_focus: focus.and_then(Focus::element) == Some(&found.element),
        }
    }

    fn view_turn(&self, turn: &Turn) -> ViewTurn {
        let reading = turn.reading.as_ref();
        ViewTurn {
            turn: turn.turn,
            momentum: reading.and_then(|reading| reading.momentum.as_ref()).map(|momentum| momentum.level),
            response_depth: reading.and_then(|reading| reading.response_depth),
            new_nodes: turn.delta.new_nodes().count(),
            phase: turn.decision.as_ref().map_or_else(String::new, |decision| decision.phase.to_string()),
            strategy: turn.decision.as_ref().map(|decision| self.strategy_name(&decision.chosen.probe.strategy)),
            read_by: turn.source.clone(),
            worded_by: turn.next.as_ref().map(|question| question.source.clone()),
            calls: turn.calls.clone(),
        }
    }

    /// The choice that followed a turn of this interview, with names in place of ids; none if none was made.
    pub fn view_decision(&self, turn: &Turn) -> Option<ViewDecision> {
        let decision = turn.decision.as_ref()?;
        Some(ViewDecision {
            turn: turn.turn,
            phase: decision.phase.clone(),
            candidates: decision.candidates,
            ties: decision.ties,
            is_fallback: decision.is_fallback,
            chosen: self.view_ranked(&decision.chosen),
            alternatives: decision.alternatives.iter().map(|ranked| self.view_ranked(ranked)).collect(),
        })
    }

    /// A scored probe with names in place of ids.
    pub fn view_ranked(&self, ranked: &Ranked) -> ViewRanked {
        let probe = &ranked.probe;
        let strategy = self.study.policy.strategy(&self.study.methodology, &probe.strategy);
        let focus_kind = match &probe.focus {
            Focus::Global => "global",
            Focus::Node { .. } => "node",
            Focus::Nodes { .. } => "nodes",
            Focus::Pair { .. } => "pair",
            Focus::Gap { .. } => "gap",
            Focus::Element { .. } => "element",
        };
        let spoke = |term: &&Term| term.op != Op::Absent && !(term.op == Op::Add && term.raw == Some(0.0));
        let terms: Vec<Term> = ranked.tally.terms.iter().filter(spoke).cloned().collect();
        ViewRanked {
            strategy: probe.strategy.clone(),
            strategy_name: self.strategy_name(&probe.strategy),
            strategy_description: strategy.map_or_else(String::new, |strategy| strategy.description.clone()),
            focus_kind: focus_kind.to_owned(),
            focus: self.focus_text(probe),
            focus_turn: probe.focus.node().and_then(|node| self.now.graph.node(node)).map(|node| node.turn),
            score: ranked.score,
            silent_terms: ranked.tally.terms.len() - terms.len(),
            terms,
        }
    }

    /// Name of a strategy of the study; its id if it is unknown.
    pub fn strategy_name(&self, id: &str) -> String {
        let strategy = self.study.policy.strategy(&self.study.methodology, id);
        strategy.map_or_else(|| id.to_owned(), |strategy| strategy.name.clone())
    }

    fn quotes(&self, quotes: &[Quote]) -> Vec<ViewQuote> {
        quotes.iter().map(|quote| ViewQuote { turn: quote.turn, text: self.quoted(*quote) }).collect()
    }

    /// What the focus of a probe is called; empty for a look back at everything.
    pub fn focus_name(&self, probe: &Probe) -> String {
        self.focus_text(probe)
    }

    /// The words a quote stands for.
    pub fn quoted(&self, quote: Quote) -> String {
        let exchange = self.now.history.iter().find(|exchange| exchange.turn == quote.turn);
        let answer = exchange.and_then(|exchange| exchange.answer.as_deref()).unwrap_or_default();
        let (start, end) = (quote.start as usize, quote.end as usize);
        answer.chars().skip(start).take(end.saturating_sub(start)).collect()
    }
}

fn view_type(found: &NodeType) -> ViewType {
    ViewType { id: found.id.clone(), name: found.name.clone(), level: found.level, terminal: found.terminal }
}
