//! Where in a value an error of `serde` is.
//!
//! The path of an error leaves out keys that are words of an enum. They are found again by what the error says: tables
//! are read in order, so the first entry the error fits is the one it is about.

use serde_path_to_error::Segment;
use serde_yaml::Value;

use super::{
    explain::Kind,
    tree::{Path, Step},
};

/// The path of an error of this form, in the value it was met in.
pub(super) fn locate(path: &serde_path_to_error::Path, value: &Value, kind: &Kind) -> Path {
    let segments: Vec<Option<Step>> = path.iter().map(step).collect();
    let mut found = Path::default();
    let mut here = Some(value);
    for (position, segment) in segments.iter().enumerate() {
        let rest = segments.get(position + 1..).unwrap_or_default();
        let step = segment.clone().or_else(|| here.and_then(|here| lost_key(here, rest, kind)));
        if let Some(step) = step {
            here = here.and_then(|here| into(here, &step));
            found.0.push(step);
        }
    }
    found
}

fn step(segment: &Segment) -> Option<Step> {
    match segment {
        Segment::Seq { index } => Some(Step::Index(*index)),
        Segment::Map { key } => Some(Step::Key(key.clone())),
        // Words of an enum written as a mapping are keys too.
        Segment::Enum { variant } => Some(Step::Key(variant.clone())),
        Segment::Unknown => None,
    }
}

fn into<'a>(value: &'a Value, step: &Step) -> Option<&'a Value> {
    match step {
        Step::Key(key) => value.get(key.as_str()),
        Step::Index(index) => value.get(*index),
    }
}

/// The first key of a table behind which the error may be.
fn lost_key(table: &Value, rest: &[Option<Step>], kind: &Kind) -> Option<Step> {
    let entries = table.as_mapping()?;
    let leads_there = |(key, value): &(&Value, &Value)| match kind {
        Kind::UnknownWord { word, .. } if rest.is_empty() => key.as_str() == Some(word),
        _ => rest.iter().flatten().try_fold(*value, into).is_some_and(|value| fits(value, kind)),
    };
    let (key, _) = entries.iter().find(leads_there)?;
    key.as_str().map(|key| Step::Key(key.to_owned()))
}

/// Whether an error can be about a value.
fn fits(value: &Value, kind: &Kind) -> bool {
    match kind {
        Kind::UnknownField { .. } | Kind::Other { .. } => true,
        Kind::MissingField { field } => value.is_mapping() && value.get(field).is_none(),
        Kind::UnknownWord { word, .. } => value.as_str() == Some(word),
        Kind::WrongType { found, .. } => {
            let name = match value {
                Value::Null => "unit",
                Value::Bool(_) => "boolean",
                Value::Number(number) if number.is_f64() => "floating",
                Value::Number(_) => "integer",
                Value::String(_) => "string",
                Value::Sequence(_) => "sequence",
                Value::Mapping(_) => "map",
                Value::Tagged(_) => "enum",
            };
            found.starts_with(name) || value.is_sequence() && found.starts_with("length")
        }
    }
}
