//! A text as the finders look at it: one sign for all its spellings, with where each stood.

/// Digits from 0 in the scripts people write numbers in, beside the ones everybody knows.
const ZEROS: [char; 16] = [
    '\u{660}', '\u{6F0}', '\u{7C0}', '\u{966}', '\u{9E6}', '\u{A66}', '\u{AE6}', '\u{B66}', '\u{BE6}', '\u{C66}',
    '\u{CE6}', '\u{D66}', '\u{E50}', '\u{ED0}', '\u{F20}', '\u{1040}',
];

/// A text in lower case, its digits 0–9, its blanks and hyphens plain, without signs nobody sees.
#[derive(Clone, Debug, Default)]
pub(super) struct Signs {
    signs: Vec<char>,
    /// The code point each sign stood at.
    places: Vec<u32>,
}

impl Signs {
    pub(super) fn of(text: &str) -> Self {
        let mut found = Self::default();
        for (place, c) in (0..).zip(text.chars()) {
            if !is_unseen(c) {
                found.signs.push(plain(c));
                found.places.push(place);
            }
        }
        found
    }

    pub(super) fn len(&self) -> usize {
        self.signs.len()
    }

    /// The sign at a position; none of any text beyond the end.
    pub(super) fn at(&self, position: usize) -> char {
        self.signs.get(position).copied().unwrap_or('\0')
    }

    /// The sign so many places before a position.
    pub(super) fn before(&self, position: usize, places: usize) -> char {
        position.checked_sub(places).map_or('\0', |position| self.at(position))
    }

    pub(super) fn slice(&self, start: usize, end: usize) -> &[char] {
        self.signs.get(start..end).unwrap_or_default()
    }

    /// The code points from one sign up to another.
    pub(super) fn span(&self, start: usize, end: usize) -> (u32, u32) {
        let place = |position: usize| self.places.get(position).copied().unwrap_or_default();
        (place(start), place(end.saturating_sub(1)) + 1)
    }

    /// Whether these signs stand here.
    pub(super) fn starts(&self, position: usize, text: &str) -> bool {
        (position..).zip(text.chars()).all(|(position, c)| self.at(position) == c)
    }

    /// The digits between two positions as one number, of at most 9 digits.
    pub(super) fn number(&self, start: usize, end: usize) -> u32 {
        let digits = self.slice(start, end).iter().filter_map(|sign| sign.to_digit(10));
        digits.fold(0_u32, |number, digit| number.wrapping_mul(10).wrapping_add(digit))
    }

    /// Where a run of signs ends that starts here.
    pub(super) fn run(&self, start: usize, is_part: impl Fn(char) -> bool) -> usize {
        (start..self.len()).find(|position| !is_part(self.at(*position))).unwrap_or(self.len())
    }
}

fn plain(c: char) -> char {
    let code = u32::from(c);
    match c {
        // Wide forms of what stands on a keyboard.
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

/// Marks of direction, joiners and soft hyphens: they stand within numbers and say nothing.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}
