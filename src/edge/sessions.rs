//! Sessions: opened for a page of an allowed origin, renewed without a new budget, ended for good.

use serde::{Deserialize, Serialize};

use super::{
    Edge, Served, collection,
    counters::{Ledger, Opening, Standing},
    errors::{Code, Refusal},
    guard::{self, Caller},
    host::{Exchange, Host},
    http::HttpRequest,
    limits::{self, Spending},
    reply::Reply,
    route,
    token::{Claims, Scope, Ticket, hex},
};
use crate::llm::Task;

/// Most bytes of a request about a session.
const BODY: usize = 4 << 10;

/// What a page says to open a session.
#[derive(Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "OpenSession"))]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// Id of the study.
    study: String,
    /// Id of the session, if the page has made one up.
    #[serde(default)]
    session: Option<String>,
    /// Hash of the study the page holds.
    #[serde(default)]
    study_hash: Option<String>,
    /// What the survey's host gave the respondent.
    #[serde(default)]
    ticket: Option<String>,
    /// `researcher` with the researcher's secret as bearer; else `tasks`.
    #[serde(default)]
    scope: Option<Scope>,
}

/// What a page says to renew a token. The body may be left out.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Renewal {
    /// Turn the interview stands at, after turns that went on without the endpoint.
    #[serde(default)]
    turn: u32,
}

#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "OpenedSession"))]
pub(super) struct Opened<'a> {
    session: &'a str,
    scope: Scope,
    token: String,
    expires_at: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    events_token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    events_expires_at: Option<u64>,
    /// What the respondent keeps to have the session deleted, where it is collected. Given once.
    #[serde(skip_serializing_if = "Option::is_none")]
    deletion_code: Option<String>,
    budget_left: Left,
    tasks: Vec<&'static str>,
}

/// What a session may still spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "BudgetLeft"))]
pub struct Left {
    /// Requests to a provider.
    pub calls: u64,
    /// Tokens, read and written together.
    pub tokens: u64,
}

impl Left {
    pub(super) fn of(limit: Spending, spent: Spending) -> Self {
        let left = |most: u64, gone: u64| most.saturating_sub(gone);
        Self {
            calls: left(limit.calls, spent.calls),
            tokens: left(limit.input, spent.input).saturating_add(left(limit.output, spent.output)),
        }
    }
}

pub(super) async fn open<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
) -> Result<Reply, Refusal> {
    let now = host.now();
    let wanted: Wanted = body(edge, request, exchange, host).await?.ok_or(Code::BadRequest)?;
    let scope = wanted.scope.unwrap_or(Scope::Tasks);
    let is_researcher = match scope {
        Scope::Researcher => {
            guard::require_secret(edge, request)?;
            true
        }
        Scope::Tasks => false,
        Scope::Events => return Err(Code::Scope.into()),
    };
    let served = edge.served(&wanted.study, wanted.study_hash.as_deref())?;
    let origin = guard::origin(request, Some(served), is_researcher)?;
    require_ticket(served, wanted.ticket.as_deref(), now, is_researcher)?;
    let session = match wanted.session {
        Some(id) if route::is_id(&id) => id,
        Some(_) => return Err(Refusal::of_field(Code::FieldInvalid, "session")),
        None => random_id(host),
    };
    let who = edge.blinded(request, now);
    let ledger = Ledger::new(host.database(), &edge.limits);
    match ledger.open(&session, &served.study.id, who.as_deref(), now).await {
        Ok(Opening::Opened) => {}
        Ok(Opening::Taken) => return Err(Code::Replay.into()),
        Ok(Opening::TooMany) => {
            let next_hour = limits::HOUR_MS - now % limits::HOUR_MS;
            return Err(Refusal::from(Code::RateLimited).after(next_hour));
        }
        Err(_) => return Err(Code::Unavailable.into()),
    }
    let deletion_code = match scope {
        Scope::Tasks => collection::begin(host, served, &session).await?,
        Scope::Events | Scope::Researcher => None,
    };
    let reply = given(edge, served, &session, scope, &origin, Spending::default(), now);
    Ok(Reply::json(201, &Opened { deletion_code, ..reply }))
}

pub(super) async fn renew<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
    session: &str,
) -> Result<Reply, Refusal> {
    let now = host.now();
    let claims = guard::owner(edge, request, session, now)?;
    if claims.scope == Scope::Events {
        return renew_events(edge, host, &claims, now).await;
    }
    let Caller { claims, served, .. } = caller_of(edge, request, session, now)?;
    let renewal: Renewal = body(edge, request, exchange, host).await?.unwrap_or_default();
    if renewal.turn > served.study.limits.max_turns {
        return Err(Refusal::of_field(Code::FieldInvalid, "turn"));
    }
    let ledger = Ledger::new(host.database(), &edge.limits);
    if !ledger.renew(session, renewal.turn, now).await.map_err(|_| Code::Unavailable)? {
        return Err(Code::TokenInvalid.into());
    }
    let standing: Option<Standing> = ledger.standing(session).await.map_err(|_| Code::Unavailable)?;
    let spent = standing.map(|standing| standing.spent).unwrap_or_default();
    Ok(Reply::json(200, &given(edge, served, session, claims.scope, &claims.origin, spent, now)))
}

