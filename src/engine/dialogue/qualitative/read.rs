//! Parses qualitative readings from the JSON of a model's reply or of a session. Unreadable readings are reported by name.

use serde_json::{Map, Value};

use super::{
    AmbiguityReading, ConceptDepth, ContradictionReading, ContradictionType, Emotional, Intensity,
    KnowledgeCeilingReading, Reasoning, ReasoningQuality, ResponseType, Signals, Suggestion, Trajectory,
    USUAL_CONFIDENCE, Uncertainty, UncertaintyType,
};

/// The parsed readings of an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParsedSignals {
    /// The readings.
    pub signals: Signals,
    /// Names of readings that could not be read.
    pub failed: Vec<&'static str>,
}

/// Parses the readings of an object. Words must match exactly.
pub fn read(object: &Map<String, Value>) -> ParsedSignals {
    let mut failed = Vec::new();
    let mut one = SignalReader { object, failed: &mut failed };
    let signals = Signals {
        uncertainty: one.read("uncertainty", uncertainty),
        reasoning: one.read("reasoning", reasoning),
        emotional: one.read("emotional", emotional),
        contradiction: one.read("contradiction", contradiction),
        knowledge_ceiling: one.read("knowledge_ceiling", knowledge_ceiling),
        concept_depth: one.read("concept_depth", concept_depth),
        ambiguity: one.read("ambiguity", ambiguity),
    };
    ParsedSignals { signals, failed }
}

struct SignalReader<'r> {
    object: &'r Map<String, Value>,
    failed: &'r mut Vec<&'static str>,
}

impl SignalReader<'_> {
    /// A reading by its name, with or without `_signal`.
    fn read<T>(&mut self, name: &'static str, read: impl Fn(SignalFields<'_>) -> Option<T>) -> Option<T> {
        let named = self.object.get(&format!("{name}_signal")).or_else(|| self.object.get(name));
        let signal = match named {
            None | Some(Value::Null) => return None,
            Some(Value::Object(fields)) if fields.is_empty() => return None,
            Some(Value::Object(fields)) => read(SignalFields(fields)),
            Some(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => None,
        };
        if signal.is_none() {
            self.failed.push(name);
        }
        signal
    }
}

/// Fields of one reading. A getter returns none if the field makes the reading unusable.
#[derive(Clone, Copy)]
struct SignalFields<'a>(&'a Map<String, Value>);

impl<'a> SignalFields<'a> {
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

    /// A word that must be known.
    fn word<T>(self, key: &str, known: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.present(key).and_then(Value::as_str).and_then(known)
    }

    /// A word with blanks instead of underscores.
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

fn uncertainty(fields: SignalFields<'_>) -> Option<Uncertainty> {
    Some(Uncertainty {
        uncertainty_type: fields.word("uncertainty_type", UncertaintyType::of)?,
        confidence: fields.confidence()?,
        severity: fields.number("severity", 0.5)?,
        examples: fields.list("examples"),
        reasoning: fields.text("reasoning"),
    })
}

fn reasoning(fields: SignalFields<'_>) -> Option<Reasoning> {
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

fn emotional(fields: SignalFields<'_>) -> Option<Emotional> {
    Some(Emotional {
        intensity: fields.word("intensity", Intensity::of)?,
        confidence: fields.confidence()?,
        trajectory: fields.choice("trajectory", Trajectory::of).unwrap_or(Trajectory::Stable),
        markers: fields.list("markers"),
        reasoning: fields.text("reasoning"),
    })
}

fn contradiction(fields: SignalFields<'_>) -> Option<ContradictionReading> {
    Some(ContradictionReading {
        has_contradiction: fields.flag("has_contradiction")?,
        contradiction_type: fields.choice("contradiction_type", ContradictionType::of),
        earlier_statement: fields.text("earlier_statement"),
        current_statement: fields.text("current_statement"),
        confidence: fields.confidence()?,
        reasoning: fields.text("reasoning"),
    })
}

fn knowledge_ceiling(fields: SignalFields<'_>) -> Option<KnowledgeCeilingReading> {
    Some(KnowledgeCeilingReading {
        is_terminal: fields.flag("is_terminal")?,
        response_type: fields.choice("response_type", ResponseType::of).unwrap_or(ResponseType::Unknown),
        has_curiosity: fields.flag("has_curiosity")?,
        redirection_available: fields.flag("redirection_available")?,
        confidence: fields.confidence()?,
        reasoning: fields.text("reasoning"),
    })
}

fn concept_depth(fields: SignalFields<'_>) -> Option<ConceptDepth> {
    Some(ConceptDepth {
        abstraction_level: fields.number("abstraction_level", 0.5)?,
        has_concrete_examples: fields.flag("has_concrete_examples")?,
        has_abstract_principles: fields.flag("has_abstract_principles")?,
        suggestion: fields.choice("suggestion", Suggestion::of).unwrap_or(Suggestion::Stay),
        confidence: fields.confidence()?,
        reasoning: fields.text("reasoning"),
    })
}

fn ambiguity(fields: SignalFields<'_>) -> Option<AmbiguityReading> {
    Some(AmbiguityReading { ambiguity: fields.present("ambiguity")?.as_f64()?, reasoning: fields.text("reasoning") })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops where something is missing")]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_spoilt_reading_is_named_and_the_others_stay() {
        let reply = json!({"emotional": 3, "uncertainty": {"uncertainty_type": "apathy", "severity": 9}});
        let found = read(reply.as_object().unwrap());
        assert_eq!(found.failed, ["emotional"]);
        assert!((found.signals.uncertainty.unwrap().severity - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn readings_in_a_session_are_read_back_as_they_were_and_spoilt_ones_are_refused() {
        let object = json!({
            "uncertainty": {"uncertainty_type": "apathy", "severity": 0.3, "examples": ["whatever"], "reasoning": "r"},
            "reasoning": {"reasoning_quality": "causal", "depth_score": 0.1, "has_examples": true},
            "emotional": {"intensity": "neutral", "trajectory": "volatile", "markers": ["!"]},
            "contradiction": {"has_contradiction": true, "contradiction_type": "context_shift", "earlier_statement": "a"},
            "knowledge_ceiling": {"is_terminal": true, "response_type": "terminal", "confidence": 0.9},
            "concept_depth": {"abstraction_level": 0.7, "suggestion": "deepen"},
            "ambiguity": {"ambiguity": 0.25, "reasoning": "r"},
        });
        let signals = read(object.as_object().unwrap()).signals;
        let written = serde_json::to_string(&signals).unwrap();
        assert_eq!(serde_json::from_str::<Signals>(&written).unwrap(), signals);
        assert_eq!(written.matches("confidence\":").count(), 6);
        assert!(serde_json::from_str::<Signals>(&written.replace("apathy", "panic")).is_err());
    }
}
