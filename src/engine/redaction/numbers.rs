//! Detectors of phone, account, card and id numbers. Years, dates, times, prices, scores and postal codes do not match.

use super::normalized::{NormalizedText, is_word_char};

/// Length of an IBAN by country (ISO 13616 registry).
const IBANS: &str = "ad24ae23al28at20az28ba20be16bg22bh22br29by28ch21cr22cy28cz24de22dk18do28ee20eg29es24fi18fo18fr27gb22\
ge22gi23gl18gr27gt28hr21hu28ie22il23iq23is26it27jo30kw30kz20lb28lc32li21lt20lu20lv21ly25mc27md24me22mk19mr27mt31mu30nl18\
no15pk24pl28ps29pt25qa29ro24rs22sa24sc31sd18se24si19sk24sm27so23st25sv28tl23tn24tr26ua29va22vg24xk20";

/// Check letters of a Spanish number, by its remainder modulo 23.
const SPANISH: &str = "trwagmyfpdxbnjzsqvhlcke";

/// Whether a character separates groups of a phone number.
pub(super) fn separates_digits(sign: char) -> bool {
    matches!(sign, ' ' | '-' | '.' | '/' | '(' | ')')
}

/// Groups of digits.
#[derive(Default)]
struct Groups {
    digits: Vec<u32>,
    /// Of each group: number of digits, end, number of separators before it.
    parts: Vec<(usize, usize, usize)>,
    /// Whether a separator contains a closing bracket.
    closes: bool,
}

impl Groups {
    fn len_of(&self, group: usize) -> usize {
        self.parts.get(group).map_or(0, |(digits, ..)| *digits)
    }

    fn digit(&self, at: usize) -> u32 {
        self.digits.get(at).copied().unwrap_or_default()
    }

    /// End of the longest prefix of groups that satisfies `fits(groups, digits)`.
    fn longest(&self, fits: impl Fn(usize, usize) -> bool) -> Option<usize> {
        let mut digits = 0;
        let mut best = None;
        for (count, (own, end, _)) in (1..).zip(&self.parts) {
            digits += own;
            if fits(count, digits) {
                best = Some(*end);
            }
        }
        best
    }

    /// Whether the first groups have these lengths.
    fn are(&self, lengths: &[usize]) -> bool {
        (0..).zip(lengths).all(|(group, length)| self.len_of(group) == *length)
    }

    /// Whether the groups are day, month and year, or year, month and day.
    fn is_date(&self) -> bool {
        let own = |group| self.len_of(group);
        let year = |at| matches!((self.digit(at), self.digit(at + 1)), (1, 9) | (2, 0));
        let short = |group| (1..=2).contains(&own(group));
        short(0) && short(1) && own(2) == 4 && year(own(0) + own(1)) || own(0) == 4 && short(1) && short(2) && year(0)
    }

    /// Whether all groups but the first have three digits, as in thousands.
    fn are_thousands(&self) -> bool {
        self.len_of(0) <= 3 && self.parts.iter().skip(1).all(|(digits, ..)| *digits == 3)
    }

    fn are_years(&self) -> bool {
        let year = |at| matches!((self.digit(at), self.digit(at + 1)), (1, 9) | (2, 0));
        self.parts.iter().all(|(digits, ..)| *digits == 4) && (0..self.parts.len()).all(|group| year(group * 4))
    }

    /// Whether the Luhn checksum of the first digits is valid.
    fn is_card(&self, digits: usize) -> bool {
        let doubled = |digit: u32| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
        let backwards = self.digits.iter().take(digits).rev().zip((0..2).cycle());
        let sum: u32 = backwards.map(|(digit, odd)| if odd == 1 { doubled(*digit) } else { *digit }).sum();
        sum.is_multiple_of(10)
    }
}

impl NormalizedText {
    /// The groups of digits from here on, with at most three separators between two groups.
    fn groups(&self, start: usize, between: fn(char) -> bool) -> Groups {
        let mut found = Groups::default();
        let mut at = start;
        loop {
            let first = self.run(at, between);
            if first - at > 3 || found.digits.len() > 40 {
                return found;
            }
            let end = self.run(first, |sign| sign.is_ascii_digit());
            if end == first || is_word_char(self.at(end)) {
                return found;
            }
            found.digits.extend(self.slice(first, end).iter().filter_map(|sign| sign.to_digit(10)));
            found.closes |= self.slice(at, first).contains(&')');
            found.parts.push((end - first, end, first - at));
            at = end;
        }
    }

