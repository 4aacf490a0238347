//! The turns of a session: question, answer, ideas with their quotes, and decision.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::engine::{
    dialogue::{Reading, Source},
    graph::{GraphDelta, Operation, Quote},
    id::{EdgeId, Name, NodeId},
    interview::{DecisionView, Interview, RankedView},
    model::CallRecord,
    policy::{Op, StopReason},
    session::{CallTotals, Input, LogEntry, SkipKind, Turn, TypingStats},
};

/// A turn in a transcript.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct TurnView {
    /// Number, from 1.
    pub turn: u32,
    /// Kind of the response.
    pub kind: ResponseKind,
    /// The question.
    pub question: QuestionView,
    /// The answer; none if the question was skipped.
    pub answer: Option<String>,
    /// Earlier versions of an edited answer, oldest first.
    pub withdrawn: Vec<Withdrawn>,
    /// Time of the question, milliseconds since the epoch.
    pub asked_at: u64,
    /// Time of the first answer or skip.
    pub answered_at: u64,
    /// Milliseconds between the two.
    pub took_ms: u64,
    /// Statistics of the typing, if the page has them.
    pub manner: Option<TypingStats>,
    /// Who read the answer.
    pub read_by: Option<Source>,
    /// Other readings of the answer.
    pub reading: Option<Reading>,
    /// Parts of the answer that ideas and links quote, in order. They may overlap.
    pub marks: Vec<QuotedSpan>,
    /// Ideas that are new or mentioned again.
    pub ideas: Vec<IdeaView>,
    /// Links that are new or mentioned again.
    pub links: Vec<LinkView>,
    /// Phase of the decision; empty without one.
    pub phase: String,
    /// The decision that followed; none if the interview ended before it.
    pub decision: Option<DecisionView>,
    /// Vetoed probes, with the vetoes as their only terms.
    pub vetoes: Vec<RankedView>,
    /// Why the answer could not be used, if a clarification followed.
    pub clarifies: Option<String>,
    /// Why the interview ended after this turn; none if it went on.
    pub ends: Option<StopReason>,
    /// Model calls in order, without those for withdrawn answers.
    pub calls: Vec<CallRecord>,
    /// Totals of these calls.
    pub cost: CallTotals,
}

/// The kind of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ResponseKind {
    /// An answer.
    Answered,
    /// The question was skipped.
    Skipped,
    /// The question and its subject were declined.
    Declined,
}

/// The question of a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct QuestionView {
    /// Its text.
    pub text: String,
    /// Id of the strategy; none for the opening and fixed questions.
    pub strategy: Option<Name>,
    /// Name of the strategy.
    pub strategy_name: Option<String>,
    /// The tactic of its wording.
    pub tactic: Option<Name>,
    /// Whether a model asked on from the last answer in place of the chosen probe.
    pub stays: bool,
    /// Name of the focus; may be empty.
    pub focus: String,
    /// The idea it is about, if its focus is an idea.
    pub node: Option<NodeId>,
    /// The element it is about, if its focus is an element.
    pub element: Option<Name>,
    /// Who worded it.
    pub worded_by: Source,
}

/// An earlier version of an edited answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Withdrawn {
    /// Its text.
    pub text: String,
    /// Time of the answer.
    pub at: u64,
}

/// A quoted part of an answer, in code points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct QuotedSpan {
    /// First code point.
    pub start: u32,
    /// One past the last code point.
    pub end: u32,
    /// Ideas that quote it.
    pub nodes: Vec<NodeId>,
    /// Links that quote it.
    pub edges: Vec<EdgeId>,
}

/// An idea of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct IdeaView {
    /// Id.
    pub id: NodeId,
    /// Label.
    pub label: String,
    /// Name of its type.
    pub type_name: String,
    /// Whether it is new; otherwise it was mentioned again.
    pub is_new: bool,
    /// Whether it was revised later.
    pub is_superseded: bool,
}

