//! Reads a model's reply about the respondent into [`Signals`]. What cannot be read becomes no reading, by name;
//! nothing is guessed.

use serde_json::{Map, Value};

use crate::dialogue::qualitative::{
    Ambiguity, ConceptDepth, Contradiction, ContradictionType, Emotional, Intensity, KnowledgeCeiling, Reasoning,
    ReasoningQuality, ResponseType, Signals, Suggestion, Trajectory, USUAL_CONFIDENCE, Uncertainty, UncertaintyType,
};

/// Utterances without which nothing can be judged and nothing is asked.
pub const LEAST_UTTERANCES: usize = 2;

/// What a reply held.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extracted {
    /// The readings.
    pub signals: Signals,
    /// Names of readings that were there but could not be used.
    pub failed: Vec<&'static str>,
    /// Whether there was no usable reply at all.
    pub is_failure: bool,
}

/// Reads the reply to the request for the six readings.
pub fn read(reply: Option<&str>, utterances: usize) -> Extracted {
    if utterances < LEAST_UTTERANCES {
        return Extracted::default();
    }
    match reply.and_then(object) {
        Some(reply) => six(&reply),
        None => Extracted { is_failure: true, ..Extracted::default() },
    }
}

/// Reads the six readings, and the ambiguity beside them, from an object.
pub fn from_object(reply: &Map<String, Value>) -> Signals {
    let ambiguity = one(reply, "ambiguity", &mut Vec::new(), ambiguity);
    Signals { ambiguity, ..six(reply).signals }
}

fn six(reply: &Map<String, Value>) -> Extracted {
    let mut failed = Vec::new();
    let signals = Signals {
        uncertainty: one(reply, "uncertainty", &mut failed, uncertainty),
        reasoning: one(reply, "reasoning", &mut failed, reasoning),
        emotional: one(reply, "emotional", &mut failed, emotional),
        contradiction: one(reply, "contradiction", &mut failed, contradiction),
        knowledge_ceiling: one(reply, "knowledge_ceiling", &mut failed, knowledge_ceiling),
        concept_depth: one(reply, "concept_depth", &mut failed, concept_depth),
        ambiguity: None,
    };
    Extracted { signals, failed, is_failure: false }
}

/// Reads the reply to the request for the ambiguity alone: `{ambiguity, reasoning}`.
pub fn read_ambiguity(reply: &str) -> Option<Ambiguity> {
    ambiguity(Fields(&object(reply)?))
}

/// The object a reply holds: the whole text, else the first block fenced as JSON, else the first fenced block.
fn object(reply: &str) -> Option<Map<String, Value>> {
    let parse = |text: &str| match serde_json::from_str(text.trim()) {
        Ok(Value::Object(object)) => Some(object),
        Ok(_) | Err(_) => None,
    };
    let fenced = |opening: &str| {
        let (_, after) = reply.split_once(opening)?;
        let block = after.split_once("```").map_or(after, |(block, _)| block);
        parse(block).or_else(|| parse(block.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric())))
    };
    parse(reply).or_else(|| fenced("```json")).or_else(|| fenced("```"))
}

