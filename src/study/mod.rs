//! What a researcher deploys: concept, methodology, policy, texts and limits, resolved into one document.
//!
//! [`Study`] is the form the page loads (`study.json`). [`crate::documents`] (feature `studio`) reads the YAML files
//! it is made from.

mod after;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

pub use self::after::{Privacy, Scoring};
use crate::{
    concept::Concept,
    id::Name,
    limits::Limits,
    llm::{Calls, redaction::Redaction, rules::LanguagePack},
    methodology::Methodology,
    policy::Policy,
};

/// Number of the format of `study.json`.
pub const FORMAT: u32 = 1;

/// Everything an interview needs, checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Number of the format, 1.
    pub format: u32,
    /// Id of the study.
    pub id: Name,
    /// Version of the study.
    pub version: String,
    /// Language of the interview, a BCP 47 tag.
    pub language: String,
    /// Title on the page.
    pub title: String,
    /// WHAT to explore.
    pub concept: Concept,
    /// HOW to explore it.
    pub methodology: Methodology,
    /// How the next probe is chosen.
    pub policy: Policy,
    /// How far the interview may go.
    pub limits: Limits,
    /// What the respondent reads beside the questions.
    pub texts: Texts,
    /// Words of the page's controls, by key.
    pub interface: IndexMap<String, String>,
    /// Word lists and cues of the language, for the rules model.
    pub pack: LanguagePack,
    /// Questions asked of everyone, in fixed wording, besides those the interview finds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub core: Vec<CoreQuestion>,
    /// Whether sessions are sent to the endpoint as they go on, and kept there.
    pub collect: bool,
    /// How finished sessions are scored at the endpoint.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub scoring: Scoring,
    /// What the endpoint keeps, and for how long.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub privacy: Privacy,
    /// Origins of pages that may frame the interview and hear how it goes, the session at its end included:
    /// `https://survey.example`. Empty: a page around a frame hears nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub embed_in: Vec<String>,
    /// Models by name as the endpoint knows them, first choice first; `browser` is the one built into the respondent's
    /// browser. Empty: the rules model alone.
    #[serde(default)]
    pub models: Vec<String>,
    /// How they are called.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub calls: Calls,
    /// What of an answer no model is shown. None: models see answers as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redaction: Option<Redaction>,
}

/// A question asked of everyone, in fixed wording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CoreQuestion {
    /// Id, unique in the study.
    pub id: Name,
    /// The question as it is asked.
    pub ask: String,
    /// Where in the interview it stands. Default `first`.
    #[serde(default)]
    pub when: When,
    /// Instead: the turn after which it is asked, in place of the question the interview would have found, 1 to `max_turns`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_turn: Option<u32>,
}

impl CoreQuestion {
    /// Whether it stands at this end of the interview.
    pub fn stands(&self, when: When) -> bool {
        self.after_turn.is_none() && self.when == when
    }
}

/// Where in the interview a question of the core stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Before the opening question, in the order of the list.
    #[default]
    First,
    /// After the last question the interview finds.
    Last,
}

fn is_usual<T: Default + PartialEq>(settings: &T) -> bool {
    *settings == T::default()
}

/// What the respondent reads beside the questions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Texts {
    /// First screen.
    pub intro: Intro,
    /// Opening questions; the first is asked.
    pub opening: Vec<String>,
    /// Heading of the last screen, "Thank you. That helps."
    pub thanks: String,
    /// Text of the last screen.
    pub goodbye: String,
    /// Shown when an answer holds words of distress; whom to turn to.
    pub safety: String,
    /// Code a panel asks for at the end.
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
    /// What this is.
    pub lead: String,
    /// Facts as term and description: how long, how it goes, what happens with the answers.
    pub facts: Vec<Fact>,
    /// What the respondent agrees to; none: no box to tick.
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
    /// What prompts speak about.
    #[cfg(feature = "studio")]
    pub fn frame(&self) -> crate::llm::prompts::Frame<'_> {
        crate::llm::prompts::Frame {
            language: &self.language,
            concept: &self.concept,
            methodology: &self.methodology,
            policy: &self.policy,
            max_turns: self.limits.max_turns,
            min_turns: self.limits.min_turns,
            models: &self.models,
            redacts: self.redaction.is_some(),
        }
    }

    /// SHA-256 of the study's JSON, hexadecimal. The types fix the order of its keys, so equal studies have equal hashes.
    pub fn hash(&self) -> String {
        serde_json::to_vec(self).map(|json| crate::text::sha256(&json)).unwrap_or_default()
    }
}
