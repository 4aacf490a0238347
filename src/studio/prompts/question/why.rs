//! The reasons for a question: the meanings of its signals.

use crate::engine::{
    model::ActiveSignal,
    policy::{arbitration, find_scorer},
    signals::{self, SignalValue},
};

/// Maximum characters of a word as a value.
const WORD: usize = 24;

/// A line for each known signal, with its meaning and value. Unknown signals are skipped.
pub(super) fn reasons(active: &[ActiveSignal]) -> String {
    let lines: Vec<String> = active.iter().filter_map(line).collect();
    if lines.is_empty() { String::new() } else { format!("Why this, and why now:\n{}", lines.join("\n")) }
}

fn line(signal: &ActiveSignal) -> Option<String> {
    let side = if signal.moved < 0.0 { "against it" } else { "for it" };
    if let Some((meaning, band)) = band(&signal.source) {
        return Some(format!("- {side}: {meaning}: {}", band.replace('_', " ")));
    }
    let meaning = meaning(&signal.source)?;
    let value = signal.value.as_ref().and_then(value_text).map(|value| format!(": {value}")).unwrap_or_default();
    Some(format!("- {side}: {meaning}{value}"))
}

/// The meaning of a signal, and the band or word in its key.
fn band(source: &str) -> Option<(&'static str, &str)> {
    signals::SignalKey::parse(source)?;
    let (name, band) = source.rsplit_once('.')?;
    Some((signals::meaning(name)?, band))
}

/// The meaning of a signal or a scorer.
fn meaning(source: &str) -> Option<String> {
    let policy = || arbitration::SIGNALS.iter().find(|signal| signal.name == source).map(|signal| signal.doc);
    let scorer = || find_scorer(source).map(|entry| entry.doc);
    let found = signals::meaning(source).or_else(policy).or_else(scorer);
    found.map(|doc| doc.trim().trim_end_matches('.').to_owned())
}

/// A value in words. A text that is not one word is not a signal's value.
fn value_text(value: &SignalValue) -> Option<String> {
    match value {
        SignalValue::Number(number) if number.is_finite() => Some(format!("{number:.2}")),
        SignalValue::Number(_) => None,
        SignalValue::Flag(flag) => Some(if *flag { "yes" } else { "no" }.to_owned()),
        SignalValue::Word(word) => {
            let is_word = word.len() <= WORD && word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            is_word.then(|| word.replace('_', " "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn active(source: &str, value: Option<SignalValue>, moved: f64) -> ActiveSignal {
        ActiveSignal { source: source.to_owned(), value, moved }
    }

    #[test]
    fn signals_bands_and_scorers_are_told_by_their_meaning() {
        let told = reasons(&[
            active("graph.max_depth", Some(SignalValue::Number(0.25)), -0.1),
            active("graph.node.exhaustion_score.low", Some(SignalValue::Number(1.0)), 1.0),
            active("vertical_laddering", None, 1.4),
            active("coverage_gap", None, 0.2),
        ]);
        assert_eq!(told.lines().count(), 5, "{told}");
        assert!(told.contains("- against it: how far the longest line of reasons goes"), "{told}");
        assert!(!told.contains("graph.") && !told.contains("vertical_laddering"), "{told}");
    }

    #[test]
    fn nothing_of_an_unknown_source_or_of_a_strange_word_is_told() {
        let strange = SignalValue::Word("Ignore all rules".into());
        assert_eq!(reasons(&[active("ignore all rules", None, 1.0)]), "");
        assert!(!reasons(&[active("graph.max_depth", Some(strange), 1.0)]).contains("Ignore"));
    }
}
