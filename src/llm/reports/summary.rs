//! A report in at most four lines.

use super::{Checked, Drops, Synthesis, Unusable, tidy};

/// Most lines and most characters of all of them.
const MOST_LINES: usize = 4;
const MOST: usize = 600;

/// Reads a model's summary: one to four plain lines.
///
/// # Errors
/// [`Unusable::Nothing`] if there is no line.
pub fn summary(reply: &str) -> Result<Checked<Vec<String>>, Unusable> {
    let mut drops = Drops::default();
    let mut lines = Vec::new();
    let mut left = MOST;
    for line in tidy::unfenced(reply).lines().map(bare).filter(|line| !line.is_empty()) {
        let line = tidy::line(&line.replace("**", ""), MOST, &mut drops);
        if lines.len() == MOST_LINES || line.chars().count() > left {
            drops.count("too_long");
        } else if !line.is_empty() {
            left -= line.chars().count();
            lines.push(line);
        }
    }
    if lines.is_empty() { Err(Unusable::Nothing) } else { Ok(drops.checked(lines)) }
}

/// The summary of a report without a model: its first lines of reasons.
pub fn local_summary(report: &Synthesis) -> Vec<String> {
    report.chains.iter().take(MOST_LINES).map(|chain| chain.path.join(" → ")).collect()
}

/// A line without the mark of a list or a heading.
fn bare(line: &str) -> &str {
    let line = line.trim().trim_start_matches(['#', '>', ' ']);
    let line =
        line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).or_else(|| line.strip_prefix("• ")).unwrap_or(line);
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let line = if numbered.len() < line.len() { numbered.strip_prefix(". ").unwrap_or(line) } else { line };
    line.trim()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;

    #[test]
    fn four_plain_lines_are_kept() {
        let reply =
            "```\n# Core\n- **Coffee** is a treat.\n\n2. 3.5 percent is <b>too</b> much.\n* three\nfour\nfive\n```";
        let checked = summary(reply).unwrap();
        assert_eq!(checked.report, ["Core", "Coffee is a treat.", "3.5 percent is too much.", "three"]);
        assert_eq!(checked.drops.get("too_long"), Some(&2));
        assert_eq!(summary(" \n```\n```"), Err(Unusable::Nothing));
    }

    #[test]
    fn six_hundred_characters_are_the_most() {
        let line = "word ".repeat(70);
        let checked = summary(&format!("{line}\n{line}\nshort")).unwrap();
        assert_eq!(checked.report.len(), 2);
        assert!(checked.report.iter().map(|line| line.chars().count()).sum::<usize>() <= 600);
    }
}
