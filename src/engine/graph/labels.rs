//! An index of labels by text and by words. It finds a known idea without reading every label.
//!
//! Two sets with a share of common words of at least `t` share one of the `n - ⌈t·n⌉ + 1` rarest words of the set with
//! `n` words. Only nodes with one of these words are compared (prefix filtering; Chaudhuri et al. 2006,
//! doi:10.1109/ICDE.2006.9).

use std::sync::Arc;

use crate::engine::{
    id::NodeId,
    language::{LabelRules, english},
    sort,
    text::{Folded, WordMap, lowercase},
};

/// Position of a word in the list of all words.
type Word = u32;

/// The labels of all registered nodes.
#[derive(Clone, Debug)]
pub(super) struct LabelIndex {
    rules: Arc<LabelRules>,
    by_text: WordMap<Vec<NodeId>>,
    words: WordMap<Word>,
    /// Nodes with a word in their label, in order of registration.
    nodes_of: Vec<Vec<NodeId>>,
    known: Vec<LabelForms>,
}

#[derive(Clone, Debug)]
struct LabelForms {
    is_negated: bool,
    /// Its words, ascending.
    words: Vec<Word>,
    folded: Folded,
    /// Number of its words between blanks.
    length: u32,
}

impl Default for LabelIndex {
    fn default() -> Self {
        Self::new(english().label_rules())
    }
}

impl LabelIndex {
    /// An empty index with these rules for comparison.
    pub(super) fn new(rules: Arc<LabelRules>) -> Self {
        let (by_text, words) = (WordMap::default(), WordMap::default());
        Self { rules, by_text, words, nodes_of: Vec::new(), known: Vec::new() }
    }

    /// Adds the label of the next node.
    pub(super) fn push(&mut self, id: NodeId, label: &str) {
        let lowered = lowercase(label);
        let (mut words, mut length, mut is_negated) = (Vec::new(), 0, false);
        let rules = Arc::clone(&self.rules);
        for word in lowered.split_whitespace() {
            words.extend(rules.stems(word).map(|stem| self.number(stem)));
            length += 1;
            is_negated |= rules.negates(word);
        }
        sort::distinct(&mut words);
        for word in &words {
            if let Some(nodes) = self.nodes_of.get_mut(*word as usize) {
                nodes.push(id);
            }
        }
        self.known.push(LabelForms { is_negated, words, folded: Folded::of(&lowered), length });
        self.by_text.entry(lowered.into_owned()).or_default().push(id);
    }

    /// The label of a node in a searchable form.
    pub(super) fn folded(&self, id: NodeId) -> Option<&Folded> {
        self.known.get(id.index()).map(|label| &label.folded)
    }

    /// Number of words between blanks in the label of a node.
    pub(super) fn length(&self, id: NodeId) -> u32 {
        self.known.get(id.index()).map_or(0, |label| label.length)
    }

    /// Nodes with this label in lower case, in order of registration.
    pub(super) fn named(&self, lowered: &str) -> &[NodeId] {
        self.by_text.get(lowered).map_or(&[], Vec::as_slice)
    }

    /// Nodes whose label shares at least this part of its words with a label, in order of registration. A negated label
    /// matches only negated ones.
    pub(super) fn alike(&self, label: &str, threshold: f64) -> impl Iterator<Item = NodeId> {
        let lowered = lowercase(label);
        let (mut known, mut unknown, mut is_negated) = (Vec::new(), Vec::new(), false);
        for word in lowered.split_whitespace() {
            for stem in self.rules.stems(word) {
                match self.words.get(stem) {
                    Some(number) => known.push(*number),
                    None => unknown.push(stem),
                }
            }
            is_negated |= self.rules.negates(word);
        }
        sort::distinct(&mut known);
        sort::distinct(&mut unknown);
        let words = known.len() + unknown.len();
        self.candidates(&known, words, threshold).into_iter().filter(move |id| {
            self.known
                .get(id.index())
                .is_some_and(|other| other.is_negated == is_negated && share(&known, words, &other.words) >= threshold)
        })
    }

    /// All nodes that may be similar, in order of registration.
    #[expect(clippy::cast_precision_loss, reason = "labels have few words")]
    fn candidates(&self, known: &[Word], words: usize, threshold: f64) -> Vec<NodeId> {
        if threshold <= 0.0 {
            let mut all: Vec<NodeId> = self.by_text.values().flatten().copied().collect();
            sort::distinct(&mut all);
            return all;
        }
        // A small margin against rounding errors.
        let common = (threshold * words as f64 - 1e-9).ceil();
        let mut lists: Vec<&[NodeId]> =
            known.iter().filter_map(|word| self.nodes_of.get(*word as usize)).map(Vec::as_slice).collect();
        sort::by_key(&mut lists, |nodes| nodes.len());
        // Words without a label are the rarest.
        let unknown = words - known.len();
        let needed = (0..words).take_while(|at| (*at as f64) <= words as f64 - common).count();
        let mut candidates = lists.get(..needed.saturating_sub(unknown)).unwrap_or(&lists).concat();
        sort::distinct(&mut candidates);
        candidates
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the graph numbers its nodes with 32 bits, and labels are short"
    )]
    fn number(&mut self, word: &str) -> Word {
        if let Some(known) = self.words.get(word) {
            return *known;
        }
        let number = self.nodes_of.len() as Word;
        self.words.insert(word.to_owned(), number);
        self.nodes_of.push(Vec::new());
        number
    }
}

/// Share of common words of another label and a label with `words` words, of which these are known.
#[expect(clippy::cast_precision_loss, reason = "labels have few words")]
fn share(known: &[Word], words: usize, other: &[Word]) -> f64 {
    if words == 0 || other.is_empty() {
        return 0.0;
    }
    let common = known.iter().filter(|word| other.binary_search(word).is_ok()).count();
    common as f64 / (words + other.len() - common) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::graph::matcher::{LabelCandidate, Matcher, Tier};

    const PARTS: [&str; 6] = ["creamy", "Foam", "smooth", "not", "foams", "\u{130}zmir"];

    /// All labels of up to three parts.
    fn all() -> Vec<String> {
        let with = |labels: &[String]| -> Vec<String> {
            labels.iter().flat_map(|label| PARTS.map(|part| format!("{label} {part}"))).collect()
        };
        let one = PARTS.map(str::to_owned).to_vec();
        let (two, three) = (with(&one), with(&with(&one)));
        [one, two, three].concat()
    }

    #[test]
    fn the_index_finds_what_reading_every_label_finds() {
        let (all, mut labels) = (all(), LabelIndex::default());
        let known: Vec<&String> = all.iter().step_by(3).collect();
        for (id, label) in (0..).map(NodeId).zip(&known) {
            labels.push(id, label);
        }
        let candidate = |label: &&String| label.as_str().to_owned();
        let texts: Vec<String> = known.iter().map(candidate).collect();
        for threshold in [0.0, 0.3, 0.5, 0.75, 1.0] {
            let matcher = Matcher { jaccard_threshold: threshold, ..Matcher::default() };
            for label in &all {
                let candidates = texts.iter().map(|label| LabelCandidate { label, node_type: Some("t"), cosine: None });
                let named = labels.named(&label.to_lowercase()).first().map(|id| (id.index(), Tier::Exact));
                let alike = || labels.alike(label, threshold).next().map(|id| (id.index(), Tier::Words));
                assert_eq!(
                    named.or_else(alike),
                    matcher.find(&english().label_rules(), label, "t", candidates),
                    "{label} at {threshold}"
                );
            }
        }
    }
}
