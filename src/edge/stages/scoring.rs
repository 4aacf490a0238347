//! Scoring a session: prepared in one transaction before anything is asked, carried out in the background, ended in one
//! transaction whatever happened.

use std::sync::Arc;

use super::{
    desk::{Desk, word},
    keep::{Broken, keep},
    reaper,
    rows::{self, number, text},
    runs::{Place, Stopped},
    source::{self, Missing, Source},
    sql,
    ticket::{Ending, LEASE_MS, Made, Ticket, first_changed},
};
use crate::{
    edge::{
        Edge,
        database::{Database, DatabaseFailure, Statement, Value},
        host::Host,
        limits::DAY_MS,
    },
    llm::{FailureKind, Task},
    stages::{
        Material, Purpose, SessionScore, StageType, Status,
        scoring::{Finding, Next, RUBRIC_VERSION, Run, prompt_hash},
    },
    study::Study,
};

/// Times a scoring is prepared again when something took its place in between.
const TRIES: u32 = 3;

/// Who wants a session scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trigger<'a> {
    /// The study does; the first time, or the second after the first was orphaned.
    Auto {
        /// 1 or 2.
        attempt: u32,
    },
    /// Somebody asked.
    Asked {
        /// Who.
        by: &'a str,
        /// Key of the request: the same key is the same scoring.
        key: Option<&'a str>,
    },
}

/// Why a scoring does not begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotScored {
    /// Nobody knows the session.
    NotFound,
    /// It goes on.
    NotTerminal,
    /// The study does not want it scored by itself, or it was already.
    Disabled,
    /// It is being scored.
    InProgress { score: String },
    /// The same request was made before.
    Known { score: String, stage: String, status: String },
    /// It was scored too often today; milliseconds until tomorrow.
    Capped { after_ms: u64 },
    /// Others got in between time and again.
    Conflict,
    /// The endpoint stops.
    ShuttingDown,
    /// The database cannot be used.
    Storage,
}

impl From<Stopped> for NotScored {
    fn from(_: Stopped) -> Self {
        Self::ShuttingDown
    }
}

impl From<Missing> for NotScored {
    fn from(missing: Missing) -> Self {
        match missing {
            Missing::Unknown => Self::NotFound,
            Missing::Storage | Missing::Unreadable => Self::Storage,
        }
    }
}

impl From<DatabaseFailure> for NotScored {
    fn from(_: DatabaseFailure) -> Self {
        Self::Storage
    }
}

/// A scoring that stands in the database and is to be carried out.
pub(super) struct Prepared<'a> {
    pub(super) ticket: Ticket,
    pub(super) score: SessionScore,
    source: Arc<Source>,
    place: Place<'a>,
}

/// Prepares a scoring: afterwards its rows are there, or nothing is.
pub(super) async fn prepare<'a, H: Host>(
    edge: &'a Edge,
    host: &H,
    session: &str,
    trigger: Trigger<'_>,
) -> Result<Prepared<'a>, NotScored> {
    let source = Arc::new(source::load(edge, host, session).await?);
    prepare_of(edge, host, session, &source, trigger).await
}

/// The same for a session that was read already.
pub(super) async fn prepare_of<'a, H: Host>(
    edge: &'a Edge,
    host: &H,
    session: &str,
    source: &Arc<Source>,
    trigger: Trigger<'_>,
) -> Result<Prepared<'a>, NotScored> {
    let ticket = Ticket::new(host, edge.runs.owner(host), session, StageType::Scoring);
    let place = edge.runs.enter(ticket.stage.clone(), host.now())?;
    if !source.is_terminal() {
        return Err(NotScored::NotTerminal);
    }
    if matches!(trigger, Trigger::Auto { .. }) && !(source.study().scoring.enabled && source.is_complete()) {
        return Err(NotScored::Disabled);
    }
    reaper::reap(edge, host, Some(session)).await?;
    let score = begin(edge, host, &ticket, trigger, source.study()).await?;
    Ok(Prepared { ticket, score, source: Arc::clone(source), place })
}

