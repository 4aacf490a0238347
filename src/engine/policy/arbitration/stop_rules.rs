//! Rules that end an interview, applied after the answer was read.

use serde::{Deserialize, Serialize};

use super::view::View;
use crate::engine::{dialogue::Level, number::count, policy::StopReason};

/// When an interview may end before its last turn. Absent keys keep the default. The study sets the limits: `max_turns`
/// ends every interview, and no other rule applies before `min_turns`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct StopRules {
    /// Answers in a row with low engagement that mean fatigue, ≥ 1. Default 3.
    pub fatigue_threshold: u32,
    /// Closing ratio from which fatigue ends the interview, 0–1. Default 0.6.
    pub ratio: f64,
}

impl Default for StopRules {
    fn default() -> Self {
        Self { fatigue_threshold: 3, ratio: 0.6 }
    }
}

impl StopRules {
    /// Why the interview ends. None if it goes on.
    pub fn reason(&self, view: &View<'_, '_>) -> Option<StopReason> {
        let facts = view.facts;
        let turns = count(facts.turns.len());
        if turns >= facts.max_turns {
            Some(StopReason::MaxTurns)
        } else if turns < facts.min_turns {
            None
        } else if self.is_fatigued(view) {
            Some(StopReason::FatigueDetected)
        } else if is_complete(view) {
            Some(StopReason::ExplorationComplete)
        } else {
            None
        }
    }

    fn is_fatigued(&self, view: &View<'_, '_>) -> bool {
        let ratio = view.facts.coverage.closing_ratio(&view.gaps);
        view.facts.engagement.is_fatigued(self.fatigue_threshold) && ratio.is_some_and(|ratio| ratio >= self.ratio)
    }
}

fn is_complete(view: &View<'_, '_>) -> bool {
    let structure = &view.structure;
    let is_whole = structure.issue().is_none() && !structure.terminal.is_empty();
    view.is_settled() && structure.unexplored.is_empty() && (view.facts.engagement.level == Level::Low || is_whole)
}
