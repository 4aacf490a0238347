//! Findings in documents: the problem, its place, and a hint how to fix it.
//!
//! A function that reads documents returns all findings at once. It never stops at the first one.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How severe a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The document cannot be used.
    Error,
    /// The document can be used, perhaps not as intended.
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

/// A line and a column of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
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
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Diagnostic {
    /// Name of the document.
    pub file: String,
    /// Place in the text.
    #[serde(flatten)]
    pub place: Place,
    /// How severe it is.
    pub severity: Severity,
    /// Kind of mistake, a stable word: `unknown_field`.
    pub code: String,
    /// Path in the structure: `strategies[2].weights.graph.max_depth`. Empty at the top.
    pub path: String,
    /// The value at this place, if it is a single one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The problem, with the value found and the value expected.
    pub message: String,
    /// How to fix it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The known name that was probably meant, or the name that is missing. The linter uses it to drop findings that another
    /// finding implies.
    #[serde(skip)]
    pub suggestion: Option<String>,
}

impl Diagnostic {
    /// Creates an error without path, value and hint.
    #[cfg(feature = "studio")]
    pub(crate) fn error(file: &str, place: Place, code: &str, message: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            place,
            severity: Severity::Error,
            code: code.to_owned(),
            path: String::new(),
            value: None,
            message: message.into(),
            hint: None,
            suggestion: None,
        }
    }

    /// Whether the document cannot be used because of this finding.
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

/// Returns the known name closest to an unknown one.
///
/// Closeness is the normalised Damerau-Levenshtein similarity, 0–1. Names below 0.5 are not suggested. The first of equally
/// close names wins.
#[cfg(feature = "studio")]
pub fn closest_name<'a>(unknown: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
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

/// Returns the hint for an unknown name: the closest known name, or the known names.
#[cfg(feature = "studio")]
pub fn did_you_mean<T: AsRef<str>>(unknown: &str, known: &[T]) -> String {
    match closest_name(unknown, known.iter().map(AsRef::as_ref)) {
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
            suggestion: None,
        };
        assert_eq!(
            finding.to_string(),
            "studies/a.yaml:3:5: error[unknown_field]: unknown key `max_turn`\n  hint: did you mean `max_turns`?"
        );
    }

    #[cfg(feature = "studio")]
    #[test]
    fn a_name_without_a_close_one_gets_the_known_names() {
        assert_eq!(did_you_mean("colour", &["id", "label"]), "known here: `id`, `label`");
        assert_eq!(did_you_mean("lable", &["id", "label"]), "did you mean `label`?");
    }

    #[cfg(feature = "studio")]
    #[test]
    fn the_closest_name_is_suggested_and_a_far_one_is_not() {
        let names = ["max_turns", "min_turns", "late_turns"];
        assert_eq!(closest_name("max_turn", names), Some("max_turns"));
        assert_eq!(closest_name("Max-Turns", names), Some("max_turns"));
        assert_eq!(closest_name("colour", names), None);
    }
}
