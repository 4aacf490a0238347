//! `GET sessions`: the collected sessions, page by page, sorted and filtered.

use serde::Serialize;

use super::context::{Handled, RequestContext};
use crate::{
    edge::{
        collection::{SessionProgress, SessionRow, expire_sessions, sql},
        database::{Columns, Database, SqlValue, statement},
        http::{ApiError, Host, HttpExchange},
    },
    engine::session::Overview,
};

/// Default number of rows of a page.
const USUAL: usize = 100;

/// Maximum number of rows of a page.
const MOST: usize = 1_000;

/// A session in the list.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub(super) struct SessionItem {
    #[serde(flatten)]
    overview: Overview,
    status: SessionProgress,
    /// Whether its log replays; null before the replay.
    replays: Option<bool>,
    /// Its latest completed total.
    latest_score: Option<u32>,
    /// `scored`, `not_scored`, `scoring_in_progress` or `scoring_failed`, by its latest score.
    scoring_status: String,
}

#[derive(Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub(super) struct SessionPage {
    sessions: Vec<SessionItem>,
    next: Option<String>,
    total: u64,
}

/// Filter, order and page of a list.
struct ListQuery {
    study: SqlValue,
    scoring: SqlValue,
    sort: &'static str,
    sign: i64,
    /// Figure and id of the last row before.
    after: (i64, String),
    limit: usize,
}

impl SessionItem {
    pub(super) fn of(session: &str, row: &SessionRow) -> Self {
        Self {
            overview: Overview { session: session.to_owned(), ..row.overview.clone() },
            status: row.status,
            replays: row.replays,
            latest_score: row.latest_score,
            scoring_status: row.scoring_status.clone(),
        }
    }

    /// Reads a row of [`sql::LIST`], with the figure it is sorted by.
    fn read(mut row: Columns<'_>) -> Option<(Self, i64)> {
        let (session, figure, status) = (row.text()?, row.signed()?, row.text()?);
        let overview: Overview = serde_json::from_str(&row.text()?).ok()?;
        let reason = row.text().and_then(|word| serde_json::from_value(word.into()).ok());
        let scoring_status = row.text()?;
        let item = Self {
            overview: Overview { session, reason, ..overview },
            status: SessionProgress::parse(&status),
            latest_score: row.small(),
            replays: row.number().map(|is| is != 0),
            scoring_status,
        };
        Some((item, figure))
    }
}

/// Answers `GET sessions`.
pub(super) async fn list<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>) -> Handled {
    let host = context.host;
    let ListQuery { study, scoring, sort, sign, after, limit } = parse_query(&context.request.query)?;
    // A host without maintenance deletes expired sessions here, before they would be shown.
    expire_sessions(context.edge, host).await?;
    let batch = vec![
        statement!(sql::LIST, study.clone(), scoring.clone(), sort, sign, after.0, after.1, limit + 1),
        statement!(sql::COUNT, study, scoring),
    ];
    let results = host.database().batch(batch).await?;
    let rows = results.first().map(|result| result.rows().collect::<Vec<_>>()).unwrap_or_default();
    let has_more = rows.len() > limit;
    let items: Vec<(SessionItem, i64)> = rows.into_iter().take(limit).filter_map(SessionItem::read).collect();
    let last = items.last().map(|(item, figure)| format!("{figure}.{}", item.overview.session));
    let page = SessionPage {
        sessions: items.into_iter().map(|(item, _)| item).collect(),
        next: last.filter(|_| has_more),
        total: results.get(1).and_then(super::super::database::QueryResult::number).unwrap_or_default(),
    };
    context.reply(200, &page).await
}

/// Parses the query. An unknown name or value is refused by its name.
fn parse_query(query: &str) -> Result<ListQuery, ApiError> {
    let mut list = ListQuery {
        study: SqlValue::Null,
        scoring: SqlValue::Null,
        sort: "started_at",
        sign: -1,
        after: (i64::MIN, String::new()),
        limit: USUAL,
    };
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let wrong = || ApiError::invalid(key);
        let one_of = |known: &[&'static str]| known.iter().copied().find(|word| *word == value).ok_or_else(wrong);
        match key {
            _ if value.is_empty() => {}
            "study" => list.study = value.into(),
            "scoring_status" => {
                list.scoring = one_of(&["not_scored", "scored", "scoring_in_progress", "scoring_failed"])?.into();
            }
            "sort_by" => list.sort = one_of(&["started_at", "last_at", "score", "answers", "words"])?,
            "order" => list.sign = if one_of(&["asc", "desc"])? == "asc" { 1 } else { -1 },
            "limit" => list.limit = value.parse::<usize>().map_err(|_| wrong())?.clamp(1, MOST),
            "cursor" => {
                let (figure, session) = value.split_once('.').ok_or_else(wrong)?;
                list.after = (figure.parse().map_err(|_| wrong())?, session.to_owned());
            }
            _ => return Err(wrong()),
        }
    }
    Ok(list)
}
