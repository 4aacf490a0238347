//! Templates: files with a version, a system part, a user part, and slots `{{name}}`.

use std::collections::BTreeMap;

use super::{
    problem::RenderError,
    prompt::{Output, Prompt},
};
use crate::engine::{model::Task, text::sha256};

/// Values of slots by name.
pub(super) type Slots = BTreeMap<&'static str, String>;

/// A template under construction.
pub(super) struct Template {
    task: Task,
    /// Sum of the versions of all files.
    version: u32,
    /// The files so far, for the hash.
    texts: String,
}

impl Template {
    pub(super) fn new(task: Task) -> Self {
        Self { task, version: 0, texts: String::new() }
    }

    /// Renders the system part of a file.
    pub(super) fn text(&mut self, file: &'static str, slots: &Slots) -> Result<String, RenderError> {
        let (system, _) = self.open(file)?;
        self.fill(&[system], slots)
    }

    /// Renders the system and user parts of the files, in order. Each slot must occur in one of them.
    pub(super) fn prompt(
        mut self,
        files: &[&'static str],
        slots: &Slots,
        output: Output,
    ) -> Result<Prompt, RenderError> {
        let parts = files.iter().map(|file| self.open(file)).collect::<Result<Vec<_>, _>>()?;
        let (systems, users): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        if let Some(idle) = slots.keys().find(|name| !has(&systems, name) && !has(&users, name)) {
            return Err(self.error(format!("no place for the slot `{idle}`")));
        }
        let system = self.fill(&systems, slots)?;
        let user = self.fill(&users, slots)?;
        let hash = sha256(format!("{}\n{}", self.version, self.texts).as_bytes());
        let task = self.task;
        Ok(Prompt {
            task,
            version: self.version,
            hash,
            system,
            user,
            texts: Vec::new(),
            output,
            temperature_hundredths: task.temperature(),
            max_output: task.max_output(),
            seed: None,
        })
    }

    fn open(&mut self, file: &'static str) -> Result<(&'static str, &'static str), RenderError> {
        let error = |reason: &str| self.error(reason.to_owned());
        let (head, body) = file.split_once('\n').ok_or_else(|| error("empty file"))?;
        let version = head.strip_prefix("version: ").and_then(|version| version.parse::<u32>().ok());
        let version = version.ok_or_else(|| error("the first line must be `version: ` and a number"))?;
        let (system, user) = match (body.strip_prefix("=== system\n"), body.strip_prefix("=== user\n")) {
            (Some(system), _) => system.split_once("=== user\n").unwrap_or((system, "")),
            (None, Some(user)) => ("", user),
            (None, None) => return Err(error("`=== system` or `=== user` is missing")),
        };
        self.version += version;
        self.texts.push_str(file);
        Ok((system.trim_end_matches('\n'), user.trim_end_matches('\n')))
    }

    /// Fills the slots in one pass, so that no value is read as a slot. A line with only empty slots is removed.
    fn fill(&self, parts: &[&str], slots: &Slots) -> Result<String, RenderError> {
        let mut filled = Vec::new();
        for line in parts.iter().filter(|part| !part.is_empty()).flat_map(|part| part.split('\n')) {
            let text = self.line(line, slots)?;
            if !(text.is_empty() && line.contains("{{")) {
                filled.push(text);
            }
        }
        Ok(filled.join("\n"))
    }

    fn line(&self, line: &str, slots: &Slots) -> Result<String, RenderError> {
        let mut text = String::new();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("{{") {
            let (name, behind) =
                after.split_once("}}").ok_or_else(|| self.error("a slot without an end".to_owned()))?;
            let value = slots.get(name).ok_or_else(|| self.error(format!("unknown slot `{name}`")))?;
            text.push_str(before);
            text.push_str(value);
            rest = behind;
        }
        text.push_str(rest);
        Ok(text)
    }

    fn error(&self, reason: String) -> RenderError {
        RenderError::Template { task: self.task.id(), reason }
    }
}

fn has(parts: &[&str], name: &str) -> bool {
    let slot = format!("{{{{{name}}}}}");
    parts.iter().any(|part| part.contains(&slot))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;

    fn prompt(file: &'static str, slots: &[(&'static str, &str)]) -> Result<Prompt, RenderError> {
        let slots = slots.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        Template::new(Task::Chat).prompt(&[file], &slots, Output::Text)
    }

    #[test]
    fn a_slot_without_a_value_and_a_value_without_a_slot_are_errors() {
        let file = "version: 1\n=== system\nOn {{topic}}.\n=== user\nAsk.";
        assert!(prompt(file, &[]).is_err());
        assert!(prompt(file, &[("topic", "tea"), ("mood", "calm")]).is_err());
        assert_eq!(prompt(file, &[("topic", "tea")]).unwrap().system, "On tea.");
    }

    #[test]
    fn a_value_is_never_read_as_a_slot() {
        let file = "version: 1\n=== user\n{{a}} {{b}}";
        assert_eq!(prompt(file, &[("a", "{{b}}"), ("b", "two")]).unwrap().user, "{{b}} two");
    }

    #[test]
    fn a_line_of_nothing_but_an_empty_slot_goes() {
        let file = "version: 1\n=== user\none\n{{a}}\n\ntwo";
        assert_eq!(prompt(file, &[("a", "")]).unwrap().user, "one\n\ntwo");
    }

    #[test]
    fn the_hash_changes_with_the_text_and_with_the_version() {
        let hash = |file| prompt(file, &[]).unwrap().hash;
        let first = hash("version: 1\n=== user\nAsk.");
        assert_eq!(first, hash("version: 1\n=== user\nAsk."));
        assert_ne!(first, hash("version: 2\n=== user\nAsk."));
        assert_ne!(first, hash("version: 1\n=== user\nAsk!"));
    }
}
