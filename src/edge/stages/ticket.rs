//! A run's rows from its beginning to its end: each transition is one transaction, and changes nothing unless the run is
//! still ours.

use serde_json::{Map, Value as Json, json};

use super::{
    rows::{json as json_value, number, text},
    sql,
};
use crate::{
    edge::{
        database::{Database, DatabaseFailure, Done, Statement, Value},
        host::{Host, within},
        sessions::random_id,
    },
    stages::{SessionScore, StageResult, StageType, Status},
};

/// Milliseconds for which a run is believed to be under way after it was last heard of.
pub(super) const LEASE_MS: u64 = 60_000;

/// Milliseconds the last transaction of a run may take.
const LAST_MS: u64 = 5_000;

/// A run: whose rows they are.
#[derive(Clone, Debug)]
pub(super) struct Ticket {
    pub(super) session: String,
    pub(super) stage: String,
    pub(super) kind: StageType,
    pub(super) execution: String,
    /// Its score, if it is a scoring.
    pub(super) score: Option<String>,
    pub(super) owner: String,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    pub(super) status: Status,
    pub(super) error: Option<String>,
    /// Who did the work, where no call says it.
    pub(super) provider: Option<String>,
    pub(super) made: Made,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub(super) enum Made {
    Nothing,
    Result(StageResult),
    Score(Box<SessionScore>),
}

impl Ending {
    /// It came to nothing.
    pub(super) fn nothing(status: Status, error: &str) -> Self {
        Self { status, error: Some(error.to_owned()), provider: None, made: Made::Nothing }
    }
}

impl Ticket {
    /// A run of this endpoint that is yet to begin.
    pub(super) fn new<H: Host>(host: &H, owner: String, session: &str, kind: StageType) -> Self {
        let score = (kind == StageType::Scoring).then(|| random_id(host));
        let (stage, execution) = (random_id(host), random_id(host));
        Self { session: session.to_owned(), stage, kind, execution, score, owner }
    }

    /// A statement about this run.
    pub(super) fn statement(&self, sql: &'static str, rest: impl IntoIterator<Item = Value>) -> Statement {
        let values = [Value::from(self.stage.as_str()), self.owner.as_str().into()].into_iter().chain(rest).collect();
        Statement { sql, values }
    }

    /// The statements after that of the stage by which a run begins.
    pub(super) fn execution(&self) -> Statement {
        let agent = match self.kind {
            StageType::Investigation => "InterviewEngine",
            StageType::Synthesis => "Synthesizer",
            StageType::ExecSummary => "ExecSummarizer",
            StageType::Chat => "ChatAgent",
            StageType::Scoring => "ScoringAgent",
        };
        self.statement(sql::BEGIN_EXECUTION, [self.execution.as_str().into(), agent.into()])
    }

    /// What the stage, its execution and its score are said to be from now on.
    pub(super) fn notices(&self, status: Status, total: Option<u32>, now: u64) -> Vec<Statement> {
        let mut body = Map::new();
        body.insert("stage_id".to_owned(), self.stage.as_str().into());
        body.insert("stage_type".to_owned(), self.kind.id().into());
        body.insert("status".to_owned(), json!(status));
        let mut said = vec![self.notice("stage.status", &body, now)];
        body.insert("execution_id".to_owned(), self.execution.as_str().into());
        said.push(self.notice("execution.status", &body, now));
        if let Some(score) = &self.score {
            let word = if status == Status::Active { json!("in_progress") } else { json!(status) };
            let mut body = Map::from_iter([
                ("score_id".to_owned(), Json::from(score.as_str())),
                ("scoring_status".to_owned(), word),
            ]);
            if let Some(total) = total {
                body.insert("total_score".to_owned(), total.into());
            }
            said.push(self.notice("session.score_updated", &body, now));
        } else if status.is_terminal() {
            said.push(self.notice("session.updated", &Map::new(), now));
        }
        said
    }

    fn notice(&self, kind: &str, body: &Map<String, Json>, now: u64) -> Statement {
        let body = serde_json::to_string(body).unwrap_or_default();
        self.statement(sql::NOTICE, [Value::of(now), kind.into(), Value::Text(body)])
    }

