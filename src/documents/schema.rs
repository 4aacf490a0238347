//! JSON Schemas of the documents as they are written, for editors: made from the types that read them.
//!
//! A schema is stricter than the reader in one thing: where a text is expected that looks like a number, it asks for
//! quotes, except for ids and versions. What refers to something else, such as an unknown name, only the linter finds.

use schemars::{
    JsonSchema, Schema, SchemaGenerator,
    generate::SchemaSettings,
    transform::{Transform, transform_subschemas},
};
use serde_json::{Map, Value, json};

use super::{
    files::LLM,
    pieces::{Locale, WrittenTactic},
    resolve::Written,
    wordings::Wordings,
};
use crate::{
    concept::Concept,
    llm::{
        Class, Task,
        rules::{LanguagePack, List},
        settings::LlmSettings,
    },
    methodology::Methodology,
    policy::Policy,
    simulation::{Facts, Persona},
};

/// A document by its id, or the document itself.
#[derive(JsonSchema)]
#[schemars(untagged, inline)]
#[expect(dead_code, reason = "a form; what is written so is read key by key")]
pub(super) enum Named<T> {
    /// Id of a document beside the study.
    Id(String),
    /// The document itself.
    Itself(T),
}

/// The schema of every kind of document, by its file's name: `study.json`.
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("concept.json", of::<Concept>("A concept: WHAT an interview explores")),
        ("facts.json", of::<Facts>("What simulated respondents know about a concept")),
        ("llm.json", llm()),
        ("locale.json", of::<Locale>("Words of the page in a language")),
        ("methodology.json", of::<Methodology>("A methodology: HOW an interview explores")),
        ("pack.json", pack()),
        ("persona.json", of::<Persona>("A simulated respondent")),
        ("policy.json", of::<Policy>("A policy: how the next probe is chosen")),
        ("study.json", of::<Written>("A study: what a researcher deploys")),
        ("wordings.json", of::<Wordings>("Words of a methodology or a policy in another language")),
    ]
}

/// The schema of the documents in a folder: `study.json` for `studies/oat_milk.yaml`.
pub fn name_for(document: &str) -> Option<&'static str> {
    if document == LLM {
        return Some("llm.json");
    }
    let (folder, file) = document.rsplit_once('/')?;
    Some(match folder {
        "concepts" => "concept.json",
        "facts" => "facts.json",
        "locales" if file.ends_with(".pack.yaml") => "pack.json",
        "locales" => "locale.json",
        "methodologies" | "policies" if file.matches('.').count() > 1 => "wordings.json",
        "methodologies" => "methodology.json",
        "personas" => "persona.json",
        "policies" => "policy.json",
        "studies" => "study.json",
        _ => return None,
    })
}

/// The classes and tasks are those there are.
fn llm() -> Value {
    let mut schema = of::<LlmSettings>("Models: whom to ask, with which, at what price");
    let classes = described::<Class>().into_iter().map(|class| (class.name, class.doc));
    let tasks = Task::ALL.iter().map(|task| (task.id().to_owned(), task.doc().trim().to_owned()));
    for (block, words) in [("classes", classes.collect::<Vec<_>>()), ("tasks", tasks.collect())] {
        let Some(map) = schema.pointer_mut(&format!("/properties/{block}")) else { continue };
        let value = map["additionalProperties"].take();
        let entry = |(word, doc): (String, String)| (word, json!({"description": doc, "allOf": [value.clone()]}));
        map["properties"] = words.into_iter().map(entry).collect::<Map<_, _>>().into();
        map["additionalProperties"] = false.into();
    }
    schema
}

/// The lists of a pack are those there are.
fn pack() -> Value {
    let mut schema = of::<LanguagePack>("Words of a language, for the rules that read answers");
    if let Some(lists) = schema.pointer_mut("/properties/lists") {
        let list = |word: Described| {
            let words = json!({"type": "array", "items": {"type": "string"}, "description": word.doc});
            (word.name, words)
        };
        lists["properties"] = described::<List>().into_iter().map(list).collect::<Map<_, _>>().into();
        lists["additionalProperties"] = false.into();
    }
    schema
}

fn of<T: JsonSchema>(title: &str) -> Value {
    // The draft that editors know best.
    let mut generator = SchemaSettings::draft07().into_generator();
    let mut schema = generator.root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    write_tactics_by_language(&mut schema, &mut generator);
    AllowNumbers.transform(&mut schema);
    schema.to_value()
}

/// A tactic is written with its questions by language, and read with those of one.
fn write_tactics_by_language(schema: &mut Schema, generator: &mut SchemaGenerator) {
    if let Some(tactic) = schema.pointer_mut("/definitions/Tactic") {
        *tactic = WrittenTactic::json_schema(generator).to_value();
    }
}

/// Ids and versions are texts, however much like numbers they look.
struct AllowNumbers;

impl Transform for AllowNumbers {
    fn transform(&mut self, schema: &mut Schema) {
        for key in ["id", "version"] {
            let path = format!("/properties/{key}/type");
            match schema.pointer_mut(&path) {
                Some(kind) if *kind == "string" => *kind = json!(["string", "number"]),
                Some(Value::Array(kinds)) if kinds.contains(&json!("string")) => kinds.push("number".into()),
                Some(_) | None => {}
            }
        }
        transform_subschemas(self, schema);
    }
}

/// A word of an enumeration, or a key of a mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    /// The word or the key.
    pub name: String,
    /// What it means.
    pub doc: String,
    /// Its default, if it is a key that has one.
    pub default: Option<Value>,
    /// Keys that belong to it.
    pub keys: Vec<Described>,
}

/// The words of an enumeration, or the keys of a mapping, as the type documents them.
pub fn described<T: JsonSchema>() -> Vec<Described> {
    let schema = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true).into_generator();
    let schema = schema.into_root_schema_for::<T>().to_value();
    match schema.get("oneOf").and_then(Value::as_array) {
        Some(words) => words.iter().filter_map(word).collect(),
        None => keys(&schema),
    }
}

fn word(schema: &Value) -> Option<Described> {
    let tagged = || schema.get("properties")?.as_object()?.values().find_map(|property| property.get("const"));
    let name = schema.get("const").or_else(tagged)?.as_str()?.to_owned();
    let keys = keys(schema).into_iter().filter(|key| !key.doc.is_empty()).collect();
    Some(Described { name, doc: doc(schema), default: None, keys })
}

fn keys(schema: &Value) -> Vec<Described> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let described = |(name, schema): (&String, &Value)| Described {
        name: name.clone(),
        doc: doc(schema),
        default: schema.get("default").cloned(),
        keys: Vec::new(),
    };
    properties.into_iter().flatten().map(described).collect()
}

fn doc(schema: &Value) -> String {
    schema.get("description").and_then(Value::as_str).unwrap_or_default().replace('\n', " ")
}
