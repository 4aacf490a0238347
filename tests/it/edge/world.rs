//! A world that is written down: its clock moves when everybody waits, its network says what the test says.

use std::{
    collections::{BTreeSet, VecDeque},
    future::Future,
    pin::pin,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll, Waker},
};

use querent_engine::{
    documents::{self, Files},
    edge::{
        Answer, Code, Config, Edge, Exchange, Fetch, FetchFailure, Gone, Hidden, Host, HttpRequest, Key, KeyConfig,
        Keys, Limits, Record, ReplyHead, StudyConfig,
    },
    llm::settings::LlmSettings,
    study::Study,
};
use serde_json::{Value, json};

use super::database::Database;
use crate::program::root;

pub(crate) const START: u64 = 1_800_000_000_000;
pub(crate) const PAGE: &str = "https://page.example";

/// Waits for something that waits for nobody.
pub(crate) fn wait<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => panic!("it waits"),
    }
}

/// How a scripted answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// As it should.
    Well,
    /// The connection breaks.
    Breaks,
    /// Nothing more comes, ever.
    Hangs,
    /// The last piece comes again and again.
    Endless,
}

/// What a provider says.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) after_ms: u64,
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) pieces: Vec<(u64, Vec<u8>)>,
    pub(crate) end: End,
}

pub(crate) struct World {
    now: Arc<AtomicU64>,
    bells: Arc<Mutex<BTreeSet<u64>>>,
    chance: AtomicU64,
    pub(crate) database: Database,
    /// Answers of providers, in order; without one the network fails.
    pub(crate) scripts: Mutex<VecDeque<Script>>,
    /// The answer when `scripts` is used up.
    pub(crate) usual: Mutex<Option<Script>>,
    pub(crate) fetched: Mutex<Vec<Fetch>>,
    pub(crate) records: Mutex<Vec<Record>>,
}

impl World {
    pub(crate) fn new() -> Self {
        Self {
            now: Arc::new(AtomicU64::new(START)),
            bells: Arc::default(),
            chance: AtomicU64::new(1),
            database: Database::new(),
            scripts: Mutex::default(),
            usual: Mutex::default(),
            fetched: Mutex::default(),
            records: Mutex::default(),
        }
    }

    pub(crate) fn pass(&self, ms: u64) {
        self.now.fetch_add(ms, Ordering::Relaxed);
    }

    /// Milliseconds since the world began.
    pub(crate) fn passed(&self) -> u64 {
        self.now() - START
    }

    pub(crate) fn calls(&self) -> usize {
        self.fetched.lock().unwrap().len()
    }

    /// Runs these at the same time; when all wait, the clock moves on to what comes next.
    pub(crate) fn run<F: Future>(&self, futures: Vec<F>) -> Vec<F::Output> {
        let mut futures: Vec<_> = futures.into_iter().map(|future| (Box::pin(future), None)).collect();
        for _ in 0..100_000 {
            for (future, done) in futures.iter_mut().filter(|(_, done)| done.is_none()) {
                if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                    *done = Some(output);
                }
            }
            if futures.iter().all(|(_, done)| done.is_some()) {
                return futures.into_iter().filter_map(|(_, done)| done).collect();
            }
            let now = self.now.load(Ordering::Relaxed);
            let mut bells = self.bells.lock().unwrap();
            bells.retain(|bell| *bell > now);
            let next = bells.pop_first().expect("somebody waits for nothing");
            self.now.store(next, Ordering::Relaxed);
        }
        panic!("it never ends");
    }

    pub(crate) fn ask(&self, edge: &Edge, request: Asked) -> Said {
        self.ask_all(edge, vec![request]).remove(0)
    }

    /// Requests that come in at the same time.
    pub(crate) fn ask_all(&self, edge: &Edge, requests: Vec<Asked>) -> Vec<Said> {
        self.run(
            requests
                .into_iter()
                .map(|asked| async move {
                    let request = asked.request.clone();
                    let mut talk = Talk { pieces: asked.body.clone().into(), said: Said::default(), asked };
                    querent_engine::edge::handle(edge, &request, &mut talk, self).await;
                    talk.said
                })
                .collect(),
        )
    }

    fn bell(&self, at: u64) -> Bell {
        Bell { at, now: Arc::clone(&self.now), bells: Arc::clone(&self.bells) }
    }
}

struct Bell {
    at: u64,
    now: Arc<AtomicU64>,
    bells: Arc<Mutex<BTreeSet<u64>>>,
}

