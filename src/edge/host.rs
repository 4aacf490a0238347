//! What the endpoint asks of the place it runs in: time, chance, a network, a database. A native server and a Worker each
//! answer these few questions, and everything else is written once.

use std::{
    future::Future,
    pin::{Pin, pin},
    task::Poll,
};

use super::{database::Database, record::Record};

/// `Send` where there are threads. A Worker has one, and its futures cannot be sent.
#[cfg(not(target_arch = "wasm32"))]
pub trait MaybeSend: Send {}
#[cfg(not(target_arch = "wasm32"))]
impl<T: Send + ?Sized> MaybeSend for T {}
/// `Send` where there are threads. A Worker has one, and its futures cannot be sent.
#[cfg(target_arch = "wasm32")]
pub trait MaybeSend {}
#[cfg(target_arch = "wasm32")]
impl<T: ?Sized> MaybeSend for T {}

/// `Sync` where there are threads.
#[cfg(not(target_arch = "wasm32"))]
pub trait MaybeSync: Sync {}
#[cfg(not(target_arch = "wasm32"))]
impl<T: Sync + ?Sized> MaybeSync for T {}
/// `Sync` where there are threads.
#[cfg(target_arch = "wasm32")]
pub trait MaybeSync {}
#[cfg(target_arch = "wasm32")]
impl<T: ?Sized> MaybeSync for T {}

/// The place the endpoint runs in.
pub trait Host: MaybeSend + MaybeSync {
    /// A provider's answer.
    type Answer: Answer;
    /// Where spending is counted and sessions are kept.
    type Database: Database;

    /// Milliseconds since the epoch.
    fn now(&self) -> u64;

    /// Fills this with unpredictable bytes.
    fn random(&self, bytes: &mut [u8]);

    /// Comes back after so many milliseconds.
    fn sleep(&self, ms: u64) -> impl Future<Output = ()> + MaybeSend;

    /// Sends a request to a provider and comes back with the head of its answer. Never follows a redirect, speaks TLS to
    /// everything but this machine, and obeys no proxy that nobody asked for. Dropping the future calls the request off.
    fn fetch(&self, request: Fetch) -> impl Future<Output = Result<Self::Answer, FetchFailure>> + MaybeSend;

    /// Where spending is counted and sessions are kept.
    fn database(&self) -> &Self::Database;

    /// Takes over what follows a session, to have [`super::follow`] do it when there is room, or gives the session back: then
    /// it is done at once, by whoever asked. A place that answers many takes it over, so that a hundred interviews that end at
    /// the same moment are not replayed at the same moment.
    fn later(&self, session: String) -> Option<String> {
        Some(session)
    }

    /// Keeps the record of a call, or does not. It holds no text of anybody.
    fn record(&self, record: &Record);
}

/// A request to a provider, complete with its key. Not shown by `Debug`, for the key's sake.
#[derive(Clone)]
pub struct Fetch {
    /// Address, of a provider of the configuration.
    pub url: String,
    /// Headers, the key among them.
    pub headers: Vec<(String, String)>,
    /// JSON.
    pub body: Vec<u8>,
}

impl std::fmt::Debug for Fetch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fetch").field("url", &self.url).field("bytes", &self.body.len()).finish_non_exhaustive()
    }
}

/// Why nothing came from a provider. There is no text in it: what a network library says can hold an address or a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchFailure {
    /// No connection, or it broke.
    #[error("the connection failed")]
    Transport,
    /// The address is not one that may be asked.
    #[error("the address may not be asked")]
    Forbidden,
}

/// A provider's answer, as it comes in.
pub trait Answer: MaybeSend {
    /// HTTP status.
    fn status(&self) -> u16;

    /// A header by its lower-case name.
    fn header(&self, name: &str) -> Option<String>;

    /// The next piece of the body as it came in; none at its end.
    fn chunk(&mut self) -> impl Future<Output = Result<Option<Vec<u8>>, FetchFailure>> + MaybeSend;
}

/// The other end of a request has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the other end has gone")]
pub struct Gone;

/// A request being answered: its body comes in piece by piece, and the reply goes out the same way.
pub trait Exchange: MaybeSend {
    /// The next piece of the request's body; none at its end.
    fn chunk(&mut self) -> impl Future<Output = Result<Option<Vec<u8>>, Gone>> + MaybeSend;

    /// Sends the head of the reply. Called once.
    fn head(&mut self, head: super::http::ReplyHead) -> impl Future<Output = Result<(), Gone>> + MaybeSend;

    /// Sends a piece of the reply's body; waits while the other end is not ready for it.
    fn write(&mut self, bytes: Vec<u8>) -> impl Future<Output = Result<(), Gone>> + MaybeSend;

    /// Says that the reply is whole. Work that follows keeps nobody waiting.
    fn end(&mut self) -> impl Future<Output = ()> + MaybeSend;
}

/// What the work gives, or nothing if it takes longer than so many milliseconds.
pub async fn within<H: Host, F: Future + MaybeSend>(host: &H, ms: u64, work: F) -> Option<F::Output> {
    let mut work = pin!(work);
    let mut bell = pin!(host.sleep(ms));
    std::future::poll_fn(move |context| {
        if let Poll::Ready(done) = Pin::as_mut(&mut work).poll(context) {
            return Poll::Ready(Some(done));
        }
        Pin::as_mut(&mut bell).poll(context).map(|()| None)
    })
    .await
}
