//! A task: read in fields, admitted by the ledger, asked of a model, checked, settled and sent.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Edge, Served, calling, check,
    counters::{Admission, Answered, Call, Ledger, Refused, Standing},
    database::DatabaseFailure,
    errors::{Code, Refusal},
    guard::{self, Caller},
    host::{Exchange, Host},
    http::HttpRequest,
    limits::{self, Spending},
    reply::Reply,
    route,
    sessions::{Left, random_id},
    stream::Events,
    token::Scope,
};
use crate::{
    llm::{
        Completion, Context, Finish, Task, Usage,
        prompts::{self, Prompt, Tag},
    },
    text::sha256,
};

/// What a page says with a task. Whatever else a body holds is refused: messages, models, addresses, tools.
#[derive(Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "RunTask"))]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// Turn it belongs to; may stand in `X-Turn` instead.
    #[serde(default)]
    turn: Option<u32>,
    /// The fields of the task.
    context: Value,
    /// Most output tokens; never more than the task has.
    #[serde(default)]
    max_output: Option<u32>,
    /// Milliseconds the caller can wait; never more than the task has.
    #[serde(default)]
    deadline_ms: Option<u32>,
}

/// A task that may be carried out.
pub(super) struct Work<'a> {
    pub(super) served: &'a Served,
    pub(super) task: Task,
    pub(super) turn: u32,
    pub(super) session: &'a str,
    pub(super) request: &'a str,
    pub(super) context: Context,
    pub(super) prompt: Prompt,
    pub(super) max_output: u32,
    pub(super) deadline_ms: u32,
    pub(super) started_at: u64,
    /// Model that is asked before those of the task's class.
    pub(super) first: Option<&'a str>,
    pub(super) haste: Haste,
}

/// When a call is part of something longer that has an end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Haste {
    /// When all of it has to be over.
    pub(super) ends_at: u64,
    /// Milliseconds before that from which no further attempt is made.
    pub(super) least_ms: u64,
}

impl Haste {
    /// The call stands for itself.
    const NONE: Self = Self { ends_at: u64::MAX, least_ms: 0 };

    /// Whether an attempt that begins then comes too late.
    pub(super) fn is_over(self, at: u64) -> bool {
        at.saturating_add(self.least_ms) > self.ends_at
    }
}

/// What is sent back and kept for a request that comes again.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "TaskReply"))]
pub(super) struct Delivered {
    request_id: String,
    output: String,
    finish: Finish,
    usage: Usage,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    usage_estimated: bool,
    /// What kind of model replied: `analysis`, and `analysis-2` for the second choice.
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
    budget_left: Option<Left>,
}

pub(super) async fn run<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
    task: Task,
) -> Result<Option<Reply>, Refusal> {
    let started_at = host.now();
    let Caller { claims, served } = guard::caller(edge, request, started_at)?;
    if !guard::allows(claims.scope, task, served) {
        return Err(Code::Scope.into());
    }
    if !request.is_json() {
        return Err(Code::MediaType.into());
    }
    let id = request.header("x-request-id").filter(|id| route::is_uuid(id)).ok_or(Code::BadRequest)?;
    let (wanted, body_hash) = read(edge, request, exchange, host, claims.scope, task).await?;
    let turn = turn_of(request, &wanted)?;
    let context = prompts::read_context(task, wanted.context)
        .map_err(|problem| Refusal::of_field(Code::FieldInvalid, &problem.path))?;
    let mut nonce = [0; 16];
    host.random(&mut nonce);
    let prompt = prompts::render(task, &context, &served.study.frame(), &Tag::new(id, &nonce))
        .map_err(|_| Refusal::from(Code::FieldInvalid))?;
    let work = Work {
        served,
        task,
        turn,
        session: &claims.sid,
        request: id,
        context,
        prompt,
        max_output: wanted.max_output.unwrap_or(u32::MAX).min(edge.settings.max_output(task)),
        deadline_ms: wanted.deadline_ms.unwrap_or(u32::MAX).min(edge.settings.deadline_ms(task)),
        started_at,
        first: None,
        haste: Haste::NONE,
    };
    let Some(most) = calling::most(edge, &work) else {
        return Err(Refusal::of_call(crate::llm::FailureKind::Unavailable));
    };
    let hold = random_id(host);
    let call = Call {
        session: work.session,
        study: &served.study.id,
        turn,
        request: id,
        body_hash: &body_hash,
        hold: &hold,
        most,
    };
    let ledger = Ledger::new(host.database(), &edge.limits);
    let events = request.wants_events().then(|| Events::new(edge, request));
    match ledger.admit(&call, started_at).await.map_err(|_| Code::Unavailable)? {
        Admission::Admitted => {}
        Admission::Known(kept) => {
            let standing = ledger.standing(work.session).await.unwrap_or_default();
            return deliver(edge, exchange, host, events, &kept, standing).await;
        }
        Admission::Refused(refused) => return Err(refusal(refused)),
    }
    carry_out(edge, exchange, host, &work, &call, &ledger, claims.scope, events).await
}

