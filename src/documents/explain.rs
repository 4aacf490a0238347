//! What `serde` says about a value that does not fit, in the words of whoever wrote it.
//!
//! `serde` keeps no structure in its messages, so their few fixed forms are taken apart here, in one place.

use serde_yaml::{Mapping, Value};

pub(super) use crate::diagnostic::did_you_mean;

/// Forms of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    UnknownField {
        field: String,
        known: Vec<String>,
    },
    MissingField {
        field: String,
    },
    UnknownWord {
        word: String,
        known: Vec<String>,
    },
    /// What was found is in the words of `serde`: boolean `true`.
    WrongType {
        found: String,
        expected: String,
    },
    Other {
        message: String,
    },
}

/// The form of an error, from its message.
pub(super) fn kind(message: &str) -> Kind {
    let mut quoted = message.split('`').skip(1).step_by(2).map(str::to_owned);
    let first = quoted.next();
    match (first, message) {
        (Some(field), text) if text.starts_with("unknown field") => {
            Kind::UnknownField { field, known: quoted.collect() }
        }
        (Some(field), text) if text.starts_with("missing field") => Kind::MissingField { field },
        (Some(word), text) if text.starts_with("unknown variant") => {
            Kind::UnknownWord { word, known: quoted.collect() }
        }
        (_, text) if text.starts_with("invalid ") => match text.rsplit_once(", expected ") {
            Some((found, expected)) => {
                let found = ["invalid type: ", "invalid value: ", "invalid "]
                    .iter()
                    .find_map(|start| found.strip_prefix(start));
                Kind::WrongType { found: found.unwrap_or_default().to_owned(), expected: expected.to_owned() }
            }
            None => Kind::Other { message: text.to_owned() },
        },
        (_, text) => Kind::Other { message: text.to_owned() },
    }
}

/// A type as a person calls it.
pub(super) fn expected(expected: &str) -> String {
    match shape(expected) {
        Shape::Text => "a text".to_owned(),
        Shape::Number => "a number".to_owned(),
        Shape::Count => "a whole number of 0 or more".to_owned(),
        Shape::Integer => "a whole number".to_owned(),
        Shape::Flag => "`true` or `false`".to_owned(),
        Shape::List => "a list".to_owned(),
        Shape::Tuple(length) => format!("a list of exactly {length} entries"),
        Shape::Mapping => "a mapping of keys to values".to_owned(),
        Shape::Other => expected.replace("elements in sequence", "entries").replace("unit", "nothing"),
    }
}

/// A value as a person calls it.
pub(super) fn found(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(flag) => format!("`{flag}`"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the text `{}`", short(text)),
        Value::Sequence(entries) => match entries.len() {
            1 => "a list of 1 entry".to_owned(),
            length => format!("a list of {length} entries"),
        },
        Value::Mapping(_) => "a mapping".to_owned(),
        Value::Tagged(_) => "a tagged value".to_owned(),
    }
}

