//! The state of an endpoint: its configuration and what it remembers between requests. Everything else is in the
//! database of the host.

mod running_jobs;
mod study_cache;

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

pub(super) use self::running_jobs::{JobSlot, LEASE_MS, RunningJobs};
use self::study_cache::EndpointStudyCache;
use super::{
    auth::{Access, Secret, ServedStudy},
    budget::EndpointLimits,
    config::{ConfigError, EndpointConfig, Secrets, StudyConfig, is_safe, parse_origins, signing_keys},
    http::ProviderRequest,
};
use crate::{
    engine::id::Name,
    studio::{
        calling::ProviderHealth,
        providers::WireRequest,
        settings::{LlmSettings, Provider},
    },
};

/// An endpoint.
#[derive(Debug)]
pub struct Endpoint {
    /// Studies, keys and origins.
    pub(super) access: Access,
    pub(super) limits: EndpointLimits,
    pub(super) settings: LlmSettings,
    /// Models with a key.
    pub(super) usable: Vec<Name>,
    secrets: Secrets,
    /// Health of the providers, by study, so that one study does not affect another.
    health: Mutex<BTreeMap<String, ProviderHealth>>,
    /// Jobs of this process.
    pub(super) jobs: RunningJobs,
    /// Studies of collected sessions.
    pub(super) studies: EndpointStudyCache,
}

impl Endpoint {
    /// An endpoint from its configuration.
    ///
    /// # Errors
    /// [`ConfigError`] names the value to change.
    pub fn new(config: EndpointConfig) -> Result<Self, ConfigError> {
        let EndpointConfig { studies, settings, limits, keys, researcher_secret, consoles, env } = config;
        let limits = limits.unwrap_or_else(|| EndpointLimits::within(&settings.budgets));
        let lookup = |name: &str| env.get(name).map(|value| value.0.clone());
        let usable = settings.usable(lookup);
        for (id, provider) in &settings.providers {
            let is_used = usable.iter().filter_map(|name| settings.models.get(name)).any(|model| model.provider == *id);
            let address = provider.address(lookup);
            if is_used && !is_safe(&address) {
                return Err(ConfigError::Address { provider: id.clone(), address });
            }
        }
        let studies: Result<Vec<ServedStudy>, ConfigError> = studies.into_iter().map(StudyConfig::served).collect();
        Ok(Self {
            access: Access {
                studies: studies?,
                consoles: parse_origins(&consoles)?,
                keys: signing_keys(keys)?,
                researcher: researcher_secret.map(|secret| Secret::new(&secret.0)).transpose()?,
            },
            limits,
            usable,
            secrets: Secrets(env),
            health: Mutex::default(),
            jobs: RunningJobs::default(),
            studies: EndpointStudyCache::default(),
            settings,
        })
    }

    /// Names the owner of this endpoint's jobs. The name outlives the process, and no other process uses it at the same
    /// time: jobs that an earlier process left are then recovered at once. Without a name their lease has to expire.
    pub fn owned_by(&self, owner: &str) {
        self.jobs.set_owner(owner.to_owned());
    }

    /// The base address of a provider.
    pub(super) fn address(&self, provider: &Provider) -> String {
        provider.address(|name| self.secrets.get(name).map(str::to_owned))
    }

    /// A request to a provider with its key; none if the key is missing.
    pub(super) fn provider_request(&self, wire: WireRequest) -> Option<ProviderRequest> {
        let mut headers: Vec<(String, String)> =
            wire.headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        if let Some(credential) = &wire.credential {
            let key = self.secrets.get(&credential.env)?;
            headers.push((credential.header.to_owned(), credential.value(key)));
        }
        headers.push(("accept-encoding".to_owned(), "identity".to_owned()));
        Some(ProviderRequest { url: wire.url, headers, body: wire.body.into_bytes() })
    }

    /// Reads or changes the health of the providers for a study.
    pub(super) fn with_health<T>(&self, study: &str, work: impl FnOnce(&mut ProviderHealth) -> T) -> T {
        let mut health = self.health.lock().unwrap_or_else(PoisonError::into_inner);
        work(health.entry(study.to_owned()).or_default())
    }

    /// The provider of a model.
    pub(super) fn provider_of(&self, model: &str) -> Option<String> {
        self.settings.models.get(model).map(|record| record.provider.to_string())
    }
}
