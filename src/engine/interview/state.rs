//! What the log of an interview folds into, and what a turn in progress holds.

use std::sync::OnceLock;

use super::pending_calls::PendingCalls;
use crate::engine::{
    dialogue::{Exchange, Focus, Probe, Reading, Source},
    graph::{Extraction, GraphDelta, KnowledgeGraph, Span},
    id::Name,
    model::CallRecord,
    policy::{Continuation, Decision, StopReason},
    reader::{ConceptWords, InterestContext, Sayings, interest},
    redaction::Placeholders,
    session::{AnswerReading, AskedQuestion, InterviewOutcome, Question, SkipKind, Turn, Unasked},
    signals::Values,
    state::{Declined, ElementNames, InterviewHistory, Situation, State, Trace},
    study::Study,
    text::WordSet,
};

/// Values derived from a study on first use, shared by all copies of an interview.
#[derive(Debug, Default)]
pub(super) struct StudyCache {
    /// Terms of the concept, for the reader.
    subject: OnceLock<ConceptWords>,
    /// Terms by which elements are found in labels.
    pub(super) names: OnceLock<ElementNames>,
}

impl StudyCache {
    /// The words of the study's concept.
    pub(super) fn subject_of(&self, study: &Study) -> &ConceptWords {
        self.subject.get_or_init(|| ConceptWords::of(&study.pack, &study.concept.elements, &study.concept.topic))
    }
}

/// State of an interview, folded from its log.
#[derive(Clone, Debug, Default)]
pub(crate) struct SessionState {
    pub(super) waiting: Waiting,
    pub(crate) graph: KnowledgeGraph,
    /// State computed from the graph after the last turn.
    pub(crate) computed: State,
    pub(crate) course: InterviewHistory,
    pub(crate) history: Vec<Exchange>,
    pub(crate) declined: Vec<Declined>,
    /// Stems of the words of each node's label, in order of registration.
    pub(super) labels: Vec<WordSet>,
    pub(super) turns: Vec<Turn>,
    /// Every question asked, withdrawn ones included.
    pub(super) asked: Vec<String>,
    /// The words of each question in `asked`, for the repetition check.
    pub(super) asked_words: Vec<WordSet>,
    /// Tactics used, one entry a question.
    pub(super) used_tactics: Vec<Name>,
    /// Position in the log of the last answer, while it may be edited.
    pub(super) answered: Option<usize>,
    /// Placeholders for personal details, those of withdrawn answers included.
    pub(super) marks: Placeholders,
}

/// What the interview waits for, with the data that exists until it arrives.
#[derive(Clone, Debug, Default)]
pub(super) enum Waiting {
    #[default]
    Start,
    /// An answer to this question.
    Respondent(Question),
    /// Replies of models that read an answer.
    Reading(Box<PendingReading>),
    /// The reply of a model that words a question.
    Wording(Box<PendingQuestion>),
    /// Nothing: the interview is over.
    Nothing(InterviewOutcome),
}

/// What the log holds about a replayed input: the reading and the question that followed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Recording<'a> {
    pub(super) read: Option<&'a AnswerReading>,
    /// A reading by an earlier version of the rules, to be repeated with the present one.
    pub(super) outdated: Option<&'a AnswerReading>,
    pub(super) asked: Option<&'a AskedQuestion>,
    pub(super) unasked: Option<&'a Unasked>,
}

/// The response to a question.
#[derive(Clone, Debug)]
pub(super) enum Response {
    Answer(String),
    Skip(SkipKind),
}

/// Stage 1's product: the turn and the question it answers.
#[derive(Clone, Debug)]
pub(super) struct TurnContext {
    pub(super) turn: u32,
    pub(super) question: Question,
}

/// Stage 2's product: the saved response.
#[derive(Clone, Debug)]
pub(super) struct Utterance {
    pub(super) context: TurnContext,
    /// The answer; none if the question was skipped.
    pub(super) answer: Option<String>,
    /// The reason, if the interview was stopped while models read the answer.
    pub(super) stopped: Option<StopReason>,
}

/// The products of stages 2 to 7.
#[derive(Clone, Debug)]
pub(super) struct DecidedTurn {
    pub(super) utterance: Utterance,
    pub(super) read: Option<AnswerReading>,
    pub(super) delta: GraphDelta,
    pub(super) decision: Decision,
    pub(super) signals: Values,
    pub(super) continuation: Continuation,
}

/// An answer that models are reading.
#[derive(Clone, Debug)]
pub(super) struct PendingReading {
    pub(super) utterance: Utterance,
    /// The reading by the rules, for parts that no model delivers.
    pub(super) by_rules: (Extraction, Reading),
    pub(super) calls: PendingCalls,
}

/// A question that a model is wording.
#[derive(Clone, Debug)]
pub(super) struct PendingQuestion {
    pub(super) follows: Follows,
    pub(super) plan: QuestionPlan,
    pub(super) calls: PendingCalls,
}

/// What a question follows.
#[derive(Clone, Debug)]
pub(super) enum Follows {
    /// The start of the interview.
    Start,
    /// A turn, which the question completes.
    Turn(Box<DecidedTurn>),
}

