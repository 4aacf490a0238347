//! The endpoint in a Worker: [`crate::edge::handle`], with the glue of `www/edge/worker.js` for the world outside.

use std::rc::Rc;

use js_sys::{Promise, Uint8Array};
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, prelude::*};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{AbortController, AbortSignal};

use super::{small, unreadable};
use crate::edge::{
    self, Answer, Edge, Exchange, Fetch, FetchFailure, Gone, Host, HttpRequest, Origin, Record, ReplyHead,
    database::{Database, DatabaseFailure, Done, Statement, Value},
};

#[wasm_bindgen]
extern "C" {
    /// What the glue offers for one request.
    #[derive(Clone)]
    pub type Glue;

    /// The next piece of the request's body; nothing at its end.
    #[wasm_bindgen(method, catch)]
    async fn chunk(this: &Glue) -> Result<JsValue, JsValue>;

    /// Sends the head of the reply. `headers` holds names and values in turn.
    #[wasm_bindgen(method)]
    fn head(this: &Glue, status: u16, headers: Vec<String>);

    /// Sends a piece of the reply's body.
    #[wasm_bindgen(method, catch)]
    async fn write(this: &Glue, bytes: Uint8Array) -> Result<JsValue, JsValue>;

    /// The reply is whole.
    #[wasm_bindgen(method, catch)]
    async fn end(this: &Glue) -> Result<JsValue, JsValue>;

    /// Comes back after so many milliseconds, or when it is called off.
    #[wasm_bindgen(method)]
    fn sleep(this: &Glue, ms: f64, signal: &AbortSignal) -> Promise;

    /// Unpredictable bytes.
    #[wasm_bindgen(method)]
    fn random(this: &Glue, bytes: u32) -> Uint8Array;

    /// Asks a provider.
    #[wasm_bindgen(method, catch)]
    async fn fetch(
        this: &Glue,
        url: String,
        headers: Vec<String>,
        body: Uint8Array,
        signal: &AbortSignal,
    ) -> Result<JsValue, JsValue>;

    /// Carries statements out in one transaction: `[{sql, values}]` in, `[{changes, rows}]` out, both JSON text.
    #[wasm_bindgen(method, catch)]
    async fn batch(this: &Glue, statements: String) -> Result<JsValue, JsValue>;

    /// Keeps the record of a call, JSON text.
    #[wasm_bindgen(method)]
    fn record(this: &Glue, record: String);

    /// A provider's answer.
    type Upstream;

    #[wasm_bindgen(method, getter)]
    fn status(this: &Upstream) -> u16;

    #[wasm_bindgen(method)]
    fn header(this: &Upstream, name: &str) -> Option<String>;

    #[wasm_bindgen(method, catch, js_name = chunk)]
    async fn next(this: &Upstream) -> Result<JsValue, JsValue>;
}

/// An endpoint.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Endpoint(Rc<Edge>);

/// The head of a request, as the glue hands it over.
#[derive(Deserialize)]
struct Asked {
    method: String,
    path: String,
    #[serde(default)]
    query: String,
    headers: Vec<(String, String)>,
    address: Option<String>,
    own_origin: Option<String>,
}

#[wasm_bindgen]
impl Endpoint {
    /// An endpoint from its configuration, JSON text. Throws what is wrong with it.
    #[wasm_bindgen(constructor)]
    pub fn new(config: &str) -> Result<Endpoint, JsValue> {
        let config = serde_json::from_str(config).map_err(|error| unreadable("the configuration", &error))?;
        let edge = Edge::new(config).map_err(|problem| {
            small(&super::Problem { code: "config", message: problem.to_string() }).unwrap_or(JsValue::NULL)
        })?;
        Ok(Self(Rc::new(edge)))
    }

    /// Answers a request through the glue. Resolves when all is written and settled.
    pub fn handle(&self, request: &str, glue: Glue) -> Result<Promise, JsValue> {
        let Asked { method, path, query, headers, address, own_origin } =
            serde_json::from_str(request).map_err(|error| unreadable("the request", &error))?;
        let own_origin = own_origin.and_then(|origin| Origin::parse(&origin).ok());
        let request = HttpRequest { method, path, query, headers, address, own_origin };
        let edge = Rc::clone(&self.0);
        Ok(future_to_promise(async move {
            let world = World(glue.clone());
            edge::handle(&edge, &request, &mut Wire(glue), &world).await;
            Ok(JsValue::UNDEFINED)
        }))
    }
}

