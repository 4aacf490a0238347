//! The view of an interview for the "How it works" panel: graph, coverage, course and last decision.

use serde::Serialize;

use super::{Interview, Step, redact, render_question};
use crate::engine::{
    dialogue::{Depth, Focus, Level, Probe, Source},
    graph::{Edge, Node, Quote},
    id::{EdgeId, Name, NodeId},
    methodology::NodeType,
    model::{ANSWER_SEEN, CallRecord},
    policy::{Op, Ranked, Term, TermLabel},
    session::{Costs, Turn},
    state::ElementCoverage,
};

/// The content of the "How it works" panel.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct InterviewView {
    /// Turns completed.
    pub turn: u32,
    /// Budget of turns.
    pub max_turns: u32,
    /// Phase the interview is in.
    pub phase: String,
    /// Phases in order.
    pub phases: Vec<Name>,
    /// Node types in order.
    pub node_types: Vec<NodeTypeView>,
    /// Active nodes in order of registration.
    pub nodes: Vec<NodeView>,
    /// Active edges in order of registration.
    pub edges: Vec<EdgeView>,
    /// Elements of the concept in order.
    pub elements: Vec<ElementView>,
    /// Turns so far.
    pub course: Vec<CourseView>,
    /// The decision behind the present question; none for the opening question.
    pub decision: Option<DecisionView>,
    /// Costs of the model calls so far.
    pub costs: Costs,
    /// Details hidden from models; none if the study hides none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<HiddenView>,
}

/// Personal details hidden from models. Only this device shows them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct HiddenView {
    /// Placeholders and the details they replace, in order of assignment.
    pub marks: Vec<(String, String)>,
    /// The last answer as models see it; empty before the first answer.
    pub answer: String,
}

/// A node type as a row of the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct NodeTypeView {
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
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct QuoteView {
    /// Turn of the answer.
    pub turn: u32,
    /// The words.
    pub text: String,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct NodeView {
    /// Id.
    pub id: NodeId,
    /// Label.
    pub label: String,
    /// Id of its type.
    pub node_type: Name,
    /// Turn that added it.
    pub turn: u32,
    /// -1 against, 0 neutral, 1 for.
    pub stance: i8,
    /// Number of questions about it.
    pub focus_count: u32,
    /// Whether the present question is about it.
    pub is_focus: bool,
    /// Quotes it rests on.
    pub quotes: Vec<QuoteView>,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct EdgeView {
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
    /// Quotes it rests on.
    pub quotes: Vec<QuoteView>,
}

/// Coverage of an element.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct ElementView {
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
    /// Whether the present question is about it.
    pub is_focus: bool,
}

/// A turn of the course.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct CourseView {
    /// Number.
    pub turn: u32,
    /// Engagement; none if the question was skipped.
    pub momentum: Option<Level>,
    /// Depth of the answer; none if the question was skipped.
    pub response_depth: Option<Depth>,
    /// Number of ideas it added.
    pub new_nodes: usize,
    /// Phase it was in.
    pub phase: String,
    /// Strategy chosen after it.
    pub strategy: Option<String>,
    /// Who read the answer; none if the question was skipped.
    pub read_by: Option<Source>,
    /// Who worded the next question; none if the interview ended.
    pub worded_by: Option<Source>,
    /// Records of its model calls.
    pub calls: Vec<CallRecord>,
}

/// The choice of a probe.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct DecisionView {
    /// Turn before the choice.
    pub turn: u32,
    /// Phase.
    pub phase: Name,
    /// Number of probes scored.
    pub candidates: u32,
    /// Other probes with the same score.
    pub ties: u32,
    /// Whether no probe was eligible.
    pub is_fallback: bool,
    /// Whether a model asked on from the last answer in place of the chosen probe.
    pub stays: bool,
    /// The chosen probe.
    pub chosen: RankedView,
    /// The best probe of each other strategy, best first.
    pub alternatives: Vec<RankedView>,
}

