//! `POST tasks/{task}`: reserves budget, calls a model, checks its output, settles and replies.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    context::{Handled, RequestContext},
    sessions::BudgetLeft,
};
use crate::{
    edge::{
        auth::{Caller, TokenScope, allows_task},
        budget::{Admission, BudgetedCall, CallDenial, SessionCounters, Settlement, Spending},
        http::{ApiError, ErrorCode, EventStream, Host, HttpExchange, HttpRequest, parse_json, random_id},
        state::Endpoint,
        tasks::{Deadline, TaskCall, call_model, check_output, max_cost, model_class},
    },
    engine::{
        model::{Completion, FailureKind, FinishReason, Task, TokenUsage},
        text::sha256,
    },
    studio::prompts::{self, Tag},
};

/// The request to run a task. Other fields, such as messages, models, addresses or tools, are refused.
#[derive(Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RunTask {
    /// Turn of the call; may be in `X-Turn` instead.
    #[serde(default)]
    turn: Option<u32>,
    /// The fields of the task.
    context: Value,
    /// Maximum output tokens, up to the maximum of the task.
    #[serde(default)]
    max_output: Option<u32>,
    /// Milliseconds that the client waits, up to the deadline of the task.
    #[serde(default)]
    deadline_ms: Option<u32>,
}

/// The reply to a task, stored for a repeated request.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub(super) struct TaskReply {
    request_id: String,
    output: String,
    finish: FinishReason,
    usage: TokenUsage,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    usage_estimated: bool,
    /// Class of the model that replied: `analysis`, or `analysis-2` for the second choice.
    model_class: String,
    /// Its name, for researchers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    latency_ms: u64,
    attempts: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cost_nano_usd: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fallback_from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    budget_left: Option<BudgetLeft>,
}

/// Answers `POST tasks/{task}`.
pub(super) async fn run<H: Host, E: HttpExchange>(
    context: &mut RequestContext<'_, H, E>,
    Caller { claims, served }: &Caller<'_>,
    task: Task,
) -> Handled {
    let (edge, host, request) = (context.edge, context.host, context.request);
    let started_at = host.now();
    if !allows_task(claims.scope, task, served) {
        return Err(ErrorCode::Scope.into());
    }
    context.require_json()?;
    let id = request.header("x-request-id").filter(|id| is_uuid(id)).ok_or(ErrorCode::BadRequest)?;
    let most = match claims.scope {
        TokenScope::Researcher => edge.limits.researcher_body,
        TokenScope::Tasks | TokenScope::Events => edge.limits.body,
    };
    let bytes = context.read(most).await?;
    let wanted: RunTask = parse_json(&bytes, edge.limits.depth)?;
    let body_hash = sha256(&[task.id().as_bytes(), b"\n", &bytes].concat());
    let turn = turn_of(request, wanted.turn)?;
    let task_context =
        prompts::read_context(task, wanted.context).map_err(|problem| ApiError::invalid(&problem.path))?;
    let mut nonce = [0; 16];
    host.random(&mut nonce);
    let prompt = prompts::render(task, &task_context, &served.study.frame(), &Tag::new(id, &nonce))
        .map_err(|_| ErrorCode::FieldInvalid)?;
    let call = TaskCall {
        served,
        task,
        turn,
        session: &claims.sid,
        request: id,
        context: task_context,
        prompt,
        max_output: wanted.max_output.unwrap_or(u32::MAX).min(edge.settings.max_output(task)),
        deadline_ms: wanted.deadline_ms.unwrap_or(u32::MAX).min(edge.settings.deadline_ms(task)),
        started_at,
        first: None,
        deadline: Deadline::NONE,
    };
    let most = max_cost(edge, &call).ok_or_else(|| ApiError::of_call(FailureKind::Unavailable))?;
    let budgeted = BudgetedCall {
        session: call.session,
        study: &served.study.id,
        turn,
        request: id,
        body_hash: &body_hash,
        hold: &random_id(host),
        most,
    };
    match context.ledger().admit(&budgeted, started_at).await.map_err(|_| ErrorCode::Unavailable)? {
        Admission::Admitted => call_and_reply(context, &call, &budgeted, claims.scope).await,
        Admission::Known(stored) => {
            let counters = context.ledger().counters(call.session).await.unwrap_or_default();
            send_reply(context, &stored, counters).await
        }
        Admission::Denied(denial) => Err(denial_error(denial)),
    }
}

