//! What a researcher asks for over HTTP: scores, reports, answers and notices.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    chat::{self, Chatted},
    investigation, notices, reaper,
    report::{self, Wanted},
    rows,
    scoring::{self, NotScored, Trigger},
    source::{self, Missing},
};
use crate::{
    edge::{
        Edge,
        errors::{Code, Refusal},
        guard,
        host::{Exchange, Host},
        http::HttpRequest,
        limits,
        reply::Reply,
        route::BASE,
    },
    stages::{SessionScore, Stage, StageType, Status},
};

/// Most bytes of a question's request: 2,000 characters of any script, escaped.
const BODY: usize = 32 << 10;

/// Most characters of a request's key.
const KEY: usize = 100;

/// Most scores of a page of them, and as many as there are unless fewer are asked for.
const PAGE: usize = 100;

/// Milliseconds after which another stage may have ended.
const SOON_MS: u64 = 5_000;

/// A scoring that was accepted.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub(in crate::edge) struct Accepted {
    /// Its score.
    pub(in crate::edge) score_id: String,
    /// Its stage.
    pub(in crate::edge) stage_id: String,
    /// `in_progress`, or `pending` while others are under way.
    pub(in crate::edge) status: String,
}

/// Reports that were accepted.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub(in crate::edge) struct Reporting {
    /// The stage of the synthesis; that of the summary follows it.
    pub(in crate::edge) stage_id: String,
    /// `pending`.
    pub(in crate::edge) status: Status,
}

/// The score that counts.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[expect(clippy::struct_field_names, reason = "the words of the contract")]
pub(in crate::edge) struct Latest {
    /// The latest completed score, or the latest of any status where none is.
    #[serde(flatten)]
    pub(in crate::edge) score: SessionScore,
    /// The latest of any status.
    pub(in crate::edge) latest_attempt: Attempt,
    /// How many scores the session has.
    pub(in crate::edge) score_count: usize,
}

/// The latest attempt at a score.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub(in crate::edge) struct Attempt {
    /// Its id.
    pub(in crate::edge) score_id: String,
    /// Where it stands.
    pub(in crate::edge) status: String,
    /// When it was asked for.
    pub(in crate::edge) started_at: u64,
    /// What went wrong.
    pub(in crate::edge) error_message: Option<String>,
}

/// Scores of a session.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[expect(clippy::struct_field_names, reason = "the words of the contract")]
pub(in crate::edge) struct Scores {
    /// The scores, newest first.
    pub(in crate::edge) scores: Vec<SessionScore>,
    /// Id to ask on `after`; none at the end.
    pub(in crate::edge) next: Option<String>,
    /// How many there are in all.
    pub(in crate::edge) total: usize,
}

/// A question about a session.
#[derive(Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::edge) struct Question {
    /// The question, 1 to 2,000 characters.
    question: String,
}

/// A stage with the answer.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub(in crate::edge) struct Answered {
    /// The stage.
    pub(in crate::edge) stage: Stage,
}

/// Answers `POST sessions/:id/score`: accepts it, and goes on to carry it out once the reply is out.
pub(in crate::edge) async fn score<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
    session: &str,
) -> Result<Option<Reply>, Refusal> {
    guard::require_secret(edge, request)?;
    let key = request.header("idempotency-key").map(str::trim);
    if key.is_some_and(|key| key.is_empty() || key.len() > KEY) {
        return Err(Refusal::of_field(Code::FieldInvalid, "idempotency-key"));
    }
    let trigger = Trigger::Asked { by: "researcher", key };
    match scoring::prepare(edge, host, session, trigger).await {
        Ok(prepared) => {
            let score = &prepared.score;
            let status = json!(score)["status"].as_str().unwrap_or_default().to_owned();
            let stage = prepared.ticket.stage.clone();
            accepted(session, &score.score_id, stage, status).send_now(edge, request, exchange, host).await;
            scoring::execute(edge, host, prepared).await;
            Ok(None)
        }
        Err(NotScored::Known { score, stage, status }) => Ok(Some(accepted(session, &score, stage, status))),
        Err(refused) => Err(refusal(refused)),
    }
}

