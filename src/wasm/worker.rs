//! The endpoint in a Worker: binds [`crate::edge::handle`] to the glue in `www/edge/glue.js`.

use std::rc::Rc;

use js_sys::{Promise, Uint8Array};
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, prelude::*};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{AbortController, AbortSignal};

use super::{small, unreadable};
use crate::edge::{
    self, CallLogLine, Disconnected, FetchFailure, Host, HttpExchange, HttpRequest, Origin, ProviderRequest,
    ProviderResponse, ResponseHead,
    database::{Database, DatabaseFailure, QueryResult, SqlValue, Statement},
};

#[wasm_bindgen]
extern "C" {
    /// The glue of one request.
    #[derive(Clone)]
    pub type Glue;

    /// The next chunk of the request's body; undefined at its end.
    #[wasm_bindgen(method, catch)]
    async fn chunk(this: &Glue) -> Result<JsValue, JsValue>;

    /// Sends the head of the reply. `headers` alternates names and values.
    #[wasm_bindgen(method)]
    fn head(this: &Glue, status: u16, headers: Vec<String>);

    /// Sends a chunk of the reply's body.
    #[wasm_bindgen(method, catch)]
    async fn write(this: &Glue, bytes: Uint8Array) -> Result<JsValue, JsValue>;

    /// Ends the reply.
    #[wasm_bindgen(method, catch)]
    async fn end(this: &Glue) -> Result<JsValue, JsValue>;

    /// Resolves after some milliseconds, or on abort.
    #[wasm_bindgen(method)]
    fn sleep(this: &Glue, ms: f64, signal: &AbortSignal) -> Promise;

    /// Unpredictable bytes.
    #[wasm_bindgen(method)]
    fn random(this: &Glue, bytes: u32) -> Uint8Array;

    /// Sends a request to a provider.
    #[wasm_bindgen(method, catch)]
    async fn fetch(
        this: &Glue,
        url: String,
        headers: Vec<String>,
        body: Uint8Array,
        signal: &AbortSignal,
    ) -> Result<JsValue, JsValue>;

    /// Executes statements in one transaction: `[{sql, values}]` in, `[{changes, rows}]` out, both JSON text.
    #[wasm_bindgen(method, catch)]
    async fn batch(this: &Glue, statements: String) -> Result<JsValue, JsValue>;

    /// Takes the record of a call, JSON text.
    #[wasm_bindgen(method)]
    fn record(this: &Glue, record: String);

    /// The response of a provider.
    type GlueResponse;

    #[wasm_bindgen(method, getter)]
    fn status(this: &GlueResponse) -> u16;

    #[wasm_bindgen(method)]
    fn header(this: &GlueResponse, name: &str) -> Option<String>;

    #[wasm_bindgen(method, catch, js_name = chunk)]
    async fn next(this: &GlueResponse) -> Result<JsValue, JsValue>;
}

/// An endpoint.
#[wasm_bindgen(js_name = Endpoint)]
#[derive(Debug)]
pub struct WorkerEndpoint(Rc<edge::Endpoint>);

/// The head of a request, as the glue sends it.
#[derive(Deserialize)]
struct GlueRequest {
    method: String,
    path: String,
    #[serde(default)]
    query: String,
    headers: Vec<(String, String)>,
    address: Option<String>,
    own_origin: Option<String>,
}

#[wasm_bindgen(js_class = Endpoint)]
impl WorkerEndpoint {
    /// An endpoint from its configuration, JSON text. Throws an error in the configuration.
    #[wasm_bindgen(constructor)]
    pub fn new(config: &str) -> Result<WorkerEndpoint, JsValue> {
        let config = serde_json::from_str(config).map_err(|error| unreadable("the configuration", &error))?;
        let edge = edge::Endpoint::new(config).map_err(|problem| {
            small(&super::ErrorObject { code: "config", message: problem.to_string() }).unwrap_or(JsValue::NULL)
        })?;
        Ok(Self(Rc::new(edge)))
    }

    /// Answers a request through the glue. Resolves when the reply is sent and all work is done.
    pub fn handle(&self, request: &str, glue: Glue) -> Result<Promise, JsValue> {
        let GlueRequest { method, path, query, headers, address, own_origin } =
            serde_json::from_str(request).map_err(|error| unreadable("the request", &error))?;
        let own_origin = own_origin.and_then(|origin| Origin::parse(&origin).ok());
        let request = HttpRequest { method, path, query, headers, address, own_origin };
        let edge = Rc::clone(&self.0);
        Ok(future_to_promise(async move {
            let host = WorkerHost(glue.clone());
            edge::handle(&edge, &request, &mut GlueExchange(glue), &host).await;
            Ok(JsValue::UNDEFINED)
        }))
    }

    /// Runs one round of maintenance. Resolves when it is done.
    pub fn tend(&self, glue: Glue) -> Promise {
        let edge = Rc::clone(&self.0);
        future_to_promise(async move {
            let done = edge::maintain(&edge, &WorkerHost(glue)).await;
            done.map(|_| JsValue::UNDEFINED).map_err(|failure| JsValue::from_str(&failure.to_string()))
        })
    }
}

/// Aborts an operation when it is dropped.
struct AbortOnDrop(Option<AbortController>);

