//! The grammar of focus generators in a policy file: a generator selects targets and names a focus for each.
//!
//! The policy implements the selection on its own view of the graph.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::engine::{
    id::Name,
    json::{Json, tagged},
};

/// Kind of a focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FocusType {
    /// One idea in more depth.
    DepthExploration,
    /// Aspects that have not come up.
    BreadthExploration,
    /// An element of the concept with a gap.
    CoverageGap,
    /// The end of the interview.
    Closing,
    /// A look back on the conversation.
    Reflection,
    /// An idea near the current one.
    LateralBridge,
    /// The opposite of an idea.
    CounterExample,
    /// A lighter question.
    RapportRepair,
    /// A summary of the answers.
    Synthesis,
}

/// Proposes candidates of a strategy: one for each target it selects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Generator {
    /// Kind of focus.
    pub focus_type: FocusType,
    /// What it selects.
    pub target: GeneratorTarget,
    /// Name of the focus. Slots: `{label} {labels} {element_id} {element_label} {concept}`.
    pub description: String,
    /// How well such a focus fits, 0–1. Not part of the score. Default 1.
    #[serde(default = "one")]
    pub confidence: f64,
    /// What to do when nothing is selected. Default: propose nothing.
    #[serde(default, skip_serializing_if = "GeneratorFallback::is_skip")]
    pub fallback: GeneratorFallback,
    /// When it applies. Default: always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<GeneratorCondition>,
}

fn one() -> f64 {
    1.0
}

/// What a generator does when its target selects nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(untagged)]
pub enum GeneratorFallback {
    /// Proposes nothing.
    #[default]
    #[serde(serialize_with = "skip")]
    Skip,
    /// Lets another generator try.
    Generate(Box<Generator>),
}

impl GeneratorFallback {
    fn is_skip(&self) -> bool {
        *self == Self::Skip
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl schemars::JsonSchema for GeneratorFallback {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Fallback".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let generate = generator.subschema_for::<Generator>();
        schemars::json_schema!({
            "description": "What to do when nothing is selected: another generator, or `skip`.",
            "anyOf": [{"const": "skip", "description": "Propose nothing."}, generate],
        })
    }
}

fn skip<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str("skip")
}

impl<'de> Deserialize<'de> for GeneratorFallback {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Json::deserialize(deserializer)? {
            Json::Text(word) if word == "skip" => Ok(Self::Skip),
            generator @ Json::Map(_) => {
                Generator::deserialize(generator).map(|it| Self::Generate(Box::new(it))).map_err(D::Error::custom)
            }
            Json::Null
            | Json::Flag(_)
            | Json::Natural(_)
            | Json::Integer(_)
            | Json::Number(_)
            | Json::Text(_)
            | Json::List(_) => Err(D::Error::custom("a fallback is a generator or `skip`")),
        }
    }
}

/// When a generator applies; all conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct GeneratorCondition {
    /// Phases it applies in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase_in: Option<Vec<Name>>,
    /// First turn it applies on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_at_least: Option<u32>,
    /// Least number of ideas in the graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_count_at_least: Option<u32>,
}

tagged! {
    /// What a generator selects.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum GeneratorTarget {
        /// Nothing: the conversation as a whole.
        None(NoTarget),
        /// Single ideas.
        Node(NodeTarget),
        /// Several ideas at once.
        Nodes(NodesTarget),
        /// Elements of the concept.
        Element(ElementTarget),
    }
}

/// The conversation as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NoTarget {}

/// Single ideas.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NodeTarget {
    /// Which ideas, best first.
    pub select: NodeSelect,
    /// Which of them qualify. Default: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<Filter>,
    /// Order of equals. Default depends on `select`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie: Option<Vec<Tie>>,
    /// Greatest number of ideas; null means all. Default 1.
    #[serde(default = "single", deserialize_with = "limit")]
    pub limit: Option<u32>,
    /// Greatest distance from the cluster, in edges, ≥ 1. Default 2.
    #[serde(default = "two")]
    pub max_hops: u32,
    /// Least relevance of the last edge, 0–1. Default 0.3.
    #[serde(default = "some_relevance")]
    pub min_relevance: f64,
}

