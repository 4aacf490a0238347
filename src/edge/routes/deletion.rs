//! `POST deletions`: deletes a session by its deletion code.

use serde::Deserialize;

use super::{
    context::{Handled, RequestContext},
    sessions::{BODY, next_hour},
};
use crate::edge::{
    collection::{delete_session, hash_code, sql},
    database::{Database, statement},
    http::{ApiError, Host, HttpExchange, HttpReply},
};

/// The request to delete a session.
#[derive(Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Deletion {
    code: String,
}

/// Answers `POST deletions`. The reply does not reveal whether the code exists.
pub(super) async fn delete_by_code<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>) -> Handled {
    let (edge, host) = (context.edge, context.host);
    let now = host.now();
    let Deletion { code } = context.json(BODY).await?;
    let hash = hash_code(&code).ok_or_else(|| ApiError::invalid("code"))?;
    let client = edge.access.blinded_address(context.request, now).unwrap_or_default();
    if !context.ledger().count(&format!("d.{client}"), edge.limits.deletions_per_address, now).await? {
        return Err(next_hour(now));
    }
    let found = host.database().query(statement!(sql::BY_CODE, hash)).await?;
    // Without a session the same work is done for an empty id, so that the time reveals nothing either.
    delete_session(host, &found.texts().pop().unwrap_or_default()).await?;
    context.send(HttpReply::empty(204)).await
}
