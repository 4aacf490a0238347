//! The contract between page and endpoint: the fields of each context, and their limits.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::problem::ContextError;
use crate::engine::model::{ANSWER_SEEN, KNOWN, LEARNED, PREVIOUS_QUESTIONS, RECENT, Task, TaskClass, TaskContext};

/// What a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitUnit {
    /// Characters of a text.
    Characters,
    /// Entries of a list.
    Entries,
}

/// The limit of a field of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldLimit {
    /// Path in the context; `[]` means every entry: `recent[].answer`.
    pub path: &'static str,
    /// Maximum characters or entries.
    pub most: usize,
    /// Characters or entries.
    pub unit: LimitUnit,
}

const fn characters(path: &'static str, most: usize) -> FieldLimit {
    FieldLimit { path, most, unit: LimitUnit::Characters }
}

const fn entries(path: &'static str, most: usize) -> FieldLimit {
    FieldLimit { path, most, unit: LimitUnit::Entries }
}

/// Maximum characters of an id.
const ID: usize = 80;

/// Maximum characters of a label.
const LABEL: usize = 80;

/// Maximum characters of a question.
const QUESTION: usize = 300;

/// Limits of the context for an analysis.
pub const ANSWER_CONTEXT: &[FieldLimit] = &[
    characters("question", QUESTION),
    characters("answer", ANSWER_SEEN),
    entries("recent", RECENT),
    characters("recent[].question", QUESTION),
    characters("recent[].answer", ANSWER_SEEN),
    entries("existing_nodes", KNOWN),
    characters("existing_nodes[].label", LABEL),
    characters("existing_nodes[].node_type", ID),
    characters("focus.label", 2 * LABEL + 10),
    characters("focus.node_type", ID),
    characters("focus.element", ID),
    characters("focus.quote", QUESTION),
    entries("isolates", 10),
    characters("isolates[]", LABEL),
];

/// Limits of the context for a question.
pub const QUESTION_CONTEXT: &[FieldLimit] = &[
    characters("strategy", ID),
    characters("tactic", ID),
    characters("focus.label", 2 * LABEL + 10),
    characters("focus.node_type", ID),
    characters("focus.element", ID),
    characters("focus.quote", QUESTION),
    entries("recent", 5),
    characters("recent[].question", QUESTION),
    characters("recent[].answer", ANSWER_SEEN),
    characters("momentum", ID),
    characters("act", ID),
    entries("previous_questions", PREVIOUS_QUESTIONS),
    characters("previous_questions[]", QUESTION),
    characters("unclear", QUESTION),
    entries("learned", LEARNED),
    entries("learned[]", 20),
    characters("learned[][]", LABEL),
    characters("refused", QUESTION),
];

/// Limits of the context for a report.
pub const REPORT_CONTEXT: &[FieldLimit] = &[
    entries("transcript", 200),
    characters("transcript[].question", QUESTION),
    characters("transcript[].answer", 20_000),
    entries("nodes", 1_000),
    characters("nodes[].label", LABEL),
    characters("nodes[].node_type", ID),
    entries("edges", 2_000),
    entries("edges[]", 3),
    characters("edges[][]", LABEL),
    entries("chains", 100),
    entries("chains[]", 20),
    characters("chains[][]", LABEL),
    entries("elements", 50),
    characters("elements[].element", ID),
    entries("elements[].quotes", 10),
    characters("elements[].quotes[]", QUESTION),
    entries("timeline", 200),
    characters("timeline[].question", 2_000),
    characters("timeline[].worded_by", ID),
    characters("timeline[].answer", 20_000),
    characters("timeline[].momentum", ID),
    characters("timeline[].analysis_omitted", 120),
    entries("timeline[].fallbacks", 20),
    characters("timeline[].fallbacks[]", 120),
    characters("timeline[].choice.phase", ID),
    characters("timeline[].choice.strategy", ID),
    characters("timeline[].choice.tactic", ID),
    characters("timeline[].choice.focus", 400),
    characters("timeline[].choice.clarifies", QUESTION),
    entries("timeline[].choice.reasons", 3),
    characters("timeline[].choice.reasons[].source", ID),
    characters("timeline[].choice.reasons[].value", ID),
    characters("timeline[].choice.runner_up.strategy", ID),
    characters("timeline[].choice.runner_up.focus", 400),
    characters("timeline[].analysis.read_by", ID),
    characters("timeline[].analysis.uncodable", QUESTION),
    entries("timeline[].analysis.nodes", 100),
    characters("timeline[].analysis.nodes[].label", LABEL),
    characters("timeline[].analysis.nodes[].node_type", ID),
    characters("timeline[].analysis.nodes[].quote", QUESTION),
    entries("timeline[].analysis.nodes[].elements", 50),
    characters("timeline[].analysis.nodes[].elements[]", ID),
    characters("timeline[].analysis.nodes[].reaction", ID),
    entries("timeline[].analysis.edges", 100),
    characters("timeline[].analysis.edges[].source", LABEL),
    characters("timeline[].analysis.edges[].relation", ID),
    characters("timeline[].analysis.edges[].target", LABEL),
    characters("timeline[].analysis.edges[].quote", QUESTION),
    entries("timeline[].analysis.understood", 50),
    characters("timeline[].analysis.understood[]", ID),
    entries("timeline[].analysis.signals", 40),
    characters("timeline[].analysis.signals[]", 120),
    characters("ending", 4_000),
    entries("measures", 60),
    characters("measures[]", 2_000),
    characters("synthesis", 40_000),
    entries("summary", 4),
    characters("summary[]", 600),
    characters("earlier", 40_000),
    entries("talk", 20),
    entries("talk[]", 2),
    characters("talk[][]", 6_000),
    characters("question", 2_000),
];

