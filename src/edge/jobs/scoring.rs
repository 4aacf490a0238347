//! Scoring a session: prepared in one transaction, run in the background, and ended in one transaction.

use std::sync::Arc;

use super::{
    hold_lease::{LeaseError, hold_lease},
    model_caller::StageModelCaller,
    recover::recover_jobs,
    rows,
    run_lease::{JobEnd, JobOutput, RunLease, first_changed},
    session::{CollectedSession, load_session},
    sql,
};
use crate::{
    edge::{
        budget::DAY_MS,
        collection::LoadError,
        database::{Database, DatabaseFailure, SqlValue, Statement, statement},
        http::Host,
        state::{Endpoint, JobSlot, LEASE_MS},
    },
    engine::{
        model::{FailureKind, Task},
        study::Study,
    },
    studio::{
        scoring::RUBRIC_VERSION,
        stages::{
            ContextPurpose, SessionScore, StageContext, StageStatus, StageType,
            judge::{JudgeRun, JudgeStep, ScoringResult, prompt_hash},
        },
    },
};

/// Attempts to prepare a scoring when concurrent requests interfere.
const TRIES: u32 = 3;

/// What triggers a scoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::edge) enum Trigger<'a> {
    /// The study's settings.
    Automatic {
        /// 1, or 2 after the first attempt was orphaned.
        attempt: u32,
    },
    /// A researcher.
    Requested {
        /// Idempotency key: a repeated key returns the same scoring.
        key: Option<&'a str>,
    },
}

impl<'a> Trigger<'a> {
    fn key(self) -> Option<&'a str> {
        match self {
            Self::Automatic { .. } => None,
            Self::Requested { key } => key,
        }
    }
}

/// Why a scoring does not start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::edge) enum ScoringRefusal {
    /// The session does not exist.
    NotFound,
    /// The session has not ended.
    NotTerminal,
    /// Automatic scoring is disabled, or was done.
    Disabled,
    /// Another scoring is in progress.
    InProgress { score: String },
    /// The idempotency key was used before.
    Known { score: String, stage: String, status: String },
    /// The limit of the day is reached; milliseconds until the next day.
    Capped { after_ms: u64 },
    /// Concurrent requests interfered several times.
    Conflict,
    /// The endpoint is shutting down.
    ShuttingDown,
    /// The database failed.
    Storage,
}

impl From<LoadError> for ScoringRefusal {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::NotFound => Self::NotFound,
            LoadError::Database | LoadError::Unreadable => Self::Storage,
        }
    }
}

impl From<DatabaseFailure> for ScoringRefusal {
    fn from(_: DatabaseFailure) -> Self {
        Self::Storage
    }
}

/// A scoring that has begun in the database.
pub(in crate::edge) struct PreparedScoring<'a> {
    pub(in crate::edge) lease: RunLease,
    pub(in crate::edge) score: SessionScore,
    source: Arc<CollectedSession>,
    slot: JobSlot<'a>,
}

/// Loads a session and prepares a scoring.
pub(in crate::edge) async fn prepare_scoring<'a, H: Host>(
    edge: &'a Endpoint,
    host: &H,
    session: &str,
    trigger: Trigger<'_>,
) -> Result<PreparedScoring<'a>, ScoringRefusal> {
    let source = Arc::new(load_session(edge, host, session).await?);
    prepare_loaded(edge, host, session, &source, trigger).await
}

/// Prepares a scoring of a loaded session: afterwards its rows exist, or nothing does.
pub(super) async fn prepare_loaded<'a, H: Host>(
    edge: &'a Endpoint,
    host: &H,
    session: &str,
    source: &Arc<CollectedSession>,
    trigger: Trigger<'_>,
) -> Result<PreparedScoring<'a>, ScoringRefusal> {
    let lease = RunLease::new(edge, host, session, StageType::Scoring);
    let slot = edge.jobs.enter(lease.stage.clone(), host.now()).ok_or(ScoringRefusal::ShuttingDown)?;
    if !source.is_terminal() {
        return Err(ScoringRefusal::NotTerminal);
    }
    if matches!(trigger, Trigger::Automatic { .. }) && !(source.study().scoring.enabled && source.is_complete()) {
        return Err(ScoringRefusal::Disabled);
    }
    recover_jobs(edge, host, Some(session)).await?;
    let score = begin_scoring(edge, host, &lease, trigger, source.study()).await?;
    Ok(PreparedScoring { lease, score, source: Arc::clone(source), slot })
}

