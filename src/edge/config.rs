//! The configuration of an endpoint and its errors.

use std::{collections::BTreeMap, fmt};

use serde::Deserialize;

use super::{
    auth::{ServedStudy, ShortSecret, SigningKey, SigningKeys},
    budget::EndpointLimits,
};
use crate::{
    engine::{id::Name, study::Study},
    studio::{
        origin::{InvalidOrigin, Origin},
        settings::LlmSettings,
    },
};

/// The configuration of an endpoint: JSON in a Worker, built from options by the native server.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndpointConfig {
    /// The studies, each with the origins that may use it.
    pub studies: Vec<StudyConfig>,
    /// The content of `llm.yaml`.
    pub settings: LlmSettings,
    /// Limits; a missing limit takes its default, a missing budget that of the settings.
    #[serde(default)]
    pub limits: Option<EndpointLimits>,
    /// The key that signs tokens and, after a rotation, the one before it.
    pub keys: Vec<KeyConfig>,
    /// The researcher's secret, 32 bytes or more; none: the researcher's routes are closed.
    #[serde(default)]
    pub researcher_secret: Option<HiddenText>,
    /// Origins of consoles on other sites; they may use the researcher's routes only. Default: none.
    #[serde(default)]
    pub consoles: Vec<String>,
    /// Values of the environment variables that the settings name: keys and addresses of providers.
    #[serde(default)]
    pub env: BTreeMap<String, HiddenText>,
}

/// A study and the origins that may use it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyConfig {
    /// The study.
    pub study: Study,
    /// Allowed origins, besides the endpoint's own.
    #[serde(default)]
    pub origins: Vec<String>,
    /// Key of the survey's tickets, 32 bytes or more; none: the study is open to everybody.
    #[serde(default)]
    pub ticket_secret: Option<HiddenText>,
    /// Whether simulated respondents are offered. Default false.
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
    pub secret: HiddenText,
}

/// A text that `Debug` hides.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct HiddenText(pub String);

impl fmt::Debug for HiddenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HiddenText")
    }
}

/// An error in the configuration of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// No key, or more than two.
    #[error("an endpoint signs with one key, and after a rotation keeps the one before it; {0} are given")]
    Keys(usize),
    /// A secret is too short.
    #[error(transparent)]
    Secret(#[from] ShortSecret),
    /// A text is not an origin.
    #[error(transparent)]
    Origin(#[from] InvalidOrigin),
    /// The address of a provider is not safe for a key.
    #[error(
        "the address of provider `{provider}` is `{address}`; it has to begin with https:// to protect the key; only this \
         computer (127.0.0.1, localhost) may be used over http://"
    )]
    Address {
        /// Id of the provider.
        provider: Name,
        /// The address.
        address: String,
    },
}

/// The keys that sign tokens.
pub(super) fn signing_keys(keys: Vec<KeyConfig>) -> Result<SigningKeys, ConfigError> {
    let count = keys.len();
    let mut keys = keys.into_iter().map(|key| SigningKey::new(&key.kid, key.secret.0.into_bytes()));
    match (keys.next(), keys.next(), keys.next()) {
        (Some(current), previous, None) => Ok(SigningKeys::new(current?, previous.transpose()?)),
        (Some(_), _, Some(_)) | (None, _, _) => Err(ConfigError::Keys(count)),
    }
}

/// Parses a list of origins.
pub(super) fn parse_origins(origins: &[String]) -> Result<Vec<Origin>, InvalidOrigin> {
    origins.iter().map(|origin| Origin::parse(origin)).collect()
}

impl StudyConfig {
    /// The study as it is served.
    pub(super) fn served(self) -> Result<ServedStudy, ConfigError> {
        let Self { study, origins, ticket_secret, is_test } = self;
        let ticket_key = ticket_secret.map(|secret| SigningKey::new("ticket", secret.0.into_bytes())).transpose()?;
        Ok(ServedStudy { ticket_key, is_test, ..ServedStudy::new(study, parse_origins(&origins)?) })
    }
}

/// Whether a key may be sent to an address: over TLS, or to this computer.
pub fn is_safe(address: &str) -> bool {
    if address.starts_with("https://") {
        return true;
    }
    let Some(rest) = address.strip_prefix("http://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, _) = crate::studio::origin::split_port(authority);
    is_loopback(host)
}

/// Whether a host is this computer, independent of any name server.
pub fn is_loopback(host: &str) -> bool {
    let is_v4 = host.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback());
    is_v4 || host == "localhost" || host == "[::1]"
}

/// Keys and addresses by the name of their environment variable. `Debug` hides the values.
pub(super) struct Secrets(pub(super) BTreeMap<String, HiddenText>);

impl Secrets {
    /// A value; none if it is missing or blank.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|value| value.0.trim()).filter(|value| !value.is_empty())
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.keys()).finish()
    }
}
