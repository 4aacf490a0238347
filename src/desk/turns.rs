//! Every turn of a session: what was asked and said, what was understood in which words, and what was decided.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    dialogue::{Reading, Source},
    graph::{GraphDelta, Operation, Quote},
    id::{EdgeId, Name, NodeId},
    interview::{Interview, ViewDecision, ViewRanked},
    llm::CallRecord,
    policy::StopReason,
    session::{Entry, Input, Manner, SkipKind, Sum, Turn},
};

/// A turn as a transcript shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnLook {
    /// Number, from 1.
    pub turn: u32,
    /// What became of the question.
    pub kind: Kind,
    /// The question.
    pub question: QuestionLook,
    /// The answer; none if the question was passed over.
    pub answer: Option<String>,
    /// Answers that this one replaced, oldest first.
    pub withdrawn: Vec<Withdrawn>,
    /// When the question was put, milliseconds since the epoch.
    pub asked_at: u64,
    /// When it was answered or passed over for the first time.
    pub answered_at: u64,
    /// Milliseconds between the two.
    pub took_ms: u64,
    /// How the answer was typed, where the page could tell.
    pub manner: Option<Manner>,
    /// Who read the answer.
    pub read_by: Option<Source>,
    /// What the answer tells beside its ideas.
    pub reading: Option<Reading>,
    /// Parts of the answer that ideas and links rest on, in order; they may overlap.
    pub marks: Vec<Mark>,
    /// Ideas the answer brought, or voiced again.
    pub ideas: Vec<Idea>,
    /// Links the answer brought, or voiced again.
    pub links: Vec<LinkLook>,
    /// Phase the choice was made in; empty if none was made.
    pub phase: String,
    /// The choice that followed; none if the interview ended before one.
    pub decision: Option<ViewDecision>,
    /// Probes that were ruled out, with the reason as the last term.
    pub vetoes: Vec<ViewRanked>,
    /// Why the answer could not be used, if it was asked about again.
    pub clarifies: Option<String>,
    /// Why the interview ended after this turn; none if it went on.
    pub ends: Option<StopReason>,
    /// Calls of models, in order; those of withdrawn answers are in the costs alone.
    pub calls: Vec<CallRecord>,
    /// What these calls took.
    pub cost: Sum,
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// It was answered.
    Answered,
    /// It was passed over.
    Skipped,
    /// It was declined, and its subject with it.
    Declined,
}

/// The question of a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QuestionLook {
    /// Its text.
    pub text: String,
    /// Id of the strategy; none for the opening question and those asked of everyone.
    pub strategy: Option<Name>,
    /// Name of the strategy.
    pub strategy_name: Option<String>,
    /// The tactic that worded it.
    pub tactic: Option<Name>,
    /// What the focus is called; may be empty.
    pub focus: String,
    /// The idea it is about, if it is one.
    pub node: Option<NodeId>,
    /// The element it is about, if it is one.
    pub element: Option<Name>,
    /// Who worded it.
    pub worded_by: Source,
}

/// An answer that was edited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Withdrawn {
    /// What it was.
    pub text: String,
    /// When it was given.
    pub at: u64,
}

/// A part of an answer that something rests on, in code points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// First code point.
    pub start: u32,
    /// One past the last code point.
    pub end: u32,
    /// Ideas that rest on it.
    pub nodes: Vec<NodeId>,
    /// Links that rest on it.
    pub edges: Vec<EdgeId>,
}

/// An idea of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Idea {
    /// Id.
    pub id: NodeId,
    /// Label.
    pub label: String,
    /// Name of its type.
    pub type_name: String,
    /// Whether this answer brought it; else it was voiced again.
    pub is_new: bool,
    /// Whether it was revised later.
    pub is_superseded: bool,
}

/// A link of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkLook {
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
    /// Whether this answer brought it; else it was voiced again.
    pub is_new: bool,
    /// Whether the ontology permits it.
    pub permitted: bool,
}

/// What the log tells of a turn and the turn's record does not.
#[derive(Clone, Debug, Default)]
struct Told {
    skip: Option<SkipKind>,
    withdrawn: Vec<Withdrawn>,
    last: String,
    last_at: u64,
    asked_at: u64,
    answered_at: u64,
    manner: Option<Manner>,
}

pub(super) fn look(interview: &Interview, log: &[Entry]) -> Vec<TurnLook> {
    let told = told(log);
    let rest = std::iter::repeat_with(Told::default);
    interview.turns().iter().zip(told.into_iter().chain(rest)).map(|(turn, told)| one(interview, turn, told)).collect()
}

