//! Notices: what changed in the jobs of a session, never what a respondent or a model wrote.

use serde_json::{Map, Value as Json};

use super::sql;
use crate::edge::{
    database::{Columns, Database, DatabaseFailure, statement},
    http::Host,
};

/// Milliseconds for which notices are kept.
const KEPT_MS: u64 = 3_600_000;

/// Maximum notices of one query.
pub(in crate::edge) const NOTICES_PER_PAGE: usize = 100;

/// Deletes old notices.
pub(super) async fn delete_old_notices<H: Host>(host: &H) -> Result<(), DatabaseFailure> {
    let before = host.now().saturating_sub(KEPT_MS);
    host.database().query(statement!(sql::OLD_NOTICES, before)).await.map(drop)
}

/// The number of the latest notice.
pub(in crate::edge) async fn latest_notice<H: Host>(host: &H) -> Result<u64, DatabaseFailure> {
    Ok(host.database().query(statement!(sql::LATEST_NOTICE)).await?.number().unwrap_or(0))
}

/// Notices after a number: number, type and JSON.
pub(in crate::edge) async fn load_notices<H: Host>(
    host: &H,
    after: u64,
) -> Result<Vec<(u64, String, Json)>, DatabaseFailure> {
    Ok(host.database().query(statement!(sql::NOTICES, after)).await?.rows().filter_map(read_notice).collect())
}

fn read_notice(mut row: Columns<'_>) -> Option<(u64, String, Json)> {
    let (number, session, at, kind) = (row.number()?, row.text()?, row.number()?, row.text()?);
    let mut notice = Map::from_iter([
        ("seq".to_owned(), Json::from(number)),
        ("type".to_owned(), kind.as_str().into()),
        ("session_id".to_owned(), session.into()),
        ("timestamp".to_owned(), at.into()),
    ]);
    notice.extend(serde_json::from_str::<Map<String, Json>>(&row.text()?).unwrap_or_default());
    Some((number, kind, Json::Object(notice)))
}
