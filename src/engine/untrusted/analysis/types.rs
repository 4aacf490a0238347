//! Input and output of the analysis of an answer.

use crate::engine::{
    concept::Element,
    dialogue::Reading,
    graph::Extraction,
    index_map::IndexMap,
    language::LanguagePack,
    methodology::Ontology,
    model::{Section, SectionSource},
    reader::KnownIdea,
    redaction::AllowedPlaceholders,
};

/// The answer and the study, which replies are validated against.
#[derive(Clone, Debug)]
pub struct ValidationContext<'a> {
    /// Types of nodes and edges.
    pub ontology: &'a Ontology,
    /// Elements of the concept.
    pub elements: &'a [Element],
    /// The language pack, for stop words.
    pub pack: &'a LanguagePack,
    /// Known ideas before this answer, newest last.
    pub known: Vec<KnownIdea<'a>>,
    /// The answer; models see its first 4,000 characters.
    pub answer: &'a str,
    /// Earlier answers, oldest first. They must contain every quoted earlier statement.
    pub earlier: Vec<&'a str>,
    /// Labels of the isolated ideas in the request.
    pub isolates: &'a [String],
    /// Whether the request includes the six qualitative signals.
    pub qualitative: bool,
    /// Whether an idea without its quote in the answer is dropped; else its confidence is halved.
    pub strict_quotes: bool,
    /// Placeholders for the respondent's details, allowed in labels.
    pub marks: AllowedPlaceholders<'a>,
}

/// The usable parts of the replies about an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// Ideas and connections; none if that section is missing.
    pub extraction: Option<Extraction>,
    /// Whether a model found anything to code; none if that section is missing.
    pub extractable: Option<bool>,
    /// Values from models only; [`Reading::or`] completes them.
    pub reading: Reading,
    /// What must not be missed.
    pub judgement: SafetyJudgement,
    /// Sections that arrived. `LlmRetry`: an earlier reply lacked the section.
    pub sections: IndexMap<Section, SectionSource>,
    /// Missing sections with the reason: `absent`, `malformed`, `truncated`, `unreadable`.
    pub missing: IndexMap<Section, String>,
    /// Number of dropped or corrected values by reason.
    pub drops: IndexMap<String, u32>,
    /// Whether there were replies and none was usable.
    pub is_whole_unreadable: bool,
}

/// What a model judges of an answer that must not be missed, each none if it did not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SafetyJudgement {
    /// Whether somebody may be in danger.
    pub distress: Option<bool>,
    /// Whether the respondent asks to stop.
    pub wants_to_stop: Option<bool>,
}

impl SafetyJudgement {
    /// The reading with this judgement. On distress the model decides: patterns alarm at stories, of a train that threw a woman
    /// about, and a person who is sent for help then tells no more. After a wish to stop the respondent is asked.
    pub fn apply(self, mut reading: Reading) -> Reading {
        reading.distress = self.distress.unwrap_or(reading.distress);
        reading.may_want_to_stop = self.wants_to_stop.unwrap_or(reading.may_want_to_stop);
        reading
    }
}

/// Number of dropped or corrected values by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DropCounts(pub IndexMap<String, u32>);

impl DropCounts {
    pub(super) fn add(&mut self, reason: &str, count: u32) {
        if count > 0 {
            let known = self.0.entry(reason.to_owned()).or_default();
            *known = known.saturating_add(count);
        }
    }

    pub(super) fn one(&mut self, reason: &str) {
        self.add(reason, 1);
    }
}
