//! Reads an answer: words → clauses → phrases → types → elements and reactions → connections → whether it says
//! anything at all. Each step is one file.
//!
//! Invariant: whatever the text, every span lies inside it, every type is one of the ontology's, and there are at
//! most 12 ideas and 16 connections.

mod aim;
mod clause;
mod element;
mod gate;
mod idea;
mod link;
mod node;
mod phrase;
mod salience;
mod scene;
mod talk;
mod tone;
mod typing;

#[cfg(test)]
#[expect(clippy::expect_used, reason = "tests fail loudly")]
mod tests;

pub use self::talk::Subject;
use self::{idea::Heard, scene::Scene, talk::Talk};
use super::LanguagePack;
use crate::{dialogue::Reading, graph::Extraction, id::Name, methodology::Ontology, text::WordSet};

/// Most ideas one answer gives.
pub const MOST_NODES: usize = 12;
/// Most connections one answer gives.
pub const MOST_EDGES: usize = 16;
/// Most characters of an answer that are read.
const MOST_CHARS: usize = 20_000;

/// An idea known before this answer.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// Its label.
    pub label: &'a str,
    /// Id of its node type.
    pub node_type: &'a str,
    /// Stems of its words, by [`LanguagePack::content`]; looked up where nobody has them at hand.
    pub words: Option<&'a WordSet>,
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
    /// What the interview is about.
    pub subject: &'a Subject,
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
pub fn read(context: &ReadingContext<'_>, answer: &str) -> (Extraction, Reading) {
    let read = answer.char_indices().nth(MOST_CHARS).and_then(|(end, _)| answer.get(..end)).unwrap_or(answer);
    let scene = Scene::new(context.pack.lexicon(), read);
    let sentences = clause::sentences(&scene);
    let talk = Talk::new(context, scene.lexicon);
    let gate = gate::gate(context, &talk, &scene, &sentences);
    let clauses = clause::clauses(&scene, context.pack, &sentences);
    let heard = Heard { context, scene: &scene, talk: &talk, sentences: &sentences, clauses: &clauses, gate: &gate };
    let ideas = idea::ideas(heard);
    let mut reading = tone::reading(context, &scene, &clauses, &gate, &ideas);
    reading.off_focus = aim::is_beside(heard, &ideas);
    let extraction = link::extraction(heard, &ideas, &reading);
    (extraction, reading)
}

/// Whether an answer was found to hold nothing that any reader could code: no words, or nothing but assent or refusal.
pub fn is_bare(extraction: &Extraction) -> bool {
    matches!(extraction.reason.as_deref(), Some(gate::BARE | gate::WORDLESS))
}
