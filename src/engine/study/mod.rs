//! The study: what a researcher deploys. It combines concept, methodology, policy, texts and limits in one document.
//!
//! The page loads a [`Study`] as `study.json`. [`crate::studio::documents`] (feature `studio`) creates it from YAML documents.

mod after;

use serde::{Deserialize, Serialize};

pub use self::after::{Privacy, Scoring};
use crate::engine::{
    concept::Concept, id::Name, index_map::IndexMap, json, language::LanguagePack, limits::Limits,
    methodology::Methodology, model::CallSettings, policy::Policy, redaction::Redaction,
};

/// Format version of `study.json`.
pub const FORMAT: u32 = 1;

/// A checked study, with everything that an interview needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Format version, 1.
    pub format: u32,
    /// Id of the study.
    pub id: Name,
    /// Version of the study.
    pub version: String,
    /// Language of the interview, a BCP 47 tag.
    pub language: String,
    /// Title on the page.
    pub title: String,
    /// What to explore.
    pub concept: Concept,
    /// How to explore it.
    pub methodology: Methodology,
    /// How to choose the next probe.
    pub policy: Policy,
    /// Limits of the interview.
    pub limits: Limits,
    /// Texts for the respondent besides the questions.
    pub texts: Texts,
    /// Texts of the page's controls, by key.
    pub interface: IndexMap<String, String>,
    /// Language pack of the rules model.
    pub pack: LanguagePack,
    /// Fixed questions that every respondent is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub core: Vec<CoreQuestion>,
    /// Whether the endpoint collects and stores sessions.
    pub collect: bool,
    /// Scoring of finished sessions at the endpoint.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub scoring: Scoring,
    /// What the endpoint stores, and for how long.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub privacy: Privacy,
    /// Origins of pages that may embed the interview and receive its events and its session: `https://survey.example`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub embed_in: Vec<String>,
    /// Names of models at the endpoint, first choice first; `browser` is the model built into the respondent's browser.
    /// Empty: the rules model only.
    #[serde(default)]
    pub models: Vec<String>,
    /// Settings of model calls.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub calls: CallSettings,
    /// Details of an answer that are hidden from models. None: models see answers unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redaction: Option<Redaction>,
}

/// A fixed question that every respondent is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CoreQuestion {
    /// Id, unique in the study.
    pub id: Name,
    /// Text of the question.
    pub ask: String,
    /// Position in the interview. Default `first`.
    #[serde(default)]
    pub when: CoreQuestionTime,
    /// Turn after which it replaces the next question, 1 to `max_turns`. Overrides `when`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_turn: Option<u32>,
}

impl CoreQuestion {
    /// Whether it is asked at this end of the interview.
    pub fn is_at(&self, when: CoreQuestionTime) -> bool {
        self.after_turn.is_none() && self.when == when
    }
}

/// Position of a fixed question in the interview.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CoreQuestionTime {
    /// Before the opening question, in the order of the list.
    #[default]
    First,
    /// After the last question of the interview.
    Last,
}

fn is_usual<T: Default + PartialEq>(settings: &T) -> bool {
    *settings == T::default()
}

/// Texts for the respondent besides the questions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Texts {
    /// First screen.
    pub intro: Intro,
    /// Opening questions. The first one is asked.
    pub opening: Vec<String>,
    /// Heading of the last screen, "Thank you. That helps."
    pub thanks: String,
    /// Text of the last screen.
    pub goodbye: String,
    /// Shown when the interview ends because an answer shows distress, with a contact for help.
    pub safety: String,
    /// Asked when an answer shows distress: whom to turn to, and whether to stop here or go on. None: the interview ends.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub pause: String,
    /// Completion code for a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completion_code: Option<String>,
}

/// The first screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Intro {
    /// Heading, "A conversation about oat milk".
    pub title: String,
    /// Introduction.
    pub lead: String,
    /// Facts as term and description: duration, procedure, use of the answers.
    pub facts: Vec<Fact>,
    /// Consent text. None: no check box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<String>,
    /// Who runs the study.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fine_print: Option<String>,
}

/// A line of the first screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// "How long"
    pub term: String,
    /// "About eight minutes, ten questions at most"
    pub text: String,
}

impl Study {
    /// Returns the SHA-256 of the study's JSON, hexadecimal. Types fix the order of keys, so equal studies have equal hashes.
    pub fn hash(&self) -> String {
        json::write(self).map(|json| crate::engine::text::sha256(json.as_bytes())).unwrap_or_default()
    }
}
