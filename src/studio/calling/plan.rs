//! One call: its attempts, retries and fallbacks.

use super::{
    cost::TotalUsage,
    health::ProviderHealth,
    retry::{RetryDecision, decide},
};
use crate::{
    engine::{
        id::Name,
        model::{CallBudget, CallFailure, Completion, FailureKind, Task, TaskClass},
    },
    studio::{
        prompts::Prompt,
        providers::{AttemptFailure, DecodedReply, Decoder, EncodeError, RejectedFields, WireRequest, encode},
        settings::{LlmSettings, ModelRecord, Retries, Timers},
    },
};

/// Minimum milliseconds for an attempt.
const LEAST_MS: u64 = 1_000;

/// The next step of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum NextStep {
    /// Wait, call a model, and report the outcome.
    Call(CallAttempt),
    /// The call succeeded.
    Done(Completion),
    /// The call failed; the rules take over.
    GiveUp(CallFailure),
}

/// An attempt at one model.
#[derive(Clone, Debug, PartialEq)]
pub struct CallAttempt {
    /// The model's name in the settings.
    pub model: Name,
    /// Milliseconds to wait before it.
    pub wait_ms: u64,
    /// Its timeouts, which start after the wait and end with the call's deadline.
    pub timers: Timers,
    /// Temperature in hundredths, 0–200.
    pub temperature_hundredths: u8,
    /// Maximum output tokens.
    pub max_output: u32,
    /// Optional fields that the model rejects.
    pub dropped: RejectedFields,
}

impl CallAttempt {
    /// Returns the request and the decoder for its reply. `env` reads an environment variable, for the address.
    ///
    /// # Errors
    /// The failure to report to the plan, if the request cannot be written.
    pub fn request(
        &self,
        prompt: &Prompt,
        settings: &LlmSettings,
        env: impl Fn(&str) -> Option<String>,
    ) -> Result<(WireRequest, Decoder), AttemptFailure> {
        let Some((record, provider)) = settings.model(&self.model) else {
            return Err(AttemptFailure::unsent(FailureKind::Unavailable));
        };
        let (temperature_hundredths, max_output) = (self.temperature_hundredths, self.max_output);
        let prompt = Prompt { temperature_hundredths, max_output, ..prompt.clone() };
        let request = encode(&prompt, record, provider, &provider.address(env), &self.dropped);
        let request = request.map_err(|refusal| match refusal {
            EncodeError::TooLong { .. } => AttemptFailure::unsent(FailureKind::ContextTooLong),
            EncodeError::WrongModel { .. } => AttemptFailure::unsent(FailureKind::InvalidRequest),
        })?;
        let decoder = Decoder::new(&request, settings.loop_guard);
        Ok((request, decoder))
    }
}

/// One call: the candidate models, the attempts so far, and the deadline.
#[derive(Clone, Debug)]
pub struct CallPlan {
    task: Task,
    /// The remaining candidates; the current model is the first.
    candidates: Vec<Name>,
    /// The first choice.
    first: Option<Name>,
    started_ms: u64,
    ends_ms: u64,
    max_output: u32,
    /// Failed attempts at the current model.
    failures: u32,
    /// Attempts at the current model that removed a rejected field.
    removed_fields: u32,
    total: TotalUsage,
    last_failure: Option<FailureKind>,
}

impl CallPlan {
    /// Plans a call. `chosen` are the study's own models, `usable` the models with a key. Times are milliseconds of one clock.
    pub fn new(
        settings: &LlmSettings,
        task: Task,
        chosen: &[String],
        usable: &[Name],
        budget: CallBudget,
        now_ms: u64,
    ) -> Self {
        let mut candidates: Vec<Name> = Vec::new();
        for name in settings.models_for(task, chosen) {
            if usable.contains(&name) && !candidates.contains(&name) {
                candidates.push(name);
            }
        }
        Self {
            task,
            first: candidates.first().map(Name::clone),
            candidates,
            started_ms: now_ms,
            ends_ms: now_ms.saturating_add(u64::from(budget.deadline_ms)),
            max_output: budget.max_output.min(settings.max_output(task)),
            failures: 0,
            removed_fields: 0,
            total: TotalUsage::default(),
            last_failure: None,
        }
    }

    /// The first step.
    pub fn next(&mut self, settings: &LlmSettings, health: &mut ProviderHealth, now_ms: u64) -> NextStep {
        // Models in cool-down are tried last.
        self.candidates.sort_by_key(|model| health.is_cooling_down(model, now_ms));
        self.call_first(settings, health, now_ms)
    }

    /// The step after an attempt. `random` is uniformly distributed.
    pub fn after_attempt(
        &mut self,
        outcome: Result<DecodedReply, AttemptFailure>,
        settings: &LlmSettings,
        health: &mut ProviderHealth,
        now_ms: u64,
        random: u64,
    ) -> NextStep {
        let Some((model, record)) = self.current(settings) else { return self.give_up(now_ms) };
        match outcome {
            Ok(reply) => {
                self.total.add(&reply.usage, reply.usage_estimated, record);
                health.record_success(&record.provider, &model);
                NextStep::Done(self.completion(reply, &model, now_ms))
            }
            Err(failed) => {
                if !failed.is_unsent {
                    self.total.add(&failed.usage, failed.usage_estimated, record);
                }
                self.last_failure = Some(failed.kind);
                if !failed.is_loop && !failed.is_unsent {
                    health.record_failure(&record.provider, failed.kind, settings, now_ms);
                }
                self.after_failure(&failed, &model, settings, health, now_ms, random)
            }
        }
    }

