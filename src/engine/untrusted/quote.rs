//! Finds a quote in a text. The result is a span in code points.
//!
//! Case, blanks, punctuation and apostrophes are ignored. A quote matches as a whole, or if one sentence contains four in
//! five of its words in order.

use crate::engine::{
    graph::Span,
    text::{first_words, is_invisible, plain},
};

/// Maximum characters of a quote.
const MOST_QUOTE: usize = 300;

/// Minimum characters of a quote that may start or end inside a word.
const INSIDE_WORD: usize = 4;

/// A text in a searchable form.
#[derive(Clone, Debug)]
pub(crate) struct SearchableText {
    /// The text in lower case, with one blank between words.
    text: String,
    /// Start of each character in `text`, and its code point in the raw text; ascending.
    positions: Vec<(usize, u32)>,
    /// Its words.
    words: Vec<Word>,
    /// End of each code point of the raw text, including its modifiers.
    ends: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    text: String,
    start: u32,
    end: u32,
    sentence: u32,
}

/// The role of a character.
enum CharClass {
    /// Part of a word.
    Word,
    /// Separates words.
    Blank,
    /// Separates sentences.
    Stop,
    /// Ignored.
    Ignored,
}

impl SearchableText {
    /// The first `most` code points of a text.
    pub(crate) fn new(raw: &str, most: usize) -> Self {
        let chars: Vec<char> = raw.chars().take(most).collect();
        let mut searchable = Self { text: String::new(), positions: Vec::new(), words: Vec::new(), ends: ends(&chars) };
        let (mut sentence, mut is_new) = (0, true);
        for (position, &character) in (0_u32..).zip(&chars) {
            match classify(character, chars.get(position as usize + 1).copied()) {
                CharClass::Ignored => {}
                CharClass::Blank => is_new = true,
                CharClass::Stop => (sentence, is_new) = (sentence + 1, true),
                CharClass::Word => {
                    searchable.push(character, position, sentence, is_new || is_whole_word(character));
                    is_new = is_whole_word(character);
                }
            }
        }
        searchable
    }

