//! One mistake, one finding: what only follows from another finding is left out.
//!
//! Whoever mends the first has mended the second, and whoever reads both looks for two mistakes.

use crate::diagnostic::Diagnostic;

/// Findings without those that another one explains: a key that is missing because it is misspelt.
pub(super) fn fold(findings: &mut Vec<Diagnostic>) {
    let meant: Vec<Meant> = findings.iter().filter_map(Meant::of).collect();
    if !meant.is_empty() {
        findings.retain(|finding| !meant.iter().any(|meant| meant.explains(finding)));
    }
}

/// A misspelt name, and where what was meant would stand.
struct Meant {
    file: String,
    /// What the name stands in, `texts.intro.`; empty at the top.
    parent: String,
    name: String,
}

impl Meant {
    fn of(finding: &Diagnostic) -> Option<Self> {
        if !matches!(finding.code.as_str(), "unknown_field" | "unknown_name") {
            return None;
        }
        let name = finding.hint.as_deref()?.strip_prefix("did you mean `")?.strip_suffix("`?")?;
        let parent = finding.path.strip_suffix(finding.value.as_deref()?)?;
        Some(Self { file: finding.file.clone(), parent: parent.to_owned(), name: name.to_owned() })
    }

    /// Whether a finding says that what was meant is not there.
    fn explains(&self, finding: &Diagnostic) -> bool {
        if finding.file != self.file {
            return false;
        }
        match finding.code.as_str() {
            "missing_field" | "no_opening" | "no_safety" | "empty" => {
                let rest = finding.path.strip_prefix(&self.parent).and_then(|path| path.strip_prefix(&self.name));
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            }
            "missing_translation" => {
                finding.path == self.parent.trim_end_matches('.')
                    && finding.message.contains(&format!("`{}`", self.name))
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Place, Severity};

    fn finding(code: &str, path: &str, value: Option<&str>, hint: &str) -> Diagnostic {
        Diagnostic {
            file: "a.yaml".to_owned(),
            place: Place::default(),
            severity: Severity::Error,
            code: code.to_owned(),
            path: path.to_owned(),
            value: value.map(str::to_owned),
            message: String::new(),
            hint: Some(hint.to_owned()),
        }
    }

    #[test]
    fn a_key_that_is_misspelt_is_not_missing_too() {
        let mut findings = vec![
            finding("unknown_field", "texts.intor", Some("intor"), "did you mean `intro`?"),
            finding("missing_field", "texts.intro.lead", None, "add it"),
            finding("missing_field", "texts.introduction", None, "add it"),
            finding("missing_field", "intro", None, "add it"),
        ];
        fold(&mut findings);
        let left: Vec<&str> = findings.iter().map(|finding| finding.path.as_str()).collect();
        assert_eq!(left, ["texts.intor", "texts.introduction", "intro"]);
    }
}
