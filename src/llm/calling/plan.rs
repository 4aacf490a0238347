//! One call from its first attempt to its end.

use super::{
    cost::Spent,
    health::Health,
    judgement::{Times, Verdict, judge},
};
use crate::{
    id::Name,
    llm::{
        Budget, CallFailure, Class, Completion, FailureKind, Task,
        prompts::Prompt,
        providers::{Ask, Decoded, Decoder, Dropped, Failed, Refusal, WireRequest, encode},
        settings::{LlmSettings, ModelRecord, Retries, Timers},
    },
};

/// An attempt with less time than this is not worth its price.
const LEAST_MS: u64 = 1_000;

/// What is to be done next.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// Wait, then ask a model, and tell what came of it.
    Call(Attempt),
    /// There is a reply.
    Done(Completion),
    /// There is none; the rules stand in.
    GiveUp(CallFailure),
}

/// One attempt.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The model, by the settings' name for it.
    pub model: Name,
    /// Milliseconds to wait before it.
    pub wait_ms: u64,
    /// Its clocks, which start after the wait. No clock runs beyond what is left for the call.
    pub timers: Timers,
    /// Temperature in hundredths, 0–200.
    pub temperature_hundredths: u8,
    /// Most output tokens.
    pub max_output: u32,
    /// Optional fields the model is known to refuse.
    pub dropped: Dropped,
}

impl Attempt {
    /// The request of this attempt, and what decodes its reply. `env` looks an environment variable up, for the address.
    ///
    /// # Errors
    /// What to tell the plan if the request cannot be written.
    pub fn request(
        &self,
        prompt: &Prompt,
        settings: &LlmSettings,
        env: impl Fn(&str) -> Option<String>,
    ) -> Result<(WireRequest, Decoder), Failed> {
        let Some((record, provider)) = settings.model(&self.model) else {
            return Err(Failed::unsent(FailureKind::Unavailable));
        };
        let ask =
            Ask { temperature_hundredths: self.temperature_hundredths, max_output: self.max_output, ..Ask::of(prompt) };
        match encode(&ask, record, provider, &provider.address(env), &self.dropped) {
            Ok(request) => {
                let decoder = Decoder::new(&request, settings.loop_guard);
                Ok((request, decoder))
            }
            Err(Refusal::TooLong { .. }) => Err(Failed::unsent(FailureKind::ContextTooLong)),
            Err(Refusal::WrongModel { .. }) => Err(Failed::unsent(FailureKind::InvalidRequest)),
        }
    }
}

/// One call: which models may be asked, what was tried, how much time is left.
#[derive(Clone, Debug)]
pub struct Plan {
    task: Task,
    /// Models that may still be asked, first choice first; the current one is at the front.
    chain: Vec<Name>,
    /// The first choice.
    first: Option<Name>,
    started_ms: u64,
    ends_ms: u64,
    max_output: u32,
    /// Attempts at the current model that failed.
    failures: u32,
    /// Whether the current model was asked again for want of a field.
    without: u32,
    spent: Spent,
    last: Option<FailureKind>,
}

impl Plan {
    /// A plan for a call of a task. `chosen` are the study's own models, `usable` those that have a key, `budget` what the
    /// call may take. Times are milliseconds of any one clock.
    pub fn new(
        settings: &LlmSettings,
        task: Task,
        chosen: &[String],
        usable: &[Name],
        budget: Budget,
        now_ms: u64,
    ) -> Self {
        let mut chain: Vec<Name> = Vec::new();
        for name in settings.models_for(task, chosen) {
            if usable.contains(&name) && !chain.contains(&name) {
                chain.push(name);
            }
        }
        Self {
            task,
            first: chain.first().map(Name::clone),
            chain,
            started_ms: now_ms,
            ends_ms: now_ms.saturating_add(u64::from(budget.deadline_ms)),
            max_output: budget.max_output.min(settings.max_output(task)),
            failures: 0,
            without: 0,
            spent: Spent::default(),
            last: None,
        }
    }