#[expect(clippy::unnecessary_wraps, reason = "the default of an optional field")]
fn single() -> Option<u32> {
    Some(1)
}

fn limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    Option::deserialize(deserializer)
}

fn two() -> u32 {
    2
}

fn some_relevance() -> f64 {
    0.3
}

/// Which ideas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NodeSelect {
    /// Newest first.
    MostRecent,
    /// Around the cluster of the conversation.
    Peripheral,
    /// With the opposite attitude of the current idea.
    OppositeStance,
    /// Fewest neighbours first.
    LowestDegree,
    /// Most neighbours first.
    HighestDegree,
}

/// Several ideas at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NodesTarget {
    /// Which ideas.
    pub select: NodesSelect,
    /// Which of them qualify. Default: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<Filter>,
    /// Greatest number of ideas. Default 3.
    #[serde(default = "three")]
    pub count_max: u32,
    /// Least number of ideas; fewer select nothing. Default 1.
    #[serde(default = "at_least_one")]
    pub count_min: u32,
}

fn three() -> u32 {
    3
}

fn at_least_one() -> u32 {
    1
}

/// Which ideas of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NodesSelect {
    /// Newest first.
    MostRecent,
}

/// Elements of the concept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ElementTarget {
    /// Which elements, in concept order.
    pub select: ElementSelect,
    /// Greatest number of elements; null means all. Default: all.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Which elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ElementSelect {
    /// Those that have not come up.
    Uncovered,
    /// Those that came up and have a gap.
    Shallow,
    /// All of them.
    All,
}

/// Which ideas qualify; all conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// Of these types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub types: Option<Vec<Name>>,
    /// At least this confidence, 0–1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_confidence: Option<f64>,
    /// At most this confidence, 0–1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_confidence: Option<f64>,
    /// Of this attitude: -1, 0 or 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stance: Option<i8>,
    /// Never asked about. Default false: any.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unvisited: bool,
}

/// Order of equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// Newest first.
    TurnDesc,
    /// Oldest first.
    TurnAsc,
    /// Fewest neighbours first.
    DegreeAsc,
    /// Most neighbours first.
    DegreeDesc,
    /// Nearest first.
    HopsAsc,
    /// Surest first.
    ConfidenceDesc,
    /// In order of registration.
    ListOrder,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn an_absent_limit_is_one_and_a_null_limit_is_all() {
        let read = |text: &str| serde_json::from_str::<NodeTarget>(text).unwrap().limit;
        assert_eq!(read(r#"{"select":"most_recent"}"#), Some(1));
        assert_eq!(read(r#"{"select":"most_recent","limit":null}"#), None);
    }

    #[test]
    fn a_fallback_is_a_generator_or_the_word_skip() {
        let read = |fallback: &str| {
            serde_json::from_str::<Generator>(&format!(
                r#"{{"focus_type":"closing","target":{{"kind":"none"}},"description":"x","fallback":{fallback}}}"#
            ))
        };
        assert_eq!(read(r#""skip""#).unwrap().fallback, GeneratorFallback::Skip);
        assert!(read(r#""jump""#).is_err());
        let nested = read(r#"{"focus_type":"closing","target":{"kind":"none"},"description":"y"}"#).unwrap();
        assert!(matches!(nested.fallback, GeneratorFallback::Generate(_)));
    }

    #[test]
    fn unknown_words_and_keys_are_refused() {
        assert!(serde_json::from_str::<GeneratorTarget>(r#"{"kind":"node","select":"newest"}"#).is_err());
        assert!(serde_json::from_str::<GeneratorTarget>(r#"{"kind":"none","limit":1}"#).is_err());
    }
}
