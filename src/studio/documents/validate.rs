//! Compares a document with the JSON Schema of its kind and reports every place that does not fit.
//!
//! The schemas are those of `config/schema`, so the linter and an editor agree. This module supports the keywords that
//! these schemas use. The `jsonschema` crate does not serve here: it does not build for `wasm32-unknown-unknown`, and it
//! reports a mapping with an unknown `kind` as a whole, without the place of the word.

use std::sync::OnceLock;

use serde_json::Value as Json;
use serde_yaml::{Mapping, Value};

use super::tree::Path;

/// The schema of a kind of document, parsed when it is first needed.
#[derive(Debug)]
pub(super) struct Schema {
    text: &'static str,
    /// Changes the schema for documents that are read piece by piece.
    adjust: fn(&mut Json),
    parsed: OnceLock<Json>,
}

macro_rules! schemas {
    ($($name:ident $file:literal $adjust:expr;)*) => {$(
        pub(super) static $name: Schema = Schema {
            text: include_str!(concat!("../../../config/schema/", $file)),
            adjust: $adjust,
            parsed: OnceLock::new(),
        };
    )*};
}

schemas! {
    CONCEPT "concept.json" |_| {};
    FACTS "facts.json" |_| {};
    LLM "llm.json" |_| {};
    LOCALE "locale.json" |_| {};
    METHODOLOGY "methodology.json" |_| {};
    PACK "pack.json" |_| {};
    PERSONA "persona.json" |_| {};
    POLICY "policy.json" without_policy_key;
    STUDY "study.json" without_parts;
    TRANSLATION "wordings.json" |_| {};
}

/// The reader takes `policy` out before it reads the settings.
fn without_policy_key(schema: &mut Json) {
    for policy in schema.get_mut("oneOf").and_then(Json::as_array_mut).into_iter().flatten() {
        let required = policy.get_mut("required").and_then(Json::as_array_mut);
        if let Some(keys) = required {
            keys.retain(|key| key != "policy");
        }
    }
}

/// The concept, the methodology and the policy of a study are read on their own.
fn without_parts(schema: &mut Json) {
    for key in ["concept", "methodology", "policy"] {
        schema["properties"][key] = Json::Bool(true);
    }
}

/// A type that a schema asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Text,
    Number,
    /// A whole number of 0 or more.
    Count,
    Integer,
    Flag,
    List,
    /// A list of this length.
    Tuple(usize),
    Mapping,
    Anything,
}

/// A way in which a value does not fit its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Violation {
    /// The key is not known here. `homes` are the known keys under which it belongs.
    UnknownKey { known: Vec<String>, homes: Vec<String> },
    /// A required key is missing.
    MissingKey,
    /// The word is none of those known.
    UnknownWord { known: Vec<String> },
    /// The value has another type.
    WrongType(Expected),
    /// A number or flag is written where a text is expected. It is read as a text: `id: 1`.
    UnquotedText,
}

/// A violation, its place, and a value that fits there. None: the entry is to be removed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Misfit {
    pub(super) path: Path,
    pub(super) violation: Violation,
    /// Path of what is replaced or removed; `path` itself, or the mapping around an unknown tag.
    pub(super) replaces: Path,
    pub(super) replacement: Option<Value>,
}

impl Schema {
    fn root(&self) -> &Json {
        self.parsed.get_or_init(|| {
            let mut schema = serde_json::from_str(self.text).unwrap_or_default();
            (self.adjust)(&mut schema);
            schema
        })
    }

    /// Compares a value with the part of the schema at a JSON pointer, the empty one for the whole. Stops after `most`
    /// violations; unquoted texts do not count.
    pub(super) fn validate(&self, pointer: &str, value: &Value, most: usize) -> Vec<Misfit> {
        let root = self.root();
        let mut validator = Validator { root, here: Path::default(), found: Vec::new(), left: most };
        validator.check(root.pointer(pointer).unwrap_or(&Json::Bool(true)), value);
        validator.found
    }

