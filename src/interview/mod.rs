//! The machine: one input in, exactly one step out.
//!
//! [`turn`] holds the ten stages of a turn; [`replay`] folds a log back into an interview. Invariant: the machine never
//! reads a clock, a file, a network or a random source. Time arrives with the input.

mod bounds;
mod calls;
mod context;
mod core;
mod failure;
mod look;
mod reading;
mod record;
mod redact;
mod replay;
mod summary;
mod turn;
mod view;
mod word;
mod wording;

use std::sync::{Arc, OnceLock};

use serde::Serialize;

pub use self::{
    failure::Failure,
    replay::{Difference, replay, reread},
    view::{
        View, ViewDecision, ViewEdge, ViewElement, ViewHidden, ViewNode, ViewQuote, ViewRanked, ViewTurn, ViewType,
    },
};
use self::{reading::OpenReading, turn::Said, wording::OpenWording};
use crate::{
    dialogue::Exchange,
    graph::KnowledgeGraph,
    id::Name,
    llm::{Request, redaction::Marks, rules::Subject},
    policy::StopReason,
    session::{
        self, AskedQuestion, Entry, Input, Outcome, Question, Read, Session, StoppedBy, Turn, Unasked, Versions,
    },
    stages::Investigation,
    state::{Course, Declined, ElementNames, State, Trace},
    study::Study,
    text::WordSet,
};

/// Most characters of an answer. A model sees the first 4,000 of them.
pub const ANSWER_LIMIT: usize = 20_000;

/// What the host does next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Step {
    /// Tell it to start.
    Start,
    /// Ask the models these, all at once if the host can, and tell what became of them with [`Input::Replies`]. Stopping is
    /// possible meanwhile. An interview resumed here asks the same again, under the same ids.
    Call {
        /// What to ask.
        requests: Vec<Request>,
    },
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

/// An interview: its log, and what the log folds into.
#[derive(Clone, Debug)]
pub struct Interview {
    study: Arc<Study>,
    study_hash: String,
    made: Arc<Made>,
    log: Vec<Entry>,
    trace: Trace,
    now: Now,
    differences: Vec<Difference>,
}

/// What is made of a study when it is first needed, once for all copies of an interview.
#[derive(Debug, Default)]
struct Made {
    /// What answers are heard against.
    subject: OnceLock<Subject>,
    /// By what the elements are found in labels.
    names: OnceLock<ElementNames>,
}

/// What a log folds into.
#[derive(Clone, Debug, Default)]
struct Now {
    waiting: Waiting,
    graph: KnowledgeGraph,
    state: State,
    course: Course,
    /// Stems of the words of each node's label, in order of registration.
    labels: Vec<WordSet>,
    history: Vec<Exchange>,
    turns: Vec<Turn>,
    /// Every question put, withdrawn ones included.
    asked: Vec<String>,
    /// Their words, by which a new question is compared with them.
    asked_words: Vec<WordSet>,
    /// Tactics used, one entry a question.
    used: Vec<Name>,
    declined: Vec<Declined>,
    /// Position in the log of the last answer, while it may be edited.
    answered: Option<usize>,
    /// What stands for details of the respondent in requests, those of withdrawn answers included.
    marks: Marks,
}

/// What the interview waits for, with what exists until it comes.
#[derive(Clone, Debug, Default)]
enum Waiting {
    #[default]
    Start,
    /// An answer to this question.
    Respondent(Question),
    /// Models that read an answer.
    Reading(Box<OpenReading>),
    /// A model that words a question.
    Wording(Box<OpenWording>),
    Nothing(Outcome),
}

/// What the log holds about an input that is replayed: how the answer was read and what was asked then.
#[derive(Clone, Copy, Debug, Default)]
struct Recorded<'a> {
    read: Option<&'a Read>,
    /// The reading is one of the rules, to be made anew by those of today.
    outdated: Option<&'a Read>,
    asked: Option<&'a AskedQuestion>,
    unasked: Option<&'a Unasked>,
}

