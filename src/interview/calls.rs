//! Requests under way, and what came of those before them for the same purpose.
//!
//! The engine has no clock: what a turn has spent is the time its replies say they took.

use indexmap::IndexMap;

use super::Failure;
use crate::llm::{
    Budget, CallFailure, CallRecord, Completion, Context, Effort, FailureKind, Outcome, Reply, Request, Section,
    SectionSource, Task,
};

/// Milliseconds without which no model is asked: nothing sensible comes back in less.
const LEAST_MS: u64 = 1_000;

/// End of the id of a second try.
const RETRY: &str = ".retry";

/// Requests under way, and what came of those before them for the same purpose.
#[derive(Clone, Debug, Default)]
pub(super) struct Errand {
    /// Requests under way.
    pub(super) requests: Vec<Request>,
    /// What is kept of those that came back, in the order they were asked.
    pub(super) records: Vec<CallRecord>,
    /// What models said, in the same order.
    pub(super) said: Vec<(Task, String)>,
}

impl Errand {
    /// Files what became of the requests under way, in the order they were asked. One without a reply failed in the network.
    pub(super) fn settle(&mut self, mut replies: Vec<Reply>) {
        for request in std::mem::take(&mut self.requests) {
            let reply = replies.iter().position(|reply| reply.id == request.id).map(|at| replies.swap_remove(at));
            let outcome = reply.map_or_else(|| Outcome::Failure(unanswered()), |reply| reply.outcome);
            let sections = parts(&request);
            let Request { id, task, .. } = request;
            let (model, failure, effort) = match outcome {
                Outcome::Completion(Completion { output, model, effort, .. }) => {
                    self.said.push((task, output));
                    (Some(model), None, effort)
                }
                Outcome::Failure(CallFailure { kind, effort, .. }) => (None, Some(kind), effort),
            };
            self.records.push(CallRecord { id, task, model, failure, sections, drops: IndexMap::new(), effort });
        }
    }

    /// Files the requests under way as called off.
    pub(super) fn cancel(&mut self) {
        self.fail(FailureKind::Cancelled);
    }

    /// Files the requests as failed before a model was reached for.
    pub(super) fn fail(&mut self, kind: FailureKind) {
        for request in std::mem::take(&mut self.requests) {
            let sections = parts(&request);
            let Request { id, task, .. } = request;
            let (model, failure) = (None, Some(kind));
            let (drops, effort) = Default::default();
            self.records.push(CallRecord { id, task, model, failure, sections, drops, effort });
        }
    }
}

/// The parts of the reading a request asks for, each as if nothing came.
fn parts(request: &Request) -> IndexMap<Section, SectionSource> {
    let Context::Answer(context) = &request.context else { return IndexMap::new() };
    let mut parts = match request.task {
        Task::TurnAnalysis => {
            vec![Section::Extractability, Section::Extraction, Section::Momentum, Section::Signals, Section::Ambiguity]
        }
        Task::ExtractabilityCheck => vec![Section::Extractability],
        Task::GraphExtraction => vec![Section::Extraction],
        Task::MomentumAssessment => vec![Section::Momentum],
        Task::ResponseSignals => vec![Section::Signals],
        Task::Ambiguity => vec![Section::Ambiguity],
        Task::QualitativeSignals
        | Task::PlausibilityCheck
        | Task::QuestionOpening
        | Task::QuestionFollowup
        | Task::QuestionClarify
        | Task::QuestionClosing
        | Task::Synthesis
        | Task::ExecSummary
        | Task::ScoreAnalysis
        | Task::MissingTools
        | Task::Chat
        | Task::SyntheticRespondent
        | Task::Embeddings => Vec::new(),
    };
    parts.extend(context.qualitative.then_some(Section::Qualitative));
    parts.extend((!context.isolates.is_empty()).then_some(Section::Plausibility));
    parts.into_iter().map(|part| (part, SectionSource::Default)).collect()
}

fn unanswered() -> CallFailure {
    CallFailure {
        kind: FailureKind::Transport,
        message: "the host gave no reply to this request".to_owned(),
        effort: Effort::default(),
    }
}

/// Refuses replies to what was not asked, and a second reply to one request.
pub(super) fn refuse_strangers(requests: &[Request], replies: &[Reply]) -> Result<(), Failure> {
    let mut expected: Vec<&str> = requests.iter().map(|request| request.id.as_str()).collect();
    for Reply { id, .. } in replies {
        let Some(found) = expected.iter().position(|known| known == id) else {
            let expected = expected.into_iter().map(str::to_owned).collect();
            return Err(Failure::UnknownReply { id: id.clone(), expected });
        };
        expected.remove(found);
    }
    Ok(())
}

/// Milliseconds spent on these calls: those of one round run at the same time, a second try follows.
pub(super) fn spent_ms(records: &[CallRecord]) -> u64 {
    let slowest = |second: bool| {
        let round = records.iter().filter(|record| is_retry(&record.id) == second);
        round.map(|record| record.effort.latency_ms).max().unwrap_or_default()
    };
    slowest(false).saturating_add(slowest(true))
}

/// What is left of a turn's budget, in milliseconds; none if too little to ask a model.
pub(super) fn left_ms(budget_ms: u32, spent_ms: u64) -> Option<u32> {
    let left = u64::from(budget_ms).saturating_sub(spent_ms);
    if left < LEAST_MS { None } else { u32::try_from(left).ok() }
}

/// A request, with what is left of the turn's budget.
pub(super) fn request(id: String, task: Task, turn: u32, context: Context, left_ms: u32) -> Request {
    let budget = Budget { deadline_ms: task.deadline_ms().min(left_ms), max_output: task.max_output() };
    Request { id, task, turn, context, budget }
}

/// Whether an id is that of a second try.
pub(super) fn is_retry(id: &str) -> bool {
    id.ends_with(RETRY)
}

/// The id of a second try.
pub(super) fn retry(id: &str) -> String {
    format!("{id}{RETRY}")
}
