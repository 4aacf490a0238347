//! A world that is written down: its clock moves when everybody waits, its network says what the test says.

use std::{
    collections::{BTreeSet, VecDeque},
    future::Future,
    pin::pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll, Waker},
};

use querent_engine::edge::{CallLogLine, Endpoint, FetchFailure, Host, ProviderRequest, ProviderResponse};

use super::{
    asked::{Asked, Said, Talk},
    database::Database,
};

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
    /// Whoever reads it panics.
    Panics,
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
    pub(crate) fetched: Mutex<Vec<ProviderRequest>>,
    pub(crate) records: Mutex<Vec<CallLogLine>>,
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

    /// A world with this database.
    pub(crate) fn with(database: Database) -> Self {
        Self { database, ..Self::new() }
    }

    /// The clock is put back.
    pub(crate) fn put_back(&self, ms: u64) {
        self.now.fetch_sub(ms, Ordering::Relaxed);
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

    pub(crate) fn ask(&self, edge: &Endpoint, request: Asked) -> Said {
        self.ask_all(edge, vec![request]).remove(0)
    }

    /// Requests that come in at the same time.
    pub(crate) fn ask_all(&self, edge: &Endpoint, requests: Vec<Asked>) -> Vec<Said> {
        self.run(requests.into_iter().map(|asked| answered(self, edge, asked)).collect())
    }

    fn bell(&self, at: u64) -> Bell {
        Bell { at, now: Arc::clone(&self.now), bells: Arc::clone(&self.bells) }
    }
}

/// The reply to a request, when all of its work is done.
pub(crate) async fn answered(world: &World, edge: &Endpoint, asked: Asked) -> Said {
    let request = asked.request.clone();
    let mut talk = Talk { pieces: asked.body.clone().into(), said: Said::default(), asked };
    querent_engine::edge::handle(edge, &request, &mut talk, world).await;
    talk.said
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
    type Response = Scripted;
    type Database = Database;

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

    async fn fetch(&self, request: ProviderRequest) -> Result<Scripted, FetchFailure> {
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

    fn database(&self) -> &Database {
        &self.database
    }

    fn record(&self, record: &CallLogLine) {
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

impl ProviderResponse for Scripted {
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
            End::Panics => panic!("a judge that breaks"),
            End::Hangs => std::future::pending().await,
        }
    }
}