/// A link of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct LinkView {
    /// Id.
    pub id: EdgeId,
    /// Start.
    pub source: NodeId,
    /// End.
    pub target: NodeId,
    /// Label of the start.
    pub from: String,
    /// Name of its type, "leads to".
    pub name: String,
    /// Label of the end.
    pub to: String,
    /// Whether it is new; otherwise it was mentioned again.
    pub is_new: bool,
    /// Whether the ontology permits it.
    pub permitted: bool,
}

/// Data of a turn that only the log holds.
#[derive(Clone, Debug, Default)]
struct LoggedTurn {
    skip: Option<SkipKind>,
    withdrawn: Vec<Withdrawn>,
    last: String,
    last_at: u64,
    asked_at: u64,
    answered_at: u64,
    manner: Option<TypingStats>,
}

pub(super) fn turn_views(interview: &Interview, log: &[LogEntry]) -> Vec<TurnView> {
    let logged = logged_turns(log);
    let rest = std::iter::repeat_with(LoggedTurn::default);
    interview
        .turns()
        .iter()
        .zip(logged.into_iter().chain(rest))
        .map(|(turn, logged)| turn_view(interview, turn, logged))
        .collect()
}

fn logged_turns(log: &[LogEntry]) -> Vec<LoggedTurn> {
    let mut turns: Vec<LoggedTurn> = Vec::new();
    let mut last_at = 0;
    for entry in log {
        let LogEntry::Input(input) = entry else { continue };
        match input {
            Input::Answer { text, at, manner } => turns.push(LoggedTurn {
                last: text.clone(),
                last_at: *at,
                asked_at: last_at,
                answered_at: *at,
                manner: *manner,
                ..LoggedTurn::default()
            }),
            Input::Skip { kind, at } => {
                let skipped =
                    LoggedTurn { skip: Some(*kind), asked_at: last_at, answered_at: *at, ..LoggedTurn::default() };
                turns.push(skipped);
            }
            Input::Edit { text, at, manner, .. } => {
                if let Some(turn) = turns.last_mut() {
                    let text = std::mem::replace(&mut turn.last, text.clone());
                    turn.withdrawn.push(Withdrawn { text, at: turn.last_at });
                    turn.last_at = *at;
                    turn.manner = *manner;
                }
            }
            Input::Start { .. } | Input::Replies { .. } | Input::Remark { .. } | Input::Stop { .. } => {}
        }
        last_at = input.at();
    }
    turns
}

fn turn_view(interview: &Interview, turn: &Turn, logged: LoggedTurn) -> TurnView {
    let Turn { question, .. } = turn;
    let probe = question.probe.as_ref();
    let decision = turn.decision.as_ref();
    TurnView {
        turn: turn.turn,
        kind: match logged.skip {
            None => ResponseKind::Answered,
            Some(SkipKind::Skipped) => ResponseKind::Skipped,
            Some(SkipKind::Declined) => ResponseKind::Declined,
        },
        question: QuestionView {
            text: question.text.clone(),
            strategy: probe.map(|probe| probe.strategy.clone()),
            strategy_name: probe.map(|probe| interview.strategy_name(&probe.strategy)),
            tactic: question.tactic.clone(),
            stays: question.stays,
            focus: question.focus.clone(),
            node: probe.and_then(|probe| probe.focus.node()),
            element: probe.and_then(|probe| probe.focus.element()).cloned(),
            worded_by: question.source.clone(),
        },
        answer: turn.answer.clone(),
        withdrawn: logged.withdrawn,
        asked_at: logged.asked_at,
        answered_at: logged.answered_at,
        took_ms: logged.answered_at.saturating_sub(logged.asked_at),
        manner: logged.manner,
        read_by: turn.source.clone(),
        reading: turn.reading.clone(),
        marks: quoted_spans(turn),
        ideas: ideas(interview, &turn.delta),
        links: links(interview, &turn.delta),
        phase: decision.map_or_else(String::new, |decision| decision.phase.to_string()),
        decision: interview.decision_view(turn),
        vetoes: decision.map_or_else(Vec::new, |found| {
            found.vetoes.iter().map(|vetoed| ruled_out(interview.ranked_view(vetoed, &found.phase))).collect()
        }),
        clarifies: decision.and_then(|decision| decision.clarifies.clone()),
        ends: turn.continuation.reason,
        calls: turn.calls.clone(),
        cost: CallTotals::of(&turn.calls),
    }
}