    /// The current model.
    fn current<'s>(&self, settings: &'s LlmSettings) -> Option<(Name, &'s ModelRecord)> {
        let name = self.candidates.first()?;
        Some((Name::clone(name), settings.models.get(name)?))
    }

    fn after_failure(
        &mut self,
        failed: &AttemptFailure,
        model: &Name,
        settings: &LlmSettings,
        health: &mut ProviderHealth,
        now_ms: u64,
        random: u64,
    ) -> NextStep {
        self.failures = self.failures.saturating_add(1);
        match decide(failed, settings.retries.max, self.left(now_ms)) {
            RetryDecision::GiveUp => self.give_up(now_ms),
            RetryDecision::WithoutField => {
                let is_new = failed.unsupported.is_some_and(|field| health.drop_field(model, field));
                self.removed_fields = self.removed_fields.saturating_add(1);
                if is_new && self.removed_fields <= 3 {
                    self.attempt(settings, health, now_ms, 0)
                } else {
                    self.switch(settings, health, now_ms, |_| true)
                }
            }
            RetryDecision::NextModel => self.switch(settings, health, now_ms, |_| true),
            RetryDecision::LargerModel => {
                let context = settings.models.get(model).map_or(0, |record| record.context_tokens);
                self.switch(settings, health, now_ms, |record| record.context_tokens > context)
            }
            RetryDecision::Retry { most, at_least_ms } => {
                let wait_ms = backoff_ms(&settings.retries, self.failures - 1, random).max(at_least_ms);
                if self.may_retry(most, settings) && self.left(now_ms) >= wait_ms.saturating_add(LEAST_MS) {
                    let provider = settings.models.get(model).map(|record| Name::clone(&record.provider));
                    let at = now_ms.saturating_add(wait_ms);
                    if provider.is_some_and(|provider| health.is_available(&provider, settings, at)) {
                        return self.attempt(settings, health, now_ms, wait_ms);
                    }
                }
                self.switch(settings, health, now_ms, |_| true)
            }
        }
    }

    /// Whether the current model may be called again. It gets fewer retries while there are other candidates.
    fn may_retry(&self, most: u32, settings: &LlmSettings) -> bool {
        let has_others = self.candidates.len() > 1;
        // A judge is called once or twice in all, so its first failure already tries another model.
        let after = if self.task.class() == TaskClass::Judge { 1 } else { settings.fallback.after };
        self.failures <= most && (!has_others || self.failures < after)
    }

    /// Switches to the next model that fits.
    fn switch(
        &mut self,
        settings: &LlmSettings,
        health: &mut ProviderHealth,
        now_ms: u64,
        fits: impl Fn(&ModelRecord) -> bool,
    ) -> NextStep {
        if !self.candidates.is_empty() {
            let left = self.candidates.remove(0);
            let is_fault = !matches!(self.last_failure, Some(FailureKind::ContextTooLong | FailureKind::BadOutput));
            if is_fault {
                health.cool_down(&left, now_ms.saturating_add(u64::from(settings.fallback.hold_ms)));
            }
        }
        self.failures = 0;
        self.removed_fields = 0;
        self.candidates.retain(|model| settings.models.get(model).is_some_and(&fits));
        self.call_first(settings, health, now_ms)
    }

    /// Calls the first candidate with an available provider.
    fn call_first(&mut self, settings: &LlmSettings, health: &mut ProviderHealth, now_ms: u64) -> NextStep {
        while let Some((_, record)) = self.current(settings) {
            if health.is_available(&record.provider, settings, now_ms) {
                return self.attempt(settings, health, now_ms, 0);
            }
            self.candidates.remove(0);
        }
        self.give_up(now_ms)
    }

    fn attempt(&self, settings: &LlmSettings, health: &ProviderHealth, now_ms: u64, wait_ms: u64) -> NextStep {
        let left = self.left(now_ms).saturating_sub(wait_ms);
        let Some((model, record)) = self.current(settings).filter(|_| left >= LEAST_MS) else {
            return self.give_up(now_ms);
        };
        NextStep::Call(CallAttempt {
            dropped: health.dropped(&model),
            model,
            wait_ms,
            timers: self.timers(settings, record, left),
            temperature_hundredths: settings.temperature(self.task),
            max_output: self.max_output,
        })
    }

    /// The timeouts of an attempt. A reply that is not streamed has the total only.
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

    /// The first choice, if another model replied.
    fn fallback_from(&self) -> Option<String> {
        let first = self.first.as_ref()?;
        (self.candidates.first() != Some(first)).then(|| first.to_string())
    }

    fn completion(&self, reply: DecodedReply, model: &Name, now_ms: u64) -> Completion {
        let effort = self.total.effort(now_ms.saturating_sub(self.started_ms), self.fallback_from());
        Completion { output: reply.output, finish: reply.finish, model: model.to_string(), effort }
    }

    fn give_up(&self, now_ms: u64) -> NextStep {
        let kind = self.last_failure.unwrap_or(FailureKind::Unavailable);
        let effort = self.total.effort(now_ms.saturating_sub(self.started_ms), None);
        NextStep::GiveUp(CallFailure { kind, message: AttemptFailure::of(kind).message().to_owned(), effort })
    }
}

/// Milliseconds before a retry, uniform between 0 and `min(cap, base · 2^attempt)`.
fn backoff_ms(retries: &Retries, attempt: u32, random: u64) -> u64 {
    let base = u64::from(retries.base_ms);
    let doubled = 1_u64.checked_shl(attempt).and_then(|factor| base.checked_mul(factor)).unwrap_or(u64::MAX);
    let most = doubled.min(u64::from(retries.cap_ms));
    let drawn = (u128::from(random) * (u128::from(most) + 1)) >> 64;
    u64::try_from(drawn).unwrap_or(most)
}
