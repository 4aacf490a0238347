//! How engaged the respondent is, and for how long they have been tired.

use crate::dialogue::Level;

/// Engagement after the assessments so far. A failed assessment leaves it as it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Engagement {
    /// Level of the last assessment; neutral before the first.
    pub level: Level,
    /// Low levels in a row up to now.
    pub consecutive_low: u32,
}

impl Engagement {
    /// Takes in the assessment of an answer.
    pub fn assess(&mut self, level: Level) {
        self.level = level;
        self.consecutive_low = match level {
            Level::Low => self.consecutive_low + 1,
            Level::Neutral | Level::High => 0,
        };
    }

    /// Whether the respondent was low for `threshold` answers in a row.
    pub fn is_fatigued(self, threshold: u32) -> bool {
        self.consecutive_low >= threshold
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_neutral_answer_ends_fatigue() {
        let mut engagement = Engagement::default();
        for _ in 0..3 {
            engagement.assess(Level::Low);
        }
        assert!(engagement.is_fatigued(3));
        engagement.assess(Level::Neutral);
        assert!(!engagement.is_fatigued(3));
    }
}