    /// The first move.
    pub fn next(&mut self, settings: &LlmSettings, health: &mut Health, now_ms: u64) -> Move {
        // Models that rest are asked after the others, not never.
        let (awake, resting): (Vec<Name>, Vec<Name>) =
            self.chain.drain(..).partition(|model| !health.rests(model, now_ms));
        self.chain = awake.into_iter().chain(resting).collect();
        self.ask(settings, health, now_ms)
    }

    /// The move after an attempt. `random` is any number, all equally likely.
    pub fn told(
        &mut self,
        outcome: Result<Decoded, Failed>,
        settings: &LlmSettings,
        health: &mut Health,
        now_ms: u64,
        random: u64,
    ) -> Move {
        let Some((model, record)) = self.current(settings) else { return self.give_up(now_ms) };
        match outcome {
            Ok(reply) => {
                self.spent.add(&reply.usage, reply.usage_estimated, record);
                health.well(&record.provider, &model);
                Move::Done(self.completion(reply, &model, now_ms))
            }
            Err(failed) => {
                if !failed.is_unsent {
                    self.spent.add(&failed.usage, failed.usage_estimated, record);
                }
                self.last = Some(failed.kind);
                if !failed.is_loop && !failed.is_unsent {
                    health.failed(&record.provider, failed.kind, settings, now_ms);
                }
                self.after(&failed, &model, settings, health, now_ms, random)
            }
        }
    }

