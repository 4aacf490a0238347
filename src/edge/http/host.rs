//! The traits of a host: clock, random numbers, network, database, and one HTTP connection.

use std::{
    future::Future,
    pin::{Pin, pin},
    task::Poll,
};

use super::{CallLogLine, ResponseHead};
use crate::edge::database::{Database, MaybeSend, MaybeSync};

/// The environment of the endpoint.
pub trait Host: MaybeSend + MaybeSync {
    /// The response of a provider.
    type Response: ProviderResponse;
    /// The database of budgets and sessions.
    type Database: Database;

    /// Milliseconds since the epoch.
    fn now(&self) -> u64;

    /// Fills the slice with unpredictable bytes.
    fn random(&self, bytes: &mut [u8]);

    /// Waits for some milliseconds.
    fn sleep(&self, ms: u64) -> impl Future<Output = ()> + MaybeSend;

    /// Sends a request to a provider and returns the head of its response. It follows no redirect, uses no unconfigured
    /// proxy, and requires TLS except for this computer. Dropping the future cancels the request.
    fn fetch(&self, request: ProviderRequest)
    -> impl Future<Output = Result<Self::Response, FetchFailure>> + MaybeSend;

    /// The database of budgets and sessions.
    fn database(&self) -> &Self::Database;

    /// Queues an ended session for [`conclude`](crate::edge::conclude), or returns it to be concluded at once. A host with
    /// many sessions queues them, so that sessions that end together are not replayed together.
    fn defer(&self, session: String) -> Option<String> {
        Some(session)
    }

    /// Takes the record of a call.
    fn record(&self, record: &CallLogLine);
}

/// A request to a provider, with its key. `Debug` hides the headers and the body.
#[derive(Clone)]
pub struct ProviderRequest {
    /// Address, of a configured provider.
    pub url: String,
    /// Headers, including the key.
    pub headers: Vec<(String, String)>,
    /// JSON.
    pub body: Vec<u8>,
}

impl std::fmt::Debug for ProviderRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProviderRequest")
            .field("url", &self.url)
            .field("bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}

/// Why a provider sent nothing. It has no text, since the text of a network library can contain an address or a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchFailure {
    /// The connection failed.
    #[error("the connection failed")]
    Transport,
    /// The address is not allowed.
    #[error("the address is not allowed")]
    Forbidden,
}

/// The response of a provider, read in chunks.
pub trait ProviderResponse: MaybeSend {
    /// HTTP status.
    fn status(&self) -> u16;

    /// A header by its lower-case name.
    fn header(&self, name: &str) -> Option<String>;

    /// The next chunk of the body; none at its end.
    fn chunk(&mut self) -> impl Future<Output = Result<Option<Vec<u8>>, FetchFailure>> + MaybeSend;
}

/// The client has closed the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the client has disconnected")]
pub struct Disconnected;

/// The connection of one request: reads the body and writes the reply in chunks.
pub trait HttpExchange: MaybeSend {
    /// The next chunk of the request's body; none at its end.
    fn chunk(&mut self) -> impl Future<Output = Result<Option<Vec<u8>>, Disconnected>> + MaybeSend;

    /// Sends the head of the reply. Called once.
    fn head(&mut self, head: ResponseHead) -> impl Future<Output = Result<(), Disconnected>> + MaybeSend;

    /// Sends a chunk of the reply's body; waits while the client is not ready.
    fn write(&mut self, bytes: Vec<u8>) -> impl Future<Output = Result<(), Disconnected>> + MaybeSend;

    /// Ends the reply. Work may follow; the client does not wait for it.
    fn end(&mut self) -> impl Future<Output = ()> + MaybeSend;
}

/// The output of a future; none if it takes longer than `ms` milliseconds.
pub async fn with_timeout<H: Host, F: Future + MaybeSend>(host: &H, ms: u64, work: F) -> Option<F::Output> {
    let mut work = pin!(work);
    let mut timer = pin!(host.sleep(ms));
    std::future::poll_fn(move |context| {
        if let Poll::Ready(output) = Pin::as_mut(&mut work).poll(context) {
            return Poll::Ready(Some(output));
        }
        Pin::as_mut(&mut timer).poll(context).map(|()| None)
    })
    .await
}

/// Bytes in lower-case hexadecimal.
pub(in crate::edge) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 0x0f])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

/// A random UUID, version 4.
pub(in crate::edge) fn random_id<H: Host>(host: &H) -> String {
    let mut bytes = [0; 16];
    host.random(&mut bytes);
    let [_, _, _, _, _, _, version, _, variant, ..] = &mut bytes;
    *version = *version & 0x0f | 0x40;
    *variant = *variant & 0x3f | 0x80;
    let hex = hex(&bytes);
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default();
    [part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-")
}