/// A question without its words.
#[derive(Clone, Debug)]
pub(super) struct QuestionPlan {
    /// The turn that will answer it.
    pub(super) turn: u32,
    pub(super) probe: Option<Probe>,
    pub(super) focus: String,
    /// The end that it proposes, of a confirmation.
    pub(super) proposes: Option<StopReason>,
    /// Turns left after it.
    pub(super) turns_left: u32,
    /// The wording by the rules; none if every template was used up.
    pub(super) template: Option<TemplateQuestion>,
}

/// A wording by the rules or by the study itself.
#[derive(Clone, Debug)]
pub(super) struct TemplateQuestion {
    pub(super) text: String,
    pub(super) tactic: Option<Name>,
}

/// Stage 8's product: the question, if there is one, and the calls made for it.
#[derive(Clone, Debug, Default)]
pub(super) struct WordingResult {
    pub(super) question: Option<Question>,
    pub(super) calls: Vec<CallRecord>,
}

impl SessionState {
    /// Everything a policy may look at in this turn.
    pub(crate) fn situation<'a>(&'a self, study: &'a Study, turn: u32, trace: Trace) -> Situation<'a> {
        Situation {
            concept: &study.concept,
            pack: &study.pack,
            methodology: &study.methodology,
            limits: &study.limits,
            graph: &self.graph,
            state: &self.computed,
            course: &self.course,
            history: &self.history,
            turn,
            declined: &self.declined,
            trace,
        }
    }

    /// Adds an exchange to the history and the course. `computed` holds the state after it.
    pub(crate) fn record_exchange(
        &mut self,
        (study, subject): (&Study, &ConceptWords),
        question: &Question,
        answer: Option<String>,
        reading: Option<(&Extraction, &Reading)>,
        delta: &GraphDelta,
    ) {
        let context = InterestContext { methodology: &study.methodology.id, subject, asked: &question.text };
        let interest = answer.as_deref().map(|answer| {
            let sayings = Sayings::of(&study.pack, answer);
            let voiced = delta.new_nodes().chain(delta.mentioned_nodes());
            let rated = voiced.filter_map(|id| {
                let quotes = &self.graph.node(id)?.quotes;
                let quote = quotes.iter().rev().find(|quote| quote.turn == question.turn)?;
                Some((id, interest(&sayings, context, Span { start: quote.start, end: quote.end })?))
            });
            rated.collect()
        });
        let exchange = Exchange {
            turn: question.turn,
            question: question.text.clone(),
            probe: question.probe.clone(),
            answer,
            reading: reading.map(|(_, reading)| reading.clone()),
            new_nodes: delta.new_nodes().collect(),
            new_edges: delta.new_edges().collect(),
            mentioned_nodes: delta.mentioned_nodes().collect(),
            refined_nodes: delta.refined_nodes().collect(),
            reactions: reading.map(|(extraction, _)| extraction.reactions()).unwrap_or_default(),
            understood: reading.map(|(extraction, _)| extraction.understood.clone()).unwrap_or_default(),
            interest: interest.unwrap_or_default(),
        };
        self.course.record(&exchange, &self.computed);
        self.history.push(exchange);
    }

    /// Excludes the subject of a skipped question from later questions; a declined one with its elements.
    pub(crate) fn decline(&mut self, probe: Option<&Probe>, kind: SkipKind) {
        let Some(probe) = probe else { return };
        self.declined.push(match &probe.focus {
            Focus::Global => Declined::Probe(probe.clone()),
            focus => Declined::Focus(focus.clone()),
        });
        if kind == SkipKind::Declined {
            let node = probe.focus.node().and_then(|node| self.graph.node(node));
            let elements = node.map(|node| node.elements.clone()).unwrap_or_default();
            let declined = elements.into_iter().map(|element| Declined::Focus(Focus::Element { element }));
            self.declined.extend(declined);
        }
    }

    /// Number of the last turn; 0 before the first answer.
    pub(super) fn last_turn(&self) -> u32 {
        self.history.last().map_or(0, |exchange| exchange.turn)
    }
}

impl Waiting {
    /// What the interview waits for and which inputs fit, for messages.
    pub(super) fn description(&self) -> &'static str {
        match self {
            Self::Start => "has not started; send `start` first",
            Self::Respondent(_) => "waits for the respondent; send `answer`, `skip`, `edit` or `stop`",
            Self::Reading(_) | Self::Wording(_) => "waits for models; send `replies` or `stop`",
            Self::Nothing(_) => "is over; only `remark` is welcome",
        }
    }
}

impl QuestionPlan {
    /// The question in this wording.
    pub(super) fn question(&self, text: String, tactic: Option<Name>, source: Source) -> Question {
        Question {
            turn: self.turn,
            text,
            probe: self.probe.clone(),
            focus: self.focus.clone(),
            tactic,
            stays: false,
            proposes: self.proposes,
            source,
            turns_left: self.turns_left,
        }
    }

    /// The question in the wording of the rules.
    pub(super) fn by_rules(&self) -> Option<Question> {
        let TemplateQuestion { text, tactic } = self.template.clone()?;
        Some(self.question(text, tactic, Source::Rules { version: crate::engine::reader::VERSION }))
    }
}
