//! Detects a model that repeats itself.

use crate::studio::settings::LoopGuard;

/// Checks the end of a text at intervals.
#[derive(Clone, Debug)]
pub(super) struct LoopDetector {
    guard: LoopGuard,
    /// Characters since the last check.
    since: usize,
}

impl LoopDetector {
    pub(super) fn new(guard: LoopGuard) -> Self {
        Self { guard, since: 0 }
    }

    /// Adds a piece that is already part of the text. Returns whether the text ends in a loop.
    pub(super) fn push(&mut self, piece: &str, text: &str) -> bool {
        self.since = self.since.saturating_add(piece.chars().count());
        if self.since < usize_of(self.guard.every) {
            return false;
        }
        self.since = 0;
        self.is_loop(text)
    }

    /// Whether the text ends in repetitions of one unit. Complexity: window × longest unit.
    fn is_loop(&self, text: &str) -> bool {
        let guard = self.guard;
        let mut last: Vec<char> = text.chars().rev().take(usize_of(guard.window)).collect();
        last.reverse();
        let repeats = usize_of(guard.repeats);
        (usize_of(guard.shortest).max(1)..=usize_of(guard.longest)).any(|unit| {
            let Some(start) = unit.checked_mul(repeats).and_then(|length| last.len().checked_sub(length)) else {
                return false;
            };
            let tail = last.get(start..).unwrap_or_default();
            // A repeated unit equals itself, shifted by its length.
            tail.iter().zip(tail.iter().skip(unit)).all(|(one, other)| one == other)
        })
    }
}

fn usize_of(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The length of the text at which the loop was detected; pieces have seven characters.
    fn noticed(text: &str) -> Option<usize> {
        let mut watch = LoopDetector::new(LoopGuard::default());
        let letters: Vec<char> = text.chars().collect();
        let mut so_far = String::new();
        letters.chunks(7).find_map(|piece| {
            let piece: String = piece.iter().collect();
            so_far.push_str(&piece);
            watch.push(&piece, &so_far).then_some(so_far.len())
        })
    }

    #[test]
    fn a_unit_repeated_five_times_is_a_loop_and_four_times_is_not() {
        let unit = "and so I go on and on about the very same thing, ";
        let at = noticed(&format!("It began well. {}", unit.repeat(60)));
        assert!(at.is_some_and(|at| at <= 1_100), "{at:?}");
        assert_eq!(noticed(&format!("{}{}", unit.repeat(4), plain(2_000))), None);
    }

    #[test]
    fn lists_of_json_and_short_repeats_are_no_loop() {
        let list: Vec<String> =
            (0..200).map(|n| format!("{{\"label\":\"idea {n}\",\"quote\":\"number {n}\"}}")).collect();
        assert_eq!(noticed(&list.join(",")), None);
        assert_eq!(noticed(&plain(5_000)), None);
    }

    /// A text without repetition.
    fn plain(length: usize) -> String {
        let words: Vec<String> =
            (0..).map(|n: u32| (n.wrapping_mul(2_654_435_761) % 9_973).to_string()).take(length / 4).collect();
        words.join(" ")
    }
}