/// A scored probe with names.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct RankedView {
    /// Id of the strategy.
    pub strategy: Name,
    /// Its name on the screen.
    pub strategy_name: String,
    /// Its description.
    pub strategy_description: String,
    /// Kind of focus: `node`, `element`, `global`, …
    pub focus_kind: String,
    /// Name of the focus.
    pub focus: String,
    /// Turn that added the focus node, if the focus is a node.
    pub focus_turn: Option<u32>,
    /// Score; none on a fallback.
    pub score: Option<f64>,
    /// Terms of the score, without absent signals and those that added nothing.
    pub terms: Vec<TermView>,
    /// Number of terms left out.
    pub silent_terms: usize,
}

/// A term of a score with its label.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct TermView {
    /// Origin of the term.
    pub source: String,
    /// Operation.
    pub op: Op,
    /// Value of the source. None if absent.
    pub raw: Option<f64>,
    /// Weight of the source.
    pub weight: f64,
    /// Total after the term.
    pub total: f64,
    /// Name in a table.
    pub name: String,
    /// Clause after "because". None where the term cannot be a reason.
    pub reason: Option<&'static str>,
}

impl Interview {
    /// The content of the "How it works" panel.
    pub fn view(&self) -> InterviewView {
        let focus = match self.step() {
            Step::Ask { question, .. } => question.probe.map(|probe| probe.focus),
            Step::Start | Step::Call { .. } | Step::Finished { .. } => None,
        };
        let Self { study, state, .. } = self;
        let decision = state.turns.last().and_then(|turn| turn.decision.as_ref());
        let elements = state.computed.coverage.elements.iter();
        InterviewView {
            turn: state.last_turn(),
            max_turns: study.limits.max_turns,
            phase: decision.map_or_else(String::new, |decision| decision.phase.to_string()),
            phases: study.methodology.phases.keys().cloned().collect(),
            node_types: study.methodology.ontology.nodes.iter().map(node_type_view).collect(),
            nodes: state.graph.active_nodes().map(|node| self.node_view(node, focus.as_ref())).collect(),
            edges: state.graph.edges().filter_map(|edge| self.edge_view(edge)).collect(),
            elements: elements.map(|element| self.element_view(element, focus.as_ref())).collect(),
            course: state.turns.iter().map(|turn| self.course_view(turn)).collect(),
            decision: state.turns.last().and_then(|turn| self.decision_view(turn)),
            costs: Costs::of(&self.log),
            hidden: self.hidden_view(),
        }
    }

    fn node_view(&self, node: &Node, focus: Option<&Focus>) -> NodeView {
        NodeView {
            id: node.id,
            label: node.label.clone(),
            node_type: node.node_type.clone(),
            turn: node.turn,
            stance: node.stance,
            focus_count: self.state.course.nodes.get(node.id.index()).map_or(0, |state| state.focus_count),
            is_focus: focus.and_then(Focus::node) == Some(node.id),
            quotes: self.quote_views(&node.quotes),
        }
    }

    fn edge_view(&self, edge: &Edge) -> Option<EdgeView> {
        let is_active = |id| self.state.graph.node(id).is_some_and(|node| node.superseded_by.is_none());
        if !is_active(edge.source) || !is_active(edge.target) {
            return None;
        }
        let edge_type = self.study.methodology.ontology.edge(&edge.edge_type);
        Some(EdgeView {
            id: edge.id,
            source: edge.source,
            target: edge.target,
            name: edge_type.map_or_else(|| edge.edge_type.to_string(), |found| found.name.clone()),
            permitted: edge.permitted,
            quotes: self.quote_views(&edge.quotes),
        })
    }

    fn element_view(&self, found: &ElementCoverage, focus: Option<&Focus>) -> ElementView {
        let element = self.study.concept.element(&found.element);
        ElementView {
            id: found.element.clone(),
            label: element.map_or_else(String::new, |element| element.label.clone()),
            covered: found.covered,
            depth: found.depth,
            node_count: found.linked_nodes.len(),
            is_focus: focus.and_then(Focus::element) == Some(&found.element),
        }
    }

