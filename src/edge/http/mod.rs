//! HTTP as the endpoint sees it, and what it asks of its host.

mod message;
mod error;
mod record;
mod host;
mod body;
mod reply;
mod stream;

#[cfg(not(target_arch = "wasm32"))]
pub(super) use self::error::ErrorEnvelope;
pub(super) use self::{
    body::{is_shallow, parse_json, read_body},
    host::{hex, random_id},
    reply::{HttpReply, common_headers},
    stream::{EventStream, TextSink},
};
pub use self::{
    error::{ApiError, ErrorCode},
    host::{Disconnected, FetchFailure, Host, HttpExchange, ProviderRequest, ProviderResponse, with_timeout},
    message::{HttpRequest, ResponseHead},
    record::CallLogLine,
};
pub use super::database::{MaybeSend, MaybeSync};
