//! The wire: writes requests for a provider and reads its replies, streams and errors. It opens no connection.
//!
//! ```text
//! Prompt + ModelRecord → encode → WireRequest ⇒ (the caller sends it) ⇒ head, push, push, … → Decoder → Decoded | Failed
//! ```
//!
//! Invariant: no key passes through this module. A request names the header for the key, and its sender fills it in.
//! The table of providers is in `settings/provider.rs`.

mod errors;
mod json;
mod sse;
mod loops;
mod request;
mod reply;
mod anthropic;
mod chat;
mod embeddings;
mod encode;
mod decode;
mod listing;

pub use self::{
    decode::{Decoder, ReplyHead},
    encode::{EncodeError, encode},
    errors::{AttemptFailure, OptionalField},
    listing::{UnlistedModel, find_unlisted_models, model_list_request, parse_model_list},
    reply::{DecodedReply, ReplyEvent},
    request::{Credential, Delivery, HttpMethod, RejectedFields, WireRequest, estimate},
};
