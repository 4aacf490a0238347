//! A request in progress, as handlers see it.

use serde::{Serialize, de::DeserializeOwned};

use crate::edge::{
    budget::Ledger,
    http::{ApiError, ErrorCode, EventStream, Host, HttpExchange, HttpReply, HttpRequest, parse_json, read_body},
    state::Endpoint,
};

/// The result of a handler, which sends its reply itself.
pub(super) type Handled = Result<(), ApiError>;

/// A request in progress.
pub(super) struct RequestContext<'a, H, E> {
    pub(super) edge: &'a Endpoint,
    pub(super) request: &'a HttpRequest,
    pub(super) exchange: &'a mut E,
    pub(super) host: &'a H,
    /// The request's origin, if its pages may read the reply.
    pub(super) origin: Option<&'a str>,
}

impl<'a, H: Host, E: HttpExchange> RequestContext<'a, H, E> {
    /// Reads the body, at most `most` bytes.
    pub(super) async fn read(&mut self, most: usize) -> Result<Vec<u8>, ApiError> {
        read_body(self.host, self.exchange, self.request, (most, self.edge.limits.read_ms)).await
    }

    /// The body as JSON; none if it is empty.
    pub(super) async fn optional_json<T: DeserializeOwned>(&mut self, most: usize) -> Result<Option<T>, ApiError> {
        let bytes = self.read(most).await?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.require_json()?;
        parse_json(&bytes, self.edge.limits.depth).map(Some)
    }

    /// The body as JSON.
    pub(super) async fn json<T: DeserializeOwned>(&mut self, most: usize) -> Result<T, ApiError> {
        self.optional_json(most).await?.ok_or_else(|| ErrorCode::BadRequest.into())
    }

    /// Requires the content type of JSON.
    pub(super) fn require_json(&self) -> Result<(), ApiError> {
        if self.request.is_json() { Ok(()) } else { Err(ErrorCode::MediaType.into()) }
    }

    /// Sends the reply.
    pub(super) async fn send(&mut self, reply: HttpReply) -> Handled {
        reply.send(self.host, self.exchange, self.edge.limits.write_ms, self.origin).await;
        Ok(())
    }

    /// Sends a JSON reply.
    pub(super) async fn reply<T: Serialize>(&mut self, status: u16, value: &T) -> Handled {
        self.send(HttpReply::json(status, value)).await
    }

    /// A reply of server-sent events.
    pub(super) fn events(&mut self) -> EventStream<'_, H, E> {
        EventStream::new(self.host, self.exchange, self.origin, self.edge.limits.write_ms)
    }

    /// The ledger of the endpoint.
    pub(super) fn ledger(&self) -> Ledger<'a, H::Database> {
        Ledger::new(self.host.database(), &self.edge.limits)
    }
}
