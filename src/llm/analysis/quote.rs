//! Whether the words a model quotes stand in a text, and where: in code points of the text.
//!
//! Case, blanks, punctuation and apostrophes do not count. A quote is found where all of it stands in a row, or where
//! four in five of its words stand in their order within one sentence.

use crate::{graph::Span, text::plain};

/// Most characters of a quote.
pub(super) const MOST_QUOTE: usize = 300;

/// Least characters of a quote that may begin or end inside a word.
const INSIDE_WORD: usize = 4;

/// A text ready to be searched.
#[derive(Clone, Debug)]
pub(in crate::llm) struct Said {
    /// Its letters and signs in lower case, one blank between words.
    text: String,
    /// Where each character begins in it, with the code point it came from, ascending.
    places: Vec<(usize, u32)>,
    /// Its words with the sentence they belong to.
    words: Vec<Word>,
    /// Where each code point of the raw text ends, with what hangs on to it.
    ends: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    text: String,
    start: u32,
    end: u32,
    sentence: u32,
}

/// What a character is for a comparison.
enum Sign {
    /// A letter, a digit, or a sign that says something.
    Kept,
    /// Stands between words.
    Blank,
    /// Stands between sentences.
    Stop,
    /// Is no sign of its own.
    Nothing,
}

impl Said {
    /// The first so many code points of a text.
    pub(in crate::llm) fn new(raw: &str, most: usize) -> Self {
        let chars: Vec<char> = raw.chars().take(most).collect();
        let mut said = Self { text: String::new(), places: Vec::new(), words: Vec::new(), ends: ends(&chars) };
        let (mut sentence, mut is_new) = (0, true);
        for (position, &character) in (0_u32..).zip(&chars) {
            match sign(character, chars.get(position as usize + 1).copied()) {
                Sign::Nothing => {}
                Sign::Blank => is_new = true,
                Sign::Stop => (sentence, is_new) = (sentence + 1, true),
                Sign::Kept => {
                    said.push(character, position, sentence, is_new || stands_alone(character));
                    is_new = stands_alone(character);
                }
            }
        }
        said
    }

    fn push(&mut self, character: char, position: u32, sentence: u32, is_new: bool) {
        // A sign that stands alone has no blank beside it: some people write one and some do not.
        let joins = |last: char| stands_alone(last) || stands_alone(character);
        if is_new && self.text.chars().next_back().is_some_and(|last| !joins(last)) {
            self.places.push((self.text.len(), position));
            self.text.push(' ');
        }
        let lower: String = character.to_lowercase().collect();
        self.places.push((self.text.len(), position));
        self.text.push_str(&lower);
        let end = position + 1;
        match self.words.last_mut().filter(|_| !is_new) {
            Some(word) => {
                word.text.push_str(&lower);
                word.end = end;
            }
            None => self.words.push(Word { text: lower, start: position, end, sentence }),
        }
    }

    /// Where a quote stands.
    pub(in crate::llm) fn find(&self, quote: &str) -> Option<Span> {
        let quote = Self::new(&within(quote), MOST_QUOTE);
        self.in_a_row(&quote.text).or_else(|| self.in_order(&quote.words))
    }

    /// Where something like a quote stands: most of its words in order, or failing that the whole text.
    pub(super) fn about(&self, quote: &str) -> Span {
        let quote = Self::new(&within(quote), MOST_QUOTE);
        let all = Span { start: 0, end: u32::try_from(self.ends.len()).unwrap_or(u32::MAX) };
        self.longest(&quote.words).filter(|(common, _)| common * 2 > quote.words.len()).map_or(all, |(_, span)| span)
    }

    /// All of it in a row, at the borders of words if possible.
    fn in_a_row(&self, quote: &str) -> Option<Span> {
        if quote.is_empty() {
            return None;
        }
        let found = || self.text.match_indices(quote).map(|(start, _)| (start, start + quote.len()));
        let aligned = found().find(|&(start, end)| self.is_border(start) && self.is_border(end));
        let is_long = quote.chars().nth(INSIDE_WORD - 1).is_some();
        let (start, end) = aligned.or_else(|| found().find(|_| is_long))?;
        Some(self.span(self.place(start)?, self.place(end - 1)?))
    }

    /// The code point that this byte came from.
    fn place(&self, byte: usize) -> Option<u32> {
        let after = self.places.partition_point(|(start, _)| *start <= byte);
        after.checked_sub(1).and_then(|at| self.places.get(at)).map(|(_, position)| *position)
    }

    /// Whether a word begins or ends here.
    fn is_border(&self, at: usize) -> bool {
        let sides = [
            self.text.get(..at).and_then(|before| before.chars().next_back()),
            self.text.get(at..).and_then(|after| after.chars().next()),
        ];
        sides.iter().any(|side| side.is_none_or(|c| c == ' ' || stands_alone(c)))
    }

