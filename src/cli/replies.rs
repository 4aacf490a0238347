//! Replies of models from a file, for interviews without a network that are held the way a model would lead them.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use indexmap::IndexMap;
use querent_engine::llm::{CallFailure, Completion, Effort, FailureKind, Finish, Outcome, Reply, Request};
use serde::Deserialize;
use serde_json::Value;

use super::open;

/// Replies by the id of their request.
#[derive(Debug, Default)]
pub(super) struct Replies(IndexMap<String, Outcome>);

/// A line of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
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
            let (id, outcome) = parse(line).with_context(|| format!("{}, line {}", path.display(), index + 1))?;
            if replies.insert(id.clone(), outcome).is_some() {
                bail!("{}, line {}: `{id}` has a reply already", path.display(), index + 1);
            }
        }
        Ok(Self(replies))
    }

    /// What becomes of these requests.
    pub(super) fn to(&self, requests: &[Request]) -> Vec<Reply> {
        let outcome = |id: &str| self.0.get(id).cloned().unwrap_or_else(unavailable);
        requests.iter().map(|Request { id, .. }| Reply { id: id.clone(), outcome: outcome(id) }).collect()
    }
}

fn unavailable() -> Outcome {
    Outcome::Failure(CallFailure {
        kind: FailureKind::Unavailable,
        message: "the program calls no models; the rules stand in".to_owned(),
        effort: Effort::default(),
    })
}

fn parse(line: &str) -> Result<(String, Outcome)> {
    let Line { id, output, failure, model, finish, effort } =
        serde_json::from_str(line).map_err(|error| anyhow!("`{line}` is no reply: {error}"))?;
    let outcome = match (output, failure) {
        (Some(Value::String(output)), None) => Outcome::Completion(Completion { output, finish, model, effort }),
        (Some(output), None) => Outcome::Completion(Completion { output: output.to_string(), finish, model, effort }),
        (None, Some(kind)) => Outcome::Failure(CallFailure { kind, message: String::new(), effort }),
        (None, None) | (Some(_), Some(_)) => bail!("`{id}` needs either `output` or `failure`"),
    };
    Ok((id, outcome))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_output_or_a_failure() {
        let (id, outcome) = parse(r#"{"id": "t1.question", "output": "Why?", "model": "m"}"#).unwrap();
        assert_eq!(id, "t1.question");
        assert!(
            matches!(outcome, Outcome::Completion(Completion { output, model, .. }) if output == "Why?" && model == "m")
        );
        let (_, outcome) = parse(r#"{"id": "t1.analysis", "output": {"nodes": []}}"#).unwrap();
        assert!(matches!(outcome, Outcome::Completion(completion) if completion.output == r#"{"nodes":[]}"#));
        let (_, outcome) = parse(r#"{"id": "t1.analysis", "failure": "timeout_total"}"#).unwrap();
        assert!(matches!(outcome, Outcome::Failure(failure) if failure.kind == FailureKind::TimeoutTotal));
        for line in [r#"{"id": "t1"}"#, r#"{"id": "t1", "output": "x", "failure": "auth"}"#, r#"{"output": "x"}"#, "x"]
        {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
