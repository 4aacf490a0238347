//! The contract between page and endpoint: which fields a context has, and how much of each may be sent.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Problem;
use crate::llm::{Class, Context, Task};

/// What a maximum counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Characters of a text.
    Characters,
    /// Entries of a list.
    Entries,
}

/// The maximum of a field of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maximum {
    /// Path within the context; `[]` is every entry: `recent[].answer`.
    pub path: &'static str,
    /// Most characters or entries.
    pub most: usize,
    /// Which of the two.
    pub unit: Unit,
}

const fn characters(path: &'static str, most: usize) -> Maximum {
    Maximum { path, most, unit: Unit::Characters }
}

const fn entries(path: &'static str, most: usize) -> Maximum {
    Maximum { path, most, unit: Unit::Entries }
}

/// Most characters of an id.
const ID: usize = 80;

/// Most characters of a label.
const LABEL: usize = 80;

/// Most characters of a question.
const QUESTION: usize = 300;

/// Most characters of one answer.
const ANSWER: usize = crate::llm::ANSWER_SEEN;

/// Maxima of a context for the tasks of class analysis.
pub const ANSWER_CONTEXT: &[Maximum] = &[
    characters("question", QUESTION),
    characters("answer", ANSWER),
    entries("recent", crate::llm::RECENT),
    characters("recent[].question", QUESTION),
    characters("recent[].answer", ANSWER),
    entries("existing_nodes", crate::llm::KNOWN),
    characters("existing_nodes[].label", LABEL),
    characters("existing_nodes[].node_type", ID),
    characters("focus.label", 2 * LABEL + 10),
    characters("focus.node_type", ID),
    characters("focus.element", ID),
    characters("focus.quote", QUESTION),
    entries("isolates", 10),
    characters("isolates[]", LABEL),
];

/// Maxima of a context for a question.
pub const QUESTION_CONTEXT: &[Maximum] = &[
    characters("strategy", ID),
    entries("tactics", 3),
    characters("tactics[]", ID),
    characters("focus.label", 2 * LABEL + 10),
    characters("focus.node_type", ID),
    characters("focus.element", ID),
    characters("focus.quote", QUESTION),
    entries("signals", 5),
    characters("signals[].source", ID),
    characters("signals[].value", ID),
    entries("recent", 5),
    characters("recent[].question", QUESTION),
    characters("recent[].answer", ANSWER),
    characters("momentum", ID),
    entries("previous_questions", crate::llm::PREVIOUS_QUESTIONS),
    characters("previous_questions[]", QUESTION),
    characters("unclear", QUESTION),
    entries("learned", 3),
    entries("learned[]", 20),
    characters("learned[][]", LABEL),
    characters("refused", QUESTION),
];

/// Maxima of a context for a report.
pub const REPORT_CONTEXT: &[Maximum] = &[
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

/// Maxima of a context for the made-up respondent.
pub const RESPONDENT_CONTEXT: &[Maximum] = &[
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
    entries("recent", crate::llm::RECENT),
    characters("recent[].question", QUESTION),
    characters("recent[].answer", ANSWER),
    characters("length", ID),
    entries("evasions", 3),
    characters("evasions[]", QUESTION),
    characters("aside", QUESTION),
    characters("instead", QUESTION),
];

/// Maxima of a context for embeddings.
pub const TEXTS_CONTEXT: &[Maximum] = &[entries("texts", 100), characters("texts[]", 300)];

/// Maxima of the context of a task.
pub fn maxima(task: Task) -> &'static [Maximum] {
    match (task, task.class()) {
        (Task::SyntheticRespondent, _) => RESPONDENT_CONTEXT,
        (_, Class::Analysis) => ANSWER_CONTEXT,
        (_, Class::Question) => QUESTION_CONTEXT,
        (_, Class::Report | Class::Judge) => REPORT_CONTEXT,
        (_, Class::Embedding) => TEXTS_CONTEXT,
    }
}

/// Reads the context of a task as a page or a researcher sent it.
///
/// # Errors
/// [`Problem`] with the path of the field that is unknown, missing, of another kind or too long.
pub fn read_context(task: Task, value: Value) -> Result<Context, Problem> {
    measure(&value, &mut Vec::new(), maxima(task))?;
    Ok(match (task, task.class()) {
        (Task::SyntheticRespondent, _) => Context::Respondent(Box::new(typed(value)?)),
        (_, Class::Analysis) => Context::Answer(Box::new(typed(value)?)),
        (_, Class::Question) => Context::Question(Box::new(typed(value)?)),
        (_, Class::Report | Class::Judge) => Context::Report(Box::new(typed(value)?)),
        (_, Class::Embedding) => Context::Texts(typed(value)?),
    })
}

/// A step of a path: a key, or a position in a list.
enum Step<'a> {
    Key(&'a str),
    At(usize),
}

/// Holds every text and list against its maximum. A text at a path without one is unknown: it is refused by its type.
fn measure<'a>(value: &'a Value, path: &mut Vec<Step<'a>>, maxima: &[Maximum]) -> Result<(), Problem> {
    match value {
        Value::String(text) => within(text.chars().count(), Unit::Characters, path, maxima),
        Value::Array(list) => {
            within(list.len(), Unit::Entries, path, maxima)?;
            list.iter().enumerate().try_for_each(|(at, entry)| {
                path.push(Step::At(at));
                let measured = measure(entry, path, maxima);
                path.pop();
                measured
            })
        }
        Value::Object(object) => object.iter().try_for_each(|(key, entry)| {
            path.push(Step::Key(key));
            let measured = measure(entry, path, maxima);
            path.pop();
            measured
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

fn within(count: usize, unit: Unit, path: &[Step<'_>], maxima: &[Maximum]) -> Result<(), Problem> {
    let pattern = written(path, |_| String::new());
    let maximum = maxima.iter().find(|maximum| maximum.path == pattern && maximum.unit == unit);
    match maximum {
        Some(maximum) if count > maximum.most => {
            let unit = match unit {
                Unit::Characters => "characters",
                Unit::Entries => "entries",
            };
            let message = format!("{count} {unit}; at most {} may be sent", maximum.most);
            Err(Problem { path: written(path, |at| at.to_string()), message })
        }
        Some(_) | None => Ok(()),
    }
}

fn written(path: &[Step<'_>], position: impl Fn(usize) -> String) -> String {
    let mut written = String::new();
    for step in path {
        match step {
            Step::Key(key) if written.is_empty() => written.push_str(key),
            Step::Key(key) => written.extend([".", key]),
            Step::At(at) => written.extend(["[", &position(*at), "]"]),
        }
    }
    written
}

fn typed<T: DeserializeOwned>(value: Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        Problem { path, message: told(&error.inner().to_string()) }
    })
}

/// What the reader says, without what it says about the value: that may be anything.
fn told(message: &str) -> String {
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