fn accepted(session: &str, score: &str, stage_id: String, status: String) -> Reply {
    let address = format!("{BASE}sessions/{session}/scores/{score}");
    Reply::json(202, &Accepted { score_id: score.to_owned(), stage_id, status }).with("location", address)
}

fn refusal(refused: NotScored) -> Refusal {
    match refused {
        NotScored::NotFound => Code::NotFound.into(),
        NotScored::NotTerminal => Code::NotTerminal.into(),
        NotScored::InProgress { score } => Refusal::from(Code::ScoreInProgress).of_score(&score),
        NotScored::Known { .. } | NotScored::Disabled | NotScored::Conflict => {
            Refusal::from(Code::Unavailable).after(SOON_MS)
        }
        NotScored::Capped { after_ms } => Refusal::from(Code::ScoreCap).after(after_ms),
        NotScored::ShuttingDown => Refusal::from(Code::ShuttingDown).after(SOON_MS),
        NotScored::Storage => Code::Storage.into(),
    }
}

/// Answers `GET sessions/:id/score`.
pub(in crate::edge) async fn latest<H: Host>(
    edge: &Edge,
    request: &HttpRequest,
    host: &H,
    session: &str,
) -> Result<Reply, Refusal> {
    guard::require_secret(edge, request)?;
    let scores = rows::scores(host.database(), session).await?;
    let score_count = scores.len();
    let last = scores.last().ok_or(Code::NotFound)?;
    let latest_attempt = Attempt {
        score_id: last.score_id.clone(),
        status: json!(last)["status"].as_str().unwrap_or_default().to_owned(),
        started_at: last.started_at,
        error_message: last.error_message.clone(),
    };
    let counts = scores.iter().rev().find(|score| score.status == Status::Completed).unwrap_or(last);
    Ok(Reply::json(200, &Latest { score: counts.clone(), latest_attempt, score_count }))
}

/// Answers `GET sessions/:id/scores?after=&limit=`.
pub(in crate::edge) async fn all<H: Host>(
    edge: &Edge,
    request: &HttpRequest,
    host: &H,
    session: &str,
) -> Result<Reply, Refusal> {
    guard::require_secret(edge, request)?;
    let limit = match asked(request, "limit") {
        None => PAGE,
        Some(limit) => match limit.parse() {
            Ok(limit) if (1..=PAGE).contains(&limit) => limit,
            Ok(_) | Err(_) => return Err(Refusal::of_field(Code::FieldInvalid, "limit")),
        },
    };
    let mut scores = rows::scores(host.database(), session).await?;
    if scores.is_empty() {
        known(edge, host, session).await?;
    }
    scores.reverse();
    let total = scores.len();
    if let Some(after) = asked(request, "after") {
        let place = scores.iter().position(|score| score.score_id == after);
        scores.drain(..place.map(|place| place + 1).ok_or_else(|| Refusal::of_field(Code::FieldInvalid, "after"))?);
    }
    let is_more = scores.len() > limit;
    scores.truncate(limit);
    let next = scores.last().filter(|_| is_more).map(|score| score.score_id.clone());
    Ok(Reply::json(200, &Scores { scores, next, total }))
}

/// Answers `GET sessions/:id/scores/:score`.
pub(in crate::edge) async fn one<H: Host>(
    edge: &Edge,
    request: &HttpRequest,
    host: &H,
    session: &str,
    score: &str,
) -> Result<Reply, Refusal> {
    guard::require_secret(edge, request)?;
    find(host, session, score).await.map(|score| Reply::json(200, &score))
}

