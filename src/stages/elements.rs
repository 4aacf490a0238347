//! Where each element of the concept stands at the end of an interview: what was heard of it, and if nothing was, why.

use serde::Serialize;

use super::Investigation;
use crate::{
    dialogue::{Focus, Probe},
    id::Name,
    policy::StopReason,
    session::Turn,
};

/// Where an element stands at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// An idea speaks of it, and what the study wants to hear of it beside that was heard: a reaction, a sign that it was
    /// understood, where the element asks for them.
    Covered,
    /// An idea speaks of it, or it was asked about and answered, but not all of it was heard.
    Touched,
    /// Nobody spoke of it, and every question about it was passed over.
    Declined,
    /// Nobody spoke of it and it was not asked about, because the study's design ended the interview first: the budget of
    /// turns, a rule that ends it, or the safety message. Missing by design, not by accident.
    LeftOut,
    /// Nobody spoke of it and it was not asked about, because the respondent or the page ended the interview, or it still
    /// goes on.
    NotReached,
}

/// An element with where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ElementStanding {
    /// Its id.
    pub element: Name,
    /// Its name.
    pub label: String,
    /// Where it stands.
    pub standing: Standing,
    /// Turns that asked about it, ascending.
    pub asked: Vec<u32>,
    /// Turns whose answer spoke of it, ascending.
    pub spoken: Vec<u32>,
}

/// Every element in the order of the concept.
pub fn elements(interview: &Investigation<'_>) -> Vec<ElementStanding> {
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
                Standing::Covered
            } else if covered.is_some() || asked.iter().any(|turn| turn.answer.is_some()) {
                Standing::Touched
            } else if !asked.is_empty() {
                Standing::Declined
            } else if ended_by_design(interview) {
                Standing::LeftOut
            } else {
                Standing::NotReached
            };
            ElementStanding {
                element: id.clone(),
                label: element.label.clone(),
                standing,
                asked: asked.iter().map(|turn| turn.turn).collect(),
                spoken,
            }
        })
        .collect()
}

/// Whether a probe is about the element itself, or about an idea the reading linked to it.
fn is_about(probe: &Probe, id: &Name, interview: &Investigation<'_>) -> bool {
    let is_linked =
        |node| interview.graph.node(node).is_some_and(|node: &crate::graph::Node| node.elements.contains(id));
    match &probe.focus {
        Focus::Element { element } | Focus::Gap { element, .. } => element == id,
        Focus::Node { node } => is_linked(*node),
        Focus::Nodes { nodes } => nodes.iter().any(|node| is_linked(*node)),
        Focus::Pair { a, b, .. } => is_linked(*a) || is_linked(*b),
        Focus::Global => false,
    }
}

/// Whether the study's own rules ended the interview.
fn ended_by_design(interview: &Investigation<'_>) -> bool {
    interview.outcome.is_some_and(|outcome| match outcome.reason {
        StopReason::RespondentStopped | StopReason::ClosedByHost => false,
        StopReason::Safety
        | StopReason::MaxTurns
        | StopReason::ClosingStrategy
        | StopReason::ElementsCovered
        | StopReason::GraphSaturated
        | StopReason::QualityDegraded
        | StopReason::DepthPlateau
        | StopReason::AllNodesExhausted
        | StopReason::FatigueDetected
        | StopReason::ExplorationComplete
        | StopReason::OutOfQuestions => true,
    })
}
