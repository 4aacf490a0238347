//! Language packs: the word lists, cues and phrases of a language, and the words of each methodology. All of it is data.
//!
//! A pack is a document, `config/locales/LANGUAGE.pack.yaml`. A language without a pack gets an empty one: answers are then
//! read by their length and by words they share with the study.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::{
    acts::AnswerAct,
    label_rules::LabelRules,
    learned_data::learned,
    lexicon::Lexicon,
    lists::{PhraseList, QuestionList, WordList},
    phrases::PhraseSet,
    reading_model::ReadingModel,
    safety::SafetyPatterns,
    stems::Stems,
    stop::StopWish,
    talk::TalkTexts,
};
use crate::engine::{id::Name, index_map::IndexMap, json, text::WordSet};

/// Word lists, cues and phrases of a language.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct LanguagePack {
    /// The stemming algorithm. Default none.
    pub stems: Stems,
    /// Endings that are cut off words where there is no algorithm for the language; the first one that fits is cut. Default
    /// none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub endings: Vec<String>,
    /// Shortened words that are written with an apostrophe before the next word, without the apostrophe: `l` and `qu` in
    /// French. Each is read as a word of its own. Default none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elisions: Vec<String>,
    /// Whether a label keeps its capital inside a sentence, as German nouns do. Default false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub keeps_capitals: bool,
    /// Lengths of answers in words. With them, the lists of the pack say how willing, certain, specific and reasoned an
    /// answer is; without them, English words do. Default none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lengths: Option<Lengths>,
    /// Words and phrases by their function in a sentence.
    pub lists: IndexMap<WordList, Vec<String>>,
    /// Phrases that policies and signals look for in answers, besides the English ones.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub phrases: IndexMap<PhraseList, Vec<String>>,
    /// Phrases by which an answer shows what it does in the conversation: "what do you mean". Default none.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub acts: IndexMap<AnswerAct, Vec<String>>,
    /// Words of the speaker as they are said back: `my` becomes `your`. The first is the speaker as a subject. Default none; such
    /// words are then not said back.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub persons: IndexMap<String, String>,
    /// Phrases that the guard looks for in models' questions.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub questions: IndexMap<QuestionList, Vec<String>>,
    /// What an interviewer says between questions. Default nothing.
    #[serde(skip_serializing_if = "is_default")]
    pub talk: TalkTexts,
    /// Patterns of answers that are not probed: a person in danger. Default none, which `check` reports.
    #[serde(skip_serializing_if = "SafetyPatterns::is_empty")]
    pub safety: SafetyPatterns,
    /// The same patterns of the other languages: people in distress may change the language. A study gets them from the
    /// other packs when it is built.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub safety_elsewhere: Vec<SafetyPatterns>,
    /// Weights that hear a wish to stop. The documents of a language set them, from `LANGUAGE.stop.txt`; a pack does not.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(not(target_arch = "wasm32"), schemars(skip))]
    pub stop_weights: String,
    /// How labels of ideas are compared. Default as in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<Arc<LabelRules>>,
    /// Phrases that join two ideas.
    pub cues: Vec<Cue>,
    /// The words of each methodology, by its id.
    pub methods: IndexMap<Name, MethodWords>,
    /// SHA-256 of the learned data of the language, hexadecimal. The documents of a language set it; a pack does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(not(target_arch = "wasm32"), schemars(skip))]
    pub learned: Option<String>,
    #[serde(skip)]
    lexicon: LexiconCell,
    #[serde(skip)]
    model: ModelCell,
}

fn is_default(talk: &TalkTexts) -> bool {
    *talk == TalkTexts::default()
}

/// The lexicon of a pack: built on first use, once for all copies, and left out of comparisons.
#[derive(Clone, Debug, Default)]
struct LexiconCell(Arc<OnceLock<Lexicon>>);

impl PartialEq for LexiconCell {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The learned reader of a language: read on first use, once for all copies, and left out of comparisons.
#[derive(Clone, Debug, Default)]
struct ModelCell(Arc<OnceLock<ReadingModel>>);

impl PartialEq for ModelCell {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl LanguagePack {
    /// What the reader has learned of the language; none if the data is not registered.
    pub fn model(&self) -> Option<&ReadingModel> {
        if let Some(model) = self.model.0.get() {
            return Some(model);
        }
        let data = learned(self.learned.as_deref()?)?;
        Some(self.model.0.get_or_init(|| self.parse_model(&data)))
    }

