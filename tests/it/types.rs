//! The TypeScript types of the page: `www/engine/types.d.ts` holds those of the Rust types that cross to JavaScript.
//!
//! `QUERENT_BLESS=1 cargo test --test it types::` writes the file.

use std::{collections::BTreeSet, env, fs};

use querent_engine::{
    engine::{
        diagnostic::Diagnostic,
        interview::{InterviewView, Step},
        session::{Costs, Input, LogEntry, Overview},
        study::Study,
    },
    studio::{
        prompts::Prompt,
        review::{ElementReview, MemberCheck, MethodsText, StudyNumber, TurnView, WhatIf, quality::Quality},
        stages::{SessionScore, Stage},
    },
};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::program::root;

const FILE: &str = "www/engine/types.d.ts";

/// The type that JavaScript writes and the engine reads.
const INPUT: &str = "Input";

/// Types that JavaScript passes on without reading their fields.
const OPAQUE: [&str; 3] = ["LanguagePack", "Methodology", "Policy"];

/// The schemas of all types by name, and the names of those that cross by themselves.
fn schemas() -> (Map<String, Value>, Vec<String>) {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut roots = Vec::new();
    macro_rules! add {
        ($($root:ty),+ $(,)?) => { $(roots.push(name_of(generator.subschema_for::<$root>().as_value()));)+ };
    }
    add!(Step, Input, LogEntry, InterviewView, Study, Prompt, Diagnostic);
    add!(
        Overview,
        TurnView,
        MemberCheck,
        StudyNumber,
        WhatIf,
        Costs,
        ElementReview,
        Quality,
        MethodsText,
        SessionScore,
        Stage
    );
    (generator.take_definitions(true), roots)
}

fn name_of(reference: &Value) -> String {
    let path = reference["$ref"].as_str().expect("a named type");
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

/// The declarations of the roots and of every type they refer to, in order of name.
fn declarations() -> String {
    let (schemas, roots) = schemas();
    let written = reachable(&schemas, vec![INPUT.to_owned()]);
    let mut file =
        "// Written by `QUERENT_BLESS=1 cargo test --test it types::` from the Rust types. Do not edit.\n".to_owned();
    for name in reachable(&schemas, roots) {
        let schema = &schemas[&name];
        let writer = Writer { is_written: written.contains(&name) };
        let is_opaque = OPAQUE.contains(&&*name);
        let text = if is_opaque { "Record<string, any>".to_owned() } else { writer.type_of(schema, "") };
        file.extend(["\n", &doc_of(schema, ""), "export type ", &name, " = ", &text, ";\n"]);
    }
    file
}

/// These types and all types that they refer to.
fn reachable(schemas: &Map<String, Value>, mut waiting: Vec<String>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if reached.insert(name.clone()) && !OPAQUE.contains(&&*name) {
            collect_references(&schemas[&name], &mut waiting);
        }
    }
    reached
}

fn collect_references(schema: &Value, names: &mut Vec<String>) {
    match schema {
        Value::Object(map) => {
            if map.get("$ref").is_some() {
                names.push(name_of(schema));
            }
            map.values().for_each(|value| collect_references(value, names));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_references(value, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn doc_of(schema: &Value, indent: &str) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    if text.is_empty() { String::new() } else { format!("{indent}/** {} */\n", text.replace('\n', " ")) }
}

fn union(options: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for option in options {
        if !all.contains(&option) {
            all.push(option);
        }
    }
    // A union with `unknown` is `unknown`, which would hide the other options.
    if all.len() > 1 {
        all.retain(|option| option != "unknown");
    }
    all.join(" | ")
}

/// Writes the types of one declaration.
struct Writer {
    /// Whether JavaScript writes the type, so that a field with a default may be absent.
    is_written: bool,
}

impl Writer {
    /// The type that a schema describes: the intersection of what its keywords say.
    fn type_of(&self, schema: &Value, indent: &str) -> String {
        let mut parts = Vec::new();
        if schema.get("$ref").is_some() {
            parts.push(name_of(schema));
        }
        for word in ["oneOf", "anyOf"] {
            if let Some(options) = schema[word].as_array() {
                parts.push(union(options.iter().map(|option| self.type_of(option, indent))));
            }
        }
        parts.extend(schema["allOf"].as_array().into_iter().flatten().map(|part| self.type_of(part, indent)));
        if let Some(literal) = schema.get("const") {
            parts.push(literal.to_string());
        } else if let Some(literals) = schema["enum"].as_array() {
            parts.push(union(literals.iter().map(Value::to_string)));
        } else if parts.is_empty() || schema.get("properties").is_some() {
            let names = match &schema["type"] {
                Value::Array(names) => names.clone(),
                Value::Null => Vec::new(),
                name => vec![name.clone()],
            };
            let names = names.iter().filter_map(Value::as_str);
            parts.push(union(names.map(|name| self.plain(name, schema, indent))));
        }
        parts.retain(|part| !part.is_empty());
        match parts.as_slice() {
            [] => "unknown".to_owned(),
            [part] => part.clone(),
            parts => parts.iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(" & "),
        }
    }

    fn plain(&self, name: &str, schema: &Value, indent: &str) -> String {
        match name {
            "integer" | "number" => "number".to_owned(),
            "array" => match schema["prefixItems"].as_array() {
                Some(items) => {
                    let items: Vec<_> = items.iter().map(|item| self.type_of(item, indent)).collect();
                    format!("[{}]", items.join(", "))
                }
                None => format!("Array<{}>", self.type_of(&schema["items"], indent)),
            },
            "object" => self.object(schema, indent),
            other => other.to_owned(),
        }
    }

    fn object(&self, schema: &Value, indent: &str) -> String {
        let Some(properties) = schema["properties"].as_object() else {
            let value = schema.get("additionalProperties").filter(|value| value.is_object());
            let value = value.map_or_else(|| "any".to_owned(), |value| self.type_of(value, indent));
            return format!("Record<string, {value}>");
        };
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let inner = format!("{indent}  ");
        let field = |(name, value): (&String, &Value)| {
            let has_default = self.is_written && value.get("default").is_some();
            let is_optional = has_default || !required.contains(&name.as_str().into());
            let mark = if is_optional { "?" } else { "" };
            format!("{}{inner}{name}{mark}: {};\n", doc_of(value, &inner), self.type_of(value, &inner))
        };
        format!("{{\n{}{indent}}}", properties.iter().map(field).collect::<String>())
    }
}

#[test]
fn the_types_of_the_page_are_those_of_the_engine() {
    let (path, fresh) = (root().join(FILE), declarations());
    if env::var_os("QUERENT_BLESS").is_some() {
        fs::write(&path, &fresh).unwrap();
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    assert!(kept == fresh, "{FILE} is not up to date; run `QUERENT_BLESS=1 cargo test --test it types::`");
}
