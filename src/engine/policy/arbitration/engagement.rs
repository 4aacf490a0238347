//! Engagement of the respondent over the turns.

use crate::engine::dialogue::Level;

/// Engagement after the last assessment. A failed assessment changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngagementState {
    /// Level of the last assessment. Neutral before the first.
    pub level: Level,
    /// Number of low levels in a row.
    pub consecutive_low: u32,
}

impl EngagementState {
    /// Records the assessment of an answer.
    pub fn assess(&mut self, level: Level) {
        self.level = level;
        self.consecutive_low = match level {
            Level::Low => self.consecutive_low + 1,
            Level::Neutral | Level::High => 0,
        };
    }

    /// Whether the last `threshold` answers were low.
    pub fn is_fatigued(self, threshold: u32) -> bool {
        self.consecutive_low >= threshold
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_neutral_answer_ends_fatigue() {
        let mut engagement = EngagementState::default();
        for _ in 0..3 {
            engagement.assess(Level::Low);
        }
        assert!(engagement.is_fatigued(3));
        engagement.assess(Level::Neutral);
        assert!(!engagement.is_fatigued(3));
    }
}
