//! The end of a session, as its page says it. The page hears at once that it was understood; whether the log replays, and
//! what follows, is looked at when the answer has gone out.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    append::missing,
    sql,
    standing::{Progress, query, standing},
};
use crate::{
    edge::{
        Edge,
        database::Value,
        errors::{Code, Refusal},
        guard,
        host::{Exchange, Host},
        http::HttpRequest,
        reply::Reply,
        sessions,
        stages::{self, Missing},
        token::Scope,
    },
    interview::{Step, replay},
    session::{Outcome, Session},
};

/// What a page says to finish its session.
#[derive(Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "Finish"))]
#[serde(deny_unknown_fields)]
pub(in crate::edge) struct Wanted {
    /// Entries of its log.
    have: u32,
    /// Their chain hash.
    hash: String,
}

#[derive(Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub(in crate::edge) struct Finished {
    status: Progress,
    have: u32,
}

pub(in crate::edge) async fn finish<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
    session: &str,
) -> Result<Option<Reply>, Refusal> {
    let now = host.now();
    let claims = guard::owner(edge, request, session, now)?;
    if claims.scope != Scope::Events {
        return Err(Code::Scope.into());
    }
    let wanted: Wanted = sessions::body(edge, request, exchange, host).await?.ok_or(Code::BadRequest)?;
    let there = standing(host, session).await?;
    let there = there.ok_or_else(|| missing(edge, &claims.study, &claims.study_hash))?;
    if wanted.have > there.have {
        return Err(Refusal::from(Code::Gap).having(there.have));
    }
    if wanted.have < there.have || wanted.hash != there.hash || there.have == 0 {
        return Err(Refusal::from(Code::Conflict).having(there.have));
    }
    let values = vec![session.into(), Value::of(wanted.have.into()), wanted.hash.as_str().into(), Value::of(now)];
    let is_first = query(host, sql::FINISH, values).await?.changes == 1;
    if !is_first && !there.status.is_terminal() {
        // Somebody wrote to it, or finished it, in this very moment; said again it is settled.
        return Err(Refusal::from(Code::Conflict).having(there.have));
    }
    let reply = Reply::json(200, &Finished { status: Progress::Completed, have: there.have });
    let origin = request.header("origin").filter(|origin| edge.knows(request, origin));
    reply.send(host, exchange, edge.limits.write_ms, origin).await;
    if is_first {
        conclude(edge, host, session.to_owned()).await;
    }
    Ok(None)
}

/// Has done what follows a session that has ended: now, or when its host comes to it.
pub(in crate::edge) async fn conclude<H: Host>(edge: &Edge, host: &H, session: String) {
    if let Some(session) = host.later(session) {
        follow(edge, host, &session).await;
    }
}

/// Replays a session that has ended, unless that was done, and has done what follows it. What fails here is taken up by
/// `tend`.
pub(in crate::edge) async fn follow<H: Host>(edge: &Edge, host: &H, session: &str) {
    let mut source = match stages::load(edge, host, session).await {
        Ok(source) => source,
        Err(Missing::Unknown | Missing::Storage) => return,
        Err(Missing::Unreadable) => {
            drop(query(host, sql::REPLAYED, vec![session.into(), Value::Null, Value::Number(0)]).await);
            return;
        }
    };
    if source.is_terminal() && !source.is_replayed {
        let (outcome, replays) = source.replayed();
        let outcome = outcome.and_then(|outcome| serde_json::to_string(&outcome).ok());
        let values = vec![session.into(), outcome.map_or(Value::Null, Value::Text), Value::of(u64::from(replays))];
        if query(host, sql::REPLAYED, values).await.is_err() {
            return;
        }
    }
    stages::follow(edge, host, session, &Arc::new(source)).await;
}

/// How a session ended by its own log, and whether it would run the same way again.
pub(super) fn replayed(session: &Session) -> (Option<Outcome>, bool) {
    let Ok((interview, differences)) = replay(session) else { return (None, false) };
    match interview.step() {
        Step::Finished { outcome } => (Some(outcome), differences.is_empty()),
        Step::Start | Step::Ask { .. } | Step::Call { .. } => (None, differences.is_empty()),
    }
}
