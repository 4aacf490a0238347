//! Entries of a log as they come: only ever added to, never twice, never with a gap. Sent again they are found to be there
//! already; sent in another order, from another state or in another form, they are refused with what is there.

use serde::{Deserialize, Serialize};

use super::{
    begin::json,
    chain, sql,
    standing::{self, Standing, texts},
};
use crate::{
    edge::{
        Edge,
        database::{Database, Statement, Value},
        errors::{Code, Refusal},
        guard,
        host::{Exchange, Host},
        http::HttpRequest,
        limits::Limits,
        reply::Reply,
        sessions,
        token::Scope,
    },
    session::{Entry, Input, Versions},
};

/// Times an append is tried when others write to the same session at the same moment: one of them gets through each time,
/// and a page has a handful of requests under way at most.
const TRIES: u32 = 32;

/// What a page sends.
#[derive(Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::edge) struct Upload {
    /// Place of the first entry, from 0.
    from: u32,
    /// Hash of the study the session is of.
    study_hash: String,
    /// The entries, each as its JSON text.
    entries: Vec<String>,
    /// Versions of what runs the session. Default: those of the endpoint.
    #[serde(default)]
    versions: Option<Versions>,
}

/// What is kept of a log.
#[derive(Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub(in crate::edge) struct Have<'a> {
    have: u32,
    hash: &'a str,
}

impl Have<'_> {
    fn reply(have: u32, hash: &str) -> Reply {
        Reply::json(200, &Have { have, hash })
    }
}

pub(in crate::edge) async fn append<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
    session: &str,
) -> Result<Reply, Refusal> {
    let claims = guard::owner(edge, request, session, host.now())?;
    if claims.scope != Scope::Events {
        return Err(Code::Scope.into());
    }
    let most = edge.limits.upload;
    let upload: Upload = sessions::body_up_to(edge, request, exchange, host, most).await?.ok_or(Code::BadRequest)?;
    let mut checked = None;
    for _ in 0..TRIES {
        let (now, there) = at(host, session, &upload).await?;
        let now = now.ok_or_else(|| missing(edge, &claims.study, &claims.study_hash))?;
        if now.study_hash != upload.study_hash {
            return Err(Refusal::from(Code::StudyChanged).having(now.have));
        }
        let fresh = fresh(&upload, now.have, &there)?;
        if fresh.is_empty() {
            return Ok(Have::reply(now.have, &now.hash));
        }
        if checked.is_none() {
            checked = Some(check(&upload, &edge.limits, session)?);
        }
        require_room(&now, fresh, &edge.limits)?;
        let first = upload.entries.len() - fresh.len();
        let are_remarks = checked.iter().flatten().skip(first).all(|kind| *kind == Kind::Remark);
        if now.status.is_terminal() && !are_remarks {
            return Err(Refusal::from(Code::Finished).having(now.have));
        }
        let next = advanced(&now, fresh, first)?;
        if write(host, session, &now, &next, fresh, upload.versions.as_ref()).await? {
            return Ok(Have::reply(next.have, &next.hash));
        }
    }
    Err(Code::Storage.into())
}

/// Why there is no such session here although there is a token for it.
pub(in crate::edge) fn missing(edge: &Edge, study: &str, hash: &str) -> Refusal {
    match edge.served(study, Some(hash)) {
        Ok(served) if !served.study.collect => Code::NotCollected.into(),
        Ok(_) | Err(_) => Code::Gone.into(),
    }
}

/// Where the session stands, and what is there of the places that were sent, both at one moment.
async fn at<H: Host>(host: &H, session: &str, upload: &Upload) -> Result<(Option<Standing>, Vec<String>), Refusal> {
    let end = u64::from(upload.from).saturating_add(upload.entries.len() as u64);
    let places = vec![session.into(), Value::of(upload.from.into()), Value::of(end)];
    let both = vec![
        Statement { sql: sql::STANDING, values: vec![session.into()] },
        Statement { sql: sql::ENTRIES, values: places },
    ];
    let mut done = host.database().batch(both).await?.into_iter();
    let now = done.next().unwrap_or_default().rows.first().and_then(|row| standing::read(row));
    Ok((now, texts(done.next().unwrap_or_default())))
}

