//! Patterns of a language for answers that must not be probed: a person in danger, and a wish to stop.
//!
//! A pattern is words in order: `hurt*` any word that begins so, `*قتل*` one that contains it, `a|b` either, `{person}` a word
//! of a class, `my?` a word that may be missing, `..` up to three other words. Apostrophes are left out on both sides.

use serde::{Deserialize, Serialize};

use crate::engine::{
    index_map::IndexMap,
    text::{lowercase, mark},
};

/// Most words that `..` stands for.
const GAP: usize = 3;

/// The patterns of a language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SafetyPatterns {
    /// Words by class, for `{class}` in a pattern.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub classes: IndexMap<String, Vec<String>>,
    /// A person in danger: thoughts of death, self-harm, violence, abuse.
    pub distress: Vec<String>,
    /// Figures of speech and everyday events that look like it. One of them in a sentence outweighs `distress` there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub harmless: Vec<String>,
    /// Words that are never said back to a respondent: violence, death, crime.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grave: Vec<String>,
}

impl SafetyPatterns {
    /// Whether the language has no patterns.
    pub fn is_empty(&self) -> bool {
        self.distress.is_empty()
    }
}

/// The patterns of a language, ready to match.
#[derive(Clone, Debug, Default)]
pub(super) struct SafetyMatcher {
    distress: Vec<Pattern>,
    harmless: Vec<Pattern>,
    grave: Vec<Pattern>,
}

impl SafetyMatcher {
    pub(super) fn new(patterns: &SafetyPatterns) -> Self {
        let compile = |texts: &[String]| texts.iter().map(|text| Pattern::new(text, &patterns.classes)).collect();
        Self {
            distress: compile(&patterns.distress),
            harmless: compile(&patterns.harmless),
            grave: compile(&patterns.grave),
        }
    }

    /// Whether a sentence shows a person in danger.
    pub(super) fn is_distress(&self, words: &[String]) -> bool {
        is_in(&self.distress, words) && !is_in(&self.harmless, words)
    }

    /// Whether a label holds a word that is never said back.
    pub(super) fn is_grave(&self, words: &[String]) -> bool {
        is_in(&self.grave, words) || is_in(&self.distress, words)
    }
}

/// The words of a text as patterns are compared with them.
pub(super) fn safety_words(text: &str) -> Vec<String> {
    let lower = lowercase(text).replace(['\'', '\u{2019}', '\u{2018}', '\u{2bc}', '\u{640}'], "");
    let words = lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

fn is_in(patterns: &[Pattern], words: &[String]) -> bool {
    let marks = words.iter().fold(0, |marks, word| marks | mark(word));
    let starts = |pattern: &Pattern, at: usize| matches(&pattern.slots, words.get(at..).unwrap_or_default());
    let mut possible = patterns.iter().filter(|pattern| pattern.needs.iter().all(|need| marks & need != 0));
    possible.any(|pattern| (0..words.len()).any(|at| starts(pattern, at)))
}

/// Slots in order.
#[derive(Clone, Debug)]
struct Pattern {
    slots: Vec<Slot>,
    /// Marks of words for each slot that needs one of them. Most texts lack one, so most patterns need no comparison.
    needs: Vec<u64>,
}

#[derive(Clone, Debug)]
enum Slot {
    /// One of these words.
    Word { words: Vec<WordPattern>, is_optional: bool },
    /// Up to [`GAP`] words.
    Gap,
}

#[derive(Clone, Debug)]
struct WordPattern {
    text: String,
    opens_freely: bool,
    ends_freely: bool,
}

impl Pattern {
    fn new(text: &str, classes: &IndexMap<String, Vec<String>>) -> Self {
        let slots: Vec<Slot> = text.split_whitespace().map(|slot| Slot::new(slot, classes)).collect();
        Self { needs: slots.iter().filter_map(Slot::needs).collect(), slots }
    }
}

impl Slot {
    fn new(text: &str, classes: &IndexMap<String, Vec<String>>) -> Self {
        if text == ".." {
            return Self::Gap;
        }
        let (text, is_optional) = text.strip_suffix('?').map_or((text, false), |text| (text, true));
        let class = |text: &str| text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).map(str::to_owned);
        let words = text.split('|').flat_map(|text| {
            let of_class = class(text).map(|class| classes.get(&class).cloned().unwrap_or_default());
            of_class.unwrap_or_else(|| vec![text.to_owned()])
        });
        Self::Word { words: words.map(|word| WordPattern::new(&word)).collect(), is_optional }
    }
}

impl Slot {
    /// Marks of the words of which a text needs one; None if it may do without them.
    fn needs(&self) -> Option<u64> {
        match self {
            Self::Word { words, is_optional: false } => {
                let is_whole = |word: &WordPattern| !word.opens_freely && !word.ends_freely;
                words.iter().all(is_whole).then(|| words.iter().fold(0, |marks, word| marks | mark(&word.text)))
            }
            Self::Word { .. } | Self::Gap => None,
        }
    }
}

impl WordPattern {
    fn new(text: &str) -> Self {
        let (opens_freely, ends_freely) = (text.starts_with('*'), text.ends_with('*'));
        Self { text: safety_words(text).concat(), opens_freely, ends_freely }
    }

    fn matches(&self, word: &str) -> bool {
        match (self.opens_freely, self.ends_freely) {
            (false, false) => word == self.text,
            (false, true) => word.starts_with(&self.text),
            (true, false) => word.ends_with(&self.text),
            (true, true) => word.contains(&self.text),
        }
    }
}

fn matches(slots: &[Slot], words: &[String]) -> bool {
    let Some((slot, rest)) = slots.split_first() else { return true };
    let after = |skipped: usize| words.get(skipped..).is_some_and(|words| matches(rest, words));
    match slot {
        Slot::Gap => (0..=GAP).any(after),
        Slot::Word { words: patterns, is_optional } => {
            let is_here = words.first().is_some_and(|word| patterns.iter().any(|pattern| pattern.matches(word)));
            is_here && after(1) || *is_optional && after(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matcher(distress: &str, harmless: &str) -> SafetyMatcher {
        let classes = IndexMap::from([("person".to_owned(), vec!["he".to_owned(), "husband".to_owned()])]);
        let (distress, harmless) = (vec![distress.to_owned()], vec![harmless.to_owned()]);
        SafetyMatcher::new(&SafetyPatterns { classes, distress, harmless, grave: Vec::new() })
    }

    #[test]
    fn a_pattern_matches_words_in_order_with_gaps_and_classes() {
        let matcher = matcher("{person} .. hit|hits me|my?", "hits me with a bill");
        let hears = |text: &str| matcher.is_distress(&safety_words(text));
        assert!(hears("My husband sometimes hits me"));
        assert!(hears("he’s there and he hit"));
        assert!(!hears("he does not think that it ever hits me"), "too far apart");
        assert!(!hears("he hits me with a bill"), "outweighed");
        assert!(!hears("I hit him"));
    }

    #[test]
    fn a_word_may_be_cut_at_either_end() {
        let matcher = matcher("suicid*|*death*", "nothing");
        assert!(matcher.is_distress(&safety_words("feeling suicidal")));
        assert!(matcher.is_distress(&safety_words("undeathly")));
        assert!(!matcher.is_distress(&safety_words("homicide")));
    }
}
