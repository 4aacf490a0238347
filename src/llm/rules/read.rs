//! Reads an answer.

use super::LanguagePack;
use crate::{concept::Element, dialogue::Reading, graph::Extraction, id::Name, methodology::Ontology};

/// An idea known before this answer.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// Its label.
    pub label: &'a str,
    /// Id of its node type.
    pub node_type: &'a str,
}

/// What the reading of an answer may look at.
#[derive(Clone, Debug)]
pub struct ReadingContext<'a> {
    /// Words of the language.
    pub pack: &'a LanguagePack,
    /// Id of the methodology, for its lexicon.
    pub methodology: &'a Name,
    /// Types of nodes and edges.
    pub ontology: &'a Ontology,
    /// Elements of the concept.
    pub elements: &'a [Element],
    /// The concept's topic.
    pub topic: &'a str,
    /// The question answered.
    pub question: &'a str,
    /// What the question was about: label of the node or element.
    pub focus: Option<&'a str>,
    /// Element the question was about, if it was about one.
    pub focus_element: Option<&'a Name>,
    /// Ideas known before, newest last.
    pub known: Vec<Known<'a>>,
    /// The answer before this one.
    pub previous_answer: Option<&'a str>,
}

/// Reads an answer: the ideas and connections in it, and what it tells beside them.
pub fn read(_context: &ReadingContext<'_>, _answer: &str) -> (Extraction, Reading) {
    (Extraction::default(), Reading::default())
}