/// The entries that are not there yet, if those before them are the same.
fn fresh<'a>(upload: &'a Upload, have: u32, there: &[String]) -> Result<&'a [String], Refusal> {
    if upload.from > have {
        return Err(Refusal::from(Code::Gap).having(have));
    }
    let known = usize::try_from(have - upload.from).unwrap_or(usize::MAX).min(upload.entries.len());
    let (before, fresh) = upload.entries.split_at(known);
    if before == there { Ok(fresh) } else { Err(Refusal::from(Code::Conflict).having(have)) }
}

/// What matters of an entry when it is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Remark,
    Other,
}

/// Reads every entry: each has to be one of a log, and the log has to begin with this very session.
fn check(upload: &Upload, limits: &Limits, session: &str) -> Result<Vec<Kind>, Refusal> {
    let wrong = |code, place: usize| Refusal::of_field(code, &format!("entries[{place}]"));
    let mut kinds = Vec::with_capacity(upload.entries.len());
    for (place, text) in upload.entries.iter().enumerate() {
        if text.len() > limits.entry {
            return Err(wrong(Code::TooLarge, place));
        }
        let entry: Entry = serde_json::from_str(text).map_err(|_| wrong(Code::FieldInvalid, place))?;
        let is_first = upload.from == 0 && place == 0;
        let starts = matches!(&entry, Entry::Input(Input::Start { session: named, .. }) if named == session);
        if is_first && !starts {
            return Err(wrong(Code::FieldInvalid, place));
        }
        kinds.push(if matches!(entry, Entry::Input(Input::Remark { .. })) { Kind::Remark } else { Kind::Other });
    }
    Ok(kinds)
}

fn require_room(now: &Standing, fresh: &[String], limits: &Limits) -> Result<(), Refusal> {
    let have = usize::try_from(now.have).unwrap_or(usize::MAX);
    let bytes: usize = fresh.iter().map(String::len).sum();
    let total = now.bytes.saturating_add(bytes as u64);
    if have.saturating_add(fresh.len()) > limits.entries || total > limits.log as u64 {
        return Err(Refusal::from(Code::SessionFull).having(now.have));
    }
    Ok(())
}

/// The row as it is after these entries.
fn advanced(now: &Standing, fresh: &[String], first: usize) -> Result<Standing, Refusal> {
    let mut next = now.clone();
    for (place, entry) in (first..).zip(fresh) {
        let added = next.overview.add(entry, &mut next.last_words);
        added.map_err(|_| Refusal::of_field(Code::FieldInvalid, &format!("entries[{place}]")))?;
        next.hash = chain::link(&next.hash, entry);
        next.have += 1;
    }
    Ok(next)
}

/// Writes it, unless somebody else has meanwhile.
async fn write<H: Host>(
    host: &H,
    session: &str,
    now: &Standing,
    next: &Standing,
    fresh: &[String],
    versions: Option<&Versions>,
) -> Result<bool, Refusal> {
    let bytes: usize = fresh.iter().map(String::len).sum();
    let overview = &next.overview;
    let advance = vec![
        session.into(),
        Value::of(now.have.into()),
        now.hash.as_str().into(),
        Value::of(next.have.into()),
        next.hash.as_str().into(),
        Value::of(bytes as u64),
        Value::of(host.now()),
        json(overview)?.as_str().into(),
        Value::of(next.last_words.into()),
        Value::of(overview.started_at),
        Value::of(overview.last_at),
        Value::of(overview.answers.into()),
        Value::of(overview.words.into()),
        versions.map_or(Ok(Value::Null), |versions| json(versions).map(Value::Text))?,
    ];
    let append = vec![
        session.into(),
        Value::of(now.have.into()),
        json(&fresh)?.as_str().into(),
        Value::of(next.have.into()),
        next.hash.as_str().into(),
    ];
    let batch = vec![Statement { sql: sql::ADVANCE, values: advance }, Statement { sql: sql::APPEND, values: append }];
    let done = host.database().batch(batch).await?;
    Ok(done.first().is_some_and(|done| done.changes == 1))
}
