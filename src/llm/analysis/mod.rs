//! What models said about an answer, as untrusted input: parsed, bounded, verified, then used.
//!
//! Every part is read on its own: one that is missing or spoilt leaves the others standing, and the rules step in for
//! it. Rules and models give the same types.

mod collect;
pub mod draft;
mod extraction;
pub mod fields;
pub mod qualitative;
pub(super) mod quote;
mod section;
mod value;

use indexmap::IndexMap;

use self::collect::Collected;
use super::{
    Section, SectionSource, Task,
    redaction::Allowed,
    rules::{Known, LanguagePack},
};
use crate::{concept::Element, dialogue::Reading, graph::Extraction, methodology::Ontology};

/// What replies about an answer are held against.
#[derive(Clone, Debug)]
pub struct Ground<'a> {
    /// Types of nodes and edges.
    pub ontology: &'a Ontology,
    /// Elements of the concept.
    pub elements: &'a [Element],
    /// Words of the language, for labels that say nothing.
    pub pack: &'a LanguagePack,
    /// Ideas known before this answer, newest last.
    pub known: Vec<Known<'a>>,
    /// The answer; what a model was shown is its first 4,000 characters.
    pub answer: &'a str,
    /// Earlier answers, oldest first. What counts as an earlier statement must stand in one of them.
    pub earlier: Vec<&'a str>,
    /// Labels of the isolated ideas whose place was asked for.
    pub isolates: &'a [String],
    /// Whether the six qualitative signals were asked for.
    pub qualitative: bool,
    /// Drop an idea whose quote does not stand in the answer, instead of halving its confidence.
    pub strict_quotes: bool,
    /// Marks that stand for details of the respondent, as they may stand in a label.
    pub marks: Allowed<'a>,
}

/// What could be used of the replies about an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// Ideas and connections; none if that part did not arrive.
    pub extraction: Option<Extraction>,
    /// Whether a model found anything to code; none if that part did not arrive.
    pub extractable: Option<bool>,
    /// Values a model gave, and no others: [`Reading::or`] completes them.
    pub reading: Reading,
    /// Parts that arrived. `LlmRetry`: an earlier reply was to hold it and did not.
    pub sections: IndexMap<Section, SectionSource>,
    /// Parts that were asked for and did not arrive, with why: `absent`, `malformed`, `truncated`, `unreadable`.
    pub missing: IndexMap<Section, String>,
    /// What was dropped or corrected, by reason.
    pub drops: IndexMap<String, u32>,
    /// Whether there were replies and nothing in any of them could be used.
    pub is_whole_unreadable: bool,
}

/// Reads the replies to one answer, in the order they were asked for. Where several hold the same part, the last one that
/// can be used counts.
pub fn read(parts: &[(Task, &str)], ground: &Ground<'_>) -> Analysis {
    let mut collected = Collected::new(ground);
    for (task, reply) in parts {
        collected.reply(*task, reply);
    }
    let mut analysis = collected.analysis();
    analysis.is_whole_unreadable = !parts.is_empty() && analysis.sections.is_empty();
    analysis
}

/// What was dropped or corrected, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drops(pub IndexMap<String, u32>);

impl Drops {
    fn add(&mut self, reason: &str, count: u32) {
        if count > 0 {
            let known = self.0.entry(reason.to_owned()).or_default();
            *known = known.saturating_add(count);
        }
    }

    fn one(&mut self, reason: &str) {
        self.add(reason, 1);
    }
}
