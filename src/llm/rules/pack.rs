//! What the rules know of a language: word lists, cues and the lexicon of each methodology.

use serde::{Deserialize, Serialize};

/// Word lists and cues of a language.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LanguagePack {}
