//! Which labels of ideas mean the same thing. The researcher owns the file: it is proposed once, and edited by hand.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::engine::language::LanguagePack;

/// Codes with the labels that each stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Codebook {
    /// Codes in order.
    pub codes: Vec<CodedLabels>,
}

/// A code and its labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodedLabels {
    /// Name of the code, once in a codebook.
    pub code: String,
    /// Id of the node type of its ideas.
    #[serde(rename = "type")]
    pub node_type: String,
    /// Labels of ideas, without regard to capitals.
    pub labels: Vec<String>,
}

/// A label of an idea, with its node type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TypedLabel {
    /// Id of the node type.
    pub node_type: String,
    /// The label.
    pub label: String,
}

/// Why a codebook cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodebookError {
    /// Two entries have the same code.
    #[error("the code “{0}” stands twice in the codebook; give each code one entry with all its labels")]
    DuplicateCode(String),
    /// Two codes have the same label for the same node type.
    #[error("the label “{label}” belongs to two codes, “{first}” and “{second}”; leave it in one of them")]
    DuplicateLabel {
        /// The label.
        label: String,
        /// The code that has it first.
        first: String,
        /// The other code.
        second: String,
    },
}

/// The code of each label of a codebook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeLookup(BTreeMap<(String, String), String>);

impl CodeLookup {
    /// The code of a label. None if the codebook does not have it.
    pub fn code_of(&self, label: &TypedLabel) -> Option<&str> {
        self.0.get(&key(&label.node_type, &label.label)).map(String::as_str)
    }

    /// The code of a label, or the label as a code of its own.
    pub fn code_or_label<'a>(&'a self, label: &'a TypedLabel) -> &'a str {
        self.code_of(label).unwrap_or(&label.label)
    }
}

impl Codebook {
    /// The code of each label. Every code and every label must stand once.
    pub fn lookup(&self) -> Result<CodeLookup, CodebookError> {
        let mut codes = BTreeSet::new();
        let mut labels: BTreeMap<(String, String), String> = BTreeMap::new();
        for entry in &self.codes {
            if !codes.insert(&entry.code) {
                return Err(CodebookError::DuplicateCode(entry.code.clone()));
            }
            for label in &entry.labels {
                let first = labels.insert(key(&entry.node_type, label), entry.code.clone());
                if let Some(first) = first.filter(|first| *first != entry.code) {
                    return Err(CodebookError::DuplicateLabel {
                        label: label.clone(),
                        first,
                        second: entry.code.clone(),
                    });
                }
            }
        }
        Ok(CodeLookup(labels))
    }

    /// A codebook in which labels of one node type with the same content words share a code. The code is the shortest label;
    /// labels without content words stand alone.
    pub fn propose(labels: impl IntoIterator<Item = TypedLabel>, pack: &LanguagePack) -> Self {
        let mut groups: BTreeMap<(String, Vec<String>), BTreeSet<String>> = BTreeMap::new();
        for TypedLabel { node_type, label } in labels {
            let mut stems: Vec<String> = pack.content(&label).iter().map(str::to_owned).collect();
            if stems.is_empty() {
                stems.push(label.to_lowercase());
            }
            groups.entry((node_type, stems)).or_default().insert(label);
        }
        let mut used = BTreeSet::new();
        let mut codes: Vec<CodedLabels> = groups
            .into_iter()
            .map(|((node_type, _), labels)| {
                let labels: Vec<String> = labels.into_iter().collect();
                let shortest = labels.iter().min_by_key(|label| label.chars().count()).cloned().unwrap_or_default();
                // The same words may be an attribute of one person and a value of another.
                let code = if used.contains(&shortest) { format!("{shortest} ({node_type})") } else { shortest };
                used.insert(code.clone());
                CodedLabels { code, node_type, labels }
            })
            .collect();
        codes.sort_by(|a, b| (&a.node_type, &a.code).cmp(&(&b.node_type, &b.code)));
        Self { codes }
    }
}

fn key(node_type: &str, label: &str) -> (String, String) {
    (node_type.to_owned(), label.trim().to_lowercase())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;
    use crate::engine::language::english;

    fn label(node_type: &str, label: &str) -> TypedLabel {
        TypedLabel { node_type: node_type.to_owned(), label: label.to_owned() }
    }

    #[test]
    fn labels_with_the_same_content_words_share_a_code() {
        let labels = [
            label("value", "peace of mind"),
            label("attribute", "taste creamy"),
            label("attribute", "Creamy taste"),
            label("value", "creamy taste"),
        ];
        let book = Codebook::propose(labels.clone(), english());
        let codes: Vec<&str> = book.codes.iter().map(|entry| &*entry.code).collect();
        assert_eq!(codes, ["Creamy taste", "creamy taste", "peace of mind"]);
        let lookup = book.lookup().unwrap();
        assert_eq!(lookup.code_of(&labels[1]), Some("Creamy taste"));
        assert_eq!(lookup.code_of(&labels[3]), Some("creamy taste"));
        assert_eq!(lookup.code_or_label(&label("value", "calm")), "calm");
    }

    #[test]
    fn a_code_or_a_label_that_stands_twice_is_named() {
        let entry = |code: &str, label: &str| CodedLabels {
            code: code.to_owned(),
            node_type: "value".to_owned(),
            labels: vec![label.to_owned()],
        };
        let book = Codebook { codes: vec![entry("calm", "calm"), entry("calm", "quiet")] };
        assert_eq!(book.lookup(), Err(CodebookError::DuplicateCode("calm".to_owned())));
        let book = Codebook { codes: vec![entry("calm", "Quiet "), entry("silence", "quiet")] };
        let error = book.lookup().unwrap_err().to_string();
        assert!(error.contains("“quiet”") && error.contains("“calm”") && error.contains("“silence”"), "{error}");
    }
}
