//! The validated extraction of one answer. The answer contains every quote, and the study contains every name.

use serde::{Deserialize, Serialize};

use crate::engine::id::Name;

/// Code points `start..end` of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// First code point.
    pub start: u32,
    /// One past the last code point.
    pub end: u32,
}

/// The extraction of one answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Extraction {
    /// Whether the answer contains anything to code.
    pub extractable: bool,
    /// The reason why it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Ideas, in order of the answer.
    #[serde(default)]
    pub nodes: Vec<ExtractedNode>,
    /// Connections.
    #[serde(default)]
    pub edges: Vec<ExtractedEdge>,
    /// Elements that the respondent demonstrably understands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub understood: Vec<Name>,
}

impl Extraction {
    /// The strongest reaction to each element, the first of equals. Elements are in order of their first reaction.
    pub fn reactions(&self) -> Vec<(Name, Reaction)> {
        let mut strongest: Vec<(Name, Reaction)> = Vec::new();
        for node in &self.nodes {
            let Some(reaction) = node.reaction else { continue };
            for element in &node.elements {
                match strongest.iter_mut().find(|(known, _)| known == element) {
                    Some((_, known)) if reaction.strength() > known.strength() => *known = reaction,
                    Some(_) => {}
                    None => strongest.push((element.clone(), reaction)),
                }
            }
        }
        strongest
    }
}

/// An idea in an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExtractedNode {
    /// The idea in the person's words, 2–80 characters.
    pub label: String,
    /// Id of its node type.
    pub node_type: Name,
    /// What it is, as words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<IdeaKind>,
    /// How it can be said back to the respondent. None if it cannot be quoted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saying: Option<Saying>,
    /// Its quote in the answer.
    pub quote: Span,
    /// Elements it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<Name>,
    /// The respondent's reaction to the element or thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reaction: Option<Reaction>,
    /// Whether it is too vague to build on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_ambiguous: bool,
    /// Confidence, 0–1.
    pub confidence: f64,
}

/// An idea as it can be said back to the respondent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Saying {
    /// The words, with the person shifted: "my fridge" is "your fridge".
    pub text: String,
    /// What they are.
    pub form: SayingForm,
}

/// What the words are that say an idea back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SayingForm {
    /// A phrase that names something: "the staff fridge".
    Phrase,
    /// A whole statement: "your carton was gone".
    Clause,
    /// A statement about something named before it, clear only right after it was made: "it was gone".
    BoundClause,
}

/// What an idea is, as words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum IdeaKind {
    /// A thing or a property: "soft soles", "the price".
    Thing,
    /// Something a person does: "carrying the bags".
    Action,
    /// How something is: "keeps me full", "easy on the knees".
    State,
    /// Something that happened: "the box came late".
    Event,
    /// Something felt: "worried", "proud".
    Feeling,
    /// Something worth having in life: "being there for my kids".
    Value,
}

impl IdeaKind {
    /// Its name in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Thing => "thing",
            Self::Action => "action",
            Self::State => "state",
            Self::Event => "event",
            Self::Feeling => "feeling",
            Self::Value => "value",
        }
    }
}

/// A connection in an answer. Its ends are labels of ideas in this answer or of known ideas.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExtractedEdge {
    /// Label of the source.
    pub source_label: String,
    /// Label of the target.
    pub target_label: String,
    /// Id of its edge type.
    pub relation_type: Name,
    /// Its quote in the answer.
    pub quote: Span,
    /// Confidence, 0–1.
    pub confidence: f64,
}

/// A reaction to a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Likes it.
    Positive,
    /// Dislikes it.
    Negative,
    /// Mentions it without judgement.
    Neutral,
    /// Doubts it.
    Skeptical,
    /// Wants to know more.
    Curious,
}

impl Reaction {
    /// The attitude: 1 positive, -1 negative or doubting, else 0.
    pub fn stance(self) -> i8 {
        match self {
            Self::Positive => 1,
            Self::Negative | Self::Skeptical => -1,
            Self::Neutral | Self::Curious => 0,
        }
    }

    /// Strength of the reaction, 1–5. Of several reactions to one element, the strongest counts.
    pub fn strength(self) -> u8 {
        match self {
            Self::Positive | Self::Negative => 5,
            Self::Skeptical => 3,
            Self::Curious => 2,
            Self::Neutral => 1,
        }
    }
}