/// Writes the rows of a scoring in one transaction, or says what is in its way.
async fn begin<H: Host>(
    edge: &Edge,
    host: &H,
    ticket: &Ticket,
    trigger: Trigger<'_>,
    study: &Study,
) -> Result<SessionScore, NotScored> {
    let mut refused = NotScored::Conflict;
    for _ in 0..TRIES {
        let now = host.now();
        let has_room = edge.runs.begin_scoring(&ticket.stage, edge.limits.parallel_scores, host.now());
        let score = SessionScore {
            score_id: ticket.score.clone().unwrap_or_default(),
            session_id: ticket.session.clone(),
            stage_id: Some(ticket.stage.clone()),
            prompt_hash: Some(prompt_hash(study)),
            score_triggered_by: match trigger {
                Trigger::Auto { .. } => "auto".to_owned(),
                Trigger::Asked { by, .. } => by.to_owned(),
            },
            status: if has_room { Status::Active } else { Status::Pending },
            started_at: now,
            rubric_version: RUBRIC_VERSION,
            ..SessionScore::default()
        };
        match host.database().batch(beginning(edge, ticket, trigger, &score, now)).await {
            Ok(done) if first_changed(&done) => return Ok(score),
            // Its own look, or a constraint that holds where that could not; or the database is gone.
            Ok(_) | Err(_) => refused = in_the_way(edge, host, ticket, trigger).await?,
        }
        if refused != NotScored::Conflict {
            break;
        }
    }
    Err(refused)
}

fn beginning(edge: &Edge, ticket: &Ticket, trigger: Trigger<'_>, score: &SessionScore, now: u64) -> Vec<Statement> {
    let lease = Value::of(now + LEASE_MS);
    let (cap, since, attempt, key) = match trigger {
        Trigger::Auto { attempt } => (None, 0, attempt, None),
        Trigger::Asked { key, .. } => (Some(edge.limits.scores_per_day), today(now), 0, key),
    };
    let begins = [
        ticket.session.as_str().into(),
        "Scoring".into(),
        ticket.kind.id().into(),
        Value::Null,
        Value::Null,
        lease.clone(),
        text(key),
        number(cap),
        Value::of(since),
        Value::of(attempt.into()),
    ];
    let row = [
        score.score_id.as_str().into(),
        text(score.prompt_hash.as_deref()),
        score.score_triggered_by.as_str().into(),
        if score.status == Status::Pending { "pending" } else { "in_progress" }.into(),
        Value::of(now),
        Value::of(RUBRIC_VERSION.into()),
        text(key),
        Value::of(attempt.max(1).into()),
        lease,
    ];
    let mut batch =
        vec![ticket.statement(sql::BEGIN_SCORING, begins), ticket.execution(), ticket.statement(sql::BEGIN_SCORE, row)];
    batch.extend(ticket.notices(score.status, None, now));
    batch
}

/// What keeps a scoring from beginning.
async fn in_the_way<H: Host>(
    edge: &Edge,
    host: &H,
    ticket: &Ticket,
    trigger: Trigger<'_>,
) -> Result<NotScored, DatabaseFailure> {
    let now = host.now();
    let key = match trigger {
        Trigger::Auto { .. } => None,
        Trigger::Asked { key, .. } => key,
    };
    let session = || Value::from(ticket.session.as_str());
    let batch = vec![
        Statement { sql: sql::SCORE_UNDER_WAY, values: vec![session(), text(key)] },
        Statement { sql: sql::ASKED_SINCE, values: vec![session(), Value::of(today(now))] },
    ];
    let done = host.database().batch(batch).await?;
    let row = |place: usize| done.get(place).and_then(|done| done.rows.first()).map(Vec::as_slice);
    if let Some([Value::Text(score), stage, Value::Text(status), known]) = row(0) {
        let score = score.clone();
        return Ok(match (known, stage) {
            (Value::Number(1), Value::Text(stage)) => {
                NotScored::Known { score, stage: stage.clone(), status: status.clone() }
            }
            (_, _) => NotScored::InProgress { score },
        });
    }
    let is_capped = matches!(row(1), Some([Value::Number(count)]) if u64::try_from(*count).is_ok_and(|count| count >= edge.limits.scores_per_day));
    Ok(match trigger {
        Trigger::Asked { .. } if is_capped => NotScored::Capped { after_ms: today(now) + DAY_MS - now },
        Trigger::Auto { .. } => NotScored::Disabled,
        Trigger::Asked { .. } => NotScored::Conflict,
    })
}