/// A vetoed probe with its vetoes alone: most probes are vetoed, and all their terms are megabytes.
fn ruled_out(probe: RankedView) -> RankedView {
    let (terms, others): (Vec<_>, Vec<_>) = probe.terms.into_iter().partition(|term| term.op == Op::Veto);
    RankedView { terms, silent_terms: probe.silent_terms + others.len(), ..probe }
}

/// The parts of an answer that its changes of the graph quote.
fn quoted_spans(turn: &Turn) -> Vec<QuotedSpan> {
    let mut marks: BTreeMap<(u32, u32), QuotedSpan> = BTreeMap::new();
    let mut add = |quote: &Quote, node: Option<NodeId>, edge: Option<EdgeId>| {
        if quote.turn != turn.turn || quote.end <= quote.start {
            return;
        }
        let empty = || QuotedSpan { start: quote.start, end: quote.end, nodes: Vec::new(), edges: Vec::new() };
        let mark = marks.entry((quote.start, quote.end)).or_insert_with(empty);
        mark.nodes.extend(node.filter(|node| !mark.nodes.contains(node)));
        mark.edges.extend(edge.filter(|edge| !mark.edges.contains(edge)));
    };
    for operation in &turn.delta.operations {
        match operation {
            Operation::AddNode(node) => node.quotes.iter().for_each(|quote| add(quote, Some(node.id), None)),
            Operation::MentionNode { node, quote } => add(quote, Some(*node), None),
            Operation::AddEdge(edge) => edge.quotes.iter().for_each(|quote| add(quote, None, Some(edge.id))),
            Operation::MentionEdge { edge, quote } => add(quote, None, Some(*edge)),
            Operation::RefineNode { .. } | Operation::MarkNode { .. } | Operation::Supersede { .. } => {}
        }
    }
    marks.into_values().collect()
}

fn ideas(interview: &Interview, delta: &GraphDelta) -> Vec<IdeaView> {
    let new: Vec<NodeId> = delta.new_nodes().collect();
    let mut all: Vec<NodeId> =
        new.iter().copied().chain(delta.mentioned_nodes()).chain(delta.refined_nodes()).collect();
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|id| seen.insert(*id));
    let ontology = &interview.study().methodology.ontology;
    let idea = |id: NodeId| {
        let node = interview.graph().node(id)?;
        let known = ontology.node(&node.node_type);
        Some(IdeaView {
            id,
            label: node.label.clone(),
            type_name: known.map_or_else(|| node.node_type.to_string(), |known| known.name.clone()),
            is_new: new.contains(&id),
            is_superseded: node.superseded_by.is_some(),
        })
    };
    all.into_iter().filter_map(idea).collect()
}

fn links(interview: &Interview, delta: &GraphDelta) -> Vec<LinkView> {
    let new: Vec<EdgeId> = delta.new_edges().collect();
    let mut all = new.clone();
    for operation in &delta.operations {
        if let Operation::MentionEdge { edge, .. } = operation {
            all.push(*edge);
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|id| seen.insert(*id));
    let ontology = &interview.study().methodology.ontology;
    let link = |id: EdgeId| {
        let edge = interview.graph().edge(id)?;
        let known = ontology.edge(&edge.edge_type);
        Some(LinkView {
            id,
            source: edge.source,
            target: edge.target,
            from: interview.graph().label(edge.source),
            name: known.map_or_else(|| edge.edge_type.to_string(), |known| known.name.clone()),
            to: interview.graph().label(edge.target),
            is_new: new.contains(&id),
            permitted: edge.permitted,
        })
    };
    all.into_iter().filter_map(link).collect()
}
