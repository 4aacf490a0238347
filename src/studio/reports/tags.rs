//! The failure tags in a judge's report.

/// Start of the line with the tags.
const LABEL: &str = "failure tags";

/// Words that negate a tag after them.
const NEGATIONS: [&str; 4] = ["no", "not", "without", "never"];

/// Maximum distance of a negation in words.
const NEGATION_DISTANCE: usize = 3;

/// Parses the tags of a report, in the vocabulary's order. The last line `Failure tags: a, b` counts; without one, every tag
/// in the text that is not negated.
pub fn parse_failure_tags<'a>(report: &str, vocabulary: &[&'a str]) -> Vec<&'a str> {
    let line = report.lines().rev().find_map(tag_list);
    let words = words(line.unwrap_or(report));
    let is_named = |tag: &&&str| {
        words.iter().enumerate().any(|(at, word)| word == **tag && (line.is_some() || !is_negated(&words, at)))
    };
    vocabulary.iter().filter(is_named).copied().collect()
}

/// The text after the label on the line with the tags.
fn tag_list(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(['*', '_', '`', '#', '>', '-', ' ']);
    let head = line.get(..LABEL.len())?;
    let rest = line.get(LABEL.len()..)?.trim_start_matches(['*', '_', '`', ' ']);
    head.eq_ignore_ascii_case(LABEL).then(|| rest.strip_prefix(':'))?
}

/// Words in lower case. A tag is one word.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    parts.map(|word| word.trim_matches('_').to_lowercase()).filter(|word| !word.is_empty()).collect()
}

/// Whether one of the words before a tag negates it, as in "no sign of".
fn is_negated(words: &[String], at: usize) -> bool {
    let before = words.get(at.saturating_sub(NEGATION_DISTANCE)..at).unwrap_or_default();
    before.iter().any(|word| NEGATIONS.contains(&word.as_str()))
}
