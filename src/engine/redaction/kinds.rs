//! The kinds of details, and what a study hides.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// What is hidden from models. Without it in the study and in `llm.yaml`, nothing is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Redaction {
    /// Kinds of details. Default all.
    pub hide: Vec<DetailKind>,
    /// Further words and names, at most 200 of 1–80 characters: whole words, in any case. Default none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

impl Default for Redaction {
    fn default() -> Self {
        Self { hide: DetailKind::ALL.to_vec(), words: Vec::new() }
    }
}

/// A kind of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[cfg_attr(not(target_arch = "wasm32"), schemars(rename_all = "snake_case"))]
pub enum DetailKind {
    /// An e-mail address: `jane.doe@example.org`.
    Email,
    /// A phone number: `+` or `00` and 8–15 digits; a leading 0 and 8–12 digits; three, three and four digits, as in North
    /// America; three groups of three digits with blanks between them, the first digit 5–9.
    Phone,
    /// An international bank account number with valid length and check digits.
    Iban,
    /// The number of a payment card: 13–19 digits, the first 2–6, with a valid check digit (Luhn).
    Card,
    /// An IP address, version 4 or 6.
    Ip,
    /// A web address: with `http://`, `https://`, `ftp://` or `www.`, or `name.tld/path`.
    Url,
    /// A user name after an at sign: `@jane_doe`.
    Handle,
    /// An id number: US social security, UK national insurance, Spanish DNI or NIE, Brazilian CPF. Also: 8–32 letters and
    /// digits with at least 6 digits; 9 or more digits; 12 or more in groups, unless they are years or thousands.
    Id,
}

impl DetailKind {
    /// Every kind.
    pub const ALL: [Self; 8] =
        [Self::Email, Self::Phone, Self::Iban, Self::Card, Self::Ip, Self::Url, Self::Handle, Self::Id];

    /// Words in files, in the order of [`Self::ALL`].
    const WORDS: &[&str] = &["email", "phone", "iban", "card", "ip", "url", "handle", "id"];

    /// Its name in a placeholder.
    pub(super) fn name(self) -> &'static str {
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

// By hand: the derived code would add thousands of bytes to the page's engine.
impl Serialize for DetailKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let word = Self::ALL.iter().zip(Self::WORDS).find(|(kind, _)| *kind == self).map(|(_, word)| *word);
        serializer.serialize_str(word.unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for DetailKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        let known = Self::ALL.into_iter().zip(Self::WORDS).find(|(_, known)| **known == word);
        known.map(|(kind, _)| kind).ok_or_else(|| D::Error::unknown_variant(&word, Self::WORDS))
    }
}

/// Placeholder name of a study's word.
pub(super) const WORD: &str = "WORD";

/// Placeholder name of a placeholder in an answer.
pub(super) const MARK: &str = "MARK";