    /// Whether a number continues to the left: `1.000.` before `000`.
    fn is_inside_number(&self, at: usize) -> bool {
        matches!(self.before(at, 1), '.' | ',' | ':' | '/' | '-' | '\'' | '’') && self.before(at, 2).is_ascii_digit()
    }

    pub(super) fn phone(&self, at: usize) -> Option<usize> {
        let first = if self.at(at) == '(' { at + 1 } else { at };
        let plus = self.at(first) == '+';
        let start = if plus { first + 1 } else { first };
        if !(self.at(start).is_ascii_digit() || plus && self.at(start) == '(') || self.is_inside_number(at) {
            return None;
        }
        let found = self.groups(start, separates_digits);
        // A bracket that closes in the number belongs to it: `(030) 12345`, not `(030 12345)`.
        if first > at && !found.closes {
            return None;
        }
        if plus {
            return found.longest(|_, digits| (8..=16).contains(&digits)).filter(|_| found.digit(0) > 0);
        }
        if found.is_date() {
            return None;
        }
        let follows = self.before(at, 1) == ' ' && self.before(at, 2).is_ascii_digit();
        if found.digit(0) == 0 {
            let international = found.digit(1) == 0;
            let pairs = found.parts.iter().all(|(digits, ..)| *digits <= 2);
            let (least, most) = if international { (10, 17) } else { (8, 12) };
            let is_area = found.len_of(0) >= 2 && (!international || found.digit(2) > 0);
            let is_none = follows && found.len_of(0) == 3 && found.are_thousands();
            return found
                .longest(|_, digits| (if pairs { 10 } else { least }..=most).contains(&digits))
                .filter(|_| is_area && !is_none);
        }
        let here = usize::from(found.are(&[1]) && found.digit(0) == 1);
        let (area, local) = (found.digit(here), found.digit(here + 3));
        let american = [&[3, 3, 4][..], &[1, 3, 3, 4]].get(here).is_some_and(|lengths| found.are(lengths));
        if american && area > 1 && local > 1 {
            return found.longest(|groups, _| groups == here + 3);
        }
        let apart = self.at(at + 3) == ' ' && self.at(at + 7) == ' ';
        let round = self.slice(at + 8, at + 11) == ['0', '0', '0'];
        let is_nine = found.are(&[3, 3, 3]) && apart && area > 4 && !round && !follows && found.parts.len() == 3;
        is_nine.then(|| found.longest(|groups, _| groups == 3)).flatten()
    }

    pub(super) fn card(&self, at: usize) -> Option<usize> {
        if self.is_inside_number(at) {
            return None;
        }
        let found = self.groups(at, |sign| matches!(sign, ' ' | '-')).with_single_separators();
        let is_first = (2..=6).contains(&found.digit(0)) && self.at(at).is_ascii_digit();
        let is_grouped = found.len_of(0) == 4;
        let fits = |groups, digits| (13..=19).contains(&digits) && (groups == 1 || is_grouped) && found.is_card(digits);
        found.longest(fits).filter(|_| is_first && !found.are_years())
    }

    pub(super) fn iban(&self, at: usize) -> Option<usize> {
        let is_here =
            |country: &&[u8]| (at..).zip(country.iter().take(2)).all(|(at, own)| self.at(at) == char::from(*own));
        let known = IBANS.as_bytes().chunks(4).find(is_here)?;
        let length = known.iter().skip(2).fold(0, |length, digit| length * 10 + usize::from(digit - b'0'));
        let mut signs = Vec::with_capacity(length);
        let mut end = at;
        while signs.len() < length {
            let sign = self.at(end);
            if sign.is_ascii_alphanumeric() {
                signs.push(sign);
            } else if !(matches!(sign, ' ' | '-') && signs.len() >= 4 && self.at(end + 1).is_ascii_alphanumeric()) {
                return None;
            }
            end += 1;
        }
        let remainder = signs
            .iter()
            .cycle()
            .skip(4)
            .take(length)
            .filter_map(|sign| sign.to_digit(36))
            .fold(0, |sum, value| if value > 9 { (sum * 100 + value) % 97 } else { (sum * 10 + value) % 97 });
        (remainder == 1 && !is_word_char(self.at(end))).then_some(end)
    }

