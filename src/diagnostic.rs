//! What is wrong with a document, where it is, and what to do about it.
//!
//! A mistake in a document is never an error that stops at the first: whoever reads documents returns a list of these.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The document cannot be used.
    Error,
    /// The document can be used, though perhaps not as meant.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// A line and a column of a document, each from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Default for Place {
    fn default() -> Self {
        Self { line: 1, column: 1 }
    }
}

/// One finding in a document.
///
/// Findings sort by file, then by place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The document.
    pub file: String,
    /// Where in the document.
    #[serde(flatten)]
    pub place: Place,
    /// How bad it is.
    pub severity: Severity,
    /// What kind of mistake, a stable word: `unknown_field`.
    pub code: String,
    /// Where in the structure: `strategies[2].weights.graph.max_depth`; empty at the top.
    pub path: String,
    /// What was found there, if it is a single value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What is wrong, naming the value and what was expected.
    pub message: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl Diagnostic {
    /// Whether the document cannot be used because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, place: Place { line, column }, severity, code, message, .. } = self;
        write!(f, "{file}:{line}:{column}: {severity}[{code}]: {message}")?;
        if let Some(hint) = &self.hint {
            write!(f, "\n  hint: {hint}")?;
        }
        Ok(())
    }
}

/// The likeliest of the names that may have been meant by an unknown one.
///
/// Likeness is the share of letters left alone by the fewest insertions, deletions, replacements and swaps; below a
/// half nothing is suggested. Of names equally like, the first wins.
#[cfg(feature = "studio")]
pub fn closest<'a>(unknown: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |text: &str| text.to_lowercase().replace(['-', ' '], "_");
    let unknown = plain(unknown.get(..unknown.floor_char_boundary(100)).unwrap_or_default());
    let mut best: Option<(f64, &str)> = None;
    for name in names {
        let likeness = strsim::normalized_damerau_levenshtein(&unknown, &plain(name));
        if likeness >= 0.5 && best.is_none_or(|(found, _)| likeness > found) {
            best = Some((likeness, name));
        }
    }
    best.map(|(_, name)| name)
}

/// What to do about a name that is not known.
#[cfg(feature = "studio")]
pub fn did_you_mean<T: AsRef<str>>(unknown: &str, known: &[T]) -> String {
    match closest(unknown, known.iter().map(AsRef::as_ref)) {
        Some(name) => format!("did you mean `{name}`?"),
        None if known.is_empty() => "remove it".to_owned(),
        None => {
            let names: Vec<String> = known.iter().take(20).map(|name| format!("`{}`", name.as_ref())).collect();
            let more = if known.len() > 20 { ", …" } else { "" };
            format!("known here: {}{more}", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_reads_like_a_compiler_message_with_its_hint() {
        let finding = Diagnostic {
            file: "studies/a.yaml".to_owned(),
            place: Place { line: 3, column: 5 },
            severity: Severity::Error,
            code: "unknown_field".to_owned(),
            path: "limits.max_turn".to_owned(),
            value: Some("max_turn".to_owned()),
            message: "unknown key `max_turn`".to_owned(),
            hint: Some("did you mean `max_turns`?".to_owned()),
        };
        assert_eq!(
            finding.to_string(),
            "studies/a.yaml:3:5: error[unknown_field]: unknown key `max_turn`\n  hint: did you mean `max_turns`?"
        );
    }

    #[cfg(feature = "studio")]
    #[test]
    fn the_closest_name_is_suggested_and_a_far_one_is_not() {
        let names = ["max_turns", "min_turns", "late_turns"];
        assert_eq!(closest("max_turn", names), Some("max_turns"));
        assert_eq!(closest("Max-Turns", names), Some("max_turns"));
        assert_eq!(closest("colour", names), None);
    }
}
