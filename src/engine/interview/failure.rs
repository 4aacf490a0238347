//! Errors of an interview, and the checks of inputs.

use super::{ANSWER_LIMIT, state::Waiting};
use crate::engine::{
    graph::KnowledgeGraph,
    id::NodeId,
    session::{Disputed, Input, InterviewOutcome},
};

/// Why an input was refused. The interview is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InterviewError {
    /// The input does not fit the state of the interview.
    #[error("`{input}` does not fit here: the interview {state}")]
    OutOfOrder {
        /// Type of the input.
        input: &'static str,
        /// State of the interview.
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
    /// The answer is blank.
    #[error("the answer is empty; write something or skip the question")]
    EmptyAnswer,
    /// Only the last answer can be edited.
    #[error("the answer of turn {turn} cannot be edited; only the last one can, while a question waits")]
    NotEditable {
        /// Turn of the answer.
        turn: u32,
    },
    /// The rating of the summary is out of range.
    #[error("`fit` is {fit}; a rating is 1, 2, 3 or 4, from not at all to exactly")]
    Fit {
        /// The rating.
        fit: u8,
    },
    /// A disputed idea is not on the map.
    #[error("there is no idea `{node}` on the map; the map has {known}")]
    NoSuchNode {
        /// Its id.
        node: NodeId,
        /// Number of ideas on the map.
        known: usize,
    },
    /// A disputed line is not in the summary.
    #[error("the summary has no line {line}; it has {lines}, counted from 0")]
    NoSuchLine {
        /// The line, from 0.
        line: u32,
        /// Number of lines.
        lines: usize,
    },
    /// A reply belongs to no waiting request, or is the second one to its request.
    #[error("there is no open request `{id}`; those under way are: {}", expected.join(", "))]
    UnknownReply {
        /// Id of the reply.
        id: String,
        /// Ids of the requests without a reply.
        expected: Vec<String>,
    },
    /// The study cannot be used.
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
    /// A stage of the turn failed.
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

impl InterviewError {
    /// The code that a page distinguishes failures by.
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

    pub(super) fn no_opening() -> Self {
        Self::Study("it has no opening question; add one under `texts.opening`".to_owned())
    }

    pub(super) fn out_of_order(input: &Input, waiting: &Waiting) -> Self {
        let input = match input {
            Input::Start { .. } => "start",
            Input::Answer { .. } => "answer",
            Input::Skip { .. } => "skip",
            Input::Edit { .. } => "edit",
            Input::Replies { .. } => "replies",
            Input::Remark { .. } => "remark",
            Input::Stop { .. } => "stop",
        };
        Self::OutOfOrder { input, state: waiting.description() }
    }
}

/// Refuses an answer that is blank or too long.
pub(super) fn check_answer(text: &str) -> Result<(), InterviewError> {
    check_length(text.chars().count())?;
    if text.trim().is_empty() { Err(InterviewError::EmptyAnswer) } else { Ok(()) }
}

fn check_length(length: usize) -> Result<(), InterviewError> {
    if length > ANSWER_LIMIT { Err(InterviewError::AnswerTooLong { length, limit: ANSWER_LIMIT }) } else { Ok(()) }
}

/// Refuses a remark with a bad rating, about an unknown idea or line, or with texts that are together too long.
pub(super) fn check_remark(
    input: &Input,
    outcome: &InterviewOutcome,
    graph: &KnowledgeGraph,
) -> Result<(), InterviewError> {
    let Input::Remark { text, fit, correction, disputed, at: _ } = input else { return Ok(()) };
    if let Some(fit) = fit.filter(|fit| !(1..=4).contains(fit)) {
        return Err(InterviewError::Fit { fit });
    }
    let mut length = text.chars().count() + correction.chars().count();
    for disputed in disputed {
        let (Disputed::Node { text, .. } | Disputed::Line { text, .. }) = disputed;
        length += text.chars().count();
        match disputed {
            Disputed::Node { node, .. } if graph.active_nodes().all(|known| known.id != *node) => {
                return Err(InterviewError::NoSuchNode { node: *node, known: graph.active_nodes().count() });
            }
            Disputed::Line { line, .. } if usize::try_from(*line).map_or(true, |at| at >= outcome.summary.len()) => {
                return Err(InterviewError::NoSuchLine { line: *line, lines: outcome.summary.len() });
            }
            Disputed::Node { .. } | Disputed::Line { .. } => {}
        }
    }
    check_length(length)
}
