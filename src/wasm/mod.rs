//! Bindings of the page: JSON in and out, and every error a plain object.
//!
//! Values that are stored, hashed or compared are passed as text; values that are only shown are passed as objects.

#![expect(unreachable_pub, reason = "functions for the page have to be public")]

#[cfg(feature = "studio")]
mod review;
#[cfg(feature = "studio")]
mod preview;
#[cfg(feature = "studio")]
mod worker;

use gloo_net::http::{Request, Response};
use js_sys::{JSON, Reflect, Uint8Array};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::{
    JsCast,
    prelude::{JsValue, wasm_bindgen},
};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, ReadableStreamDefaultReader, RequestCache, RequestCredentials, RequestRedirect};

use crate::engine::{
    interview::{Interview as Machine, InterviewError},
    json,
    session::{Input, LogEntry},
    study::Study,
};

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// Registers the learned data of a language, before the interview of a study that names it.
#[wasm_bindgen]
pub fn register_language(data: &str) {
    crate::engine::language::register_learned(data);
}

/// An interview.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Interview {
    machine: Machine,
}

#[wasm_bindgen]
impl Interview {
    /// An interview that has not started. `study` is the text of `study.json`.
    #[wasm_bindgen(constructor)]
    pub fn new(study: &str) -> Result<Interview, JsValue> {
        Ok(Self { machine: Machine::new(parse(study)?).map_err(failed)? })
    }

    /// An interview resumed from its log. `log` is a JSON array of log entries.
    pub fn resume(study: &str, log: &str) -> Result<Interview, JsValue> {
        let log: Vec<LogEntry> = json::read(log).map_err(|error| unreadable("the session's log", &error))?;
        Ok(Self { machine: Machine::resume(parse(study)?, &log).map_err(failed)? })
    }

    /// Applies an input and returns the next step.
    pub fn handle(&mut self, input: &str) -> Result<JsValue, JsValue> {
        let input: Input = json::read(input).map_err(|error| unreadable("the input", &error))?;
        object(&self.machine.handle(input).map_err(failed)?)
    }

    /// The present step.
    pub fn step(&self) -> Result<JsValue, JsValue> {
        object(&self.machine.step())
    }

    /// Entries of the log from this position on, each a JSON text.
    pub fn entries(&self, from: usize) -> Vec<String> {
        self.machine.log().iter().skip(from).filter_map(|entry| json::write(entry).ok()).collect()
    }

    /// The session as a file, JSON text.
    pub fn session(&self) -> Result<String, JsValue> {
        self.machine.session_text().map_err(|error| unreadable("the session", &error))
    }

    /// The record of every turn, JSON text.
    pub fn turns(&self) -> Result<String, JsValue> {
        json::write(self.machine.turns()).map_err(|error| unreadable("the turns", &error))
    }

    /// The content of the "How it works" panel.
    pub fn view(&self) -> Result<JsValue, JsValue> {
        object(&self.machine.view())
    }

    /// SHA-256 of the study.
    #[wasm_bindgen(getter)]
    pub fn study_hash(&self) -> String {
        self.machine.study_hash().to_owned()
    }
}

fn parse(study: &str) -> Result<Study, JsValue> {
    json::read(study).map_err(|error| unreadable("the study", &error))
}

/// A value as an object. It goes through text, since a direct conversion would add code for every type.
fn object<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    let text = json::write(value).map_err(|error| unreadable("what the engine says", &error))?;
    JSON::parse(&text)
}

/// A small value as an object, converted directly.
fn small<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    value.serialize(&Serializer::json_compatible()).map_err(JsValue::from)
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    code: &'a str,
    message: String,
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn failed(failure: InterviewError) -> JsValue {
    small(&ErrorObject { code: failure.code(), message: failure.to_string() }).unwrap_or(JsValue::NULL)
}

fn unreadable(what: &str, error: &serde_json::Error) -> JsValue {
    let message = format!("{what} could not be read: {error}");
    small(&ErrorObject { code: "unreadable", message }).unwrap_or(JsValue::NULL)
}

/// Most bytes of an endpoint's answer, 256 KiB, far above what an endpoint sends.
const ANSWER_BYTES: usize = 262_144;

/// An endpoint's answer.
#[derive(Serialize)]
struct Posted {
    status: u16,
    text: String,
}