    /// This pack with learned data.
    #[must_use]
    pub fn with_model(mut self, model: ReadingModel) -> Self {
        self.model = ModelCell(Arc::new(OnceLock::from(model)));
        self
    }

    /// Reads learned data with the stems of this language.
    pub fn parse_model(&self, data: &str) -> ReadingModel {
        ReadingModel::parse(data, &|word| self.stem(word))
    }

    /// The pack indexed for look-up.
    pub(in crate::engine) fn lexicon(&self) -> &Lexicon {
        self.lexicon.0.get_or_init(|| Lexicon::new(self))
    }

    /// The stem of a lower-case word.
    pub fn stem(&self, word: &str) -> String {
        self.lexicon().stem(word)
    }

    /// Stems of the content words of a text.
    pub fn content(&self, text: &str) -> WordSet {
        self.lexicon().content(text)
    }

    /// Stems of the content words among these words.
    pub fn content_of<W: AsRef<str>>(&self, words: impl Iterator<Item = W>) -> WordSet {
        self.lexicon().content_of(words)
    }

    /// The entries of a list.
    pub fn list(&self, list: WordList) -> &[String] {
        self.lists.get(&list).map_or(&[], Vec::as_slice)
    }

    /// The phrases of a list for the guard.
    pub fn question_list(&self, list: QuestionList) -> &[String] {
        self.questions.get(&list).map_or(&[], Vec::as_slice)
    }

    /// Whether a sentence shows a person in danger, in any language.
    pub(in crate::engine) fn is_distress(&self, sentence: &str) -> bool {
        self.lexicon().is_distress(sentence)
    }

    /// Whether a sentence asks to stop, by the fitted weights.
    pub(in crate::engine) fn stop_wish(&self, sentence: &str) -> StopWish {
        self.lexicon().stop_wish(sentence)
    }

    /// Whether a label holds a word of violence or death, which is never said back.
    pub(in crate::engine) fn is_grave(&self, label: &str) -> bool {
        self.lexicon().is_grave(label)
    }

    /// The phrases of a list, without the English ones.
    pub fn phrases(&self, list: PhraseList) -> &PhraseSet<usize> {
        self.lexicon().phrases(list)
    }

    /// The phrases of a list as written, without the English ones.
    pub fn phrase_texts(&self, list: PhraseList) -> &[String] {
        self.phrases.get(&list).map_or(&[], Vec::as_slice)
    }

    /// Whether it helps to read answers. A pack may only say how a question must not be.
    pub fn reads_answers(&self) -> bool {
        !self.list(WordList::Stop).is_empty() || self.stems != Stems::None || self.lengths.is_some()
    }

    /// How labels of ideas are compared in this language.
    pub fn label_rules(&self) -> Arc<LabelRules> {
        self.labels.clone().or_else(|| english().labels.clone()).unwrap_or_default()
    }
}

impl Default for &LanguagePack {
    fn default() -> Self {
        static EMPTY: OnceLock<LanguagePack> = OnceLock::new();
        EMPTY.get_or_init(LanguagePack::default)
    }
}

/// The English phrases and label rules, which apply in every language, from `config/locales/en.reference.json`. The authors
/// of the policies and signals set their numbers by these lists.
pub fn english() -> &'static LanguagePack {
    const REFERENCE: &str = include_str!("../../../config/locales/en.reference.json");
    static ENGLISH: OnceLock<LanguagePack> = OnceLock::new();
    ENGLISH.get_or_init(|| json::read(REFERENCE).unwrap_or_default())
}

/// Lengths of answers. The signals were set for English, where they are 10 and 30; languages with compound words use fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Lengths {
    /// Words from which an answer has a moderate length, ≥ 1.
    pub moderate: usize,
    /// Words from which an answer is long.
    pub long: usize,
}

