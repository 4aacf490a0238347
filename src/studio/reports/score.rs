//! The judge's total, on the last line of the report.

/// A report with its total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Points, 0–100.
    pub total: u8,
    /// The text before the last line.
    pub analysis: String,
}

/// Parses the total on the last line, also with markup, `/100` or a label. Other lines are ignored: they may quote numbers of
/// respondents.
pub fn parse_score(reply: &str) -> Option<Score> {
    let text = reply.trim_end();
    let (analysis, last) = text.rsplit_once('\n').unwrap_or(("", text));
    let total = parse_total(last).or_else(|| parse_decorated_total(last))?;
    Some(Score { total, analysis: analysis.trim_end().to_owned() })
}

/// Heading of the second part of a score report.
const IMPROVEMENTS: &str = "improvements";

/// The score report and what follows its line `IMPROVEMENTS`, if it has one.
pub fn split_improvements(analysis: &str) -> (&str, Option<&str>) {
    let marks = ['*', '_', '#', '`', ':', ' '];
    let mut start = 0;
    for line in analysis.split_inclusive('\n') {
        let end = start + line.len();
        if line.trim().trim_matches(marks).eq_ignore_ascii_case(IMPROVEMENTS) {
            let (report, rest) = (analysis.get(..start).unwrap_or_default(), analysis.get(end..).unwrap_or_default());
            return (report.trim_end(), Some(rest.trim()).filter(|rest| !rest.is_empty()));
        }
        start = end;
    }
    (analysis, None)
}

/// Parses a whole number from 0 to 100.
fn parse_total(line: &str) -> Option<u8> {
    let line = line.trim();
    let digits = line.strip_prefix('+').unwrap_or(line);
    let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit());
    digits.parse::<u8>().ok().filter(|total| is_number && *total <= 100)
}

/// Parses a total with emphasis, a full stop, `/100` or a label.
fn parse_decorated_total(line: &str) -> Option<u8> {
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
    parse_total(match value.split_once('/') {
        Some((points, of)) if of.trim() == "100" => points,
        Some(_) => return None,
        None => value,
    })
}
