//! What the endpoint offers, as an `OpenAPI` document: one table of operations, with the types that are read and written.
//!
//! Every [`Route`] has its line: without it this file does not compile.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use super::{
    Wellbeing, collection, errors,
    route::{BASE, Route},
    sessions,
    stages::routes as stages,
    tasks,
};
use crate::stages::{RecordFile, SessionScore};

/// A record with the session at a glance.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "a form; the reply is put together from texts")]
struct Record {
    #[serde(flatten)]
    record: RecordFile,
    /// The session at a glance.
    overview: collection::Item,
}

/// A session that was taken in.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "a form; the reply is put together by hand")]
struct TakenIn {
    /// Its id.
    session: String,
    /// Entries of its log.
    have: u32,
}

/// Who may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// Everybody.
    Anybody,
    /// A page of a study's origin.
    Page,
    /// A page with the token of its session.
    Respondent,
    /// Whoever knows the researcher's secret.
    Researcher,
}

/// What a body is.
#[derive(Clone, Copy)]
enum Body {
    /// None.
    Nothing,
    /// JSON of this schema.
    Json(fn(&mut SchemaGenerator) -> Schema),
    /// A JSON value a line of this schema.
    Lines(fn(&mut SchemaGenerator) -> Schema),
    /// Server-sent events.
    Events,
    /// Any JSON.
    Any,
}

/// An operation.
struct Operation {
    id: &'static str,
    method: &'static str,
    path: &'static str,
    who: Who,
    summary: &'static str,
    query: &'static [(&'static str, &'static str)],
    takes: Body,
    gives: (u16, Body),
    /// Statuses of refusals.
    refuses: &'static [u16],
}

