//! Opening, renewing and ending sessions. A renewed token has no new budget.

use serde::{Deserialize, Serialize};

use super::{
    context::{Handled, RequestContext},
    is_id,
};
use crate::{
    edge::{
        auth::{Access, Claims, ServedStudy, TokenScope, allows_task},
        budget::{HOUR_MS, SessionOpening, Spending},
        collection::{begin_collecting, delete_session, load_row},
        http::{ApiError, ErrorCode, Host, HttpExchange, HttpReply, random_id},
        state::Endpoint,
    },
    engine::model::Task,
};

/// Maximum size of a request about a session, bytes.
pub(super) const BODY: usize = 4 << 10;

/// The request to open a session.
#[derive(Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct OpenSession {
    /// Id of the study.
    study: String,
    /// Id of the session. Default: a random one.
    #[serde(default)]
    session: Option<String>,
    /// Hash of the study that the page holds.
    #[serde(default)]
    study_hash: Option<String>,
    /// The respondent's ticket of the survey.
    #[serde(default)]
    ticket: Option<String>,
    /// `researcher` with the researcher's secret as bearer; otherwise `tasks`.
    #[serde(default)]
    scope: Option<TokenScope>,
}

/// The request to renew a token. The body may be empty.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Renewal {
    /// Current turn of the interview, after turns without the endpoint.
    #[serde(default)]
    turn: u32,
}

#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub(super) struct OpenedSession<'a> {
    session: &'a str,
    scope: TokenScope,
    token: String,
    expires_at: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    events_token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    events_expires_at: Option<u64>,
    /// The code with which the respondent can delete a collected session. Sent once.
    #[serde(skip_serializing_if = "Option::is_none")]
    deletion_code: Option<String>,
    budget_left: BudgetLeft,
    tasks: Vec<&'static str>,
}

/// The rest of a session's budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub(super) struct BudgetLeft {
    /// Requests to a provider.
    calls: u64,
    /// Input and output tokens together.
    tokens: u64,
}

impl BudgetLeft {
    pub(super) fn of(limit: Spending, spent: Spending) -> Self {
        Self {
            calls: limit.calls.saturating_sub(spent.calls),
            tokens: limit.input.saturating_sub(spent.input).saturating_add(limit.output.saturating_sub(spent.output)),
        }
    }
}

/// Answers `POST sessions`.
pub(super) async fn open<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>) -> Handled {
    let (edge, host, request) = (context.edge, context.host, context.request);
    let now = host.now();
    let wanted: OpenSession = context.json(BODY).await?;
    let scope = wanted.scope.unwrap_or(TokenScope::Tasks);
    match scope {
        TokenScope::Researcher => edge.access.require_researcher(request)?,
        TokenScope::Tasks => {}
        TokenScope::Events => return Err(ErrorCode::Scope.into()),
    }
    let served = edge.access.study(&wanted.study, wanted.study_hash.as_deref())?;
    let origin = Access::page_origin(request, served, scope)?;
    if scope == TokenScope::Tasks {
        served.require_ticket(wanted.ticket.as_deref(), now)?;
    }
    let session = match wanted.session {
        Some(id) if is_id(&id) => id,
        Some(_) => return Err(ApiError::invalid("session")),
        None => random_id(host),
    };
    let client = edge.access.blinded_address(request, now);
    match context.ledger().open(&session, &served.study.id, client.as_deref(), now).await {
        Ok(SessionOpening::Opened) => {}
        Ok(SessionOpening::Taken) => return Err(ErrorCode::Replay.into()),
        Ok(SessionOpening::TooMany) => return Err(next_hour(now)),
        Err(_) => return Err(ErrorCode::Unavailable.into()),
    }
    let deletion_code = match scope {
        TokenScope::Tasks => begin_collecting(host, served, &session).await?,
        TokenScope::Events | TokenScope::Researcher => None,
    };
    let reply = mint_tokens(edge, served, &session, scope, &origin, Spending::default(), now);
    context.reply(201, &OpenedSession { deletion_code, ..reply }).await
}

/// The error of an hourly limit.
pub(super) fn next_hour(now: u64) -> ApiError {
    ApiError::from(ErrorCode::RateLimited).after(HOUR_MS - now % HOUR_MS)
}

