//! Words a question from the tactics of the chosen strategy.

use crate::{
    id::Name,
    methodology::{Methodology, Strategy},
};

/// What a wording may look at.
#[derive(Clone, Debug)]
pub struct Wording<'a> {
    /// Tactics and their questions.
    pub methodology: &'a Methodology,
    /// The strategy chosen.
    pub strategy: &'a Strategy,
    /// What the question is about, as the person said it or as the concept calls it.
    pub focus: &'a str,
    /// Which pool of questions fits.
    pub about: About<'a>,
    /// The concept's topic.
    pub topic: &'a str,
    /// Every question asked before, oldest first, withdrawn ones included.
    pub asked: &'a [String],
    /// How often each tactic was used before.
    pub used: &'a [(Name, usize)],
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About<'a> {
    /// A node of this type.
    Node(&'a str),
    /// An element of the concept.
    Element,
    /// The conversation as a whole.
    Global,
}

/// A worded question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The question.
    pub text: String,
    /// The tactic that gave it.
    pub tactic: Option<Name>,
}

/// Words the question. Never repeats one that was asked; none if every wording was used up.
pub fn ask(_wording: &Wording<'_>) -> Option<Asked> {
    None
}
