//! Requests to models that wait for replies, and the records of earlier ones for the same purpose.
//!
//! The engine has no clock. It counts the time that replies report against the budget of the turn.

use super::{Interview, InterviewError};
use crate::engine::{
    index_map::IndexMap,
    model::{
        CallBudget, CallRecord, CallUsage, Completion, FailureKind, Reply, ReplyOutcome, Request, Section,
        SectionSource, Task, TaskContext,
    },
    session::{Input, LogEntry},
};

/// Least time left for a request to be worth sending, in milliseconds.
const LEAST_MS: u64 = 1_000;

/// Suffix of the id of a second try.
const RETRY: &str = ".retry";

/// Sections that each task of a reading delivers.
const SECTIONS: &[(Task, &[Section])] = &[
    (
        Task::TurnAnalysis,
        &[Section::Extractability, Section::Extraction, Section::Momentum, Section::Signals, Section::Ambiguity],
    ),
    (Task::ExtractabilityCheck, &[Section::Extractability]),
    (Task::GraphExtraction, &[Section::Extraction]),
    (Task::MomentumAssessment, &[Section::Momentum]),
    (Task::ResponseSignals, &[Section::Signals]),
    (Task::Ambiguity, &[Section::Ambiguity]),
];

/// Requests that wait for replies, and the earlier ones for the same purpose.
#[derive(Clone, Debug, Default)]
pub(super) struct PendingCalls {
    /// Requests without a reply so far.
    pub(super) requests: Vec<Request>,
    /// Records of the earlier ones, in order of their requests.
    pub(super) records: Vec<CallRecord>,
    /// Texts of usable replies, in the same order.
    pub(super) outputs: Vec<(Task, String)>,
}

impl PendingCalls {
    /// Records the replies in order of their requests. A request without a reply counts as a network failure.
    pub(super) fn record_replies(&mut self, mut replies: Vec<Reply>) {
        for request in std::mem::take(&mut self.requests) {
            let reply = replies.iter().position(|reply| reply.id == request.id).map(|at| replies.swap_remove(at));
            let (model, failure, effort) = match reply.map(|reply| reply.outcome) {
                Some(ReplyOutcome::Completion(Completion { output, model, effort, .. })) => {
                    self.outputs.push((request.task, output));
                    (Some(model), None, effort)
                }
                Some(ReplyOutcome::Failure(failure)) => (None, Some(failure.kind), failure.effort),
                None => (None, Some(FailureKind::Transport), CallUsage::default()),
            };
            self.push_record(request, model, failure, effort);
        }
    }

    /// Records the waiting requests as failed.
    pub(super) fn fail(&mut self, kind: FailureKind) {
        for request in std::mem::take(&mut self.requests) {
            self.push_record(request, None, Some(kind), CallUsage::default());
        }
    }

    fn push_record(
        &mut self,
        request: Request,
        model: Option<String>,
        failure: Option<FailureKind>,
        effort: CallUsage,
    ) {
        let sections = sections(&request);
        let Request { id, task, .. } = request;
        self.records.push(CallRecord { id, task, model, failure, sections, drops: IndexMap::new(), effort });
    }
}

/// The sections of a reading that a request asks for, each marked as not delivered.
fn sections(request: &Request) -> IndexMap<Section, SectionSource> {
    let TaskContext::Answer(context) = &request.context else { return IndexMap::new() };
    let of_task = SECTIONS.iter().find(|(task, _)| *task == request.task).map(|(_, sections)| *sections);
    let qualitative = context.qualitative.then_some(Section::Qualitative);
    let plausibility = (!context.isolates.is_empty()).then_some(Section::Plausibility);
    let sections = of_task.unwrap_or_default().iter().copied().chain(qualitative).chain(plausibility);
    sections.map(|section| (section, SectionSource::Default)).collect()
}

/// Refuses a reply that belongs to no waiting request, and a second reply to one request.
pub(super) fn check_replies(requests: &[Request], replies: &[Reply]) -> Result<(), InterviewError> {
    let mut expected: Vec<&str> = requests.iter().map(|request| request.id.as_str()).collect();
    for Reply { id, .. } in replies {
        let Some(found) = expected.iter().position(|known| known == id) else {
            let expected = expected.into_iter().map(str::to_owned).collect();
            return Err(InterviewError::UnknownReply { id: id.clone(), expected });
        };
        expected.remove(found);
    }
    Ok(())
}

/// Milliseconds spent on these calls. Calls of one round run in parallel; a retry follows them.
pub(super) fn spent_ms(records: &[CallRecord]) -> u64 {
    let slowest = |retries: bool| {
        let round = records.iter().filter(|record| is_retry(&record.id) == retries);
        round.map(|record| record.effort.latency_ms).max().unwrap_or_default()
    };
    slowest(false).saturating_add(slowest(true))
}

/// Milliseconds left of the turn's budget; none below the least that a request needs.
pub(super) fn left_ms(budget_ms: u32, spent_ms: u64) -> Option<u32> {
    let left = u64::from(budget_ms).saturating_sub(spent_ms);
    if left < LEAST_MS { None } else { u32::try_from(left).ok() }
}

/// A request within the time left of the turn's budget.
pub(super) fn request(id: String, task: Task, turn: u32, context: TaskContext, left_ms: u32) -> Request {
    let budget = CallBudget { deadline_ms: task.deadline_ms().min(left_ms), max_output: task.max_output() };
    Request { id, task, turn, context, budget }
}

/// The id of a request: `t7.question`, and `t7.2.question` after an edit of its answer.
pub(super) fn request_id(interview: &Interview, turn: u32, part: &str) -> String {
    let is_edit =
        |entry: &&LogEntry| matches!(entry, LogEntry::Input(Input::Edit { turn: edited, .. }) if *edited == turn);
    match interview.log.iter().filter(is_edit).count() {
        0 => format!("t{turn}.{part}"),
        edits => format!("t{turn}.{}.{part}", edits + 1),
    }
}

/// Whether an id is that of a second try.
pub(super) fn is_retry(id: &str) -> bool {
    id.ends_with(RETRY)
}

/// The id of a second try.
pub(super) fn retry_id(id: &str) -> String {
    format!("{id}{RETRY}")
}
