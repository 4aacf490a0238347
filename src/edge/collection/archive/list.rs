//! The list of collected sessions, page by page, sorted and filtered by what stands in their rows.

use serde::Serialize;

use crate::{
    edge::{
        Edge,
        collection::{
            sql,
            standing::{Progress, Standing, number, text},
            tend,
        },
        database::{Database, Statement, Value},
        errors::{Code, Refusal},
        guard,
        host::Host,
        http::HttpRequest,
        reply::Reply,
    },
    session::Overview,
};

/// Rows of a page unless it is said otherwise.
const USUAL: u64 = 100;

/// Most rows of a page.
const MOST: u64 = 1_000;

/// A session as it is listed.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "SessionItem"))]
pub(in crate::edge) struct Item {
    #[serde(flatten)]
    overview: Overview,
    status: Progress,
    /// Whether its log replays; null if nobody has looked.
    replays: Option<bool>,
    /// Its latest completed total.
    latest_score: Option<u32>,
    /// `scored`, `not_scored`, `scoring_in_progress` or `scoring_failed`, by its latest score.
    scoring_status: String,
}

#[derive(Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "SessionPage"))]
pub(in crate::edge) struct Page {
    sessions: Vec<Item>,
    next: Option<String>,
    total: u64,
}

/// What to list.
struct Wanted {
    study: Value,
    scoring: Value,
    sort: &'static str,
    sign: i64,
    after: (i64, String),
    limit: u64,
}

impl Item {
    pub(super) fn of(session: &str, standing: &Standing) -> Self {
        Self {
            overview: Overview { session: session.to_owned(), ..standing.overview.clone() },
            status: standing.status,
            replays: standing.replays,
            latest_score: standing.latest_score,
            scoring_status: standing.scoring_status.clone(),
        }
    }

    /// A row of [`sql::LIST`], with its place in the order.
    fn read(row: &[Value]) -> Option<(Self, i64)> {
        let [session, Value::Number(place), status, overview, reason, scoring_status, latest_score, replays] = row
        else {
            return None;
        };
        let mut overview: Overview = serde_json::from_str(&text(overview)?).ok()?;
        overview.session = text(session)?;
        overview.reason = text(reason).and_then(|word| serde_json::from_value(word.into()).ok());
        let item = Self {
            overview,
            status: Progress::of(&text(status)?),
            replays: number(replays).map(|is| is != 0),
            latest_score: number(latest_score).and_then(|score| u32::try_from(score).ok()),
            scoring_status: text(scoring_status)?,
        };
        Some((item, *place))
    }
}

pub(in crate::edge) async fn list<H: Host>(edge: &Edge, request: &HttpRequest, host: &H) -> Result<Reply, Refusal> {
    guard::require_secret(edge, request)?;
    let Wanted { study, scoring, sort, sign, after, limit } = wanted(&request.query)?;
    // Where nothing wakes the endpoint, what is over goes before it would be seen.
    tend::expire(edge, host).await?;
    let page = vec![
        study.clone(),
        scoring.clone(),
        sort.into(),
        Value::Number(sign),
        Value::Number(after.0),
        after.1.as_str().into(),
        Value::of(limit + 1),
    ];
    let both =
        vec![Statement { sql: sql::LIST, values: page }, Statement { sql: sql::COUNT, values: vec![study, scoring] }];
    let mut done = host.database().batch(both).await?.into_iter();
    let mut rows = done.next().unwrap_or_default().rows;
    let total = done.next().unwrap_or_default().rows.first().and_then(|row| row.first().and_then(number));
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > most;
    rows.truncate(most);
    let items: Vec<(Item, i64)> = rows.iter().filter_map(|row| Item::read(row)).collect();
    let last = items.last().map(|(item, place)| format!("{place}.{}", item.overview.session));
    let sessions = items.into_iter().map(|(item, _)| item).collect();
    Ok(Reply::json(200, &Page { sessions, next: last.filter(|_| has_more), total: total.unwrap_or_default() }))
}

/// What the query asks for. A name or a value nobody knows is refused by its name.
fn wanted(query: &str) -> Result<Wanted, Refusal> {
    let mut wanted = Wanted {
        study: Value::Null,
        scoring: Value::Null,
        sort: "started_at",
        sign: -1,
        after: (i64::MIN, String::new()),
        limit: USUAL,
    };
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let wrong = || Refusal::of_field(Code::FieldInvalid, key);
        match key {
            _ if value.is_empty() => {}
            "study" => wanted.study = value.into(),
            "scoring_status" => {
                let known = ["not_scored", "scored", "scoring_in_progress", "scoring_failed"];
                wanted.scoring = known.into_iter().find(|word| *word == value).ok_or_else(wrong)?.into();
            }
            "sort_by" => {
                let known = ["started_at", "last_at", "score", "answers", "words"];
                wanted.sort = known.into_iter().find(|word| *word == value).ok_or_else(wrong)?;
            }
            "order" => {
                wanted.sign = match value {
                    "asc" => 1,
                    "desc" => -1,
                    _ => return Err(wrong()),
                }
            }
            "limit" => {
                let limit: u64 = value.parse().map_err(|_| wrong())?;
                wanted.limit = limit.clamp(1, MOST);
            }
            "cursor" => {
                let (place, session) = value.split_once('.').ok_or_else(wrong)?;
                wanted.after = (place.parse().map_err(|_| wrong())?, session.to_owned());
            }
            _ => return Err(wrong()),
        }
    }
    Ok(wanted)
}
