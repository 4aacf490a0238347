//! What `llm.yaml` says: whom to ask, with which models, at what price, how long and how often.
//!
//! Invariant: no model, price or address stands in code; they stand there. Keys stand nowhere: only the names of the
//! environment variables that hold them.

mod limits;
mod model;

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

pub use self::{
    limits::{Allowance, Breaker, Budgets, Fallback, LoopGuard, Retries, Timers, TimersByUrgency},
    model::{JsonMode, MaxField, ModelRecord, Price, Thinking},
};
use super::{Calls, Class, Task, providers::Kind, redaction::Redaction};
use crate::id::Name;

/// The settings of all that calls models.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LlmSettings {
    /// Who may be asked, by id.
    pub providers: IndexMap<Name, Provider>,
    /// Models, by the name this file calls them. A study's `models` names these.
    pub models: IndexMap<Name, ModelRecord>,
    /// Models of each class of tasks, first choice first. The rules stand after the last one.
    pub classes: BTreeMap<Class, Vec<Name>>,
    /// What differs from the task's own values.
    #[serde(default)]
    pub tasks: BTreeMap<Task, TaskSettings>,
    /// How models are called for a study that names neither models nor this.
    #[serde(default)]
    pub calls: Calls,
    /// What no model is shown of an answer, for every study that does not say so itself: `{}` hides every kind of detail.
    /// Default: models see answers as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redaction: Option<Redaction>,
    /// Further attempts at the same provider.
    #[serde(default)]
    pub retries: Retries,
    /// How long one attempt may take.
    #[serde(default)]
    pub timers: TimersByUrgency,
    /// When the next model of the list is asked.
    #[serde(default)]
    pub fallback: Fallback,
    /// When a provider is left alone for a while.
    #[serde(default)]
    pub breaker: Breaker,
    /// When a stream that repeats itself is cut.
    #[serde(default)]
    pub loop_guard: LoopGuard,
    /// What may be spent.
    #[serde(default)]
    pub budgets: Budgets,
}

/// Somebody who runs models.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Provider {
    /// Whose wire format it speaks.
    pub kind: Kind,
    /// Address its paths stand below. Default: the provider's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// Environment variable that may hold another address. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url_env: Option<String>,
    /// Environment variable that holds the key. Default none: a server that wants no key, as on this computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
}

impl Provider {
    /// The address its paths stand below, without a slash at the end. `env` looks an environment variable up.
    pub fn address(&self, env: impl Fn(&str) -> Option<String>) -> String {
        let own = || self.base_url.clone().unwrap_or_else(|| self.kind.base_url().to_owned());
        let other = self.base_url_env.as_deref().and_then(env).filter(|address| !address.trim().is_empty());
        other.unwrap_or_else(own).trim().trim_end_matches('/').to_owned()
    }

    /// Whether it can be asked: it wants no key, or there is one. `env` looks an environment variable up.
    pub fn is_usable(&self, env: impl Fn(&str) -> Option<String>) -> bool {
        self.key_env.as_deref().is_none_or(|name| env(name).is_some_and(|key| !key.trim().is_empty()))
    }
}

/// What differs for a task from its own values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TaskSettings {
    /// Models, first choice first. Default: those of its class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub models: Option<Vec<Name>>,
    /// Temperature, 0–2; sent only to a model that takes one. Default: the task's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Most output tokens, 1–32,000. Default: the task's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_output: Option<u32>,
    /// Most seconds of one attempt, 1–600. Default: the task's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline_s: Option<u32>,
}

impl LlmSettings {
    /// Models of a task, first choice first; a study's own choice goes before the file's. Unknown names are left out.
    pub fn models_for(&self, task: Task, chosen: &[String]) -> Vec<Name> {
        let known = |name: &str| self.models.get_key_value(name).map(|(name, _)| Name::clone(name));
        let own: Vec<Name> =
            chosen.iter().filter_map(|name| known(name)).filter(|name| self.fits(task, name)).collect();
        if !own.is_empty() {
            return own;
        }
        let listed = self.task(task).and_then(|settings| settings.models.as_ref());
        let listed = listed.or_else(|| self.classes.get(&task.class()));
        listed.into_iter().flatten().filter_map(|name| known(name)).collect()
    }

    /// Whether a model does what a task wants: vectors or words.
    fn fits(&self, task: Task, model: &str) -> bool {
        self.models.get(model).is_some_and(|record| record.embeds() == (task.class() == Class::Embedding))
    }

    /// What the file says of a task.
    fn task(&self, task: Task) -> Option<&TaskSettings> {
        self.tasks.get(&task)
    }

    /// Temperature of a task in hundredths, 0–200.
    pub fn temperature(&self, task: Task) -> u8 {
        let own = self.task(task).and_then(|settings| settings.temperature);
        own.map_or_else(|| task.temperature(), hundredths)
    }

    /// Most output tokens of a task.
    pub fn max_output(&self, task: Task) -> u32 {
        self.task(task).and_then(|settings| settings.max_output).unwrap_or_else(|| task.max_output())
    }

    /// Most milliseconds of one attempt at a task.
    pub fn deadline_ms(&self, task: Task) -> u32 {
        let own = self.task(task).and_then(|settings| settings.deadline_s);
        own.map_or_else(|| task.deadline_ms(), |seconds| seconds.saturating_mul(1000))
    }

    /// A model and its provider.
    pub fn model(&self, name: &str) -> Option<(&ModelRecord, &Provider)> {
        let record = self.models.get(name)?;
        Some((record, self.providers.get(&record.provider)?))
    }

    /// Names of the models that can be asked with the keys there are, in order.
    pub fn usable(&self, env: impl Fn(&str) -> Option<String>) -> Vec<Name> {
        let can = |record: &ModelRecord| self.providers.get(&record.provider).is_some_and(|one| one.is_usable(&env));
        self.models.iter().filter(|(_, record)| can(record)).map(|(name, _)| Name::clone(name)).collect()
    }

    /// Equips a study that names no models with those on offer (see [`Self::offer`]), and with how this file calls them
    /// unless the study differs from the defaults in that. A study with models of its own stays as it is, and so does every
    /// study where nothing is on offer.
    pub fn equip(&self, offered: &[String], models: &mut Vec<String>, calls: &mut Calls) {
        if models.is_empty() && !offered.is_empty() {
            offered.clone_into(models);
            if *calls == Calls::default() {
                calls.clone_from(&self.calls);
            }
        }
    }

    /// Hides from models what this file hides, unless the study says itself what is hidden.
    pub fn protect(&self, redaction: &mut Option<Redaction>) {
        if redaction.is_none() {
            redaction.clone_from(&self.redaction);
        }
    }

    /// What a study gets that names no models of its own: the usable ones of the classes a respondent waits for, first
    /// choice first. Empty without a key.
    pub fn offer(&self, env: impl Fn(&str) -> Option<String>) -> Vec<String> {
        let usable = self.usable(env);
        let mut offered: Vec<String> = Vec::new();
        for class in [Class::Analysis, Class::Question] {
            for name in self.classes.get(&class).into_iter().flatten() {
                if usable.contains(name) && !offered.iter().any(|other| **other == **name) {
                    offered.push(name.to_string());
                }
            }
        }
        offered
    }
}

/// Hundredths of a temperature, within 0–200.
fn hundredths(temperature: f64) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0–200 first")]
    let rounded = libm::round(temperature.clamp(0.0, 2.0) * 100.0) as u8;
    rounded
}
