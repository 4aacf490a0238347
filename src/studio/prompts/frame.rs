//! The parts of a study that prompts describe.

use crate::engine::{concept::Concept, language::LanguagePack, methodology::Methodology, policy::Policy, study::Study};

/// The parts of a study that prompts describe, returned by [`Study::frame`].
#[derive(Clone, Copy, Debug)]
pub struct PromptStudy<'a> {
    /// Language of the interview, a BCP 47 tag.
    pub language: &'a str,
    /// The language pack, which tells the forms of questions.
    pub pack: &'a LanguagePack,
    /// The concept.
    pub concept: &'a Concept,
    /// The methodology.
    pub methodology: &'a Methodology,
    /// The policy, with its strategies and tactics.
    pub policy: &'a Policy,
    /// Maximum turns of an interview.
    pub max_turns: u32,
    /// Minimum turns, unless the respondent ends it.
    pub min_turns: u32,
    /// Names of the models; empty for rules only.
    pub models: &'a [String],
    /// Whether placeholders replace personal details. Prompts then explain them.
    pub redacts: bool,
}

impl Study {
    /// Returns the context of prompts.
    pub fn frame(&self) -> PromptStudy<'_> {
        PromptStudy {
            language: &self.language,
            pack: &self.pack,
            concept: &self.concept,
            methodology: &self.methodology,
            policy: &self.policy,
            max_turns: self.limits.max_turns,
            min_turns: self.limits.min_turns,
            models: &self.models,
            redacts: self.redaction.is_some(),
        }
    }
}
