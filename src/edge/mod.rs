//! The endpoint: tokens, model calls, collected sessions and the jobs that follow an interview.
//!
//! [`handle`] answers one request. The native server and the Worker share this code; each implements [`Host`] (clock,
//! random numbers, network, database) and [`HttpExchange`] (one connection). A page sends only the fields of a task. The
//! endpoint renders the prompt from the study it serves and chooses models, addresses, keys and limits itself.
//!
//! A module uses only the modules above it.
//!
//! Invariant: no error reply and no call record contains a provider's text, a key or a respondent's words.

pub mod database;
mod http;
pub mod budget;
pub mod auth;
mod config;
mod state;
mod tasks;
mod collection;
pub mod jobs;
pub mod routes;

pub use self::{
    auth::{SigningKey, SigningKeys},
    budget::{EndpointLimits, Spending},
    collection::chain_hash,
    config::{ConfigError, EndpointConfig, HiddenText, KeyConfig, StudyConfig, is_loopback, is_safe},
    http::{
        ApiError, CallLogLine, Disconnected, ErrorCode, FetchFailure, Host, HttpExchange, HttpRequest, MaybeSend,
        MaybeSync, ProviderRequest, ProviderResponse, ResponseHead, with_timeout,
    },
    jobs::{Maintenance, conclude, maintain},
    routes::{BASE, handle},
    state::Endpoint,
};
pub use crate::studio::origin::{self, InvalidOrigin, Origin};
