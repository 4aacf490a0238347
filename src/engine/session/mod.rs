//! A session: an append-only log of inputs, readings and questions. Turns, graph and state are folds over it.

mod costs;
mod investigation;
mod overview;
mod turn;

use serde::{Deserialize, Serialize};

pub use self::{
    costs::{CallTotals, Costs, calls_of},
    investigation::InterviewRecord,
    overview::{NotASession, Overview},
    turn::{Question, Turn},
};
use crate::engine::{
    dialogue::{Probe, Reading, Source},
    graph::Extraction,
    id::{Name, NodeId},
    json::tagged,
    model::{CallRecord, Reply},
    policy::StopReason,
    study::Study,
};

/// Number of the format of a session file.
pub const FORMAT: u32 = 1;

/// A session as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// Number of the format, 1.
    pub format: u32,
    /// The study at the time.
    pub study: Study,
    /// SHA-256 of the study's canonical JSON, hexadecimal.
    pub study_hash: String,
    /// Versions of the engine and the rules.
    pub versions: Versions,
    /// The log, in order of time.
    pub log: Vec<LogEntry>,
    /// How it ended; none while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<InterviewOutcome>,
}

/// The fields of [`Session`] by reference, for writing without a copy.
#[derive(Serialize)]
pub(crate) struct SessionRef<'a> {
    pub(crate) format: u32,
    pub(crate) study: &'a Study,
    pub(crate) study_hash: &'a str,
    pub(crate) versions: Versions,
    pub(crate) log: &'a [LogEntry],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) outcome: Option<&'a InterviewOutcome>,
}

/// Versions of the engine and the rules that ran a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Versions {
    /// The engine.
    pub engine: String,
    /// The reader's rules.
    pub rules: u32,
}

impl Default for Versions {
    fn default() -> Self {
        Self { engine: env!("CARGO_PKG_VERSION").to_owned(), rules: crate::engine::reader::VERSION }
    }
}

tagged! {
    /// An entry of the log.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
    #[serde(tag = "entry", rename_all = "snake_case")]
    pub enum LogEntry {
        /// An input.
        Input(Input),
        /// The reading of an answer. A replay uses it and does not read the answer again.
        Read(AnswerReading),
        /// A question that was asked. A replay checks that it would be asked again.
        Asked(AskedQuestion),
        /// Model calls for a question that was not asked.
        Unasked(Unasked),
    }
}

/// Model calls for a question that was not asked, because the respondent stopped or no wording was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Unasked {
    /// The turn that would have answered it.
    pub turn: u32,
    /// The calls, in order.
    pub calls: Vec<CallRecord>,
}

/// The reading of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct AnswerReading {
    /// Turn of the answer.
    pub turn: u32,
    /// Who read it.
    pub source: Source,
    #[cfg_attr(not(target_arch = "wasm32"), schemars(with = "serde_json::Value"))]
    /// Ideas and connections.
    pub extraction: Extraction,
    /// Other readings.
    pub reading: Reading,
    /// Model calls for it, in order. The fields above hold the usable part of the replies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallRecord>,
}

/// A question that was asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct AskedQuestion {
    /// The turn that will answer it.
    pub turn: u32,
    /// Who worded it.
    pub source: Source,
    /// Its text.
    pub text: String,
    /// Its probe; the opening question, fixed questions and those that stay with the last answer have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probe: Option<Probe>,
    /// The tactic of its wording.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tactic: Option<Name>,
    /// Whether a model asked on from the last answer, because the chosen probe would have passed over what matters to the
    /// respondent. It then has no probe.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stays: bool,
    /// SHA-256 over the record of the turn before, first 16 hexadecimal digits: equal digests, equal state.
    pub digest: String,
    /// Model calls for it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallRecord>,
}

tagged! {
    /// An input to an interview. Times are milliseconds since the epoch.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    pub enum Input {
        /// The interview starts.
        Start {
            /// Id of the session, given by the host.
            session: String,
            /// Seed of a simulated respondent. The engine draws nothing from it.
            #[serde(default)]
            seed: u64,
            /// Locale of the respondent.
            #[serde(default)]
            locale: String,
            /// Time.
            at: u64,
        },
        /// The respondent answers.
        Answer {
            /// The answer, at most 20,000 characters.
            text: String,
            /// Time.
            at: u64,
            /// Statistics of the typing, if the page has them. The interview never reads them.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            manner: Option<TypingStats>,
        },
        /// Results of the requests of a step `call`, in any order. A request without a result counts as a network failure.
        Replies {
            /// One reply for each request.
            replies: Vec<Reply>,
            /// Time of the last reply.
            at: u64,
        },
        /// The respondent skips the question.
        Skip {
            /// Skip the question only, or decline its subject.
            #[serde(default)]
            kind: SkipKind,
            /// Time.
            at: u64,
        },
        /// The respondent replaces their last answer.
        Edit {
            /// Turn of that answer.
            turn: u32,
            /// The new answer.
            text: String,
            /// Time.
            at: u64,
            /// Statistics of the typing, if the page has them.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            manner: Option<TypingStats>,
        },
        /// The respondent comments on the last screen.
        Remark {
            /// Free text; may be empty.
            #[serde(default)]
            text: String,
            /// How well the summary fits, 1 not at all – 4 exactly.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            fit: Option<u8>,
            /// A correction of the summary, in their words.
            #[serde(default, skip_serializing_if = "String::is_empty")]
            correction: String,
            /// Ideas and lines that are not what they meant.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            disputed: Vec<Disputed>,
            /// Time.
            at: u64,
        },
        /// The interview ends.
        Stop {
            /// Who ended it.
            #[serde(default)]
            by: StoppedBy,
            /// Time.
            at: u64,
        },
    }
}

impl Input {
    /// Time of the input.
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

/// Statistics of how an answer was typed, for judging data quality. They never hold the keys themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TypingStats {
    /// Characters of the answer that were pasted or dropped.
    pub pasted: u32,
    /// Changes by typing: keys, taps, and words from a keyboard's suggestions.
    pub keys: u32,
    /// Milliseconds from the question to the first change by hand; none without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_ms: Option<u64>,
    /// Milliseconds from the first change to sending.
    pub typing_ms: u64,
}

tagged! {
    /// An idea of the map or a line of the summary that is not what the respondent meant.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
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

/// How a question was skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SkipKind {
    /// "Skip": the respondent wants another question.
    #[default]
    Skipped,
    /// "I'd rather not say": no more questions about this subject.
    Declined,
}

/// Who ended an interview.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StoppedBy {
    /// The respondent.
    #[default]
    Respondent,
    /// The page or program that runs the interview.
    Host,
}

/// How an interview ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct InterviewOutcome {
    /// Reason of the end.
    pub reason: StopReason,
    /// Turns completed.
    pub turns: u32,
    /// Text for the respondent: the goodbye or the safety message.
    pub text: String,
    /// Summary: lines of reasons from the lowest rung, in the respondent's words.
    pub summary: Vec<Vec<String>>,
}
