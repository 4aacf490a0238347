//! A document, or a piece of one, on its way to a checked type, with every finding made on that way.
//!
//! `serde` stops at its first error. So the error is recorded with its place, the offending entry is replaced by
//! something that fits, and the piece is read again, until it fits or too many findings are together. What was
//! replaced is remembered: nothing found in it later is reported, since it is not what somebody wrote.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_yaml::{Mapping, Value};

use super::{
    explain::{self, Kind},
    locate::locate,
    tree::{Content, Node, Path, Step, value_at},
};
use crate::diagnostic::{Diagnostic, Severity};

/// Most findings of one piece; whoever has more wants to see the first ones.
pub(super) const MAX_FINDINGS: usize = 100;

/// Most attempts at one piece.
const MAX_ATTEMPTS: usize = 1_000;

/// A document or a piece of one.
#[derive(Debug)]
pub(super) struct Part<'a> {
    file: &'a str,
    root: &'a Node,
    base: Path,
    value: Value,
    /// Paths below `base` whose value is not what somebody wrote, and how often it was replaced.
    replaced: BTreeMap<Path, usize>,
    /// What was found.
    pub(super) findings: Vec<Diagnostic>,
}

impl<'a> Part<'a> {
    /// The whole document, or with a `base` the piece at the end of this path.
    pub(super) fn new(file: &'a str, root: &'a Node, base: Path) -> Self {
        let value = root.at(&base).map_or(Value::Null, Node::value);
        let mut part = Self { file, root, base, value, replaced: BTreeMap::new(), findings: Vec::new() };
        for path in not_finite(&part.value) {
            let value = part.written(&path).unwrap_or_default();
            part.error("not_finite", &path, format!("`{value}` is not a finite number"), Some("write a plain number"));
            part.replace(&path, Value::from(0));
        }
        part
    }

