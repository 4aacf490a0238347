//! Generates the JSON Schemas of all kinds of documents from the types that read them.
//!
//! Editors and the linter use them. An editor is stricter in one point: a text that looks like a number needs quotes, except
//! for ids and versions. References to other documents are checked by the linter only.

use schemars::{
    JsonSchema, Schema, SchemaGenerator,
    generate::SchemaSettings,
    transform::{Transform, transform_subschemas},
};
use serde_json::{Map, Value, json};

use super::{
    files::LLM, locale::Locale, study::written::WrittenStudy, tactics::WrittenTactic, translation::Translation,
};
use crate::{
    engine::{
        concept::Concept,
        language::{LanguagePack, WordList},
        methodology::Methodology,
        model::{Task, TaskClass},
        policy::Policy,
    },
    studio::{
        personas::{ConceptFacts, Persona},
        settings::LlmSettings,
    },
};

/// Returns the schema of every kind of document, by file name: `study.json`.
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("concept.json", of::<Concept>("A concept: what an interview explores")),
        ("facts.json", of::<ConceptFacts>("Facts that simulated respondents know about a concept")),
        ("llm.json", llm()),
        ("locale.json", of::<Locale>("Interface texts of the page in a language")),
        ("methodology.json", of::<Methodology>("A methodology: how an interview explores")),
        ("pack.json", pack()),
        ("persona.json", of::<Persona>("A simulated respondent")),
        ("policy.json", of::<Policy>("A policy: how the next probe is chosen")),
        ("study.json", of::<WrittenStudy>("A study: everything that a researcher deploys")),
        ("wordings.json", of::<Translation>("A translation of a methodology or a policy")),
    ]
}

/// Returns the schema file of a document: `study.json` for `studies/oat_milk.yaml`.
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

/// Names the known classes and tasks as keys.
fn llm() -> Value {
    let mut schema = of::<LlmSettings>("Model settings: providers, models, prices, limits");
    let classes = described::<TaskClass>().into_iter().map(|class| (class.name, class.doc));
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

/// Names the known lists as keys.
fn pack() -> Value {
    let mut schema = of::<LanguagePack>("Language pack: the word lists of a language for the rules");
    if let Some(lists) = schema.pointer_mut("/properties/lists") {
        let list = |word: Described| {
            let words = json!({"type": "array", "items": {"type": "string"}, "description": word.doc});
            (word.name, words)
        };
        lists["properties"] = described::<WordList>().into_iter().map(list).collect::<Map<_, _>>().into();
        lists["additionalProperties"] = false.into();
    }
    schema
}

fn of<T: JsonSchema>(title: &str) -> Value {
    // Editors support this draft best.
    let mut generator = SchemaSettings::draft07().into_generator();
    let mut schema = generator.root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    write_tactics_by_language(&mut schema, &mut generator);
    AllowNumbers.transform(&mut schema);
    schema.to_value()
}

/// A tactic is written with questions in several languages and read with those of one.
fn write_tactics_by_language(schema: &mut Schema, generator: &mut SchemaGenerator) {
    if let Some(tactic) = schema.pointer_mut("/definitions/Tactic") {
        *tactic = WrittenTactic::json_schema(generator).to_value();
    }
}

/// Allows numbers as ids and versions; the reader takes them as texts.
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
    /// Word or key.
    pub name: String,
    /// Meaning.
    pub doc: String,
    /// Default of a key, if there is one.
    pub default: Option<Value>,
    /// Keys of the word's own settings.
    pub keys: Vec<Described>,
}

/// Returns the words of an enumeration or the keys of a mapping with their documentation.
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