    fn course_view(&self, turn: &Turn) -> CourseView {
        let reading = turn.reading.as_ref();
        let decision = turn.decision.as_ref();
        CourseView {
            turn: turn.turn,
            momentum: reading.and_then(|reading| reading.momentum.as_ref()).map(|momentum| momentum.level),
            response_depth: reading.and_then(|reading| reading.response_depth),
            new_nodes: turn.delta.new_nodes().count(),
            phase: decision.map_or_else(String::new, |decision| decision.phase.to_string()),
            strategy: decision.map(|decision| self.strategy_name(&decision.chosen.probe.strategy)),
            read_by: turn.source.clone(),
            worded_by: turn.next.as_ref().map(|question| question.source.clone()),
            calls: turn.calls.clone(),
        }
    }

    fn hidden_view(&self) -> Option<HiddenView> {
        let redactor = redact::redactor(self).filter(|_| !self.study.models.is_empty())?;
        let answer = self.state.history.iter().rev().find_map(|exchange| exchange.answer.as_deref());
        Some(HiddenView {
            marks: redactor.marks.iter().map(|(mark, value)| (mark.to_owned(), value.to_owned())).collect(),
            answer: redact::answer(self, answer.unwrap_or_default(), ANSWER_SEEN),
        })
    }

    /// The decision after a turn of this interview, with names in place of ids; none if there was no decision.
    pub fn decision_view(&self, turn: &Turn) -> Option<DecisionView> {
        let decision = turn.decision.as_ref()?;
        Some(DecisionView {
            turn: turn.turn,
            phase: decision.phase.clone(),
            candidates: decision.candidates,
            ties: decision.ties,
            is_fallback: decision.is_fallback,
            stays: turn.next.as_ref().is_some_and(|question| question.stays),
            chosen: self.ranked_view(&decision.chosen, &decision.phase),
            alternatives: decision
                .alternatives
                .iter()
                .map(|ranked| self.ranked_view(ranked, &decision.phase))
                .collect(),
        })
    }

    /// A scored probe with names in place of ids. The phase is that of the decision.
    pub fn ranked_view(&self, ranked: &Ranked, phase: &str) -> RankedView {
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
        let is_heard = |term: &&Term| term.op != Op::Absent && !(term.op == Op::Add && term.raw == Some(0.0));
        let strategy_name = self.strategy_name(&probe.strategy);
        let term_view = |term: &Term| {
            let TermLabel { name, reason } = TermLabel::of(term, &strategy_name, phase);
            let Term { op, raw, weight, total, .. } = *term;
            TermView { source: term.source.to_string(), op, raw, weight, total, name, reason }
        };
        let terms: Vec<TermView> = ranked.tally.terms.iter().filter(is_heard).map(term_view).collect();
        RankedView {
            strategy: probe.strategy.clone(),
            strategy_description: strategy.map_or_else(String::new, |strategy| strategy.description.clone()),
            focus_kind: focus_kind.to_owned(),
            focus: self.focus_name(probe),
            focus_turn: probe.focus.node().and_then(|node| self.state.graph.node(node)).map(|node| node.turn),
            score: ranked.score,
            silent_terms: ranked.tally.terms.len() - terms.len(),
            strategy_name,
            terms,
        }
    }

    /// Name of a strategy of the study; its id if it is unknown.
    pub fn strategy_name(&self, id: &str) -> String {
        self.study.policy.strategy_name(&self.study.methodology, id).to_owned()
    }

    /// Name of the focus of a probe; empty for a look back at the whole interview.
    pub fn focus_name(&self, probe: &Probe) -> String {
        render_question::focus_name(self, probe)
    }

    fn quote_views(&self, quotes: &[Quote]) -> Vec<QuoteView> {
        quotes.iter().map(|quote| QuoteView { turn: quote.turn, text: self.quoted(*quote) }).collect()
    }

    /// The words of a quote.
    pub fn quoted(&self, quote: Quote) -> String {
        let exchange = self.state.history.iter().find(|exchange| exchange.turn == quote.turn);
        let answer = exchange.and_then(|exchange| exchange.answer.as_deref()).unwrap_or_default();
        let (start, end) = (quote.start as usize, quote.end as usize);
        answer.chars().skip(start).take(end.saturating_sub(start)).collect()
    }
}

fn node_type_view(found: &NodeType) -> NodeTypeView {
    NodeTypeView { id: found.id.clone(), name: found.name.clone(), level: found.level, terminal: found.terminal }
}
