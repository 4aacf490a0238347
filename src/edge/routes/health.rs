//! `GET health` and `GET openapi.json`.

use serde::Serialize;

use super::context::{Handled, RequestContext};
use crate::edge::http::{Host, HttpExchange, HttpReply};

/// The generated `OpenAPI` document.
const OPENAPI: &str = include_str!("../../../config/schema/openapi.json");

/// The health of the endpoint. It names no provider.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub(super) struct Wellbeing {
    ok: bool,
    version: &'static str,
    /// Whether a model is available.
    models: bool,
    studies: usize,
    /// Whether a study collects its sessions.
    collects: bool,
}

/// Answers `GET health`.
pub(super) async fn health<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>) -> Handled {
    let edge = context.edge;
    let wellbeing = Wellbeing {
        ok: true,
        version: env!("CARGO_PKG_VERSION"),
        models: !edge.usable.is_empty(),
        studies: edge.access.studies.len(),
        collects: edge.access.collects(),
    };
    context.reply(200, &wellbeing).await
}

/// Answers `GET openapi.json`.
pub(super) async fn openapi<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>) -> Handled {
    context.send(HttpReply::text(200, OPENAPI.as_bytes().to_vec())).await
}