/// Defines the operations, one a route.
macro_rules! operations {
    ($( $variant:ident = $id:literal $method:literal $path:literal $who:ident $summary:literal
        { query: $query:expr, takes: $takes:expr, gives: $status:literal $gives:expr, refuses: $refuses:expr } )+) => {
        /// Every operation, in the order of the routes.
        const OPERATIONS: &[Operation] = &[$( Operation {
            id: $id, method: $method, path: $path, who: Who::$who, summary: $summary, query: &$query, takes: $takes,
            gives: ($status, $gives), refuses: &$refuses,
        } ),+];

        /// The id of a route's operation.
        fn id(route: Route<'_>) -> &'static str {
            match route { $( Route::$variant { .. } => $id, )+ }
        }
    };
}

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

operations! {
    Health = "health" "GET" "health" Anybody "Whether the endpoint is well"
        { query: [], takes: Body::Nothing, gives: 200 Body::Json(of::<Wellbeing>), refuses: [] }
    Open = "openSession" "POST" "sessions" Page "Opens a session for a study"
        { query: [], takes: Body::Json(of::<sessions::Wanted>), gives: 201 Body::Json(of::<sessions::Opened<'_>>),
          refuses: [400, 401, 403, 404, 409, 429, 503] }
    Renew = "renewToken" "POST" "sessions/{session}/token" Respondent "Renews the session's token; its spent budget stays spent"
        { query: [], takes: Body::Json(of::<sessions::Renewal>), gives: 200 Body::Json(of::<sessions::Opened<'_>>),
          refuses: [400, 401, 403, 503] }
    End = "endSession" "DELETE" "sessions/{session}" Respondent "Ends the session and deletes what is kept of it"
        { query: [], takes: Body::Nothing, gives: 204 Body::Nothing, refuses: [401, 403, 503] }
    Run = "runTask" "POST" "tasks/{task}" Respondent
        "Asks a model for a task; with `Accept: text/event-stream` the reply comes piece by piece"
        { query: [], takes: Body::Json(of::<tasks::Wanted>), gives: 200 Body::Json(of::<tasks::Delivered>),
          refuses: [400, 401, 403, 409, 413, 415, 422, 429, 502, 503, 504] }
    Append = "appendEntries" "PUT" "sessions/{session}/events" Respondent
        "Adds entries to the session's log; entries that are there already have to be the same"
        { query: [], takes: Body::Json(of::<collection::Upload>), gives: 200 Body::Json(of::<collection::Have<'_>>),
          refuses: [400, 401, 403, 404, 409, 410, 413, 415, 429, 503] }
    Finish = "finishSession" "POST" "sessions/{session}/finish" Respondent "Says that the session has ended"
        { query: [], takes: Body::Json(of::<collection::Finish>), gives: 200 Body::Json(of::<collection::Finished>),
          refuses: [400, 401, 403, 404, 409, 410, 503] }
    Forget = "deleteByCode" "POST" "deletions" Anybody
        "Deletes the session its respondent kept this code of; a code of no session is answered alike"
        { query: [], takes: Body::Json(of::<collection::Deletion>), gives: 204 Body::Nothing,
          refuses: [400, 415, 422, 429, 503] }
    List = "listSessions" "GET" "sessions" Researcher "Collected sessions, page by page"
        { query: [
            ("study", "Id of a study"),
            ("scoring_status", "`scored`, `not_scored`, `scoring_in_progress` or `scoring_failed`, by the latest score"),
            ("sort_by", "`started_at`, `last_at`, `score`, `answers` or `words`; who has no score comes last"),
            ("order", "`asc` or `desc`"),
            ("limit", "Rows of a page, 1–1,000"),
            ("cursor", "`next` of the page before")
          ], takes: Body::Nothing, gives: 200 Body::Json(of::<collection::Page>), refuses: [401, 422, 503] }
    Get = "getSession" "GET" "sessions/{session}" Researcher "A session with all that was made of it"
        { query: [], takes: Body::Nothing, gives: 200 Body::Json(of::<Record>), refuses: [401, 404, 503] }
    Export = "exportRecords" "GET" "records" Researcher "Every session with all that was made of it, a record a line"
        { query: [("study", "Id of a study")], takes: Body::Nothing, gives: 200 Body::Lines(of::<RecordFile>),
          refuses: [401, 422, 503] }
    Import = "importRecord" "POST" "records" Researcher "Takes a record in that was exported elsewhere, or a session file"
        { query: [], takes: Body::Json(of::<RecordFile>), gives: 201 Body::Json(of::<TakenIn>),
          refuses: [400, 401, 409, 410, 413, 415, 422, 503] }
    Delete = "deleteRecord" "DELETE" "records/{session}" Researcher "Deletes a session with all that was made of it"
        { query: [], takes: Body::Nothing, gives: 204 Body::Nothing, refuses: [401, 404, 503] }
    Score = "scoreSession" "POST" "sessions/{session}/score" Researcher
        "Scores a session that has ended, in the background; `Idempotency-Key` makes a repeated request the same scoring"
        { query: [], takes: Body::Nothing, gives: 202 Body::Json(of::<stages::Accepted>),
          refuses: [401, 404, 409, 422, 429, 503] }
    LatestScore = "latestScore" "GET" "sessions/{session}/score" Researcher
        "The latest completed score, or the latest of any status where none is"
        { query: [], takes: Body::Nothing, gives: 200 Body::Json(of::<stages::Latest>), refuses: [401, 404, 503] }
    Scores = "listScores" "GET" "sessions/{session}/scores" Researcher "Every score of a session, newest first"
        { query: [("limit", "Scores of a page, 1–100"), ("after", "`next` of the page before")], takes: Body::Nothing,
          gives: 200 Body::Json(of::<stages::Scores>), refuses: [401, 404, 422, 503] }
    OneScore = "getScore" "GET" "sessions/{session}/scores/{score}" Researcher "One score"
        { query: [], takes: Body::Nothing, gives: 200 Body::Json(of::<SessionScore>), refuses: [401, 404, 503] }
    CancelScore = "cancelScore" "POST" "sessions/{session}/scores/{score}/cancel" Researcher
        "Calls a scoring off; one that has ended stays as it is"
        { query: [], takes: Body::Nothing, gives: 200 Body::Json(of::<SessionScore>), refuses: [401, 404, 503] }
    Report = "reportSession" "POST" "sessions/{session}/report" Researcher
        "Writes synthesis and summary anew, in the background; the earlier ones are kept"
        { query: [], takes: Body::Nothing, gives: 202 Body::Json(of::<stages::Reporting>),
          refuses: [401, 404, 409, 503] }
    Chat = "askAboutSession" "POST" "sessions/{session}/chat" Researcher "Answers a question about a session that has ended"
        { query: [], takes: Body::Json(of::<stages::Question>), gives: 200 Body::Json(of::<stages::Answered>),
          refuses: [400, 401, 404, 409, 413, 415, 422, 503] }
    Notices = "listen" "GET" "events" Researcher
        "What happens, as it happens, for five minutes: `session.score_updated`, `session.updated`, `stage.status`, `execution.status`"
        { query: [("after", "Number of the last notice heard; `Last-Event-ID` goes before it. Default: what comes from now on")],
          takes: Body::Nothing, gives: 200 Body::Events, refuses: [401, 422, 503] }
    OpenApi = "openApi" "GET" "openapi.json" Anybody "This document"
        { query: [], takes: Body::Nothing, gives: 200 Body::Any, refuses: [] }
}

/// The document.
pub fn document() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let refusal = of::<errors::Envelope<'_>>(&mut generator).to_value();
    let mut paths: Map<String, Value> = Map::new();
    for operation in OPERATIONS {
        let path = paths.entry(format!("{BASE}{}", operation.path)).or_insert_with(|| json!({}));
        path[operation.method.to_lowercase()] = described(operation, &refusal, &mut generator);
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

/// The ids of all operations with a request that leads to each: method and path.
pub fn requests() -> Vec<(&'static str, &'static str, String)> {
    let filled = |path: &str| path.replace("{task}", "chat").replace("{session}", "s").replace("{score}", "c");
    OPERATIONS.iter().map(|one| (one.id, one.method, format!("{BASE}{}", filled(one.path)))).collect()
}

/// The id of the operation a request leads to.
pub fn operation(method: &str, path: &str) -> Option<&'static str> {
    Route::of(method, path).ok().map(id)
}

fn described(operation: &Operation, refusal: &Value, generator: &mut SchemaGenerator) -> Value {
    let Operation { id, path, who, summary, query, takes, gives, refuses, .. } = operation;
    let mut found = json!({ "operationId": id, "summary": summary });
    found["security"] = match who {
        Who::Anybody | Who::Page => json!([]),
        Who::Respondent => json!([{"respondent": []}]),
        Who::Researcher => json!([{"researcher": []}]),
    };
    let in_path = ["session", "task", "score"].into_iter().filter(|name| path.contains(&format!("{{{name}}}")));
    let text = || json!({"type": "string"});
    let in_path = in_path.map(|name| json!({"name": name, "in": "path", "required": true, "schema": text()}));
    let in_query =
        query.iter().map(|(name, doc)| json!({"name": name, "in": "query", "description": doc, "schema": text()}));
    found["parameters"] = in_path.chain(in_query).collect();
    if let Some(content) = content(*takes, generator) {
        found["requestBody"] = json!({"required": true, "content": content});
    }
    let mut responses = Map::new();
    let mut reply = json!({"description": if gives.0 == 202 { "Accepted" } else { "Done" }});
    if let Some(content) = content(gives.1, generator) {
        reply["content"] = content;
    }
    responses.insert(gives.0.to_string(), reply);
    for status in *refuses {
        let codes: Vec<String> = errors::Code::ALL
            .iter()
            .filter(|code| code.status() == *status)
            .map(|code| format!("`{}`: {}", code.word(), code.message()))
            .collect();
        let content = json!({"application/json": {"schema": refusal}});
        responses.insert(status.to_string(), json!({"description": codes.join("; "), "content": content}));
    }
    found["responses"] = responses.into();
    found
}

fn content(body: Body, generator: &mut SchemaGenerator) -> Option<Value> {
    match body {
        Body::Nothing => None,
        Body::Json(schema) => Some(json!({"application/json": {"schema": schema(generator).to_value()}})),
        Body::Lines(schema) => Some(json!({"application/x-ndjson": {"schema": schema(generator).to_value()}})),
        Body::Events => Some(json!({"text/event-stream": {"schema": {"type": "string"}}})),
        Body::Any => Some(json!({"application/json": {"schema": {"type": "object"}}})),
    }
}
