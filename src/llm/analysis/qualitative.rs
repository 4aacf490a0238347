//! Reads the six qualitative readings. What cannot be read becomes no reading, by name; nothing is guessed.

use serde_json::{Map, Value};

use super::{
    Drops, Ground,
    fields::QUALITATIVE,
    quote::Said,
    section::REASON,
    value::{self, count_unknown, folded, line},
};
use crate::{
    dialogue::qualitative::{
        ConceptDepth, Contradiction, ContradictionType, Emotional, Intensity, KnowledgeCeiling, Reasoning,
        ReasoningQuality, ResponseType, Signals, Suggestion, Trajectory, USUAL_CONFIDENCE, Uncertainty,
        UncertaintyType,
    },
    llm::{ANSWER_SEEN, RECENT},
};

/// Utterances without which nothing can be judged and nothing is asked.
pub const LEAST_UTTERANCES: usize = 2;

/// Confidence below which a reading is no reading, 0–1.
const LEAST_CONFIDENCE: f64 = 0.5;

/// Most examples of a reading, and characters of each.
const EXAMPLES: (usize, usize) = (5, 300);

/// How strictly words and truth values are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// As they were asked for, to the letter.
    Exact,
    /// In any case, with blanks or underscores, truth values as words.
    Free,
}

/// What an object held.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The readings.
    pub signals: Signals,
    /// Names of readings that were there but could not be used.
    pub failed: Vec<&'static str>,
}

/// The part of a reading: bounded, sure enough, with examples that stand in what the respondent said. None if there is
/// something in it and nothing of that can be read.
pub(super) fn qualitative(
    object: &Map<String, Value>,
    ground: &Ground<'_>,
    said: &Said,
    drops: &mut Drops,
) -> Option<Signals> {
    let found = read(object, Spelling::Free);
    for (name, keys) in QUALITATIVE {
        if let Some(Value::Object(fields)) = named(object, name) {
            count_unknown(fields, keys, drops);
        }
    }
    drops.add("malformed_signal", u32::try_from(found.failed.len()).unwrap_or(u32::MAX));
    if !found.failed.is_empty() && found.signals == Signals::default() {
        return None;
    }
    let earlier = ground.earlier.iter().rev().take(RECENT).map(|answer| Said::new(answer, ANSWER_SEEN)).collect();
    let mut check = Check { said, earlier, drops };
    Some(check.signals(found.signals))
}

/// Reads the six readings out of an object.
pub fn read(object: &Map<String, Value>, spelling: Spelling) -> Found {
    let mut failed = Vec::new();
    let mut one = Reader { object, spelling, failed: &mut failed };
    let signals = Signals {
        uncertainty: one.read("uncertainty", uncertainty),
        reasoning: one.read("reasoning", reasoning),
        emotional: one.read("emotional", emotional),
        contradiction: one.read("contradiction", contradiction),
        knowledge_ceiling: one.read("knowledge_ceiling", knowledge_ceiling),
        concept_depth: one.read("concept_depth", concept_depth),
        ambiguity: None,
    };
    Found { signals, failed }
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

/// A reading by its name, with or without `_signal`.
fn named<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    object.get(&format!("{name}_signal")).or_else(|| object.get(name))
}

struct Reader<'r> {
    object: &'r Map<String, Value>,
    spelling: Spelling,
    failed: &'r mut Vec<&'static str>,
}

impl Reader<'_> {
    fn read<T>(&mut self, name: &'static str, read: impl Fn(Fields<'_>) -> Option<T>) -> Option<T> {
        let signal = match named(self.object, name) {
            None | Some(Value::Null) => return None,
            Some(Value::Object(fields)) if fields.is_empty() => return None,
            Some(Value::Object(fields)) => read(Fields { fields, spelling: self.spelling }),
            Some(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => None,
        };
        if signal.is_none() {
            self.failed.push(name);
        }
        signal
    }
}

/// Fields of one reading. A getter gives none where the field spoils the reading.
#[derive(Clone, Copy)]
struct Fields<'a> {
    fields: &'a Map<String, Value>,
    spelling: Spelling,
}

impl<'a> Fields<'a> {
    fn present(self, key: &str) -> Option<&'a Value> {
        self.fields.get(key).filter(|value| !value.is_null())
    }

    /// A number, clamped to 0–1.
    fn number(self, key: &str, absent: f64) -> Option<f64> {
        self.present(key).map_or(Some(absent), |value| value::share(Some(value)))
    }

    fn flag(self, key: &str) -> Option<bool> {
        self.present(key).map_or(Some(false), |value| match self.spelling {
            Spelling::Exact => value.as_bool(),
            Spelling::Free => value::flag(Some(value)),
        })
    }

    /// A word that must be one of those known.
    fn word<T>(self, key: &str, known: impl Fn(&str) -> Option<T>) -> Option<T> {
        let word = self.present(key).and_then(Value::as_str)?;
        match self.spelling {
            Spelling::Exact => known(word),
            Spelling::Free => known(&folded(word)),
        }
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use serde_json::json;

    use super::*;

    #[test]
    fn a_spoilt_reading_is_named_and_the_others_stay() {
        let reply = json!({"emotional": 3, "uncertainty": {"uncertainty_type": "apathy", "severity": 9}});
        let found = read(reply.as_object().unwrap(), Spelling::Exact);
        assert_eq!(found.failed, ["emotional"]);
        assert!((found.signals.uncertainty.unwrap().severity - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn words_in_another_spelling_are_words_unless_the_letter_counts() {
        let reply = json!({"reasoning": {"reasoning_quality": "Causal", "has_examples": "true", "depth_score": "0.5"}});
        assert!(read(reply.as_object().unwrap(), Spelling::Free).signals.reasoning.is_some());
        assert_eq!(read(reply.as_object().unwrap(), Spelling::Exact).failed, ["reasoning"]);
    }
}