impl Future for Bell {
    type Output = ();

    fn poll(self: std::pin::Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.now.load(Ordering::Relaxed) >= self.at {
            return Poll::Ready(());
        }
        self.bells.lock().unwrap().insert(self.at);
        Poll::Pending
    }
}

impl Host for World {
    type Answer = Scripted;
    type Counters = Database;

    fn now(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }

    fn random(&self, bytes: &mut [u8]) {
        for byte in bytes {
            *byte = (self.chance.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed) >> 56) as u8;
        }
    }

    async fn sleep(&self, ms: u64) {
        self.bell(self.now() + ms).await;
    }

    async fn fetch(&self, request: Fetch) -> Result<Scripted, FetchFailure> {
        self.fetched.lock().unwrap().push(request);
        let script = self.scripts.lock().unwrap().pop_front().or_else(|| self.usual.lock().unwrap().clone());
        let script = script.ok_or(FetchFailure::Transport)?;
        self.bell(self.now() + script.after_ms).await;
        Ok(Scripted {
            pieces: script.pieces.clone().into(),
            script,
            now: Arc::clone(&self.now),
            bells: Arc::clone(&self.bells),
        })
    }

    fn counters(&self) -> &Database {
        &self.database
    }

    fn record(&self, record: &Record) {
        self.records.lock().unwrap().push(record.clone());
    }
}

pub(crate) struct Scripted {
    script: Script,
    pieces: VecDeque<(u64, Vec<u8>)>,
    now: Arc<AtomicU64>,
    bells: Arc<Mutex<BTreeSet<u64>>>,
}

impl Scripted {
    async fn after(&self, ms: u64) {
        let at = self.now.load(Ordering::Relaxed).saturating_add(ms);
        Bell { at, now: Arc::clone(&self.now), bells: Arc::clone(&self.bells) }.await;
    }
}

impl Answer for Scripted {
    fn status(&self) -> u16 {
        self.script.status
    }

    fn header(&self, name: &str) -> Option<String> {
        self.script.headers.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone())
    }

    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FetchFailure> {
        if let Some((ms, piece)) = self.pieces.pop_front() {
            self.after(ms).await;
            if self.script.end == End::Endless && self.pieces.is_empty() {
                self.pieces.push_back((ms, piece.clone()));
            }
            return Ok(Some(piece));
        }
        match self.script.end {
            End::Well | End::Endless => Ok(None),
            End::Breaks => Err(FetchFailure::Transport),
            End::Hangs => std::future::pending().await,
        }
    }
}

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) request: HttpRequest,
    pub(crate) body: Vec<Vec<u8>>,
    /// The last piece comes again and again.
    pub(crate) endless: bool,
    /// The body never comes.
    pub(crate) stalls: bool,
    /// The other end goes after so many pieces of the reply.
    pub(crate) leaves_after: Option<usize>,
    /// The other end takes no piece of the reply.
    pub(crate) stops_reading: bool,
}

impl Asked {
    pub(crate) fn new(method: &str, path: &str) -> Self {
        let request = HttpRequest {
            method: method.to_owned(),
            path: format!("/api/v1/{path}"),
            headers: vec![("origin".to_owned(), PAGE.to_owned())],
            address: Some("192.0.2.7".to_owned()),
            own_origin: None,
        };
        Self { request, body: Vec::new(), endless: false, stalls: false, leaves_after: None, stops_reading: false }
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.request.headers.retain(|(known, _)| known != name);
        self.request.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.request.headers.retain(|(known, _)| known != name);
        self
    }

    pub(crate) fn bearing(self, token: &str) -> Self {
        self.with("authorization", &format!("Bearer {token}"))
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        let mut asked = self.with("content-type", "application/json");
        asked.body = vec![body.to_string().into_bytes()];
        asked
    }
}

/// What came back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
    /// Bytes of the request that were taken in.
    pub(crate) took_in: usize,
}

impl Said {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// Status and code of a refusal.
    pub(crate) fn refusal(&self) -> (u16, String) {
        (self.status, self.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
    }

    /// The events of a stream: name and data.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        let text = self.text();
        let events = text.split("\n\n").filter(|event| !event.is_empty());
        events
            .map(|event| {
                let (name, data) = event.split_once('\n').unwrap();
                let name = name.strip_prefix("event: ").unwrap().to_owned();
                (name, serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap())
            })
            .collect()
    }
}

