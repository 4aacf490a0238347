//! Why something was refused.

use super::{ANSWER_LIMIT, Waiting};
use crate::{
    graph::KnowledgeGraph,
    id::NodeId,
    session::{Disputed, Input, Outcome},
};

/// Why something was refused. The interview stands where it stood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The input does not fit the state of the interview.
    #[error("`{input}` does not fit here: the interview {state}")]
    OutOfOrder {
        /// What came.
        input: &'static str,
        /// Where the interview stands.
        state: &'static str,
    },
    /// The answer is longer than the engine accepts.
    #[error("the answer has {length} characters; at most {limit} are accepted. Shorten it or send it in two parts")]
    AnswerTooLong {
        /// Its length in characters.
        length: usize,
        /// The most accepted.
        limit: usize,
    },
    /// The answer holds nothing but blanks.
    #[error("the answer is empty; write something or skip the question")]
    EmptyAnswer,
    /// Only the last answer can be edited.
    #[error("the answer of turn {turn} cannot be edited; only the last one can, while a question waits")]
    NotEditable {
        /// Turn of the answer that was to be edited.
        turn: u32,
    },
    /// The rating of the summary is none.
    #[error("`fit` is {fit}; a rating is 1, 2, 3 or 4, from not at all to exactly")]
    Fit {
        /// What came.
        fit: u8,
    },
    /// A disputed idea is not on the map.
    #[error("there is no idea `{node}` on the map, so nobody can dispute it; the map has {known}")]
    NoSuchNode {
        /// Its id.
        node: NodeId,
        /// How many ideas there are.
        known: usize,
    },
    /// A disputed line is not in the summary.
    #[error("the summary has no line {line}; it has {lines}, counted from 0")]
    NoSuchLine {
        /// The line that came.
        line: u32,
        /// How many there are.
        lines: usize,
    },
    /// A reply names no request that is under way, or one request is answered twice.
    #[error("there is no open request `{id}`; those under way are: {}", expected.join(", "))]
    UnknownReply {
        /// The id that came.
        id: String,
        /// The ids that were expected, without those already answered.
        expected: Vec<String>,
    },
    /// The study cannot be interviewed with.
    #[error("the study cannot be used: {0}")]
    Study(String),
    /// The log of a session cannot be replayed.
    #[error("the session cannot be replayed: entry {entry} of its log {problem}")]
    Log {
        /// Position in the log, from 1.
        entry: usize,
        /// What is wrong.
        problem: String,
    },
    /// A stage of the turn failed; the interview stands where it stood before the input.
    #[error("turn {turn} failed in stage {stage}: {problem}")]
    Stage {
        /// The turn.
        turn: u32,
        /// The stage.
        stage: &'static str,
        /// What went wrong.
        problem: String,
    },
}

impl Failure {
    /// Code by which a page tells failures apart.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OutOfOrder { .. } => "out_of_order",
            Self::AnswerTooLong { .. } => "answer_too_long",
            Self::EmptyAnswer => "empty_answer",
            Self::NotEditable { .. } => "not_editable",
            Self::Fit { .. } => "fit",
            Self::NoSuchNode { .. } => "no_such_node",
            Self::NoSuchLine { .. } => "no_such_line",
            Self::UnknownReply { .. } => "unknown_reply",
            Self::Study(_) => "study",
            Self::Log { .. } => "log",
            Self::Stage { .. } => "stage",
        }
    }
}

pub(super) fn check_answer(text: &str) -> Result<(), Failure> {
    let length = text.chars().count();
    if length > ANSWER_LIMIT {
        return Err(Failure::AnswerTooLong { length, limit: ANSWER_LIMIT });
    }
    if text.trim().is_empty() {
        return Err(Failure::EmptyAnswer);
    }
    Ok(())
}

/// Refuses a remark about what is not there, a rating that is none, and texts that are together longer than an answer.
pub(super) fn check_remark(input: &Input, outcome: &Outcome, graph: &KnowledgeGraph) -> Result<(), Failure> {
    let Input::Remark { text, fit, correction, disputed, at: _ } = input else { return Ok(()) };
    if let Some(fit) = fit.filter(|fit| !(1..=4).contains(fit)) {
        return Err(Failure::Fit { fit });
    }
    let mut length = text.chars().count() + correction.chars().count();
    for disputed in disputed {
        match disputed {
            Disputed::Node { node, text } => {
                if !graph.active_nodes().any(|known| known.id == *node) {
                    return Err(Failure::NoSuchNode { node: *node, known: graph.active_nodes().count() });
                }
                length += text.chars().count();
            }
            Disputed::Line { line, text } => {
                let lines = outcome.summary.len();
                if !usize::try_from(*line).is_ok_and(|line| line < lines) {
                    return Err(Failure::NoSuchLine { line: *line, lines });
                }
                length += text.chars().count();
            }
        }
    }
    if length > ANSWER_LIMIT {
        return Err(Failure::AnswerTooLong { length, limit: ANSWER_LIMIT });
    }
    Ok(())
}

pub(super) fn out_of_order(input: &Input, waiting: &Waiting) -> Failure {
    let input = match input {
        Input::Start { .. } => "start",
        Input::Answer { .. } => "answer",
        Input::Skip { .. } => "skip",
        Input::Edit { .. } => "edit",
        Input::Replies { .. } => "replies",
        Input::Remark { .. } => "remark",
        Input::Stop { .. } => "stop",
    };
    let state = match waiting {
        Waiting::Start => "has not started; send `start` first",
        Waiting::Respondent(_) => "waits for the respondent; send `answer`, `skip`, `edit` or `stop`",
        Waiting::Reading(_) | Waiting::Wording(_) => "waits for models; send `replies` or `stop`",
        Waiting::Nothing(_) => "is over; only `remark` is welcome",
    };
    Failure::OutOfOrder { input, state }
}
