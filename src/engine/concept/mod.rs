//! The concept: what an interview explores. It has a topic, an optional stimulus, and elements to cover.

pub mod markdown;
mod requirements;

use serde::{Deserialize, Serialize};

pub use self::requirements::Requirements;
use crate::engine::id::Name;

/// The subject of an interview.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Concept {
    /// Id that studies refer to.
    pub id: Name,
    /// Name that respondents may read, "Oat milk".
    pub name: String,
    /// Topic as part of a question, "oat milk".
    pub topic: String,
    /// Goal of the researcher. The opening question serves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
    /// Problem that the concept starts from, in the consumer's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insight: Option<String>,
    /// Promise of the concept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promise: Option<String>,
    /// Reason to believe the promise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_to_believe: Option<String>,
    /// Text or picture that the respondent sees once the first question is answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stimulus: Option<Stimulus>,
    /// Elements that every interview should cover, in order.
    #[serde(default)]
    pub elements: Vec<Element>,
}

impl Concept {
    /// Returns the element with this id.
    pub fn element(&self, id: &str) -> Option<&Element> {
        self.elements.iter().find(|element| &*element.id == id)
    }
}

/// A text or picture that is visible during the interview.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stimulus {
    /// Heading, "The idea".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Text to read; blank lines separate paragraphs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Picture, an address relative to the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Description of the picture. Required with `image`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
}

/// An element of the concept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Element {
    /// Id, unique in the concept.
    pub id: Name,
    /// Name that respondents may read, "Creamy texture".
    pub label: String,
    /// Its name inside a question, in everyday words, "what it costs". Default the label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
    /// Other words for it. A node with the label or an alias in its own label is linked to the element.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// What an answer must contain before the element counts as covered.
    #[serde(default, skip_serializing_if = "Requirements::is_default")]
    pub requirements: Requirements,
}
