//! Replies that are written in one piece.

use serde::Serialize;

use super::{
    Edge,
    errors::Refusal,
    host::{Exchange, Gone, Host, within},
    http::{self, HttpRequest, ReplyHead},
};

/// A reply that is written in one piece.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Reply {
    /// A reply in JSON.
    pub(super) fn json<T: Serialize>(status: u16, value: &T) -> Self {
        Self::text(status, serde_json::to_vec(value).unwrap_or_default())
    }

    /// A reply whose JSON is written already.
    pub(super) fn text(status: u16, body: Vec<u8>) -> Self {
        Self { status, headers: vec![("content-type", "application/json".to_owned())], body }
    }

    /// A reply that says all in its status.
    pub(super) fn empty(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: Vec::new() }
    }

    /// A refusal.
    pub(super) fn refusal(refusal: &Refusal) -> Self {
        let mut reply = Self::text(refusal.code.status(), refusal.json());
        if let Some(ms) = refusal.retry_after_ms {
            reply.headers.push(("retry-after", ms.div_ceil(1_000).to_string()));
        }
        reply
    }

    /// The same with another header.
    pub(super) fn with(mut self, name: &'static str, value: String) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Sends it now, for a request whose work goes on.
    pub(super) async fn send_now<H: Host, E: Exchange>(
        self,
        edge: &Edge,
        request: &HttpRequest,
        exchange: &mut E,
        host: &H,
    ) {
        let origin = request.header("origin").filter(|origin| edge.knows(request, origin));
        self.send(host, exchange, edge.limits.write_ms, origin).await;
    }

    /// Sends it. An allowed origin is echoed, so that its page may read the reply.
    pub(super) async fn send<H: Host, E: Exchange>(self, host: &H, exchange: &mut E, ms: u64, origin: Option<&str>) {
        let Self { status, mut headers, body } = self;
        headers.extend(head(origin));
        let sent = within(host, ms, async {
            exchange.head(ReplyHead { status, headers }).await?;
            if body.is_empty() { Ok(()) } else { exchange.write(body).await }
        });
        // Whoever went away or does not read gets no more; there is nobody to tell.
        let _: Option<Result<(), Gone>> = sent.await;
        exchange.end().await;
    }
}

/// What every reply says, and to which origin.
pub(super) fn head(origin: Option<&str>) -> Vec<(&'static str, String)> {
    let mut headers = http::common();
    if let Some(origin) = origin {
        headers.push(("access-control-allow-origin", origin.to_owned()));
        headers.push(("access-control-expose-headers", "retry-after".to_owned()));
    }
    headers
}
