//! Asks models as the plan of a call says: waits, requests, clocks, retries, fallbacks. Every attempt is reserved before it
//! is made and recorded after it.

use super::{
    Edge, check,
    counters::{Call, Ledger},
    host::{Answer, Exchange, Fetch, FetchFailure, Host, within},
    limits::{DAY_MS, Spending},
    record::Record,
    stream::Events,
    tasks::Work,
};
use crate::{
    id::Name,
    llm::{
        Budget, CallFailure, Completion, FailureKind, Form, Scope, Usage,
        calling::{Attempt, Health, Move, Plan, Stopwatch},
        providers::{Ask, Decoded, Decoder, Dropped, Event, Failed, Head, Refusal, WireRequest, encode},
        settings::{ModelRecord, Provider},
    },
    text::sha256,
};

/// What one attempt at this task costs at most, whichever of its models is asked; nothing if there is no model to ask.
pub(super) fn most(edge: &Edge, work: &Work<'_>) -> Option<Spending> {
    let costs = chain(edge, work).into_iter().filter_map(|name| {
        let (record, provider) = edge.settings.model(&name)?;
        let wire = written(edge, work, record, provider, work.max_output, None).ok()?;
        let output = work.max_output.saturating_add(record.thinking_tokens).min(record.max_output);
        let usage = Usage { input: wire.estimated_input, output: output.into(), ..Usage::default() };
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

/// The models that may be asked for this, first choice first.
///
/// A respondent's tasks go to the models the study names, those of the task's class before the others; a study that names
/// none never calls. A researcher's tasks go to the models of their class.
fn chain(edge: &Edge, work: &Work<'_>) -> Vec<Name> {
    let of_class = edge.settings.models_for(work.task, &[]);
    let chosen = &work.served.study.models;
    let is_chosen = |name: &Name| chosen.iter().any(|own| **own == **name);
    let mut names: Vec<Name> = match work.task.scope() {
        Scope::Respondent if chosen.iter().any(|name| edge.settings.models.contains_key(name.as_str())) => {
            let others = edge.settings.models_for(work.task, chosen).into_iter();
            let first: Vec<Name> = of_class.into_iter().filter(is_chosen).collect();
            let others: Vec<Name> = others.filter(|name| is_chosen(name) && !first.contains(name)).collect();
            first.into_iter().chain(others).collect()
        }
        Scope::Respondent => Vec::new(),
        Scope::Researcher => {
            let first = work.first.and_then(|name| edge.settings.models.get_key_value(name));
            first.map(|(name, _)| Name::clone(name)).into_iter().chain(of_class).collect()
        }
    };
    names.retain(|name| edge.usable.contains(name));
    names
}

/// What a respondent's page is told of a model: its class, and which choice it was.
pub(super) fn pseudonym(edge: &Edge, work: &Work<'_>, model: &str) -> String {
    let class = serde_json::to_value(work.task.class()).ok();
    let class = class.as_ref().and_then(|class| class.as_str()).unwrap_or("model").to_owned();
    match chain(edge, work).iter().position(|name| **name == *model) {
        Some(0) | None => class,
        Some(place) => format!("{class}-{}", place + 1),
    }
}

/// Asks models until one replies or the plan gives up.
pub(super) async fn run<H: Host, E: Exchange>(
    edge: &Edge,
    exchange: &mut E,
    host: &H,
    work: &Work<'_>,
    call: &Call<'_>,
    ledger: &Ledger<'_, H::Database>,
    mut events: Option<&mut Events<'_>>,
) -> Result<Completion, CallFailure> {
    let budget = Budget { deadline_ms: work.deadline_ms, max_output: work.max_output };
    let usable = chain(edge, work);
    let chosen: Vec<String> = usable.iter().map(ToString::to_string).collect();
    let mut plan = Plan::new(&edge.settings, work.task, &chosen, &usable, budget, work.started_at);
    let mut next = edge.with_health(call.study, |health| plan.next(&edge.settings, health, host.now()));
    let mut number = 0;
    loop {
        let attempt = match next {
            Move::Done(completion) => return Ok(completion),
            Move::GiveUp(failure) => return Err(failure),
            Move::Call(attempt) => attempt,
        };
        number += 1;
        if attempt.wait_ms > 0 {
            host.sleep(attempt.wait_ms).await;
        }
        let is_late = number > 1 && work.haste.is_over(host.now());
        // The first attempt was reserved when the call was admitted.
        let is_reserved = is_late || number == 1 || ledger.another(call, host.now()).await.unwrap_or(false);
        let outcome = if is_late {
            Err(Failed::unsent(FailureKind::TimeoutTotal))
        } else if is_reserved {
            if let Some(events) = events.as_deref_mut().filter(|_| number > 1) {
                events.retry();
            }
            let mut log = Log::new(edge, work, &attempt, number, host.now());
            let outcome = one(edge, exchange, host, work, &attempt, events.as_deref_mut(), &mut log).await;
            host.record(&log.closed(edge, &outcome, host.now()));
            outcome
        } else {
            Err(Failed::unsent(FailureKind::BudgetExhausted))
        };
        let mut random = [0; 8];
        host.random(&mut random);
        let random = u64::from_le_bytes(random);
        next = edge.with_health(call.study, |health: &mut Health| {
            plan.told(outcome, &edge.settings, health, host.now(), random)
        });
    }
}

/// The request for a model.
fn written(
    edge: &Edge,
    work: &Work<'_>,
    record: &ModelRecord,
    provider: &Provider,
    max_output: u32,
    attempt: Option<&Attempt>,
) -> Result<WireRequest, Refusal> {
    let address = edge.address(provider);
    let prompt = &work.prompt;
    // A second try is warmer than the task; the settings may have another temperature for the task.
    let warmer = prompt.temperature_hundredths.saturating_sub(work.task.temperature());
    let base = attempt.map_or(prompt.temperature_hundredths, |attempt| attempt.temperature_hundredths);
    let temperature_hundredths = base.saturating_add(warmer).min(200);
    let ask = Ask { temperature_hundredths, max_output, ..Ask::of(prompt) };
    let none = Dropped::default();
    encode(&ask, record, provider, &address, attempt.map_or(&none, |attempt| &attempt.dropped))
}

/// One attempt, from the request to the last byte or to the clock that runs out first.
async fn one<H: Host, E: Exchange>(
    edge: &Edge,
    exchange: &mut E,
    host: &H,
    work: &Work<'_>,
    attempt: &Attempt,
    mut events: Option<&mut Events<'_>>,
    log: &mut Log,
) -> Result<Decoded, Failed> {
    let Some((record, provider)) = edge.settings.model(&attempt.model) else {
        return Err(Failed::unsent(FailureKind::Unavailable));
    };
    let wire = written(edge, work, record, provider, attempt.max_output, Some(attempt)).map_err(|refusal| {
        Failed::unsent(match refusal {
            Refusal::TooLong { .. } => FailureKind::ContextTooLong,
            Refusal::WrongModel { .. } => FailureKind::InvalidRequest,
        })
    })?;
    let mut decoder = Decoder::new(&wire, edge.settings.loop_guard);
    let mut watch = Stopwatch::new(attempt.timers, host.now());
    let fetch = edge.fetch(wire).ok_or_else(|| Failed::unsent(FailureKind::Unavailable))?;
    let (left, kind) = left(&watch, host);
    let mut answer = match within(host, left, host.fetch(fetch)).await {
        None => return Err(decoder.interrupted(kind)),
        Some(Err(FetchFailure::Forbidden)) => return Err(Failed::of(FailureKind::InvalidRequest)),
        Some(Err(FetchFailure::Transport)) => return Err(Failed::of(FailureKind::Transport)),
        Some(Ok(answer)) => answer,
    };
    if answer.header("content-encoding").is_some_and(|coding| coding != "identity") {
        // Nothing packed was asked for; a small body could hide a huge one.
        return Err(decoder.interrupted(FailureKind::BadOutput));
    }
    let (content_type, retry_after) = (answer.header("content-type"), answer.header("retry-after"));
    decoder.head(Head {
        status: answer.status(),
        content_type: content_type.as_deref(),
        retry_after: retry_after.as_deref(),
        now_ms: host.now(),
    })?;
    let mut held_back = String::new();
    let told = events.is_some().then(|| check::Told::of(&work.prompt.system));
    loop {
        let (left, kind) = self::left(&watch, host);
        let piece = match within(host, left, answer.chunk()).await {
            None => return Err(decoder.interrupted(kind)),
            Some(Err(_)) => return Err(decoder.interrupted(FailureKind::Transport)),
            Some(Ok(None)) => return decoder.finish(),
            Some(Ok(Some(piece))) => piece,
        };
        log.saw(host.now());
        let news = decoder.push(&piece)?;
        if decoder.partial().len() > edge.limits.output {
            return Err(decoder.interrupted(FailureKind::BadOutput));
        }
        for event in news {
            if event.is_progress() {
                watch.progress(host.now());
            }
            match (event, events.as_deref_mut()) {
                (Event::Content(text), Some(events)) if work.task.form() == Form::Text => {
                    held_back.push_str(&text);
                    if told.as_ref().is_none_or(|told| !told.is_in(decoder.partial())) {
                        events.delta(host, exchange, &std::mem::take(&mut held_back)).await;
                        // Time a slow reader took is not the provider's.
                        watch.progress(host.now());
                    }
                }
                (Event::Done, _) => return decoder.finish(),
                (Event::Content(_) | Event::Thinking, _) => {}
            }
        }
    }
}

/// Milliseconds until a clock runs out, and what that is then called.
fn left<H: Host>(watch: &Stopwatch, host: &H) -> (u64, FailureKind) {
    let (due, kind) = watch.due();
    (due.saturating_sub(host.now()), kind)
}

impl Edge {
    /// The request with its key; nothing if the key is missing.
    fn fetch(&self, wire: WireRequest) -> Option<Fetch> {
        let mut headers: Vec<(String, String)> =
            wire.headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        if let Some(credential) = &wire.credential {
            let key = self.secrets.get(&credential.env)?;
            headers.push((credential.header.to_owned(), credential.value(key)));
        }
        headers.push(("accept-encoding".to_owned(), "identity".to_owned()));
        Some(Fetch { url: wire.url, headers, body: wire.body.into_bytes() })
    }
}

/// The record of an attempt while it is made.
struct Log {
    record: Record,
}

impl Log {
    fn new(edge: &Edge, work: &Work<'_>, attempt: &Attempt, number: u32, now: u64) -> Self {
        let (key, day) = (edge.keys.current(), now / DAY_MS);
        let provider = edge.settings.models.get(&attempt.model).map(|record| record.provider.to_string());
        let first = chain(edge, work).first().cloned();
        Self {
            record: Record {
                call: key.blind(day, work.request),
                session: key.blind(day, work.session),
                study: work.served.study.id.to_string(),
                turn: work.turn,
                task: work.task,
                provider: provider.unwrap_or_default(),
                model: attempt.model.to_string(),
                attempt: number,
                failure: None,
                started_at: now,
                first_chunk_ms: None,
                latency_ms: 0,
                usage: Usage::default(),
                usage_estimated: false,
                cost_nano_usd: None,
                prompt_hash: work.prompt.hash.clone(),
                response_hash: None,
                fallback_from: first.filter(|first| *first != attempt.model).map(|first| first.to_string()),
                cache_hit: false,
            },
        }
    }

    fn saw(&mut self, now: u64) {
        self.record.first_chunk_ms.get_or_insert(now.saturating_sub(self.record.started_at));
    }

    fn closed(self, edge: &Edge, outcome: &Result<Decoded, Failed>, now: u64) -> Record {
        let mut record = self.record;
        let (key, day) = (edge.keys.current(), record.started_at / DAY_MS);
        record.latency_ms = now.saturating_sub(record.started_at);
        match outcome {
            Ok(decoded) => {
                record.usage = decoded.usage;
                record.usage_estimated = decoded.usage_estimated;
                record.response_hash = Some(key.blind(day, &sha256(decoded.output.as_bytes())));
            }
            Err(failed) => {
                record.failure = Some(failed.kind);
                record.usage = failed.usage;
                record.usage_estimated = failed.usage_estimated;
            }
        }
        record.cache_hit = record.usage.cached_input > 0;
        let price = edge.settings.models.get(record.model.as_str());
        record.cost_nano_usd = price.and_then(|model| model.cost(&record.usage));
        record
    }
}
