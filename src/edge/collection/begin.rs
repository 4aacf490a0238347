//! A session that will be collected is known from its opening on, with the code to have it deleted.

use super::{chain, code, sql};
use crate::{
    edge::{
        Served,
        database::{Database, Done, Statement, Value},
        errors::{Code, Refusal},
        host::Host,
    },
    session::{Overview, Versions},
};

/// Begins to keep a session, where its study collects, and gives the code by which its respondent can have it deleted.
pub(in crate::edge) async fn begin<H: Host>(
    host: &H,
    served: &Served,
    session: &str,
) -> Result<Option<String>, Refusal> {
    if !served.study.collect {
        return Ok(None);
    }
    let Served { study, hash, .. } = served;
    let given = code::mint(host);
    let code_hash = code::hash(&given).ok_or(Code::Storage)?;
    let overview = Overview { session: session.to_owned(), ..Overview::begin(study, hash) };
    let values = vec![
        session.into(),
        Value::of(host.now()),
        (&*study.id).into(),
        hash.as_str().into(),
        study.privacy.retention_days.map_or(Value::Null, |days| Value::of(days.into())),
        code_hash.as_str().into(),
        json(&Versions::default())?.as_str().into(),
        chain::empty().as_str().into(),
        json(&overview)?.as_str().into(),
    ];
    let begin = Statement { sql: sql::BEGIN, values };
    let is_begun = |done: Vec<Done>| done.last().is_some_and(|done| done.changes == 1);
    if is_begun(host.database().batch(vec![begin.clone()]).await?) {
        return Ok(Some(given));
    }
    // It may be the first session of its study, or the first after all others were deleted.
    let values = vec![hash.as_str().into(), json(study)?.as_str().into()];
    let both = vec![Statement { sql: sql::KEEP_STUDY, values }, begin];
    // Else a session of this id is kept already; whoever opens it again is somebody else.
    if is_begun(host.database().batch(both).await?) { Ok(Some(given)) } else { Err(Code::Replay.into()) }
}

/// JSON of our own making.
pub(super) fn json<T: serde::Serialize>(value: &T) -> Result<String, Refusal> {
    serde_json::to_string(value).map_err(|_| Code::Storage.into())
}
