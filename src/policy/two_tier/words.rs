//! Words and phrases as the rules of `two_tier` see them. A text *says* a phrase when the phrase's words occur in it
//! unbroken; there is no substring test anywhere, for "no" is in "know".

/// A text cut into lower-case words: maximal runs of letters and digits, an apostrophe between two of them included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    lower: String,
    spans: Vec<(usize, usize)>,
    /// Pairs of neighbouring bytes inside words, folded to 128 bits: only a text that has all of them can say the words.
    pairs: u128,
}

impl Words {
    /// Cuts a text. Hyphen, underscore and every other sign separate.
    pub fn of(text: &str) -> Self {
        let mut lower = text.to_lowercase();
        if !lower.is_ascii() {
            lower = lower.replace(['\u{2019}', '\u{2018}', '\u{2bc}'], "'");
        }
        let mut spans = Vec::new();
        let mut start = None;
        let mut letters = lower.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            let inside = letter.is_alphanumeric()
                || (letter == '\''
                    && start.is_some()
                    && letters.peek().is_some_and(|(_, next)| next.is_alphanumeric()));
            match (start, inside) {
                (None, true) => start = Some(at),
                (Some(from), false) => {
                    spans.push((from, at));
                    start = None;
                }
                (None, false) | (Some(_), true) => {}
            }
        }
        if let Some(from) = start {
            spans.push((from, lower.len()));
        }
        let pairs = spans.iter().filter_map(|(from, to)| lower.get(*from..*to)).fold(0, |all, word| all | pairs(word));
        Self { lower, spans, pairs }
    }

    /// The words in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.spans.iter().map(|(start, end)| self.lower.get(*start..*end).unwrap_or_default())
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Whether a text of these words says at least one of the phrases.
    pub fn say_any(&self, raw: &str, phrases: &[Phrase]) -> bool {
        phrases.iter().any(|phrase| self.say(raw, phrase))
    }

    fn say(&self, raw: &str, phrase: &Phrase) -> bool {
        match phrase {
            Phrase::Words(words) => self.contains(words),
            Phrase::Signs(signs) => !signs.trim().is_empty() && raw.contains(signs.as_str()),
        }
    }

    /// Whether the other words occur in these as an unbroken sequence.
    fn contains(&self, other: &Self) -> bool {
        if other.pairs & !self.pairs != 0 {
            return false;
        }
        let (words, wanted) = (self.iter(), other.iter());
        let spare = words.len().checked_sub(wanted.len());
        spare.is_some_and(|spare| {
            (0..=spare).any(|skip| words.clone().skip(skip).zip(wanted.clone()).all(|(a, b)| a == b))
        })
    }
}

fn pairs(word: &str) -> u128 {
    let bytes = word.as_bytes().windows(2);
    bytes.fold(0, |pairs, pair| match pair {
        [a, b] => pairs | 1 << (a.wrapping_mul(31).wrapping_add(*b) & 127),
        _ => pairs,
    })
}

/// A text that can be asked what it says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text<'a> {
    raw: &'a str,
    words: Words,
}

impl<'a> Text<'a> {
    /// Prepares a text.
    pub fn of(raw: &'a str) -> Self {
        Self { raw, words: Words::of(raw) }
    }

    /// The text as it was given.
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// Its words.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Whether it says the phrase.
    pub fn says(&self, phrase: &Phrase) -> bool {
        self.words.say(self.raw, phrase)
    }

    /// Whether it says at least one of the phrases.
    pub fn says_any(&self, phrases: &[Phrase]) -> bool {
        self.words.say_any(self.raw, phrases)
    }

    /// How many of the phrases it says.
    pub fn count(&self, phrases: &[Phrase]) -> usize {
        phrases.iter().filter(|phrase| self.says(phrase)).count()
    }
}

/// Something a text may say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// Words in order.
    Words(Words),
    /// Signs without letter or digit, said when they occur in the text as it stands.
    Signs(String),
}

impl Phrase {
    /// The phrase in a text.
    pub fn of(text: &str) -> Self {
        let words = Words::of(text);
        if words.is_empty() { Self::Signs(text.to_owned()) } else { Self::Words(words) }
    }

    /// Phrases of a list.
    pub fn all<T: AsRef<str>>(texts: &[T]) -> Vec<Self> {
        texts.iter().map(|text| Self::of(text.as_ref())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(text: &str, phrase: &str) -> bool {
        Text::of(text).says(&Phrase::of(phrase))
    }

    #[test]
    fn a_word_inside_a_word_is_not_said() {
        assert!(!says("I know it", "no"));
        assert!(says("No, I do", "no"));
    }

    #[test]
    fn typographic_apostrophes_and_hyphens_do_not_matter() {
        assert!(says("I don’t know", "don't know"));
        assert!(says("a noise-cancelling one", "noise cancelling"));
        assert!(says("pre_measured spices", "pre-measured spices"));
    }

    #[test]
    fn apostrophes_at_the_edge_are_not_part_of_a_word() {
        assert_eq!(Words::of("'tis the dogs' o'clock").iter().collect::<Vec<_>>(), ["tis", "the", "dogs", "o'clock"]);
    }

    #[test]
    fn a_phrase_of_signs_is_looked_up_as_it_stands() {
        assert!(says("Great!", "!"));
        assert!(!says("Great", "!"));
        assert!(!says("Great", " "));
    }
}
