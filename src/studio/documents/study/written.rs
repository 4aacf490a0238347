//! A study as written, before its parts are resolved.

use serde::Deserialize;
use serde_yaml::Value;

use crate::engine::{
    id::Name,
    limits::Limits,
    model::CallSettings,
    redaction::Redaction,
    study::{CoreQuestion, Privacy, Scoring, Texts},
};

/// The id of a document, or the document itself. Only its schema is used; the reader handles each form by key.
#[cfg(not(target_arch = "wasm32"))]
#[derive(schemars::JsonSchema)]
#[schemars(untagged, inline)]
#[expect(dead_code, reason = "describes a form of the schema")]
pub(in crate::studio::documents) enum IdOrDocument<T> {
    /// Id of a document beside the study.
    Id(String),
    /// The document itself.
    Document(T),
}

/// A study as written.
#[derive(Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "concept, methodology and policy are required here and read on their own")]
pub(in crate::studio::documents) struct WrittenStudy {
    /// Id of the study.
    pub(super) id: Name,
    /// Version of the study. Default 1.
    #[serde(default = "first_version")]
    pub(super) version: String,
    /// Language of the interview, a BCP 47 tag.
    pub(super) language: String,
    /// Title on the page.
    pub(super) title: String,
    /// What to explore: the id of a concept, or the concept itself.
    #[cfg_attr(not(target_arch = "wasm32"), schemars(with = "IdOrDocument<crate::engine::concept::Concept>"))]
    concept: Value,
    /// How to explore it: the id of a methodology, or the methodology itself.
    #[cfg_attr(not(target_arch = "wasm32"), schemars(with = "IdOrDocument<crate::engine::methodology::Methodology>"))]
    methodology: Value,
    /// How to choose the next probe: the id of a policy, or its settings.
    #[cfg_attr(not(target_arch = "wasm32"), schemars(with = "IdOrDocument<crate::engine::policy::Policy>"))]
    policy: Value,
    /// Limits of the interview.
    #[serde(default)]
    pub(super) limits: Limits,
    /// Texts for the respondent besides the questions.
    #[serde(default)]
    pub(super) texts: Texts,
    /// Fixed questions that every respondent is asked. Default none.
    #[serde(default)]
    pub(super) core: Vec<CoreQuestion>,
    /// Whether the endpoint collects and stores sessions. Default false.
    #[serde(default)]
    pub(super) collect: bool,
    /// Scoring of finished sessions at the endpoint.
    #[serde(default)]
    pub(super) scoring: Scoring,
    /// What the endpoint stores, and for how long.
    #[serde(default)]
    pub(super) privacy: Privacy,
    /// Origins of pages that may embed the interview and receive its events and its session: `https://survey.example`.
    /// Default none.
    #[serde(default)]
    pub(super) embed_in: Vec<String>,
    /// Names of models at the endpoint, first choice first; `browser` is the model built into the respondent's browser.
    /// Default none: the rules model, or the models that the endpoint offers.
    #[serde(default)]
    pub(super) models: Vec<String>,
    /// Settings of model calls.
    #[serde(default)]
    pub(super) calls: CallSettings,
    /// Details of an answer that are hidden from models: `{}` hides every kind, `{hide: []}` none. Default: the redaction of
    /// the model settings; without one, models see answers unchanged.
    #[serde(default)]
    pub(super) redaction: Option<Redaction>,
}

fn first_version() -> String {
    "1".to_owned()
}