    /// The JSON pointer to the settings of a policy.
    pub(super) fn policy_pointer(&self, policy: &str) -> String {
        let policies = self.root().get("oneOf").and_then(Json::as_array);
        let is_meant = |schema: &Json| schema["properties"]["policy"]["const"] == policy;
        let index = policies.and_then(|policies| policies.iter().position(is_meant));
        format!("/oneOf/{}", index.unwrap_or_default())
    }
}

struct Validator<'s> {
    root: &'s Json,
    here: Path,
    found: Vec<Misfit>,
    /// Violations that may still be reported.
    left: usize,
}

impl<'s> Validator<'s> {
    fn check(&mut self, schema: &'s Json, value: &Value) {
        if self.left == 0 {
            return;
        }
        let schema = self.resolve(schema);
        if let Some(options) = options(schema) {
            return self.check_options(options, value);
        }
        if let Some(word) = schema.get("const") {
            if !is_const(word, value) {
                let known = word.as_str().map(str::to_owned).into_iter().collect();
                self.report(schema, Violation::UnknownWord { known });
            }
            return;
        }
        let expected = expected(schema);
        if !Self::has_type(schema, value) {
            let is_text = has_type_name(schema, "string") && matches!(value, Value::Number(_) | Value::Bool(_));
            self.report(schema, if is_text { Violation::UnquotedText } else { Violation::WrongType(expected) });
            return;
        }
        match value {
            Value::Mapping(entries) => self.check_mapping(schema, entries),
            Value::Sequence(entries) => {
                let items = schema.get("items").unwrap_or(&Json::Null);
                for (index, entry) in entries.iter().enumerate() {
                    let item = items.as_array().map_or(Some(items), |items| items.get(index));
                    self.within(|here| here.index(index), |it| it.check(item.unwrap_or(&Json::Null), entry));
                }
            }
            _ => {}
        }
    }

    fn check_mapping(&mut self, schema: &'s Json, entries: &Mapping) {
        let properties = schema.get("properties").and_then(Json::as_object);
        let others = schema.get("additionalProperties").unwrap_or(&Json::Null);
        for (key, value) in entries.iter().filter_map(|(key, value)| Some((key.as_str()?, value))) {
            self.within(
                |here| here.key(key),
                |it| match properties.and_then(|properties| properties.get(key)) {
                    Some(property) => it.check(property, value),
                    None if *others == Json::Bool(false) => {
                        let known = properties.into_iter().flat_map(|it| it.keys().cloned()).collect();
                        let homes = it.homes_of(key, schema);
                        it.push(Violation::UnknownKey { known, homes }, None);
                    }
                    None => it.check(others, value),
                },
            );
        }
        let required = schema.get("required").and_then(Json::as_array).into_iter().flatten();
        for key in required.filter_map(Json::as_str).filter(|key| !entries.contains_key(*key)) {
            let property = properties.and_then(|properties| properties.get(key)).unwrap_or(&Json::Null);
            self.within(|here| here.key(key), |it| it.report(property, Violation::MissingKey));
        }
    }