/// Writes the rows of a scoring in one transaction.
async fn begin_scoring<H: Host>(
    edge: &Endpoint,
    host: &H,
    lease: &RunLease,
    trigger: Trigger<'_>,
    study: &Study,
) -> Result<SessionScore, ScoringRefusal> {
    for _ in 0..TRIES {
        let now = host.now();
        let has_room = edge.jobs.start_scoring(&lease.stage, edge.limits.parallel_scores, now);
        let score = SessionScore {
            score_id: lease.score.clone().unwrap_or_default(),
            session_id: lease.session.clone(),
            stage_id: Some(lease.stage.clone()),
            prompt_hash: Some(prompt_hash(study)),
            score_triggered_by: match trigger {
                Trigger::Automatic { .. } => "auto".to_owned(),
                Trigger::Requested { .. } => "researcher".to_owned(),
            },
            status: if has_room { StageStatus::Active } else { StageStatus::Pending },
            started_at: now,
            rubric_version: RUBRIC_VERSION,
            ..SessionScore::default()
        };
        // A race ends with a constraint violation, which looks like a failure of the database.
        if let Ok(results) = host.database().batch(beginning(edge, lease, trigger, &score, now)).await
            && first_changed(&results)
        {
            return Ok(score);
        }
        match find_obstacle(edge, host, lease, trigger).await? {
            ScoringRefusal::Conflict => {}
            refusal => return Err(refusal),
        }
    }
    Err(ScoringRefusal::Conflict)
}

/// The statements that begin a scoring.
fn beginning(
    edge: &Endpoint,
    lease: &RunLease,
    trigger: Trigger<'_>,
    score: &SessionScore,
    now: u64,
) -> Vec<Statement> {
    let expires_at = SqlValue::from(now + LEASE_MS);
    let (cap, since, attempt) = match trigger {
        Trigger::Automatic { attempt } => (None, 0, attempt),
        Trigger::Requested { .. } => (Some(edge.limits.scores_per_day), start_of_day(now), 0),
    };
    let stage = [
        SqlValue::from(&lease.session),
        "Scoring".into(),
        lease.kind.id().into(),
        SqlValue::Null,
        SqlValue::Null,
        expires_at.clone(),
        trigger.key().into(),
        cap.into(),
        since.into(),
        attempt.into(),
    ];
    let row = [
        SqlValue::from(&score.score_id),
        score.prompt_hash.clone().into(),
        SqlValue::from(&score.score_triggered_by),
        if score.status == StageStatus::Pending { "pending" } else { "in_progress" }.into(),
        now.into(),
        RUBRIC_VERSION.into(),
        trigger.key().into(),
        attempt.max(1).into(),
        expires_at,
    ];
    let mut batch = vec![
        lease.statement(sql::BEGIN_SCORING, stage),
        lease.begin_execution(),
        lease.statement(sql::BEGIN_SCORE, row),
    ];
    batch.extend(lease.notices(score.status, None, now));
    batch
}

/// Why a scoring did not begin.
async fn find_obstacle<H: Host>(
    edge: &Endpoint,
    host: &H,
    lease: &RunLease,
    trigger: Trigger<'_>,
) -> Result<ScoringRefusal, DatabaseFailure> {
    let now = host.now();
    let batch = vec![
        statement!(sql::SCORE_IN_PROGRESS, &lease.session, trigger.key()),
        statement!(sql::REQUESTED_SINCE, &lease.session, start_of_day(now)),
    ];
    let results = host.database().batch(batch).await?;
    if let Some(mut row) = results.first().and_then(super::super::database::QueryResult::row)
        && let Some(score) = row.text()
    {
        let (stage, status, is_known) = (row.text(), row.text().unwrap_or_default(), row.number() == Some(1));
        return Ok(match stage {
            Some(stage) if is_known => ScoringRefusal::Known { score, stage, status },
            Some(_) | None => ScoringRefusal::InProgress { score },
        });
    }
    let count = results.get(1).and_then(super::super::database::QueryResult::number).unwrap_or(0);
    Ok(match trigger {
        Trigger::Requested { .. } if count >= edge.limits.scores_per_day => {
            ScoringRefusal::Capped { after_ms: start_of_day(now) + DAY_MS - now }
        }
        Trigger::Automatic { .. } => ScoringRefusal::Disabled,
        Trigger::Requested { .. } => ScoringRefusal::Conflict,
    })
}

