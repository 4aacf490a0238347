//! The way to providers, and what else the endpoint asks of this computer.

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    sync::{Mutex, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result};
use querent_engine::{
    edge::{Answer, Fetch, FetchFailure, Hidden, Host, Record, is_safe},
    llm::{FailureKind, settings::LlmSettings},
};

use super::{
    background::{Queue, Waiting},
    database::Database,
};
use crate::cli::print;

/// How long a connection to a provider may take to come about.
const CONNECT: Duration = Duration::from_secs(5);

/// This computer, as the endpoint sees it.
#[derive(Debug)]
pub(crate) struct Computer {
    client: reqwest::Client,
    database: Database,
    settings: LlmSettings,
    env: BTreeMap<String, Hidden>,
    /// What was said of a provider already: once is enough.
    said: Mutex<BTreeSet<(String, FailureKind)>>,
    /// Sessions that wait for what follows them.
    pub(super) queue: Queue,
    /// Its other end, until the endpoint starts.
    waiting: Mutex<Option<Waiting>>,
}

impl Computer {
    /// With this database. The settings name the variables a person has to look at.
    pub(crate) fn new(database: Database, settings: LlmSettings, env: BTreeMap<String, Hidden>) -> Result<Self> {
        let (queue, waiting) = Queue::new();
        let waiting = Mutex::new(Some(waiting));
        Ok(Self { client: client()?, database, settings, env, said: Mutex::default(), queue, waiting })
    }

    /// The sessions that wait for what follows them, for whoever asks first.
    pub(super) fn waiting(&self) -> Option<Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Asks each provider which models it has, and tells the person at the terminal what is missing.
    pub(crate) async fn check_models(&self) {
        super::listing::check(&self.client, &self.settings, &self.env).await;
    }

    /// Tells the person at the terminal, once, what only they can mend.
    fn complain(&self, record: &Record, kind: FailureKind) {
        let Some(remedy) = remedy(&self.settings, (&record.provider, &record.model), kind) else { return };
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.insert((record.provider.clone(), kind)) {
            print::remark(format_args!("warning: {remedy}. Interviews go on with the rules."));
        }
    }
}

/// The way to providers.
pub(crate) fn client() -> Result<reqwest::Client> {
    reqwest::Client::builder()
        // A redirect could lead a key anywhere, and a proxy nobody named could read it.
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .referer(false)
        .connect_timeout(CONNECT)
        .pool_max_idle_per_host(64)
        .tcp_nodelay(true)
        .user_agent(concat!("querent/", env!("CARGO_PKG_VERSION")))
        .build()
        .context("the way to providers cannot be prepared")
}

/// What a person can do about a failure of a provider's model; nothing where only waiting helps.
pub(crate) fn remedy(settings: &LlmSettings, (who, model): (&str, &str), kind: FailureKind) -> Option<String> {
    let provider = settings.providers.get(who);
    let key = provider.and_then(|provider| provider.key_env.as_deref()).unwrap_or("its key");
    Some(match kind {
        FailureKind::Auth => format!("{who} does not know the key in {key}; put a valid one there and start again"),
        FailureKind::Permission => {
            format!("the key in {key} may not use `{model}`; allow it at {who} or take another")
        }
        FailureKind::QuotaExhausted => format!("the account at {who} is out of money or at its limit"),
        FailureKind::InvalidRequest => {
            format!("{who} does not take requests for `{model}`; check its record in config/llm.yaml")
        }
        FailureKind::Transport => format!("{who} cannot be reached; check the network and its address"),
        FailureKind::RateLimited
        | FailureKind::Overloaded
        | FailureKind::ContextTooLong
        | FailureKind::Refused
        | FailureKind::TimeoutFirst
        | FailureKind::TimeoutStall
        | FailureKind::TimeoutTotal
        | FailureKind::BadOutput
        | FailureKind::Cancelled
        | FailureKind::BudgetExhausted
        | FailureKind::Unavailable => return None,
    })
}

impl Host for Computer {
    type Answer = Response;
    type Database = Database;

    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    fn random(&self, bytes: &mut [u8]) {
        super::random(bytes);
    }

    fn sleep(&self, ms: u64) -> impl Future<Output = ()> + Send {
        tokio::time::sleep(Duration::from_millis(ms))
    }

    async fn fetch(&self, request: Fetch) -> Result<Response, FetchFailure> {
        if !is_safe(&request.url) {
            return Err(FetchFailure::Forbidden);
        }
        let mut builder = self.client.post(&request.url).body(request.body);
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        // What the library says can hold an address; nothing of it goes further.
        builder.send().await.map(Response).map_err(|_| FetchFailure::Transport)
    }

    fn database(&self) -> &Database {
        &self.database
    }

    fn later(&self, session: String) -> Option<String> {
        self.queue.put(session);
        None
    }

    fn record(&self, record: &Record) {
        if let Some(kind) = record.failure {
            self.complain(record, kind);
        }
    }
}

/// A provider's answer.
#[derive(Debug)]
pub(crate) struct Response(reqwest::Response);

impl Answer for Response {
    fn status(&self) -> u16 {
        self.0.status().as_u16()
    }

    fn header(&self, name: &str) -> Option<String> {
        self.0.headers().get(name)?.to_str().ok().map(str::to_owned)
    }

    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FetchFailure> {
        let piece = self.0.chunk().await.map_err(|_| FetchFailure::Transport)?;
        Ok(piece.map(Vec::from))
    }
}
