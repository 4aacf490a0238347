//! A session: an append-only log of what happened. Turns, graph and state are folds over it.

mod costs;
mod overview;
mod turn;

use serde::{Deserialize, Serialize};

pub use self::{
    costs::{Costs, Sum, calls_of},
    overview::{NotASession, Overview},
    turn::{Question, Turn},
};
use crate::{
    dialogue::{Probe, Reading, Source},
    graph::Extraction,
    id::{Name, NodeId},
    json::tagged,
    llm::{CallRecord, Reply},
    policy::StopReason,
    study::Study,
};

/// Number of the format of a session file.
pub const FORMAT: u32 = 1;

/// A session as it is kept and handed on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// Number of the format, 1.
    pub format: u32,
    /// The study as it was.
    pub study: Study,
    /// SHA-256 of the study's canonical JSON, hexadecimal.
    pub study_hash: String,
    /// Versions of what ran it.
    pub versions: Versions,
    /// What happened, in order.
    pub log: Vec<Entry>,
    /// How it ended; none while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// A session on its way into a file: the fields of [`Session`], where they lie.
#[derive(Serialize)]
pub(crate) struct Told<'a> {
    pub(crate) format: u32,
    pub(crate) study: &'a Study,
    pub(crate) study_hash: &'a str,
    pub(crate) versions: Versions,
    pub(crate) log: &'a [Entry],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) outcome: Option<&'a Outcome>,
}

/// Versions of what ran a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Versions {
    /// The engine.
    pub engine: String,
    /// The rules model.
    pub rules: u32,
}

impl Default for Versions {
    fn default() -> Self {
        Self { engine: env!("CARGO_PKG_VERSION").to_owned(), rules: crate::llm::rules::VERSION }
    }
}

tagged! {
    /// A line of the log.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[serde(tag = "entry", rename_all = "snake_case")]
    pub enum Entry {
        /// Something was told to the interview.
        Input(Input),
        /// An answer was read; replay uses this and reads nothing anew.
        Read(Read),
        /// A question was put; replay checks that it would be put again.
        Asked(AskedQuestion),
        /// Models were asked for a question, and none was put.
        Unasked(Unasked),
    }
}

/// Calls for a question that was not put: the respondent stopped meanwhile, or nobody found words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unasked {
    /// Turn whose answer would have been awaited.
    pub turn: u32,
    /// The calls, in order.
    pub calls: Vec<CallRecord>,
}

/// The reading of an answer as it was consumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Read {
    /// Turn of the answer.
    pub turn: u32,
    /// Who read it.
    pub source: Source,
    /// The ideas and connections found.
    pub extraction: Extraction,
    /// What it tells beside them.
    pub reading: Reading,
    /// Calls of models made for it, in order; the ideas and values above are what of their replies was used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallRecord>,
}

/// A question as it was put.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AskedQuestion {
    /// Turn whose answer is awaited.
    pub turn: u32,
    /// Who worded it.
    pub source: Source,
    /// Its text.
    pub text: String,
    /// What it is about; the opening question has no probe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probe: Option<Probe>,
    /// The tactic that gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tactic: Option<Name>,
    /// SHA-256 over the record of the turn before, first 16 hexadecimal digits: equal digests, equal state.
    pub digest: String,
    /// Calls of models made for it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallRecord>,
}

tagged! {
    /// What an interview can be told. Times are integer milliseconds since the epoch.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    pub enum Input {
        /// Begin.
        Start {
            /// Id of the session, made by the host.
            session: String,
            /// Seed of a simulated respondent; nothing in the engine draws from it.
            #[serde(default)]
            seed: u64,
            /// Locale of the respondent.
            #[serde(default)]
            locale: String,
            /// When.
            at: u64,
        },
        /// The respondent answered.
        Answer {
            /// What they wrote, at most 20,000 characters.
            text: String,
            /// When.
            at: u64,
            /// How it was typed, where the page could tell. The interview never looks at it.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            manner: Option<Manner>,
        },
        /// What became of the requests of [`crate::interview::Step::Call`], in any order. A request nothing is said about
        /// counts as one the network failed.
        Replies {
            /// One for each request.
            replies: Vec<Reply>,
            /// When the last of them came.
            at: u64,
        },
        /// The respondent passes over the question.
        Skip {
            /// Pass over the question, or decline its subject for good.
            #[serde(default)]
            kind: SkipKind,
            /// When.
            at: u64,
        },
        /// The respondent replaces their last answer.
        Edit {
            /// Turn of that answer.
            turn: u32,
            /// What it should have been.
            text: String,
            /// When.
            at: u64,
            /// How it was typed, where the page could tell.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            manner: Option<Manner>,
        },
        /// The respondent adds something on the last screen.
        Remark {
            /// In their own words; may be empty beside a rating.
            #[serde(default)]
            text: String,
            /// How well the summary describes them, 1 not at all – 4 exactly.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            fit: Option<u8>,
            /// What they would put differently.
            #[serde(default, skip_serializing_if = "String::is_empty")]
            correction: String,
            /// What of the summary and the map is not what they meant.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            disputed: Vec<Disputed>,
            /// When.
            at: u64,
        },
        /// The interview ends.
        Stop {
            /// Who ended it.
            #[serde(default)]
            by: StoppedBy,
            /// When.
            at: u64,
        },
    }
}

impl Input {
    /// When it happened.
    pub fn at(&self) -> u64 {
        match self {
            Self::Start { at, .. }
            | Self::Answer { at, .. }
            | Self::Replies { at, .. }
            | Self::Skip { at, .. }
            | Self::Edit { at, .. }
            | Self::Remark { at, .. }
            | Self::Stop { at, .. } => *at,
        }
    }
}

/// How an answer came to be typed: figures alone, never the keys. For the judgement of data quality; nothing follows from
/// it by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manner {
    /// Characters that were pasted or dropped into the box, of those that were sent.
    pub pasted: u32,
    /// Changes made by typing: keys, taps, words taken from a keyboard's suggestions.
    pub keys: u32,
    /// Milliseconds from the question to the first change; none if nothing was changed by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_ms: Option<u64>,
    /// Milliseconds from the first change to sending.
    pub typing_ms: u64,
}

tagged! {
    /// "That is not what I meant": an idea of the map, or a line of the summary.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    #[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
    pub enum Disputed {
        /// An idea.
        Node {
            /// Its id.
            node: NodeId,
            /// What they meant; may be empty.
            #[serde(default)]
            text: String,
        },
        /// A line of the summary.
        Line {
            /// Its place in [`Outcome::summary`], from 0.
            line: u32,
            /// What they meant; may be empty.
            #[serde(default)]
            text: String,
        },
    }
}

/// How a question was passed over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipKind {
    /// "Skip": another question, please.
    #[default]
    Skipped,
    /// "I'd rather not say": nor anything else about this subject.
    Declined,
}

/// Who ended an interview.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoppedBy {
    /// The respondent.
    #[default]
    Respondent,
    /// The page or program around the interview.
    Host,
}

/// How an interview ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Why.
    pub reason: StopReason,
    /// Turns completed.
    pub turns: u32,
    /// What the respondent reads: the goodbye, or the safety message.
    pub text: String,
    /// What was understood: lines of reasons, lowest rung first, in the person's words.
    pub summary: Vec<Vec<String>>,
}