/// Start of the day (UTC), milliseconds since the epoch.
fn start_of_day(now: u64) -> u64 {
    now - now % DAY_MS
}

/// Runs a scoring. Failures become the score's status.
pub(in crate::edge) async fn run_scoring<H: Host>(edge: &Endpoint, host: &H, prepared: PreparedScoring<'_>) {
    let PreparedScoring { lease, score, source, slot } = prepared;
    let limit_ms = u64::from(source.study().scoring.timeout_s) * 1_000;
    // The time limit starts with the work, not while the scoring waits for others.
    let is_ours = hold_lease(edge, host, &lease, wait_for_room(edge, host, &lease)).await;
    if is_ours.unwrap_or_default() {
        let caller = StageModelCaller::new(edge, host, &lease, &source, limit_ms);
        let worked = hold_lease(edge, host, &lease, judge(edge, host, &lease, &caller, &source)).await;
        let end = match worked {
            Ok(finding) => Some(scored(&caller, finding, score)),
            Err(LeaseError::Panicked) => Some(JobEnd::failed(StageStatus::Failed, "internal: the scoring broke off")),
            Err(LeaseError::Lost) => None,
        };
        caller.settle_dropped().await;
        if let Some(end) = end {
            lease.end(host, &end, &caller.take_unsaved()).await;
        }
    }
    drop(slot);
}

/// Waits for room and activates the job. False: it is no longer ours.
async fn wait_for_room<H: Host>(edge: &Endpoint, host: &H, lease: &RunLease) -> bool {
    while !edge.jobs.start_scoring(&lease.stage, edge.limits.parallel_scores, host.now()) {
        host.sleep(1_000).await;
    }
    // One retry after a database error; then the lease expires.
    match lease.activate(host).await {
        Ok(is_ours) => is_ours,
        Err(_) => lease.activate(host).await.unwrap_or(false),
    }
}

/// Shows the interview to the judge and reads its replies.
async fn judge<H: Host>(
    edge: &Endpoint,
    host: &H,
    lease: &RunLease,
    caller: &StageModelCaller<'_, H>,
    source: &CollectedSession,
) -> ScoringResult {
    let failed = |why: String| ScoringResult {
        status: StageStatus::Failed,
        error_message: Some(why),
        ..ScoringResult::default()
    };
    let scoring = &source.study().scoring;
    let interview = match source.interview() {
        Ok(interview) => interview,
        Err(why) => return failed(why),
    };
    let Ok(stages) = rows::load_stages(host.database(), &lease.session).await else {
        return failed("the database cannot be read".to_owned());
    };
    let material = StageContext::of(ContextPurpose::ScoringContext, interview.record(), &stages);
    let model = scoring.model.as_deref();
    let may_call = source.may_call(edge) || model.is_some();
    let mut run = match JudgeRun::new(&material, scoring) {
        _ if !may_call && scoring.allow_rules => JudgeRun::by_rules(&material, scoring),
        Ok(run) => run,
        Err(too_long) => return failed(too_long.to_string()),
    };
    loop {
        match run.next() {
            JudgeStep::Done(finding) => return finding,
            JudgeStep::Ask { .. } if !may_call => run.take_reply(Err(FailureKind::Unavailable)),
            JudgeStep::Ask { task, context } => {
                let reply = caller.ask(task, context, model).await;
                match (&reply, task) {
                    (Err(_), Task::ScoreAnalysis) if caller.is_late() => {
                        run.stop(StageStatus::TimedOut, "the time for the whole scoring was over");
                    }
                    _ => run.take_reply(reply.as_deref().map_err(|kind| *kind)),
                }
            }
        }
    }
}

/// The end of a scoring with its score.
fn scored<H: Host>(caller: &StageModelCaller<'_, H>, finding: ScoringResult, score: SessionScore) -> JobEnd {
    let (provider, model) = caller.judge().map_or((None, None), |(provider, model)| (provider, Some(model)));
    let (status, error) = (finding.status, finding.error_message.clone());
    let score = finding.into_row(SessionScore { model, provider, ..score });
    JobEnd { status, error, provider: score.provider.clone(), output: JobOutput::Score(Box::new(score)) }
}
