//! Replies of models from a file, for interviews without a network that are held the way a model would lead them.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use indexmap::IndexMap;
use querent_engine::llm::{CallFailure, Completion, Effort, FailureKind, Finish, Outcome, Reply, Request};
use serde::Deserialize;
use serde_json::{Value, json};

use super::open;

/// Replies by the id of their request.
#[derive(Debug, Default)]
pub(super) struct Replies(IndexMap<String, Recorded>);

/// A reply, and to what.
#[derive(Debug)]
struct Recorded {
    /// SHA-256 of what was said to the model, if that is known.
    asked: Option<String>,
    outcome: Outcome,
}

/// A reply that may have been recorded.
#[derive(Debug)]
pub(super) enum Found {
    /// It was, for these very words.
    Reply(Outcome),
    /// One was, for other words.
    Outdated,
    /// None was.
    Missing,
}

/// A line of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    /// SHA-256 of what was said to the model, hexadecimal: a reply to other words is not used.
    asked: Option<String>,
    /// What the model wrote; what is not a text is written as JSON.
    output: Option<Value>,
    /// Why it wrote nothing.
    failure: Option<FailureKind>,
    #[serde(default = "unnamed")]
    model: String,
    #[serde(default)]
    finish: Finish,
    #[serde(default)]
    effort: Effort,
}

fn unnamed() -> String {
    "replies".to_owned()
}

impl Replies {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let text = open::text(path)?;
        let mut replies = IndexMap::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let (id, recorded) = parse(line).with_context(|| format!("{}, line {}", path.display(), index + 1))?;
            if replies.insert(id.clone(), recorded).is_some() {
                bail!("{}, line {}: `{id}` has a reply already", path.display(), index + 1);
            }
        }
        Ok(Self(replies))
    }

    /// The reply to a request of this id, for these very words if it says for which.
    pub(super) fn find(&self, id: &str, asked: &str) -> Found {
        match self.0.get(id) {
            None => Found::Missing,
            Some(Recorded { asked: Some(other), .. }) if other != asked => Found::Outdated,
            Some(Recorded { outcome, .. }) => Found::Reply(outcome.clone()),
        }
    }

    /// What becomes of these requests.
    pub(super) fn to(&self, requests: &[Request]) -> Vec<Reply> {
        let outcome = |id: &str| self.0.get(id).map_or_else(unavailable, |recorded| recorded.outcome.clone());
        requests.iter().map(|Request { id, .. }| Reply { id: id.clone(), outcome: outcome(id) }).collect()
    }
}

pub(super) fn unavailable() -> Outcome {
    Outcome::Failure(CallFailure {
        kind: FailureKind::Unavailable,
        message: "the program calls no models; the rules stand in".to_owned(),
        effort: Effort::default(),
    })
}

fn parse(line: &str) -> Result<(String, Recorded)> {
    let Line { id, asked, output, failure, model, finish, effort } =
        serde_json::from_str(line).map_err(|error| anyhow!("`{line}` is no reply: {error}"))?;
    let outcome = match (output, failure) {
        (Some(Value::String(output)), None) => Outcome::Completion(Completion { output, finish, model, effort }),
        (Some(output), None) => Outcome::Completion(Completion { output: output.to_string(), finish, model, effort }),
        (None, Some(kind)) => Outcome::Failure(CallFailure { kind, message: String::new(), effort }),
        (None, None) | (Some(_), Some(_)) => bail!("`{id}` needs either `output` or `failure`"),
    };
    Ok((id, Recorded { asked, outcome }))
}

/// A line of the file, as [`Replies::open`] reads it.
pub(super) fn written(id: &str, asked: &str, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Completion(Completion { output, finish, model, effort }) => json!({
            "id": id, "asked": asked, "output": output, "model": model, "finish": finish, "effort": effort,
        }),
        Outcome::Failure(CallFailure { kind, effort, .. }) => {
            json!({ "id": id, "asked": asked, "failure": kind, "effort": effort })
        }
    }
    .to_string()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_output_or_a_failure() {
        let (id, Recorded { outcome, .. }) = parse(r#"{"id": "t1.question", "output": "Why?", "model": "m"}"#).unwrap();
        assert_eq!(id, "t1.question");
        assert!(
            matches!(outcome, Outcome::Completion(Completion { output, model, .. }) if output == "Why?" && model == "m")
        );
        let (_, Recorded { outcome, .. }) = parse(r#"{"id": "t1.analysis", "output": {"nodes": []}}"#).unwrap();
        assert!(matches!(outcome, Outcome::Completion(completion) if completion.output == r#"{"nodes":[]}"#));
        let (_, Recorded { outcome, .. }) = parse(r#"{"id": "t1.analysis", "failure": "timeout_total"}"#).unwrap();
        assert!(matches!(outcome, Outcome::Failure(failure) if failure.kind == FailureKind::TimeoutTotal));
        for line in [r#"{"id": "t1"}"#, r#"{"id": "t1", "output": "x", "failure": "auth"}"#, r#"{"output": "x"}"#, "x"]
        {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_line_reads_as_it_was_written_and_stands_for_its_own_words_only() {
        let effort = Effort { latency_ms: 40, attempts: 2, cost_nano_usd: Some(7), ..Effort::default() };
        let reply = Outcome::Completion(Completion {
            output: "Creamy.\n\"Yes\"".to_owned(),
            model: "m".to_owned(),
            effort: effort.clone(),
            ..Completion::default()
        });
        let failure = Outcome::Failure(CallFailure { kind: FailureKind::Overloaded, message: String::new(), effort });
        for outcome in [reply, failure] {
            let (id, recorded) = parse(&written("a/t1.answer", "5eed", &outcome)).unwrap();
            assert_eq!(recorded.outcome, outcome);
            let replies = Replies(IndexMap::from([(id, recorded)]));
            assert!(matches!(replies.find("a/t1.answer", "5eed"), Found::Reply(found) if found == outcome));
            assert!(matches!(replies.find("a/t1.answer", "other"), Found::Outdated));
            assert!(matches!(replies.find("a/t2.answer", "5eed"), Found::Missing));
        }
    }
}
