//! Redaction: what could tell who somebody is goes to no model. E-mail addresses, numbers and the study's own words become
//! marks, `[EMAIL_1]`, before a request leaves; what a model says of a mark is turned back before anybody sees it.
//!
//! ```text
//! answer ─ find ─▶ Marks ─ hide ─▶ request ─▶ model ─▶ reply ─ restore ─▶ graph, question
//! ```
//!
//! Invariant: [`Marks`] follow from the answers alone, in their order. They are never sent and never stored: a session that
//! is resumed or replayed comes to the same ones.

mod addresses;
mod find;
mod marks;
mod numbers;
#[cfg(feature = "studio")]
mod report;
mod signs;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

pub use self::{
    find::{Found, find},
    marks::{Allowed, Hidden, Marks, Veil},
};

/// What is hidden from models. Where a study or the settings of models have this, all kinds are hidden unless `hide` names
/// some; where neither has it, nothing is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Redaction {
    /// Kinds of details. Default all of them.
    pub hide: Vec<Detail>,
    /// The study's own words and names, at most 200 of 1–80 characters: whole words, in any case. Default none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

impl Default for Redaction {
    fn default() -> Self {
        Self { hide: Detail::ALL.to_vec(), words: Vec::new() }
    }
}

/// A kind of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[cfg_attr(not(target_arch = "wasm32"), schemars(rename_all = "snake_case"))]
pub enum Detail {
    /// An e-mail address: `jane.doe@example.org`.
    Email,
    /// A phone number: with `+` or `00` and 8–15 digits; with a leading 0 and 8–12 digits; three, three and four digits, as
    /// in North America; three times three digits, the first 5–9, with blanks between.
    Phone,
    /// An international bank account number of its country's length whose check digits are right.
    Iban,
    /// The number of a payment card: 13–19 digits, the first 2–6, with the right last one (Luhn).
    Card,
    /// An address of the internet protocol, version 4 or 6.
    Ip,
    /// An address of the web: with `http://`, `https://`, `ftp://` or `www.`, or `name.tld/path`.
    Url,
    /// A name behind an at sign: `@jane_doe`.
    Handle,
    /// An id number: of US social security, UK national insurance, a Spanish DNI or NIE, a Brazilian CPF; letters and digits
    /// in one piece, at least 8 signs of which at least 6 are digits, as on passports; 9 digits or more in one piece; 12
    /// or more in groups with blanks or hyphens between, unless they are years or thousands.
    Id,
}

impl Detail {
    /// Every kind.
    pub const ALL: [Self; 8] =
        [Self::Email, Self::Phone, Self::Iban, Self::Card, Self::Ip, Self::Url, Self::Handle, Self::Id];

    /// Words of files for the kinds, in the order of [`Self::ALL`].
    const WORDS: &[&str] = &["email", "phone", "iban", "card", "ip", "url", "handle", "id"];

    /// Its name in a mark.
    fn name(self) -> &'static str {
        match self {
            Self::Email => "EMAIL",
            Self::Phone => "PHONE",
            Self::Iban => "IBAN",
            Self::Card => "CARD",
            Self::Ip => "IP",
            Self::Url => "URL",
            Self::Handle => "HANDLE",
            Self::Id => "ID",
        }
    }
}

// By hand: what serde derives for eight words takes thousands of bytes of the page's engine.
impl Serialize for Detail {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let word = Self::ALL.iter().zip(Self::WORDS).find(|(kind, _)| *kind == self).map(|(_, word)| *word);
        serializer.serialize_str(word.unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for Detail {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        let known = Self::ALL.into_iter().zip(Self::WORDS).find(|(_, known)| **known == word);
        known.map(|(kind, _)| kind).ok_or_else(|| D::Error::unknown_variant(&word, Self::WORDS))
    }
}

/// Name in a mark of a word of the study, and of a mark somebody has typed.
const WORD: &str = "WORD";
const MARK: &str = "MARK";
