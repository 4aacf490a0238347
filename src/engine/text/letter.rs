//! Fast tests for letters and cases in every script.
//!
//! The standard library finds a letter beyond ASCII in packed tables, in some hundred steps for Arabic. The reader
//! tests each letter several times. Here each page of 256 letters is looked up once and cached as bits.

use std::{borrow::Cow, sync::OnceLock};

/// The letters of a page with a property, as bits.
type Bits = [u64; 4];

/// A page of letters.
struct Page {
    alphanumeric: Bits,
    /// Letters with another form in lower case.
    upper: Bits,
}

/// The pages of the first 65,536 letters, which include all modern scripts.
static PAGES: [OnceLock<Page>; 256] = [const { OnceLock::new() }; 256];

impl Page {
    fn of(number: u32) -> Self {
        let mut page = Self { alphanumeric: [0; 4], upper: [0; 4] };
        let letters = (0..256).filter_map(|at| Some((at, char::from_u32(number << 8 | at)?)));
        for (at, letter) in letters {
            set(&mut page.alphanumeric, at, letter.is_alphanumeric());
            set(&mut page.upper, at, !letter.to_lowercase().eq([letter]));
        }
        page
    }
}

fn set(bits: &mut Bits, at: u32, holds: bool) {
    if let Some(word) = bits.get_mut((at >> 6) as usize) {
        *word |= u64::from(holds) << (at & 63);
    }
}

fn is_set(bits: &Bits, letter: u32) -> bool {
    bits.get((letter >> 6 & 3) as usize).is_some_and(|word| word >> (letter & 63) & 1 == 1)
}

fn page(letter: char) -> Option<&'static Page> {
    let number = u32::from(letter) >> 8;
    PAGES.get(number as usize).map(|page| page.get_or_init(|| Page::of(number)))
}

/// Σ, the only letter whose lower case depends on its position.
const SIGMA: char = 'Σ';

/// Whether a character is a letter or a digit, as in [`char::is_alphanumeric`].
pub fn is_alphanumeric(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_alphanumeric();
    }
    page(letter).map_or_else(|| letter.is_alphanumeric(), |page| is_set(&page.alphanumeric, u32::from(letter)))
}

/// Whether a letter equals its lower case.
pub(super) fn is_lower(letter: char) -> bool {
    if letter.is_ascii() {
        return !letter.is_ascii_uppercase();
    }
    page(letter).is_some_and(|page| !is_set(&page.upper, u32::from(letter)))
}

/// Converts a text to lower case, as [`str::to_lowercase`] does.
pub fn lowercase(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return if text.bytes().any(|letter| letter.is_ascii_uppercase()) {
            Cow::Owned(text.to_ascii_lowercase())
        } else {
            Cow::Borrowed(text)
        };
    }
    if text.chars().all(is_lower) {
        return Cow::Borrowed(text);
    }
    if text.contains(SIGMA) {
        return Cow::Owned(text.to_lowercase());
    }
    let mut lower = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii() {
            lower.push(letter.to_ascii_lowercase());
        } else if is_lower(letter) {
            lower.push(letter);
        } else {
            lower.extend(letter.to_lowercase());
        }
    }
    Cow::Owned(lower)
}

/// The text with a small first letter, unless its first word is a pronoun of one letter or in capitals.
pub fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), text.chars().nth(1)) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

/// The runs of letters and digits of a text in lower case, apostrophes left out.
pub fn plain_words(text: &str) -> impl Iterator<Item = String> {
    let lower = lowercase(text).into_owned();
    let words = lower.split(|letter: char| !is_alphanumeric(letter)).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_what_the_standard_library_tells() {
        for letter in '\0'..=char::MAX {
            assert_eq!(is_alphanumeric(letter), letter.is_alphanumeric(), "{letter:?}");
            let text = letter.to_string();
            assert_eq!(lowercase(&text), text.to_lowercase(), "{letter:?}");
        }
    }

    #[test]
    fn a_text_without_capitals_is_not_written_again() {
        for text in ["", "oat milk", "القهوة", "größe", "“so”"] {
            assert!(matches!(lowercase(text), Cow::Borrowed(_)), "{text}");
        }
        for text in ["Oat milk", "Größe", "ΟΔΟΣ", "Ο ΔΟ", "“So”, ÄÖ", "\u{130}zmir"] {
            assert_eq!(lowercase(text), text.to_lowercase());
        }
    }
}