/// A phrase that joins two ideas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cue {
    /// How the idea after the cue relates to the one before it.
    pub role: CueRole,
    /// The phrases.
    pub says: Vec<String>,
    /// What must precede or follow the cue. Default nothing.
    #[serde(default)]
    pub needs: CueNeeds,
    /// The idea that the words of the cue belong to. Default neither.
    #[serde(default)]
    pub part: CuePart,
    /// Type of the idea after the cue, by methodology: `means_end_chain: psychosocial_consequence`.
    #[serde(default)]
    pub announces: IndexMap<Name, Name>,
}

/// How the idea after a cue relates to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CueRole {
    /// It is the result: so, which means.
    Result,
    /// It is the reason: because.
    Reason,
    /// It is the condition of the main clause: if.
    Condition,
    /// It is the time of the main clause: when, until.
    Time,
    /// It contrasts with it: but.
    Contrast,
    /// It replaces it: instead of.
    Instead,
    /// It happens later: then.
    Sequence,
    /// It is a further idea: and.
    Addition,
    /// It describes it: who, where.
    Detail,
    /// It is what the first idea needs: depends on.
    Requires,
    /// It is what happens without the first idea: or else, otherwise.
    Otherwise,
}

impl CueRole {
    /// Whether the idea after the cue only introduces the main clause.
    pub(in crate::engine) fn is_subordinate(self) -> bool {
        matches!(self, Self::Condition | Self::Time)
    }
}

/// What must precede or follow a cue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CueNeeds {
    /// Nothing.
    #[default]
    Nothing,
    /// A subject after it: `so` in "so I can", not in "so good".
    Subject,
    /// A clause with a subject or a finite verb after it.
    Clause,
    /// A punctuation mark or the beginning of a sentence before it.
    Mark,
    /// A phrase with content before it in the same clause.
    Content,
    /// A requirement before it, in its sentence or the one before: `otherwise` in "it has to froth, otherwise …".
    Requirement,
}

/// The idea that the words of a cue belong to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CuePart {
    /// Neither idea.
    #[default]
    Dropped,
    /// The idea after the cue.
    Right,
}

/// The words of a methodology.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct MethodWords {
    /// Type of an idea that names an element of the concept.
    pub element: Option<Name>,
    /// How ideas are connected.
    pub linking: Linking,
    /// Whether ideas must be about one past occasion.
    pub occasions_only: bool,
    /// Types that occur once in an answer, and once in the interview unless a question asks for another one.
    pub once: Vec<Name>,
    /// Types that need words of their own: a question about a feeling does not make every answer a feeling.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub in_words: Vec<Name>,
    /// Type of a date. A date is then an idea of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dates: Option<Name>,
    /// Types of the two ends of a contrast: the pole and its opposite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poles: Option<(Name, Name)>,
    /// Words and openings of each type.
    pub types: IndexMap<Name, TypeWords>,
    /// The types that questions ask for.
    pub questions: Vec<Expectation>,
}

/// How the ideas of a methodology are connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Linking {
    /// Each idea leads to the next, from the lower level to the higher.
    #[default]
    Ladder,
    /// Ideas are connected to the focus, and to each other where the ontology has an edge for their types.
    Pairs,
    /// Events follow each other; each is connected to its outcome.
    Course,
    /// Things are connected to the poles that describe them, and poles to their opposites.
    Grid,
}

/// Words that signal a type of idea.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TypeWords {
    /// Words and phrases anywhere in the idea, compared by stem.
    pub words: Vec<String>,
    /// Words and phrases at the beginning of its clause, compared as written.
    pub openings: Vec<String>,
}

/// The types of ideas that a question asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Expectation {
    /// Phrases of the question, compared as written.
    pub asks: Vec<String>,
    /// The types, most likely first.
    pub types: Vec<Name>,
    /// Default attitude of an idea in the answer: 1 positive, -1 negative, 0 unknown. Default 0.
    pub tone: i8,
    /// Whether the question leads away from the focus, so that the answer is not connected to it. Default no.
    pub aside: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_english_reference_has_every_list() {
        assert_eq!(english().phrases.len(), 16, "the file is read");
        assert_eq!(english().label_rules().synonyms.len(), 4);
    }
}
