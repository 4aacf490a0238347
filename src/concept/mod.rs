//! WHAT an interview explores: a topic, the stimulus shown, and the elements every interview should touch.

pub mod markdown;
mod requirements;

use serde::{Deserialize, Serialize};

pub use self::requirements::Requirements;
use crate::id::Name;

/// What an interview is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Concept {
    /// Id, as named by a study.
    pub id: Name,
    /// Name a respondent may read, "Oat milk".
    pub name: String,
    /// The topic as a phrase that fits into a question, "oat milk".
    pub topic: String,
    /// What the researcher wants to learn. The opening question serves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
    /// The problem the concept starts from, in the consumer's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insight: Option<String>,
    /// What the concept promises.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promise: Option<String>,
    /// The reason to believe the promise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_to_believe: Option<String>,
    /// What the respondent keeps in view, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stimulus: Option<Stimulus>,
    /// The parts every interview should touch, in order.
    #[serde(default)]
    pub elements: Vec<Element>,
}

impl Concept {
    /// The element with this id.
    pub fn element(&self, id: &str) -> Option<&Element> {
        self.elements.iter().find(|element| &*element.id == id)
    }
}

/// A text or a picture that stays in view during the interview.
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
    /// What the picture shows, in words. Required beside `image`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
}

/// A part of the concept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Element {
    /// Id, unique in the concept.
    pub id: Name,
    /// Name a respondent may read, "Creamy texture".
    pub label: String,
    /// Other words people use for it. A node whose label contains the label or an alias is linked to the element.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// What has to be heard about it before it counts as covered.
    #[serde(default, skip_serializing_if = "Requirements::is_default")]
    pub requirements: Requirements,
}
