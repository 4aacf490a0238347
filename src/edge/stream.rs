//! Replies as events: `delta` while the model writes, then `usage` and `done`, or `error`.

use serde::Serialize;

use super::{
    Edge,
    errors::Refusal,
    host::{Exchange, Gone, Host, within},
    http::{HttpRequest, ReplyHead},
    reply,
};

/// A reply that is sent event by event. Whoever went away gets no more, and the call goes on to its end, so that the same
/// request finds its reply when it is sent again.
#[derive(Debug)]
pub(super) struct Events<'a> {
    origin: Option<&'a str>,
    ms: u64,
    has_begun: bool,
    is_gone: bool,
    /// Whether pieces of an attempt that failed were sent.
    is_stale: bool,
}

#[derive(Serialize)]
struct Delta<'a> {
    text: &'a str,
    /// Whether everything before is to be forgotten: another attempt begins.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    restart: bool,
}

impl<'a> Events<'a> {
    pub(super) fn new(edge: &Edge, request: &'a HttpRequest) -> Self {
        let origin = request.header("origin").filter(|origin| edge.knows(request, origin));
        Self { origin, ms: edge.limits.write_ms, has_begun: false, is_gone: false, is_stale: false }
    }

    /// Sends the head, once.
    pub(super) async fn begin<H: Host, E: Exchange>(&mut self, host: &H, exchange: &mut E) {
        if self.has_begun {
            return;
        }
        self.has_begun = true;
        let mut headers = vec![("content-type", "text/event-stream".to_owned())];
        headers.extend(reply::head(self.origin));
        let sent = within(host, self.ms, exchange.head(ReplyHead { status: 200, headers })).await;
        self.is_gone = sent != Some(Ok(()));
    }

    /// Sends a piece of the model's text.
    pub(super) async fn delta<H: Host, E: Exchange>(&mut self, host: &H, exchange: &mut E, text: &str) {
        let restart = std::mem::take(&mut self.is_stale);
        self.send(host, exchange, "delta", &Delta { text, restart }).await;
    }

    /// What was sent so far is of an attempt that failed.
    pub(super) fn retry(&mut self) {
        self.is_stale = true;
    }

    /// Sends a refusal in place of the rest.
    pub(super) async fn refuse<H: Host, E: Exchange>(&mut self, host: &H, exchange: &mut E, refusal: &Refusal) {
        self.write(host, exchange, "error", &refusal.json()).await;
    }

    /// Sends an event.
    pub(super) async fn send<H: Host, E: Exchange, T: Serialize>(
        &mut self,
        host: &H,
        exchange: &mut E,
        name: &str,
        data: &T,
    ) {
        let data = serde_json::to_vec(data).unwrap_or_default();
        self.write(host, exchange, name, &data).await;
    }

    /// Sends an event with its number, by which whoever listens goes on.
    pub(super) async fn numbered<H: Host, E: Exchange, T: Serialize>(
        &mut self,
        host: &H,
        exchange: &mut E,
        number: u64,
        name: &str,
        data: &T,
    ) {
        let data = serde_json::to_string(data).unwrap_or_default();
        self.put(host, exchange, format!("id: {number}\nevent: {name}\ndata: {data}\n\n").into_bytes()).await;
    }

    /// Sends a comment, so that nobody on the way takes the connection for dead.
    pub(super) async fn breathe<H: Host, E: Exchange>(&mut self, host: &H, exchange: &mut E) {
        self.put(host, exchange, b": still here\n\n".to_vec()).await;
    }

    /// Whether whoever listened has gone.
    pub(super) fn is_gone(&self) -> bool {
        self.is_gone
    }

    async fn write<H: Host, E: Exchange>(&mut self, host: &H, exchange: &mut E, name: &str, data: &[u8]) {
        self.put(host, exchange, [b"event: ", name.as_bytes(), b"\ndata: ", data, b"\n\n"].concat()).await;
    }

    async fn put<H: Host, E: Exchange>(&mut self, host: &H, exchange: &mut E, event: Vec<u8>) {
        if self.is_gone {
            return;
        }
        let sent: Option<Result<(), Gone>> = within(host, self.ms, exchange.write(event)).await;
        self.is_gone = sent != Some(Ok(()));
    }
}