    /// The text under a key at the top, if there is a single value.
    pub(super) fn word(&self, key: &str) -> Option<String> {
        match self.value.get(key)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(_) | Value::Bool(_) => self.written(&Path::default().key(key)),
            Value::Null | Value::Sequence(_) | Value::Mapping(_) | Value::Tagged(_) => None,
        }
    }

    /// The piece under a key at the top, if it is a mapping.
    pub(super) fn inner(&self, key: &str) -> Option<Self> {
        let is_mapping = self.value.get(key)?.is_mapping();
        is_mapping.then(|| Self::new(self.file, self.root, self.base.join(&Path::default().key(key))))
    }

    /// The piece as JSON.
    pub(super) fn json(&self) -> serde_json::Value {
        serde_json::to_value(&self.value).unwrap_or_default()
    }

    /// Takes a key at the top out, to be read on its own: the piece it holds.
    pub(super) fn take(&mut self, key: &str) -> Option<Self> {
        let path = Path::default().key(key);
        self.value.as_mapping_mut()?.shift_remove(key)?;
        Some(Self::new(self.file, self.root, self.base.join(&path)))
    }

    /// The piece as a checked type. None if it has no form at all; otherwise there is something to check further even
    /// where there are findings.
    pub(super) fn typed<T: DeserializeOwned>(&mut self) -> Option<T> {
        for _ in 0..MAX_ATTEMPTS {
            match serde_path_to_error::deserialize::<_, T>(&self.value) {
                Ok(typed) => return Some(typed),
                Err(error) => {
                    let kind = explain::kind(&error.inner().to_string());
                    let path = locate(error.path(), &self.value, &kind);
                    if self.findings.len() >= MAX_FINDINGS || !self.mend(path, &kind) {
                        return None;
                    }
                }
            }
        }
        let message = "too many values here are of another type than expected".to_owned();
        self.error("wrong_type", &Path::default(), message, Some("put texts that look like numbers in quotes"));
        None
    }

    /// Reports what is wrong at a path and makes the value fit. False if it cannot be.
    fn mend(&mut self, path: Path, kind: &Kind) -> bool {
        match kind {
            Kind::UnknownField { field, known } => {
                self.unknown_field(&path, field, known);
                let parent = match path.split_last() {
                    Some((parent, Step::Key(key))) if key == field => parent,
                    _ => path,
                };
                self.mapping(&parent).is_some_and(|entries| entries.shift_remove(field.as_str()).is_some())
            }
            Kind::MissingField { field } => {
                let missing = path.key(field);
                let full = self.base.join(&missing);
                self.error("missing_field", &missing, format!("`{full}` is missing"), Some(&explain::add(field)));
                self.count(missing);
                self.mapping(&path).is_some_and(|entries| entries.insert(field.as_str().into(), Value::Null).is_none())
            }
            Kind::UnknownWord { word, known } if self.is_key(&path, word) => {
                self.unknown_field(&path, word, known);
                let parent = path.split_last().map(|(parent, _)| parent).unwrap_or_default();
                self.mapping(&parent).is_some_and(|entries| entries.shift_remove(word.as_str()).is_some())
            }
            Kind::UnknownWord { word, known } => {
                let path = self.within(path, word);
                let hint = explain::did_you_mean(word, known);
                let name = self.base.join(&path).name();
                let message = format!("`{name}` cannot be `{}`", explain::short(word));
                self.error("unknown_word", &path, message, Some(&hint));
                known.first().is_some_and(|first| self.replace(&path, Value::from(first.as_str())))
            }
            Kind::WrongType { expected, .. } => self.wrong_type(&path, expected),
            Kind::Other { message } => {
                self.error("invalid", &path, message.clone(), None);
                false
            }
        }
    }

    /// Where a word stands: in a mapping whose kind it names, under its key.
    fn within(&mut self, path: Path, word: &str) -> Path {
        let entries = value_at(&mut self.value, &path).and_then(|value| value.as_mapping());
        let holds = |(_, value): &(&Value, &Value)| value.as_str() == Some(word);
        let key = entries.and_then(|entries| entries.iter().find(holds)).and_then(|(key, _)| key.as_str());
        key.map(|key| path.key(key)).unwrap_or(path)
    }

    /// Whether a word that is not known stands there as a key, of a table whose keys are given.
    fn is_key(&mut self, path: &Path, word: &str) -> bool {
        let ends_so = matches!(path.0.last(), Some(Step::Key(key)) if key == word);
        let is_value = value_at(&mut self.value, path).is_some_and(|value| value.as_str() == Some(word));
        ends_so && !is_value
    }

    fn unknown_field(&mut self, path: &Path, field: &str, known: &[String]) {
        if self.is_replaced(path) {
            return;
        }
        let hint = explain::elsewhere(field, known).unwrap_or_else(|| explain::did_you_mean(field, known));
        let place = self.root.key_place(&self.base.join(path));
        let mut finding = self.finding("unknown_field", path, format!("unknown key `{field}`"), Some(&hint));
        finding.place = place;
        finding.value = Some(field.to_owned());
        self.findings.push(finding);
    }

    fn wrong_type(&mut self, path: &Path, expected: &str) -> bool {
        // Ids, versions and labels may look like numbers: what is expected to be a text is one, as it is written.
        let is_text = expected == "a string" && !self.is_replaced(path);
        let found = value_at(&mut self.value, path).map(|found| found.clone()).unwrap_or_default();
        if is_text && matches!(found, Value::Number(_) | Value::Bool(_)) {
            let text = self.written(path).unwrap_or_default();
            return value_at(&mut self.value, path).map(|value| *value = Value::from(text)).is_some();
        }
        let name = self.base.join(path).name();
        let (fits, found_as) = (explain::expected(expected), explain::found(&found));
        let message = if name.is_empty() {
            format!("expected {fits}, found {found_as}")
        } else {
            format!("expected {fits} for `{name}`, found {found_as}")
        };
        let written = self.root.at(&self.base.join(path)).map(|node| &node.content);
        let is_quoted = matches!(written, Some(Content::Text(_)));
        let hint = explain::mend_type(expected, &found, is_quoted);
        self.error("wrong_type", path, message, hint.as_deref());
        let attempts = self.replaced.get(path).copied().unwrap_or_default();
        explain::substitute(expected, attempts).is_some_and(|value| self.replace(path, value))
    }

    fn mapping(&mut self, path: &Path) -> Option<&mut Mapping> {
        value_at(&mut self.value, path)?.as_mapping_mut()
    }

    fn replace(&mut self, path: &Path, with: Value) -> bool {
        self.count(path.clone());
        value_at(&mut self.value, path).map(|value| *value = with).is_some()
    }

    /// The text of a single value as written.
    fn written(&self, path: &Path) -> Option<String> {
        self.root.at(&self.base.join(path)).and_then(Node::text).map(str::to_owned)
    }

    fn is_replaced(&self, path: &Path) -> bool {
        let mut here = path.clone();
        while !self.replaced.contains_key(&here) {
            if here.0.pop().is_none() {
                return false;
            }
        }
        true
    }

    fn count(&mut self, path: Path) {
        *self.replaced.entry(path).or_default() += 1;
    }

    /// Records an error at a path, written as text, below this piece.
    pub(super) fn refuse(&mut self, code: &str, path: &str, message: impl Into<String>, hint: &str) {
        if self.findings.len() >= MAX_FINDINGS {
            return; // Finding the place of each of a hundred thousand would take long.
        }
        let path = self.path(path);
        self.error(code, &path, message.into(), Some(hint).filter(|hint| !hint.is_empty()));
    }

    /// Records an error about the key at the end of a path.
    pub(super) fn refuse_key(&mut self, code: &str, path: &str, message: impl Into<String>, hint: &str) {
        let before = self.findings.len();
        self.refuse(code, path, message, hint);
        let path = self.base.join(&self.path(path));
        let place = self.root.key_place(&path);
        for finding in self.findings.iter_mut().skip(before) {
            finding.place = place;
            finding.value = path.split_last().map(|(_, key)| Path(vec![key.clone()]).to_string());
        }
    }

    /// Records a warning at a path, written as text, below this piece.
    pub(super) fn warn(&mut self, code: &str, path: &str, message: impl Into<String>, hint: &str) {
        let path = self.path(path);
        let before = self.findings.len();
        self.error(code, &path, message.into(), Some(hint).filter(|hint| !hint.is_empty()));
        self.findings.iter_mut().skip(before).for_each(|finding| finding.severity = Severity::Warning);
    }

    /// Records that something has to be at a path, written as text, and is not.
    pub(super) fn require(&mut self, path: &str) {
        let full = self.base.join(&self.path(path));
        let name = full.split_last().map(|(_, last)| Path(vec![last.clone()]).to_string()).unwrap_or_default();
        self.refuse("missing_field", path, format!("`{full}` is missing"), &explain::add(&name));
    }

    /// Whether anything is written at a path, given as text.
    pub(super) fn has(&self, path: &str) -> bool {
        let path = self.base.join(&self.path(path));
        self.root.at(&path).is_some()
    }

    /// Whether what is at a path is as somebody wrote it, in whole.
    pub(super) fn is_as_written(&self, path: &str) -> bool {
        let path = self.path(path);
        let below = self.replaced.range(&path..).next().is_some_and(|(replaced, _)| replaced.starts_with(&path));
        !below && !self.is_replaced(&path)
    }

    fn path(&self, text: &str) -> Path {
        self.root.at(&self.base).map(|node| node.path(text)).unwrap_or_default()
    }

    fn error(&mut self, code: &str, path: &Path, message: String, hint: Option<&str>) {
        if self.findings.len() < MAX_FINDINGS && !self.is_replaced(path) {
            let finding = self.finding(code, path, message, hint);
            self.findings.push(finding);
        }
    }

    fn finding(&self, code: &str, path: &Path, message: String, hint: Option<&str>) -> Diagnostic {
        let full = self.base.join(path);
        Diagnostic {
            file: self.file.to_owned(),
            place: self.root.nearest(&full).place,
            severity: Severity::Error,
            code: code.to_owned(),
            path: full.to_string(),
            value: self.written(path).map(|text| explain::short(&text)),
            message,
            hint: hint.map(str::to_owned),
        }
    }
}

/// Paths of all numbers that are infinite or not a number.
fn not_finite(value: &Value) -> Vec<Path> {
    let mut found = Vec::new();
    collect_not_finite(value, &mut Path::default(), &mut found);
    found
}

fn collect_not_finite(value: &Value, here: &mut Path, found: &mut Vec<Path>) {
    match value {
        Value::Number(number) if !number.as_f64().is_none_or(f64::is_finite) => found.push(here.clone()),
        Value::Sequence(entries) => {
            for (index, entry) in entries.iter().enumerate() {
                here.0.push(Step::Index(index));
                collect_not_finite(entry, here, found);
                here.0.pop();
            }
        }
        Value::Mapping(entries) => {
            for (key, entry) in entries {
                here.0.push(Step::Key(key.as_str().unwrap_or_default().to_owned()));
                collect_not_finite(entry, here, found);
                here.0.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Tagged(_) => {}
    }
}
