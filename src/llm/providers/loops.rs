//! Notices a model that goes round in circles.

use crate::llm::settings::LoopGuard;

/// Looks at the end of a text now and then.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    guard: LoopGuard,
    /// Characters that came since the last look.
    since: usize,
}

impl Watch {
    pub(super) fn new(guard: LoopGuard) -> Self {
        Self { guard, since: 0 }
    }

    /// Counts a new piece of the text. True if the text ends in a loop.
    pub(super) fn sees(&mut self, piece: &str, text: &str) -> bool {
        self.since = self.since.saturating_add(piece.chars().count());
        if self.since < wide(self.guard.every) {
            return false;
        }
        self.since = 0;
        self.is_loop(text)
    }

    /// Whether the text ends in the same unit so many times in a row.
    ///
    /// Complexity: window × longest unit, a few hundred thousand steps once every few hundred characters.
    fn is_loop(&self, text: &str) -> bool {
        let guard = self.guard;
        let mut last: Vec<char> = text.chars().rev().take(wide(guard.window)).collect();
        last.reverse();
        let repeats = wide(guard.repeats);
        (wide(guard.shortest).max(1)..=wide(guard.longest)).any(|unit| {
            let Some(start) = unit.checked_mul(repeats).and_then(|length| last.len().checked_sub(length)) else {
                return false;
            };
            let tail = last.get(start..).unwrap_or_default();
            // A tail of one unit repeated is equal to itself moved by a unit.
            tail.iter().zip(tail.iter().skip(unit)).all(|(one, other)| one == other)
        })
    }
}

fn wide(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The length of the text when the loop was noticed, writing pieces of seven characters.
    fn noticed(text: &str) -> Option<usize> {
        let mut watch = Watch::new(LoopGuard::default());
        let letters: Vec<char> = text.chars().collect();
        let mut so_far = String::new();
        letters.chunks(7).find_map(|piece| {
            let piece: String = piece.iter().collect();
            so_far.push_str(&piece);
            watch.sees(&piece, &so_far).then_some(so_far.len())
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

    /// A text that does not repeat itself.
    fn plain(length: usize) -> String {
        let words: Vec<String> =
            (0..).map(|n: u32| (n.wrapping_mul(2_654_435_761) % 9_973).to_string()).take(length / 4).collect();
        words.join(" ")
    }
}
