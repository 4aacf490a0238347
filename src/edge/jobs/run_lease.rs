//! The lease of a job, and its transitions. Each transition is one transaction and changes nothing unless the job is still
//! ours.

use serde_json::{Map, Value as Json, json};

use super::sql;
use crate::{
    edge::{
        database::{Database, DatabaseFailure, QueryResult, SqlValue, Statement},
        http::{Host, random_id, with_timeout},
        state::{Endpoint, LEASE_MS},
    },
    studio::stages::{SessionScore, StageResult, StageStatus, StageType},
};

/// Milliseconds for the last transaction of a job.
const LAST_MS: u64 = 5_000;

/// The lease of a job: the ids of its rows and its owner.
#[derive(Clone, Debug)]
pub(in crate::edge) struct RunLease {
    pub(in crate::edge) session: String,
    pub(in crate::edge) stage: String,
    pub(super) kind: StageType,
    pub(super) execution: String,
    /// Its score, for a scoring.
    pub(super) score: Option<String>,
    pub(super) owner: String,
}

/// How a job ended.
#[derive(Clone, Debug)]
pub(super) struct JobEnd {
    pub(super) status: StageStatus,
    pub(super) error: Option<String>,
    /// The provider, if no model call names it.
    pub(super) provider: Option<String>,
    pub(super) output: JobOutput,
}

/// The output of a job.
#[derive(Clone, Debug)]
pub(super) enum JobOutput {
    Nothing,
    Result(StageResult),
    Score(Box<SessionScore>),
}

impl JobEnd {
    /// An end without output.
    pub(super) fn failed(status: StageStatus, error: &str) -> Self {
        Self { status, error: Some(error.to_owned()), provider: None, output: JobOutput::Nothing }
    }
}

impl RunLease {
    /// The lease of a new job.
    pub(super) fn new<H: Host>(edge: &Endpoint, host: &H, session: &str, kind: StageType) -> Self {
        let score = (kind == StageType::Scoring).then(|| random_id(host));
        let (stage, execution) = (random_id(host), random_id(host));
        Self { session: session.to_owned(), stage, kind, execution, score, owner: edge.jobs.owner(host) }
    }

    /// A statement of this job.
    pub(super) fn statement(&self, sql: &'static str, rest: impl IntoIterator<Item = SqlValue>) -> Statement {
        let values = [SqlValue::from(&self.stage), SqlValue::from(&self.owner)].into_iter().chain(rest).collect();
        Statement { sql, values }
    }

    /// The statement that begins the execution, after that of the stage.
    pub(super) fn begin_execution(&self) -> Statement {
        let agent = match self.kind {
            StageType::Investigation => "InterviewEngine",
            StageType::Synthesis => "Synthesizer",
            StageType::ExecSummary => "ExecSummarizer",
            StageType::Chat => "ChatAgent",
            StageType::Scoring => "ScoringAgent",
        };
        self.statement(sql::BEGIN_EXECUTION, [SqlValue::from(&self.execution), agent.into()])
    }

    /// The notices of a new status: of the stage, its execution, and its score or session.
    pub(super) fn notices(&self, status: StageStatus, total: Option<u32>, now: u64) -> Vec<Statement> {
        let stage = json!({"stage_id": self.stage, "stage_type": self.kind.id(), "status": status});
        let mut execution = stage.clone();
        execution["execution_id"] = self.execution.as_str().into();
        let mut notices =
            vec![self.notice("stage.status", &stage, now), self.notice("execution.status", &execution, now)];
        if let Some(score) = &self.score {
            let word = if status == StageStatus::Active { json!("in_progress") } else { json!(status) };
            let mut body = json!({"score_id": score, "scoring_status": word});
            if let Some(total) = total {
                body["total_score"] = total.into();
            }
            notices.push(self.notice("session.score_updated", &body, now));
        } else if status.is_terminal() {
            notices.push(self.notice("session.updated", &Json::Object(Map::new()), now));
        }
        notices
    }

    fn notice(&self, kind: &str, body: &Json, now: u64) -> Statement {
        self.statement(sql::NOTICE, [now.into(), kind.into(), body.to_string().into()])
    }

