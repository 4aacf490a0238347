//! A text with normalised characters, for the detectors.

use crate::engine::text::is_invisible;

/// The digit 0 in other scripts.
const ZEROS: [char; 16] = [
    '\u{660}', '\u{6F0}', '\u{7C0}', '\u{966}', '\u{9E6}', '\u{A66}', '\u{AE6}', '\u{B66}', '\u{BE6}', '\u{C66}',
    '\u{CE6}', '\u{D66}', '\u{E50}', '\u{ED0}', '\u{F20}', '\u{1040}',
];

/// A text in lower case with ASCII digits, blanks and hyphens, without invisible characters.
#[derive(Clone, Debug, Default)]
pub(super) struct NormalizedText {
    chars: Vec<char>,
    /// The raw code point of each character.
    positions: Vec<u32>,
}

impl NormalizedText {
    pub(super) fn of(text: &str) -> Self {
        let mut found = Self::default();
        for (position, c) in (0..).zip(text.chars()) {
            if !is_invisible(c) && !matches!(c, '\u{200C}' | '\u{200D}') {
                found.chars.push(normalize(c));
                found.positions.push(position);
            }
        }
        found
    }

    pub(super) fn len(&self) -> usize {
        self.chars.len()
    }

    /// The character at a position; NUL beyond the end.
    pub(super) fn at(&self, position: usize) -> char {
        self.chars.get(position).copied().unwrap_or('\0')
    }

    /// The character `distance` before a position.
    pub(super) fn before(&self, position: usize, distance: usize) -> char {
        position.checked_sub(distance).map_or('\0', |position| self.at(position))
    }

    pub(super) fn slice(&self, start: usize, end: usize) -> &[char] {
        self.chars.get(start..end).unwrap_or_default()
    }

    /// The raw span of two positions.
    pub(super) fn span(&self, start: usize, end: usize) -> (u32, u32) {
        let raw = |position: usize| self.positions.get(position).copied().unwrap_or_default();
        (raw(start), raw(end.saturating_sub(1)) + 1)
    }

    /// Whether a text is at this position.
    pub(super) fn starts_with(&self, position: usize, text: &str) -> bool {
        (position..).zip(text.chars()).all(|(position, c)| self.at(position) == c)
    }

    /// The digits between two positions as a number of at most 9 digits.
    pub(super) fn number(&self, start: usize, end: usize) -> u32 {
        let digits = self.slice(start, end).iter().filter_map(|c| c.to_digit(10));
        digits.fold(0_u32, |number, digit| number.wrapping_mul(10).wrapping_add(digit))
    }

    /// End of the longest run from here of characters that satisfy `is_part`.
    pub(super) fn run(&self, start: usize, is_part: impl Fn(char) -> bool) -> usize {
        (start..self.len()).find(|position| !is_part(self.at(*position))).unwrap_or(self.len())
    }
}

fn normalize(c: char) -> char {
    let code = u32::from(c);
    match c {
        // Full-width forms.
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(code - 0xFEE0).unwrap_or(c).to_ascii_lowercase(),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\n' | '\r' => '\n',
        _ if c.is_whitespace() => ' ',
        _ if c.is_ascii() => c.to_ascii_lowercase(),
        _ => {
            let zero = ZEROS.iter().find(|zero| (u32::from(**zero)..u32::from(**zero) + 10).contains(&code));
            let digit = zero.and_then(|zero| char::from_digit(code - u32::from(*zero), 10));
            digit.or_else(|| c.to_lowercase().next()).unwrap_or(c)
        }
    }
}

/// Whether a character belongs to a word. Letters from Thai on do not: their scripts write words without blanks.
pub(super) fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() && c < '\u{E00}'
}
