//! Drops findings that another finding implies, so that one mistake gives one finding.

use crate::engine::diagnostic::Diagnostic;

/// Drops the findings about missing values that are present under a misspelt name.
pub(super) fn drop_implied(findings: &mut Vec<Diagnostic>) {
    let misspelt: Vec<Misspelt> = findings.iter().filter_map(Misspelt::of).collect();
    if !misspelt.is_empty() {
        findings.retain(|finding| !misspelt.iter().any(|misspelt| misspelt.implies(finding)));
    }
}

/// A misspelt key, and the place of the key that was meant.
struct Misspelt {
    file: String,
    /// Path of the mapping with a final dot, `texts.intro.`; empty at the top.
    parent: String,
    meant: String,
}

impl Misspelt {
    fn of(finding: &Diagnostic) -> Option<Self> {
        if !matches!(finding.code.as_str(), "unknown_field" | "unknown_name") {
            return None;
        }
        let parent = finding.path.strip_suffix(finding.value.as_deref()?)?;
        Some(Self { file: finding.file.clone(), parent: parent.to_owned(), meant: finding.suggestion.clone()? })
    }

    /// Whether a finding says that the key that was meant is missing.
    fn implies(&self, finding: &Diagnostic) -> bool {
        finding.file == self.file
            && match finding.code.as_str() {
                "missing_field" | "no_opening" | "no_safety" | "empty" => {
                    let rest = finding.path.strip_prefix(&self.parent).and_then(|path| path.strip_prefix(&self.meant));
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
                }
                "missing_translation" => {
                    finding.path == self.parent.trim_end_matches('.')
                        && finding.suggestion.as_deref() == Some(&self.meant)
                }
                _ => false,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::diagnostic::Place;

    fn finding(code: &str, path: &str) -> Diagnostic {
        Diagnostic { path: path.to_owned(), ..Diagnostic::error("a.yaml", Place::default(), code, "") }
    }

    #[test]
    fn a_key_that_is_misspelt_is_not_missing_too() {
        let (value, suggestion) = (Some("intor".to_owned()), Some("intro".to_owned()));
        let mut findings = vec![
            Diagnostic { value, suggestion, ..finding("unknown_field", "texts.intor") },
            finding("missing_field", "texts.intro.lead"),
            finding("missing_field", "texts.introduction"),
            finding("missing_field", "intro"),
        ];
        drop_implied(&mut findings);
        let left: Vec<&str> = findings.iter().map(|finding| finding.path.as_str()).collect();
        assert_eq!(left, ["texts.intor", "texts.introduction", "intro"]);
    }
}
