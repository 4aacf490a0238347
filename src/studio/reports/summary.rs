//! A summary of a report in at most four lines.

use super::{
    checked::{DropCounter, ReportError, ValidatedReport},
    sanitize::{sanitize_line, strip_fence},
    synthesis::Synthesis,
};

/// Maximum lines, and maximum characters of all lines.
const MOST_LINES: usize = 4;
const MOST: usize = 600;

/// Validates a model's summary: one to four plain lines.
///
/// # Errors
/// [`Unusable::Nothing`] if there is no line.
pub fn validate_summary(reply: &str) -> Result<ValidatedReport<Vec<String>>, ReportError> {
    let mut drops = DropCounter::default();
    let mut lines = Vec::new();
    let mut left = MOST;
    for line in strip_fence(reply).lines().map(strip_marker).filter(|line| !line.is_empty()) {
        let line = sanitize_line(&line.replace("**", ""), MOST, &mut drops);
        if lines.len() == MOST_LINES || line.chars().count() > left {
            drops.count("too_long");
        } else if !line.is_empty() {
            left -= line.chars().count();
            lines.push(line);
        }
    }
    if lines.is_empty() { Err(ReportError::Nothing) } else { Ok(drops.finish(lines)) }
}

/// The local summary of a report: its first chains of reasons.
pub fn local_summary(report: &Synthesis) -> Vec<String> {
    report.chains.iter().take(MOST_LINES).map(|chain| chain.path.join(" → ")).collect()
}

/// Removes the marker of a list or a heading.
fn strip_marker(line: &str) -> &str {
    let line = line.trim().trim_start_matches(['#', '>', ' ']);
    let line =
        line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).or_else(|| line.strip_prefix("• ")).unwrap_or(line);
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let line = if numbered.len() < line.len() { numbered.strip_prefix(". ").unwrap_or(line) } else { line };
    line.trim()
}