struct Talk {
    pieces: VecDeque<Vec<u8>>,
    asked: Asked,
    said: Said,
}

impl Exchange for Talk {
    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Gone> {
        if self.asked.stalls {
            std::future::pending::<()>().await;
        }
        let piece = self.pieces.pop_front();
        if let Some(piece) = &piece {
            self.said.took_in += piece.len();
            if self.asked.endless && self.pieces.is_empty() {
                self.pieces.push_back(piece.clone());
            }
        }
        Ok(piece)
    }

    async fn head(&mut self, head: ReplyHead) -> Result<(), Gone> {
        assert_eq!(self.said.status, 0, "the head was sent before");
        self.said.status = head.status;
        self.said.headers = head.headers;
        Ok(())
    }

    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), Gone> {
        assert_ne!(self.said.status, 0, "the head comes first");
        if self.asked.stops_reading {
            std::future::pending::<()>().await;
        }
        match &mut self.asked.leaves_after {
            Some(0) => return Err(Gone),
            Some(pieces) => *pieces -= 1,
            None => {}
        }
        self.said.body.extend(bytes);
        Ok(())
    }
}

/// What tokens are signed with.
pub(crate) fn signing_keys() -> Keys {
    Keys::new(Key::new("one", SIGNING.as_bytes().to_vec()).unwrap(), None)
}

const SIGNING: &str = "canary-signing-key-0123456789abcdef";
pub(crate) const SECRET: &str = "canary-secret-of-the-researcher-0123456789";
/// The key of the first provider; never to be seen but in the header it belongs in.
pub(crate) const CANARY: &str = "sk-canary-4f9d2b7c";

/// Two providers with a model each, and one without a price.
pub(crate) fn settings() -> LlmSettings {
    serde_json::from_value(json!({
        "providers": {
            "first": {"kind": "anthropic", "base_url": "https://first.example", "key_env": "FIRST_KEY"},
            "second": {"kind": "openai", "base_url": "https://second.example/v1", "key_env": "SECOND_KEY"},
            "keyless": {"kind": "openai", "base_url": "https://third.example/v1", "key_env": "THIRD_KEY"}
        },
        "models": {
            "quick": {"provider": "first", "model": "true-name-of-quick", "context_tokens": 200_000, "max_output": 8_000,
                "json": "schema", "price": {"input": 1.0, "output": 5.0}},
            "spare": {"provider": "second", "model": "true-name-of-spare", "context_tokens": 100_000, "max_output": 4_000,
                "json": "schema", "price": null},
            "locked": {"provider": "keyless", "model": "x", "context_tokens": 1_000, "max_output": 100, "price": null}
        },
        "classes": {"analysis": ["quick", "spare"], "question": ["quick", "spare"], "report": ["quick"], "judge": ["quick"]}
    }))
    .unwrap()
}

/// The oat-milk study with models, for pages of one origin.
pub(crate) fn oat_milk() -> StudyConfig {
    let study = Study { models: vec!["quick".to_owned(), "spare".to_owned()], ..study("oat_milk") };
    StudyConfig { study, origins: vec![PAGE.to_owned()], ticket_secret: None, is_test: false }
}

/// The usual endpoint.
pub(crate) fn config() -> Config {
    let hidden = |text: &str| Hidden(text.to_owned());
    Config {
        studies: vec![oat_milk()],
        settings: settings(),
        limits: Some(Limits::default()),
        keys: vec![KeyConfig { kid: "one".to_owned(), secret: hidden(SIGNING) }],
        researcher_secret: Some(hidden(SECRET)),
        env: [("FIRST_KEY", CANARY), ("SECOND_KEY", "sk-canary-second")]
            .map(|(name, key)| (name.to_owned(), hidden(key)))
            .into(),
    }
}

pub(crate) fn edge_with(change: impl FnOnce(&mut Config)) -> Edge {
    let mut config = config();
    change(&mut config);
    Edge::new(config).unwrap()
}

/// A shipped study.
pub(crate) fn study(id: &str) -> Study {
    static FILES: OnceLock<Files> = OnceLock::new();
    let files = FILES.get_or_init(|| documents::folder::folder(&root().join("config")).unwrap());
    documents::study(files, &format!("studies/{id}.yaml")).unwrap()
}

/// A refusal's status and code.
pub(crate) fn refused(code: Code) -> (u16, String) {
    (code.status(), code.word().to_owned())
}
