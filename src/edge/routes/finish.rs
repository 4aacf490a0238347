//! `POST sessions/{session}/finish`: ends a session. The log is replayed and the jobs run after the reply.

use serde::{Deserialize, Serialize};

use super::{
    context::{Handled, RequestContext},
    sessions::{BODY, missing_session},
};
use crate::edge::{
    auth::Claims,
    collection::{SessionProgress, load_row, sql},
    database::{Database, statement},
    http::{ApiError, ErrorCode, Host, HttpExchange},
    jobs::follow,
};

/// The request to finish a session.
#[derive(Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct FinishRequest {
    /// Number of entries of the log.
    have: u32,
    /// Their chain hash.
    hash: String,
}

#[derive(Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "Finished"))]
pub(super) struct FinishedSession {
    status: SessionProgress,
    have: u32,
}

/// Answers `POST sessions/{session}/finish`.
pub(super) async fn finish<H: Host, E: HttpExchange>(
    context: &mut RequestContext<'_, H, E>,
    owner: &Claims,
) -> Handled {
    let (edge, host) = (context.edge, context.host);
    let now = host.now();
    let wanted: FinishRequest = context.json(BODY).await?;
    let row = load_row(host, &owner.sid).await?.ok_or_else(|| missing_session(edge, owner))?;
    let refused = |code: ErrorCode| Err(ApiError::from(code).having(row.have));
    if wanted.have > row.have {
        return refused(ErrorCode::Gap);
    }
    if wanted.have < row.have || wanted.hash != row.hash || row.have == 0 {
        return refused(ErrorCode::Conflict);
    }
    let finish = statement!(sql::FINISH, &owner.sid, wanted.have, wanted.hash, now);
    let is_first = host.database().query(finish).await?.has_changed();
    if !is_first && !row.status.is_terminal() {
        // Another request changed the session in between; a retry finds it settled.
        return refused(ErrorCode::Conflict);
    }
    context.reply(200, &FinishedSession { status: SessionProgress::Completed, have: row.have }).await?;
    if is_first {
        follow(edge, host, owner.sid.clone()).await;
    }
    Ok(())
}