/// The first words of a text, on one line.
pub(super) fn short(text: &str) -> String {
    let text = text.trim().replace(['\n', '\r', '\t'], " ");
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// What to do about a key that is missing.
pub(super) fn add(field: &str) -> String {
    format!("add `{field}: …`")
}

/// Keys of a study by what they stand under, for whoever writes one in the wrong place.
const HOMES: [(&str, &[&str]); 6] = [
    (
        "limits",
        &[
            "max_turns",
            "min_turns",
            "late_turns",
            "target_depth",
            "zero_yield",
            "shallow",
            "plateau",
            "fatigue",
            "yield_gap",
            "chain_steps",
        ],
    ),
    ("texts", &["intro", "opening", "thanks", "goodbye", "safety", "completion_code"]),
    ("texts.intro", &["lead", "facts", "fine_print", "consent"]),
    ("privacy", &["retention_days", "store_llm_bodies"]),
    ("redaction", &["hide", "words"]),
    ("calls", &["mode", "turn_budget_ms", "qualitative_every", "strict_quotes", "forbidden"]),
];

/// Words by which other systems let one document build on another.
const INHERITANCE: [&str; 6] = ["extends", "include", "includes", "inherits", "inherit", "import"];

/// What to do about a key that is known elsewhere in such a document, or nowhere since it is another system's.
pub(super) fn elsewhere(field: &str, known: &[String]) -> Option<String> {
    if INHERITANCE.contains(&field) {
        return Some(
            "no document builds on another: copy it whole, and name concept, methodology and policy by id".into(),
        );
    }
    let (home, _) = HOMES.iter().find(|(home, keys)| {
        let top = home.split('.').next().unwrap_or(home);
        keys.contains(&field) && known.iter().any(|known| known == top)
    })?;
    Some(format!("`{field}` stands under `{home}`: move it there, indented below it"))
}

/// What to do about a value of the wrong type.
pub(super) fn mend_type(expected: &str, found: &Value, is_quoted: bool) -> Option<String> {
    let hint = match (shape(expected), found) {
        (_, Value::Null) => "write the value after the colon, or remove the key",
        (Shape::Number | Shape::Count | Shape::Integer, Value::String(text)) => match text.parse::<f64>() {
            Ok(_) if is_quoted => "remove the quotes",
            Ok(_) => "this is more than a number can be here: write a smaller one",
            Err(_) if text.trim_end_matches('%').replace(',', ".").parse::<f64>().is_ok() => {
                "write a plain number, with a point for the decimals and without a unit: `1.5`"
            }
            Err(_) => "write a number in digits, `12`",
        },
        (Shape::Count, Value::Number(_)) => "counts are not negative and have no fraction",
        (Shape::List, Value::String(_) | Value::Number(_) | Value::Bool(_)) => {
            "put it in brackets, `[…]`, or on a line of its own after `- `"
        }
        (Shape::List, Value::Mapping(_)) => "start every entry with `- `",
        (Shape::Text, Value::Sequence(_) | Value::Mapping(_)) => "a text that holds `: ` or brackets needs quotes",
        (Shape::Flag, Value::String(_)) => "write `true` or `false`, without quotes",
        (Shape::Tuple(2), _) => "write it as a pair in brackets, `[attribute, value]`",
        (Shape::Mapping, _) => "write `key: value`, each on a line of its own or in braces, `{key: value}`",
        _ => return None,
    };
    Some(hint.to_owned())
}

/// Something that fits, so that reading can go on. The first attempt follows what is expected; the further ones try
/// every shape in turn.
pub(super) fn substitute(expected: &str, attempt: usize) -> Option<Value> {
    let shapes = [Shape::Text, Shape::Mapping, Shape::List, Shape::Count, Shape::Flag, Shape::Other];
    let shape = match attempt {
        0 | 1 => shape(expected),
        later => *shapes.get(later - 2)?,
    };
    Some(match shape {
        Shape::Text => Value::from(""),
        Shape::Number | Shape::Count | Shape::Integer => Value::from(0),
        Shape::Flag => Value::from(false),
        Shape::List => Value::Sequence(Vec::new()),
        Shape::Tuple(length) => Value::Sequence(vec![Value::from(""); length.min(16)]),
        Shape::Mapping => Value::Mapping(Mapping::new()),
        Shape::Other => Value::Null,
    })
}

#[derive(Clone, Copy)]
enum Shape {
    Text,
    Number,
    Count,
    Integer,
    Flag,
    List,
    Tuple(usize),
    Mapping,
    Other,
}

fn shape(expected: &str) -> Shape {
    let elements = |text: &str| text.rsplit(' ').find_map(|word| word.parse().ok());
    match expected {
        "a string" | "a str" | "a char" => Shape::Text,
        "f64" | "f32" => Shape::Number,
        "u8" | "u16" | "u32" | "u64" | "usize" => Shape::Count,
        "i8" | "i16" | "i32" | "i64" | "isize" => Shape::Integer,
        "a boolean" => Shape::Flag,
        "a sequence" => Shape::List,
        tuple if tuple.starts_with("a tuple") => elements(tuple).map_or(Shape::List, Shape::Tuple),
        other if other.starts_with("struct") || other.starts_with("a map") => Shape::Mapping,
        _ => Shape::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_serde_messages_are_told_apart() {
        let unknown = Kind::UnknownField { field: "lable".into(), known: vec!["id".into(), "label".into()] };
        assert_eq!(kind("unknown field `lable`, expected `id` or `label`"), unknown);
        assert_eq!(kind("missing field `id`"), Kind::MissingField { field: "id".into() });
        let word = Kind::UnknownWord { word: "nod".into(), known: vec!["node".into(), "element".into()] };
        assert_eq!(kind("unknown variant `nod`, expected `node` or `element`"), word);
        let wrong = "invalid type: string \"a, expected b\", expected f64";
        let found = "string \"a, expected b\"".to_owned();
        assert_eq!(kind(wrong), Kind::WrongType { found, expected: "f64".into() });
    }

    #[test]
    fn what_is_not_close_to_anything_gets_the_known_names() {
        assert_eq!(did_you_mean("colour", &["id", "label"]), "known here: `id`, `label`");
        assert_eq!(did_you_mean("lable", &["id", "label"]), "did you mean `label`?");
    }
}
