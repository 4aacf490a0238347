//! A record that was exported elsewhere, or a session file, taken in. It is held against the same limits as what pages send,
//! and its log is replayed like theirs.

use serde_json::Value as Json;

use crate::{
    edge::{
        Edge,
        collection::{begin::json, chain, finish::replayed, sql, standing::Progress},
        database::{Database, Statement, Value},
        errors::{Code, Refusal},
        guard,
        host::{Exchange, Host},
        http::HttpRequest,
        limits::{self, DAY_MS},
        reply::Reply,
        route,
    },
    session::{Overview, Session},
    stages::{RECORD_FORMAT, RecordFile, SessionScore, Status},
};

/// Deepest nesting of a record: a study nests further than what pages send.
const DEPTH: usize = 64;

pub(in crate::edge) async fn import<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
) -> Result<Reply, Refusal> {
    guard::require_secret(edge, request)?;
    if !request.is_json() {
        return Err(Code::MediaType.into());
    }
    let announced = request.header("content-length");
    let bytes = limits::read(host, exchange, announced, edge.limits.record, edge.limits.read_ms).await?;
    if !limits::is_shallow(&bytes, DEPTH) {
        return Err(Code::BadRequest.into());
    }
    let record = record(&bytes)?;
    let taken = Taken::of(edge, &record)?;
    taken.keep(host).await?;
    Ok(Reply::json(201, &serde_json::json!({"session": taken.overview.session, "have": taken.entries.len()})))
}

/// A record file, or one around a session file.
fn record(bytes: &[u8]) -> Result<RecordFile, Refusal> {
    let wrong = |field| Refusal::of_field(Code::FieldInvalid, field);
    let found: Json = serde_json::from_slice(bytes).map_err(|_| Code::BadRequest)?;
    if found.get("record_format").is_none() && found.get("format").is_some() {
        return Ok(RecordFile { record_format: RECORD_FORMAT, session: found, ..RecordFile::default() });
    }
    if found.get("record_format").and_then(Json::as_u64) != Some(RECORD_FORMAT.into()) {
        return Err(wrong("record_format"));
    }
    serde_json::from_value(found).map_err(|_| wrong("stages"))
}

/// A session that is taken in, checked.
struct Taken<'a> {
    record: &'a RecordFile,
    session: Session,
    study: String,
    entries: Vec<String>,
    overview: Overview,
    last_words: u32,
    replays: bool,
}

impl<'a> Taken<'a> {
    fn of(edge: &Edge, record: &'a RecordFile) -> Result<Self, Refusal> {
        let wrong = |field: &str| Refusal::of_field(Code::FieldInvalid, field);
        let session: Session = serde_json::from_value(record.session.clone()).map_err(|_| wrong("session"))?;
        if session.format != crate::session::FORMAT {
            return Err(wrong("session.format"));
        }
        if session.study.hash() != session.study_hash {
            return Err(wrong("session.study_hash"));
        }
        let entries: Vec<String> = session.log.iter().map(json).collect::<Result<_, _>>()?;
        let bytes: usize = entries.iter().map(String::len).sum();
        let is_too_long = entries.iter().any(|entry| entry.len() > edge.limits.entry);
        if is_too_long || entries.is_empty() || entries.len() > edge.limits.entries || bytes > edge.limits.log {
            return Err(wrong("session.log"));
        }
        let mut overview = Overview::begin(&session.study, &session.study_hash);
        let mut last_words = 0;
        for entry in &entries {
            overview.add(entry, &mut last_words).map_err(|_| wrong("session.log"))?;
        }
        if !route::is_id(&overview.session) {
            return Err(wrong("session.log[0]"));
        }
        let (outcome, replays) = replayed(&session);
        let study = json(&session.study)?;
        Ok(Self {
            record,
            study,
            entries,
            overview,
            last_words,
            replays: replays && outcome == session.outcome,
            session,
        })
    }

    async fn keep<H: Host>(&self, host: &H) -> Result<(), Refusal> {
        let now = host.now();
        let Self { session, overview, entries, .. } = self;
        let study = &session.study;
        // What is taken in gains no time by it.
        let touched_at = overview.last_at.min(now);
        let days = study.privacy.retention_days;
        if days.is_some_and(|days| touched_at.saturating_add(u64::from(days) * DAY_MS) <= now) {
            return Err(Code::Gone.into());
        }
        let hash = chain::over(entries.iter().map(String::as_str));
        let status = if session.outcome.is_some() { Progress::Completed } else { Progress::TimedOut };
        let outcome = session.outcome.as_ref().map(json).transpose()?;
        let bytes: usize = entries.iter().map(String::len).sum();
        let (scoring, score) = latest(&self.record.scores)?;
        let row = vec![
            overview.session.as_str().into(),
            Value::of(now),
            (&*study.id).into(),
            session.study_hash.as_str().into(),
            status.word().into(),
            days.map_or(Value::Null, |days| Value::of(days.into())),
            json(&session.versions)?.as_str().into(),
            Value::of(entries.len() as u64),
            hash.as_str().into(),
            Value::of(bytes as u64),
            Value::of(self.last_words.into()),
            Value::of(overview.started_at),
            Value::of(overview.last_at),
            Value::of(overview.answers.into()),
            Value::of(overview.words.into()),
            json(overview)?.as_str().into(),
            outcome.map_or(Value::Null, Value::Text),
            Value::of(u64::from(self.replays)),
            scoring.map_or(Value::Null, Value::Text),
            score.map_or(Value::Null, |score| Value::of(score.into())),
            Value::of(touched_at),
        ];
        let append = vec![
            overview.session.as_str().into(),
            Value::of(0),
            json(entries)?.as_str().into(),
            Value::of(entries.len() as u64),
            hash.as_str().into(),
        ];
        let kept = vec![session.study_hash.as_str().into(), self.study.as_str().into()];
        let done = host
            .database()
            .batch(vec![
                Statement { sql: sql::KEEP_STUDY, values: kept },
                Statement { sql: sql::TAKE_IN, values: row },
                Statement { sql: sql::APPEND, values: append },
            ])
            .await?;
        if done.get(1).is_some_and(|done| done.changes == 1) { Ok(()) } else { Err(Code::Exists.into()) }
    }
}

/// Status of the latest score, and the latest completed total.
fn latest(scores: &[SessionScore]) -> Result<(Option<String>, Option<u32>), Refusal> {
    let newest = scores.iter().max_by_key(|score| score.started_at);
    let completed = scores.iter().filter(|score| score.status == Status::Completed);
    let total = completed.max_by_key(|score| score.started_at).and_then(|score| score.total_score);
    let status = newest.map(|score| json(&score.status)).transpose()?;
    Ok((status.map(|word| word.trim_matches('"').to_owned()), total))
}
