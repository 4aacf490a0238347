//! Language tags, and choosing a text by language.

use crate::engine::index_map::IndexMap;

/// The language that fills in for missing texts.
pub(super) const ENGLISH: &str = "en";

/// Whether a text has the form of a BCP 47 tag.
pub(super) fn is_tag(language: &str) -> bool {
    let is_subtag = |tag: &str| (1..=8).contains(&tag.len()) && tag.chars().all(|c| c.is_ascii_alphanumeric());
    language.split('-').all(is_subtag)
}

/// Returns the primary subtag: `en` of `en-GB`.
pub(super) fn primary(language: &str) -> &str {
    language.split(['-', '_']).next().unwrap_or(language)
}

/// Returns the value for a language, else the one for its primary subtag.
pub(super) fn in_language<'a, T>(by_language: &'a IndexMap<String, T>, language: &str) -> Option<&'a T> {
    by_language.get(language).or_else(|| by_language.get(primary(language)))
}
