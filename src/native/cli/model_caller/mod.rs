//! Calls models from a command, without an endpoint. It executes the plan of a call with its waits, timeouts, retries and
//! fallbacks.

mod budget;

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result};
use querent_engine::{
    edge::is_safe,
    engine::{
        id::Name,
        model::{CallBudget, FailureKind, ReplyOutcome, TokenUsage},
    },
    studio::{
        calling::{CallAttempt, CallPlan, NextStep, ProviderHealth, Stopwatch},
        prompts::Prompt,
        providers::{AttemptFailure, DecodedReply, Decoder, ReplyEvent, ReplyHead, WireRequest},
        settings::ModelRecord,
    },
};

pub(super) use self::budget::{SpendingBudget, SpendingLimits, SpendingTotal};
use super::available_models::AvailableModels;
use crate::native::print;
use crate::native::server;

/// Most bytes of a reply. The longest task writes 4,000 tokens.
const MAX_REPLY_BYTES: usize = 256 * 1024;

/// Calls models.
#[derive(Debug)]
pub(super) struct ProviderCaller {
    models: AvailableModels,
    usable: Vec<Name>,
    runtime: tokio::runtime::Runtime,
    client: reqwest::Client,
    health: Mutex<ProviderHealth>,
    budget: SpendingBudget,
    /// Start of its clock.
    started: Instant,
    /// Failures that were printed already, by provider.
    said: Mutex<BTreeSet<(Name, FailureKind)>>,
}

