//! The judge's number: the last line of the report, and nothing but the last line.

/// A report with its total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Points, 0–100.
    pub total: u8,
    /// All before the last line.
    pub analysis: String,
}

/// Reads the total from the last line: first strictly, a whole number alone; then with marks, `/100` or a label around it.
/// Earlier lines are never searched: respondents' words that are quoted there may hold numbers. None asks for another try.
pub fn score(reply: &str) -> Option<Score> {
    let text = reply.trim_end();
    let (analysis, last) = text.rsplit_once('\n').unwrap_or(("", text));
    let total = strict(last).or_else(|| lenient(last))?;
    Some(Score { total, analysis: analysis.trim_end().to_owned() })
}

/// Blanks, a sign, digits, blanks.
fn strict(line: &str) -> Option<u8> {
    let line = line.trim();
    let digits = line.strip_prefix('+').unwrap_or(line);
    let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit());
    digits.parse::<u8>().ok().filter(|total| is_number && *total <= 100)
}

/// The same in emphasis, with a full stop, out of a hundred, or behind a label.
fn lenient(line: &str) -> Option<u8> {
    let marks = ['*', '_', '`', ' '];
    let line = line.trim_matches(marks);
    let line = line.strip_suffix('.').unwrap_or(line).trim_matches(marks);
    let value = match line.split_once([':', '=']) {
        Some((label, value)) => {
            let label = label.trim_matches(marks).to_lowercase();
            ["score", "total", "total score", "final score"].contains(&label.as_str()).then_some(value)?
        }
        None => line,
    };
    let value = value.trim_matches(marks);
    strict(match value.split_once('/') {
        Some((points, of)) if of.trim() == "100" => points,
        Some(_) => return None,
        None => value,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_the_last_line_and_nothing_else() {
        for (reply, expected) in [
            ("a\n72", Some((72, "a"))),
            ("a\n72 \r\n\n", Some((72, "a"))),
            ("0", Some((0, ""))),
            ("a\n+72", Some((72, "a"))),
            ("a\n**72**", Some((72, "a"))),
            ("a\nTotal score: 72/100.", Some((72, "a"))),
            ("a\n72 / 100", Some((72, "a"))),
            ("a\n72/90", None),
            ("a\n101", None),
            ("a\n-1", None),
            ("a\n72.5", None),
            ("a\n70-75", None),
            ("I give 72 out of 100", None),
            ("", None),
            ("72\nthanks", None),
            ("a\n٧٢", None),
            ("a\nturn 7: 72", None),
        ] {
            let found = score(reply);
            let found = found.as_ref().map(|score| (score.total, score.analysis.as_str()));
            assert_eq!(found, expected, "{reply:?}");
        }
    }
}
