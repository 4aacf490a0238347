//! What the rules know of a language: word lists, cues and the lexicon of each methodology. All of it is data.
//!
//! A pack is a plain document. A language without a pack gets the empty one: answers are then read by length and
//! by the words they share with the study, nothing else.

use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::lexicon::Lexicon;
use crate::{
    id::Name,
    text::{Stems, WordSet},
};

/// Word lists and cues of a language.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct LanguagePack {
    /// Which stemming rules its words follow. Default none.
    pub stems: Stems,
    /// Whether a label keeps its capital inside a sentence, as nouns do in German. Default false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub keeps_capitals: bool,
    /// How long answers of this language are. With it the pack's own lists tell how willing, sure, concrete and reasoned an
    /// answer is; without it the reference words do, which are English. Default none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lengths: Option<Lengths>,
    /// Words and phrases by what they do in a sentence.
    pub lists: IndexMap<List, Vec<String>>,
    /// Phrases that join two ideas.
    pub cues: Vec<Cue>,
    /// What each methodology's types of ideas sound like.
    pub methods: IndexMap<Name, MethodWords>,
    /// The same, ready for look-up; made on first use, once for all copies.
    #[serde(skip)]
    lexicon: Arc<OnceLock<Lexicon>>,
}

impl PartialEq for LanguagePack {
    fn eq(&self, other: &Self) -> bool {
        self.stems == other.stems
            && self.keeps_capitals == other.keeps_capitals
            && self.lengths == other.lengths
            && self.lists == other.lists
            && self.cues == other.cues
            && self.methods == other.methods
    }
}

impl LanguagePack {
    /// Everything in it, ready for look-up.
    pub(super) fn lexicon(&self) -> &Lexicon {
        self.lexicon.get_or_init(|| Lexicon::new(self))
    }

    /// Stems of the words of a text that carry content.
    pub fn content(&self, text: &str) -> WordSet {
        self.lexicon().content(text)
    }

    /// The same of a text that is cut into words.
    pub fn content_of<W: AsRef<str>>(&self, words: impl Iterator<Item = W>) -> WordSet {
        self.lexicon().content_of(words)
    }

    /// The entries of a list.
    pub fn list(&self, list: List) -> &[String] {
        self.lists.get(&list).map_or(&[], Vec::as_slice)
    }
}

/// How many words make an answer. In English, by which the signals were set, it is 10 and 30; languages that join words say
/// the same in fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Lengths {
    /// Words from which an answer is one of some length, ≥ 1.
    pub moderate: usize,
    /// Words from which it is a long one.
    pub long: usize,
}

/// What the words of a list do in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum List {
    /// Words without meaning of their own.
    Stop,
    /// Words that open a clause as its subject: I, they, there.
    Subject,
    /// Subjects that cannot be objects: I, we, they.
    Nominative,
    /// Articles, possessives, demonstratives, small numbers.
    Determiner,
    /// Auxiliary and modal verbs, contracted subjects included: is, can, it's.
    Auxiliary,
    /// Verbs that are finite in the present: a noun before one of them makes a clause.
    Finite,
    /// Prepositions.
    Preposition,
    /// Conjunctions that may stand at the head of a phrase without belonging to it.
    Conjunction,
    /// Turn what follows around: not, never, no.
    Negation,
    /// Say that there is less of what follows: less, without, avoid.
    Reducer,
    /// Empty phrases: to be honest, you know.
    Filler,
    /// Whole answers that say nothing: yes, ok.
    Minimal,
    /// The respondent does not know.
    KnowledgeLack,
    /// The respondent turns the question away.
    Deflection,
    /// The respondent asks to stop.
    StopRequest,
    /// Words of a crisis.
    Distress,
    /// Figures of speech that contain words of a crisis.
    DistressIdiom,
    /// Words that address a machine, not an interviewer.
    Injection,
    /// Announces a reason or an example.
    Elaboration,
    /// Tells of one occasion.
    Story,
    /// Good things and kind words. Matched by stem.
    Positive,
    /// Bad things and hard words. Matched by stem.
    Negative,
    /// Verbs of liking: like, love, enjoy.
    Liking,
    /// Verbs and phrases of disliking.
    Disliking,
    /// Words of doubt.
    Doubt,
    /// Words of curiosity.
    Curiosity,
    /// Words of first reaction to a thing as a whole: nice, looks good. Matched by stem.
    Verdict,
    /// Heads without content: thing, stuff.
    Vague,
    /// Strong feelings and disclosures. Matched by stem.
    Affect,
    /// Hedges of all strengths, dropped at the edges of a phrase.
    Hedge,
    /// Words that open a question.
    Interrogative,
    /// Words that take back what was said.
    Revision,
    /// Verbs that set a clause in the past: was, used to.
    Past,
    /// Words that take up what was just said: that, this, which.
    Anaphor,
    /// The speaker as a subject: I, we, I'm.
    SelfWord,
    /// What one is able to do: can, could.
    Ability,
    /// What one is not able to do: can't, couldn't.
    Inability,
    /// Phrases by which a question suggests its answer: don't you, surely.
    Leading,
    /// What opens an open question: what, how, tell me.
    OpenForm,
    /// Joins alternatives in a question: or.
    Alternative,
    /// Phrases by which a question asks for data nobody wants to collect: your e-mail, password.
    PersonalData,
    /// Openings that say that something exists: there is, there are.
    Existential,
    /// Words that open the main clause after a condition: then.
    Consequent,
    /// Says that something is so in general, not once: always, all the same.
    General,
    /// Says what would be: would, I'd.
    Hypothetical,
    /// Verbs that close a clause without belonging to its idea, in languages that put them there: `ist` of "weil es gut ist".
    ClosingVerb,
    /// Phrases by which a question asks a second thing: and why. For the linter.
    DoubleBarrelled,
    /// Words before an infinitive that do not belong to its idea: to.
    Infinitive,
    /// The conversation itself, as what somebody may want to stop: interview, questions, here.
    Talk,
    /// Words that open a clause which completes the one before it over a comma: `dass` of "ich bin stolz, dass ich es schaffe".
    Complement,
    /// Says when something happened: in March, last winter.
    Date,
    /// Words before the pole whose opposite is named: the opposite of.
    Opposite,
    /// Says what must be: has to, must. What follows an "or" after it is what comes of its absence.
    Requirement,
    /// Pronouns that stand as an object: me, it. With a verb alone they name nothing: "annoys me".
    Object,
}