impl ProviderCaller {
    pub(super) fn new(models: AvailableModels, limits: SpendingLimits) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let usable = models.usable();
        Ok(Self {
            models,
            usable,
            runtime: runtime.context("the threads that wait for models cannot be started")?,
            client: server::client()?,
            health: Mutex::default(),
            budget: SpendingBudget::new(limits),
            started: Instant::now(),
            said: Mutex::default(),
        })
    }

    /// Returns the available models.
    pub(super) fn models(&self) -> &AvailableModels {
        &self.models
    }

    /// Returns the cost so far.
    pub(super) fn spent(&self) -> SpendingTotal {
        self.budget.spent()
    }

    /// Sends a prompt. `chosen` are the models to try before those of the task's class; `draw` is a random number.
    pub(super) fn ask(&self, prompt: &Prompt, chosen: &[String], budget: CallBudget, draw: u64) -> ReplyOutcome {
        self.runtime.block_on(self.call(prompt, chosen, budget, draw))
    }

    async fn call(&self, prompt: &Prompt, chosen: &[String], budget: CallBudget, draw: u64) -> ReplyOutcome {
        let settings = &self.models.settings;
        let mut plan = CallPlan::new(settings, prompt.task, chosen, &self.usable, budget, self.now());
        let mut next = self.with_health(|health| plan.next(settings, health, self.now()));
        let mut attempts = 0;
        loop {
            let attempt = match next {
                NextStep::Done(completion) => return ReplyOutcome::Completion(completion),
                NextStep::GiveUp(failure) => return ReplyOutcome::Failure(failure),
                NextStep::Call(attempt) => attempt,
            };
            attempts += 1;
            tokio::time::sleep(Duration::from_millis(attempt.wait_ms)).await;
            let outcome = self.attempt(prompt, &attempt).await;
            if let Err(failed) = &outcome {
                self.print_remedy(&attempt.model, failed.kind);
            }
            let random = draw.rotate_left(attempts);
            next = self.with_health(|health| plan.after_attempt(outcome, settings, health, self.now(), random));
        }
    }

    /// Makes one attempt, within the budget.
    async fn attempt(&self, prompt: &Prompt, attempt: &CallAttempt) -> Result<DecodedReply, AttemptFailure> {
        let settings = &self.models.settings;
        let (request, decoder) = attempt.request(prompt, settings, |name| self.models.variable(name))?;
        let Some(record) = settings.models.get(&attempt.model) else {
            return Err(AttemptFailure::unsent(FailureKind::Unavailable));
        };
        if !is_safe(&request.url) {
            return Err(AttemptFailure::unsent(FailureKind::InvalidRequest));
        }
        let output = attempt.max_output.saturating_add(record.thinking_tokens).min(record.max_output);
        let most = price(
            record,
            &TokenUsage { input: request.estimated_input, output: output.into(), ..TokenUsage::default() },
        );
        if !self.budget.reserve(most) {
            return Err(AttemptFailure::unsent(FailureKind::BudgetExhausted));
        }
        let outcome = self.send(&request, decoder, attempt).await;
        let usage = match &outcome {
            Ok(reply) => reply.usage,
            Err(failed) => failed.usage,
        };
        self.budget.charge(most, price(record, &usage));
        outcome
    }

    /// Sends one request with its three timeouts.
    async fn send(
        &self,
        request: &WireRequest,
        mut decoder: Decoder,
        attempt: &CallAttempt,
    ) -> Result<DecodedReply, AttemptFailure> {
        let mut watch = Stopwatch::new(attempt.timers, self.now());
        let mut post = self.client.post(&request.url).body(request.body.clone());
        for (name, value) in &request.headers {
            post = post.header(*name, value);
        }
        if let Some(credential) = &request.credential {
            let key = self
                .models
                .variable(&credential.env)
                .ok_or_else(|| AttemptFailure::unsent(FailureKind::Unavailable))?;
            post = post.header(credential.header, credential.value(&key));
        }
        let post = post.header("accept-encoding", "identity");
        let (left, kind) = self.remaining(&watch);
        let mut reply = match tokio::time::timeout(left, post.send()).await {
            Err(_) => return Err(decoder.interrupted(kind)),
            Ok(Err(_)) => return Err(decoder.interrupted(FailureKind::Transport)),
            Ok(Ok(reply)) => reply,
        };
        let header = |name: &str| reply.headers().get(name)?.to_str().ok().map(str::to_owned);
        if header("content-encoding").is_some_and(|coding| coding != "identity") {
            // No compression was requested; a small compressed body could be huge.
            return Err(decoder.interrupted(FailureKind::BadOutput));
        }
        let (content_type, retry_after) = (header("content-type"), header("retry-after"));
        decoder.head(ReplyHead {
            status: reply.status().as_u16(),
            content_type: content_type.as_deref(),
            retry_after: retry_after.as_deref(),
            now_ms: epoch_ms(),
        })?;
        loop {
            let (left, kind) = self.remaining(&watch);
            let piece = match tokio::time::timeout(left, reply.chunk()).await {
                Err(_) => return Err(decoder.interrupted(kind)),
                Ok(Err(_)) => return Err(decoder.interrupted(FailureKind::Transport)),
                Ok(Ok(None)) => return decoder.finish(),
                Ok(Ok(Some(piece))) => piece,
            };
            let events = decoder.push(&piece)?;
            if decoder.partial().len() > MAX_REPLY_BYTES {
                return Err(decoder.interrupted(FailureKind::BadOutput));
            }
            if events.iter().any(ReplyEvent::is_progress) {
                watch.progress(self.now());
            }
        }
    }

    /// Returns the time until the next timeout, and its failure kind.
    fn remaining(&self, watch: &Stopwatch) -> (Duration, FailureKind) {
        let (due, kind) = watch.due();
        (Duration::from_millis(due.saturating_sub(self.now())), kind)
    }

    /// Returns the milliseconds since its start.
    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn with_health<T>(&self, with: impl FnOnce(&mut ProviderHealth) -> T) -> T {
        with(&mut self.health.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Prints once how the user can fix a failure.
    fn print_remedy(&self, model: &Name, kind: FailureKind) {
        let settings = &self.models.settings;
        let Some(record) = settings.models.get(model) else { return };
        let Some(remedy) = server::remedy(settings, (&record.provider, model), kind) else { return };
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.insert((Name::clone(&record.provider), kind)) {
            print::remark(format_args!("warning: {remedy}. The rules are used instead."));
        }
    }
}

/// Returns the price of tokens in billionths of a US dollar; 0 without a price.
fn price(record: &ModelRecord, usage: &TokenUsage) -> u64 {
    record.cost(usage).unwrap_or(0)
}

fn epoch_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
