//! Settings for finished sessions at a collecting endpoint.

use serde::{Deserialize, Serialize};

/// Scoring of finished sessions by a model at the endpoint. The rules always score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {
    /// Whether completed sessions are scored automatically. Scoring on demand is always possible. Default false.
    pub enabled: bool,
    /// Name of the judge model in `llm.yaml`. Default: the models of class `judge`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Timeout of a scoring in seconds, 30–3,600. Default 600.
    pub timeout_s: u32,
    /// Retries if the judge's total cannot be parsed, 0–10. Default 5.
    pub max_extraction_retries: u32,
    /// Most tokens of the interview in the judge's prompt, 4,000–1,000,000. The oldest results are omitted first. Default
    /// 60,000.
    pub context_token_budget: u32,
    /// Whether the rules score if no model is available. Otherwise the scoring fails as `unavailable`. Default true.
    pub allow_rules: bool,
}

impl Default for Scoring {
    fn default() -> Self {
        Self {
            enabled: false,
            model: None,
            timeout_s: 600,
            max_extraction_retries: 5,
            context_token_budget: 60_000,
            allow_rules: true,
        }
    }
}

/// What the endpoint stores of collected sessions, and for how long.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Privacy {
    /// Days after the last entry of a session until it is deleted, 1–3,650. Default: no automatic deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retention_days: Option<u32>,
    /// Whether prompts and replies of the stages after the interview are stored in full. Default false: only their hashes
    /// and lengths.
    pub store_llm_bodies: bool,
}
