//! What follows a finished session at an endpoint that keeps it.

use serde::{Deserialize, Serialize};

/// How finished sessions are scored at the endpoint. The rules always score; this is about a judge that is a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {
    /// Whether a session that is completed is scored without being asked for. On demand it can be in any case. Default false.
    pub enabled: bool,
    /// Model of the judge, by its name in `llm.yaml`. Default: the models of class `judge` there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Seconds for a whole scoring, 30–3,600. Default 600.
    pub timeout_s: u32,
    /// Times the judge is asked again for a total that could not be read, 0–10. Default 5.
    pub max_extraction_retries: u32,
    /// Most tokens of the interview that the judge is shown, 4,000–1,000,000; above it the oldest results are left out
    /// first. Default 60,000.
    pub context_token_budget: u32,
    /// Whether the rules score where no model can be asked; else such a scoring fails as `unavailable`. Default true.
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

/// What the endpoint keeps of collected sessions, and for how long.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Privacy {
    /// Days after the last word of a session until it is deleted with all that belongs to it, 1–3,650. Default: it is kept
    /// until somebody deletes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retention_days: Option<u32>,
    /// Whether prompts and replies of the stages after the interview are kept in full. Default false: their hashes and
    /// lengths alone.
    pub store_llm_bodies: bool,
}
