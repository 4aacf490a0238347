//! Validates the small sections: extractability, momentum, scores, ambiguity, plausibility.

use serde_json::{Map, Value};

use super::{
    extraction::comparable_label,
    fields::{AMBIGUITY, CONNECTION, EXTRACTABILITY, MOMENTUM, PLAUSIBILITY, SIGNALS, SIGNALS_BESIDE},
    types::{DropCounts, SafetyJudgement, ValidationContext},
    value::{count_unknown, flag, line, lines, list, number, share, word},
};
use crate::engine::{
    dialogue::{AnswerAct, Level, Momentum, Reading, qualitative::AmbiguityReading},
    signals::{ModelScores, read_scores},
};

/// Maximum characters of a reason.
pub(super) const REASON: usize = 200;

/// Maximum indicators of momentum, and characters of each.
const INDICATORS: (usize, usize) = (5, 80);

/// Whether the answer contains anything to code, and if not why.
pub(super) fn extractability(object: &Map<String, Value>, drops: &mut DropCounts) -> Option<(bool, Option<String>)> {
    count_unknown(object, &EXTRACTABILITY, drops);
    let reason = object.get("reason").and_then(Value::as_str).map(|reason| line(reason, REASON));
    Some((flag(object.get("extractable"))?, reason.filter(|reason| !reason.is_empty())))
}

/// Momentum. An unknown level is neutral.
pub(super) fn momentum(object: &Map<String, Value>, drops: &mut DropCounts) -> Option<Momentum> {
    count_unknown(object, &MOMENTUM, drops);
    let level = object.get("level").filter(|level| level.is_string())?;
    let known: Option<Level> = word(Some(level));
    drops.add("unknown_level", u32::from(known.is_none()));
    Some(Momentum {
        level: known.unwrap_or_default(),
        indicators: lines(object.get("indicators"), INDICATORS.0, INDICATORS.1),
    })
}

/// Scores and sentiment, with what must not be missed; none if there are no scores. Uncertainty, vagueness and hedging are
/// counted from words elsewhere.
pub(super) fn signals(
    object: &Map<String, Value>,
    answer: &str,
    drops: &mut DropCounts,
) -> Option<(Reading, SafetyJudgement)> {
    let known: Vec<&str> = SIGNALS.into_iter().chain(SIGNALS_BESIDE).collect();
    count_unknown(object, &known, drops);
    let score = |key: &str| object.get(key).and_then(|value| number(value.get("score").unwrap_or(value)));
    let scores = ModelScores {
        response_depth: score("response_depth"),
        valence: score("emotional_valence"),
        certainty: score("certainty"),
        specificity: score("specificity"),
        engagement: score("engagement"),
        intellectual_engagement: score("intellectual_engagement"),
    };
    let sentiment = word(object.get("sentiment"));
    let act: Option<AnswerAct> = word(object.get("act"));
    drops.add("unknown_act", u32::from(act.is_none() && object.get("act").is_some_and(|given| !given.is_null())));
    if sentiment.is_none() && act.is_none() && scores == ModelScores::default() {
        return None;
    }
    let reading = read_scores(answer, &scores);
    let sentiment = sentiment.or(reading.sentiment);
    let judgement =
        SafetyJudgement { distress: flag(object.get("distress")), wants_to_stop: flag(object.get("wants_to_stop")) };
    Some((Reading { act, sentiment, uncertainty: None, ambiguity: None, hedging: None, ..reading }, judgement))
}

/// Ambiguity; none if it is out of range.
pub(super) fn ambiguity(object: &Map<String, Value>, drops: &mut DropCounts) -> Option<AmbiguityReading> {
    count_unknown(object, &AMBIGUITY, drops);
    let ambiguity = object.get("ambiguity").and_then(number).filter(|value| (0.0..=1.0).contains(value))?;
    let reasoning = object.get("reasoning").and_then(Value::as_str).map(|reason| line(reason, REASON));
    Some(AmbiguityReading { ambiguity, reasoning: reasoning.unwrap_or_default() })
}

/// Plausibility of each isolated idea in the request; the highest of several.
pub(super) fn plausibility(
    object: &Map<String, Value>,
    ground: &ValidationContext<'_>,
    drops: &mut DropCounts,
) -> Option<Vec<(String, f64)>> {
    count_unknown(object, &PLAUSIBILITY, drops);
    object.get("connections")?.as_array()?;
    let mut highest: Vec<Option<f64>> = vec![None; ground.isolates.len()];
    for connection in list(object.get("connections")) {
        let Some(connection) = connection.as_object() else {
            drops.one("malformed_item");
            continue;
        };
        count_unknown(connection, &CONNECTION, drops);
        let label = comparable_label(connection.get("label").and_then(Value::as_str).unwrap_or_default());
        let Some(at) = ground.isolates.iter().position(|isolate| comparable_label(isolate) == label) else {
            drops.one("unknown_isolate");
            continue;
        };
        let Some(rating) = share(connection.get("plausibility")) else {
            drops.one("malformed_item");
            continue;
        };
        if let Some(highest) = highest.get_mut(at) {
            *highest = Some(highest.map_or(rating, |known: f64| known.max(rating)));
        }
    }
    let rated = ground.isolates.iter().zip(highest);
    Some(rated.filter_map(|(label, rating)| Some((label.clone(), rating?))).collect())
}
