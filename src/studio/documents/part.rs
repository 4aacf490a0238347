//! A document, or a part of one, that is read into a checked type, with all findings made on the way.
//!
//! The part is compared with its schema first. Every violation becomes a finding, and a fitting value replaces the offending
//! one, so that the rest can be read and checked too. Findings inside a replaced value are dropped.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde_yaml::Value;

use super::{
    hints,
    tree::{Path, PathStep, YamlContent, YamlNode, value_at},
    validate::{Misfit, Schema, Violation},
};
use crate::engine::diagnostic::{Diagnostic, Severity, closest_name, did_you_mean};

/// Most findings in one part.
pub(super) const MAX_FINDINGS: usize = 100;

/// A document or a part of one.
#[derive(Debug)]
pub(super) struct Part<'a> {
    file: &'a str,
    root: &'a YamlNode,
    base: Path,
    value: Value,
    /// Paths below `base` whose values were replaced.
    replaced: BTreeSet<Path>,
    /// Findings, in the order they were made.
    pub(super) findings: Vec<Diagnostic>,
}

impl<'a> Part<'a> {
    /// Creates the part of a document at a path; the empty path is the whole document.
    pub(super) fn new(file: &'a str, root: &'a YamlNode, base: Path) -> Self {
        let value = root.at(&base).map_or(Value::Null, YamlNode::value);
        let mut part = Self { file, root, base, value, replaced: BTreeSet::new(), findings: Vec::new() };
        for path in not_finite(&part.value) {
            let value = part.written(&path).unwrap_or_default();
            part.error("not_finite", &path, format!("`{value}` is not a finite number"), Some("write a plain number"));
            part.replace(path, Value::from(0));
        }
        part
    }

