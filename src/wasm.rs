//! Bindings for the page: thin, JSON in and out, every failure a plain object.
//!
//! Whatever is stored, hashed or compared crosses as a string made here; whatever is only shown crosses as an object.

#![expect(unreachable_pub, reason = "functions for the page have to be public")]

#[cfg(feature = "studio")]
mod desk;
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

use crate::{
    interview::{Failure, Interview as Machine},
    json,
    session::{Entry, Input},
    study::Study,
};

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// An interview in progress.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Interview {
    machine: Machine,
}

#[wasm_bindgen]
impl Interview {
    /// An interview that has not begun. `study` is the text of `study.json`.
    #[wasm_bindgen(constructor)]
    pub fn new(study: &str) -> Result<Interview, JsValue> {
        Ok(Self { machine: Machine::new(parse(study)?).map_err(failed)? })
    }

    /// An interview as its log left it. `log` is a JSON array of log entries.
    pub fn resume(study: &str, log: &str) -> Result<Interview, JsValue> {
        let log: Vec<Entry> = json::read(log).map_err(|error| unreadable("the session's log", &error))?;
        Ok(Self { machine: Machine::resume(parse(study)?, &log).map_err(failed)? })
    }

    /// Tells the interview something. Returns the step that follows.
    pub fn handle(&mut self, input: &str) -> Result<JsValue, JsValue> {
        let input: Input = json::read(input).map_err(|error| unreadable("the input", &error))?;
        object(&self.machine.handle(input).map_err(failed)?)
    }

    /// The step the interview stands at, again.
    pub fn step(&self) -> Result<JsValue, JsValue> {
        object(&self.machine.step())
    }

    /// Entries of the log from this position on, each a JSON text.
    pub fn entries(&self, from: usize) -> Vec<String> {
        self.machine.log().iter().skip(from).filter_map(|entry| serde_json::to_string(entry).ok()).collect()
    }

    /// The session as a file, JSON text.
    pub fn session(&self) -> Result<String, JsValue> {
        self.machine.session_text().map_err(|error| unreadable("the session", &error))
    }

    /// The record of every turn, JSON text.
    pub fn turns(&self) -> Result<String, JsValue> {
        serde_json::to_string(self.machine.turns()).map_err(|error| unreadable("the turns", &error))
    }

    /// What the "How it works" panel shows.
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

/// A value as an object. By way of its text: a second way of writing would be code for every type, and the browser's own
/// reader is faster than setting one property after the other.
fn object<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    let text = serde_json::to_string(value).map_err(|error| unreadable("what the engine says", &error))?;
    JSON::parse(&text)
}

/// A few words as an object.
fn small<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    value.serialize(&Serializer::json_compatible()).map_err(JsValue::from)
}

#[derive(Serialize)]
struct Problem<'a> {
    code: &'a str,
    message: String,
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn failed(failure: Failure) -> JsValue {
    small(&Problem { code: failure.code(), message: failure.to_string() }).unwrap_or(JsValue::NULL)
}

fn unreadable(what: &str, error: &serde_json::Error) -> JsValue {
    let message = format!("{what} could not be read: {error}");
    small(&Problem { code: "unreadable", message }).unwrap_or(JsValue::NULL)
}

/// Most bytes of an endpoint's answer, 256 KiB; no honest one comes near.
const ANSWER_BYTES: usize = 262_144;

/// An endpoint's answer.
#[derive(Serialize)]
struct Posted {
    status: u16,
    text: String,
}

/// Posts JSON to an endpoint: no cookies, no redirects. `headers` holds names and values in turn. Throws where no answer
/// comes, or one that is too long.
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
            return small(&Problem { code: "too_large", message: "the answer is too long".to_owned() }).and_then(Err);
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn unreachable(error: gloo_net::Error) -> JsValue {
    small(&Problem { code: "transport", message: error.to_string() }).unwrap_or(JsValue::NULL)
}

/// The text of `study.json` for a study's YAML file. `files` is a JSON object of names and texts, `studies/x.yaml` beside
/// `concepts/…`. Throws every finding at once, as an array.
#[cfg(feature = "studio")]
#[wasm_bindgen]
pub fn resolve_study(files: &str, name: &str) -> Result<String, JsValue> {
    match crate::documents::study(&documents(files)?, name) {
        Ok(study) => serde_json::to_string(&study).map_err(|error| unreadable("the study", &error)),
        Err(findings) => Err(object(&findings)?),
    }
}

/// Every finding about these documents, as an array.
#[cfg(feature = "studio")]
#[wasm_bindgen]
pub fn check_documents(files: &str) -> Result<JsValue, JsValue> {
    let files = documents(files)?;
    let names: Vec<String> = files.names().map(str::to_owned).collect();
    object(&crate::documents::check(&files, names.iter().map(String::as_str)))
}

/// The prompt of a request, as JSON text: what a page says that talks to a model itself. `study` is the text of `study.json`,
/// `request` a request of the engine, `nonce` random bytes that make the marks around respondents' words unknowable.
#[cfg(feature = "studio")]
#[wasm_bindgen]
pub fn render_prompt(study: &str, request: &str, nonce: &[u8]) -> Result<String, JsValue> {
    use crate::llm::{Task, prompts};

    #[derive(serde::Deserialize)]
    struct Asked {
        id: String,
        task: Task,
        context: serde_json::Value,
    }
    let refused = |message: String| small(&Problem { code: "prompt", message }).unwrap_or(JsValue::NULL);
    let study = parse(study)?;
    let Asked { id, task, context } =
        serde_json::from_str(request).map_err(|error| unreadable("the request", &error))?;
    let context = prompts::read_context(task, context).map_err(|problem| refused(problem.to_string()))?;
    let prompt = prompts::render(task, &context, &study.frame(), &prompts::Tag::new(&id, nonce))
        .map_err(|error| refused(error.to_string()))?;
    serde_json::to_string(&prompt).map_err(|error| unreadable("the prompt", &error))
}

#[cfg(feature = "studio")]
fn documents(files: &str) -> Result<crate::documents::Files, JsValue> {
    let texts: std::collections::BTreeMap<String, String> =
        serde_json::from_str(files).map_err(|error| unreadable("the documents", &error))?;
    let mut files = crate::documents::Files::default();
    for (name, text) in texts {
        files.insert(name, text);
    }
    Ok(files)
}
