//! Detectors of mail, web and IP addresses and of user names.

use super::normalized::{NormalizedText, is_word_char};

/// Maximum length of the local part of a mail address (RFC 5321, 4.5.3.1.1), of a label in a domain (RFC 1035, 2.3.4),
/// and of a user name (large services allow 30).
const LOCAL: usize = 64;
const LABEL: usize = 63;
const HANDLE: usize = 50;

/// Characters that end a web address.
fn is_bracket(sign: char) -> bool {
    matches!(sign, '<' | '>' | '"' | '`' | '“' | '”' | '„' | '»' | '«' | '|' | '{' | '}' | '[' | ']')
}

impl NormalizedText {
    pub(super) fn email(&self, at: usize) -> Option<usize> {
        let is_local = |sign: char| is_word_char(sign) || matches!(sign, '.' | '_' | '%' | '+' | '-' | '\'' | '’');
        if !is_word_char(self.at(at)) {
            return None;
        }
        let end = self.run(at, is_local);
        if self.at(end) != '@' || end - at > LOCAL {
            return None;
        }
        self.domain(end + 1)
    }

    /// End of a domain with two or more labels. The last label has at least two characters and starts with a letter.
    fn domain(&self, at: usize) -> Option<usize> {
        let mut best = None;
        let mut start = at;
        loop {
            let run = self.run(start, |sign| is_word_char(sign) || sign == '-');
            let end = (start..run).rev().find(|position| self.at(*position) != '-').map_or(start, |last| last + 1);
            if end == start || end - start > LABEL || self.at(start) == '-' {
                return best;
            }
            if start > at && end - start >= 2 && self.at(start).is_alphabetic() {
                best = Some(end);
            }
            if end < run || self.at(end) != '.' {
                return best;
            }
            start = end + 1;
        }
    }

    pub(super) fn url(&self, at: usize) -> Option<usize> {
        let scheme = ["http://", "https://", "ftp://", "www."].iter().find(|scheme| self.starts_with(at, scheme));
        let body = match scheme {
            Some(scheme) => at + scheme.len(),
            None => self.domain(at).filter(|end| self.at(*end) == '/' && self.at(end + 1).is_alphanumeric())?,
        };
        let ends = |sign: char| sign.is_whitespace() || is_bracket(sign);
        let end = self.run(body, |sign| !ends(sign));
        let closes = |sign: char| {
            matches!(
                sign,
                '.' | ',' | ';' | ':' | '!' | '?' | ')' | '\'' | '’' | '…' | '،' | '؛' | '؟' | '。' | '*' | '_'
            )
        };
        let last = (body..end).rev().find(|position| !closes(self.at(*position)))?;
        Some(last + 1)
    }

    pub(super) fn handle(&self, at: usize) -> Option<usize> {
        let before = self.before(at, 1);
        if self.at(at) != '@' || before.is_alphanumeric() || before == '@' {
            return None;
        }
        let run = self.run(at + 1, |sign| is_word_char(sign) || matches!(sign, '_' | '.' | '-'));
        let end = (at + 1..run).rev().find(|position| !matches!(self.at(*position), '.' | '-'))? + 1;
        let has_letter = (at + 1..end).any(|position| self.at(position).is_alphabetic());
        let is_name = has_letter && end - at > 2 && end - at <= HANDLE;
        // `@jane@example.social`
        is_name.then(|| if self.at(end) == '@' { self.domain(end + 1).unwrap_or(end) } else { end })
    }

    pub(super) fn ip(&self, at: usize) -> Option<usize> {
        self.ip4(at).or_else(|| self.ip6(at))
    }

    fn ip4(&self, at: usize) -> Option<usize> {
        if self.before(at, 1) == '.' && self.before(at, 2).is_ascii_digit() {
            return None;
        }
        let mut end = at;
        for part in 0..4 {
            if part > 0 {
                if self.at(end) != '.' {
                    return None;
                }
                end += 1;
            }
            let start = end;
            end = self.run(start, |sign| sign.is_ascii_digit());
            if end == start || end - start > 3 || self.number(start, end) > 255 {
                return None;
            }
        }
        let goes_on = self.at(end).is_alphanumeric() || self.at(end) == '.' && self.at(end + 1).is_ascii_digit();
        (!goes_on).then_some(end)
    }

    /// End of an IPv6 address: eight groups of up to four hexadecimal digits, or two to seven and one `::`.
    fn ip6(&self, at: usize) -> Option<usize> {
        let (mut end, mut groups, mut gaps, mut has_digit) = (at, 0, 0, false);
        loop {
            let start = end;
            end = self.run(start, |sign| sign.is_ascii_hexdigit());
            if end - start > 4 {
                return None;
            }
            groups += usize::from(end > start);
            has_digit |= (start..end).any(|position| self.at(position).is_ascii_digit());
            if self.at(end) != ':' {
                break;
            }
            let is_gap = self.at(end + 1) == ':';
            if !is_gap && !self.at(end + 1).is_ascii_hexdigit() {
                break;
            }
            gaps += usize::from(is_gap);
            end += 1 + usize::from(is_gap);
        }
        let fits = (gaps == 0 && groups == 8) || (gaps == 1 && groups > 1 && groups < 8);
        (fits && has_digit && !self.at(end).is_alphanumeric()).then_some(end)
    }
}
