//! The native host of the endpoint: clock, random numbers, HTTP client and database.

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    sync::{Mutex, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result};
use querent_engine::{
    edge::{CallLogLine, FetchFailure, HiddenText, Host, ProviderRequest, ProviderResponse, is_safe},
    engine::model::FailureKind,
    studio::settings::LlmSettings,
};

use super::{
    database::SqliteDatabase,
    job_queue::{JobQueue, QueueReceiver},
};
use crate::native::print;

/// Time limit for connecting to a provider.
const CONNECT: Duration = Duration::from_secs(5);

/// The native host.
#[derive(Debug)]
pub(crate) struct NativeHost {
    client: reqwest::Client,
    database: SqliteDatabase,
    settings: LlmSettings,
    env: BTreeMap<String, HiddenText>,
    /// Warnings printed already.
    warned: Mutex<BTreeSet<(String, FailureKind)>>,
    /// Ended sessions that wait for their jobs.
    pub(super) queue: JobQueue,
    /// The receiving end of the queue, until the endpoint starts.
    receiver: Mutex<Option<QueueReceiver>>,
}

impl NativeHost {
    /// A host with this database. Warnings name the variables of the settings.
    pub(crate) fn new(
        database: SqliteDatabase,
        settings: LlmSettings,
        env: BTreeMap<String, HiddenText>,
    ) -> Result<Self> {
        let (queue, receiver) = JobQueue::new();
        let receiver = Mutex::new(Some(receiver));
        Ok(Self { client: client()?, database, settings, env, warned: Mutex::default(), queue, receiver })
    }

    /// Takes the receiving end of the queue.
    pub(super) fn take_receiver(&self) -> Option<QueueReceiver> {
        self.receiver.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Checks that each provider has the configured models, and prints a warning otherwise.
    pub(crate) async fn check_models(&self) {
        super::model_check::check_models(&self.client, &self.settings, &self.env).await;
    }

    /// Prints once how to fix a failure.
    fn warn(&self, record: &CallLogLine, kind: FailureKind) {
        let Some(remedy) = remedy(&self.settings, (&record.provider, &record.model), kind) else { return };
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        if warned.insert((record.provider.clone(), kind)) {
            print::remark(format_args!("warning: {remedy}. Interviews go on with the rules."));
        }
    }
}

/// The HTTP client for providers.
pub(crate) fn client() -> Result<reqwest::Client> {
    reqwest::Client::builder()
        // A redirect or an unconfigured proxy could expose a key.
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .referer(false)
        .connect_timeout(CONNECT)
        .pool_max_idle_per_host(64)
        .tcp_nodelay(true)
        .user_agent(concat!("querent/", env!("CARGO_PKG_VERSION")))
        .build()
        .context("the HTTP client cannot be created")
}

/// How to fix a failure of a model; none if only waiting helps.
pub(crate) fn remedy(settings: &LlmSettings, (who, model): (&str, &str), kind: FailureKind) -> Option<String> {
    let provider = settings.providers.get(who);
    let key = provider.and_then(|provider| provider.key_env.as_deref()).unwrap_or("its key");
    Some(match kind {
        FailureKind::Auth => format!("{who} does not accept the key in {key}; set a valid one and start again"),
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

impl Host for NativeHost {
    type Response = NativeResponse;
    type Database = SqliteDatabase;

    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    fn random(&self, bytes: &mut [u8]) {
        super::random::fill_random(bytes);
    }

    fn sleep(&self, ms: u64) -> impl Future<Output = ()> + Send {
        tokio::time::sleep(Duration::from_millis(ms))
    }

    async fn fetch(&self, request: ProviderRequest) -> Result<NativeResponse, FetchFailure> {
        if !is_safe(&request.url) {
            return Err(FetchFailure::Forbidden);
        }
        let mut builder = self.client.post(&request.url).body(request.body);
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        // The error text of the library can contain an address, so it is dropped.
        builder.send().await.map(NativeResponse).map_err(|_| FetchFailure::Transport)
    }

    fn database(&self) -> &SqliteDatabase {
        &self.database
    }

    fn defer(&self, session: String) -> Option<String> {
        self.queue.push(session);
        None
    }

    fn record(&self, record: &CallLogLine) {
        if let Some(kind) = record.failure {
            self.warn(record, kind);
        }
    }
}

/// The response of a provider.
#[derive(Debug)]
pub(crate) struct NativeResponse(reqwest::Response);

impl ProviderResponse for NativeResponse {
    fn status(&self) -> u16 {
        self.0.status().as_u16()
    }

    fn header(&self, name: &str) -> Option<String> {
        self.0.headers().get(name)?.to_str().ok().map(str::to_owned)
    }

    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FetchFailure> {
        let chunk = self.0.chunk().await.map_err(|_| FetchFailure::Transport)?;
        Ok(chunk.map(Vec::from))
    }
}
