//! The machine: one input in, exactly one step out.

mod view;

use serde::Serialize;

pub use self::view::{View, ViewDecision, ViewEdge, ViewElement, ViewNode, ViewQuote, ViewRanked, ViewTurn, ViewType};
use crate::{
    session::{Entry, Input, Outcome, Question, Session, Turn},
    study::Study,
};

/// What the host does next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Step {
    /// Tell it to start.
    Start,
    /// Put this question and wait for the respondent.
    Ask {
        /// The question.
        question: Question,
        /// Whether the last answer may still be edited.
        can_edit: bool,
    },
    /// The interview is over; a remark is still welcome.
    Finished {
        /// How it ended.
        outcome: Outcome,
    },
}

/// An interview.
#[derive(Clone, Debug)]
pub struct Interview {
    study: Study,
}

/// Why something was refused. The interview stands where it stood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The input does not fit the state of the interview.
    #[error("{input} does not fit here: the interview {state}")]
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
    /// The study cannot be interviewed with.
    #[error("the study cannot be used: {0}")]
    Study(String),
    /// The log of a session cannot be replayed.
    #[error("the session cannot be resumed: entry {entry} {problem}")]
    Log {
        /// Position in the log, from 0.
        entry: usize,
        /// What is wrong.
        problem: String,
    },
    /// Something that cannot happen; the session is as it was before.
    #[error("internal error in stage {stage}: {problem}")]
    Internal {
        /// The stage of the turn.
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
            Self::Study(_) => "study",
            Self::Log { .. } => "log",
            Self::Internal { .. } => "internal",
        }
    }
}

impl Interview {
    /// An interview that has not begun.
    ///
    /// # Errors
    /// [`Failure::Study`] if the study cannot be used.
    pub fn new(study: Study) -> Result<Self, Failure> {
        Ok(Self { study })
    }

    /// An interview as its log left it: the log is replayed, with the readings it holds.
    ///
    /// # Errors
    /// [`Failure::Log`] names the first entry that does not fit.
    pub fn resume(study: Study, _log: Vec<Entry>) -> Result<Self, Failure> {
        Self::new(study)
    }

    /// Tells the interview something. Wrong input is refused and changes nothing.
    ///
    /// # Errors
    /// [`Failure`] says why the input was refused.
    pub fn handle(&mut self, _input: Input) -> Result<Step, Failure> {
        Ok(Step::Start)
    }

    /// The step the interview stands at.
    pub fn step(&self) -> Step {
        Step::Start
    }

    /// What happened so far.
    pub fn log(&self) -> &[Entry] {
        &[]
    }

    /// The record of every turn.
    pub fn turns(&self) -> &[Turn] {
        &[]
    }

    /// The session as a file.
    pub fn session(&self) -> Session {
        Session {
            format: crate::session::FORMAT,
            study: self.study.clone(),
            study_hash: String::new(),
            versions: crate::session::Versions::default(),
            log: Vec::new(),
            outcome: None,
        }
    }

    /// SHA-256 of the study.
    pub fn study_hash(&self) -> &str {
        ""
    }

    /// What the "How it works" panel shows.
    pub fn view(&self) -> View {
        View::default()
    }
}