fn one<T>(
    reply: &Map<String, Value>,
    name: &'static str,
    failed: &mut Vec<&'static str>,
    read: impl Fn(Fields<'_>) -> Option<T>,
) -> Option<T> {
    let signal = match reply.get(&format!("{name}_signal")).or_else(|| reply.get(name)) {
        None | Some(Value::Null) => return None,
        Some(Value::Object(fields)) if fields.is_empty() => return None,
        Some(Value::Object(fields)) => read(Fields(fields)),
        Some(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => None,
    };
    if signal.is_none() {
        failed.push(name);
    }
    signal
}

/// Fields of one reading. A getter gives none where the field spoils the reading.
#[derive(Clone, Copy)]
struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    fn present(self, key: &str) -> Option<&'a Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    /// A number, clamped to 0–1.
    fn number(self, key: &str, absent: f64) -> Option<f64> {
        self.present(key).map_or(Some(absent), |value| value.as_f64().map(|number| number.clamp(0.0, 1.0)))
    }

    fn flag(self, key: &str) -> Option<bool> {
        self.present(key).map_or(Some(false), Value::as_bool)
    }

    /// A word that must be one of those known.
    fn word<T>(self, key: &str, known: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.present(key).and_then(Value::as_str).and_then(known)
    }

    /// A word that may be unknown, blanks read as underscores.
    fn choice<T>(self, key: &str, known: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.word(key, |word| known(&word.replace(' ', "_")))
    }

    fn text(self, key: &str) -> String {
        self.present(key).and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    fn list(self, key: &str) -> Vec<String> {
        let strings = |items: &Vec<Value>| items.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        self.present(key).and_then(Value::as_array).map(strings).unwrap_or_default()
    }

    fn confidence(self) -> Option<f64> {
        self.number("confidence", USUAL_CONFIDENCE)
    }
}

fn uncertainty(fields: Fields<'_>) -> Option<Uncertainty> {
    Some(Uncertainty {
        uncertainty_type: fields.word("uncertainty_type", UncertaintyType::of)?,
        confidence: fields.confidence()?,
        severity: fields.number("severity", 0.5)?,
        examples: fields.list("examples"),
        reasoning: fields.text("reasoning"),
    })
}

fn reasoning(fields: Fields<'_>) -> Option<Reasoning> {
    Some(Reasoning {
        reasoning_quality: fields.word("reasoning_quality", ReasoningQuality::of)?,
        confidence: fields.confidence()?,
        depth_score: fields.number("depth_score", 0.5)?,
        has_examples: fields.flag("has_examples")?,
        has_abstractions: fields.flag("has_abstractions")?,
        examples: fields.list("examples"),
        reasoning: fields.text("reasoning"),
    })
}

fn emotional(fields: Fields<'_>) -> Option<Emotional> {
    Some(Emotional {
        intensity: fields.word("intensity", Intensity::of)?,
        confidence: fields.confidence()?,
        trajectory: fields.choice("trajectory", Trajectory::of).unwrap_or(Trajectory::Stable),
        markers: fields.list("markers"),
        reasoning: fields.text("reasoning"),
    })
}

fn contradiction(fields: Fields<'_>) -> Option<Contradiction> {
    Some(Contradiction {
        has_contradiction: fields.flag("has_contradiction")?,
        contradiction_type: fields.choice("contradiction_type", ContradictionType::of),
        earlier_statement: fields.text("earlier_statement"),
        current_statement: fields.text("current_statement"),
        confidence: fields.confidence()?,
        reasoning: fields.text("reasoning"),
    })
}

fn knowledge_ceiling(fields: Fields<'_>) -> Option<KnowledgeCeiling> {
    Some(KnowledgeCeiling {
        is_terminal: fields.flag("is_terminal")?,
        response_type: fields.choice("response_type", ResponseType::of).unwrap_or(ResponseType::Unknown),
        has_curiosity: fields.flag("has_curiosity")?,
        redirection_available: fields.flag("redirection_available")?,
        confidence: fields.confidence()?,
        reasoning: fields.text("reasoning"),
    })
}

fn concept_depth(fields: Fields<'_>) -> Option<ConceptDepth> {
    Some(ConceptDepth {
        abstraction_level: fields.number("abstraction_level", 0.5)?,
        has_concrete_examples: fields.flag("has_concrete_examples")?,
        has_abstract_principles: fields.flag("has_abstract_principles")?,
        suggestion: fields.choice("suggestion", Suggestion::of).unwrap_or(Suggestion::Stay),
        confidence: fields.confidence()?,
        reasoning: fields.text("reasoning"),
    })
}

fn ambiguity(fields: Fields<'_>) -> Option<Ambiguity> {
    Some(Ambiguity { ambiguity: fields.present("ambiguity")?.as_f64()?, reasoning: fields.text("reasoning") })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn a_reply_may_be_fenced() {
        let reply = "Here:\n```json\n{\"reasoning\": {\"reasoning_quality\": \"causal\"}}\n```\nDone.";
        assert!(read(Some(reply), 2).signals.reasoning.is_some());
        let plain = reply.replace("json", "");
        assert!(read(Some(&plain), 2).signals.reasoning.is_some());
    }

    #[test]
    fn nothing_is_judged_on_one_utterance() {
        assert_eq!(read(None, 1), Extracted::default());
        assert!(read(None, 2).is_failure);
    }

    #[test]
    fn a_spoilt_reading_is_named_and_the_others_stay() {
        let reply = r#"{"emotional": 3, "uncertainty": {"uncertainty_type": "apathy", "severity": 9}}"#;
        let extracted = read(Some(reply), 2);
        assert_eq!(extracted.failed, ["emotional"]);
        assert!((extracted.signals.uncertainty.unwrap().severity - 1.0).abs() < f64::EPSILON);
    }
}