/// Another token to append with, as long as the session is kept — its counters need not be there any more, nor its study be
/// served — or still goes on.
async fn renew_events<H: Host>(edge: &Edge, host: &H, claims: &Claims, now: u64) -> Result<Reply, Refusal> {
    let is_kept = collection::standing(host, &claims.sid).await?.is_some();
    let ledger = Ledger::new(host.database(), &edge.limits);
    if !is_kept && !ledger.renew(&claims.sid, 0, now).await? {
        return Err(collection::missing(edge, &claims.study, &claims.study_hash));
    }
    let study = (claims.study.as_str(), claims.study_hash.as_str());
    let (token, minted) = edge.keys.mint(&claims.sid, study, Scope::Events, &claims.origin, now);
    Ok(Reply::json(
        200,
        &Opened {
            session: &claims.sid,
            scope: Scope::Events,
            token,
            expires_at: minted.exp * 1_000,
            events_token: None,
            events_expires_at: None,
            deletion_code: None,
            budget_left: Left { calls: 0, tokens: 0 },
            tasks: Vec::new(),
        },
    ))
}

pub(super) async fn end<H: Host>(
    edge: &Edge,
    request: &HttpRequest,
    host: &H,
    session: &str,
) -> Result<Reply, Refusal> {
    let now = host.now();
    guard::owner(edge, request, session, now)?;
    let ended = Ledger::new(host.database(), &edge.limits).end(session, now).await.map_err(|_| Code::Unavailable)?;
    let forgotten = collection::forget(host, session).await?;
    if ended || forgotten { Ok(Reply::empty(204)) } else { Err(Code::TokenInvalid.into()) }
}

/// The caller, if the session is the caller's own.
fn caller_of<'a>(edge: &'a Edge, request: &HttpRequest, session: &str, now: u64) -> Result<Caller<'a>, Refusal> {
    let caller = guard::caller(edge, request, now)?;
    if caller.claims.sid == session { Ok(caller) } else { Err(Code::Scope.into()) }
}

fn require_ticket(served: &Served, ticket: Option<&str>, now: u64, is_researcher: bool) -> Result<(), Refusal> {
    let Some(key) = &served.ticket_key else { return Ok(()) };
    let is_let_in = ticket.is_some_and(|text| Ticket::open(key, text, &served.study.id, now).is_some());
    if is_researcher || is_let_in { Ok(()) } else { Err(Code::TokenInvalid.into()) }
}

fn given<'a>(
    edge: &Edge,
    served: &Served,
    session: &'a str,
    scope: Scope,
    origin: &str,
    spent: Spending,
    now: u64,
) -> Opened<'a> {
    let study = (&*served.study.id, served.hash.as_str());
    let (token, claims) = edge.keys.mint(session, study, scope, origin, now);
    let events = (scope == Scope::Tasks).then(|| edge.keys.mint(session, study, Scope::Events, origin, now));
    let (events_token, events_claims): (Option<String>, Option<Claims>) = events.unzip();
    let allowed = |task: &&Task| guard::allows(scope, **task, served);
    Opened {
        session,
        scope,
        token,
        expires_at: claims.exp * 1_000,
        events_token,
        events_expires_at: events_claims.map(|claims| claims.exp * 1_000),
        deletion_code: None,
        budget_left: Left::of(edge.limits.session, spent),
        tasks: Task::ALL.iter().filter(allowed).map(|task: &Task| task.id()).collect(),
    }
}

/// The body as JSON; nothing if it is empty.
pub(super) async fn body<H: Host, E: Exchange, T: serde::de::DeserializeOwned>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
) -> Result<Option<T>, Refusal> {
    body_up_to(edge, request, exchange, host, BODY).await
}

/// The same, of so many bytes at most.
pub(super) async fn body_up_to<H: Host, E: Exchange, T: serde::de::DeserializeOwned>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
    most: usize,
) -> Result<Option<T>, Refusal> {
    let announced = request.header("content-length");
    let bytes = limits::read(host, exchange, announced, most, edge.limits.read_ms).await?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if !request.is_json() {
        return Err(Code::MediaType.into());
    }
    if !limits::is_shallow(&bytes, edge.limits.depth) {
        return Err(Code::BadRequest.into());
    }
    serde_json::from_slice(&bytes).map(Some).map_err(|_| Code::BadRequest.into())
}

/// A UUID of version 4.
pub(super) fn random_id<H: Host>(host: &H) -> String {
    let mut bytes = [0; 16];
    host.random(&mut bytes);
    let [_, _, _, _, _, _, version, _, variant, ..] = &mut bytes;
    *version = *version & 0x0f | 0x40;
    *variant = *variant & 0x3f | 0x80;
    let hex = hex(&bytes);
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default();
    [part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-")
}
