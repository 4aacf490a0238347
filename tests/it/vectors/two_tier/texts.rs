//! Similarity of texts, sentiment, and a model's reply.

use querent_engine::engine::{
    dialogue::qualitative::{Signals, read},
    policy::two_tier::{
        sentiment,
        similarity::{Grams, max_similarity, similarity as similar},
    },
    untrusted::partial_json::{ObjectShape, parse},
};
use serde_json::{Value, json};

use super::scenario::{items, number, text};

fn grams(input: &Value) -> Grams {
    Grams { min: number(&input["config"]["min_ngram"]), max: number(&input["config"]["max_ngram"]) }
}

fn judged(input: &Value, similarity: f64) -> Value {
    let threshold = input["config"]["similarity_threshold"].as_f64().unwrap();
    json!({"similarity": similarity, "too_similar": similarity >= threshold})
}

pub(super) fn similarity(input: &Value) -> Value {
    let corpus: Vec<&str> = items(&input["corpus"]).iter().map(text).collect();
    judged(input, similar(text(&input["text_a"]), text(&input["text_b"]), &corpus, grams(input)))
}

pub(super) fn max_of(input: &Value) -> Value {
    let texts = items(&input["texts"]).iter().map(text);
    judged(input, max_similarity(text(&input["text_a"]), texts, grams(input)).unwrap_or_default())
}

pub(super) fn sentiment_from_text(input: &Value) -> Value {
    json!({"sentiment": sentiment::of_text(text(&input["text"]), Default::default())})
}

pub(super) fn sentiment_from_signal(input: &Value) -> Value {
    let signals = signals(&input["signals"]);
    json!({"sentiment": signals.emotional.as_ref().map(sentiment::of_mood)})
}

/// The readings a vector gives, and the ambiguity beside them.
pub(super) fn signals(given: &Value) -> Signals {
    given.as_object().map(|given| read(given).signals).unwrap_or_default()
}

pub(super) fn parse_signals(input: &Value) -> Value {
    let said = |turn: &Value| usize::from(turn["question"].is_string()) + usize::from(turn["response"].is_string());
    let utterances: usize = items(&input["history"]).iter().map(said).sum();
    let reply = input["llm_reply"].as_str().and_then(|reply| parse(reply, ObjectShape { keys: &[], open: &[] }).ok());
    let is_asked = utterances >= 2;
    let found = reply.as_ref().filter(|_| is_asked).map(|reply| read(&reply.object));
    let is_failure = is_asked && found.is_none();
    let found = found.unwrap_or_default();
    // The vectors write a reading that was not made as null.
    let mut signals = json!({
        "uncertainty": null, "reasoning": null, "emotional": null, "contradiction": null, "knowledge_ceiling": null,
        "concept_depth": null,
    });
    for (name, signal) in json!(found.signals).as_object().unwrap() {
        signals[name] = signal.clone();
    }
    json!({
        "signals": signals,
        "failed_signals": found.failed,
        "extraction_failed": is_failure,
    })
}