impl Role {
    /// Whether the idea after the cue is said only to set the scene for the main clause.
    pub(super) fn is_subordinate(self) -> bool {
        matches!(self, Self::Condition | Self::Time)
    }
}

impl List {
    /// Lists whose words carry no idea.
    pub(super) const EMPTY: [Self; 10] = [
        Self::Stop,
        Self::Auxiliary,
        Self::Preposition,
        Self::Conjunction,
        Self::Filler,
        Self::Hedge,
        Self::Liking,
        Self::Vague,
        Self::Interrogative,
        Self::KnowledgeLack,
    ];

    /// Whether its entries stand for all their inflected forms.
    pub(super) fn by_stem(self) -> bool {
        matches!(self, Self::Positive | Self::Negative | Self::Verdict | Self::Affect)
    }

    /// Its place in a [`super::lexicon::ListSet`], which holds 64.
    pub(super) const fn bit(self) -> u64 {
        1 << (self as u64)
    }

    /// Whether its words are for whoever writes questions, and not looked for in texts.
    pub(super) fn is_for_authors(self) -> bool {
        matches!(self, Self::DoubleBarrelled)
    }
}

/// A phrase that joins two ideas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cue {
    /// How the idea after the cue relates to the one before it.
    pub role: Role,
    /// The phrases.
    pub says: Vec<String>,
    /// What must stand around it. Default nothing.
    #[serde(default)]
    pub needs: Needs,
    /// Where the phrase goes. Default it is dropped.
    #[serde(default)]
    pub part: Part,
    /// Type of idea it announces, by methodology: `means_end_chain: psychosocial_consequence`.
    #[serde(default)]
    pub announces: IndexMap<Name, Name>,
}

/// How the idea after a cue relates to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It comes from it: so, which means.
    Result,
    /// It brings it about: because.
    Reason,
    /// It is the condition of what follows or precedes: if.
    Condition,
    /// It is the time of what follows or precedes: when, until.
    Time,
    /// It stands against it: but.
    Contrast,
    /// It stands in its place: instead of.
    Instead,
    /// It comes later: then.
    Sequence,
    /// It stands beside it: and.
    Addition,
    /// It describes it: who, where.
    Detail,
    /// It is what it cannot do without: without.
    Requires,
    /// It is what comes if that is lacking: or else, otherwise.
    Otherwise,
}

/// What must stand around a cue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Needs {
    /// Nothing.
    #[default]
    Nothing,
    /// A subject after it: `so` in "so I can", not in "so good".
    Subject,
    /// A clause with a subject or a finite verb after it.
    Clause,
    /// A mark or the beginning of a sentence before it.
    Mark,
    /// A phrase with content before it in the same clause.
    Content,
    /// What must be, before it in its sentence or in the one before: `otherwise` in "it has to froth, otherwise …".
    Requirement,
}

/// Where the words of a cue go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Into neither idea.
    #[default]
    Dropped,
    /// Into the idea after it.
    Right,
}

/// What the types of a methodology sound like.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct MethodWords {
    /// Type of an idea that names an element of the concept.
    pub element: Option<Name>,
    /// How ideas are joined.
    pub linking: Linking,
    /// Ideas must be about one past occasion.
    pub occasions_only: bool,
    /// Types of which an answer has one idea at most, and the interview one unless another is asked for.
    pub once: Vec<Name>,
    /// Types that are never taken from the question alone: whoever is asked for a feeling and tells what happened next has
    /// told no feeling.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub in_words: Vec<Name>,
    /// Type a date is an idea of: what happened in March happened at a time, and the time is a circumstance of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dates: Option<Name>,
    /// Types of the two ends of a contrast: the pole somebody names, and its opposite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poles: Option<(Name, Name)>,
    /// Words of each type, matched by stem, and openings of clauses, matched as they are.
    pub types: IndexMap<Name, TypeWords>,
    /// What type of idea a question asks for.
    pub questions: Vec<Expectation>,
}

/// How the ideas of a methodology are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Linking {
    /// Each idea leads to the next, from the lower rung to the higher.
    #[default]
    Ladder,
    /// Ideas are joined to the focus, and to each other where the ontology has an edge for their types.
    Pairs,
    /// Events follow each other; each is joined to what came of it.
    Course,
    /// Things are joined to the poles they are placed on, poles to their opposites.
    Grid,
}

/// What a type of idea sounds like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TypeWords {
    /// Words and phrases anywhere in the idea, matched by stem.
    pub words: Vec<String>,
    /// Words and phrases at the beginning of its clause, matched as they are.
    pub openings: Vec<String>,
}

/// What type of idea a question asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Expectation {
    /// Phrases of the question, matched as they are.
    pub asks: Vec<String>,
    /// Types it asks for, most likely first.
    pub types: Vec<Name>,
    /// How a thing named in reply is taken if the words do not say: 1 for, -1 against, 0 unknown. Default 0.
    pub tone: i8,
    /// Whether it asks for something beside the focus, so that nothing of the reply hangs on it. Default no.
    pub aside: bool,
}
