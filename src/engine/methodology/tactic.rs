//! A tactic: a way to word the questions of a strategy, with plain questions for interviews without a model.

use serde::{Deserialize, Serialize};

use crate::engine::{id::Name, index_map::IndexMap};

/// A way to word the questions of a strategy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tactic {
    /// Id: `laddering`.
    pub id: Name,
    /// Purpose of the tactic.
    pub description: String,
    /// Advice for a model on how to word the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guidance: Option<String>,
    /// Plain questions in the study's language.
    pub questions: QuestionPool,
}

/// Plain questions by kind of focus. Slots: `{focus}` is the focus in the respondent's words, `{topic}` the topic of the concept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct QuestionPool {
    /// Questions about a node, if its type has none of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub node: Vec<String>,
    /// Questions about an idea without naming it: "What does that do for you?" Keys are kinds of ideas (`thing`, `action`,
    /// `state`, `event`, `feeling`, `value`), node types, `any`, or `negative` for what the respondent dislikes. With these, `node` and `types` are not used.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub that: IndexMap<Name, Vec<String>>,
    /// Questions about a node by its type.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub types: IndexMap<Name, Vec<String>>,
    /// Questions about two nodes. `{focus}` becomes “this” / “that”.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pair: Vec<String>,
    /// Questions about an element of the concept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub element: Vec<String>,
    /// Questions about the whole conversation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub global: Vec<String>,
}

impl QuestionPool {
    /// Questions that do not name their idea, for all of these keys.
    pub fn unnamed<'a>(&'a self, keys: &'a [&'a str]) -> impl Iterator<Item = &'a String> {
        keys.iter().filter_map(|key| self.that.get(*key)).flatten()
    }

    /// Returns the questions that do not depend on a node type, by their key.
    #[cfg(feature = "studio")]
    pub(crate) fn by_kind(&self) -> [(&'static str, &Vec<String>); 4] {
        [("node", &self.node), ("pair", &self.pair), ("element", &self.element), ("global", &self.global)]
    }
}
