//! A record that was exported elsewhere, or a session file, taken in. It is held against the same limits as what pages send,
//! and its log is replayed like theirs.

use serde::{Deserialize, de::DeserializeOwned};

use crate::{
    edge::{
        Edge,
        collection::{
            begin::json,
            chain,
            finish::replayed,
            sql,
            standing::{Progress, standing},
        },
        database::{Database, Statement, Value},
        errors::{Code, Refusal},
        guard,
        host::{Exchange, Host},
        http::HttpRequest,
        limits::{self, DAY_MS},
        reply::Reply,
        route, stages,
    },
    session::{Overview, Session},
    stages::{Execution, Interaction, RECORD_FORMAT, RecordFile, SessionScore, Stage},
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
    let (session, record) = record(&bytes)?;
    let taken = Taken::of(edge, session, record)?;
    taken.keep(host).await?;
    Ok(Reply::json(201, &serde_json::json!({"session": taken.overview.session, "have": taken.entries.len()})))
}

/// Which of the two it is.
#[derive(Deserialize)]
struct Head {
    record_format: Option<u32>,
    format: Option<u32>,
}

/// A record, its session read at once: the order of a study's parts is a part of its hash.
#[derive(Deserialize)]
struct Incoming {
    session: Session,
    #[serde(default)]
    stages: Vec<Stage>,
    #[serde(default)]
    executions: Vec<Execution>,
    #[serde(default)]
    interactions: Vec<Interaction>,
    #[serde(default)]
    scores: Vec<SessionScore>,
}

/// A record file, or one around a session file.
fn record(bytes: &[u8]) -> Result<(Session, RecordFile), Refusal> {
    let Head { record_format, format } = serde_json::from_slice(bytes).map_err(|_| Code::BadRequest)?;
    let mut record = RecordFile { record_format: RECORD_FORMAT, ..RecordFile::default() };
    match (record_format, format) {
        (None, Some(_)) => Ok((parse(bytes, "session")?, record)),
        (Some(RECORD_FORMAT), _) => {
            let Incoming { session, stages, executions, interactions, scores } = parse(bytes, "record")?;
            (record.stages, record.executions) = (stages, executions);
            (record.interactions, record.scores) = (interactions, scores);
            Ok((session, record))
        }
        (Some(_) | None, _) => Err(Refusal::of_field(Code::FieldInvalid, "record_format")),
    }
}

/// Reads JSON; what cannot be read is named by its place.
fn parse<T: DeserializeOwned>(bytes: &[u8], whole: &str) -> Result<T, Refusal> {
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_slice(bytes)).map_err(|error| {
        let path = error.path().to_string();
        Refusal::of_field(Code::FieldInvalid, if path == "." { whole } else { &path })
    })
}

/// A session that is taken in, checked.
struct Taken {
    record: RecordFile,
    session: Session,
    study: String,
    entries: Vec<String>,
    overview: Overview,
    last_words: u32,
    replays: bool,
}

impl Taken {
    fn of(edge: &Edge, session: Session, record: RecordFile) -> Result<Self, Refusal> {
        let wrong = |field: &str| Refusal::of_field(Code::FieldInvalid, field);
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
        // What was made of the session goes in before it: that is how a session kept already is left alone.
        let mut batch = stages::take_in(&overview.session, &self.record);
        batch.extend([
            Statement { sql: sql::KEEP_STUDY, values: kept },
            Statement { sql: sql::TAKE_IN, values: row },
            Statement { sql: sql::APPEND, values: append },
        ]);
        if standing(host, &overview.session).await?.is_some() {
            return Err(Code::Exists.into());
        }
        // Whoever takes the same session in at this moment fails here as a whole.
        host.database().batch(batch).await?;
        Ok(())
    }
}
