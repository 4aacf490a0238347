//! Labelled interviews: answers with their codes and, for some turns, the steps a trained interviewer would accept next.

use serde::{Deserialize, Deserializer};

use crate::engine::{
    dialogue::{AnswerAct, Depth, Sentiment},
    graph::{IdeaKind, Reaction},
    id::Name,
};

/// The labelled interviews of one topic.
#[derive(Clone, Debug, Deserialize)]
pub struct LabelledTopic {
    /// The topic as part of a question.
    #[serde(deserialize_with = "text")]
    pub topic: String,
    /// Id of the methodology.
    pub methodology: Name,
    /// Elements of the concept.
    pub elements: Vec<LabelledElement>,
    /// The interviews.
    pub interviews: Vec<LabelledInterview>,
}

/// An element of a labelled topic.
#[derive(Clone, Debug, Deserialize)]
pub struct LabelledElement {
    /// Its id.
    #[serde(deserialize_with = "text")]
    pub id: String,
    /// Its label.
    #[serde(deserialize_with = "text")]
    pub label: String,
    /// Other words for it.
    #[serde(default, deserialize_with = "texts")]
    pub aliases: Vec<String>,
}

/// A labelled interview.
#[derive(Clone, Debug, Deserialize)]
pub struct LabelledInterview {
    /// Its turns.
    pub turns: Vec<LabelledTurn>,
}

/// A question with its labelled answer.
#[derive(Clone, Debug, Deserialize)]
pub struct LabelledTurn {
    /// The question.
    #[serde(deserialize_with = "text")]
    pub question: String,
    /// Label of the idea or element that it is about.
    #[serde(default, deserialize_with = "maybe_text")]
    pub focus: Option<String>,
    /// The answer.
    #[serde(deserialize_with = "text")]
    pub answer: String,
    /// What the answer does.
    pub act: String,
    /// Its ideas, in order.
    #[serde(default)]
    pub ideas: Vec<LabelledIdea>,
    /// Its links: ends as numbers of ideas, `focus` or earlier spans.
    #[serde(default)]
    pub links: Vec<Vec<serde_yaml::Value>>,
    /// Its tone.
    #[serde(default)]
    pub sentiment: Option<Sentiment>,
    /// Its depth.
    #[serde(default)]
    pub depth: Option<Depth>,
    /// All acceptable next steps. Empty if the turn is no case.
    #[serde(default)]
    pub next: Vec<String>,
}

/// A labelled idea.
#[derive(Clone, Debug, Deserialize)]
pub struct LabelledIdea {
    /// Its words in the answer.
    #[serde(deserialize_with = "text")]
    pub span: String,
    /// Id of its node type.
    #[serde(rename = "type")]
    pub node_type: Name,
    /// What it is as words.
    #[serde(default)]
    pub kind: Option<IdeaKind>,
    /// The element that it is about.
    #[serde(default, deserialize_with = "maybe_text")]
    pub element: Option<String>,
    /// The reaction to it.
    #[serde(default)]
    pub reaction: Option<Reaction>,
}

impl LabelledTurn {
    /// What the answer does; none for a wish to stop.
    pub fn act(&self) -> Option<AnswerAct> {
        let name = match self.act.as_str() {
            "tells" => "tells_event",
            "reasons" => "gives_reason",
            "unknowing" => "does_not_know",
            other => other,
        };
        serde_json::from_value(name.into()).ok()
    }
}

/// A scalar as text: YAML reads `no` and `12` as other values.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    serde_yaml::Value::deserialize(deserializer).map(|value| as_text(&value))
}

fn maybe_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let value = Option::<serde_yaml::Value>::deserialize(deserializer)?;
    Ok(value.map(|value| as_text(&value)))
}

fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let values = Vec::<serde_yaml::Value>::deserialize(deserializer)?;
    Ok(values.iter().map(as_text).collect())
}

/// A scalar as it is written.
pub(super) fn as_text(value: &serde_yaml::Value) -> String {
    match value {
        serde_yaml::Value::String(text) => text.clone(),
        serde_yaml::Value::Bool(true) => "yes".to_owned(),
        serde_yaml::Value::Bool(false) => "no".to_owned(),
        serde_yaml::Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}
