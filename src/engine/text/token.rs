//! Splits a text into words and marks with their positions.

use std::borrow::Cow;

use super::letter::{is_alphanumeric, is_lower};

/// A word or a mark of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// Its text in lower case with plain apostrophes.
    pub text: Cow<'a, str>,
    /// Word or mark.
    pub kind: TokenKind,
    /// First code point in the raw text.
    pub start: u32,
    /// One past the last code point.
    pub end: u32,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A word or a number, a currency sign included.
    Word,
    /// Ends a sentence that is not a question.
    Stop,
    /// Ends a question.
    Question,
    /// Ends an exclamation.
    Exclamation,
    /// A comma.
    Comma,
    /// A colon, dash, bracket or ellipsis, which separates parts of a sentence.
    Break,
    /// A quotation mark.
    Quote,
    /// Any other symbol: emoji, slashes, signs.
    Other,
}

impl TokenKind {
    /// Whether the token ends a sentence.
    pub fn ends_sentence(self) -> bool {
        matches!(self, Self::Stop | Self::Question | Self::Exclamation)
    }
}

/// Replaces all typographic apostrophes by `'`.
pub fn plain(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{02BC}' | '\u{0060}' | '\u{00B4}' => '\'',
        _ => c,
    }
}

/// Normalises Arabic spelling: one form for letters with several, without vowel signs and lengthening lines.
fn one_spelling(c: char) -> Option<char> {
    match c {
        'أ' | 'إ' | 'آ' | 'ٱ' => Some('ا'),
        'ى' => Some('ي'),
        'ة' => Some('ه'),
        '\u{64B}'..='\u{652}' | '\u{670}' | '\u{640}' => None,
        _ => Some(c),
    }
}

/// Splits a text into words and marks. Blanks and control characters are dropped, and a line break ends a sentence.
///
/// A hyphen separates words, so `plant-based` equals `plant based`. Complexity: linear.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    // In most languages, a word and its blank have five letters or more.
    let mut found = Vec::with_capacity(text.len() / 5 + 1);
    found.extend(Cutter::new(text));
    found
}

/// The normalised words of a text, without marks.
pub fn words(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    Cutter::new(text).filter(|token| token.kind == TokenKind::Word).map(|token| token.text)
}

/// The normalised words of a text as a list.
pub fn word_list(text: &str) -> Vec<String> {
    words(text).map(Cow::into_owned).collect()
}

/// For each byte: 1 for a plain letter or digit, [`CAPITAL`] for a plain capital.
static PLAIN: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() {
            kinds[byte as usize] = if byte.is_ascii_uppercase() { CAPITAL } else { 1 };
        }
        byte += 1;
    }
    kinds
};

const CAPITAL: u8 = 2;

/// Reads one token after the other from a text.
struct Cutter<'a> {
    rest: &'a str,
    /// Number of code points before the rest.
    start: u32,
    /// The letter before the rest.
    before: char,
}

impl<'a> Cutter<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text, start: 0, before: ' ' }
    }

    /// Fast path: the word here, if it has only plain letters and a blank or separating mark follows.
    fn plain_word(&mut self) -> Option<Token<'a>> {
        let (mut letters, mut kinds) = (0, 0);
        for letter in self.rest.bytes() {
            let kind = PLAIN.get(usize::from(letter)).copied().unwrap_or(0);
            if kind == 0 {
                break;
            }
            (letters, kinds) = (letters + 1, kinds | kind);
        }
        let (own, after) = self.rest.split_at_checked(letters)?;
        let last = *own.as_bytes().last()?;
        let is_whole = match after.as_bytes().first() {
            None | Some(b' ' | b'?' | b'!' | b'-' | b'"' | b';' | b'\n') => true,
            Some(b'.' | b',' | b':') => !last.is_ascii_digit(),
            Some(_) => false,
        };
        if !is_whole {
            return None;
        }
        let text = if kinds & CAPITAL != 0 { Cow::Owned(own.to_ascii_lowercase()) } else { Cow::Borrowed(own) };
        let start = self.start;
        self.start = start.saturating_add(u32::try_from(letters).unwrap_or(u32::MAX));
        (self.rest, self.before) = (after, char::from(last));
        Some(Token { text, kind: TokenKind::Word, start, end: self.start })
    }
}

impl<'a> Iterator for Cutter<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            if let Some(after) = self.rest.strip_prefix(' ') {
                (self.rest, self.start, self.before) = (after, self.start.saturating_add(1), ' ');
                continue;
            }
            if let Some(token) = self.plain_word() {
                return Some(token);
            }
            let c = self.rest.chars().next()?;
            let is_word = begins_word(self.rest);
            let (bytes, letters) = if is_word { word_end(self.rest) } else { (c.len_utf8(), 1) };
            let (own, after) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
            let kind = if is_word { Some(TokenKind::Word) } else { mark(self.before, plain(c), after) };
            let start = self.start;
            self.before = own.chars().next_back().map_or(' ', plain);
            (self.rest, self.start) = (after, start.saturating_add(letters));
            if let Some(kind) = kind {
                return Some(Token { text: lowered(own), kind, start, end: self.start });
            }
        }
    }
}

