//! The lists of a language pack.

use serde::{Deserialize, Serialize};

/// Words and phrases by their function in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WordList {
    /// Words without meaning of their own.
    Stop,
    /// Words that open a clause as its subject: I, they, there.
    Subject,
    /// Subjects that cannot be objects: I, we, they.
    Nominative,
    /// Articles, possessives, demonstratives, small numbers.
    Determiner,
    /// Auxiliary and modal verbs, with contracted subjects: is, can, it's.
    Auxiliary,
    /// Finite verbs in the present: a noun before one of them makes a clause.
    Finite,
    /// Prepositions.
    Preposition,
    /// Conjunctions that may open a phrase without belonging to it.
    Conjunction,
    /// Words that negate what follows: not, never, no.
    Negation,
    /// Words that say less of what follows: less, without, avoid.
    Reducer,
    /// Phrases without content: to be honest, you know.
    Filler,
    /// Whole answers without content: yes, ok.
    Minimal,
    /// The respondent does not know.
    KnowledgeLack,
    /// The respondent does not want to answer the question.
    Deflection,
    /// The respondent asks to stop.
    StopRequest,
    /// The respondent takes leave, at the end of an answer.
    Farewell,
    /// Words before something beside the subject: anyway, hang on, by the way.
    Aside,
    /// Words of a crisis, in studies built before packs had `safety`. They are no longer read.
    Distress,
    /// Figures of speech that contain words of a crisis, in the same studies.
    DistressIdiom,
    /// Words that address a machine, not an interviewer.
    Injection,
    /// Words that introduce a reason or an example.
    Elaboration,
    /// Words that tell of one occasion.
    Story,
    /// Good things and kind words, compared by stem.
    Positive,
    /// Bad things and hard words, compared by stem.
    Negative,
    /// Verbs of liking: like, love, enjoy.
    Liking,
    /// Verbs and phrases of disliking.
    Disliking,
    /// Words of doubt.
    Doubt,
    /// Words of curiosity.
    Curiosity,
    /// Words of first reaction to a thing as a whole: nice, looks good. Compared by stem.
    Verdict,
    /// Nouns without content: thing, stuff.
    Vague,
    /// Strong feelings and disclosures, compared by stem.
    Affect,
    /// Hedges of all strengths, dropped at the edges of a phrase.
    Hedge,
    /// Words that open a question.
    Interrogative,
    /// Words that take back an earlier statement.
    Revision,
    /// Verbs that put a clause in the past: was, used to.
    Past,
    /// Words that refer to the statement before: that, this, which.
    Anaphor,
    /// The speaker as a subject: I, we, I'm.
    SelfWord,
    /// Words of ability: can, could.
    Ability,
    /// Words of inability: can't, couldn't.
    Inability,
    /// Phrases by which a question suggests its answer: don't you, surely.
    Leading,
    /// Words that open an open question: what, how, tell me.
    OpenForm,
    /// Words that join alternatives in a question: or.
    Alternative,
    /// Phrases by which a question asks for personal data: your e-mail, password.
    PersonalData,
    /// Openings that say that something exists: there is, there are.
    Existential,
    /// Words that open the main clause after a condition: then.
    Consequent,
    /// Words for what is so in general, not once: always, all the same.
    General,
    /// Words for what would be: would, I'd.
    Hypothetical,
    /// Verbs that end a clause without belonging to its idea: `ist` of "weil es gut ist".
    ClosingVerb,
    /// Phrases by which a question asks a second thing: and why. For the linter.
    DoubleBarrelled,
    /// Words before an infinitive that do not belong to its idea: to.
    Infinitive,
    /// Words for the conversation itself, as the thing to stop: interview, questions, here.
    Talk,
    /// Words after a comma that complete the clause before it: `dass` of "ich bin stolz, dass ich es schaffe".
    Complement,
    /// Phrases for a date: in March, last winter.
    Date,
    /// Words before the pole whose opposite is named: the opposite of.
    Opposite,
    /// Words for a requirement: has to, must. An "or" after them names what happens without it.
    Requirement,
    /// Pronouns as objects: me, it. With a verb alone they name no idea: "annoys me".
    Object,
}

impl WordList {
    /// Lists of words without content.
    pub(in crate::engine) const EMPTY: [Self; 10] = [
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

    /// Whether its entries include all their inflected forms.
    pub(super) fn by_stem(self) -> bool {
        matches!(self, Self::Positive | Self::Negative | Self::Verdict | Self::Affect)
    }

    /// Its bit in a [`super::ListSet`] of 64 bits.
    pub(in crate::engine) const fn bit(self) -> u64 {
        1 << (self as u64)
    }

    /// Whether only authors of questions use it. Its words are not looked up in texts.
    pub(super) fn is_for_authors(self) -> bool {
        matches!(self, Self::DoubleBarrelled)
    }
}

/// Phrases that signals and policies look for in answers and questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PhraseList {
    /// Positive words of an answer.
    ReadingPositive,
    /// Negative words of an answer.
    ReadingNegative,
    /// Words of an uncertain answer.
    Uncertain,
    /// Words of a vague answer.
    Vague,
    /// Words of a reasoned answer.
    Reason,
    /// Strong hedges.
    StrongHedge,
    /// Hedges of medium strength.
    MediumHedge,
    /// Weak hedges.
    WeakHedge,
    /// Words of a positive mood. `two_tier`.
    MoodPositive,
    /// Words of a negative mood. `two_tier`.
    MoodNegative,
    /// Words that strengthen a mood. `two_tier`.
    Intensifier,
    /// Words of a respondent who is not sure. `two_tier`.
    Hedge,
    /// Words that introduce a reason or an example. `two_tier`.
    Elaboration,
    /// Words of an enthusiastic respondent. `two_tier`.
    Enthusiasm,
    /// Words of a respondent who has nothing more to say. `two_tier`.
    NothingMore,
    /// Words of a respondent who does not know. `two_tier` and `arbitration`.
    NotKnown,
    /// Function words that two questions may share. `arbitration`.
    Little,
}

/// Phrases that the guard looks for in models' questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum QuestionList {
    /// Phrases that attribute words to the respondent: you said, you mentioned.
    Attribution,
    /// Words that a report of an answer may add: feel, time, way.
    Neutral,
    /// Praise for an answer: great answer. A single word counts only if it is a clause of its own.
    Praise,
    /// Last clauses that ask for agreement: right.
    Tag,
    /// Openings of a polite request: could you. With a request they open an open question.
    RequestOpening,
    /// Verbs of a polite request: tell, describe.
    Request,
    /// Sensitive subjects, which a study has to name before a question may.
    Sensitive,
    /// Insults, unless they are the respondent's words.
    Insult,
    /// Words of the method: psychosocial, construct.
    Jargon,
}
