//! WHAT there is to say about a concept: lines of thought, each from the concrete to what it is good for in the end.
//!
//! Facts belong to a concept and a language, not to a persona. For a concept nobody wrote facts for, stand-ins of its
//! language say something about each of its elements, so that every study can be simulated on the day it is written.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{
    concept::Concept,
    id::Name,
    methodology::Methodology,
    text::{WordMap, is_alphanumeric, lowercase},
};

/// The concept of stand-ins: they are said of each element of any concept.
pub const ANY: &str = "any";

/// What there is to say about a concept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Id of the concept, or `any` for stand-ins.
    pub concept: Name,
    /// Language of the lines, a BCP 47 tag.
    pub language: String,
    /// Lines of thought.
    pub lines: Vec<Line>,
}

/// A line of thought. Slots in the sentences of stand-ins: `{element}` the element spoken of, `{topic}` the topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Methodologies it is said under: a story for one that asks for incidents, a contrast for one that compares. Default:
    /// any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub methodologies: Vec<Name>,
    /// Words of a question that bring it up, beside its own sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cues: Vec<String>,
    /// Sentences, in the order they would come out.
    pub says: Vec<String>,
}

/// Facts made ready for answering: sentences with their words numbered, once for all interviews of a study.
#[derive(Clone, Debug, Default)]
pub struct Bank {
    pub(super) lines: Vec<Prepared>,
    vocabulary: WordMap<u32>,
}

/// A line with the numbers of its words, each list sorted.
#[derive(Clone, Debug, Default)]
pub(super) struct Prepared {
    pub(super) cues: Vec<u32>,
    pub(super) says: Vec<(String, Vec<u32>)>,
}

impl Bank {
    /// What there is to say about a concept when it is explored in this way.
    pub fn of(facts: &Facts, concept: &Concept, methodology: &Methodology) -> Self {
        let is_meant = |line: &&Line| line.methodologies.is_empty() || line.methodologies.contains(&methodology.id);
        let mut bank = Self::default();
        if &*facts.concept == ANY {
            // Lines written for the methodology come before lines for any; the elements take them in turn.
            let (own, any): (Vec<&Line>, Vec<&Line>) =
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

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines, each from the concrete to what it is good for in the end.
    pub fn lines(&self) -> impl Iterator<Item = Vec<&str>> {
        self.lines.iter().map(|line| line.says.iter().map(|(text, _)| text.as_str()).collect())
    }

    fn add<'a>(&mut self, cues: impl Iterator<Item = &'a String>, says: impl Iterator<Item = String>) {
        let cues: Vec<String> = cues.cloned().collect();
        let cues = self.learn(&cues.join(" "));
        let says = says.map(|text| (text.clone(), self.learn(&text))).collect();
        self.lines.push(Prepared { cues, says });
    }

    fn learn(&mut self, text: &str) -> Vec<u32> {
        let mut numbers = BTreeSet::new();
        for word in words(&lowercase(text)) {
            let next = u32::try_from(self.vocabulary.len()).unwrap_or(u32::MAX);
            numbers.insert(*self.vocabulary.entry(word.to_owned()).or_insert(next));
        }
        numbers.into_iter().collect()
    }

    /// Numbers of the words of a text that occur in any line, sorted.
    pub(super) fn known(&self, text: &str) -> BTreeSet<u32> {
        words(&lowercase(text)).filter_map(|word| self.vocabulary.get(word).copied()).collect()
    }
}

/// Words of more than three letters of a text in lower case.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !is_alphanumeric(letter)).filter(|word| word.chars().count() > 3)
}