/// Normalises letters: lower case, one spelling, plain apostrophes.
fn lowered(letters: &str) -> Cow<'_, str> {
    let stays = |letter: char| is_lower(letter) && plain(letter) == letter && one_spelling(letter) == Some(letter);
    if letters.chars().all(stays) {
        return Cow::Borrowed(letters);
    }
    let mut text = String::with_capacity(letters.len());
    for letter in letters.chars().map(plain) {
        if is_lower(letter) {
            text.extend(one_spelling(letter));
        } else {
            text.extend(letter.to_lowercase().filter_map(one_spelling));
        }
    }
    Cow::Owned(text)
}

/// The first characters of a text.
pub fn prefix(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// The code points `start..end` of a text.
pub fn slice(text: &str, start: u32, end: u32) -> &str {
    if text.is_ascii() {
        return text.get(start as usize..text.len().min(end as usize)).unwrap_or_default();
    }
    let byte = |position: u32| text.char_indices().nth(position as usize).map_or(text.len(), |(at, _)| at);
    text.get(byte(start)..byte(end)).unwrap_or_default()
}

/// Letters, digits and signs that belong to a letter: combining marks, viramas, joiners.
fn is_letter(c: char) -> bool {
    is_alphanumeric(c) || matches!(c, '\u{300}'..='\u{36F}' | '\u{94D}' | '\u{200C}' | '\u{200D}')
}

fn begins_word(text: &str) -> bool {
    let mut chars = text.chars().map(plain);
    match chars.next() {
        Some('$' | '£' | '€' | '#') => chars.next().is_some_and(|next| next.is_ascii_digit()),
        Some(c) => is_alphanumeric(c),
        None => false,
    }
}

/// Bytes and letters of the word here. It may contain inner apostrophes, `.`, `,` and `:` between digits, and a final
/// `%`.
fn word_end(text: &str) -> (usize, u32) {
    let (mut before, mut letters) = (None, 0);
    for (at, raw) in text.char_indices() {
        let c = plain(raw);
        if let Some(before) = before {
            let after = || text.get(at + raw.len_utf8()..).and_then(|rest| rest.chars().next()).map_or(' ', plain);
            let joins = match c {
                '\'' => is_letter(before) && is_letter(after()),
                '.' | ',' | ':' => before.is_ascii_digit() && after().is_ascii_digit(),
                '%' => before.is_ascii_digit(),
                _ => is_letter(c),
            };
            if !joins {
                return (at, letters);
            }
        }
        before = Some(c);
        letters += 1;
    }
    (text.len(), letters)
}

/// The kind of a mark between a letter and a text; none if it is no mark.
fn mark(before: char, c: char, after: &str) -> Option<TokenKind> {
    match c {
        '\n' | ';' | '。' | '।' | '۔' | '؛' => Some(TokenKind::Stop),
        // Two or more dots in a row are an ellipsis.
        '.' => Some(if before == '.' || after.starts_with('.') { TokenKind::Break } else { TokenKind::Stop }),
        '?' | '？' | '؟' => Some(TokenKind::Question),
        '!' | '！' => Some(TokenKind::Exclamation),
        ',' | '，' | '、' | '،' => Some(TokenKind::Comma),
        ':' | '–' | '—' | '(' | ')' | '[' | ']' | '{' | '}' | '…' => Some(TokenKind::Break),
        // A hyphen after a blank is a dash; a hyphen inside a word is not.
        '-' => (before.is_whitespace() || before == '-').then_some(TokenKind::Break),
        '"' | '“' | '”' | '„' | '«' | '»' => Some(TokenKind::Quote),
        '\'' => None,
        _ => (!c.is_whitespace() && !c.is_control() && !is_invisible(c)).then_some(TokenKind::Other),
    }
}

/// Direction marks and other invisible characters.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.text.into_owned()).collect()
    }

    #[test]
    fn words_keep_apostrophes_numbers_and_currency() {
        assert_eq!(
            texts("I don’t pay $1,450.50 at 9:30 or 20%."),
            ["i", "don't", "pay", "$1,450.50", "at", "9:30", "or", "20%", "."]
        );
    }

    #[test]
    fn arabic_words_compare_equal_however_they_are_vowelled() {
        assert_eq!(texts("القَهْوَة أُمّي"), texts("القهوه امي"));
        let text = "القَهْوَة جيدة";
        assert_eq!(tokens(text).first().map(|token| slice(text, token.start, token.end)), Some("القَهْوَة"));
    }

    #[test]
    fn a_hyphen_separates_words_without_a_mark() {
        assert_eq!(texts("plant-based - yes"), ["plant", "based", "-", "yes"]);
    }

    #[test]
    fn spans_count_code_points() {
        let text = "🎉 żółć, ok";
        let found = tokens(text);
        assert_eq!(found.get(1).map(|token| slice(text, token.start, token.end)), Some("żółć"));
        assert_eq!(found.get(1).map(|token| (token.start, token.end)), Some((2, 6)));
    }

    #[test]
    fn control_characters_and_direction_marks_leave_no_token() {
        assert!(tokens("\u{0}\u{7}\u{200F}\u{202E} \t").is_empty());
    }

    #[test]
    fn a_slice_outside_the_text_is_empty() {
        assert_eq!(slice("abc", 5, 9), "");
        assert_eq!(slice("abc", 2, 1), "");
    }
}
