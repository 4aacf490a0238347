//! Asks models from a command, without an endpoint between: the plan of a call carried out on this computer, with its waits,
//! clocks, retries and fallbacks.

mod purse;

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result};
use querent_engine::{
    edge::is_safe,
    id::Name,
    llm::{
        Budget, FailureKind, Outcome, Usage,
        calling::{Attempt, Health, Move, Plan, Stopwatch},
        prompts::Prompt,
        providers::{Decoded, Decoder, Event, Failed, Head, WireRequest},
        settings::ModelRecord,
    },
};

pub(super) use self::purse::{Limits, Purse, Spent};
use super::{models::Models, print};
use crate::server;

/// Most bytes of a reply. The longest task writes 4,000 tokens.
const MOST: usize = 256 * 1024;

/// Asks models.
#[derive(Debug)]
pub(super) struct Caller {
    models: Models,
    usable: Vec<Name>,
    runtime: tokio::runtime::Runtime,
    client: reqwest::Client,
    health: Mutex<Health>,
    purse: Purse,
    /// When its clock began.
    started: Instant,
    /// What was said of a provider already: once is enough.
    said: Mutex<BTreeSet<(Name, FailureKind)>>,
}

impl Caller {
    pub(super) fn new(models: Models, limits: Limits) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let usable = models.usable();
        Ok(Self {
            models,
            usable,
            runtime: runtime.context("the threads that wait for models cannot be started")?,
            client: server::client()?,
            health: Mutex::default(),
            purse: Purse::new(limits),
            started: Instant::now(),
            said: Mutex::default(),
        })
    }

    /// The models it can ask.
    pub(super) fn models(&self) -> &Models {
        &self.models
    }

    /// What was spent until now.
    pub(super) fn spent(&self) -> Spent {
        self.purse.spent()
    }

    /// What becomes of a prompt. `chosen` are the models to ask before those of the task's class; `draw` is any number, all
    /// equally likely.
    pub(super) fn ask(&self, prompt: &Prompt, chosen: &[String], budget: Budget, draw: u64) -> Outcome {
        self.runtime.block_on(self.call(prompt, chosen, budget, draw))
    }

    async fn call(&self, prompt: &Prompt, chosen: &[String], budget: Budget, draw: u64) -> Outcome {
        let settings = &self.models.settings;
        let mut plan = Plan::new(settings, prompt.task, chosen, &self.usable, budget, self.now());
        let mut next = self.with_health(|health| plan.next(settings, health, self.now()));
        let mut attempts = 0;
        loop {
            let attempt = match next {
                Move::Done(completion) => return Outcome::Completion(completion),
                Move::GiveUp(failure) => return Outcome::Failure(failure),
                Move::Call(attempt) => attempt,
            };
            attempts += 1;
            tokio::time::sleep(Duration::from_millis(attempt.wait_ms)).await;
            let outcome = self.attempt(prompt, &attempt).await;
            if let Err(failed) = &outcome {
                self.complain(&attempt.model, failed.kind);
            }
            let random = draw.rotate_left(attempts);
            next = self.with_health(|health| plan.told(outcome, settings, health, self.now(), random));
        }
    }

    /// One attempt, paid for.
    async fn attempt(&self, prompt: &Prompt, attempt: &Attempt) -> Result<Decoded, Failed> {
        let settings = &self.models.settings;
        let (request, decoder) = attempt.request(prompt, settings, |name| self.models.value(name))?;
        let Some(record) = settings.models.get(&attempt.model) else {
            return Err(Failed::unsent(FailureKind::Unavailable));
        };
        if !is_safe(&request.url) {
            return Err(Failed::unsent(FailureKind::InvalidRequest));
        }
        let output = attempt.max_output.saturating_add(record.thinking_tokens).min(record.max_output);
        let most = price(record, &Usage { input: request.estimated_input, output: output.into(), ..Usage::default() });
        if !self.purse.take(most) {
            return Err(Failed::unsent(FailureKind::BudgetExhausted));
        }
        let outcome = self.send(&request, decoder, attempt).await;
        let usage = match &outcome {
            Ok(reply) => reply.usage,
            Err(failed) => failed.usage,
        };
        self.purse.settle(most, price(record, &usage));
        outcome
    }

    /// One request under its three clocks, from the first byte to the last.
    async fn send(&self, request: &WireRequest, mut decoder: Decoder, attempt: &Attempt) -> Result<Decoded, Failed> {
        let mut watch = Stopwatch::new(attempt.timers, self.now());
        let mut post = self.client.post(&request.url).body(request.body.clone());
        for (name, value) in &request.headers {
            post = post.header(*name, value);
        }
        if let Some(credential) = &request.credential {
            let key = self.models.value(&credential.env).ok_or_else(|| Failed::unsent(FailureKind::Unavailable))?;
            post = post.header(credential.header, credential.value(&key));
        }
        let post = post.header("accept-encoding", "identity");
        let (left, kind) = self.left(&watch);
        let mut reply = match tokio::time::timeout(left, post.send()).await {
            Err(_) => return Err(decoder.interrupted(kind)),
            Ok(Err(_)) => return Err(decoder.interrupted(FailureKind::Transport)),
            Ok(Ok(reply)) => reply,
        };
        let header = |name: &str| reply.headers().get(name)?.to_str().ok().map(str::to_owned);
        if header("content-encoding").is_some_and(|coding| coding != "identity") {
            // Nothing packed was asked for; a small body could hide a huge one.
            return Err(decoder.interrupted(FailureKind::BadOutput));
        }
        let (content_type, retry_after) = (header("content-type"), header("retry-after"));
        decoder.head(Head {
            status: reply.status().as_u16(),
            content_type: content_type.as_deref(),
            retry_after: retry_after.as_deref(),
            now_ms: epoch_ms(),
        })?;
        loop {
            let (left, kind) = self.left(&watch);
            let piece = match tokio::time::timeout(left, reply.chunk()).await {
                Err(_) => return Err(decoder.interrupted(kind)),
                Ok(Err(_)) => return Err(decoder.interrupted(FailureKind::Transport)),
                Ok(Ok(None)) => return decoder.finish(),
                Ok(Ok(Some(piece))) => piece,
            };
            let events = decoder.push(&piece)?;
            if decoder.partial().len() > MOST {
                return Err(decoder.interrupted(FailureKind::BadOutput));
            }
            if events.iter().any(Event::is_progress) {
                watch.progress(self.now());
            }
        }
    }

    /// How long until a clock runs out, and what that is then called.
    fn left(&self, watch: &Stopwatch) -> (Duration, FailureKind) {
        let (due, kind) = watch.due();
        (Duration::from_millis(due.saturating_sub(self.now())), kind)
    }

    /// Milliseconds of its own clock.
    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn with_health<T>(&self, with: impl FnOnce(&mut Health) -> T) -> T {
        with(&mut self.health.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Tells the person at the terminal, once, what only they can mend.
    fn complain(&self, model: &Name, kind: FailureKind) {
        let settings = &self.models.settings;
        let Some(record) = settings.models.get(model) else { return };
        let Some(remedy) = server::remedy(settings, (&record.provider, model), kind) else { return };
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.insert((Name::clone(&record.provider), kind)) {
            print::remark(format_args!("warning: {remedy}. The rules stand in."));
        }
    }
}

/// Price of tokens in billionths of a US dollar; 0 where there is no price.
fn price(record: &ModelRecord, usage: &Usage) -> u64 {
    record.cost(usage).unwrap_or(0)
}

fn epoch_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
