//! The interview as a state machine: one input in, exactly one step out.
//!
//! [`turn`] holds the ten stages of a turn, and each stage names the module that does its work. [`replay`] folds a log into an
//! interview. Invariant: this module never reads a clock, a file, a network or a random source. Time arrives with the input.

mod failure;
mod pending_calls;
pub(crate) mod state;
mod redact;
mod outcome;
pub(crate) mod situation;
mod between;
mod render_question;
mod model_context;
mod fixed_questions;
mod confirmation;
mod question_log;
mod answer_calls;
mod question_calls;
mod turn;
mod start_stop;
mod replay;
mod view;

use std::sync::Arc;

use serde::Serialize;

use self::state::{Recording, Response, SessionState, StudyCache, Waiting};
pub use self::{
    failure::InterviewError,
    replay::{Difference, replay, reread},
    view::{
        CourseView, DecisionView, EdgeView, ElementView, HiddenView, InterviewView, NodeTypeView, NodeView, QuoteView,
        RankedView,
    },
};
#[cfg(not(target_arch = "wasm32"))]
use crate::engine::dialogue;
use crate::engine::{
    graph::KnowledgeGraph,
    json,
    model::Request,
    policy::StopReason,
    session::{
        self, Input, InterviewOutcome, InterviewRecord, LogEntry, Question, Session, SessionRef, StoppedBy, Turn,
        Versions,
    },
    state::Trace,
    study::{self, Study},
};

/// Most characters of an answer. Models see the first 4,000 of them.
pub const ANSWER_LIMIT: usize = 20_000;

/// What the host does next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Step {
    /// Send [`Input::Start`].
    Start,
    /// Send these requests to models, in parallel if possible, and return the results as [`Input::Replies`]. The interview can
    /// be stopped meanwhile. A resumed interview makes the same requests under the same ids.
    Call {
        /// The requests.
        requests: Vec<Request>,
    },
    /// Show this question and wait for the respondent.
    Ask {
        /// The question.
        question: Question,
        /// Whether the last answer may still be edited.
        can_edit: bool,
    },
    /// The interview is over; a remark is still accepted.
    Finished {
        /// How it ended.
        outcome: InterviewOutcome,
    },
}

/// An interview: its log, and the state that the log folds into.
#[derive(Clone, Debug)]
pub struct Interview {
    study: Arc<Study>,
    study_hash: String,
    cache: Arc<StudyCache>,
    log: Vec<LogEntry>,
    trace: Trace,
    state: SessionState,
    differences: Vec<Difference>,
}

impl Interview {
    /// An interview that has not started.
    ///
    /// # Errors
    /// [`Failure::Study`] if the study cannot be used.
    pub fn new(study: impl Into<Arc<Study>>) -> Result<Self, InterviewError> {
        let study = study.into();
        if study.format != study::FORMAT {
            let (found, known) = (study.format, study::FORMAT);
            let problem = format!("its format is {found}, this engine reads {known}; build it anew");
            return Err(InterviewError::Study(problem));
        }
        if fixed_questions::opening(&study).is_none() {
            return Err(InterviewError::no_opening());
        }
        if study.limits.max_turns == 0 {
            return Err(InterviewError::Study("`limits.max_turns` is 0; allow at least one turn".to_owned()));
        }
        let study_hash = study.hash();
        Ok(Self::begin(study, study_hash, Arc::default()))
    }

    fn begin(study: Arc<Study>, study_hash: String, cache: Arc<StudyCache>) -> Self {
        let (log, differences) = (Vec::new(), Vec::new());
        let state = SessionState { graph: KnowledgeGraph::of_language(&study.pack), ..SessionState::default() };
        Self { study, study_hash, cache, log, trace: Trace::default(), state, differences }
    }

