//! Vectors of the `arbitration` policy, run against the policy as shipped.

mod answers;
mod findings;
mod language;
mod scenario;
mod schema;

use serde::{Serialize, Serializer, de::DeserializeOwned};
use serde_json::Value;

use super::{
    Case, Check,
    json::{Json, same},
};

/// The check of a topic.
pub(super) fn check(topic: &str) -> Option<Check> {
    Some(match topic {
        "closing" => |case| answer(case, answers::closing),
        "concept_parse" => |case| answer(case, language::concept_parse),
        "coverage_gaps" => |case| answer(case, answers::coverage_gaps),
        "edge_validity" => |case| answer(case, language::edge_validity),
        "extraction_parse" => |case| answer(case, language::extraction_parse),
        "graph_state" => |case| answer(case, answers::graph_state),
        "momentum" => |case| answer(case, answers::momentum),
        "node_dedup_jaccard" => |case| answer(case, language::node_dedup),
        "question_dedup" => |case| answer(case, language::question_dedup),
        "question_extract" => |case| answer(case, language::question_extract),
        "scorers" => |case| answer(case, answers::scorer),
        "selection" => |case| answer(case, answers::selection),
        _ => return None,
    })
}

/// Reads the input into the type of its topic and compares the answer.
fn answer<Input: DeserializeOwned>(case: &Case<'_>, answer: impl Fn(&Input) -> Value) -> Result<(), String> {
    let text = serde_json::to_string(&Written(case.input)).unwrap();
    let input = serde_json::from_str(&text).map_err(|problem| problem.to_string())?;
    same(case.expected, &Json::of(&answer(&input)))
}

/// Json as it was written: the order of keys kept, whole numbers whole.
struct Written<'a>(&'a Json);

impl Serialize for Written<'_> {
    #[expect(clippy::cast_possible_truncation, reason = "numbers of vectors are small")]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Json::Null(()) => serializer.serialize_unit(),
            Json::Flag(flag) => serializer.serialize_bool(*flag),
            Json::Number(number) if number.fract() == 0.0 => serializer.serialize_i64(*number as i64),
            Json::Number(number) => serializer.serialize_f64(*number),
            Json::Text(text) => serializer.serialize_str(text),
            Json::List(list) => serializer.collect_seq(list.iter().map(Written)),
            Json::Map(map) => serializer.collect_map(map.iter().map(|(key, value)| (key, Written(value)))),
        }
    }
}