    /// Four in five of its words in order within a sentence.
    fn in_order(&self, quote: &[Word]) -> Option<Span> {
        let (common, span) = self.longest(quote)?;
        (common * 5 >= quote.len() * 4).then_some(span)
    }

    /// Most words of a quote that stand in order within a sentence, and the shortest stretch they stand in.
    ///
    /// Complexity: words of the quote times words of the text.
    fn longest(&self, quote: &[Word]) -> Option<(usize, Span)> {
        let sentences = self.words.chunk_by(|a, b| a.sentence == b.sentence);
        let best = sentences.filter_map(|sentence| longest_in(quote, sentence));
        let (common, first, last) =
            best.min_by_key(|(common, first, last)| (std::cmp::Reverse(*common), last - first))?;
        Some((common, self.span(first, last - 1)))
    }

    /// The stretch from one code point to another, with what hangs on to the last one.
    fn span(&self, first: u32, last: u32) -> Span {
        Span { start: first, end: self.ends.get(last as usize).copied().unwrap_or(last + 1) }
    }
}

/// The longest run of a quote's words in the order of a sentence: how many, where it begins, where it ends.
fn longest_in(quote: &[Word], sentence: &[Word]) -> Option<(usize, u32, u32)> {
    // For each word of the sentence so far: the most words in common, and the latest beginning of so many.
    let mut row: Vec<(usize, u32)> = vec![(0, 0); sentence.len() + 1];
    let mut best: Option<(usize, u32, u32)> = None;
    for asked in quote {
        let (mut diagonal, mut left) = ((0, 0), (0, 0));
        for (cell, word) in row.iter_mut().skip(1).zip(sentence) {
            let above = *cell;
            let (common, first) = diagonal;
            if word.text == asked.text {
                let taken = (common + 1, if common == 0 { word.start } else { first });
                *cell = taken.max(above).max(left);
                let (length, start) = taken;
                let is_better = |(most, from, to): (usize, u32, u32)| {
                    length > most || (length == most && word.end - start < to - from)
                };
                if best.is_none_or(is_better) {
                    best = Some((length, start, word.end));
                }
            } else {
                *cell = above.max(left);
            }
            (diagonal, left) = (above, *cell);
        }
    }
    best
}

/// A quote up to its limit, cut between words.
fn within(quote: &str) -> String {
    let Some((limit, _)) = quote.char_indices().nth(MOST_QUOTE) else { return quote.to_owned() };
    let cut = quote.get(..limit).unwrap_or_default();
    let end = cut.rfind(char::is_whitespace).unwrap_or(cut.len());
    cut.get(..end).unwrap_or_default().to_owned()
}

fn sign(character: char, next: Option<char>) -> Sign {
    if hangs_on(character) || is_direction(character) || plain(character) == '\'' {
        return Sign::Nothing;
    }
    match character {
        '\n' | '\r' | '。' | '।' | '۔' | '؟' | '？' | '！' | '!' | '?' => Sign::Stop,
        '.' if next.is_none_or(|next| !next.is_alphanumeric()) => Sign::Stop,
        _ if character.is_whitespace() || character.is_control() || is_punctuation(character) => Sign::Blank,
        _ => Sign::Kept,
    }
}

/// Where each code point ends together with what hangs on to it.
fn ends(chars: &[char]) -> Vec<u32> {
    let mut ends: Vec<u32> = (1..).take(chars.len()).collect();
    for at in (1..chars.len()).rev() {
        let follows = chars.get(at).is_some_and(|c| hangs_on(*c));
        let end = ends.get(at).copied();
        if let (true, Some(end), Some(before)) = (follows, end, ends.get_mut(at - 1)) {
            *before = end;
        }
    }
    ends
}

/// Variation selectors, joiners and skin tones: part of the sign before them.
fn hangs_on(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}' | '\u{20E3}' | '\u{1F3FB}'..='\u{1F3FF}')
}

fn is_direction(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(c, '¡' | '§' | '«' | '¶' | '·' | '»' | '¿' | '\u{5BE}' | '\u{5C0}' | '\u{5C3}' | '\u{5F3}' | '\u{5F4}'
            | '،' | '؛' | '٪'..='٭' | '॥' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205E}' | '\u{3001}'..='\u{3003}'
            | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}' | '\u{30FB}' | '\u{FE30}'..='\u{FE6F}'
            | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}' | '\u{FF5B}'..='\u{FF65}')
}

/// Whether a sign counts as a word: an emoji, or a letter of a script without blanks.
fn stands_alone(c: char) -> bool {
    is_unspaced(c) || !(c.is_alphanumeric() || is_mark(c))
}