impl Interview {
    /// An interview that has not begun.
    ///
    /// # Errors
    /// [`Failure::Study`] if the study cannot be used.
    pub fn new(study: impl Into<Arc<Study>>) -> Result<Self, Failure> {
        let study = study.into();
        let problem = if study.format != crate::study::FORMAT {
            Some(format!("its format is {}, this engine reads {}; build it anew", study.format, crate::study::FORMAT))
        } else if study.texts.opening.iter().all(|text| text.trim().is_empty()) {
            Some("it has no opening question; add one under `texts.opening`".to_owned())
        } else if study.limits.max_turns == 0 {
            Some("`limits.max_turns` is 0; allow at least one turn".to_owned())
        } else {
            None
        };
        if let Some(problem) = problem {
            return Err(Failure::Study(problem));
        }
        let study_hash = study.hash();
        Ok(Self::begin(study, study_hash, Arc::default()))
    }

    /// An interview with this study that has not begun.
    fn begin(study: Arc<Study>, study_hash: String, made: Arc<Made>) -> Self {
        Self {
            study,
            study_hash,
            made,
            log: Vec::new(),
            trace: Trace::default(),
            now: Now::default(),
            differences: Vec::new(),
        }
    }

    /// The same interview with what comes of it alone, [`Trace::Outcome`]: for whoever keeps no session. A replay of such a
    /// log reports every turn as different.
    #[must_use]
    pub fn without_trace(self) -> Self {
        Self { trace: Trace::Outcome, ..self }
    }

    /// Another interview under the same study, as its log left it. What was made of the study is shared.
    ///
    /// # Errors
    /// [`Failure::Log`] names the first entry that does not fit.
    pub fn of_log(&self, log: &[Entry]) -> Result<Self, Failure> {
        let mut earlier = Self::begin(Arc::clone(&self.study), self.study_hash.clone(), Arc::clone(&self.made));
        earlier.trace = self.trace;
        earlier.fold_log(log)?;
        Ok(earlier)
    }

    /// Tells the interview something. Wrong input is refused and changes nothing.
    ///
    /// # Errors
    /// [`Failure`] says why the input was refused.
    pub fn handle(&mut self, input: Input) -> Result<Step, Failure> {
        self.feed(input, Recorded::default())
    }

    fn feed(&mut self, input: Input, recorded: Recorded<'_>) -> Result<Step, Failure> {
        self.refuse_misfit(&input)?;
        let before = self.log.len();
        // What waits for models is known from the log only in part.
        let waiting = match &self.now.waiting {
            waiting @ (Waiting::Reading(_) | Waiting::Wording(_)) => Some(waiting.clone()),
            Waiting::Start | Waiting::Respondent(_) | Waiting::Nothing(_) => None,
        };
        // Replies are not kept: what was used of them is.
        if !matches!(input, Input::Replies { .. }) {
            self.log.push(Entry::Input(input.clone()));
        }
        match self.carry_out(input, recorded) {
            Ok(()) => Ok(self.step()),
            Err(failure) => {
                // A stage failed half-way: what the log held before is the state to return to.
                self.log.truncate(before);
                let log = std::mem::take(&mut self.log);
                *self = self.of_log(&log)?;
                if let Some(waiting) = waiting {
                    self.now.waiting = waiting;
                }
                Err(failure)
            }
        }
    }