    /// Activates the job. False: it is no longer ours.
    pub(super) async fn activate<H: Host>(&self, host: &H) -> Result<bool, DatabaseFailure> {
        let now = host.now();
        let [execution, score, stage] = sql::ACTIVATE;
        let mut batch = vec![self.statement(execution, [now.into()]), self.statement(score, [])];
        batch.extend(self.notices(StageStatus::Active, None, now));
        batch.push(self.statement(stage, [now.into()]));
        host.database().batch(batch).await.map(|results| last_changed(&results))
    }

    /// Renews the lease. False: the job is no longer ours.
    pub(super) async fn renew<H: Host>(&self, host: &H) -> Result<bool, DatabaseFailure> {
        let lease = host.now() + LEASE_MS;
        let batch = sql::RENEW.map(|sql| self.statement(sql, [lease.into()]));
        host.database().batch(batch.into()).await.map(|results| last_changed(&results))
    }

    /// The statements that take a job from its owner, if its lease expired before `before`.
    pub(super) fn seize(&self, from: &str, before: u64) -> Vec<Statement> {
        let [stage, score] = sql::SEIZE;
        vec![self.statement(stage, [from.into(), before.into()]), self.statement(score, [from.into()])]
    }

    /// The statements that end the job, the stage last.
    pub(super) fn ending(&self, end: &JobEnd, now: u64) -> Vec<Statement> {
        let JobEnd { status, error, provider, output } = end;
        let status_word = json!(status).as_str().unwrap_or_default().to_owned();
        let common = || [SqlValue::from(&status_word), now.into(), error.clone().into()].into_iter();
        let (mut batch, mut total) = (Vec::new(), None);
        let mut work = [provider.clone().into(), SqlValue::Null];
        let mut result = SqlValue::Null;
        match output {
            JobOutput::Nothing if self.score.is_some() => batch.push(self.statement(sql::FAIL_SCORE, common())),
            JobOutput::Nothing => {}
            JobOutput::Result(output) => result = SqlValue::json(output),
            JobOutput::Score(score) => {
                total = score.total_score;
                work = [score.provider.clone().into(), score.model.clone().into()];
                batch.push(self.statement(sql::END_SCORE, common().chain(score_columns(score))));
            }
        }
        batch.push(self.statement(sql::END_EXECUTION, common().chain(work)));
        batch.extend(self.notices(*status, total, now));
        batch.push(self.statement(sql::END_STAGE, common().chain([result])));
        batch
    }

    /// Ends the job, and writes `unsaved` with it. False: the job was no longer ours, and nothing was written.
    ///
    /// After two failures it writes a plain failure, in case the size or form of the output was the reason.
    pub(super) async fn end<H: Host>(&self, host: &H, end: &JobEnd, unsaved: &[Statement]) -> bool {
        let plain = JobEnd::failed(StageStatus::Failed, "the result could not be stored");
        for (end, unsaved) in [(end, unsaved), (end, unsaved), (&plain, &[])] {
            let mut batch = unsaved.to_vec();
            batch.extend(self.ending(end, host.now()));
            if let Some(Ok(results)) = with_timeout(host, LAST_MS, host.database().batch(batch)).await {
                return last_changed(&results);
            }
        }
        false
    }
}

/// The columns of a score after the common ones.
fn score_columns(score: &SessionScore) -> [SqlValue; 10] {
    [
        score.total_score.into(),
        score.score_analysis.clone().into(),
        score.tool_improvement_report.clone().into(),
        score.failure_tags.as_ref().map(SqlValue::json).into(),
        score.category_points.as_ref().map(SqlValue::json).into(),
        score.rule_score.into(),
        score.suspect.into(),
        score.model.clone().into(),
        score.provider.clone().into(),
        score.context_truncated.as_ref().map(SqlValue::json).into(),
    ]
}

/// Whether the last statement changed a row.
fn last_changed(results: &[QueryResult]) -> bool {
    results.last().is_some_and(QueryResult::has_changed)
}

/// Whether the first statement changed a row: a job begins and changes hands with its stage.
pub(super) fn first_changed(results: &[QueryResult]) -> bool {
    results.first().is_some_and(QueryResult::has_changed)
}
