//! When an interview has heard enough, judged after the answer was used.

use serde::{Deserialize, Serialize};

use super::view::View;
use crate::{dialogue::Level, policy::StopReason};

/// When an interview may end before its last turn. Absent keys take the default. The turns themselves are limited by
/// the study: `max_turns` ends every interview, before `min_turns` nothing else does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Closing {
    /// Low levels in a row that make a respondent tired, in answers from 1. Default 3.
    pub fatigue_threshold: u32,
    /// Closing ratio a tired respondent is released at, 0–1. Default 0.6.
    pub ratio: f64,
}

impl Default for Closing {
    fn default() -> Self {
        Self { fatigue_threshold: 3, ratio: 0.6 }
    }
}

impl Closing {
    /// Why the interview ends; none if it goes on.
    pub fn reason(&self, view: &View<'_, '_>) -> Option<StopReason> {
        let facts = view.facts;
        let turns = u32::try_from(facts.turns.len()).unwrap_or(u32::MAX);
        if turns >= facts.max_turns {
            Some(StopReason::MaxTurns)
        } else if turns < facts.min_turns {
            None
        } else if self.releases(view) {
            Some(StopReason::FatigueDetected)
        } else if is_complete(view) {
            Some(StopReason::ExplorationComplete)
        } else {
            None
        }
    }

    fn releases(&self, view: &View<'_, '_>) -> bool {
        let ratio = view.facts.coverage.closing_ratio(&view.gaps);
        view.facts.engagement.is_fatigued(self.fatigue_threshold) && ratio.is_some_and(|ratio| ratio >= self.ratio)
    }
}

fn is_complete(view: &View<'_, '_>) -> bool {
    let structure = &view.structure;
    let is_whole = structure.issue().is_none() && !structure.terminal.is_empty();
    view.is_settled() && structure.unexplored.is_empty() && (view.facts.engagement.level == Level::Low || is_whole)
}