    /// The question that would put a probe in a state of the interview, worded by the rules.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn question_at(study: &Arc<Study>, state: &SessionState, probe: &dialogue::Probe) -> Option<String> {
        let begun = Self::begin(Arc::clone(study), String::new(), Arc::default());
        let interview = Self { state: state.clone(), ..begun };
        render_question::render(&interview, probe).map(|question| question.text)
    }

    /// The same interview without a trace, [`Trace::Outcome`], for hosts that keep no session. A replay of such a log reports
    /// a difference in every turn.
    #[must_use]
    pub fn without_trace(self) -> Self {
        Self { trace: Trace::Outcome, ..self }
    }

    /// Applies an input and returns the next step. A refused input changes nothing.
    ///
    /// # Errors
    /// [`Failure`] says why the input was refused.
    pub fn handle(&mut self, input: Input) -> Result<Step, InterviewError> {
        self.apply(input, Recording::default())
    }

    fn apply(&mut self, input: Input, recording: Recording<'_>) -> Result<Step, InterviewError> {
        self.check(&input)?;
        let length = self.log.len();
        // The log alone cannot restore calls that are pending.
        let pending = match &self.state.waiting {
            waiting @ (Waiting::Reading(_) | Waiting::Wording(_)) => Some(waiting.clone()),
            Waiting::Start | Waiting::Respondent(_) | Waiting::Nothing(_) => None,
        };
        // The log holds the usable content of replies, not the replies themselves.
        if !matches!(input, Input::Replies { .. }) {
            self.log.push(LogEntry::Input(input.clone()));
        }
        match self.dispatch(input, recording) {
            Ok(()) => Ok(self.step()),
            Err(failure) => {
                // A stage failed: return to the state before the input.
                self.log.truncate(length);
                let log = std::mem::take(&mut self.log);
                *self = self.of_log(&log)?;
                if let Some(waiting) = pending {
                    self.state.waiting = waiting;
                }
                Err(failure)
            }
        }
    }

    /// Refuses an input that does not fit the state of the interview.
    fn check(&self, input: &Input) -> Result<(), InterviewError> {
        let state = &self.state;
        match (input, &state.waiting) {
            (Input::Start { .. }, Waiting::Start)
            | (Input::Skip { .. }, Waiting::Respondent(_))
            | (
                Input::Stop { .. },
                Waiting::Start | Waiting::Respondent(_) | Waiting::Reading(_) | Waiting::Wording(_),
            ) => Ok(()),
            (Input::Remark { .. }, Waiting::Nothing(outcome)) => failure::check_remark(input, outcome, &state.graph),
            (Input::Answer { text, .. }, Waiting::Respondent(_)) => failure::check_answer(text),
            (Input::Replies { replies, .. }, Waiting::Reading(pending)) => {
                pending_calls::check_replies(&pending.calls.requests, replies)
            }
            (Input::Replies { replies, .. }, Waiting::Wording(pending)) => {
                pending_calls::check_replies(&pending.calls.requests, replies)
            }
            (Input::Edit { turn, text, .. }, Waiting::Respondent(_)) => {
                if state.answered.is_none() || state.last_turn() != *turn {
                    return Err(InterviewError::NotEditable { turn: *turn });
                }
                failure::check_answer(text)
            }
            (
                Input::Start { .. }
                | Input::Skip { .. }
                | Input::Stop { .. }
                | Input::Remark { .. }
                | Input::Answer { .. }
                | Input::Replies { .. }
                | Input::Edit { .. },
                waiting,
            ) => Err(InterviewError::out_of_order(input, waiting)),
        }
    }

    fn dispatch(&mut self, input: Input, recording: Recording<'_>) -> Result<(), InterviewError> {
        match input {
            Input::Start { .. } => self.start(recording),
            Input::Answer { text, .. } => {
                self.state.answered = Some(self.log.len() - 1);
                self.receive_response(Response::Answer(text), recording)
            }
            Input::Replies { replies, .. } => self.take_replies(replies),
            Input::Skip { kind, .. } => {
                self.state.answered = None;
                self.receive_response(Response::Skip(kind), recording)
            }
            Input::Edit { text, .. } => {
                self.withdraw_last_answer()?;
                self.receive_response(Response::Answer(text), recording)
            }
            Input::Remark { .. } => Ok(()),
            Input::Stop { by: StoppedBy::Respondent, .. } => self.stop(StopReason::RespondentStopped, recording),
            Input::Stop { by: StoppedBy::Host, .. } => self.stop(StopReason::ClosedByHost, recording),
        }
    }

    /// Returns to the question of the last answer. Questions asked since then still count as asked.
    fn withdraw_last_answer(&mut self) -> Result<(), InterviewError> {
        let Some(position) = self.state.answered else { return Ok(()) };
        let before = self.log.get(..position).unwrap_or_default();
        let earlier = self.of_log(before)?.state;
        let now = std::mem::take(&mut self.state);
        self.state = SessionState {
            asked: now.asked,
            asked_words: now.asked_words,
            used_tactics: now.used_tactics,
            marks: now.marks,
            answered: Some(position),
            ..earlier
        };
        Ok(())
    }

    /// The present step.
    pub fn step(&self) -> Step {
        match &self.state.waiting {
            Waiting::Start => Step::Start,
            Waiting::Respondent(question) => {
                Step::Ask { question: question.clone(), can_edit: self.state.answered.is_some() }
            }
            Waiting::Reading(pending) => Step::Call { requests: pending.calls.requests.clone() },
            Waiting::Wording(pending) => Step::Call { requests: pending.calls.requests.clone() },
            Waiting::Nothing(outcome) => Step::Finished { outcome: outcome.clone() },
        }
    }

    /// The log.
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// The record of every turn.
    pub fn turns(&self) -> &[Turn] {
        &self.state.turns
    }

    /// The knowledge graph.
    pub fn graph(&self) -> &KnowledgeGraph {
        &self.state.graph
    }

    /// The study.
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// SHA-256 of the study.
    pub fn study_hash(&self) -> &str {
        &self.study_hash
    }

    /// How the interview ended; none while it goes on.
    pub fn outcome(&self) -> Option<&InterviewOutcome> {
        match &self.state.waiting {
            Waiting::Nothing(outcome) => Some(outcome),
            Waiting::Start | Waiting::Respondent(_) | Waiting::Reading(_) | Waiting::Wording(_) => None,
        }
    }

    /// The interview for later stages.
    pub fn record(&self) -> InterviewRecord<'_> {
        let SessionState { turns, graph, .. } = &self.state;
        InterviewRecord { study: &self.study, turns, graph, outcome: self.outcome() }
    }

    /// The words of a question asked, by [`crate::engine::wording::question_words`].
    #[cfg(feature = "studio")]
    pub(crate) fn words_asked(&self, question: &str) -> Option<&crate::engine::text::WordSet> {
        let at = self.state.asked.iter().position(|asked| asked == question)?;
        self.state.asked_words.get(at)
    }

    /// The session as a file.
    pub fn session(&self) -> Session {
        Session {
            format: session::FORMAT,
            study: Study::clone(&self.study),
            study_hash: self.study_hash.clone(),
            versions: Versions::default(),
            log: self.log.clone(),
            outcome: self.outcome().cloned(),
        }
    }

    /// The session as JSON text: the same as [`Self::session`], without a copy of the study and the log.
    ///
    /// # Errors
    /// A value cannot be written as JSON.
    pub fn session_text(&self) -> Result<String, serde_json::Error> {
        json::write(&SessionRef {
            format: session::FORMAT,
            study: &self.study,
            study_hash: &self.study_hash,
            versions: Versions::default(),
            log: &self.log,
            outcome: self.outcome(),
        })
    }

    /// Differences between the log and its replay.
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }
}