    /// Checks a value against the alternative that it was meant to be.
    fn check_options(&mut self, options: &'s [Json], value: &Value) {
        if let Some(option) = options.iter().find(|option| self.accepts(option, value)) {
            return self.check(option, value);
        }
        let not_null: Vec<&Json> = options.iter().filter(|option| !has_type_name(option, "null")).collect();
        if let [only] = not_null.as_slice() {
            return self.check(only, value);
        }
        let Some(first) = options.first() else { return };
        let words: Vec<String> = options.iter().filter_map(|it| it.get("const")?.as_str().map(str::to_owned)).collect();
        let tag = options.iter().find_map(|option| self.tags(option).next()).map(|(key, _)| key);
        match (value, tag) {
            (Value::String(_), _) if !words.is_empty() => self.report(first, Violation::UnknownWord { known: words }),
            (Value::Mapping(entries), Some(tag)) => {
                let known = options.iter().filter_map(|option| self.tags(option).find(|(key, _)| *key == tag));
                let known = known.filter_map(|(_, word)| word.as_str().map(str::to_owned)).collect();
                let violation = match entries.get(tag) {
                    Some(Value::String(_)) => Violation::UnknownWord { known },
                    Some(_) => Violation::WrongType(Expected::Text),
                    None => Violation::MissingKey,
                };
                // The rest cannot be read without the tag, so the whole value is replaced.
                let replacement = self.smallest(first);
                let whole = self.here.clone();
                self.within(|here| here.key(tag), |it| it.push(violation, None));
                if let Some(misfit) = self.found.last_mut() {
                    misfit.replacement = Some(replacement);
                    misfit.replaces = whole;
                }
            }
            _ => self.report(first, Violation::WrongType(expected(self.resolve(first)))),
        }
    }

    /// Whether a value is meant to be this alternative, judged by its type, its constants and its tag.
    fn accepts(&self, option: &'s Json, value: &Value) -> bool {
        let option = self.resolve(option);
        if let Some(inner) = options(option) {
            return inner.iter().any(|inner| self.accepts(inner, value));
        }
        match option.get("const") {
            Some(word) => is_const(word, value),
            None => {
                Self::has_type(option, value)
                    && self.tags(option).all(|(key, word)| value.get(key).is_some_and(|value| is_const(word, value)))
            }
        }
    }

    /// The keys of a mapping that have a constant value.
    fn tags(&self, option: &'s Json) -> impl Iterator<Item = (&'s str, &'s Json)> {
        let properties = self.resolve(option).get("properties").and_then(Json::as_object);
        properties.into_iter().flatten().filter_map(|(key, schema)| Some((key.as_str(), schema.get("const")?)))
    }

