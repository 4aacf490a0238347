//! The stages that a model or the rules write: synthesis, summary, and answers to a researcher. Where no model may be called
//! or none replies, the rules write the result, and the stage's provider is `rules`.

use super::{
    hold_lease::{LeaseError, hold_lease},
    model_caller::{MARGIN_MS, StageModelCaller, failure_word},
    rows,
    run_lease::{JobEnd, JobOutput, RunLease, first_changed},
    session::CollectedSession,
    sql,
};
use crate::{
    edge::{
        database::{Database, DatabaseFailure, SqlValue},
        http::Host,
        state::{Endpoint, JobSlot, LEASE_MS},
    },
    engine::model::{ReportContext, Task},
    studio::{
        reports,
        stages::{ContextPurpose, StageContext, StageResult, StageStatus, StageType, local},
    },
};

/// What a stage writes.
#[derive(Clone, Copy, Debug)]
pub(in crate::edge) enum StageWork<'a> {
    /// The synthesis.
    Synthesis,
    /// The summary of the latest synthesis.
    Summary,
    /// The answer to a question.
    Answer(&'a str),
}

impl StageWork<'_> {
    /// Type and name of the stage, and its time limit with retries and fallbacks, milliseconds.
    fn stage(self) -> (StageType, &'static str, u64) {
        match self {
            Self::Synthesis => (StageType::Synthesis, "Synthesis", 300_000),
            Self::Summary => (StageType::ExecSummary, "Executive summary", 300_000),
            Self::Answer(_) => (StageType::Chat, "Chat", 180_000),
        }
    }
}

/// Whether a stage is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::edge) enum Repeat {
    /// Only if none was completed.
    IfMissing,
    /// Always; the earlier ones stay.
    Always,
}

/// A stage that has begun in the database.
pub(in crate::edge) struct StartedStage<'a> {
    pub(in crate::edge) lease: RunLease,
    work: StageWork<'a>,
    slot: JobSlot<'a>,
}

/// Begins a stage. None: one of its type is in progress or done, or the endpoint is shutting down.
pub(in crate::edge) async fn start_stage<'a, H: Host>(
    edge: &'a Endpoint,
    host: &H,
    session: &str,
    work: StageWork<'a>,
    refers_to: Option<&str>,
    repeat: Repeat,
) -> Result<Option<StartedStage<'a>>, DatabaseFailure> {
    let (kind, name, _) = work.stage();
    let lease = RunLease::new(edge, host, session, kind);
    let Some(slot) = edge.jobs.enter(lease.stage.clone(), host.now()) else { return Ok(None) };
    let first_result = match work {
        StageWork::Answer(question) => Some(StageResult::Chat { question: question.to_owned(), answer: String::new() }),
        StageWork::Synthesis | StageWork::Summary => None,
    };
    let now = host.now();
    let begin = [
        session.into(),
        name.into(),
        kind.id().into(),
        refers_to.into(),
        first_result.as_ref().map(SqlValue::json).into(),
        SqlValue::from(now + LEASE_MS),
        SqlValue::from(repeat == Repeat::IfMissing),
    ];
    let mut batch = vec![lease.statement(sql::BEGIN, begin), lease.begin_execution()];
    batch.extend(lease.notices(StageStatus::Pending, None, now));
    let results = host.database().batch(batch).await?;
    Ok(first_changed(&results).then_some(StartedStage { lease, work, slot }))
}

/// The result of a stage.
struct Written {
    result: StageResult,
    /// Why the rules wrote it instead of a model.
    error: Option<String>,
    is_by_rules: bool,
}

/// Runs a synthesis that has begun, and the summary after it. Failures become the stages' status.
pub(in crate::edge) async fn run_report<H: Host>(
    edge: &Endpoint,
    host: &H,
    started: Option<StartedStage<'_>>,
    session: &str,
    source: &CollectedSession,
    repeat: Repeat,
) {
    // After a database error a stage does not begin, or its lease expires.
    if let Some(started) = started {
        drop(run_stage(edge, host, started, source).await);
    }
    if let Ok(Some(summary)) = start_stage(edge, host, session, StageWork::Summary, None, repeat).await {
        drop(run_stage(edge, host, summary, source).await);
    }
}

/// Runs a stage that has begun. Failures of the work become the stage's status.
pub(in crate::edge) async fn run_stage<H: Host>(
    edge: &Endpoint,
    host: &H,
    StartedStage { lease, work, slot }: StartedStage<'_>,
    source: &CollectedSession,
) -> Result<(), DatabaseFailure> {
    if lease.activate(host).await? {
        let (.., limit_ms) = work.stage();
        let caller = StageModelCaller::new(edge, host, &lease, source, limit_ms);
        let end = match hold_lease(edge, host, &lease, write(edge, host, work, &caller, source, &lease.session)).await {
            Ok(Ok(Written { result, error, is_by_rules })) => {
                let provider = is_by_rules.then(|| "rules".to_owned());
                Some(JobEnd { status: StageStatus::Completed, error, provider, output: JobOutput::Result(result) })
            }
            Ok(Err(why)) => Some(JobEnd::failed(StageStatus::Failed, &why)),
            Err(LeaseError::Panicked) => Some(JobEnd::failed(StageStatus::Failed, "internal: the stage broke off")),
            Err(LeaseError::Lost) => None,
        };
        caller.settle_dropped().await;
        if let Some(end) = end {
            lease.end(host, &end, &caller.take_unsaved()).await;
        }
    }
    drop(slot);
    Ok(())
}

