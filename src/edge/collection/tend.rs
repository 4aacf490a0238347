//! What goes by itself: sessions whose time is over are forgotten, those nobody can write to any more count as ended, and
//! work a process left behind is taken up.

use super::{
    finish::conclude,
    forget::forget,
    sql,
    standing::{query, texts},
};
use crate::edge::{
    Edge,
    database::{DatabaseFailure, Value},
    host::Host,
    stages,
};

/// Most rounds of a hundred sessions each that are forgotten at once; the rest goes the next time.
const ROUNDS: usize = 50;

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tended {
    /// Sessions forgotten because their time was over.
    pub forgotten: u64,
    /// Sessions that count as ended now.
    pub ended: u64,
    /// Finished sessions found whose replay a process had left behind.
    pub concluded: u64,
}

/// Does what there is to do.
pub(in crate::edge) async fn tend<H: Host>(edge: &Edge, host: &H) -> Result<Tended, DatabaseFailure> {
    let forgotten = expire(edge, host).await?;
    query(host, sql::FORGET_STUDIES, Vec::new()).await?;
    let ended = query(host, sql::SILENT, vec![Value::of(host.now())]).await?.changes;
    let left = texts(query(host, sql::UNREPLAYED, vec![Value::of(host.now())]).await?);
    let concluded = left.len() as u64;
    for session in left {
        conclude(edge, host, session).await;
    }
    stages::tend(edge, host).await;
    Ok(Tended { forgotten, ended, concluded })
}

/// Forgets what is over: by the study as it was when the session began, or as it is served now, whichever is sooner.
pub(super) async fn expire<H: Host>(edge: &Edge, host: &H) -> Result<u64, DatabaseFailure> {
    let now = Value::of(host.now());
    let mut forgotten = all(host, sql::OVER, std::slice::from_ref(&now)).await?;
    for served in &edge.studies {
        if let Some(days) = served.study.privacy.retention_days {
            let values = [now.clone(), (&*served.study.id).into(), Value::of(days.into())];
            forgotten += all(host, sql::OVER_NOW, &values).await?;
        }
    }
    Ok(forgotten)
}

async fn all<H: Host>(host: &H, sql: &'static str, values: &[Value]) -> Result<u64, DatabaseFailure> {
    let mut forgotten = 0;
    for _ in 0..ROUNDS {
        let over = texts(query(host, sql, values.to_vec()).await?);
        if over.is_empty() {
            break;
        }
        for session in over {
            forgotten += u64::from(forget(host, &session).await?);
        }
    }
    Ok(forgotten)
}
