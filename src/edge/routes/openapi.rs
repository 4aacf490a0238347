//! The `OpenAPI` document of the routes.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use super::{BASE, OPERATIONS, RouteAccess, find_route, list::SessionItem};
use crate::edge::http::{ErrorCode, ErrorEnvelope};
pub(super) use crate::studio::stages::{RecordFile, SessionScore};

/// A record with its overview.
#[derive(JsonSchema)]
#[schemars(rename = "Record")]
#[expect(dead_code, reason = "a schema; the reply is joined from JSON texts")]
pub(super) struct SessionRecord {
    #[serde(flatten)]
    record: RecordFile,
    /// The overview of the session.
    overview: SessionItem,
}

/// An imported session.
#[derive(JsonSchema)]
#[schemars(rename = "TakenIn")]
#[expect(dead_code, reason = "a schema; the reply is written by hand")]
pub(super) struct ImportedSession {
    /// Its id.
    session: String,
    /// Number of its entries.
    have: u32,
}

/// The content of a body.
#[derive(Clone, Copy)]
pub(super) enum ResponseContent {
    /// None.
    Nothing,
    /// JSON of this schema.
    Json(fn(&mut SchemaGenerator) -> Schema),
    /// Lines of JSON of this schema.
    Lines(fn(&mut SchemaGenerator) -> Schema),
    /// Server-sent events.
    Events,
    /// Any JSON.
    Any,
}

/// The documentation of a route.
pub(super) struct ApiOperation {
    pub(super) name: &'static str,
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) access: RouteAccess,
    pub(super) summary: &'static str,
    /// Names and descriptions of query parameters.
    pub(super) query: &'static [(&'static str, &'static str)],
    pub(super) takes: ResponseContent,
    /// Status and content of the reply.
    pub(super) gives: (u16, ResponseContent),
    /// Statuses of error replies.
    pub(super) fails: &'static [u16],
}

/// The schema of a type.
pub(super) fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// The `OpenAPI` document.
pub fn document() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let error = schema_of::<ErrorEnvelope<'_>>(&mut generator).to_value();
    let mut paths: Map<String, Value> = Map::new();
    for operation in OPERATIONS {
        let path = paths.entry(format!("{BASE}{}", operation.path)).or_insert_with(|| json!({}));
        path[operation.method.to_lowercase()] = describe(operation, &error, &mut generator);
    }
    let schemas = generator.take_definitions(true);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Querent",
            "description": "The endpoint of Querent: tokens and models for respondents' pages, and the sessions a study collects.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT", "identifier": "MIT"}
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "respondent": {"type": "http", "scheme": "bearer", "description": "The token of a session."},
                "researcher": {"type": "http", "scheme": "bearer", "description": "The researcher's secret."}
            }
        }
    })
}

/// Every operation with a request that reaches it: id, method and path.
pub fn requests() -> Vec<(String, &'static str, String)> {
    let fill = |path: &str| path.replace("{task}", "chat").replace("{session}", "s").replace("{score}", "c");
    OPERATIONS.iter().map(|one| (id(one.name), one.method, format!("{BASE}{}", fill(one.path)))).collect()
}

/// The id of the operation that a request reaches.
pub fn operation(method: &str, path: &str) -> Option<String> {
    find_route(method, path).ok().map(|(route, ..)| id(&format!("{route:?}")))
}

/// The id of an operation: its name with a small first letter.
fn id(name: &str) -> String {
    let (first, rest) = name.split_at_checked(1).unwrap_or_default();
    [&first.to_lowercase(), rest].concat()
}

fn describe(operation: &ApiOperation, error: &Value, generator: &mut SchemaGenerator) -> Value {
    let ApiOperation { name, path, access, summary, query, takes, gives, fails, .. } = operation;
    let mut found = json!({ "operationId": id(name), "summary": summary });
    found["security"] = match access {
        RouteAccess::Anybody | RouteAccess::Page | RouteAccess::CodeHolder => json!([]),
        RouteAccess::Owner | RouteAccess::Writer | RouteAccess::Caller => json!([{"respondent": []}]),
        RouteAccess::Researcher => json!([{"researcher": []}]),
    };
    let in_path = ["session", "task", "score"].into_iter().filter(|name| path.contains(&format!("{{{name}}}")));
    let text = || json!({"type": "string"});
    let in_path = in_path.map(|name| json!({"name": name, "in": "path", "required": true, "schema": text()}));
    let in_query =
        query.iter().map(|(name, doc)| json!({"name": name, "in": "query", "description": doc, "schema": text()}));
    found["parameters"] = in_path.chain(in_query).collect();
    if let Some(content) = content_of(*takes, generator) {
        found["requestBody"] = json!({"required": true, "content": content});
    }
    let mut responses = Map::new();
    let mut reply = json!({"description": if gives.0 == 202 { "Accepted" } else { "Done" }});
    if let Some(content) = content_of(gives.1, generator) {
        reply["content"] = content;
    }
    responses.insert(gives.0.to_string(), reply);
    for status in *fails {
        let codes: Vec<String> = ErrorCode::ALL
            .iter()
            .filter(|code| code.status() == *status)
            .map(|code| format!("`{}`: {}", code.word(), code.message()))
            .collect();
        let content = json!({"application/json": {"schema": error}});
        responses.insert(status.to_string(), json!({"description": codes.join("; "), "content": content}));
    }
    found["responses"] = responses.into();
    found
}

fn content_of(content: ResponseContent, generator: &mut SchemaGenerator) -> Option<Value> {
    match content {
        ResponseContent::Nothing => None,
        ResponseContent::Json(schema) => Some(json!({"application/json": {"schema": schema(generator).to_value()}})),
        ResponseContent::Lines(schema) => {
            Some(json!({"application/x-ndjson": {"schema": schema(generator).to_value()}}))
        }
        ResponseContent::Events => Some(json!({"text/event-stream": {"schema": {"type": "string"}}})),
        ResponseContent::Any => Some(json!({"application/json": {"schema": {"type": "object"}}})),
    }
}
