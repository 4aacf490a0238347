//! A call of a model as the engine sees it: what it asks for, what came back, and what is kept of it.

use indexmap::IndexMap;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Context, Task};
use crate::json;

/// How a study calls its models.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Calls {
    /// One call for everything an answer tells, or one for each part of it. Default batched.
    pub mode: Mode,
    /// Where the first question comes from. Default written: every respondent is asked the same one.
    pub opening: Opening,
    /// Milliseconds a respondent waits for models in one turn, 1,000–120,000. Default 25,000.
    pub turn_budget_ms: u32,
    /// The six qualitative signals are asked for every so many turns, 1–20, if the policy reads them. Default 2.
    pub qualitative_every: u32,
    /// Drop an idea whose quote does not stand in the answer, instead of halving its confidence. Default true.
    pub strict_quotes: bool,
    /// Words no model's question may hold, besides those of the language that ask for personal data. Default none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<String>,
}

impl Default for Calls {
    fn default() -> Self {
        Self {
            mode: Mode::default(),
            opening: Opening::default(),
            turn_budget_ms: 25_000,
            qualitative_every: 2,
            strict_quotes: true,
            forbidden: Vec::new(),
        }
    }
}

/// How the reading of an answer is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// In one call.
    #[default]
    Batched,
    /// One call a part, at the same time. For small models.
    Split,
}

/// Where the first question comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// From the study, `texts.opening`: the same for everybody, and without a wait.
    #[default]
    Written,
    /// From a model, which sees the concept and the goal; from the study where it fails.
    Worded,
}

/// What the engine asks of a model. A prompt is rendered from it by whoever talks to one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Request {
    /// Id within the session: `t7.analysis`, after an edit `t7.2.analysis`, the second try `t7.analysis.retry`.
    pub id: String,
    /// The task.
    pub task: Task,
    /// Turn it belongs to; 0 for the opening question.
    pub turn: u32,
    /// What the task needs to know of the interview; the rest is in the study.
    pub context: Context,
    /// What it may cost.
    pub budget: Budget,
}

/// What a call may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Milliseconds until the reply is needed, retries included.
    pub deadline_ms: u32,
    /// Most output tokens.
    pub max_output: u32,
}

/// What became of a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// Id of the request.
    pub id: String,
    /// What came back, or why nothing did.
    pub outcome: Outcome,
}

/// What came back, or why nothing did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A model replied. Whether the reply is any good is for the task's parser to say.
    Completion(Completion),
    /// No reply. Data, not an error: the rules stand in.
    Failure(CallFailure),
}

/// A model's reply, whoever's wire format it came in.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Completion {
    /// Its text; JSON as text where the task asks for JSON.
    pub output: String,
    /// Why the model stopped.
    pub finish: Finish,
    /// Name of the model, as the host wants it known.
    pub model: String,
    /// What it took.
    #[serde(flatten)]
    pub effort: Effort,
}

impl<'de> Deserialize<'de> for Completion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Own {
            output: String,
            finish: Finish,
            model: String,
        }
        let (Own { output, finish, model }, effort) = json::both(deserializer)?;
        Ok(Self { output, finish, model, effort })
    }
}

/// What a call took, all attempts together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Effort {
    /// Milliseconds from the request to the last byte, waits between attempts included.
    pub latency_ms: u64,
    /// Attempts made; 0 if no model was reached for.
    pub attempts: u32,
    /// Tokens of all attempts.
    pub usage: Usage,
    /// Whether the tokens were estimated.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub usage_estimated: bool,
    /// Price in billionths of a US dollar; none where one of the attempts has no price. A price of 0 is a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_nano_usd: Option<u64>,
    /// Model that should have replied, if another one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_from: Option<String>,
}

/// Tokens of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Usage {
    /// Read, those from a cache included.
    pub input: u64,
    /// Written, those of reasoning included.
    pub output: u64,
    /// Read from a cache.
    #[serde(skip_serializing_if = "is_zero")]
    pub cached_input: u64,
    /// Written to a cache.
    #[serde(skip_serializing_if = "is_zero")]
    pub cache_write: u64,
    /// Spent on reasoning.
    #[serde(skip_serializing_if = "is_zero")]
    pub reasoning: u64,
}

#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")
)]
fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// Why a model stopped writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// It was done.
    #[default]
    Stop,
    /// The output limit; JSON is cut.
    Length,
}

/// Why there is no reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CallFailure {
    /// The kind, by which retries and fallbacks are decided.
    pub kind: FailureKind,
    /// For a person; never the provider's own words, never a key, never what the respondent said.
    pub message: String,
    /// What it took nevertheless.
    #[serde(flatten)]
    pub effort: Effort,
}

impl<'de> Deserialize<'de> for CallFailure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Own {
            kind: FailureKind,
            #[serde(default)]
            message: String,
        }
        let (Own { kind, message }, effort) = json::both(deserializer)?;
        Ok(Self { kind, message, effort })
    }
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The provider does not know the key.
    Auth,
    /// The key may not do this.
    Permission,
    /// The provider's account is out of money.
    QuotaExhausted,
    /// Too many requests.
    RateLimited,
    /// The provider is overloaded or failed inside.
    Overloaded,
    /// The provider does not take the request.
    InvalidRequest,
    /// The prompt is too long for the model.
    ContextTooLong,
    /// The model or its filter refused.
    Refused,
    /// No first byte in time.
    TimeoutFirst,
    /// The stream stopped.
    TimeoutStall,
    /// Not finished in time.
    TimeoutTotal,
    /// The network failed.
    Transport,
    /// The reply cannot be used.
    BadOutput,
    /// Called off.
    Cancelled,
    /// The session, the study or the endpoint has spent its budget.
    BudgetExhausted,
    /// There is nobody to ask.
    Unavailable,
}

/// What is kept of a call.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CallRecord {
    /// Id of the request.
    pub id: String,
    /// The task.
    pub task: Task,
    /// Model that replied; none if none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Why there was no usable reply; none if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<FailureKind>,
    /// Parts of the reply with where their values came from, for replies that have parts.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub sections: IndexMap<Section, SectionSource>,
    /// What was dropped from the reply, by reason.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub drops: IndexMap<String, u32>,
    /// What it took.
    #[serde(flatten)]
    pub effort: Effort,
}

impl<'de> Deserialize<'de> for CallRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Own {
            id: String,
            task: Task,
            #[serde(default)]
            model: Option<String>,
            #[serde(default)]
            failure: Option<FailureKind>,
            #[serde(default)]
            sections: IndexMap<Section, SectionSource>,
            #[serde(default)]
            drops: IndexMap<String, u32>,
        }
        let (Own { id, task, model, failure, sections, drops }, effort) = json::both(deserializer)?;
        Ok(Self { id, task, model, failure, sections, drops, effort })
    }
}

/// A part of the reading of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// Whether there is anything to code.
    Extractability,
    /// Ideas and connections.
    Extraction,
    /// Engagement.
    Momentum,
    /// Depth, tone, certainty and the like.
    Signals,
    /// How ambiguous it is.
    Ambiguity,
    /// The six qualitative readings.
    Qualitative,
    /// Which isolated ideas belong to which others.
    Plausibility,
}

/// Where a part of the reading came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SectionSource {
    /// The model's reply.
    Llm,
    /// The reply to a second try.
    LlmRetry,
    /// The rules.
    Rules,
    /// The value that stands for not knowing.
    Default,
}