/// Marks on letters.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{610}'..='\u{6ED}' | '\u{8D0}'..='\u{DFF}')
}

/// Scripts written without blanks between words.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{3040}'..='\u{30FA}'
        | '\u{30FC}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops where something is missing")]
mod tests {
    use super::*;
    use crate::text::slice;

    /// What a quote is found to be in an answer.
    fn found(answer: &str, quote: &str) -> Option<String> {
        let span = Said::new(answer, 4_000).find(quote)?;
        Some(slice(answer, span.start, span.end).to_owned())
    }

    const COFFEE: &str = "I guess it's nice and thick, so my coffee feels like a treat in the morning.";

    #[test]
    fn case_blanks_and_punctuation_do_not_count() {
        assert_eq!(found(COFFEE, "Nice and  THICK").unwrap(), "nice and thick");
        assert_eq!(found(COFFEE, "“its nice and thick so my coffee…”").unwrap(), "it's nice and thick, so my coffee");
        assert_eq!(found("It’s plant-based – great", "it's plant based").unwrap(), "It’s plant-based");
        assert_eq!(found(COFFEE, ""), None);
        assert_eq!(found(COFFEE, "…"), None);
    }

    #[test]
    fn three_of_four_words_are_too_few_and_four_of_five_are_enough() {
        assert_eq!(found(COFFEE, "coffee is a treat"), None);
        assert_eq!(found(COFFEE, "coffee feels like one treat").unwrap(), "coffee feels like a treat");
        assert_eq!(found(COFFEE, "nice, coffee, treat").unwrap(), "nice and thick, so my coffee feels like a treat");
        assert_eq!(found(COFFEE, "treat coffee"), None);
    }

    #[test]
    fn words_out_of_two_sentences_are_no_quote_unless_they_stand_in_a_row() {
        let answer = "I like it. My kids do too.";
        assert_eq!(found(answer, "like kids"), None);
        assert_eq!(found(answer, "like it my kids").unwrap(), "like it. My kids");
    }

    #[test]
    fn the_shortest_stretch_of_the_words_is_taken() {
        assert_eq!(found("tea for me, or tea with milk", "tea with milk").unwrap(), "tea with milk");
        assert_eq!(found("a b x a y b", "a  z b").as_deref(), None);
        assert_eq!(found("good x x good y milk z", "good milk").unwrap(), "good y milk");
    }

    #[test]
    fn a_quote_may_end_inside_a_word_only_if_it_is_long() {
        assert_eq!(found("we went to the party", "art"), None);
        assert_eq!(found("grown organically here", "organic").unwrap(), "organic");
        assert_eq!(found("the starts of art", "art").unwrap(), "art");
    }

    #[test]
    fn spans_are_exact_with_emoji_and_signs_that_hang_on() {
        assert_eq!(found("So good 👍🏽 really", "good 👍🏽").unwrap(), "good 👍🏽");
        assert_eq!(found("love it❤️ a lot", "love it ❤").unwrap(), "love it❤️");
        assert_eq!(found("👩‍👩‍👧 eat it", "eat it").unwrap(), "eat it");
        let span = Said::new("🎉 żółć, ok", 10).find("ŻÓŁĆ").unwrap();
        assert_eq!((span.start, span.end), (2, 6));
    }

    #[test]
    fn spans_are_exact_from_right_to_left_and_without_blanks() {
        assert_eq!(found("אני אוהב את הטעם, באמת", "אוהב את הטעם").unwrap(), "אוהב את הטעם");
        assert_eq!(found("\u{202b}أحب القهوة\u{202c} كثيرا", "أحب القهوة").unwrap(), "أحب القهوة");
        assert_eq!(found("我喜欢咖啡的味道。很香", "咖啡的味道").unwrap(), "咖啡的味道");
        assert_eq!(found("मुझे कॉफ़ी पसंद है", "कॉफ़ी पसंद").unwrap(), "कॉफ़ी पसंद");
    }

    #[test]
    fn a_long_quote_counts_up_to_its_limit() {
        let answer = "word ".repeat(100);
        assert_eq!(found(&answer, &answer).unwrap().chars().count(), 299);
        assert_eq!(Said::new(&answer, 8).find("word word"), None);
    }

    #[test]
    fn what_is_not_found_is_placed_where_most_of_it_stands() {
        let said = Said::new(COFFEE, 4_000);
        let span = said.about("coffee is a treat");
        assert_eq!(slice(COFFEE, span.start, span.end), "coffee feels like a treat");
        assert_eq!(said.about("something else entirely").end as usize, COFFEE.chars().count());
    }
}