/// Answers `POST sessions/:id/scores/:score/cancel`. What has ended stays as it is.
pub(in crate::edge) async fn cancel<H: Host>(
    edge: &Edge,
    request: &HttpRequest,
    host: &H,
    session: &str,
    score: &str,
) -> Result<Reply, Refusal> {
    guard::require_secret(edge, request)?;
    let found = find(host, session, score).await?;
    if let Some(stage) = &found.stage_id
        && !found.status.is_terminal()
    {
        reaper::cancel(edge, host, stage, "called off").await?;
    }
    find(host, session, score).await.map(|score| Reply::json(200, &score))
}

async fn find<H: Host>(host: &H, session: &str, score: &str) -> Result<SessionScore, Refusal> {
    let scores = rows::scores(host.database(), session).await?;
    scores.into_iter().find(|found| found.score_id == score).ok_or_else(|| Code::NotFound.into())
}

/// Answers `POST sessions/:id/report`: synthesis and summary anew; the earlier ones are kept.
pub(in crate::edge) async fn report<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
    session: &str,
) -> Result<Option<Reply>, Refusal> {
    guard::require_secret(edge, request)?;
    let source = ended(edge, host, session).await?;
    let interview = investigation::record(edge, host, session, &source).await?;
    let refers_to = (interview.as_deref(), None);
    let begun = report::begin(edge, host, session, StageType::Synthesis, refers_to, Wanted::Anew).await?;
    let begun = begun.ok_or_else(|| busy(edge))?;
    let reply = Reporting { stage_id: begun.ticket.stage.clone(), status: Status::Pending };
    Reply::json(202, &reply).send_now(edge, request, exchange, host).await;
    report::write(edge, host, begun, &source, Wanted::Anew).await;
    Ok(None)
}

/// Answers `POST sessions/:id/chat`.
pub(in crate::edge) async fn chat<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
    session: &str,
) -> Result<Reply, Refusal> {
    guard::require_secret(edge, request)?;
    if !request.is_json() {
        return Err(Code::MediaType.into());
    }
    let announced = request.header("content-length");
    let bytes = limits::read(host, exchange, announced, BODY, edge.limits.read_ms).await?;
    let Question { question } = serde_json::from_slice(&bytes).map_err(|_| Code::BadRequest)?;
    let question = question.trim();
    if question.is_empty() || question.chars().count() > chat::MOST {
        return Err(Refusal::of_field(Code::FieldInvalid, "question"));
    }
    let source = ended(edge, host, session).await?;
    match chat::answer(edge, host, &source, session, question).await? {
        Chatted::Stage(stage) => Ok(Reply::json(200, &Answered { stage: *stage })),
        Chatted::Busy => Err(busy(edge)),
    }
}

/// Answers `GET events`.
pub(in crate::edge) async fn events<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
) -> Result<Option<Reply>, Refusal> {
    notices::listen(edge, request, exchange, host).await
}

/// A session that has ended; runs of it whose owner is gone are out of the way.
async fn ended<H: Host>(edge: &Edge, host: &H, session: &str) -> Result<source::Source, Refusal> {
    let source = known(edge, host, session).await?;
    if !source.is_terminal() {
        return Err(Code::NotTerminal.into());
    }
    reaper::reap(edge, host, Some(session)).await?;
    Ok(source)
}

async fn known<H: Host>(edge: &Edge, host: &H, session: &str) -> Result<source::Source, Refusal> {
    source::load(edge, host, session).await.map_err(|missing| match missing {
        Missing::Unknown => Code::NotFound.into(),
        Missing::Storage | Missing::Unreadable => Code::Storage.into(),
    })
}

/// Another stage of the kind is under way, or the endpoint stops.
fn busy(edge: &Edge) -> Refusal {
    let code = if edge.runs.is_stopped() { Code::ShuttingDown } else { Code::StageInProgress };
    Refusal::from(code).after(SOON_MS)
}

/// A value of the query: letters, digits and hyphens, so that nothing in it is escaped.
pub(super) fn asked(request: &HttpRequest, name: &str) -> Option<String> {
    let pairs = request.query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.filter(|(key, _)| *key == name).map(|(_, value)| value.to_owned()).next_back()
}