    /// The current model.
    fn current<'s>(&self, settings: &'s LlmSettings) -> Option<(Name, &'s ModelRecord)> {
        let name = self.chain.first()?;
        Some((Name::clone(name), settings.models.get(name)?))
    }

    fn after(
        &mut self,
        failed: &Failed,
        model: &Name,
        settings: &LlmSettings,
        health: &mut Health,
        now_ms: u64,
        random: u64,
    ) -> Move {
        self.failures = self.failures.saturating_add(1);
        match judge(failed, self.left(now_ms)) {
            Verdict::Nobody => self.give_up(now_ms),
            Verdict::Without => {
                let is_news = failed.unsupported.is_some_and(|field| health.drop_field(model, field));
                // As many fields as may be refused one after another; more would be a quarrel.
                self.without = self.without.saturating_add(1);
                if is_news && self.without <= 3 {
                    self.attempt(settings, health, now_ms, 0)
                } else {
                    self.switch(settings, health, now_ms, |_| true)
                }
            }
            Verdict::Another => self.switch(settings, health, now_ms, |_| true),
            Verdict::Larger => {
                let seen = settings.models.get(model).map_or(0, |record| record.context_tokens);
                self.switch(settings, health, now_ms, |record| record.context_tokens > seen)
            }
            Verdict::Again { times, at_least_ms } => {
                let wait_ms = wait(&settings.retries, self.failures - 1, random).max(at_least_ms);
                if self.may_repeat(times, settings) && self.left(now_ms) >= wait_ms.saturating_add(LEAST_MS) {
                    let provider = settings.models.get(model).map(|record| Name::clone(&record.provider));
                    let at = now_ms.saturating_add(wait_ms);
                    if provider.is_some_and(|provider| health.lets_through(&provider, settings, at)) {
                        return self.attempt(settings, health, now_ms, wait_ms);
                    }
                }
                self.switch(settings, health, now_ms, |_| true)
            }
        }
    }

    /// Whether the current model may be asked once more. While others wait it gets fewer chances than as the last one.
    fn may_repeat(&self, times: Times, settings: &LlmSettings) -> bool {
        let most = match times {
            Times::Once => settings.retries.max.min(1),
            Times::Settings => settings.retries.max,
        };
        let has_others = self.chain.len() > 1;
        // A judge speaks once or twice in all: its first failure is a reason to ask another one.
        let after = if self.task.class() == Class::Judge { 1 } else { settings.fallback.after };
        let is_patient = !has_others || self.failures < after;
        self.failures <= most && is_patient
    }

    /// Turns to the next model that fits.
    fn switch(
        &mut self,
        settings: &LlmSettings,
        health: &mut Health,
        now_ms: u64,
        fits: impl Fn(&ModelRecord) -> bool,
    ) -> Move {
        if !self.chain.is_empty() {
            let left = self.chain.remove(0);
            let is_fault = !matches!(self.last, Some(FailureKind::ContextTooLong | FailureKind::BadOutput));
            if is_fault {
                health.rest(&left, now_ms.saturating_add(u64::from(settings.fallback.hold_ms)));
            }
        }
        self.failures = 0;
        self.without = 0;
        self.chain.retain(|model| settings.models.get(model).is_some_and(&fits));
        self.ask(settings, health, now_ms)
    }

    /// Asks the first model whose provider is not left alone.
    fn ask(&mut self, settings: &LlmSettings, health: &mut Health, now_ms: u64) -> Move {
        while let Some((_, record)) = self.current(settings) {
            if health.lets_through(&record.provider, settings, now_ms) {
                return self.attempt(settings, health, now_ms, 0);
            }
            self.chain.remove(0);
        }
        self.give_up(now_ms)
    }

    fn attempt(&self, settings: &LlmSettings, health: &Health, now_ms: u64, wait_ms: u64) -> Move {
        let left = self.left(now_ms).saturating_sub(wait_ms);
        let Some((model, record)) = self.current(settings).filter(|_| left >= LEAST_MS) else {
            return self.give_up(now_ms);
        };
        Move::Call(Attempt {
            dropped: health.dropped(&model),
            model,
            wait_ms,
            timers: self.timers(settings, record, left),
            temperature_hundredths: settings.temperature(self.task),
            max_output: self.max_output,
        })
    }

    /// The clocks of an attempt: a reply that comes at once has only the one.
    fn timers(&self, settings: &LlmSettings, record: &ModelRecord, left_ms: u64) -> Timers {
        let left = u32::try_from(left_ms).unwrap_or(u32::MAX);
        let Timers { first_ms, gap_ms, total_ms } = settings.timers.of(self.task);
        let own = record.timeout_s.map_or(u32::MAX, |seconds| seconds.saturating_mul(1000));
        let total_ms = total_ms.min(settings.deadline_ms(self.task)).min(own).min(left);
        if record.streams && !record.embeds() {
            Timers { first_ms: first_ms.min(total_ms), gap_ms: gap_ms.min(total_ms), total_ms }
        } else {
            Timers { first_ms: total_ms, gap_ms: total_ms, total_ms }
        }
    }

    fn left(&self, now_ms: u64) -> u64 {
        self.ends_ms.saturating_sub(now_ms)
    }

    /// The first choice, if another model is the current one.
    fn fallback_from(&self) -> Option<String> {
        let first = self.first.as_ref()?;
        (self.chain.first() != Some(first)).then(|| first.to_string())
    }

    fn completion(&self, reply: Decoded, model: &Name, now_ms: u64) -> Completion {
        let effort = self.spent.effort(now_ms.saturating_sub(self.started_ms), self.fallback_from());
        Completion { output: reply.output, finish: reply.finish, model: model.to_string(), effort }
    }

    fn give_up(&self, now_ms: u64) -> Move {
        let kind = self.last.unwrap_or(FailureKind::Unavailable);
        let effort = self.spent.effort(now_ms.saturating_sub(self.started_ms), None);
        Move::GiveUp(CallFailure { kind, message: Failed::of(kind).message().to_owned(), effort })
    }
}

/// Milliseconds to wait before a further attempt: drawn evenly from 0 to `min(cap, base · 2^attempt)`.
fn wait(retries: &Retries, attempt: u32, random: u64) -> u64 {
    let base = u64::from(retries.base_ms);
    let doubled = 1_u64.checked_shl(attempt).and_then(|factor| base.checked_mul(factor)).unwrap_or(u64::MAX);
    let most = doubled.min(u64::from(retries.cap_ms));
    let drawn = (u128::from(random) * (u128::from(most) + 1)) >> 64;
    u64::try_from(drawn).unwrap_or(most)
}
