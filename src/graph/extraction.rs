//! What a reading found in one answer, verified: every quote is a part of the answer, every name is known to the study.

use serde::{Deserialize, Serialize};

use crate::id::Name;

/// Code points `start..end` of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// First code point.
    pub start: u32,
    /// One past the last code point.
    pub end: u32,
}

/// What one answer says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Extraction {
    /// Whether the answer says anything that can be coded.
    pub extractable: bool,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Ideas, in the order they were said.
    #[serde(default)]
    pub nodes: Vec<ExtractedNode>,
    /// Connections.
    #[serde(default)]
    pub edges: Vec<ExtractedEdge>,
    /// Elements whose meaning the respondent has shown to grasp.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub understood: Vec<Name>,
}

impl Extraction {
    /// The strongest reaction to each element, elements in the order they were first reacted to; of equally strong
    /// ones the first.
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

/// An idea found in an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExtractedNode {
    /// The idea in the person's words, 2–80 characters.
    pub label: String,
    /// Id of its node type.
    pub node_type: Name,
    /// Where it is said.
    pub quote: Span,
    /// Elements it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<Name>,
    /// Reaction to the element or thing it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reaction: Option<Reaction>,
    /// Whether it is too vague to build on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_ambiguous: bool,
    /// How sure the reading is, 0–1.
    pub confidence: f64,
}

/// A connection found in an answer. Its ends are labels of this answer's ideas or of ideas known before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExtractedEdge {
    /// Label of the idea it starts from.
    pub source_label: String,
    /// Label of the idea it leads to.
    pub target_label: String,
    /// Id of its edge type.
    pub relation_type: Name,
    /// Where it is said.
    pub quote: Span,
    /// How sure the reading is, 0–1.
    pub confidence: f64,
}

/// How someone takes to a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Likes it.
    Positive,
    /// Dislikes it.
    Negative,
    /// Takes note of it.
    Neutral,
    /// Doubts it.
    Skeptical,
    /// Wants to know more.
    Curious,
}

impl Reaction {
    /// Attitude as a sign: 1 for, -1 against or doubting, else 0.
    pub fn stance(self) -> i8 {
        match self {
            Self::Positive => 1,
            Self::Negative | Self::Skeptical => -1,
            Self::Neutral | Self::Curious => 0,
        }
    }

    /// How much it tells, 1–5. Of several reactions to one element in one answer the strongest counts.
    pub fn strength(self) -> u8 {
        match self {
            Self::Positive | Self::Negative => 5,
            Self::Skeptical => 3,
            Self::Curious => 2,
            Self::Neutral => 1,
        }
    }
}