/// Answers `POST sessions/{session}/token`.
pub(super) async fn renew<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>, owner: &Claims) -> Handled {
    let (edge, session) = (context.edge, owner.sid.as_str());
    let now = context.host.now();
    if owner.scope == TokenScope::Events {
        return renew_events(context, owner, now).await;
    }
    let served = edge.access.require_caller(context.request, now)?.served;
    let Renewal { turn } = context.optional_json(BODY).await?.unwrap_or_default();
    if turn > served.study.limits.max_turns {
        return Err(ApiError::invalid("turn"));
    }
    let ledger = context.ledger();
    if !ledger.renew(session, turn, now).await.map_err(|_| ErrorCode::Unavailable)? {
        return Err(ErrorCode::TokenInvalid.into());
    }
    let counters = ledger.counters(session).await.map_err(|_| ErrorCode::Unavailable)?;
    let spent = counters.map(|counters| counters.spent).unwrap_or_default();
    context.reply(200, &mint_tokens(edge, served, session, owner.scope, &owner.origin, spent, now)).await
}

/// Renews a token for appending, while the session is collected or goes on. Its counters may have expired, and its study
/// need not be served any more.
async fn renew_events<H: Host, E: HttpExchange>(
    context: &mut RequestContext<'_, H, E>,
    owner: &Claims,
    now: u64,
) -> Handled {
    let edge = context.edge;
    let is_collected = load_row(context.host, &owner.sid).await?.is_some();
    if !is_collected && !context.ledger().renew(&owner.sid, 0, now).await? {
        return Err(missing_session(edge, owner));
    }
    let study = (owner.study.as_str(), owner.study_hash.as_str());
    let (token, minted) = edge.access.keys.mint(&owner.sid, study, TokenScope::Events, &owner.origin, now);
    let reply = OpenedSession {
        session: &owner.sid,
        scope: TokenScope::Events,
        token,
        expires_at: minted.exp * 1_000,
        events_token: None,
        events_expires_at: None,
        deletion_code: None,
        budget_left: BudgetLeft { calls: 0, tokens: 0 },
        tasks: Vec::new(),
    };
    context.reply(200, &reply).await
}

/// The error for a session with a valid token that is not collected here.
pub(super) fn missing_session(edge: &Endpoint, owner: &Claims) -> ApiError {
    match edge.access.study(&owner.study, Some(&owner.study_hash)) {
        Ok(served) if !served.study.collect => ErrorCode::NotCollected.into(),
        Ok(_) | Err(_) => ErrorCode::Gone.into(),
    }
}

/// Answers `DELETE sessions/{session}`.
pub(super) async fn end<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>, owner: &Claims) -> Handled {
    let now = context.host.now();
    let is_ended = context.ledger().end(&owner.sid, now).await.map_err(|_| ErrorCode::Unavailable)?;
    let is_deleted = delete_session(context.host, &owner.sid).await?;
    if !is_ended && !is_deleted {
        return Err(ErrorCode::TokenInvalid.into());
    }
    context.send(HttpReply::empty(204)).await
}

fn mint_tokens<'a>(
    edge: &Endpoint,
    served: &ServedStudy,
    session: &'a str,
    scope: TokenScope,
    origin: &str,
    spent: Spending,
    now: u64,
) -> OpenedSession<'a> {
    let mint = |scope| edge.access.keys.mint(session, (&*served.study.id, &served.hash), scope, origin, now);
    let (token, claims) = mint(scope);
    let (events_token, events_claims) = (scope == TokenScope::Tasks).then(|| mint(TokenScope::Events)).unzip();
    let is_allowed = |task: &&Task| allows_task(scope, **task, served);
    OpenedSession {
        session,
        scope,
        token,
        expires_at: claims.exp * 1_000,
        events_token,
        events_expires_at: events_claims.map(|claims| claims.exp * 1_000),
        deletion_code: None,
        budget_left: BudgetLeft::of(edge.limits.session, spent),
        tasks: Task::ALL.iter().filter(is_allowed).map(|task| task.id()).collect(),
    }
}
