//! Cuts a text into words and marks and remembers where each one stood.

/// A word or a mark of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Lower case, typographic apostrophes made plain.
    pub text: String,
    /// Word or mark.
    pub kind: Kind,
    /// First code point in the raw text.
    pub start: u32,
    /// One past the last code point.
    pub end: u32,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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
    /// Colon, dash, bracket, ellipsis: a break inside a sentence.
    Break,
    /// A quotation mark.
    Quote,
    /// Anything else that is neither blank nor letter: emoji, slashes, signs.
    Other,
}

impl Kind {
    /// Whether a sentence ends here.
    pub fn ends_sentence(self) -> bool {
        matches!(self, Self::Stop | Self::Question | Self::Exclamation)
    }
}

/// Apostrophes in all their typographic forms as `'`.
pub fn plain(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{02BC}' | '\u{0060}' | '\u{00B4}' => '\'',
        _ => c,
    }
}

/// Arabic letters that people write in several ways, in one; vowel signs and lengthening lines, which most leave out, away.
fn one_spelling(c: char) -> Option<char> {
    match c {
        'أ' | 'إ' | 'آ' | 'ٱ' => Some('ا'),
        'ى' => Some('ي'),
        'ة' => Some('ه'),
        '\u{64B}'..='\u{652}' | '\u{670}' | '\u{640}' => None,
        _ => Some(c),
    }
}

/// Cuts a text into words and marks. Blanks and control characters are left out, a line break ends a sentence.
///
/// A hyphen joins nothing: `plant-based` is two words, so that it compares equal to `plant based`.
/// Complexity: linear.
pub fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().map(plain).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let is_word = begins_word(&chars, at);
        let end = if is_word { word_end(&chars, at) } else { at + 1 };
        let kind = if is_word { Some(Kind::Word) } else { mark(&chars, at, c) };
        if let Some(kind) = kind {
            let text = lowered(chars.get(at..end).unwrap_or_default());
            found.push(Token { text, kind, start: position(at), end: position(end) });
        }
        at = end;
    }
    found
}

/// Letters as they compare: lower case, in one spelling.
fn lowered(letters: &[char]) -> String {
    let mut text = String::with_capacity(letters.len());
    for letter in letters {
        if letter.is_ascii() {
            text.push(letter.to_ascii_lowercase());
        } else {
            text.extend(letter.to_lowercase().filter_map(one_spelling));
        }
    }
    text
}

/// The code points `start..end` of a text.
pub fn slice(text: &str, start: u32, end: u32) -> &str {
    let byte = |position: u32| text.char_indices().nth(position as usize).map_or(text.len(), |(at, _)| at);
    text.get(byte(start)..byte(end)).unwrap_or_default()
}

fn position(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Letters, digits and the signs that are part of a letter (combining marks, viramas, joiners).
fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\u{300}'..='\u{36F}' | '\u{94D}' | '\u{200C}' | '\u{200D}')
}

fn begins_word(chars: &[char], at: usize) -> bool {
    let next_is_digit = || chars.get(at + 1).is_some_and(char::is_ascii_digit);
    match chars.get(at) {
        Some('$' | '£' | '€' | '#') => next_is_digit(),
        Some(&c) => c.is_alphanumeric(),
        None => false,
    }
}

/// A word goes on over inner apostrophes, over `.`, `,` and `:` between digits, and over a closing `%`.
fn word_end(chars: &[char], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&c) = chars.get(at) {
        let before = chars.get(at - 1).copied().unwrap_or(' ');
        let after = chars.get(at + 1).copied().unwrap_or(' ');
        let joins = match c {
            '\'' => is_letter(before) && is_letter(after),
            '.' | ',' | ':' => before.is_ascii_digit() && after.is_ascii_digit(),
            '%' => before.is_ascii_digit(),
            _ => is_letter(c),
        };
        if !joins {
            break;
        }
        at += 1;
    }
    at
}

fn mark(chars: &[char], at: usize, c: char) -> Option<Kind> {
    match c {
        '\n' | ';' | '。' | '।' | '۔' | '؛' => Some(Kind::Stop),
        '.' => Some(if dots(chars, at) { Kind::Break } else { Kind::Stop }),
        '?' | '？' | '؟' => Some(Kind::Question),
        '!' | '！' => Some(Kind::Exclamation),
        ',' | '，' | '、' | '،' => Some(Kind::Comma),
        ':' | '–' | '—' | '(' | ')' | '[' | ']' | '{' | '}' | '…' => Some(Kind::Break),
        '-' => is_dash(chars, at).then_some(Kind::Break),
        '"' | '“' | '”' | '„' | '«' | '»' => Some(Kind::Quote),
        '\'' => None,
        _ => (!c.is_whitespace() && !c.is_control() && !is_invisible(c)).then_some(Kind::Other),
    }
}

/// Two or more dots in a row are a pause.
fn dots(chars: &[char], at: usize) -> bool {
    chars.get(at + 1) == Some(&'.') || at.checked_sub(1).and_then(|before| chars.get(before)) == Some(&'.')
}

/// A hyphen with a blank before it separates; one inside a word does not.
fn is_dash(chars: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| chars.get(before)).copied().unwrap_or(' ');
    before.is_whitespace() || before == '-'
}

/// Direction marks and the like: no ink.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.text).collect()
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