fn told(log: &[Entry]) -> Vec<Told> {
    let mut turns: Vec<Told> = Vec::new();
    let mut last_at = 0;
    for entry in log {
        let Entry::Input(input) = entry else { continue };
        match input {
            Input::Answer { text, at, manner } => turns.push(Told {
                last: text.clone(),
                last_at: *at,
                asked_at: last_at,
                answered_at: *at,
                manner: *manner,
                ..Told::default()
            }),
            Input::Skip { kind, at } => {
                let passed = Told { skip: Some(*kind), asked_at: last_at, answered_at: *at, ..Told::default() };
                turns.push(passed);
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

fn one(interview: &Interview, turn: &Turn, told: Told) -> TurnLook {
    let Turn { question, .. } = turn;
    let probe = question.probe.as_ref();
    let decision = turn.decision.as_ref();
    TurnLook {
        turn: turn.turn,
        kind: match told.skip {
            None => Kind::Answered,
            Some(SkipKind::Skipped) => Kind::Skipped,
            Some(SkipKind::Declined) => Kind::Declined,
        },
        question: QuestionLook {
            text: question.text.clone(),
            strategy: probe.map(|probe| probe.strategy.clone()),
            strategy_name: probe.map(|probe| interview.strategy_name(&probe.strategy)),
            tactic: question.tactic.clone(),
            focus: question.focus.clone(),
            node: probe.and_then(|probe| probe.focus.node()),
            element: probe.and_then(|probe| probe.focus.element()).cloned(),
            worded_by: question.source.clone(),
        },
        answer: turn.answer.clone(),
        withdrawn: told.withdrawn,
        asked_at: told.asked_at,
        answered_at: told.answered_at,
        took_ms: told.answered_at.saturating_sub(told.asked_at),
        manner: told.manner,
        read_by: turn.source.clone(),
        reading: turn.reading.clone(),
        marks: marks(turn),
        ideas: ideas(interview, &turn.delta),
        links: links(interview, &turn.delta),
        phase: decision.map_or_else(String::new, |decision| decision.phase.to_string()),
        decision: interview.view_decision(turn),
        vetoes: decision.into_iter().flat_map(|found| &found.vetoes).map(|out| interview.view_ranked(out)).collect(),
        clarifies: decision.and_then(|decision| decision.clarifies.clone()),
        ends: turn.continuation.reason,
        calls: turn.calls.clone(),
        cost: Sum::of(&turn.calls),
    }
}

/// The passages of the answer of a turn that its changes to the graph rest on.
fn marks(turn: &Turn) -> Vec<Mark> {
    let mut marks: BTreeMap<(u32, u32), Mark> = BTreeMap::new();
    let mut rest = |quote: &Quote, node: Option<NodeId>, edge: Option<EdgeId>| {
        if quote.turn != turn.turn || quote.end <= quote.start {
            return;
        }
        let empty = || Mark { start: quote.start, end: quote.end, nodes: Vec::new(), edges: Vec::new() };
        let mark = marks.entry((quote.start, quote.end)).or_insert_with(empty);
        mark.nodes.extend(node.filter(|node| !mark.nodes.contains(node)));
        mark.edges.extend(edge.filter(|edge| !mark.edges.contains(edge)));
    };
    for operation in &turn.delta.operations {
        match operation {
            Operation::AddNode(node) => node.quotes.iter().for_each(|quote| rest(quote, Some(node.id), None)),
            Operation::MentionNode { node, quote } => rest(quote, Some(*node), None),
            Operation::AddEdge(edge) => edge.quotes.iter().for_each(|quote| rest(quote, None, Some(edge.id))),
            Operation::MentionEdge { edge, quote } => rest(quote, None, Some(*edge)),
            Operation::RefineNode { .. } | Operation::MarkNode { .. } | Operation::Supersede { .. } => {}
        }
    }
    marks.into_values().collect()
}

fn ideas(interview: &Interview, delta: &GraphDelta) -> Vec<Idea> {
    let new: Vec<NodeId> = delta.new_nodes().collect();
    let mut all: Vec<NodeId> =
        new.iter().copied().chain(delta.mentioned_nodes()).chain(delta.refined_nodes()).collect();
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|id| seen.insert(*id));
    let ontology = &interview.study().methodology.ontology;
    let idea = |id: NodeId| {
        let node = interview.graph().node(id)?;
        let known = ontology.node(&node.node_type);
        Some(Idea {
            id,
            label: node.label.clone(),
            type_name: known.map_or_else(|| node.node_type.to_string(), |known| known.name.clone()),
            is_new: new.contains(&id),
            is_superseded: node.superseded_by.is_some(),
        })
    };
    all.into_iter().filter_map(idea).collect()
}

fn links(interview: &Interview, delta: &GraphDelta) -> Vec<LinkLook> {
    let new: Vec<EdgeId> = delta.new_edges().collect();
    let again = delta.operations.iter().filter_map(|operation| match operation {
        Operation::MentionEdge { edge, .. } => Some(*edge),
        Operation::AddNode(_)
        | Operation::MentionNode { .. }
        | Operation::RefineNode { .. }
        | Operation::MarkNode { .. }
        | Operation::AddEdge(_)
        | Operation::Supersede { .. } => None,
    });
    let mut all: Vec<EdgeId> = new.iter().copied().chain(again).collect();
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|id| seen.insert(*id));
    let ontology = &interview.study().methodology.ontology;
    let label = |id| interview.graph().node(id).map_or_else(String::new, |node| node.label.clone());
    let link = |id: EdgeId| {
        let edge = interview.graph().edge(id)?;
        let known = ontology.edge(&edge.edge_type);
        Some(LinkLook {
            id,
            source: edge.source,
            target: edge.target,
            from: label(edge.source),
            name: known.map_or_else(|| edge.edge_type.to_string(), |known| known.name.clone()),
            to: label(edge.target),
            is_new: new.contains(&id),
            permitted: edge.permitted,
        })
    };
    all.into_iter().filter_map(link).collect()
}
