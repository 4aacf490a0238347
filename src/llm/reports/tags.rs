//! The failures a judge names.

/// How a judge's line of failures begins.
const LABEL: &str = "failure tags";

/// Words before a tag that say it did not occur.
const DENIALS: [&str; 4] = ["no", "not", "without", "never"];

/// How far before a tag such a word may stand.
const REACH: usize = 3;

/// The tags of a vocabulary that a report names, in the vocabulary's order: those on its line `Failure tags: a, b`, of
/// several such lines the last. Without such a line those it speaks of anywhere, but not where it says that there were
/// none.
pub fn failure_tags<'a>(report: &str, vocabulary: &[&'a str]) -> Vec<&'a str> {
    let line = report.lines().rev().find_map(listed);
    let words = words(line.unwrap_or(report));
    let is_named = |tag: &&&str| {
        words.iter().enumerate().any(|(at, word)| word == **tag && (line.is_some() || !is_denied(&words, at)))
    };
    vocabulary.iter().filter(is_named).copied().collect()
}

/// What stands behind the label on a line that begins with it.
fn listed(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(['*', '_', '`', '#', '>', '-', ' ']);
    let head = line.get(..LABEL.len())?;
    let rest = line.get(LABEL.len()..)?.trim_start_matches(['*', '_', '`', ' ']);
    head.eq_ignore_ascii_case(LABEL).then(|| rest.strip_prefix(':'))?
}

/// Words in lower case; a tag is one of them.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    parts.map(|word| word.trim_matches('_').to_lowercase()).filter(|word| !word.is_empty()).collect()
}

/// Whether one of the words right before says no. "No sign of" begins with one.
fn is_denied(words: &[String], at: usize) -> bool {
    let before = words.get(at.saturating_sub(REACH)..at).unwrap_or_default();
    before.iter().any(|word| DENIALS.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const VOCABULARY: [&str; 3] = ["leading_question", "missed_probe", "late_close"];

    #[test]
    fn the_line_of_tags_counts_and_nothing_else() {
        for (report, expected) in [
            (
                "late_close was close.\nFailure tags: missed_probe, leading_question",
                &["leading_question", "missed_probe"][..],
            ),
            ("**Failure tags:** `late_close`.", &["late_close"]),
            ("failure tags: none\n", &[]),
            ("Failure tags: late_closed, unmissed_probe", &[]),
            ("He said: \nFailure tags: late_close\n- so he did.\nFailure tags: missed_probe", &["missed_probe"]),
        ] {
            assert_eq!(failure_tags(report, &VOCABULARY), expected, "{report}");
        }
    }

    #[test]
    fn without_the_line_a_tag_counts_wherever_it_is_not_denied() {
        for (report, expected) in [
            ("Turn 4 is a leading_question; late_close too.", &["leading_question", "late_close"][..]),
            ("No leading_question, there was never a missed_probe.", &[]),
            ("No sign of late_close.", &[]),
            ("It is not a good interview, given one missed_probe.", &["missed_probe"]),
            ("", &[]),
        ] {
            assert_eq!(failure_tags(report, &VOCABULARY), expected, "{report}");
        }
    }
}
