//! Facts: what a simulated respondent can say about a concept, as lines of thought from the concrete to the final value.
//!
//! Facts belong to a concept and a language, not to a persona. A concept without facts gets generic ones of its language for
//! each element, so that every study can be simulated.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::engine::{
    concept::Concept,
    id::Name,
    methodology::Methodology,
    text::{WordMap, is_alphanumeric, lowercase},
};

/// The concept id of generic facts, which apply to each element of any concept.
pub const ANY: &str = "any";

/// The facts about a concept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ConceptFacts {
    /// Id of the concept, or `any` for generic facts.
    pub concept: Name,
    /// Language of the lines, a BCP 47 tag.
    pub language: String,
    /// Lines of thought.
    pub lines: Vec<FactLine>,
}

/// A line of thought. Slots in generic sentences: `{element}` the element, `{topic}` the topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FactLine {
    /// Methodologies it is for: a story for incidents, a contrast for comparisons. Default: any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub methodologies: Vec<Name>,
    /// Words of a question that select it, besides the words of its sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cues: Vec<String>,
    /// Sentences, in the order they are said.
    pub says: Vec<String>,
}

/// Facts prepared for answering: sentences with numbered words, shared by all interviews of a study.
#[derive(Clone, Debug, Default)]
pub struct FactBank {
    pub(in crate::studio) lines: Vec<PreparedLine>,
    vocabulary: WordMap<u32>,
}

/// A line with the numbers of its words, each list sorted.
#[derive(Clone, Debug, Default)]
pub(in crate::studio) struct PreparedLine {
    pub(in crate::studio) cues: Vec<u32>,
    pub(in crate::studio) says: Vec<(String, Vec<u32>)>,
}

impl FactBank {
    /// The facts about a concept under this methodology.
    pub fn of(facts: &ConceptFacts, concept: &Concept, methodology: &Methodology) -> Self {
        let is_meant = |line: &&FactLine| line.methodologies.is_empty() || line.methodologies.contains(&methodology.id);
        let mut bank = Self::default();
        if &*facts.concept == ANY {
            // Lines for this methodology are preferred. The elements take the lines in turn.
            let (own, any): (Vec<&FactLine>, Vec<&FactLine>) =
                facts.lines.iter().filter(is_meant).partition(|line| !line.methodologies.is_empty());
            let lines = if own.is_empty() { any } else { own };
            for (element, line) in concept.elements.iter().zip(lines.iter().cycle()) {
                let label = element.label.to_lowercase();
                let cues = element.aliases.iter().chain([&element.label]).chain(&line.cues);
                let fill = |text: &String| text.replace("{element}", &label).replace("{topic}", &concept.topic);
                bank.add(cues, line.says.iter().map(fill));
            }
        } else {
            for line in facts.lines.iter().filter(is_meant) {
                bank.add(line.cues.iter(), line.says.iter().cloned());
            }
        }
        bank
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines, each from the concrete to the final value.
    pub fn lines(&self) -> impl Iterator<Item = Vec<&str>> {
        self.lines.iter().map(|line| line.says.iter().map(|(text, _)| text.as_str()).collect())
    }

    fn add<'a>(&mut self, cues: impl Iterator<Item = &'a String>, says: impl Iterator<Item = String>) {
        let cues: Vec<String> = cues.cloned().collect();
        let cues = self.number_words(&cues.join(" "));
        let says = says.map(|text| (text.clone(), self.number_words(&text))).collect();
        self.lines.push(PreparedLine { cues, says });
    }

    fn number_words(&mut self, text: &str) -> Vec<u32> {
        let mut numbers = BTreeSet::new();
        for word in words(&lowercase(text)) {
            let next = u32::try_from(self.vocabulary.len()).unwrap_or(u32::MAX);
            numbers.insert(*self.vocabulary.entry(word.to_owned()).or_insert(next));
        }
        numbers.into_iter().collect()
    }

    /// Numbers of the words of a text that occur in any line, sorted.
    pub(in crate::studio) fn known_words(&self, text: &str) -> BTreeSet<u32> {
        words(&lowercase(text)).filter_map(|word| self.vocabulary.get(word).copied()).collect()
    }
}

/// Words of more than three letters in a lower-case text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !is_alphanumeric(letter)).filter(|word| word.chars().count() > 3)
}
