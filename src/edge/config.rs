//! What an endpoint is made from, as a host hands it over, and what can be wrong with it.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Mutex, PoisonError},
};

use serde::Deserialize;

use super::{
    Edge, Served,
    limits::Limits,
    origin::{InvalidOrigin, Origin},
    token::{Key, Keys, Secret, ShortSecret},
};
use crate::{
    id::Name,
    llm::settings::{LlmSettings, Provider},
    study::Study,
};

/// An endpoint as it is written down: JSON in a Worker, put together by the native server.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Studies, each as its `study.json` with who may use it.
    pub studies: Vec<StudyConfig>,
    /// What `llm.yaml` says.
    pub settings: LlmSettings,
    /// Limits; absent keys take the default, budgets those of the settings.
    #[serde(default)]
    pub limits: Option<Limits>,
    /// The key that signs tokens, and after a rotation the one before it.
    pub keys: Vec<KeyConfig>,
    /// What a researcher has to know; none: there are no researchers. At least 32 bytes.
    #[serde(default)]
    pub researcher_secret: Option<Hidden>,
    /// Origins of consoles elsewhere: their pages may ask what researchers ask, and nothing else. Default: none.
    #[serde(default)]
    pub consoles: Vec<String>,
    /// Values of the environment variables that the settings name: keys of providers and their addresses.
    #[serde(default)]
    pub env: BTreeMap<String, Hidden>,
}

/// A study and who may use it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyConfig {
    /// The study.
    pub study: Study,
    /// Origins of pages that may use it, besides the endpoint's own.
    #[serde(default)]
    pub origins: Vec<String>,
    /// What tickets of the survey around are sealed with; none: everybody may come. At least 32 bytes.
    #[serde(default)]
    pub ticket_secret: Option<Hidden>,
    /// Whether made-up respondents are offered. Default false.
    #[serde(default)]
    pub is_test: bool,
}

/// A key that signs tokens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyConfig {
    /// Its name.
    pub kid: String,
    /// At least 32 unpredictable bytes.
    pub secret: Hidden,
}

/// A text that is not shown by `Debug`.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Hidden(pub String);

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hidden")
    }
}

/// What is wrong with the configuration of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigProblem {
    /// No key, or more than two.
    #[error("an endpoint signs with one key, and after a rotation keeps the one before it; {0} are given")]
    Keys(usize),
    /// A secret that can be guessed.
    #[error(transparent)]
    Secret(#[from] ShortSecret),
    /// A text that is no origin.
    #[error(transparent)]
    Origin(#[from] InvalidOrigin),
    /// A provider's address that keys must not be sent to.
    #[error(
        "the address of provider `{provider}` is `{address}`; it has to begin with https:// so that the key is not read on \
         the way; only this computer (127.0.0.1, localhost) may be asked over http://"
    )]
    Address {
        /// Id of the provider.
        provider: Name,
        /// The address.
        address: String,
    },
}

impl Edge {
    /// An endpoint from its configuration.
    ///
    /// # Errors
    /// [`ConfigProblem`] names what has to be changed.
    pub fn new(config: Config) -> Result<Self, ConfigProblem> {
        let Config { studies, settings, limits, keys, researcher_secret, consoles, env } = config;
        let limits = limits.unwrap_or_else(|| Limits::within(&settings.budgets));
        let lookup = |name: &str| env.get(name).map(|value| value.0.clone());
        let usable = settings.usable(lookup);
        for (id, provider) in &settings.providers {
            let is_asked =
                usable.iter().filter_map(|name| settings.models.get(name)).any(|model| model.provider == *id);
            let address = provider.address(lookup);
            if is_asked && !is_safe(&address) {
                return Err(ConfigProblem::Address { provider: id.clone(), address });
            }
        }
        let researcher = researcher_secret.map(|secret| Secret::new(&secret.0)).transpose()?;
        let consoles: Result<Vec<Origin>, InvalidOrigin> =
            consoles.iter().map(|origin| Origin::parse(origin)).collect();
        let served: Result<Vec<Served>, ConfigProblem> = studies.into_iter().map(StudyConfig::served).collect();
        Ok(Self {
            studies: served?,
            consoles: consoles?,
            keys: signing(keys)?,
            limits,
            researcher,
            usable,
            secrets: Secrets(env),
            health: Mutex::default(),
            runs: super::stages::Runs::default(),
            shelf: super::shelf::Shelf::default(),
            settings,
        })
    }

    /// Where a provider's paths stand.
    pub(super) fn address(&self, provider: &Provider) -> String {
        provider.address(|name| self.secrets.get(name).map(str::to_owned))
    }

    /// Does something with what is remembered of providers for a study. Each study has its own, so that none spoils
    /// another's.
    pub(super) fn with_health<T>(&self, study: &str, work: impl FnOnce(&mut crate::llm::calling::Health) -> T) -> T {
        let mut health = self.health.lock().unwrap_or_else(PoisonError::into_inner);
        work(health.entry(study.to_owned()).or_default())
    }
}

fn signing(keys: Vec<KeyConfig>) -> Result<Keys, ConfigProblem> {
    let count = keys.len();
    let mut keys = keys.into_iter().map(|key| Key::new(&key.kid, key.secret.0.into_bytes()));
    match (keys.next(), keys.next(), keys.next()) {
        (Some(current), previous, None) => Ok(Keys::new(current?, previous.transpose()?)),
        (Some(_), _, Some(_)) | (None, _, _) => Err(ConfigProblem::Keys(count)),
    }
}

impl StudyConfig {
    fn served(self) -> Result<Served, ConfigProblem> {
        let Self { study, origins, ticket_secret, is_test } = self;
        let origins: Result<Vec<Origin>, InvalidOrigin> = origins.iter().map(|origin| Origin::parse(origin)).collect();
        let ticket_key = ticket_secret.map(|secret| Key::new("ticket", secret.0.into_bytes())).transpose()?;
        Ok(Served { ticket_key, is_test, ..Served::new(study, origins?) })
    }
}

/// Whether a key may be sent there: over TLS, or to this computer.
pub fn is_safe(address: &str) -> bool {
    if address.starts_with("https://") {
        return true;
    }
    let Some(rest) = address.strip_prefix("http://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, _) = crate::origin::split_port(authority);
    is_loopback(host)
}

/// Whether a host's name or address is this computer's own, whatever a name server says.
pub fn is_loopback(host: &str) -> bool {
    let is_v4 = host.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback());
    is_v4 || host == "localhost" || host == "[::1]"
}

/// Keys and addresses by the name of their environment variable. Not shown by `Debug`.
pub(super) struct Secrets(BTreeMap<String, Hidden>);

impl Secrets {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|value| value.0.trim()).filter(|value| !value.is_empty())
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.keys()).finish()
    }
}