#[wasm_bindgen]
impl Endpoint {
    /// Does what has to be done now and then without being asked. Resolves when it is done, whatever became of it.
    pub fn tend(&self, glue: Glue) -> Promise {
        let edge = Rc::clone(&self.0);
        future_to_promise(async move {
            let done = edge::tend(&edge, &World(glue)).await;
            done.map(|_| JsValue::UNDEFINED).map_err(|failure| JsValue::from_str(&failure.to_string()))
        })
    }
}

/// Calls off what is under way when it is dropped.
struct CallOff(Option<AbortController>);

impl CallOff {
    fn new() -> Self {
        Self(AbortController::new().ok())
    }

    fn signal(&self) -> AbortSignal {
        self.0.as_ref().map_or_else(AbortSignal::abort, AbortController::signal)
    }
}

impl Drop for CallOff {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

/// The other end of the request.
struct Wire(Glue);

impl Exchange for Wire {
    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Gone> {
        self.0.chunk().await.map(bytes).map_err(|_| Gone)
    }

    async fn head(&mut self, head: ReplyHead) -> Result<(), Gone> {
        let headers = head.headers.into_iter().flat_map(|(name, value)| [name.to_owned(), value]).collect();
        self.0.head(head.status, headers);
        Ok(())
    }

    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), Gone> {
        self.0.write(Uint8Array::from(bytes.as_slice())).await.map(drop).map_err(|_| Gone)
    }

    async fn end(&mut self) {
        // Whoever went away does not hear it.
        drop(self.0.end().await);
    }
}

/// Time, chance, the network and the database of a Worker.
struct World(Glue);

impl Host for World {
    type Answer = Reply;
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
        let call_off = CallOff::new();
        let slept = JsFuture::from(self.0.sleep(ms as f64, &call_off.signal())).await;
        drop(slept);
    }

    async fn fetch(&self, request: Fetch) -> Result<Reply, FetchFailure> {
        if !edge::is_safe(&request.url) {
            return Err(FetchFailure::Forbidden);
        }
        let call_off = CallOff::new();
        let headers = request.headers.into_iter().flat_map(|(name, value)| [name, value]).collect();
        let body = Uint8Array::from(request.body.as_slice());
        let answer = self.0.fetch(request.url, headers, body, &call_off.signal()).await;
        let upstream = answer.map_err(|_| FetchFailure::Transport)?.unchecked_into();
        Ok(Reply { upstream, _call_off: call_off })
    }

    fn database(&self) -> &Self {
        self
    }

    fn record(&self, record: &Record) {
        self.0.record(serde_json::to_string(record).unwrap_or_default());
    }
}

/// A provider's answer; dropped before its end, it is called off.
struct Reply {
    upstream: Upstream,
    _call_off: CallOff,
}

impl Answer for Reply {
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
struct Said<'a> {
    sql: &'a str,
    values: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct Heard {
    changes: u64,
    rows: Vec<Vec<serde_json::Value>>,
}

impl Database for World {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Done>, DatabaseFailure> {
        let said: Vec<Said<'_>> = statements
            .iter()
            .map(|statement| Said { sql: statement.sql, values: statement.values.iter().map(bound).collect() })
            .collect();
        let said = serde_json::to_string(&said).map_err(|error| DatabaseFailure(error.to_string()))?;
        let heard = self.0.batch(said).await.map_err(|_| DatabaseFailure("the database refused".to_owned()))?;
        let heard: Vec<Heard> = serde_json::from_str(&heard.as_string().unwrap_or_default())
            .map_err(|error| DatabaseFailure(error.to_string()))?;
        let done = |Heard { changes, rows }| Done {
            changes,
            rows: rows.into_iter().map(|row| row.into_iter().map(found).collect()).collect(),
        };
        Ok(heard.into_iter().map(done).collect())
    }
}

fn bound(value: &Value) -> serde_json::Value {
    match value {
        Value::Text(text) => text.as_str().into(),
        Value::Number(number) => (*number).into(),
        Value::Null => serde_json::Value::Null,
    }
}

fn found(value: serde_json::Value) -> Value {
    match value {
        serde_json::Value::String(text) => Value::Text(text),
        #[expect(clippy::cast_possible_truncation, reason = "the tables hold whole numbers; a sum may come as 1.0")]
        serde_json::Value::Number(number) => {
            Value::Number(number.as_i64().or_else(|| number.as_f64().map(|number| number as i64)).unwrap_or_default())
        }
        serde_json::Value::Bool(is) => Value::Number(is.into()),
        serde_json::Value::Null | serde_json::Value::Array(_) | serde_json::Value::Object(_) => Value::Null,
    }
}
