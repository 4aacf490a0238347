//! The six qualitative readings: in any spelling, sure enough, and resting on what the respondent said.

use serde_json::{Map, Value};

use super::{
    Drops, Ground,
    fields::QUALITATIVE,
    quote::Said,
    section::REASON,
    value::{count_unknown, flag, folded, line, number},
};
use crate::{
    dialogue::qualitative::{Contradiction, Signals, read},
    llm::{ANSWER_SEEN, RECENT},
};

/// Utterances without which nothing can be judged and nothing is asked.
pub const LEAST_UTTERANCES: usize = 2;

/// Confidence below which a reading is no reading, 0–1.
const LEAST_CONFIDENCE: f64 = 0.5;

/// Most examples of a reading, and characters of each.
const EXAMPLES: (usize, usize) = (5, 300);

/// The part of a reading: bounded, sure enough, with examples that stand in what the respondent said. None if there is
/// something in it and nothing of that can be read.
pub(super) fn qualitative(
    object: &Map<String, Value>,
    ground: &Ground<'_>,
    said: &Said,
    drops: &mut Drops,
) -> Option<Signals> {
    let mut tidy = Map::new();
    for (name, keys) in QUALITATIVE {
        let Some(reading) = object.get(&format!("{name}_signal")).or_else(|| object.get(name)) else { continue };
        if let Value::Object(fields) = reading {
            count_unknown(fields, keys, drops);
        }
        tidy.insert(name.to_owned(), tidied(reading));
    }
    let found = read(&tidy);
    drops.add("malformed_signal", u32::try_from(found.failed.len()).unwrap_or(u32::MAX));
    if !found.failed.is_empty() && found.signals == Signals::default() {
        return None;
    }
    let earlier = ground.earlier.iter().rev().take(RECENT).map(|answer| Said::new(answer, ANSWER_SEEN)).collect();
    let mut check = Check { said, earlier, drops };
    Some(check.signals(found.signals))
}

/// Keys whose value is a word of a choice.
const WORDS: [&str; 7] = [
    "uncertainty_type",
    "reasoning_quality",
    "intensity",
    "trajectory",
    "contradiction_type",
    "response_type",
    "suggestion",
];

/// Keys whose value is a text or a list of texts.
const TEXTS: [&str; 5] = ["examples", "markers", "earlier_statement", "current_statement", "reasoning"];

/// A reading with its words, numbers and truth values as they were asked for.
fn tidied(reading: &Value) -> Value {
    let Value::Object(fields) = reading else { return reading.clone() };
    let tidy = |(key, value): (&String, &Value)| {
        let tidy = match value.as_str() {
            None => None,
            Some(word) if WORDS.contains(&key.as_str()) => Some(Value::String(folded(word))),
            Some(_) if TEXTS.contains(&key.as_str()) => None,
            Some(_) => number(value).map(Value::from).or_else(|| flag(Some(value)).map(Value::Bool)),
        };
        (key.clone(), tidy.unwrap_or_else(|| value.clone()))
    };
    Value::Object(fields.iter().map(tidy).collect())
}

/// Holds readings against what the respondent said.
struct Check<'c> {
    said: &'c Said,
    earlier: Vec<Said>,
    drops: &'c mut Drops,
}

impl Check<'_> {
    fn signals(&mut self, signals: Signals) -> Signals {
        let before = count(&signals);
        let mut sure = signals.at_least(LEAST_CONFIDENCE);
        self.drops.add("low_confidence", before - count(&sure));
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

    /// Keeps examples that were said, in this answer or an earlier one.
    fn texts(&mut self, examples: &mut Vec<String>, reasoning: &mut String) {
        let given = examples.len();
        examples.retain(|example| {
            [self.said].into_iter().chain(&self.earlier).any(|answer| answer.find(example).is_some())
        });
        self.drops.add("example_mismatch", u32::try_from(given - examples.len()).unwrap_or(u32::MAX));
        examples.truncate(EXAMPLES.0);
        for example in examples {
            *example = line(example, EXAMPLES.1);
        }
        *reasoning = line(reasoning, REASON);
    }

    /// There is none where the earlier statement was never made.
    fn contradiction(&mut self, signal: &mut Contradiction) {
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

fn count(signals: &Signals) -> u32 {
    [
        signals.uncertainty.is_some(),
        signals.reasoning.is_some(),
        signals.emotional.is_some(),
        signals.contradiction.is_some(),
        signals.knowledge_ceiling.is_some(),
        signals.concept_depth.is_some(),
    ]
    .into_iter()
    .map(u32::from)
    .sum()
}
