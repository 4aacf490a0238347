//! Executes the plan of a call: waits, requests, timeouts, retries, fallbacks. Every attempt is reserved before it is made
//! and recorded after it.

use super::{
    TaskCall,
    attempt::{close_record, encode_request, model_chain, open_record},
};
use crate::{
    edge::{
        budget::{BudgetedCall, Ledger, Spending},
        http::{CallLogLine, FetchFailure, Host, ProviderResponse, TextSink, with_timeout},
        state::Endpoint,
    },
    engine::model::{CallBudget, CallFailure, Completion, FailureKind, OutputFormat, TokenUsage},
    studio::{
        calling::{CallAttempt, CallPlan, NextStep, Stopwatch},
        prompts::LeakDetector,
        providers::{AttemptFailure, DecodedReply, Decoder, EncodeError, ReplyEvent, ReplyHead},
    },
};

/// The maximum cost of one attempt, whichever model is called; none if no model is available.
pub(in crate::edge) fn max_cost(edge: &Endpoint, call: &TaskCall<'_>) -> Option<Spending> {
    let costs = model_chain(edge, call).into_iter().filter_map(|name| {
        let (record, provider) = edge.settings.model(&name)?;
        let wire = encode_request(edge, call, (record, provider), call.max_output, None).ok()?;
        let output = call.max_output.saturating_add(record.thinking_tokens).min(record.max_output);
        let usage = TokenUsage { input: wire.estimated_input, output: output.into(), ..TokenUsage::default() };
        let nano_usd = record.cost(&usage).unwrap_or(0);
        Some(Spending { calls: 1, input: usage.input, output: usage.output, nano_usd })
    });
    costs.reduce(|a, b| Spending {
        calls: 1,
        input: a.input.max(b.input),
        output: a.output.max(b.output),
        nano_usd: a.nano_usd.max(b.nano_usd),
    })
}

/// Calls models until one replies or the plan gives up.
pub(in crate::edge) async fn call_model<H: Host, S: TextSink>(
    edge: &Endpoint,
    host: &H,
    call: &TaskCall<'_>,
    budgeted: &BudgetedCall<'_>,
    ledger: &Ledger<'_, H::Database>,
    mut sink: Option<&mut S>,
) -> Result<Completion, CallFailure> {
    let budget = CallBudget { deadline_ms: call.deadline_ms, max_output: call.max_output };
    let usable = model_chain(edge, call);
    let chosen: Vec<String> = usable.iter().map(ToString::to_string).collect();
    let mut plan = CallPlan::new(&edge.settings, call.task, &chosen, &usable, budget, call.started_at);
    let mut next = edge.with_health(budgeted.study, |health| plan.next(&edge.settings, health, host.now()));
    let mut number = 0;
    loop {
        let attempt = match next {
            NextStep::Done(completion) => return Ok(completion),
            NextStep::GiveUp(failure) => return Err(failure),
            NextStep::Call(attempt) => attempt,
        };
        number += 1;
        if attempt.wait_ms > 0 {
            host.sleep(attempt.wait_ms).await;
        }
        let is_late = number > 1 && call.deadline.is_over(host.now());
        // The first attempt was reserved when the call was admitted.
        let is_reserved = is_late || number == 1 || ledger.another(budgeted, host.now()).await.unwrap_or(false);
        let outcome = if is_late {
            Err(AttemptFailure::unsent(FailureKind::TimeoutTotal))
        } else if is_reserved {
            if let Some(sink) = sink.as_deref_mut().filter(|_| number > 1) {
                sink.restart();
            }
            let mut record = open_record(edge, call, &attempt, number, host.now());
            let outcome = make_attempt(edge, host, call, &attempt, sink.as_deref_mut(), &mut record).await;
            close_record(edge, &mut record, &outcome, host.now());
            host.record(&record);
            outcome
        } else {
            Err(AttemptFailure::unsent(FailureKind::BudgetExhausted))
        };
        let mut random = [0; 8];
        host.random(&mut random);
        let random = u64::from_le_bytes(random);
        next = edge.with_health(budgeted.study, |health| {
            plan.after_attempt(outcome, &edge.settings, health, host.now(), random)
        });
    }
}