/// Limits of the context for a simulated respondent.
pub const RESPONDENT_CONTEXT: &[FieldLimit] = &[
    characters("persona.name", LABEL),
    characters("persona.description", 1_000),
    entries("persona.traits", 12),
    characters("persona.traits[]", 120),
    characters("persona.speech_pattern", 500),
    entries("persona.says", 12),
    characters("persona.says[]", QUESTION),
    entries("persona.knows", 40),
    entries("persona.knows[]", 20),
    characters("persona.knows[][]", QUESTION),
    characters("question", QUESTION),
    entries("recent", RECENT),
    characters("recent[].question", QUESTION),
    characters("recent[].answer", ANSWER_SEEN),
    characters("length", ID),
    entries("evasions", 3),
    characters("evasions[]", QUESTION),
    characters("aside", QUESTION),
    characters("instead", QUESTION),
];

/// Limits of the context for embeddings.
pub const TEXTS_CONTEXT: &[FieldLimit] = &[entries("texts", 100), characters("texts[]", 300)];

/// Limits of the context of a task.
pub fn field_limits(task: Task) -> &'static [FieldLimit] {
    match (task, task.class()) {
        (Task::SyntheticRespondent, _) => RESPONDENT_CONTEXT,
        (_, TaskClass::Analysis) => ANSWER_CONTEXT,
        (_, TaskClass::Question) => QUESTION_CONTEXT,
        (_, TaskClass::Report | TaskClass::Judge) => REPORT_CONTEXT,
        (_, TaskClass::Embedding) => TEXTS_CONTEXT,
    }
}

/// Parses the context of a task from a page or a researcher.
///
/// # Errors
/// [`Problem`] with the path of a field that is unknown, missing, too long or of the wrong type.
pub fn read_context(task: Task, value: Value) -> Result<TaskContext, ContextError> {
    check_limits(&value, &mut Vec::new(), field_limits(task))?;
    Ok(match (task, task.class()) {
        (Task::SyntheticRespondent, _) => TaskContext::Respondent(Box::new(parse_typed(value)?)),
        (_, TaskClass::Analysis) => TaskContext::Answer(Box::new(parse_typed(value)?)),
        (_, TaskClass::Question) => TaskContext::Question(Box::new(parse_typed(value)?)),
        (_, TaskClass::Report | TaskClass::Judge) => TaskContext::Report(Box::new(parse_typed(value)?)),
        (_, TaskClass::Embedding) => TaskContext::Texts(parse_typed(value)?),
    })
}

/// A step of a path: a key, or an index in a list.
enum PathStep<'a> {
    Key(&'a str),
    At(usize),
}

/// Checks every text and list against its limit. A text without a limit is an unknown field, which parsing rejects.
fn check_limits<'a>(value: &'a Value, path: &mut Vec<PathStep<'a>>, maxima: &[FieldLimit]) -> Result<(), ContextError> {
    match value {
        Value::String(text) => check_limit(text.chars().count(), LimitUnit::Characters, path, maxima),
        Value::Array(list) => {
            check_limit(list.len(), LimitUnit::Entries, path, maxima)?;
            list.iter().enumerate().try_for_each(|(at, entry)| {
                path.push(PathStep::At(at));
                let checked = check_limits(entry, path, maxima);
                path.pop();
                checked
            })
        }
        Value::Object(object) => object.iter().try_for_each(|(key, entry)| {
            path.push(PathStep::Key(key));
            let checked = check_limits(entry, path, maxima);
            path.pop();
            checked
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

fn check_limit(
    count: usize,
    unit: LimitUnit,
    path: &[PathStep<'_>],
    maxima: &[FieldLimit],
) -> Result<(), ContextError> {
    let pattern = render_path(path, |_| String::new());
    let maximum = maxima.iter().find(|maximum| maximum.path == pattern && maximum.unit == unit);
    match maximum {
        Some(maximum) if count > maximum.most => {
            let unit = match unit {
                LimitUnit::Characters => "characters",
                LimitUnit::Entries => "entries",
            };
            let message = format!("{count} {unit}; at most {} may be sent", maximum.most);
            Err(ContextError { path: render_path(path, |at| at.to_string()), message })
        }
        Some(_) | None => Ok(()),
    }
}

fn render_path(path: &[PathStep<'_>], position: impl Fn(usize) -> String) -> String {
    let mut written = String::new();
    for step in path {
        match step {
            PathStep::Key(key) if written.is_empty() => written.push_str(key),
            PathStep::Key(key) => written.extend([".", key]),
            PathStep::At(at) => written.extend(["[", &position(*at), "]"]),
        }
    }
    written
}

fn parse_typed<T: DeserializeOwned>(value: Value) -> Result<T, ContextError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        ContextError { path, message: without_value(&error.inner().to_string()) }
    })
}

/// The message of serde without the value, which may contain anything.
fn without_value(message: &str) -> String {
    match message.split_once(' ') {
        Some(("missing", _)) => message.to_owned(),
        Some(("unknown", _)) => "not a name known here; see the fields of the contract".to_owned(),
        Some(("invalid", rest)) => {
            let expected = rest.rsplit_once("expected ").map_or("another kind", |(_, expected)| expected);
            format!("of another kind; expected {expected}")
        }
        Some(_) | None => "cannot be read".to_owned(),
    }
}
