//! The settings in `llm.yaml`: providers, models, prices, timeouts, retries and budgets.
//!
//! Invariant: the code names no model and no price. The file names the environment variables of keys, never a key.

mod limits;
mod model;
mod provider;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub(super) use self::provider::{ChatDialect, GrammarField, WireFormat};
pub use self::{
    limits::{Allowance, BreakerSettings, Budgets, FallbackSettings, LoopGuard, Retries, Timers, TimersByUrgency},
    model::{JsonMode, MaxField, ModelRecord, Price, Thinking},
    provider::{Provider, ProviderKind},
};
use crate::engine::{
    id::Name,
    index_map::IndexMap,
    model::{CallSettings, Task, TaskClass},
    redaction::Redaction,
};

/// The settings for calls of models.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LlmSettings {
    /// Providers by id.
    pub providers: IndexMap<Name, Provider>,
    /// Models by name. A study's `models` lists these names.
    pub models: IndexMap<Name, ModelRecord>,
    /// Models of each class of tasks, first choice first. The rules follow the last model.
    pub classes: BTreeMap<TaskClass, Vec<Name>>,
    /// Overrides of a task's values.
    #[serde(default)]
    pub tasks: BTreeMap<Task, TaskSettings>,
    /// How models are called, for a study that sets neither `models` nor `calls`.
    #[serde(default)]
    pub calls: CallSettings,
    /// What is hidden from models, for a study without its own `redaction`. `{}` hides every kind of detail. Default: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redaction: Option<Redaction>,
    /// Retries at the same provider.
    #[serde(default)]
    pub retries: Retries,
    /// Timeouts of one attempt.
    #[serde(default)]
    pub timers: TimersByUrgency,
    /// When the next model is called.
    #[serde(default)]
    pub fallback: FallbackSettings,
    /// When calls to a failing provider are blocked.
    #[serde(default)]
    pub breaker: BreakerSettings,
    /// When a repetitive stream is aborted.
    #[serde(default)]
    pub loop_guard: LoopGuard,
    /// Spending limits.
    #[serde(default)]
    pub budgets: Budgets,
}

/// Overrides of a task's values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TaskSettings {
    /// Models, first choice first. Default: those of its class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub models: Option<Vec<Name>>,
    /// Temperature, 0–2, for models that accept one. Default: the task's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Maximum output tokens, 1–32,000. Default: the task's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_output: Option<u32>,
    /// Maximum seconds of one attempt, 1–600. Default: the task's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline_s: Option<u32>,
}

impl LlmSettings {
    /// Models of a task, first choice first. `chosen`, the study's models, override the file. Unknown names are dropped.
    pub fn models_for(&self, task: Task, chosen: &[String]) -> Vec<Name> {
        let known = |name: &str| self.models.get_key_value(name).map(|(name, _)| Name::clone(name));
        let own: Vec<Name> =
            chosen.iter().filter_map(|name| known(name)).filter(|name| self.fits(task, name)).collect();
        if !own.is_empty() {
            return own;
        }
        let listed = self.tasks.get(&task).and_then(|settings| settings.models.as_ref());
        let listed = listed.or_else(|| self.classes.get(&task.class()));
        listed.into_iter().flatten().filter_map(|name| known(name)).collect()
    }

    /// Whether a model returns what a task needs: vectors or text.
    fn fits(&self, task: Task, model: &str) -> bool {
        self.models.get(model).is_some_and(|record| record.embeds() == (task.class() == TaskClass::Embedding))
    }

    /// Temperature of a task in hundredths, 0–200.
    pub fn temperature(&self, task: Task) -> u8 {
        let own = self.tasks.get(&task).and_then(|settings| settings.temperature);
        own.map_or_else(|| task.temperature(), hundredths)
    }

    /// Maximum output tokens of a task.
    pub fn max_output(&self, task: Task) -> u32 {
        self.tasks.get(&task).and_then(|settings| settings.max_output).unwrap_or_else(|| task.max_output())
    }

    /// Maximum milliseconds of one attempt at a task.
    pub fn deadline_ms(&self, task: Task) -> u32 {
        let own = self.tasks.get(&task).and_then(|settings| settings.deadline_s);
        own.map_or_else(|| task.deadline_ms(), |seconds| seconds.saturating_mul(1000))
    }

    /// A model and its provider.
    pub fn model(&self, name: &str) -> Option<(&ModelRecord, &Provider)> {
        let record = self.models.get(name)?;
        Some((record, self.providers.get(&record.provider)?))
    }

    /// Names of the models with a usable provider, in order.
    pub fn usable(&self, env: impl Fn(&str) -> Option<String>) -> Vec<Name> {
        let can = |record: &ModelRecord| self.providers.get(&record.provider).is_some_and(|one| one.is_usable(&env));
        self.models.iter().filter(|(_, record)| can(record)).map(|(name, _)| Name::clone(name)).collect()
    }

    /// Gives a study without models those of [`Self::offer`]. A study with default `calls` also gets this file's `calls`.
    pub fn equip(&self, offered: &[String], models: &mut Vec<String>, calls: &mut CallSettings) {
        if models.is_empty() && !offered.is_empty() {
            offered.clone_into(models);
            if *calls == CallSettings::default() {
                calls.clone_from(&self.calls);
            }
        }
    }

    /// Gives a study without `redaction` this file's.
    pub fn protect(&self, redaction: &mut Option<Redaction>) {
        if redaction.is_none() {
            redaction.clone_from(&self.redaction);
        }
    }

    /// Models for a study without its own: the usable models of the interactive classes, first choice first.
    pub fn offer(&self, env: impl Fn(&str) -> Option<String>) -> Vec<String> {
        let usable = self.usable(env);
        let mut offered: Vec<String> = Vec::new();
        for class in [TaskClass::Analysis, TaskClass::Question] {
            for name in self.classes.get(&class).into_iter().flatten() {
                if usable.contains(name) && !offered.iter().any(|other| **other == **name) {
                    offered.push(name.to_string());
                }
            }
        }
        offered
    }
}

/// A temperature in hundredths, 0–200.
fn hundredths(temperature: f64) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0–200 first")]
    let rounded = libm::round(temperature.clamp(0.0, 2.0) * 100.0) as u8;
    rounded
}
