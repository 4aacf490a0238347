//! What an interviewer says between questions in a language: repairs, acknowledgements, changes of subject.

use serde::{Deserialize, Serialize};

use super::AnswerAct;
use crate::engine::index_map::IndexMap;

/// Half-sentences between questions. `{idea}` is an idea as it can be said back, `{Idea}` the same with a capital.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TalkTexts {
    /// After a disclosure, by tone. No praise, no interpretation.
    pub acknowledge: TonedTexts,
    /// After an answer about the question itself, by what the answer does.
    pub repair: IndexMap<AnswerAct, Vec<String>>,
    /// Replies to questions about the interview itself: who asks, who reads, how long.
    pub about_interview: Vec<InterviewReply>,
    /// After an answer that has or wants nothing more to say, before another subject.
    pub let_go: Vec<String>,
    /// Takes up an idea of an earlier answer: "Earlier you mentioned {idea}."
    pub turn: Vec<String>,
    /// Names one of several ideas of the last answer: "{Idea}:".
    pub name: Vec<String>,
    /// Questions about all of a long answer, where no idea of it can be named.
    pub whole: WholeTexts,
    /// The same question in simpler words.
    pub simpler: SimplerTexts,
}

/// A reply to a question about the interview.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct InterviewReply {
    /// Phrases that ask for it.
    pub asks: Vec<String>,
    /// The reply, before the question is put again. It must be true of any study.
    pub says: Vec<String>,
}

/// Questions about a whole answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct WholeTexts {
    /// After a story or something personal.
    pub event: Vec<String>,
    /// After any other answer.
    pub other: Vec<String>,
}

/// Texts by tone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TonedTexts {
    /// Something sad, shameful or angry.
    pub negative: Vec<String>,
    /// Neither.
    pub neutral: Vec<String>,
    /// Something good.
    pub positive: Vec<String>,
}

/// A question in simpler words, by what it is about. `{idea}`, `{element}` and `{topic}` are slots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SimplerTexts {
    /// About an idea that can be said back.
    pub idea: Vec<String>,
    /// About an element of the concept.
    pub element: Vec<String>,
    /// About anything else.
    pub topic: Vec<String>,
}