/// When the day began (UTC).
fn today(now: u64) -> u64 {
    now - now % DAY_MS
}

/// Carries a scoring out. Never fails: whatever happens is the score's status.
pub(super) async fn execute<H: Host>(edge: &Edge, host: &H, prepared: Prepared<'_>) {
    let Prepared { ticket, score, source, place } = prepared;
    let limit_ms = u64::from(source.study().scoring.timeout_s) * 1_000;
    // The clock starts with the work; a scoring that waits for others has all its time still before it.
    let ended = keep(edge, host, &ticket, wait(edge, host, &ticket)).await;
    // A run that was lost while it waited is somebody else's now; the reaper sees to one that broke.
    if ended.unwrap_or_default() {
        let desk = Desk::new(edge, host, &ticket, &source, host.now() + limit_ms);
        let worked = keep(edge, host, &ticket, work(edge, host, &ticket, &desk, &source)).await;
        let ending = match worked {
            Ok(finding) => scored(&desk, finding, score),
            Err(Broken::Panicked) => Ending::nothing(Status::Failed, "internal: the scoring broke off"),
            Err(Broken::Lost) => {
                desk.settle_dropped().await;
                drop(place);
                return;
            }
        };
        desk.settle_dropped().await;
        ticket.end(host, &ending, &desk.unsaved()).await;
    }
    drop(place);
}

/// Waits for room and begins. False: the run is no longer ours.
async fn wait<H: Host>(edge: &Edge, host: &H, ticket: &Ticket) -> bool {
    while !edge.runs.begin_scoring(&ticket.stage, edge.limits.parallel_scores, host.now()) {
        host.sleep(1_000).await;
    }
    // Once more where the database could not be reached; then the lease decides.
    match ticket.activate(host).await {
        Ok(is_ours) => is_ours,
        Err(_) => ticket.activate(host).await.unwrap_or(false),
    }
}

/// Shows the judge the interview and hears what it says.
async fn work<H: Host>(edge: &Edge, host: &H, ticket: &Ticket, desk: &Desk<'_, H>, source: &Source) -> Finding {
    let failed = |why: String| Finding { status: Status::Failed, error_message: Some(why), ..Finding::default() };
    let study = source.study();
    let scoring = &study.scoring;
    let interview = match source.interview() {
        Ok(interview) => interview,
        Err(why) => return failed(why),
    };
    let Ok(stages) = rows::stages(host.database(), &ticket.session).await else {
        return failed("the database cannot be read".to_owned());
    };
    let material = Material::of(Purpose::ScoringContext, interview.investigation(), &stages);
    let judge = scoring.model.as_deref();
    let may_call = source::may_call(edge, study) || judge.is_some();
    let mut run = match Run::new(&material, scoring) {
        _ if !may_call && scoring.allow_rules => Run::by_rules(&material, scoring),
        Ok(run) => run,
        Err(too_long) => return failed(too_long.to_string()),
    };
    loop {
        match run.next() {
            Next::Done(finding) => return finding,
            Next::Ask { .. } if !may_call => run.hear(Err(FailureKind::Unavailable)),
            Next::Ask { task, context } => {
                let reply = desk.ask(task, context, judge).await;
                match (&reply, task) {
                    (Err(_), Task::ScoreAnalysis) if desk.is_late() => {
                        run.stop(Status::TimedOut, "the time for the whole scoring was over");
                    }
                    _ => run.hear(reply.as_deref().map_err(|kind| *kind)),
                }
            }
        }
    }
}

/// The score as it is written.
fn scored<H: Host>(desk: &Desk<'_, H>, finding: Finding, score: SessionScore) -> Ending {
    let (provider, model) = desk.judge().map_or((None, None), |(provider, model)| (provider, Some(model)));
    let (status, error) = (finding.status, finding.error_message.clone());
    let score = finding.into_row(SessionScore { model, provider, ..score });
    Ending { status, error, provider: score.provider.clone(), made: Made::Score(Box::new(score)) }
}

/// Why a call failed, for a stage that does without.
pub(super) fn because(kind: FailureKind) -> String {
    format!("model: {}", word(kind))
}