    fn push(&mut self, character: char, position: u32, sentence: u32, is_new: bool) {
        // An emoji or a letter of such a script has no blank beside it, because spelling varies.
        let joins = |last: char| is_whole_word(last) || is_whole_word(character);
        if is_new && self.text.chars().next_back().is_some_and(|last| !joins(last)) {
            self.positions.push((self.text.len(), position));
            self.text.push(' ');
        }
        let lower: String = character.to_lowercase().collect();
        self.positions.push((self.text.len(), position));
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

    /// Span of a quote, if the text contains it.
    pub(crate) fn find(&self, quote: &str) -> Option<Span> {
        let quote = Self::of_quote(quote);
        self.find_whole(&quote.text).or_else(|| self.find_in_order(&quote.words))
    }

    fn of_quote(quote: &str) -> Self {
        Self::new(first_words(quote, MOST_QUOTE).unwrap_or(quote), MOST_QUOTE)
    }

    /// Span of most words of a quote in order; else of the whole text.
    pub(super) fn find_similar(&self, quote: &str) -> Span {
        let quote = Self::of_quote(quote);
        let all = Span { start: 0, end: u32::try_from(self.ends.len()).unwrap_or(u32::MAX) };
        self.longest_match(&quote.words)
            .filter(|(common, _)| common * 2 > quote.words.len())
            .map_or(all, |(_, span)| span)
    }

    /// Finds the whole quote, at word boundaries if possible.
    fn find_whole(&self, quote: &str) -> Option<Span> {
        if quote.is_empty() {
            return None;
        }
        let found = || self.text.match_indices(quote).map(|(start, _)| (start, start + quote.len()));
        let aligned = found().find(|&(start, end)| self.is_boundary(start) && self.is_boundary(end));
        let is_long = quote.chars().nth(INSIDE_WORD - 1).is_some();
        let (start, end) = aligned.or_else(|| found().find(|_| is_long))?;
        Some(self.span(self.position(start)?, self.position(end - 1)?))
    }

    /// The raw code point of a byte in `text`.
    fn position(&self, byte: usize) -> Option<u32> {
        let after = self.positions.partition_point(|(start, _)| *start <= byte);
        after.checked_sub(1).and_then(|at| self.positions.get(at)).map(|(_, position)| *position)
    }

    /// Whether a word starts or ends here.
    fn is_boundary(&self, at: usize) -> bool {
        let sides = [
            self.text.get(..at).and_then(|before| before.chars().next_back()),
            self.text.get(at..).and_then(|after| after.chars().next()),
        ];
        sides.iter().any(|side| side.is_none_or(|c| c == ' ' || is_whole_word(c)))
    }

    /// Finds four in five words of a quote in order within a sentence.
    fn find_in_order(&self, quote: &[Word]) -> Option<Span> {
        let (common, span) = self.longest_match(quote)?;
        (common * 5 >= quote.len() * 4).then_some(span)
    }

    /// The most words of a quote in order within a sentence, and their shortest span. Complexity: quote words × text words.
    fn longest_match(&self, quote: &[Word]) -> Option<(usize, Span)> {
        let sentences = self.words.chunk_by(|a, b| a.sentence == b.sentence);
        let best = sentences.filter_map(|sentence| longest_in(quote, sentence));
        let (common, first, last) =
            best.min_by_key(|(common, first, last)| (std::cmp::Reverse(*common), last - first))?;
        Some((common, self.span(first, last - 1)))
    }

    /// The span of two code points, including modifiers of the last.
    fn span(&self, first: u32, last: u32) -> Span {
        Span { start: first, end: self.ends.get(last as usize).copied().unwrap_or(last + 1) }
    }
}

/// The longest common subsequence of words: length, start, end.
fn longest_in(quote: &[Word], sentence: &[Word]) -> Option<(usize, u32, u32)> {
    // For each word of the sentence: the length of the longest subsequence, and its latest start.
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

fn classify(character: char, next: Option<char>) -> CharClass {
    if is_modifier(character) || is_invisible(character) || plain(character) == '\'' {
        return CharClass::Ignored;
    }
    match character {
        '\n' | '\r' | '。' | '।' | '۔' | '؟' | '？' | '！' | '!' | '?' => CharClass::Stop,
        '.' if next.is_none_or(|next| !next.is_alphanumeric()) => CharClass::Stop,
        _ if character.is_whitespace() || character.is_control() || is_punctuation(character) => CharClass::Blank,
        _ => CharClass::Word,
    }
}

/// End of each code point, including its modifiers.
fn ends(chars: &[char]) -> Vec<u32> {
    let mut ends: Vec<u32> = (1..).take(chars.len()).collect();
    for at in (1..chars.len()).rev() {
        let follows = chars.get(at).is_some_and(|c| is_modifier(*c));
        let end = ends.get(at).copied();
        if let (true, Some(end), Some(before)) = (follows, end, ends.get_mut(at - 1)) {
            *before = end;
        }
    }
    ends
}

/// Variation selectors, joiners and skin tones, which modify the previous character.
fn is_modifier(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}' | '\u{20E3}' | '\u{1F3FB}'..='\u{1F3FF}')
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(c, '¡' | '§' | '«' | '¶' | '·' | '»' | '¿' | '\u{5BE}' | '\u{5C0}' | '\u{5C3}' | '\u{5F3}' | '\u{5F4}'
            | '،' | '؛' | '٪'..='٭' | '॥' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205E}' | '\u{3001}'..='\u{3003}'
            | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}' | '\u{30FB}' | '\u{FE30}'..='\u{FE6F}'
            | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}' | '\u{FF5B}'..='\u{FF65}')
}

/// Whether a character is a whole word: an emoji, or a letter of a script without blanks.
fn is_whole_word(c: char) -> bool {
    is_unspaced(c) || !(c.is_alphanumeric() || is_mark(c))
}

/// Combining marks.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{610}'..='\u{6ED}' | '\u{8D0}'..='\u{DFF}')
}

/// Letters of scripts without blanks between words.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{3040}'..='\u{30FA}'
        | '\u{30FC}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops where something is missing")]
mod tests {
    use super::*;
    use crate::engine::text::slice;

    /// The text of a quote as found in an answer.
    fn found(answer: &str, quote: &str) -> Option<String> {
        let span = SearchableText::new(answer, 4_000).find(quote)?;
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
        let span = SearchableText::new("🎉 żółć, ok", 10).find("ŻÓŁĆ").unwrap();
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
        assert_eq!(SearchableText::new(&answer, 8).find("word word"), None);
    }

    #[test]
    fn what_is_not_found_is_placed_where_most_of_it_stands() {
        let said = SearchableText::new(COFFEE, 4_000);
        let span = said.find_similar("coffee is a treat");
        assert_eq!(slice(COFFEE, span.start, span.end), "coffee feels like a treat");
        assert_eq!(said.find_similar("something else entirely").end as usize, COFFEE.chars().count());
    }
}
