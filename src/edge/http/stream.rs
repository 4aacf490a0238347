//! Replies as server-sent events: `delta` while the model writes, then `usage` and `done`, or `error`.

use std::{convert::Infallible, future::Future};

use serde::Serialize;

use super::{ApiError, Disconnected, Host, HttpExchange, MaybeSend, ResponseHead, common_headers, with_timeout};

/// Receives the text of a reply while the model writes it.
pub(in crate::edge) trait TextSink: MaybeSend {
    /// Another attempt begins; the text so far is void.
    fn restart(&mut self);

    /// Takes a piece of text.
    fn push(&mut self, text: &str) -> impl Future<Output = ()> + MaybeSend;
}

/// The sink of a call without a listener.
impl TextSink for Infallible {
    fn restart(&mut self) {
        match *self {}
    }

    async fn push(&mut self, _: &str) {
        match *self {}
    }
}

/// A reply that is sent event by event. After a disconnect it sends nothing more; the call continues to its end, so that
/// a repeated request finds the reply.
#[derive(Debug)]
pub(in crate::edge) struct EventStream<'a, H, E> {
    host: &'a H,
    exchange: &'a mut E,
    origin: Option<&'a str>,
    ms: u64,
    has_begun: bool,
    is_disconnected: bool,
    /// Whether text of a failed attempt was sent.
    is_stale: bool,
}

#[derive(Serialize)]
struct Delta<'a> {
    text: &'a str,
    /// Whether the text before is void, since another attempt begins.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    restart: bool,
}

impl<'a, H: Host, E: HttpExchange> EventStream<'a, H, E> {
    /// A stream for pages of an allowed origin, with `ms` milliseconds for each write.
    pub(in crate::edge) fn new(host: &'a H, exchange: &'a mut E, origin: Option<&'a str>, ms: u64) -> Self {
        Self { host, exchange, origin, ms, has_begun: false, is_disconnected: false, is_stale: false }
    }

    /// Sends the head, once.
    pub(in crate::edge) async fn begin(&mut self) {
        if self.has_begun {
            return;
        }
        self.has_begun = true;
        let mut headers = vec![("content-type", "text/event-stream".to_owned())];
        headers.extend(common_headers(self.origin));
        let sent = with_timeout(self.host, self.ms, self.exchange.head(ResponseHead { status: 200, headers })).await;
        self.is_disconnected = sent != Some(Ok(()));
    }

    /// Sends an error in place of the rest.
    pub(in crate::edge) async fn fail(&mut self, error: &ApiError) {
        self.event("error", &error.json()).await;
    }

    /// Sends an event.
    pub(in crate::edge) async fn send<T: Serialize>(&mut self, name: &str, data: &T) {
        self.event(name, &serde_json::to_vec(data).unwrap_or_default()).await;
    }

    /// Sends an event with its number, so that a listener can resume after it.
    pub(in crate::edge) async fn send_numbered<T: Serialize>(&mut self, number: u64, name: &str, data: &T) {
        let data = serde_json::to_string(data).unwrap_or_default();
        self.write(format!("id: {number}\nevent: {name}\ndata: {data}\n\n").into_bytes()).await;
    }

    /// Sends a comment, so that no proxy closes an idle connection.
    pub(in crate::edge) async fn keep_alive(&mut self) {
        self.write(b": still here\n\n".to_vec()).await;
    }

    /// Whether the client has disconnected.
    pub(in crate::edge) fn is_disconnected(&self) -> bool {
        self.is_disconnected
    }

    async fn event(&mut self, name: &str, data: &[u8]) {
        self.write([b"event: ", name.as_bytes(), b"\ndata: ", data, b"\n\n"].concat()).await;
    }

    async fn write(&mut self, event: Vec<u8>) {
        if self.is_disconnected {
            return;
        }
        let sent: Option<Result<(), Disconnected>> = with_timeout(self.host, self.ms, self.exchange.write(event)).await;
        self.is_disconnected = sent != Some(Ok(()));
    }
}

impl<H: Host, E: HttpExchange> TextSink for EventStream<'_, H, E> {
    fn restart(&mut self) {
        self.is_stale = true;
    }

    async fn push(&mut self, text: &str) {
        let restart = std::mem::take(&mut self.is_stale);
        self.send("delta", &Delta { text, restart }).await;
    }
}