    fn refuse_misfit(&self, input: &Input) -> Result<(), Failure> {
        match (input, &self.now.waiting) {
            (Input::Start { .. }, Waiting::Start)
            | (Input::Skip { .. }, Waiting::Respondent(_))
            | (
                Input::Stop { .. },
                Waiting::Start | Waiting::Respondent(_) | Waiting::Reading(_) | Waiting::Wording(_),
            ) => Ok(()),
            (Input::Remark { .. }, Waiting::Nothing(outcome)) => failure::check_remark(input, outcome, &self.now.graph),
            (Input::Answer { text, .. }, Waiting::Respondent(_)) => failure::check_answer(text),
            (Input::Replies { replies, .. }, Waiting::Reading(open)) => {
                calls::refuse_strangers(&open.errand.requests, replies)
            }
            (Input::Replies { replies, .. }, Waiting::Wording(open)) => {
                calls::refuse_strangers(&open.errand.requests, replies)
            }
            (Input::Edit { turn, text, .. }, Waiting::Respondent(_)) => {
                if self.now.answered.is_none() || self.now.history.last().map(|exchange| exchange.turn) != Some(*turn) {
                    return Err(Failure::NotEditable { turn: *turn });
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
            ) => Err(failure::out_of_order(input, waiting)),
        }
    }

    fn carry_out(&mut self, input: Input, recorded: Recorded<'_>) -> Result<(), Failure> {
        match input {
            Input::Start { .. } => self.open(recorded),
            Input::Answer { text, .. } => {
                self.now.answered = Some(self.log.len() - 1);
                self.hear(Said::Answer(text), recorded)
            }
            Input::Replies { replies, .. } => self.take_replies(replies),
            Input::Skip { kind, .. } => {
                self.now.answered = None;
                self.hear(Said::Nothing(kind), recorded)
            }
            Input::Edit { text, .. } => {
                self.withdraw_last_answer()?;
                self.hear(Said::Answer(text), recorded)
            }
            Input::Remark { .. } => Ok(()),
            Input::Stop { by, .. } => {
                let reason = match by {
                    StoppedBy::Respondent => StopReason::RespondentStopped,
                    StoppedBy::Host => StopReason::ClosedByHost,
                };
                self.stop(reason, recorded)
            }
        }
    }

    /// Goes back to where the question of the last answer waited. What was asked since still counts as asked.
    fn withdraw_last_answer(&mut self) -> Result<(), Failure> {
        let Some(position) = self.now.answered else { return Ok(()) };
        let before = self.log.get(..position).unwrap_or_default();
        let mut earlier = self.of_log(before)?.now;
        earlier.asked.clone_from(&self.now.asked);
        earlier.asked_words.clone_from(&self.now.asked_words);
        earlier.used.clone_from(&self.now.used);
        earlier.marks.clone_from(&self.now.marks);
        earlier.answered = Some(position);
        self.now = earlier;
        Ok(())
    }

    /// The step the interview stands at.
    pub fn step(&self) -> Step {
        match &self.now.waiting {
            Waiting::Start => Step::Start,
            Waiting::Respondent(question) => {
                Step::Ask { question: question.clone(), can_edit: self.now.answered.is_some() }
            }
            Waiting::Reading(open) => Step::Call { requests: open.errand.requests.clone() },
            Waiting::Wording(open) => Step::Call { requests: open.errand.requests.clone() },
            Waiting::Nothing(outcome) => Step::Finished { outcome: outcome.clone() },
        }
    }

    /// What happened so far.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// The record of every turn.
    pub fn turns(&self) -> &[Turn] {
        &self.now.turns
    }

    /// The knowledge graph.
    pub fn graph(&self) -> &KnowledgeGraph {
        &self.now.graph
    }

    /// The study.
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// The interview as later stages see it.
    pub fn investigation(&self) -> Investigation<'_> {
        let outcome = match &self.now.waiting {
            Waiting::Nothing(outcome) => Some(outcome),
            Waiting::Start | Waiting::Respondent(_) | Waiting::Reading(_) | Waiting::Wording(_) => None,
        };
        Investigation { study: &self.study, turns: &self.now.turns, graph: &self.now.graph, outcome }
    }

    /// The session as a file.
    pub fn session(&self) -> Session {
        Session {
            format: session::FORMAT,
            study: Study::clone(&self.study),
            study_hash: self.study_hash.clone(),
            versions: Versions::default(),
            log: self.log.clone(),
            outcome: self.investigation().outcome.cloned(),
        }
    }

    /// Where the fold of the log went another way than the log says.
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// The session as a file, JSON text: what [`Self::session`] gives, without a copy of the study and the log.
    ///
    /// # Errors
    /// A value in it cannot be written as JSON.
    pub fn session_text(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&session::Told {
            format: session::FORMAT,
            study: &self.study,
            study_hash: &self.study_hash,
            versions: Versions::default(),
            log: &self.log,
            outcome: self.investigation().outcome,
        })
    }

    /// SHA-256 of the study.
    pub fn study_hash(&self) -> &str {
        &self.study_hash
    }
}
