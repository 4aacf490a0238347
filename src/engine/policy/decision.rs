//! The record of a decision: the chosen probe, its alternatives, and whether the interview goes on.

use serde::{Deserialize, Serialize};

use super::tally::Tally;
use crate::engine::{
    dialogue::{Focus, Probe},
    id::Name,
    signals::Values,
};

/// Source of a veto on a probe that the respondent declined.
pub(super) const DECLINED: &str = "declined";

/// The result of a policy for one turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The choice of the next probe.
    pub decision: Decision,
    /// Whether the interview goes on.
    pub continuation: Continuation,
    /// Global signals by name, for the record of the turn.
    pub signals: Values,
}

/// The choice of a probe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// Phase of the interview.
    pub phase: Name,
    /// Number of eligible probes that were scored.
    pub candidates: u32,
    /// Number of other probes with the same score. The first in order wins.
    pub ties: u32,
    /// Whether no probe was eligible, so that a strategy was chosen unscored.
    pub is_fallback: bool,
    /// Why the answer could not be used, if the question is a clarification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clarifies: Option<String>,
    /// The chosen probe.
    pub chosen: Ranked,
    /// The best probe of each other strategy, best first.
    pub alternatives: Vec<Ranked>,
    /// Probes that were ruled out. The last term of each tally is the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vetoes: Vec<Ranked>,
}

/// Strategy and tactic of a clarification: the same question again, because the answer could not be used.
pub const CLARIFICATION: &str = "clarification";

impl Decision {
    /// An unscored clarification of a question about this focus.
    pub fn clarify(reason: String, focus: Focus) -> Self {
        let chosen = Ranked::unscored(Probe::new(CLARIFICATION.into(), focus));
        Self { clarifies: Some(reason), is_fallback: false, ..Self::fallback(CLARIFICATION.into(), chosen) }
    }

    /// The choice of an unscored probe because no probe was eligible.
    pub(super) fn fallback(phase: Name, chosen: Ranked) -> Self {
        Self {
            phase,
            candidates: 0,
            ties: 0,
            is_fallback: true,
            clarifies: None,
            chosen,
            alternatives: Vec::new(),
            vetoes: Vec::new(),
        }
    }
}

/// A probe with its score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ranked {
    /// Strategy and focus.
    pub probe: Probe,
    /// Score. None for a fallback.
    pub score: Option<f64>,
    /// Calculation of the score.
    pub tally: Tally,
}

impl Ranked {
    /// A probe without a score.
    pub(super) fn unscored(probe: Probe) -> Self {
        Self { probe, score: None, tally: Tally::default() }
    }
}

/// Whether the interview goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Continuation {
    /// Why the interview ends. None if it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<StopReason>,
    /// Turns left in the budget.
    pub turns_left: u32,
}

/// Why an interview ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The respondent asked to stop.
    RespondentStopped,
    /// The answer called for the study's safety message.
    Safety,
    /// The budget of turns is spent.
    MaxTurns,
    /// The chosen strategy closes the interview.
    ClosingStrategy,
    /// Every element is covered deeply enough.
    ElementsCovered,
    /// Answers add nothing to the graph.
    GraphSaturated,
    /// Answers stay shallow.
    QualityDegraded,
    /// Chains of reasons do not get longer.
    DepthPlateau,
    /// Every idea was asked about and answers add nothing.
    AllNodesExhausted,
    /// The respondent is tired and most of the concept is covered.
    FatigueDetected,
    /// Every element is settled and every idea explored.
    ExplorationComplete,
    /// Every wording of every tactic was used.
    OutOfQuestions,
    /// The host or the researcher ended it.
    ClosedByHost,
}

impl StopReason {
    /// Whether the respondent could not or would not go on.
    pub fn is_of_respondent(self) -> bool {
        match self {
            Self::RespondentStopped | Self::Safety | Self::FatigueDetected | Self::QualityDegraded => true,
            Self::MaxTurns
            | Self::ClosingStrategy
            | Self::ElementsCovered
            | Self::GraphSaturated
            | Self::DepthPlateau
            | Self::AllNodesExhausted
            | Self::ExplorationComplete
            | Self::OutOfQuestions
            | Self::ClosedByHost => false,
        }
    }
}
