//! Finds details in a text.

use super::{Detail, MARK, Redaction, WORD, numbers::parts_digits, signs::Signs};

/// A detail in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its kind, as in its mark: `EMAIL`.
    pub name: &'static str,
    /// First code point.
    pub start: u32,
    /// One past the last code point.
    pub end: u32,
    /// What makes two of a kind one: case, blanks, hyphens and the script of digits do not.
    pub(super) key: String,
}

/// A way to find a kind: where what starts here ends.
type Finder = fn(&Signs, usize) -> Option<usize>;

/// Finders in the order they are tried at a place. A number is many things: the surest come first.
const FINDERS: [(Detail, Finder); 8] = [
    (Detail::Url, Signs::url),
    (Detail::Email, Signs::email),
    (Detail::Iban, Signs::iban),
    (Detail::Ip, Signs::ip),
    (Detail::Card, Signs::card),
    (Detail::Phone, Signs::phone),
    (Detail::Id, Signs::id_number),
    (Detail::Handle, Signs::handle),
];

/// Details of a text that are to be hidden, in order; none within another. What looks like a mark is one of them: a mark
/// somebody typed must not be taken for one of ours.
///
/// Complexity: characters of the text times words of the study.
pub fn find(text: &str, redaction: &Redaction) -> Vec<Found> {
    let signs = Signs::of(text);
    let words: Vec<Signs> = redaction.words.iter().map(|word| Signs::of(word.trim())).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < signs.len() {
        let Some((name, end)) = detail(&signs, at, redaction, &words) else {
            at += 1;
            continue;
        };
        let end =
            if is_number(name) { past_digits(&signs, end, |at| detail(&signs, at, redaction, &words)) } else { end };
        let (start, past) = signs.span(at, end);
        found.push(Found { name, start, end: past, key: key(name, signs.slice(at, end)) });
        at = end;
    }
    found
}

fn detail(signs: &Signs, at: usize, redaction: &Redaction, words: &[Signs]) -> Option<(&'static str, usize)> {
    let before = signs.before(at, 1);
    if joins(before) && joins(signs.at(at)) {
        return None;
    }
    if let Some(end) = signs.mark(at).filter(|_| before != '_') {
        return Some((MARK, end));
    }
    let kind = FINDERS.iter().filter(|(detail, _)| redaction.hide.contains(detail));
    let kind = kind.filter_map(|(detail, finder)| Some((detail.name(), finder(signs, at)?))).find(|(_, end)| *end > at);
    kind.or_else(|| words.iter().filter_map(|word| signs.word(at, word)).max().map(|end| (WORD, end)))
}

fn is_number(name: &str) -> bool {
    [Detail::Iban, Detail::Card, Detail::Phone, Detail::Id].iter().any(|detail| detail.name() == name)
}

/// Where the digits end that follow a number and are no detail of their own: of two phone numbers side by side nobody can
/// tell where one ends, and the digits behind a card's number are its secret. What a full stop parts belongs to the next
/// sentence.
fn past_digits<T>(signs: &Signs, number: usize, detail: impl Fn(usize) -> Option<T>) -> usize {
    let mut end = number;
    loop {
        let next = signs.run(end, parts_digits);
        let past = signs.run(next, |sign| sign.is_ascii_digit());
        let is_apart = next - end > 3 || signs.slice(end, next).ends_with(&['.', ' ']);
        if is_apart || past == next || joins(signs.at(past)) || detail(next).is_some() {
            return end;
        }
        end = past;
    }
}

/// Whether a sign is part of a word. Scripts without blanks have none, and some with blanks hang words on to each other.
pub(super) fn joins(sign: char) -> bool {
    sign.is_alphanumeric() && sign < '\u{E00}'
}

/// What a value is compared by.
fn key(name: &str, signs: &[char]) -> String {
    if [Detail::Email, Detail::Url, Detail::Handle, Detail::Ip].iter().any(|detail| detail.name() == name)
        || [WORD, MARK].contains(&name)
    {
        return signs.iter().collect();
    }
    let kept: String = signs.iter().filter(|sign| sign.is_alphanumeric() || **sign == '+').collect();
    match kept.strip_prefix("00") {
        Some(rest) => format!("+{rest}"),
        None => kept,
    }
}

impl Signs {
    /// `[EMAIL_1]` or `EMAIL_1`, in any case; with brackets the number may be missing, and models write it with a blank, a
    /// hyphen or nothing before it as well.
    pub(super) fn mark(&self, at: usize) -> Option<usize> {
        let open = usize::from(self.at(at) == '[');
        let end = self.run(at + open, |sign| sign.is_ascii_alphabetic());
        let name: String = self.slice(at + open, end).iter().collect();
        if !is_name(&name) {
            return None;
        }
        let number = end + usize::from(self.at(end) == '_' || open == 1 && matches!(self.at(end), ' ' | '-'));
        let digits = self.run(number, |sign| sign.is_ascii_digit());
        let is_whole = if open == 1 {
            self.at(digits) == ']' && (digits > number || number == end)
        } else {
            number > end && digits > number && !joins(self.at(digits))
        };
        is_whole.then_some(digits + open)
    }

    /// A word of the study, its blanks of any length.
    fn word(&self, at: usize, word: &Signs) -> Option<usize> {
        let mut end = at;
        for position in 0..word.len() {
            let sign = word.at(position);
            if sign != self.at(end) {
                return None;
            }
            end = if sign == ' ' { self.run(end, |sign| sign == ' ') } else { end + 1 };
        }
        let is_whole = !(joins(self.before(end, 1)) && joins(self.at(end)));
        (is_whole && word.len() > 0).then_some(end)
    }
}

/// Whether a word is the name in marks of some kind.
fn is_name(word: &str) -> bool {
    let names = Detail::ALL.into_iter().map(Detail::name).chain([WORD, MARK]);
    names.into_iter().any(|name| name.eq_ignore_ascii_case(word))
}
