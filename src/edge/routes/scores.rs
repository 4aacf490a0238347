//! The scores of a session: starting, reading and cancelling a scoring.

use serde::Serialize;
use serde_json::json;

use super::{
    BASE,
    context::{Handled, RequestContext},
};
use crate::{
    edge::{
        http::{ApiError, ErrorCode, Host, HttpExchange, HttpReply},
        jobs::{ScoringRefusal, Trigger, cancel_job, load_scores, load_session, prepare_scoring, run_scoring},
    },
    studio::stages::{SessionScore, StageStatus},
};

/// Maximum length of an idempotency key.
const MAX_KEY: usize = 100;

/// Default and maximum number of scores of a page.
const PAGE: usize = 100;

/// Milliseconds after which another job may have ended.
pub(super) const SOON_MS: u64 = 5_000;

/// A scoring that was accepted.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "Accepted"))]
pub(super) struct ScoreAccepted {
    /// Id of its score.
    score_id: String,
    /// Id of its stage.
    stage_id: String,
    /// `in_progress`, or `pending` while others are running.
    status: String,
}

/// The score that counts.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "Latest"))]
pub(super) struct LatestScore {
    /// The latest completed score, or the latest of any status if none is completed.
    #[serde(flatten)]
    score: SessionScore,
    /// The latest of any status.
    latest_attempt: ScoreAttempt,
    /// The number of the session's scores.
    score_count: usize,
}

/// The latest attempt at a score.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "Attempt"))]
struct ScoreAttempt {
    /// Its id.
    score_id: String,
    /// Its status.
    status: String,
    /// When it was requested.
    started_at: u64,
    /// Why it failed.
    error_message: Option<String>,
}

/// Scores of a session.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "Scores"))]
pub(super) struct ScorePage {
    /// The scores, newest first.
    scores: Vec<SessionScore>,
    /// The `after` of the next page; none at the end.
    next: Option<String>,
    /// The number of all scores.
    total: usize,
}

/// Answers `POST sessions/{session}/score`; the scoring runs after the reply.
pub(super) async fn score<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>, session: &str) -> Handled {
    let (edge, host) = (context.edge, context.host);
    let key = context.request.header("idempotency-key").map(str::trim);
    if key.is_some_and(|key| key.is_empty() || key.len() > MAX_KEY) {
        return Err(ApiError::invalid("idempotency-key"));
    }
    match prepare_scoring(edge, host, session, Trigger::Requested { key }).await {
        Ok(prepared) => {
            let (score, stage) = (&prepared.score, prepared.lease.stage.clone());
            context.send(accepted(session, &score.score_id, stage, status_word(score))).await?;
            run_scoring(edge, host, prepared).await;
            Ok(())
        }
        Err(ScoringRefusal::Known { score, stage, status }) => {
            context.send(accepted(session, &score, stage, status)).await
        }
        Err(refusal) => Err(refusal_error(refusal)),
    }
}

fn accepted(session: &str, score: &str, stage_id: String, status: String) -> HttpReply {
    let address = format!("{BASE}sessions/{session}/scores/{score}");
    HttpReply::json(202, &ScoreAccepted { score_id: score.to_owned(), stage_id, status }).with("location", address)
}

fn status_word(score: &SessionScore) -> String {
    json!(score)["status"].as_str().unwrap_or_default().to_owned()
}

fn refusal_error(refusal: ScoringRefusal) -> ApiError {
    match refusal {
        ScoringRefusal::NotFound => ErrorCode::NotFound.into(),
        ScoringRefusal::NotTerminal => ErrorCode::NotTerminal.into(),
        ScoringRefusal::InProgress { score } => ApiError::from(ErrorCode::ScoreInProgress).of_score(&score),
        ScoringRefusal::Known { .. } | ScoringRefusal::Disabled | ScoringRefusal::Conflict => {
            ApiError::from(ErrorCode::Unavailable).after(SOON_MS)
        }
        ScoringRefusal::Capped { after_ms } => ApiError::from(ErrorCode::ScoreCap).after(after_ms),
        ScoringRefusal::ShuttingDown => ApiError::from(ErrorCode::ShuttingDown).after(SOON_MS),
        ScoringRefusal::Storage => ErrorCode::Storage.into(),
    }
}

/// Answers `GET sessions/{session}/score`.
pub(super) async fn latest<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>, session: &str) -> Handled {
    let scores = load_scores(context.host.database(), session).await?;
    let last = scores.last().ok_or(ErrorCode::NotFound)?;
    let latest_attempt = ScoreAttempt {
        score_id: last.score_id.clone(),
        status: status_word(last),
        started_at: last.started_at,
        error_message: last.error_message.clone(),
    };
    let score = scores.iter().rev().find(|score| score.status == StageStatus::Completed).unwrap_or(last).clone();
    context.reply(200, &LatestScore { score, latest_attempt, score_count: scores.len() }).await
}

/// Answers `GET sessions/{session}/scores?after=&limit=`.
pub(super) async fn list<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>, session: &str) -> Handled {
    let limit = match context.request.parameter("limit") {
        None => PAGE,
        Some(limit) => match limit.parse() {
            Ok(limit) if (1..=PAGE).contains(&limit) => limit,
            Ok(_) | Err(_) => return Err(ApiError::invalid("limit")),
        },
    };
    let mut scores = load_scores(context.host.database(), session).await?;
    if scores.is_empty() {
        load_session(context.edge, context.host, session).await?;
    }
    scores.reverse();
    let total = scores.len();
    if let Some(after) = context.request.parameter("after") {
        let place = scores.iter().position(|score| score.score_id == after);
        scores.drain(..=place.ok_or_else(|| ApiError::invalid("after"))?);
    }
    let has_more = scores.len() > limit;
    scores.truncate(limit);
    let next = scores.last().filter(|_| has_more).map(|score| score.score_id.clone());
    context.reply(200, &ScorePage { scores, next, total }).await
}

/// Answers `GET sessions/{session}/scores/{score}`.
pub(super) async fn get<H: Host, E: HttpExchange>(
    context: &mut RequestContext<'_, H, E>,
    session: &str,
    score: &str,
) -> Handled {
    let score = find_score(context.host, session, score).await?;
    context.reply(200, &score).await
}

/// Answers `POST sessions/{session}/scores/{score}/cancel`. A scoring that has ended stays as it is.
pub(super) async fn cancel<H: Host, E: HttpExchange>(
    context: &mut RequestContext<'_, H, E>,
    session: &str,
    score: &str,
) -> Handled {
    let found = find_score(context.host, session, score).await?;
    if let Some(stage) = &found.stage_id
        && !found.status.is_terminal()
    {
        cancel_job(context.edge, context.host, stage, "called off").await?;
    }
    get(context, session, score).await
}

async fn find_score<H: Host>(host: &H, session: &str, score: &str) -> Result<SessionScore, ApiError> {
    let scores = load_scores(host.database(), session).await?;
    scores.into_iter().find(|found| found.score_id == score).ok_or_else(|| ErrorCode::NotFound.into())
}
