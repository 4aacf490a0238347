//! What was chosen, what came next, and why the interview goes on or ends.

use serde::{Deserialize, Serialize};

use super::Tally;
use crate::{
    dialogue::{Focus, Probe},
    id::Name,
    signals::Values,
};

/// What a policy makes of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The next probe.
    pub decision: Decision,
    /// Whether it is asked.
    pub continuation: Continuation,
    /// Global signals by name, for the record of the turn.
    pub signals: Values,
}

/// The choice of a probe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// Phase the interview was in.
    pub phase: Name,
    /// Number of eligible probes that were scored.
    pub candidates: u32,
    /// How many other probes reach the same score; the one first in order won.
    pub ties: u32,
    /// Whether no probe was eligible and the first strategy stepped in unscored.
    pub is_fallback: bool,
    /// Why the answer could not be used, if that is asked about before anything else is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clarifies: Option<String>,
    /// The probe chosen.
    pub chosen: Ranked,
    /// The best probe of each other strategy, best first.
    pub alternatives: Vec<Ranked>,
    /// Probes that were ruled out, with the reason as the last term of their tally.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vetoes: Vec<Ranked>,
}

/// Strategy, and tactic, of a question that asks again because an answer could not be used.
pub const CLARIFICATION: &str = "clarification";

impl Decision {
    /// The choice to ask again, unscored, because the last answer could not be used.
    pub fn clarify(reason: String) -> Self {
        let probe =
            Probe { strategy: CLARIFICATION.into(), focus: Focus::Global, anchor: None, description: String::new() };
        Self {
            phase: CLARIFICATION.into(),
            candidates: 0,
            ties: 0,
            is_fallback: false,
            clarifies: Some(reason),
            chosen: Ranked { probe, score: None, tally: Tally::default() },
            alternatives: Vec::new(),
            vetoes: Vec::new(),
        }
    }
}

/// A scored probe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ranked {
    /// Strategy and focus.
    pub probe: Probe,
    /// Its score; none on a fallback.
    pub score: Option<f64>,
    /// How the score came about.
    pub tally: Tally,
}

/// Whether the interview goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Continuation {
    /// Why it ends; none if it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<StopReason>,
    /// Turns left of the budget.
    pub turns_left: u32,
}

/// Why an interview ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The respondent asked to stop.
    RespondentStopped,
    /// The respondent's words called for the study's safety message.
    Safety,
    /// The budget of turns is spent.
    MaxTurns,
    /// The chosen strategy closes.
    ClosingStrategy,
    /// Every element is covered deeply enough.
    ElementsCovered,
    /// Answers bring nothing new.
    GraphSaturated,
    /// Answers stay shallow.
    QualityDegraded,
    /// Lines of reasons grow no further.
    DepthPlateau,
    /// Every idea was asked about and is dry.
    AllNodesExhausted,
    /// The respondent is tired and most of the concept is covered.
    FatigueDetected,
    /// Every element is settled and no idea is left unexplored.
    ExplorationComplete,
    /// Every wording of every tactic was used up.
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