/// Makes one attempt, from the request to the last byte or the first timeout.
async fn make_attempt<H: Host, S: TextSink>(
    edge: &Endpoint,
    host: &H,
    call: &TaskCall<'_>,
    attempt: &CallAttempt,
    mut sink: Option<&mut S>,
    log: &mut CallLogLine,
) -> Result<DecodedReply, AttemptFailure> {
    let unavailable = || AttemptFailure::unsent(FailureKind::Unavailable);
    let model = edge.settings.model(&attempt.model).ok_or_else(unavailable)?;
    let wire = encode_request(edge, call, model, attempt.max_output, Some(attempt)).map_err(|refusal| {
        AttemptFailure::unsent(match refusal {
            EncodeError::TooLong { .. } => FailureKind::ContextTooLong,
            EncodeError::WrongModel { .. } => FailureKind::InvalidRequest,
        })
    })?;
    let mut decoder = Decoder::new(&wire, edge.settings.loop_guard);
    let mut watch = Stopwatch::new(attempt.timers, host.now());
    let request = edge.provider_request(wire).ok_or_else(unavailable)?;
    let (left, kind) = time_left(&watch, host);
    let mut response = match with_timeout(host, left, host.fetch(request)).await {
        None => return Err(decoder.interrupted(kind)),
        Some(Err(FetchFailure::Forbidden)) => return Err(AttemptFailure::of(FailureKind::InvalidRequest)),
        Some(Err(FetchFailure::Transport)) => return Err(AttemptFailure::of(FailureKind::Transport)),
        Some(Ok(response)) => response,
    };
    if response.header("content-encoding").is_some_and(|coding| coding != "identity") {
        // No compression was requested; a small compressed body could expand to a huge one.
        return Err(decoder.interrupted(FailureKind::BadOutput));
    }
    let (content_type, retry_after) = (response.header("content-type"), response.header("retry-after"));
    decoder.head(ReplyHead {
        status: response.status(),
        content_type: content_type.as_deref(),
        retry_after: retry_after.as_deref(),
        now_ms: host.now(),
    })?;
    let mut held_back = String::new();
    let detector = LeakDetector::new(&call.prompt.system);
    loop {
        let (left, kind) = time_left(&watch, host);
        let chunk = match with_timeout(host, left, response.chunk()).await {
            None => return Err(decoder.interrupted(kind)),
            Some(Err(_)) => return Err(decoder.interrupted(FailureKind::Transport)),
            Some(Ok(None)) => return decoder.finish(),
            Some(Ok(Some(chunk))) => chunk,
        };
        log.first_chunk_ms.get_or_insert(host.now().saturating_sub(log.started_at));
        let events = decoder.push(&chunk)?;
        if decoder.partial().len() > edge.limits.output {
            return Err(decoder.interrupted(FailureKind::BadOutput));
        }
        for event in events {
            if event.is_progress() {
                watch.progress(host.now());
            }
            match (event, sink.as_deref_mut()) {
                (ReplyEvent::Content(text), Some(sink)) if call.task.output_format() == OutputFormat::Text => {
                    held_back.push_str(&text);
                    if !detector.leaks(decoder.partial()) {
                        sink.push(&std::mem::take(&mut held_back)).await;
                        // A slow client does not count against the provider.
                        watch.progress(host.now());
                    }
                }
                (ReplyEvent::Done, _) => return decoder.finish(),
                (ReplyEvent::Content(_) | ReplyEvent::Thinking, _) => {}
            }
        }
    }
}

/// Milliseconds until the next timeout, and its kind.
fn time_left<H: Host>(watch: &Stopwatch, host: &H) -> (u64, FailureKind) {
    let (due, kind) = watch.due();
    (due.saturating_sub(host.now()), kind)
}
