//! Documents of a language: the interface texts of the page, and the language pack of the rules.

use serde::Deserialize;

use super::{
    files::Files,
    language::{ENGLISH, is_tag},
    open,
    part::Part,
    rules,
    validate::{LOCALE, PACK},
};
use crate::engine::{index_map::IndexMap, language::LanguagePack};

/// Interface texts of the page, by key.
pub(super) type InterfaceTexts = IndexMap<String, String>;

/// Interface texts of the page in a language, as written.
#[derive(Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Locale {
    /// Language, a BCP 47 tag.
    language: String,
    /// Direction of its script.
    direction: TextDirection,
    /// Texts of the page's controls, by key.
    interface: IndexMap<String, String>,
}

/// Direction of a script.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum TextDirection {
    /// From left to right.
    Ltr,
    /// From right to left.
    Rtl,
}

/// Reads the English interface texts, which translations are compared with. None for English itself.
pub(super) fn read_english(files: &Files, other_than: &str) -> Option<InterfaceTexts> {
    let name = format!("locales/{ENGLISH}.yaml");
    let document = (other_than != ENGLISH).then(|| open::open(files, &name, &mut Vec::new()))??;
    document.part().typed::<Locale>(&LOCALE).map(|locale| locale.interface)
}

/// Reads the interface texts from a file of this name without its ending, and adds the key `direction`.
pub(super) fn read_locale(part: &mut Part<'_>, file: &str, english: Option<&InterfaceTexts>) -> Option<InterfaceTexts> {
    let Locale { language, direction, mut interface } = part.typed(&LOCALE)?;
    rules::language(&language, part);
    if is_tag(&language) {
        rules::locale(file, &language, &interface, english, part);
    }
    for (key, words) in &interface {
        rules::text(words, &format!("interface.{key}"), part);
    }
    let direction = match direction {
        TextDirection::Ltr => "ltr",
        TextDirection::Rtl => "rtl",
    };
    interface.insert("direction".to_owned(), direction.to_owned());
    Some(interface)
}

/// Reads a language pack.
pub(super) fn read_pack(part: &mut Part<'_>) -> Option<LanguagePack> {
    part.typed(&PACK)
}

/// Returns the language pack of a language, if there is one. Its own check reports the findings in it.
pub(super) fn pack_of(files: &Files, language: &str) -> Option<LanguagePack> {
    let name = open::in_language(files, language, |tag| format!("locales/{tag}.pack.yaml"))?;
    open::read(files, &name, &mut Vec::new(), read_pack)
}