    /// Returns the known keys under which a key belongs, `texts.intro`: those one level down, else those two levels down.
    fn homes_of(&self, key: &str, schema: &'s Json) -> Vec<String> {
        let inner = |schema: &'s Json| -> Vec<(&'s String, &'s Json)> {
            let properties = schema.get("properties").and_then(Json::as_object);
            let alternative = |schema| options(schema).and_then(<[Json]>::first).map_or(schema, |it| self.resolve(it));
            properties.into_iter().flatten().map(|(key, schema)| (key, alternative(self.resolve(schema)))).collect()
        };
        let has_key = |schema: &Json| schema.get("properties").is_some_and(|properties| properties.get(key).is_some());
        let below = inner(schema);
        let near: Vec<String> = below.iter().filter(|(_, it)| has_key(it)).map(|(home, _)| (*home).clone()).collect();
        if !near.is_empty() {
            return near;
        }
        let far = below.iter().flat_map(|(home, it)| inner(it).into_iter().map(move |(name, it)| (*home, name, it)));
        far.filter(|(.., it)| has_key(it)).map(|(home, name, _)| format!("{home}.{name}")).collect()
    }

    /// Follows references, and wrappers that only add a description.
    fn resolve(&self, mut schema: &'s Json) -> &'s Json {
        loop {
            let target = schema.get("$ref").and_then(Json::as_str).and_then(|target| target.strip_prefix('#'));
            let wrapped = schema.get("allOf").and_then(|all| all.get(0));
            match target.and_then(|target| self.root.pointer(target)).or(wrapped) {
                Some(inner) => schema = inner,
                None => return schema,
            }
        }
    }

    fn has_type(schema: &Json, value: &Value) -> bool {
        if schema.get("type").is_none() {
            return true;
        }
        let is_text = has_type_name(schema, "string");
        match value {
            Value::Null => has_type_name(schema, "null"),
            Value::Bool(_) => has_type_name(schema, "boolean"),
            Value::String(_) => is_text,
            // Ids may look like numbers to an editor; the reader takes them as texts.
            Value::Number(_) if is_text => false,
            Value::Number(number) if has_type_name(schema, "integer") => is_in_range(schema, number),
            Value::Number(_) => has_type_name(schema, "number"),
            Value::Sequence(entries) => match expected(schema) {
                Expected::Tuple(length) => entries.len() == length,
                _ => has_type_name(schema, "array"),
            },
            Value::Mapping(_) => has_type_name(schema, "object"),
            Value::Tagged(_) => false,
        }
    }

    /// The smallest value that fits a schema.
    fn smallest(&self, schema: &'s Json) -> Value {
        let schema = self.resolve(schema);
        if let Some(first) = options(schema).and_then(<[Json]>::first) {
            return self.smallest(first);
        }
        if let Some(word) = schema.get("const") {
            return Value::from(word.as_str().unwrap_or_default());
        }
        match expected(schema) {
            Expected::Text => Value::from(""),
            Expected::Number | Expected::Count | Expected::Integer => Value::from(0),
            Expected::Flag => Value::from(false),
            Expected::List => Value::Sequence(Vec::new()),
            Expected::Tuple(_) => {
                let items = schema.get("items").and_then(Json::as_array).into_iter().flatten();
                Value::Sequence(items.map(|item| self.smallest(item)).collect())
            }
            Expected::Mapping => {
                let required = schema.get("required").and_then(Json::as_array).into_iter().flatten();
                let entry = |key: &str| (Value::from(key), self.smallest(&schema["properties"][key]));
                Value::Mapping(required.filter_map(Json::as_str).map(entry).collect())
            }
            Expected::Anything => Value::Null,
        }
    }

    fn report(&mut self, schema: &'s Json, violation: Violation) {
        let replacement = self.smallest(schema);
        self.push(violation, Some(replacement));
    }

    fn push(&mut self, violation: Violation, replacement: Option<Value>) {
        self.left = self.left.saturating_sub(usize::from(violation != Violation::UnquotedText));
        let path = self.here.clone();
        self.found.push(Misfit { replaces: path.clone(), path, violation, replacement });
    }

    /// Does something one step further into the value.
    fn within(&mut self, step: impl FnOnce(&Path) -> Path, visit: impl FnOnce(&mut Self)) {
        let further = step(&self.here);
        let here = std::mem::replace(&mut self.here, further);
        visit(self);
        self.here = here;
    }
}

fn options(schema: &Json) -> Option<&[Json]> {
    schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Json::as_array).map(Vec::as_slice)
}

fn is_const(word: &Json, value: &Value) -> bool {
    word.as_str().is_some() && word.as_str() == value.as_str()
}

fn has_type_name(schema: &Json, name: &str) -> bool {
    match schema.get("type") {
        Some(Json::Array(names)) => names.iter().any(|known| known == name),
        Some(known) => known == name,
        None => false,
    }
}

fn expected(schema: &Json) -> Expected {
    let names = ["string", "integer", "number", "boolean", "array", "object"];
    match names.into_iter().find(|name| has_type_name(schema, name)) {
        Some("string") => Expected::Text,
        Some("integer") if schema["minimum"] == 0 => Expected::Count,
        Some("integer") => Expected::Integer,
        Some("number") => Expected::Number,
        Some("boolean") => Expected::Flag,
        Some("array") => schema["items"].as_array().map_or(Expected::List, |items| Expected::Tuple(items.len())),
        Some("object") => Expected::Mapping,
        _ => Expected::Anything,
    }
}

/// Whether a number is whole and fits the integer type that a schema names.
fn is_in_range(schema: &Json, number: &serde_yaml::Number) -> bool {
    let value = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
    let bound = |key: &str| schema[key].as_i64().map(i128::from);
    let most = bound("maximum").unwrap_or(if schema["format"] == "uint32" { u32::MAX.into() } else { u64::MAX.into() });
    value.is_some_and(|value| (bound("minimum").unwrap_or(i64::MIN.into())..=most).contains(&value))
}