/// Posts JSON to an endpoint, without cookies or redirects. `headers` holds names and values in turn. Throws without an answer,
/// and for one that is too long.
#[wasm_bindgen]
pub async fn post_task(
    url: String,
    headers: Vec<String>,
    body: String,
    signal: AbortSignal,
) -> Result<JsValue, JsValue> {
    let mut request = Request::post(&url)
        .abort_signal(Some(&signal))
        .cache(RequestCache::NoStore)
        .credentials(RequestCredentials::Omit)
        .redirect(RequestRedirect::Error)
        .header("content-type", "application/json")
        .header("accept", "application/json");
    for pair in headers.chunks_exact(2) {
        if let [name, value] = pair {
            request = request.header(name, value);
        }
    }
    let response = request.body(body).map_err(unreachable)?.send().await.map_err(unreachable)?;
    small(&Posted { status: response.status(), text: text_of(&response).await? })
}

/// The text of an answer, read up to the limit.
async fn text_of(response: &Response) -> Result<String, JsValue> {
    let Some(stream) = response.body() else { return Ok(String::new()) };
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    let mut bytes = Vec::new();
    loop {
        let chunk = JsFuture::from(reader.read()).await?;
        if Reflect::get(&chunk, &"done".into())?.is_truthy() {
            return Ok(String::from_utf8_lossy(&bytes).into_owned());
        }
        let part: Uint8Array = Reflect::get(&chunk, &"value".into())?.dyn_into()?;
        bytes.extend(part.to_vec());
        if bytes.len() > ANSWER_BYTES {
            drop(reader.cancel());
            return small(&ErrorObject { code: "too_large", message: "the answer is too long".to_owned() })
                .and_then(Err);
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn unreachable(error: gloo_net::Error) -> JsValue {
    small(&ErrorObject { code: "transport", message: error.to_string() }).unwrap_or(JsValue::NULL)
}

/// The text of `study.json` for a study's YAML file. `files` is a JSON object of names and texts, `studies/x.yaml` beside
/// `concepts/…`. Throws all findings, as an array.
#[cfg(feature = "studio")]
#[wasm_bindgen]
pub fn resolve_study(files: &str, name: &str) -> Result<String, JsValue> {
    match crate::studio::documents::study(&documents(files)?, name) {
        Ok(study) => json::write(&study).map_err(|error| unreadable("the study", &error)),
        Err(findings) => Err(object(&findings)?),
    }
}

/// Every finding about these documents, as an array.
#[cfg(feature = "studio")]
#[wasm_bindgen]
pub fn check_documents(files: &str) -> Result<JsValue, JsValue> {
    let files = documents(files)?;
    let names: Vec<String> = files.names().map(str::to_owned).collect();
    object(&crate::studio::documents::check(&files, names.iter().map(String::as_str)))
}

/// The prompt of a request, as JSON text, for a page that calls a model itself. `study` is the text of `study.json`, `request` a
/// request of the engine, and `nonce` random bytes for the tags around respondents' words.
#[cfg(feature = "studio")]
#[wasm_bindgen]
pub fn render_prompt(study: &str, request: &str, nonce: &[u8]) -> Result<String, JsValue> {
    use crate::{engine::model::Task, studio::prompts};

    #[derive(serde::Deserialize)]
    struct RequestFields {
        id: String,
        task: Task,
        context: serde_json::Value,
    }
    let refused = |message: String| small(&ErrorObject { code: "prompt", message }).unwrap_or(JsValue::NULL);
    let study = parse(study)?;
    let RequestFields { id, task, context } =
        serde_json::from_str(request).map_err(|error| unreadable("the request", &error))?;
    let context = prompts::read_context(task, context).map_err(|problem| refused(problem.to_string()))?;
    let prompt = prompts::render(task, &context, &study.frame(), &prompts::Tag::new(&id, nonce))
        .map_err(|error| refused(error.to_string()))?;
    json::write(&prompt).map_err(|error| unreadable("the prompt", &error))
}

#[cfg(feature = "studio")]
fn documents(files: &str) -> Result<crate::studio::documents::Files, JsValue> {
    let texts: std::collections::BTreeMap<String, String> =
        serde_json::from_str(files).map_err(|error| unreadable("the documents", &error))?;
    let mut files = crate::studio::documents::Files::default();
    for (name, text) in texts {
        files.insert(name, text);
    }
    Ok(files)
}