/// Calls a model, checks its output, settles and replies.
async fn call_and_reply<H: Host, E: HttpExchange>(
    context: &mut RequestContext<'_, H, E>,
    call: &TaskCall<'_>,
    budgeted: &BudgetedCall<'_>,
    scope: TokenScope,
) -> Handled {
    let (edge, host, ledger) = (context.edge, context.host, context.ledger());
    let wants_events = context.request.wants_events();
    let mut events = wants_events.then(|| context.events());
    if let Some(events) = &mut events {
        events.begin().await;
    }
    let (effort, checked) = match call_model(edge, host, call, budgeted, &ledger, events.as_mut()).await {
        Ok(completion) => {
            let checked = check_output(call, &edge.limits, &completion.output);
            (completion.effort.clone(), checked.map(|output| Completion { output, ..completion }))
        }
        Err(failure) => (failure.effort, Err(failure.kind)),
    };
    let stored = checked.map(|completion| task_reply(edge, call, completion, scope));
    let stored = stored.map(|reply| serde_json::to_string(&reply).unwrap_or_default());
    let settlement = stored.as_deref().map_or(Settlement::Nothing, Settlement::Reply);
    // After a database error the reservation expires: it costs the endpoint, not the respondent.
    let counters = ledger.settle(budgeted, Spending::of(&effort), settlement, host.now()).await.unwrap_or_default();
    match (stored, events) {
        (Ok(stored), Some(events)) => send_events(edge, events, &stored, counters).await,
        (Ok(stored), None) => {
            let reply = stored_reply(edge, &stored, counters)?;
            context.reply(200, &reply).await
        }
        (Err(kind), Some(mut events)) => {
            events.fail(&ApiError::of_call(kind)).await;
            Ok(())
        }
        (Err(kind), None) => Err(ApiError::of_call(kind)),
    }
}

/// Sends a stored reply in the form that the client asks for.
async fn send_reply<H: Host, E: HttpExchange>(
    context: &mut RequestContext<'_, H, E>,
    stored: &str,
    counters: Option<SessionCounters>,
) -> Handled {
    let edge = context.edge;
    if context.request.wants_events() {
        return send_events(edge, context.events(), stored, counters).await;
    }
    let reply = stored_reply(edge, stored, counters)?;
    context.reply(200, &reply).await
}

async fn send_events<H: Host, E: HttpExchange>(
    edge: &Endpoint,
    mut events: EventStream<'_, H, E>,
    stored: &str,
    counters: Option<SessionCounters>,
) -> Handled {
    let reply = stored_reply(edge, stored, counters)?;
    events.begin().await;
    events.send("usage", &reply.usage).await;
    events.send("done", &reply).await;
    Ok(())
}

/// A stored reply with the budget left now.
fn stored_reply(edge: &Endpoint, stored: &str, counters: Option<SessionCounters>) -> Result<TaskReply, ApiError> {
    let reply: TaskReply = serde_json::from_str(stored).map_err(|_| ErrorCode::Upstream)?;
    let budget_left = counters.map(|counters| BudgetLeft::of(edge.limits.session, counters.spent));
    Ok(TaskReply { budget_left, ..reply })
}

/// The turn of the header or the body; if both are given, they have to be equal.
fn turn_of(request: &HttpRequest, in_body: Option<u32>) -> Result<u32, ApiError> {
    let in_header = request.header("x-turn").map(str::parse::<u32>).transpose().map_err(|_| ErrorCode::BadRequest)?;
    match (in_header, in_body) {
        (Some(header), Some(body)) if header != body => Err(ErrorCode::BadRequest.into()),
        (Some(turn), _) | (None, Some(turn)) => Ok(turn),
        (None, None) => Err(ErrorCode::BadRequest.into()),
    }
}

fn denial_error(denial: CallDenial) -> ApiError {
    match denial {
        CallDenial::Ended => ErrorCode::TokenInvalid.into(),
        CallDenial::Replay => ErrorCode::Replay.into(),
        CallDenial::InProgress => ApiError::from(ErrorCode::RateLimited).after(1_000),
        CallDenial::TurnOrder => ErrorCode::TurnOrder.into(),
        CallDenial::Busy => ApiError::from(ErrorCode::RateLimited).after(500),
        CallDenial::TooFast(ms) => ApiError::from(ErrorCode::RateLimited).after(ms),
        CallDenial::BudgetSpent => ApiError::of_call(FailureKind::BudgetExhausted),
    }
}

/// The reply to the client. Only researchers see the names of models.
fn task_reply(edge: &Endpoint, call: &TaskCall<'_>, completion: Completion, scope: TokenScope) -> TaskReply {
    let Completion { output, finish, model, effort } = completion;
    let is_researcher = scope == TokenScope::Researcher;
    let known_as = |model: &str| if is_researcher { model.to_owned() } else { model_class(edge, call, model) };
    TaskReply {
        request_id: call.request.to_owned(),
        output,
        finish,
        usage: effort.usage,
        usage_estimated: effort.usage_estimated,
        model_class: model_class(edge, call, &model),
        fallback_from: effort.fallback_from.as_deref().map(known_as),
        model: is_researcher.then_some(model),
        latency_ms: effort.latency_ms,
        attempts: effort.attempts,
        cost_nano_usd: effort.cost_nano_usd,
        budget_left: None,
    }
}

/// Whether a text is a UUID in the usual form.
fn is_uuid(id: &str) -> bool {
    let groups: Vec<&str> = id.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    lengths == [8, 4, 4, 4, 12] && groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_hexdigit()))
}
