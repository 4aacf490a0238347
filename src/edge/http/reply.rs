//! Replies that are sent in one piece.

use serde::Serialize;

use super::{ApiError, Disconnected, Host, HttpExchange, ResponseHead, with_timeout};

/// A reply that is sent in one piece.
#[derive(Clone, Debug)]
pub(in crate::edge) struct HttpReply {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl HttpReply {
    /// A reply in JSON.
    pub(in crate::edge) fn json<T: Serialize>(status: u16, value: &T) -> Self {
        Self::text(status, serde_json::to_vec(value).unwrap_or_default())
    }

    /// A reply of a JSON text.
    pub(in crate::edge) fn text(status: u16, body: Vec<u8>) -> Self {
        Self { status, headers: vec![("content-type", "application/json".to_owned())], body }
    }

    /// A reply without a body.
    pub(in crate::edge) fn empty(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: Vec::new() }
    }

    /// The same reply with another header.
    pub(in crate::edge) fn with(mut self, name: &'static str, value: String) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Sends the reply, with the headers of every reply to this origin.
    pub(in crate::edge) async fn send<H: Host, E: HttpExchange>(
        self,
        host: &H,
        exchange: &mut E,
        ms: u64,
        origin: Option<&str>,
    ) {
        let Self { status, mut headers, body } = self;
        headers.extend(common_headers(origin));
        let sent = with_timeout(host, ms, async {
            exchange.head(ResponseHead { status, headers }).await?;
            if body.is_empty() { Ok(()) } else { exchange.write(body).await }
        });
        // A client that left or does not read gets no more.
        let _: Option<Result<(), Disconnected>> = sent.await;
        exchange.end().await;
    }
}

impl From<&ApiError> for HttpReply {
    fn from(error: &ApiError) -> Self {
        let reply = Self::text(error.code.status(), error.json());
        match error.retry_after_ms {
            Some(ms) => reply.with("retry-after", ms.div_ceil(1_000).to_string()),
            None => reply,
        }
    }
}

/// Headers of every reply. An allowed origin is echoed, so that its page may read the reply.
pub(in crate::edge) fn common_headers(origin: Option<&str>) -> Vec<(&'static str, String)> {
    let mut headers = vec![
        ("cache-control", "no-store".to_owned()),
        ("x-content-type-options", "nosniff".to_owned()),
        ("referrer-policy", "no-referrer".to_owned()),
        ("content-security-policy", "default-src 'none'; frame-ancestors 'none'".to_owned()),
        ("vary", "Origin".to_owned()),
    ];
    if let Some(origin) = origin {
        headers.push(("access-control-allow-origin", origin.to_owned()));
        headers.push(("access-control-expose-headers", "retry-after".to_owned()));
    }
    headers
}