    /// The work begins. False: the run is no longer ours.
    pub(super) async fn activate<H: Host>(&self, host: &H) -> Result<bool, DatabaseFailure> {
        let now = host.now();
        let [execution, score, stage] = sql::ACTIVATE;
        let mut batch = vec![self.statement(execution, [Value::of(now)]), self.statement(score, [])];
        batch.extend(self.notices(Status::Active, None, now));
        batch.push(self.statement(stage, [Value::of(now)]));
        host.database().batch(batch).await.map(|done| last_changed(&done))
    }

    /// Holds on to the run. False: it is no longer ours.
    pub(super) async fn renew<H: Host>(&self, host: &H) -> Result<bool, DatabaseFailure> {
        let lease = Value::of(host.now() + LEASE_MS);
        let batch = sql::RENEW.map(|sql| self.statement(sql, [lease.clone()]));
        host.database().batch(batch.into()).await.map(|done| last_changed(&done))
    }

    /// Takes a run away from its owner if its lease ran out before then. False: somebody was faster, or it is alive.
    ///
    /// `more` goes into the same transaction, written as the new owner.
    pub(super) fn seize(&self, from: &str, before: u64) -> Vec<Statement> {
        let [stage, score] = sql::SEIZE;
        vec![self.statement(stage, [from.into(), Value::of(before)]), self.statement(score, [from.into()])]
    }

    /// The statements by which a run ends, the stage last.
    pub(super) fn ending(&self, ending: &Ending, now: u64) -> Vec<Statement> {
        let Ending { status, error, provider, made } = ending;
        let says = |status: Status| json!(status).as_str().unwrap_or_default().to_owned();
        let common = || [Value::Text(says(*status)), Value::of(now), text(error.as_deref())];
        let (mut batch, mut total) = (Vec::new(), None);
        let mut work = [text(provider.as_deref()), Value::Null];
        let mut result = Value::Null;
        match made {
            Made::Nothing if self.score.is_some() => batch.push(self.statement(sql::DROP_SCORE, common())),
            Made::Nothing => {}
            Made::Result(made) => result = json_value(Some(made)),
            Made::Score(score) => {
                total = score.total_score;
                work = [text(score.provider.as_deref()), text(score.model.as_deref())];
                batch.push(self.statement(sql::END_SCORE, common().into_iter().chain(columns(score))));
            }
        }
        batch.push(self.statement(sql::END_EXECUTION, common().into_iter().chain(work)));
        batch.extend(self.notices(*status, total, now));
        batch.push(self.statement(sql::END_STAGE, common().into_iter().chain([result])));
        batch
    }

    /// Ends the run, with what is still to be written of it. False: it was no longer ours, and nothing was written.
    ///
    /// What cannot be written is tried once more; if its size or form is the reason, a plain failure can still be.
    pub(super) async fn end<H: Host>(&self, host: &H, ending: &Ending, unsaved: &[Statement]) -> bool {
        let plain = Ending::nothing(Status::Failed, "what came of it could not be written");
        for (attempt, ending) in [ending, ending, &plain].into_iter().enumerate() {
            let mut batch = if attempt < 2 { unsaved.to_vec() } else { Vec::new() };
            batch.extend(self.ending(ending, host.now()));
            if let Some(Ok(done)) = within(host, LAST_MS, host.database().batch(batch)).await {
                return last_changed(&done);
            }
        }
        false
    }
}

/// The columns of a score after the common ones.
fn columns(score: &SessionScore) -> [Value; 10] {
    [
        number(score.total_score.map(u64::from)),
        text(score.score_analysis.as_deref()),
        text(score.tool_improvement_report.as_deref()),
        json_value(score.failure_tags.as_ref()),
        json_value(score.category_points.as_ref()),
        number(score.rule_score.map(u64::from)),
        Value::Number(score.suspect.into()),
        text(score.model.as_deref()),
        text(score.provider.as_deref()),
        json_value(score.context_truncated.as_ref()),
    ]
}

/// Whether the last statement changed a row.
pub(super) fn last_changed(done: &[Done]) -> bool {
    done.last().is_some_and(|done| done.changes > 0)
}

/// Whether the first statement changed a row: a run stands once its stage does.
pub(super) fn first_changed(done: &[Done]) -> bool {
    done.first().is_some_and(|done| done.changes > 0)
}
