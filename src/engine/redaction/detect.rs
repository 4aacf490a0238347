//! Detects details in a text.

use super::{
    kinds::{DetailKind, MARK, Redaction, WORD},
    normalized::{NormalizedText, is_word_char},
    numbers::separates_digits,
};

/// A detail in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetectedDetail {
    /// Its kind as in its placeholder: `EMAIL`.
    pub name: &'static str,
    /// First code point.
    pub start: u32,
    /// One past the last code point.
    pub end: u32,
    /// The value for comparison, without case, blanks and hyphens.
    pub(super) key: String,
}

/// Detects a kind at a position, and returns its end.
type Detector = fn(&NormalizedText, usize) -> Option<usize>;

/// The detectors, the most specific first.
const DETECTORS: [(DetailKind, Detector); 8] = [
    (DetailKind::Url, NormalizedText::url),
    (DetailKind::Email, NormalizedText::email),
    (DetailKind::Iban, NormalizedText::iban),
    (DetailKind::Ip, NormalizedText::ip),
    (DetailKind::Card, NormalizedText::card),
    (DetailKind::Phone, NormalizedText::phone),
    (DetailKind::Id, NormalizedText::id_number),
    (DetailKind::Handle, NormalizedText::handle),
];

/// Finds the details to hide, in order and without overlaps. A typed placeholder counts as a detail, so that it is not
/// restored. Complexity: characters of the text × words of the study.
pub fn find_details(text: &str, redaction: &Redaction) -> Vec<DetectedDetail> {
    let normalized = NormalizedText::of(text);
    let words: Vec<NormalizedText> = redaction.words.iter().map(|word| NormalizedText::of(word.trim())).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < normalized.len() {
        let Some((name, end)) = detail(&normalized, at, redaction, &words) else {
            at += 1;
            continue;
        };
        let end = if is_number(name) {
            end_of_digits(&normalized, end, |at| detail(&normalized, at, redaction, &words))
        } else {
            end
        };
        let (start, past) = normalized.span(at, end);
        found.push(DetectedDetail { name, start, end: past, key: comparison_key(name, normalized.slice(at, end)) });
        at = end;
    }
    found
}

fn detail(
    text: &NormalizedText,
    at: usize,
    redaction: &Redaction,
    words: &[NormalizedText],
) -> Option<(&'static str, usize)> {
    let before = text.before(at, 1);
    if is_word_char(before) && is_word_char(text.at(at)) {
        return None;
    }
    if let Some(end) = text.mark(at).filter(|_| before != '_') {
        return Some((MARK, end));
    }
    let kind = DETECTORS.iter().filter(|(detail, _)| redaction.hide.contains(detail));
    let kind =
        kind.filter_map(|(detail, detector)| Some((detail.name(), detector(text, at)?))).find(|(_, end)| *end > at);
    kind.or_else(|| words.iter().filter_map(|word| text.word(at, word)).max().map(|end| (WORD, end)))
}

fn is_number(name: &str) -> bool {
    [DetailKind::Iban, DetailKind::Card, DetailKind::Phone, DetailKind::Id].iter().any(|detail| detail.name() == name)
}

/// End of the digits after a number that are part of the same detail, such as the security code of a card. Digits after
/// a full stop belong to the next sentence.
fn end_of_digits<T>(text: &NormalizedText, number: usize, detail: impl Fn(usize) -> Option<T>) -> usize {
    let mut end = number;
    loop {
        let next = text.run(end, separates_digits);
        let past = text.run(next, |c| c.is_ascii_digit());
        let is_apart = next - end > 3 || text.slice(end, next).ends_with(&['.', ' ']);
        if is_apart || past == next || is_word_char(text.at(past)) || detail(next).is_some() {
            return end;
        }
        end = past;
    }
}

/// The key by which two values are compared.
fn comparison_key(name: &str, chars: &[char]) -> String {
    if [DetailKind::Email, DetailKind::Url, DetailKind::Handle, DetailKind::Ip]
        .iter()
        .any(|detail| detail.name() == name)
        || [WORD, MARK].contains(&name)
    {
        return chars.iter().collect();
    }
    let kept: String = chars.iter().filter(|c| c.is_alphanumeric() || **c == '+').collect();
    match kept.strip_prefix("00") {
        Some(rest) => format!("+{rest}"),
        None => kept,
    }
}

impl NormalizedText {
    /// End of a placeholder: `[EMAIL_1]` or `EMAIL_1` in any case. With brackets the number is optional, and a blank, a
    /// hyphen or nothing may precede it.
    pub(super) fn mark(&self, at: usize) -> Option<usize> {
        let open = usize::from(self.at(at) == '[');
        let end = self.run(at + open, |c| c.is_ascii_alphabetic());
        let name: String = self.slice(at + open, end).iter().collect();
        if !is_placeholder_name(&name) {
            return None;
        }
        let number = end + usize::from(self.at(end) == '_' || open == 1 && matches!(self.at(end), ' ' | '-'));
        let digits = self.run(number, |c| c.is_ascii_digit());
        let is_whole = if open == 1 {
            self.at(digits) == ']' && (digits > number || number == end)
        } else {
            number > end && digits > number && !is_word_char(self.at(digits))
        };
        is_whole.then_some(digits + open)
    }

    /// End of a study's word, with blanks of any length.
    fn word(&self, at: usize, word: &NormalizedText) -> Option<usize> {
        let mut end = at;
        for position in 0..word.len() {
            let expected = word.at(position);
            if expected != self.at(end) {
                return None;
            }
            end = if expected == ' ' { self.run(end, |c| c == ' ') } else { end + 1 };
        }
        let is_whole = !(is_word_char(self.before(end, 1)) && is_word_char(self.at(end)));
        (is_whole && word.len() > 0).then_some(end)
    }
}

/// Whether a word is a name of placeholders.
fn is_placeholder_name(word: &str) -> bool {
    let names = DetailKind::ALL.into_iter().map(DetailKind::name).chain([WORD, MARK]);
    names.into_iter().any(|name| name.eq_ignore_ascii_case(word))
}
