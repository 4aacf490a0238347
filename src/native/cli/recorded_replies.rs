//! Recorded replies of models, read from a file. Interviews with them need no network.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use querent_engine::engine::{
    index_map::IndexMap,
    model::{CallFailure, CallUsage, Completion, FailureKind, FinishReason, Reply, ReplyOutcome, Request},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::open;

/// Replies by the id of their request.
#[derive(Debug, Default)]
pub(super) struct RecordedReplies(IndexMap<String, RecordedReply>);

/// A reply and the prompt it belongs to.
#[derive(Debug)]
struct RecordedReply {
    /// SHA-256 of the prompt, if it is known.
    asked: Option<String>,
    outcome: ReplyOutcome,
}

/// Result of looking up a reply.
#[derive(Debug)]
pub(super) enum Lookup {
    /// The reply to this prompt.
    Reply(ReplyOutcome),
    /// There is a reply, but to another prompt.
    OtherPrompt,
    /// There is no reply.
    Missing,
}

/// A line of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplyLine {
    id: String,
    /// SHA-256 of the prompt, hexadecimal. A reply to another prompt is not used.
    asked: Option<String>,
    /// Output of the model. A value other than a text is converted to JSON.
    output: Option<Value>,
    /// Kind of failure.
    failure: Option<FailureKind>,
    #[serde(default = "unnamed")]
    model: String,
    #[serde(default)]
    finish: FinishReason,
    #[serde(default)]
    effort: CallUsage,
}

fn unnamed() -> String {
    "replies".to_owned()
}

impl RecordedReplies {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let text = open::text(path)?;
        let mut replies = IndexMap::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let (id, recorded) = parse_line(line).with_context(|| format!("{}, line {}", path.display(), index + 1))?;
            if replies.insert(id.clone(), recorded).is_some() {
                bail!("{}, line {}: `{id}` has a reply already", path.display(), index + 1);
            }
        }
        Ok(Self(replies))
    }

    /// Looks up the reply to a request. A recorded hash must match the prompt.
    pub(super) fn lookup(&self, id: &str, asked: &str) -> Lookup {
        match self.0.get(id) {
            None => Lookup::Missing,
            Some(RecordedReply { asked: Some(other), .. }) if other != asked => Lookup::OtherPrompt,
            Some(RecordedReply { outcome, .. }) => Lookup::Reply(outcome.clone()),
        }
    }

    /// Returns the replies to these requests.
    pub(super) fn answer(&self, requests: &[Request]) -> Vec<Reply> {
        let outcome = |id: &str| self.0.get(id).map_or_else(unavailable, |recorded| recorded.outcome.clone());
        requests.iter().map(|Request { id, .. }| Reply { id: id.clone(), outcome: outcome(id) }).collect()
    }
}

pub(super) fn unavailable() -> ReplyOutcome {
    ReplyOutcome::Failure(CallFailure {
        kind: FailureKind::Unavailable,
        message: "the program calls no models; the rules are used instead".to_owned(),
        effort: CallUsage::default(),
    })
}

fn parse_line(line: &str) -> Result<(String, RecordedReply)> {
    let ReplyLine { id, asked, output, failure, model, finish, effort } =
        serde_json::from_str(line).map_err(|error| anyhow!("`{line}` is not a reply: {error}"))?;
    let outcome = match (output, failure) {
        (Some(Value::String(output)), None) => ReplyOutcome::Completion(Completion { output, finish, model, effort }),
        (Some(output), None) => {
            ReplyOutcome::Completion(Completion { output: output.to_string(), finish, model, effort })
        }
        (None, Some(kind)) => ReplyOutcome::Failure(CallFailure { kind, message: String::new(), effort }),
        (None, None) | (Some(_), Some(_)) => bail!("`{id}` needs either `output` or `failure`"),
    };
    Ok((id, RecordedReply { asked, outcome }))
}

/// Renders a line of the file, as [`RecordedReplies::open`] reads it.
pub(super) fn render_line(id: &str, asked: &str, outcome: &ReplyOutcome) -> String {
    match outcome {
        ReplyOutcome::Completion(Completion { output, finish, model, effort }) => json!({
            "id": id, "asked": asked, "output": output, "model": model, "finish": finish, "effort": effort,
        }),
        ReplyOutcome::Failure(CallFailure { kind, effort, .. }) => {
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
        let (id, RecordedReply { outcome, .. }) =
            parse_line(r#"{"id": "t1.question", "output": "Why?", "model": "m"}"#).unwrap();
        assert_eq!(id, "t1.question");
        assert!(
            matches!(outcome, ReplyOutcome::Completion(Completion { output, model, .. }) if output == "Why?" && model == "m")
        );
        let (_, RecordedReply { outcome, .. }) =
            parse_line(r#"{"id": "t1.analysis", "output": {"nodes": []}}"#).unwrap();
        assert!(matches!(outcome, ReplyOutcome::Completion(completion) if completion.output == r#"{"nodes":[]}"#));
        let (_, RecordedReply { outcome, .. }) =
            parse_line(r#"{"id": "t1.analysis", "failure": "timeout_total"}"#).unwrap();
        assert!(matches!(outcome, ReplyOutcome::Failure(failure) if failure.kind == FailureKind::TimeoutTotal));
        for line in [r#"{"id": "t1"}"#, r#"{"id": "t1", "output": "x", "failure": "auth"}"#, r#"{"output": "x"}"#, "x"]
        {
            assert!(parse_line(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_line_reads_as_it_was_written_and_stands_for_its_own_words_only() {
        let effort = CallUsage { latency_ms: 40, attempts: 2, cost_nano_usd: Some(7), ..CallUsage::default() };
        let reply = ReplyOutcome::Completion(Completion {
            output: "Creamy.\n\"Yes\"".to_owned(),
            model: "m".to_owned(),
            effort: effort.clone(),
            ..Completion::default()
        });
        let failure =
            ReplyOutcome::Failure(CallFailure { kind: FailureKind::Overloaded, message: String::new(), effort });
        for outcome in [reply, failure] {
            let (id, recorded) = parse_line(&render_line("a/t1.answer", "5eed", &outcome)).unwrap();
            assert_eq!(recorded.outcome, outcome);
            let replies = RecordedReplies(IndexMap::from([(id, recorded)]));
            assert!(matches!(replies.lookup("a/t1.answer", "5eed"), Lookup::Reply(found) if found == outcome));
            assert!(matches!(replies.lookup("a/t1.answer", "other"), Lookup::OtherPrompt));
            assert!(matches!(replies.lookup("a/t2.answer", "5eed"), Lookup::Missing));
        }
    }
}