/// Asks a model, checks what it says, settles, and sends.
#[expect(clippy::too_many_arguments, reason = "everything a call is made of, from one caller")]
async fn carry_out<H: Host, E: Exchange>(
    edge: &Edge,
    exchange: &mut E,
    host: &H,
    work: &Work<'_>,
    call: &Call<'_>,
    ledger: &Ledger<'_, H::Database>,
    scope: Scope,
    mut events: Option<Events<'_>>,
) -> Result<Option<Reply>, Refusal> {
    if let Some(events) = &mut events {
        events.begin(host, exchange).await;
    }
    let ended = calling::run(edge, exchange, host, work, call, ledger, events.as_mut()).await;
    let (spent, checked) = match ended {
        Ok(completion) => {
            let spent = Spending::of(&completion.effort);
            let checked = check::completion(work, &edge.limits, &completion.output);
            (spent, checked.map(|output| Completion { output, ..completion }))
        }
        Err(failure) => (Spending::of(&failure.effort), Err(failure.kind)),
    };
    let now = host.now();
    match checked {
        Ok(completion) => {
            let kept = serde_json::to_string(&delivered(edge, work, completion, scope)).unwrap_or_default();
            let standing = settled(ledger.settle(call, spent, Answered::Reply(&kept), now).await);
            deliver(edge, exchange, host, events, &kept, standing).await
        }
        Err(kind) => {
            settled(ledger.settle(call, spent, Answered::Nothing, now).await);
            let refusal = Refusal::of_call(kind);
            match events {
                Some(mut events) => {
                    events.refuse(host, exchange, &refusal).await;
                    Ok(None)
                }
                None => Err(refusal),
            }
        }
    }
}

/// Where the session stands after settling. Counters that fail now cost the endpoint, never the respondent: the
/// reservation lapses by the clock.
fn settled(standing: Result<Option<Standing>, DatabaseFailure>) -> Option<Standing> {
    standing.unwrap_or_default()
}

/// Reads the body, as far as its scope allows.
async fn read<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
    scope: Scope,
    task: Task,
) -> Result<(Wanted, String), Refusal> {
    let most = match scope {
        Scope::Researcher => edge.limits.researcher_body,
        Scope::Tasks | Scope::Events => edge.limits.body,
    };
    let announced = request.header("content-length");
    let bytes = limits::read(host, exchange, announced, most, edge.limits.read_ms).await?;
    if !limits::is_shallow(&bytes, edge.limits.depth) {
        return Err(Code::BadRequest.into());
    }
    let hash = sha256(&[task.id().as_bytes(), b"\n", &bytes].concat());
    let wanted = serde_json::from_slice(&bytes).map_err(|_| Code::BadRequest)?;
    Ok((wanted, hash))
}

/// The turn, from the header or the body; where both say one, they have to agree.
fn turn_of(request: &HttpRequest, wanted: &Wanted) -> Result<u32, Refusal> {
    let told = request.header("x-turn").map(str::parse::<u32>).transpose().map_err(|_| Code::BadRequest)?;
    match (told, wanted.turn) {
        (Some(told), Some(wanted)) if told != wanted => Err(Code::BadRequest.into()),
        (Some(turn), _) | (None, Some(turn)) => Ok(turn),
        (None, None) => Err(Code::BadRequest.into()),
    }
}

fn refusal(refused: Refused) -> Refusal {
    match refused {
        Refused::Gone => Code::TokenInvalid.into(),
        Refused::Replay => Code::Replay.into(),
        Refused::UnderWay => Refusal::from(Code::RateLimited).after(1_000),
        Refused::TurnOrder => Code::TurnOrder.into(),
        Refused::Busy => Refusal::from(Code::RateLimited).after(500),
        Refused::Fast(ms) => Refusal::from(Code::RateLimited).after(ms),
        Refused::Spent => Refusal::of_call(crate::llm::FailureKind::BudgetExhausted),
    }
}

/// What goes to the caller. The names of models are for researchers; others are told which choice it was.
fn delivered(edge: &Edge, work: &Work<'_>, completion: Completion, scope: Scope) -> Delivered {
    let Completion { output, finish, model, effort } = completion;
    let is_researcher = scope == Scope::Researcher;
    let known_as = |model: &str| if is_researcher { model.to_owned() } else { calling::pseudonym(edge, work, model) };
    Delivered {
        request_id: work.request.to_owned(),
        output,
        finish,
        usage: effort.usage,
        usage_estimated: effort.usage_estimated,
        model_class: calling::pseudonym(edge, work, &model),
        fallback_from: effort.fallback_from.as_deref().map(known_as),
        model: is_researcher.then_some(model),
        latency_ms: effort.latency_ms,
        attempts: effort.attempts,
        cost_nano_usd: effort.cost_nano_usd,
        budget_left: None,
    }
}

async fn deliver<H: Host, E: Exchange>(
    edge: &Edge,
    exchange: &mut E,
    host: &H,
    events: Option<Events<'_>>,
    kept: &str,
    standing: Option<Standing>,
) -> Result<Option<Reply>, Refusal> {
    let mut delivered: Delivered = serde_json::from_str(kept).map_err(|_| Code::Upstream)?;
    delivered.budget_left = standing.map(|standing| Left::of(edge.limits.session, standing.spent));
    let Some(mut events) = events else { return Ok(Some(Reply::json(200, &delivered))) };
    events.begin(host, exchange).await;
    events.send(host, exchange, "usage", &delivered.usage).await;
    events.send(host, exchange, "done", &delivered).await;
    Ok(None)
}
