//! Validates the six qualitative signals: spelling, confidence, and evidence in the answers.

use serde_json::{Map, Value};

use super::{
    fields::QUALITATIVE,
    section::REASON,
    types::{DropCounts, ValidationContext},
    value::{count_unknown, flag, folded, line, number},
};
use crate::engine::{
    dialogue::qualitative::{ContradictionReading, Signals, read},
    model::{ANSWER_SEEN, RECENT},
    untrusted::quote::SearchableText,
};

/// Minimum confidence of a signal, 0–1.
const MIN_CONFIDENCE: f64 = 0.5;

/// Maximum examples of a signal, and characters of each.
const EXAMPLES: (usize, usize) = (5, 300);

/// Validates the qualitative signals; none if all of them are malformed.
pub(super) fn qualitative(
    object: &Map<String, Value>,
    ground: &ValidationContext<'_>,
    answer: &SearchableText,
    drops: &mut DropCounts,
) -> Option<Signals> {
    let mut signals = Map::new();
    for (name, keys) in QUALITATIVE {
        let Some(signal) = object.get(&format!("{name}_signal")).or_else(|| object.get(name)) else { continue };
        if let Value::Object(fields) = signal {
            count_unknown(fields, keys, drops);
        }
        signals.insert(name.to_owned(), normalised(signal));
    }
    let found = read(&signals);
    drops.add("malformed_signal", u32::try_from(found.failed.len()).unwrap_or(u32::MAX));
    if !found.failed.is_empty() && found.signals.count() == 0 {
        return None;
    }
    let recent = ground.earlier.iter().rev().take(RECENT);
    let earlier = recent.map(|answer| SearchableText::new(answer, ANSWER_SEEN)).collect();
    let mut validator = EvidenceValidator { answer, earlier, drops };
    Some(validator.signals(found.signals))
}

/// Keys with a choice as value.
const WORDS: [&str; 7] = [
    "uncertainty_type",
    "reasoning_quality",
    "intensity",
    "trajectory",
    "contradiction_type",
    "response_type",
    "suggestion",
];

/// Keys with a text or a list of texts as value.
const TEXTS: [&str; 5] = ["examples", "markers", "earlier_statement", "current_statement", "reasoning"];

/// A signal with its words, numbers and booleans in normal form.
fn normalised(signal: &Value) -> Value {
    let Value::Object(fields) = signal else { return signal.clone() };
    let mut result = Map::new();
    for (key, value) in fields {
        let normal = match value.as_str() {
            None => None,
            Some(word) if WORDS.contains(&key.as_str()) => Some(Value::String(folded(word))),
            Some(_) if TEXTS.contains(&key.as_str()) => None,
            Some(_) => number(value).map(Value::from).or_else(|| flag(Some(value)).map(Value::Bool)),
        };
        result.insert(key.clone(), normal.unwrap_or_else(|| value.clone()));
    }
    Value::Object(result)
}

/// Checks the evidence of signals in the answers.
struct EvidenceValidator<'c> {
    answer: &'c SearchableText,
    earlier: Vec<SearchableText>,
    drops: &'c mut DropCounts,
}

impl EvidenceValidator<'_> {
    fn signals(&mut self, signals: Signals) -> Signals {
        let before = signals.count();
        let mut sure = signals.at_least(MIN_CONFIDENCE);
        self.drops.add("low_confidence", before - sure.count());
        if let Some(signal) = &mut sure.uncertainty {
            self.texts(&mut signal.examples, &mut signal.reasoning);
        }
        if let Some(signal) = &mut sure.reasoning {
            self.texts(&mut signal.examples, &mut signal.reasoning);
        }
        if let Some(signal) = &mut sure.emotional {
            self.texts(&mut signal.markers, &mut signal.reasoning);
        }
        if let Some(signal) = &mut sure.contradiction {
            self.contradiction(signal);
        }
        if let Some(signal) = &mut sure.knowledge_ceiling {
            self.texts(&mut Vec::new(), &mut signal.reasoning);
        }
        if let Some(signal) = &mut sure.concept_depth {
            self.texts(&mut Vec::new(), &mut signal.reasoning);
        }
        sure
    }

    /// Keeps examples from this or an earlier answer.
    fn texts(&mut self, examples: &mut Vec<String>, reasoning: &mut String) {
        // Bounds the cost: each example is searched in every answer.
        examples.truncate(2 * EXAMPLES.0);
        let given = examples.len();
        examples.retain(|example| {
            [self.answer].into_iter().chain(&self.earlier).any(|answer| answer.find(example).is_some())
        });
        self.drops.add("example_mismatch", u32::try_from(given - examples.len()).unwrap_or(u32::MAX));
        examples.truncate(EXAMPLES.0);
        for example in examples {
            *example = line(example, EXAMPLES.1);
        }
        *reasoning = line(reasoning, REASON);
    }

    /// Drops a contradiction without its earlier statement in the answers.
    fn contradiction(&mut self, signal: &mut ContradictionReading) {
        let was_said = self.earlier.iter().any(|answer| answer.find(&signal.earlier_statement).is_some());
        if signal.has_contradiction && !was_said {
            signal.has_contradiction = false;
            signal.contradiction_type = None;
            self.drops.one("unfounded_contradiction");
        }
        for statement in [&mut signal.earlier_statement, &mut signal.current_statement] {
            *statement = line(statement, EXAMPLES.1);
        }
        signal.reasoning = line(&signal.reasoning, REASON);
    }
}