impl AbortOnDrop {
    fn new() -> Self {
        Self(AbortController::new().ok())
    }

    fn signal(&self) -> AbortSignal {
        self.0.as_ref().map_or_else(AbortSignal::abort, AbortController::signal)
    }
}

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

/// The connection of a request.
struct GlueExchange(Glue);

impl HttpExchange for GlueExchange {
    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Disconnected> {
        self.0.chunk().await.map(bytes).map_err(|_| Disconnected)
    }

    async fn head(&mut self, head: ResponseHead) -> Result<(), Disconnected> {
        let headers = head.headers.into_iter().flat_map(|(name, value)| [name.to_owned(), value]).collect();
        self.0.head(head.status, headers);
        Ok(())
    }

    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), Disconnected> {
        self.0.write(Uint8Array::from(bytes.as_slice())).await.map(drop).map_err(|_| Disconnected)
    }

    async fn end(&mut self) {
        // A client that left does not need it.
        drop(self.0.end().await);
    }
}

/// The host of a Worker: clock, random numbers, network and database.
struct WorkerHost(Glue);

impl Host for WorkerHost {
    type Response = WorkerResponse;
    type Database = Self;

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "milliseconds since the epoch")]
    fn now(&self) -> u64 {
        js_sys::Date::now() as u64
    }

    fn random(&self, bytes: &mut [u8]) {
        let drawn = self.0.random(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        drawn.copy_to(bytes);
    }

    #[expect(clippy::cast_precision_loss, reason = "milliseconds of a wait")]
    async fn sleep(&self, ms: u64) {
        let abort = AbortOnDrop::new();
        let slept = JsFuture::from(self.0.sleep(ms as f64, &abort.signal())).await;
        drop(slept);
    }

    async fn fetch(&self, request: ProviderRequest) -> Result<WorkerResponse, FetchFailure> {
        if !edge::is_safe(&request.url) {
            return Err(FetchFailure::Forbidden);
        }
        let abort = AbortOnDrop::new();
        let headers = request.headers.into_iter().flat_map(|(name, value)| [name, value]).collect();
        let body = Uint8Array::from(request.body.as_slice());
        let response = self.0.fetch(request.url, headers, body, &abort.signal()).await;
        let upstream = response.map_err(|_| FetchFailure::Transport)?.unchecked_into();
        Ok(WorkerResponse { upstream, _abort: abort })
    }

    fn database(&self) -> &Self {
        self
    }

    fn record(&self, record: &CallLogLine) {
        self.0.record(serde_json::to_string(record).unwrap_or_default());
    }
}

/// The response of a provider; dropping it before its end aborts the request.
struct WorkerResponse {
    upstream: GlueResponse,
    _abort: AbortOnDrop,
}

impl ProviderResponse for WorkerResponse {
    fn status(&self) -> u16 {
        self.upstream.status()
    }

    fn header(&self, name: &str) -> Option<String> {
        self.upstream.header(name)
    }

    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FetchFailure> {
        self.upstream.next().await.map(bytes).map_err(|_| FetchFailure::Transport)
    }
}

fn bytes(chunk: JsValue) -> Option<Vec<u8>> {
    chunk.dyn_into::<Uint8Array>().ok().map(|bytes| bytes.to_vec())
}

#[derive(Serialize)]
struct GlueStatement<'a> {
    sql: &'a str,
    values: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct GlueResult {
    changes: u64,
    rows: Vec<Vec<serde_json::Value>>,
}

impl Database for WorkerHost {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<QueryResult>, DatabaseFailure> {
        let statements: Vec<GlueStatement<'_>> = statements
            .iter()
            .map(|statement| GlueStatement {
                sql: statement.sql,
                values: statement.values.iter().map(to_json).collect(),
            })
            .collect();
        let statements = serde_json::to_string(&statements).map_err(|error| DatabaseFailure(error.to_string()))?;
        let results = self.0.batch(statements).await.map_err(|_| DatabaseFailure("the database failed".to_owned()))?;
        let results: Vec<GlueResult> = serde_json::from_str(&results.as_string().unwrap_or_default())
            .map_err(|error| DatabaseFailure(error.to_string()))?;
        let done = |GlueResult { changes, rows }| QueryResult {
            changes,
            rows: rows.into_iter().map(|row| row.into_iter().map(from_json).collect()).collect(),
        };
        Ok(results.into_iter().map(done).collect())
    }
}

fn to_json(value: &SqlValue) -> serde_json::Value {
    match value {
        SqlValue::Text(text) => text.as_str().into(),
        SqlValue::Number(number) => (*number).into(),
        SqlValue::Null => serde_json::Value::Null,
    }
}

fn from_json(value: serde_json::Value) -> SqlValue {
    match value {
        serde_json::Value::String(text) => SqlValue::Text(text),
        #[expect(clippy::cast_possible_truncation, reason = "the tables hold whole numbers; a sum may come as 1.0")]
        serde_json::Value::Number(number) => SqlValue::Number(
            number.as_i64().or_else(|| number.as_f64().map(|number| number as i64)).unwrap_or_default(),
        ),
        serde_json::Value::Bool(is) => SqlValue::Number(is.into()),
        serde_json::Value::Null | serde_json::Value::Array(_) | serde_json::Value::Object(_) => SqlValue::Null,
    }
}
