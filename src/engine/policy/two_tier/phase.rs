//! Phases of an interview, and the rules that move it from one phase to the next.

use serde::{Deserialize, Serialize};

use crate::engine::id::Name;

/// A phase with the rules of its start and end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PhaseRule {
    /// Id.
    pub id: Name,
    /// Number of turns: short for equal `min_turns` and `max_turns`. 0 skips the phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n_turns: Option<u32>,
    /// Least number of turns before coverage may end it. Default 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_turns: Option<u32>,
    /// Number of turns after which it ends. Default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_turns: Option<u32>,
    /// Coverage from which it may begin, 0–1. Default: coverage does not begin it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger_coverage: Option<f64>,
    /// First turn on which coverage may begin it. Default: any turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earliest_turn: Option<u32>,
    /// Last turn on which it begins. Default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_turn: Option<u32>,
}

impl PhaseRule {
    /// Least number of turns before coverage may end it.
    pub fn min(&self) -> u32 {
        self.n_turns.or(self.min_turns).unwrap_or_default()
    }

    /// Number of turns after which it ends, if any.
    pub fn max(&self) -> Option<u32> {
        self.n_turns.or(self.max_turns)
    }
}

/// The current phase and its first turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseState {
    /// Id of the phase.
    pub phase: Name,
    /// First turn of the phase.
    pub entered_turn: u32,
}

/// The phase of a turn. With the state of the turn before, applies the rules to this turn only. Without it, applies them to
/// all turns so far with the current coverage. None without phases.
pub fn phase_at(rules: &[PhaseRule], turn: u32, coverage: f64, before: Option<&PhaseState>) -> Option<PhaseState> {
    let known = before.and_then(|state| {
        rules.iter().position(|rule| rule.id == state.phase).map(|index| (index, state.entered_turn))
    });
    let (mut at, turns) = known.map_or(((0, 0), 0..=turn), |at| (at, turn..=turn));
    for turn in turns {
        while let Some(next) = advance(rules, at, turn, coverage) {
            at = next;
        }
    }
    let (index, entered_turn) = at;
    rules.get(index).map(|rule| PhaseState { phase: rule.id.clone(), entered_turn })
}

/// Planned number of turns: the sum over all phases. None if a phase has no end.
pub fn planned_turns(rules: &[PhaseRule]) -> Option<u32> {
    rules.iter().map(PhaseRule::max).sum::<Option<u32>>().filter(|turns| *turns > 0)
}

fn advance(rules: &[PhaseRule], (index, entered): (usize, u32), turn: u32, coverage: f64) -> Option<(usize, u32)> {
    let current = rules.get(index)?;
    let next = rules.get(index + 1)?;
    let lasted = turn.saturating_sub(entered);
    let due = |rule: &PhaseRule| rule.force_turn.is_some_and(|force| force <= turn);
    let forced = current.max().is_some_and(|max| lasted >= max) || rules.iter().skip(index + 1).any(due);
    let allowed = next.trigger_coverage.is_some_and(|trigger| coverage >= trigger)
        && lasted >= current.min()
        && next.earliest_turn.is_none_or(|earliest| turn >= earliest);
    (forced || allowed).then_some((index + 1, turn))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    fn rules(text: &str) -> Vec<PhaseRule> {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_phase_of_no_turns_is_skipped() {
        let rules = rules(r#"[{"id":"a","n_turns":0},{"id":"b","n_turns":3},{"id":"c","n_turns":1}]"#);
        assert_eq!(&*phase_at(&rules, 0, 0.0, None).unwrap().phase, "b");
        assert_eq!(&*phase_at(&rules, 3, 0.0, None).unwrap().phase, "c");
        assert_eq!(planned_turns(&rules), Some(4));
    }

    #[test]
    fn coverage_begins_a_phase_no_earlier_than_allowed() {
        let rules = rules(r#"[{"id":"a","min_turns":2},{"id":"b","trigger_coverage":0.5,"earliest_turn":4}]"#);
        assert_eq!(&*phase_at(&rules, 3, 1.0, None).unwrap().phase, "a");
        assert_eq!(phase_at(&rules, 6, 1.0, None).unwrap(), PhaseState { phase: "b".into(), entered_turn: 4 });
        assert_eq!(planned_turns(&rules), None);
    }

    #[test]
    fn a_known_state_is_carried_on_and_never_goes_back() {
        let rules = rules(r#"[{"id":"a","n_turns":4},{"id":"b","n_turns":6},{"id":"c","n_turns":1}]"#);
        let state = PhaseState { phase: "b".into(), entered_turn: 1 };
        assert_eq!(phase_at(&rules, 2, 0.0, Some(&state)), Some(state));
    }
}