    /// Returns the text under a top-level key, if its value is a single one.
    pub(super) fn word(&self, key: &str) -> Option<String> {
        match self.value.get(key)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(_) | Value::Bool(_) => self.written(&Path::default().key(key)),
            Value::Null | Value::Sequence(_) | Value::Mapping(_) | Value::Tagged(_) => None,
        }
    }

    /// Returns the part under a top-level key, if it is a mapping.
    pub(super) fn inner(&self, key: &str) -> Option<Self> {
        let is_mapping = self.value.get(key)?.is_mapping();
        is_mapping.then(|| Self::new(self.file, self.root, self.base.key(key)))
    }

    /// Converts the part to JSON.
    pub(super) fn json(&self) -> serde_json::Value {
        serde_json::to_value(&self.value).unwrap_or_default()
    }

    /// Removes a top-level key and returns its value as a part.
    pub(super) fn take(&mut self, key: &str) -> Option<Self> {
        self.value.as_mapping_mut()?.shift_remove(key)?;
        Some(Self::new(self.file, self.root, self.base.key(key)))
    }

    /// Reads the part as a type with this schema. Returns none if it cannot be read at all; a returned value may come with
    /// findings.
    pub(super) fn typed<T: DeserializeOwned>(&mut self, schema: &Schema) -> Option<T> {
        self.typed_at(schema, "")
    }

    /// Reads the part as a type with the schema at this JSON pointer of another.
    pub(super) fn typed_at<T: DeserializeOwned>(&mut self, schema: &Schema, pointer: &str) -> Option<T> {
        let misfits = schema.validate(pointer, &self.value, MAX_FINDINGS);
        let violations = misfits.iter().filter(|misfit| misfit.violation != Violation::UnquotedText).count();
        for misfit in misfits {
            self.repair(misfit);
        }
        if violations >= MAX_FINDINGS {
            return None;
        }
        match serde_path_to_error::deserialize(&self.value) {
            Ok(typed) => Some(typed),
            Err(error) => {
                let path = self.path(&error.path().to_string());
                self.error("invalid", &path, error.into_inner().to_string(), None);
                None
            }
        }
    }

    /// Reports a violation and puts a value there that fits.
    fn repair(&mut self, misfit: Misfit) {
        let Misfit { path, violation, replaces, replacement } = misfit;
        match violation {
            Violation::UnquotedText => {
                let text = self.written(&path).unwrap_or_default();
                if let Some(value) = value_at(&mut self.value, &path) {
                    *value = Value::from(text);
                }
                return;
            }
            Violation::UnknownKey { known, homes } => {
                let key = path.last_key().unwrap_or_default().to_owned();
                let misplaced = hints::misplaced_key(&key, &homes);
                let hint = misplaced.clone().unwrap_or_else(|| did_you_mean(&key, &known));
                let suggestion = closest_name(&key, known.iter().map(String::as_str)).filter(|_| misplaced.is_none());
                let place = self.root.key_place(&self.base.join(&path));
                if let Some(finding) = self.error("unknown_field", &path, format!("unknown key `{key}`"), Some(&hint)) {
                    finding.place = place;
                    finding.suggestion = suggestion.map(str::to_owned);
                    finding.value = Some(key);
                }
            }
            Violation::MissingKey => self.missing(&path),
            Violation::UnknownWord { known } => {
                let word = self.written(&path).unwrap_or_default();
                let message = format!("`{}` cannot be `{}`", self.base.join(&path).name(), hints::shorten(&word));
                self.error("unknown_word", &path, message, Some(&did_you_mean(&word, &known)));
            }
            Violation::WrongType(expected) => {
                let found = value_at(&mut self.value, &path).map(|found| found.clone()).unwrap_or_default();
                let name = self.base.join(&path).name();
                let of = if name.is_empty() { String::new() } else { format!(" for `{name}`") };
                let (fits, found_as) = (hints::describe_expected(expected), hints::describe_value(&found));
                let written = self.root.at(&self.base.join(&path)).map(|node| &node.content);
                let hint = hints::fix_type(expected, &found, matches!(written, Some(YamlContent::Text(_))));
                self.error("wrong_type", &path, format!("expected {fits}{of}, found {found_as}"), hint);
            }
        }
        match replacement {
            Some(value) => self.replace(replaces, value),
            None => {
                if let Some((parent, PathStep::Key(key))) = replaces.split_last()
                    && let Some(entries) = value_at(&mut self.value, &parent).and_then(|value| value.as_mapping_mut())
                {
                    entries.shift_remove(key.as_str());
                }
            }
        }
    }

    fn replace(&mut self, path: Path, with: Value) {
        if let Some(value) = value_at(&mut self.value, &path) {
            *value = with;
        } else if let Some((parent, PathStep::Key(key))) = path.split_last()
            && let Some(entries) = value_at(&mut self.value, &parent).and_then(|value| value.as_mapping_mut())
        {
            entries.insert(key.as_str().into(), with);
        }
        self.replaced.insert(path);
    }

    /// Returns the text of a single value as written.
    fn written(&self, path: &Path) -> Option<String> {
        self.root.at(&self.base.join(path)).and_then(YamlNode::text).map(str::to_owned)
    }

    fn is_replaced(&self, path: &Path) -> bool {
        (0..=path.0.len()).any(|length| self.replaced.contains(&Path(path.0.iter().take(length).cloned().collect())))
    }

    /// Records an error at a path below this part. Returns the finding, unless it was dropped.
    pub(super) fn refuse(
        &mut self,
        code: &str,
        path: &str,
        message: impl Into<String>,
        hint: &str,
    ) -> Option<&mut Diagnostic> {
        if self.findings.len() >= MAX_FINDINGS {
            return None; // Looking up the place of each of a hundred thousand findings would take long.
        }
        let path = self.path(path);
        self.error(code, &path, message.into(), Some(hint).filter(|hint| !hint.is_empty()))
    }

    /// Records an error about the key at the end of a path.
    pub(super) fn refuse_key(
        &mut self,
        code: &str,
        path: &str,
        message: impl Into<String>,
        hint: &str,
    ) -> Option<&mut Diagnostic> {
        let full = self.base.join(&self.path(path));
        let place = self.root.key_place(&full);
        let finding = self.refuse(code, path, message, hint)?;
        finding.place = place;
        finding.value = full.0.last().map(ToString::to_string);
        Some(finding)
    }

    /// Records that a key is none of those known, and suggests the closest one.
    pub(super) fn refuse_unknown_key<T: AsRef<str>>(
        &mut self,
        code: &str,
        path: &str,
        message: impl Into<String>,
        (key, known): (&str, &[T]),
    ) {
        if let Some(finding) = self.refuse_key(code, path, message, &did_you_mean(key, known)) {
            finding.suggestion = closest_name(key, known.iter().map(AsRef::as_ref)).map(str::to_owned);
        }
    }

    /// Records a warning at a path below this part. Returns the finding, unless it was dropped.
    pub(super) fn warn(
        &mut self,
        code: &str,
        path: &str,
        message: impl Into<String>,
        hint: &str,
    ) -> Option<&mut Diagnostic> {
        let finding = self.refuse(code, path, message, hint)?;
        finding.severity = Severity::Warning;
        Some(finding)
    }

    /// Records that a value at a path is missing.
    pub(super) fn require(&mut self, path: &str) {
        if self.findings.len() < MAX_FINDINGS {
            self.missing(&self.path(path));
        }
    }

    fn missing(&mut self, path: &Path) {
        let full = self.base.join(path);
        let name = full.0.last().map(ToString::to_string).unwrap_or_default();
        self.error("missing_field", path, format!("`{full}` is missing"), Some(&hints::add_key(&name)));
    }

    /// Whether the document has a value at a path.
    pub(super) fn has(&self, path: &str) -> bool {
        self.root.at(&self.base.join(&self.path(path))).is_some()
    }

    /// Whether the value at a path is exactly as written, without any replacement.
    pub(super) fn is_as_written(&self, path: &str) -> bool {
        let path = self.path(path);
        let below = self.replaced.range(&path..).next().is_some_and(|replaced| replaced.starts_with(&path));
        !below && !self.is_replaced(&path)
    }

    fn path(&self, text: &str) -> Path {
        self.root.at(&self.base).map(|node| node.path(text)).unwrap_or_default()
    }

    fn error(&mut self, code: &str, path: &Path, message: String, hint: Option<&str>) -> Option<&mut Diagnostic> {
        if self.findings.len() >= MAX_FINDINGS || self.is_replaced(path) {
            return None;
        }
        self.findings.push(self.finding(code, path, message, hint));
        self.findings.last_mut()
    }

    fn finding(&self, code: &str, path: &Path, message: String, hint: Option<&str>) -> Diagnostic {
        let full = self.base.join(path);
        Diagnostic {
            path: full.to_string(),
            value: self.written(path).map(|text| hints::shorten(&text)),
            hint: hint.map(str::to_owned),
            ..Diagnostic::error(self.file, self.root.nearest(&full).place, code, message)
        }
    }
}

/// Returns the paths of all numbers that are infinite or not a number.
fn not_finite(value: &Value) -> Vec<Path> {
    let mut found = Vec::new();
    collect_not_finite(value, &mut Path::default(), &mut found);
    found
}

fn collect_not_finite(value: &Value, here: &mut Path, found: &mut Vec<Path>) {
    let entries: Vec<(PathStep, &Value)> = match value {
        Value::Sequence(entries) => {
            entries.iter().enumerate().map(|(at, entry)| (PathStep::Index(at), entry)).collect()
        }
        Value::Mapping(entries) => {
            let key = |key: &Value| PathStep::Key(key.as_str().unwrap_or_default().to_owned());
            entries.iter().map(|(name, entry)| (key(name), entry)).collect()
        }
        Value::Number(number) if !number.as_f64().is_none_or(f64::is_finite) => return found.push(here.clone()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Tagged(_) => return,
    };
    for (step, entry) in entries {
        here.0.push(step);
        collect_not_finite(entry, here, found);
        here.0.pop();
    }
}