    pub(super) fn id_number(&self, at: usize) -> Option<usize> {
        if self.is_inside_number(at) || !is_word_char(self.at(at)) {
            return None;
        }
        self.national_id(at).or_else(|| self.code(at)).or_else(|| self.long_number(at))
    }

    /// End of a national id number. `d` is a digit, `l` a letter, `_` an optional blank or hyphen.
    fn national_id(&self, at: usize) -> Option<usize> {
        let spanish = |end: usize, first: u32| {
            let rest = (first * 10_000_000 + self.number(at, end)) % 23;
            SPANISH.as_bytes().get(rest as usize).is_some_and(|letter| char::from(*letter) == self.before(end, 1))
        };
        // US social security
        if let Some(end) = self.pattern(at, "ddd-dd-dddd") {
            let number = self.number(at, end);
            let is_right = !matches!(number / 1_000_000, 0 | 666 | 900..)
                && !(number / 10_000).is_multiple_of(100)
                && !number.is_multiple_of(10_000);
            return is_right.then_some(end);
        }
        // UK national insurance
        if let Some(end) = self.pattern(at, "ll_dd_dd_dd_l") {
            let never = |sign: char| matches!(sign, 'd' | 'f' | 'i' | 'q' | 'u' | 'v');
            let is_right = !never(self.at(at)) && !never(self.at(at + 1)) && self.at(at + 1) != 'o';
            return (is_right && matches!(self.before(end, 1), 'a'..='d')).then_some(end);
        }
        // Spanish DNI and NIE
        if let Some(end) = self.pattern(at, "dddddddd_l") {
            return spanish(end, 0).then_some(end);
        }
        if let Some(end) = self.pattern(at, "lddddddd_l") {
            let first = u32::from(self.at(at)).wrapping_sub(u32::from('x'));
            return (first < 3 && spanish(end, first)).then_some(end);
        }
        // Brazilian CPF
        self.pattern(at, "ddd.ddd.ddd-dd")
    }

    /// End of a pattern.
    fn pattern(&self, at: usize, pattern: &str) -> Option<usize> {
        let mut end = at;
        for part in pattern.chars() {
            let sign = self.at(end);
            let fits = match part {
                'd' => sign.is_ascii_digit(),
                'l' => sign.is_ascii_lowercase(),
                '_' => {
                    end += usize::from(matches!(sign, ' ' | '-'));
                    continue;
                }
                other => sign == other,
            };
            if !fits {
                return None;
            }
            end += 1;
        }
        (!is_word_char(self.at(end))).then_some(end)
    }

    /// End of a code of letters and digits.
    fn code(&self, at: usize) -> Option<usize> {
        let end = self.run(at, |sign| sign.is_ascii_alphanumeric());
        let digits = self.slice(at, end).iter().filter(|sign| sign.is_ascii_digit()).count();
        let is_code = (8..=32).contains(&(end - at)) && digits >= 6 && digits < end - at;
        (is_code && !is_word_char(self.at(end))).then_some(end)
    }

    /// End of nine digits or more, or of twelve or more in groups.
    fn long_number(&self, at: usize) -> Option<usize> {
        let found = self.groups(at, |sign| matches!(sign, ' ' | '-')).with_single_separators();
        if !self.at(at).is_ascii_digit() {
            return None;
        }
        if found.len_of(0) >= 9 {
            return found.longest(|groups, _| groups == 1);
        }
        let are_none = found.are_thousands() || found.are_years() || found.is_date();
        found.longest(|groups, digits| groups > 1 && digits >= 12).filter(|_| !are_none)
    }
}

impl Groups {
    /// The first groups with at most one separator between them.
    fn with_single_separators(mut self) -> Self {
        let single = self.parts.iter().take_while(|(.., before)| *before <= 1).count();
        self.parts.truncate(single);
        let digits = self.parts.iter().map(|(digits, ..)| digits).sum();
        self.digits.truncate(digits);
        self
    }
}
