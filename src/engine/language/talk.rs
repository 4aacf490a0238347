//! What an interviewer says between questions in a language: repairs, acknowledgements, changes of subject.

use serde::{Deserialize, Serialize};

use super::AnswerAct;
use crate::engine::index_map::IndexMap;

/// Half-sentences between questions. `{idea}` is an idea as it can be said back, `{Idea}` the same with a capital: a phrase
/// in `turn` and `name`, a statement in `turn_said` and `said`, words as they were typed in `quoted`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TalkTexts {
    /// After a disclosure, by tone. No praise, no interpretation.
    pub acknowledge: TonedTexts,
    /// After news of a death or a grave illness, once in an interview.
    pub condolence: HeardReply,
    /// After an answer about the question itself, by what the answer does.
    pub repair: IndexMap<AnswerAct, Vec<String>>,
    /// Replies to questions about the interview itself: who asks, who reads, how long.
    pub about_interview: Vec<InterviewReply>,
    /// After an answer that has or wants nothing more to say, before another subject.
    pub let_go: Vec<String>,
    /// Takes up an idea of an earlier answer: "Earlier you mentioned {idea}."
    pub turn: Vec<String>,
    /// Takes up a statement of an earlier answer: "Earlier you said {idea}."
    pub turn_said: Vec<String>,
    /// Names one of several ideas of the last answer: "{Idea}:".
    pub name: Vec<String>,
    /// Says back a statement of the last answer: "You said {idea}."
    pub said: Vec<String>,
    /// Quotes words of the last answer: "You said “{idea}”."
    pub quoted: Vec<String>,
    /// Questions that ask for the same thing, by words of theirs. None follows soon on another of its kind.
    pub kinds: IndexMap<QuestionKind, Vec<String>>,
    /// Words of questions that point at something said before: "that".
    pub pointing: Vec<String>,
    /// Questions for more of what was just said, for every strategy that asks for more.
    pub more: Vec<String>,
    /// Questions that take up a word of the answer, as a listener would. An earlier entry goes before a later one.
    pub take_up: Vec<TakeUp>,
    /// Asks whether to stop.
    pub stop_here: StopQuestion,
    /// The same question in simpler words.
    pub simpler: SimplerTexts,
}

/// Questions that take up a word of the answer: "I always hated gyms" → "What was it that you hated about it?".
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TakeUp {
    /// The words or phrases.
    pub hears: Vec<String>,
    /// Words of which one must stand soon before the phrase: "felt" before "small". Default any.
    pub after: Vec<String>,
    /// Whether the phrase must be said of the speaker. Default false.
    pub speaker: bool,
    /// Questions about what is so. `{heard}` is the phrase. Default `past`.
    pub now: Vec<String>,
    /// Questions about what was. Default `now`.
    pub past: Vec<String>,
}

impl TakeUp {
    /// The questions about what is so, or was.
    pub fn questions(&self, is_past: bool) -> &[String] {
        let (first, other) = if is_past { (&self.past, &self.now) } else { (&self.now, &self.past) };
        if first.is_empty() { other } else { first }
    }
}

/// The question whether to stop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct StopQuestion {
    /// After an answer that may be a wish to stop: "Would you like to stop here?" None: the interview goes on.
    pub asks: String,
    /// Phrases of which the beginning of a reply that stops consists: "yes please".
    pub agrees: Vec<String>,
    /// Phrases of which a part of a reply that goes on consists. Any reply goes on that does not stop; these do so even in one
    /// that sounds of distress: "oh my, I am not in danger".
    pub goes_on: Vec<String>,
}

/// What a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// How it was or felt: not asked of somebody who just said so.
    Feeling,
    /// What it means.
    Meaning,
    /// What it does or gives.
    Gain,
    /// What matters most in all that was said.
    Gist,
    /// What came next: asked of what happened, not of what is so.
    Sequel,
    /// What led to it.
    Origin,
    /// What went on in the person at a moment: asked of what happened, not of what is so.
    Moment,
}

/// What is said where an answer holds one of some phrases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct HeardReply {
    /// The phrases.
    pub hears: Vec<String>,
    /// What is said; the least used of several.
    pub says: Vec<String>,
}

/// A reply to a question about the interview.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct InterviewReply {
    /// Phrases that ask for it.
    pub asks: Vec<String>,
    /// The reply, before the question is put again. It must be true of any study. `{left}` is the number of questions after
    /// this one.
    pub says: Vec<String>,
    /// The reply with the last question. Default `says`.
    pub says_last: Vec<String>,
}

/// Texts by the tone of the answer before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TonedTexts {
    /// Something sad, shameful or angry.
    pub negative: Vec<String>,
    /// Something good.
    pub positive: Vec<String>,
}

/// A question in simpler words, by what it is about. `{idea}`, `{element}` and `{topic}` are slots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SimplerTexts {
    /// After a question which of two things is meant: "the job or the town?"
    pub choice: HeardReply,
    /// After a wish to speak about something: "ask me about the lad on the bus". `hears` opens what is wished for.
    pub wish: HeardReply,
    /// About an idea that can be said back as a phrase.
    pub idea: Vec<String>,
    /// About an idea that can be said back as a statement.
    pub said: Vec<String>,
    /// About an element of the concept.
    pub element: Vec<String>,
    /// About an idea that cannot be said back: about the answer that voiced it.
    pub answer: Vec<String>,
    /// About anything else.
    pub topic: Vec<String>,
}
