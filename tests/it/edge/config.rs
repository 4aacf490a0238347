//! Endpoints as the tests set them up.

use std::sync::OnceLock;

use querent_engine::{
    edge::{
        Endpoint, EndpointConfig, EndpointLimits, ErrorCode, HiddenText, KeyConfig, SigningKey, SigningKeys,
        StudyConfig,
    },
    engine::study::Study,
    studio::{
        documents::{self, Files},
        settings::LlmSettings,
    },
};
use serde_json::json;

use super::world::PAGE;
use crate::program::root;

/// What tokens are signed with.
pub(crate) fn signing_keys() -> SigningKeys {
    SigningKeys::new(SigningKey::new("one", SIGNING.as_bytes().to_vec()).unwrap(), None)
}

const SIGNING: &str = "canary-signing-key-0123456789abcdef";
pub(crate) const SECRET: &str = "canary-secret-of-the-researcher-0123456789";
/// The key of the first provider; never to be seen but in the header it belongs in.
pub(crate) const CANARY: &str = "sk-canary-4f9d2b7c";

/// Two providers with a model each, and one without a price.
pub(crate) fn settings() -> LlmSettings {
    serde_json::from_value(json!({
        "providers": {
            "first": {"kind": "anthropic", "base_url": "https://first.example", "key_env": "FIRST_KEY"},
            "second": {"kind": "openai", "base_url": "https://second.example/v1", "key_env": "SECOND_KEY"},
            "keyless": {"kind": "openai", "base_url": "https://third.example/v1", "key_env": "THIRD_KEY"}
        },
        "models": {
            "quick": {"provider": "first", "model": "true-name-of-quick", "context_tokens": 200_000, "max_output": 8_000,
                "json": "schema", "price": {"input": 1.0, "output": 5.0}},
            "spare": {"provider": "second", "model": "true-name-of-spare", "context_tokens": 100_000, "max_output": 4_000,
                "json": "schema", "price": null},
            "locked": {"provider": "keyless", "model": "x", "context_tokens": 1_000, "max_output": 100, "price": null}
        },
        "classes": {"analysis": ["quick", "spare"], "question": ["quick", "spare"], "report": ["quick"], "judge": ["quick"]}
    }))
    .unwrap()
}

/// The oat-milk study with models, for pages of one origin.
pub(crate) fn oat_milk() -> StudyConfig {
    let study = Study { models: vec!["quick".to_owned(), "spare".to_owned()], ..study("oat_milk") };
    StudyConfig { study, origins: vec![PAGE.to_owned()], ticket_secret: None, is_test: false }
}

/// The usual endpoint.
pub(crate) fn config() -> EndpointConfig {
    let hidden = |text: &str| HiddenText(text.to_owned());
    EndpointConfig {
        studies: vec![oat_milk()],
        settings: settings(),
        limits: Some(EndpointLimits::default()),
        keys: vec![KeyConfig { kid: "one".to_owned(), secret: hidden(SIGNING) }],
        researcher_secret: Some(hidden(SECRET)),
        consoles: Vec::new(),
        env: [("FIRST_KEY", CANARY), ("SECOND_KEY", "sk-canary-second")]
            .map(|(name, key)| (name.to_owned(), hidden(key)))
            .into(),
    }
}

pub(crate) fn edge_with(change: impl FnOnce(&mut EndpointConfig)) -> Endpoint {
    let mut config = config();
    change(&mut config);
    Endpoint::new(config).unwrap()
}

/// A shipped study.
pub(crate) fn study(id: &str) -> Study {
    static FILES: OnceLock<Files> = OnceLock::new();
    let files = FILES.get_or_init(|| documents::folder::folder(&root().join("config")).unwrap());
    documents::study(files, &format!("studies/{id}.yaml")).unwrap()
}

/// A refusal's status and code.
pub(crate) fn refused(code: ErrorCode) -> (u16, String) {
    (code.status(), code.word().to_owned())
}