async fn write<H: Host>(
    edge: &Endpoint,
    host: &H,
    work: StageWork<'_>,
    caller: &StageModelCaller<'_, H>,
    source: &CollectedSession,
    session: &str,
) -> Result<Written, String> {
    let interview = source.interview()?;
    let stages =
        rows::load_stages(host.database(), session).await.map_err(|_| "the database cannot be read".to_owned())?;
    let investigation = interview.record();
    let may_call = source.may_call(edge);
    match work {
        StageWork::Synthesis => {
            let material = StageContext::of(ContextPurpose::NextStageContext, investigation, &[]);
            write_synthesis(caller, &material, may_call).await
        }
        StageWork::Summary => {
            let material = StageContext::of(ContextPurpose::NextStageContext, investigation, &stages);
            Ok(write_summary(caller, &material, may_call).await)
        }
        StageWork::Answer(question) => {
            let material = StageContext::of(ContextPurpose::ChatContext, investigation, &stages);
            Ok(write_answer(caller, &material, may_call, question).await)
        }
    }
}

/// The checked report of a model; otherwise the error, none if no model may be called.
async fn ask_for_report<H: Host, T>(
    caller: &StageModelCaller<'_, H>,
    may_call: bool,
    task: Task,
    context: &ReportContext,
    check: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, Option<String>> {
    if !may_call {
        return Err(None);
    }
    let reply = caller.ask(task, context.clone(), None).await;
    let reply = reply.map_err(|kind| Some(format!("model: {}", failure_word(kind))))?;
    check(&reply).map_err(|unusable| Some(format!("model: {unusable}")))
}

/// A synthesis. Every quote of a model is checked against the transcript.
async fn write_synthesis<H: Host>(
    caller: &StageModelCaller<'_, H>,
    material: &StageContext<'_>,
    may_call: bool,
) -> Result<Written, String> {
    let context = material.report_context();
    let check = |reply: &str| match reports::validate_synthesis(reply, &context) {
        Ok(checked) => Ok(checked.report),
        Err(unusable) => Err(unusable.to_string()),
    };
    let report = ask_for_report(caller, may_call, Task::Synthesis, &context, check).await;
    let (synthesis, error, is_by_rules) = match report {
        Ok(synthesis) => (synthesis, None, false),
        Err(error) => (local::synthesis(&material.investigation), error, true),
    };
    let synthesis = serde_json::to_value(&synthesis).map_err(|error| error.to_string())?;
    Ok(Written { result: StageResult::Synthesis { synthesis }, error, is_by_rules })
}

/// A summary of the synthesis, or of the interview if there is none. It needs no model, so it may fail late.
async fn write_summary<H: Host>(
    caller: &StageModelCaller<'_, H>,
    material: &StageContext<'_>,
    may_call: bool,
) -> Written {
    let context = material.report_context();
    let may_call = may_call && context.earlier.is_some() && caller.time_left() > MARGIN_MS;
    let check = |reply: &str| match reports::validate_summary(reply) {
        Ok(checked) => Ok(checked.report),
        Err(unusable) => Err(unusable.to_string()),
    };
    let report = ask_for_report(caller, may_call, Task::ExecSummary, &context, check).await;
    let (lines, error, is_by_rules) = match report {
        Ok(lines) => (lines, None, false),
        Err(error) => {
            let of_synthesis =
                material.synthesis.as_ref().map(reports::local_summary).filter(|lines| !lines.is_empty());
            (of_synthesis.unwrap_or_else(|| local::summary(&material.investigation)), error, true)
        }
    };
    Written { result: StageResult::ExecSummary { lines }, error, is_by_rules }
}

/// The answer to a question.
async fn write_answer<H: Host>(
    caller: &StageModelCaller<'_, H>,
    material: &StageContext<'_>,
    may_call: bool,
    question: &str,
) -> Written {
    let context = material.chat_context(question);
    let check = |reply: &str| match reports::validate_chat_answer(reply, &context.transcript) {
        Ok(checked) => Ok(checked.report),
        Err(unusable) => Err(unusable.to_string()),
    };
    let report = ask_for_report(caller, may_call, Task::Chat, &context, check).await;
    let (answer, error, is_by_rules) = match report {
        Ok(answer) => (answer, None, false),
        Err(error) => (local::chat(question, &material.investigation), error, true),
    };
    Written { result: StageResult::Chat { question: question.to_owned(), answer }, error, is_by_rules }
}
