//! The coverage of each element at the end of an interview, and the reason if nothing was said about it.

use serde::Serialize;

use crate::engine::{
    dialogue::{Focus, Probe},
    id::Name,
    policy::StopReason,
    session::{InterviewRecord, Turn},
};

/// The status of an element at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ElementStatus {
    /// An idea is about it, and its required reaction and understanding were heard.
    Covered,
    /// An idea is about it, or a question about it was answered, but a requirement is open.
    Touched,
    /// No idea is about it, and every question about it was skipped.
    Declined,
    /// No idea and no question is about it, because the study's rules ended the interview: missing by design.
    LeftOut,
    /// No idea and no question is about it. The respondent or the host ended the interview, or it goes on.
    NotReached,
}

/// An element with its status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct ElementReview {
    /// Its id.
    pub element: Name,
    /// Its name.
    pub label: String,
    /// Its status.
    pub standing: ElementStatus,
    /// Turns that asked about it, ascending.
    pub asked: Vec<u32>,
    /// Turns whose answer was about it, ascending.
    pub spoken: Vec<u32>,
}

/// Every element in the order of the concept.
pub fn elements(interview: &InterviewRecord<'_>) -> Vec<ElementReview> {
    let concept = &interview.study.concept;
    concept
        .elements
        .iter()
        .map(|element| {
            let id = &element.id;
            let about = |turn: &&Turn| turn.question.probe.as_ref().is_some_and(|probe| is_about(probe, id, interview));
            let asked: Vec<&Turn> = interview.turns.iter().filter(about).collect();
            let covered = interview.turns.last().and_then(|turn| {
                turn.state.coverage.elements.iter().find(|found| found.element == *id && found.covered)
            });
            let nodes = covered.into_iter().flat_map(|found| &found.linked_nodes);
            let quotes = nodes.filter_map(|node| interview.graph.node(*node)).flat_map(|node| &node.quotes);
            let mut spoken: Vec<u32> = quotes.map(|quote| quote.turn).collect();
            spoken.sort_unstable();
            spoken.dedup();
            let extractions = || interview.turns.iter().filter_map(|turn| turn.extraction.as_ref());
            let is_reacted = || extractions().any(|found| found.reactions().iter().any(|(element, _)| element == id));
            let is_understood = || extractions().any(|found| found.understood.contains(id));
            let wants = &element.requirements;
            let is_complete = (!wants.reaction || is_reacted()) && (!wants.comprehension || is_understood());
            let standing = if covered.is_some() && is_complete {
                ElementStatus::Covered
            } else if covered.is_some() || asked.iter().any(|turn| turn.answer.is_some()) {
                ElementStatus::Touched
            } else if !asked.is_empty() {
                ElementStatus::Declined
            } else if ended_by_design(interview) {
                ElementStatus::LeftOut
            } else {
                ElementStatus::NotReached
            };
            ElementReview {
                element: id.clone(),
                label: element.label.clone(),
                standing,
                asked: asked.iter().map(|turn| turn.turn).collect(),
                spoken,
            }
        })
        .collect()
}

/// Whether a probe is about the element, or about an idea linked to it.
fn is_about(probe: &Probe, id: &Name, interview: &InterviewRecord<'_>) -> bool {
    let is_linked =
        |node| interview.graph.node(node).is_some_and(|node: &crate::engine::graph::Node| node.elements.contains(id));
    match &probe.focus {
        Focus::Element { element } | Focus::Gap { element, .. } => element == id,
        Focus::Node { node } => is_linked(*node),
        Focus::Nodes { nodes } => nodes.iter().any(|node| is_linked(*node)),
        Focus::Pair { a, b, .. } => is_linked(*a) || is_linked(*b),
        Focus::Global => false,
    }
}

/// Whether the study's own rules ended the interview.
fn ended_by_design(interview: &InterviewRecord<'_>) -> bool {
    let by_others = [StopReason::RespondentStopped, StopReason::ClosedByHost];
    interview.outcome.is_some_and(|outcome| !by_others.contains(&outcome.reason))
}
