//! The ledger: what may be spent, what is held for calls under way, and what was spent.

use super::sql;
use crate::edge::{
    database::{Database, DatabaseFailure, Done, Statement, Value},
    limits::{Limits, Spending},
};

/// The ledger of an endpoint.
#[derive(Debug)]
pub struct Ledger<'a, C> {
    database: &'a C,
    limits: &'a Limits,
}

/// A call about to be made.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// Its session.
    pub session: &'a str,
    /// Its study.
    pub study: &'a str,
    /// Turn it belongs to.
    pub turn: u32,
    /// Id the other end gave the request.
    pub request: &'a str,
    /// Hash of the request's body.
    pub body_hash: &'a str,
    /// Name of the reservation, made up by us, never used before.
    pub hold: &'a str,
    /// What one attempt costs at most.
    pub most: Spending,
}

/// What becomes of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It may be made; what it costs at most is held.
    Admitted,
    /// It was made before, and this came back.
    Known(String),
    /// It may not be made.
    Refused(Refused),
}

/// Why a call may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The session has ended, or nobody knows it.
    Gone,
    /// A request of this id had another body.
    Replay,
    /// The same request is being answered.
    UnderWay,
    /// The turn does not follow the last one.
    TurnOrder,
    /// Too many at once.
    Busy,
    /// Too fast; milliseconds after which the next one may come.
    Fast(u64),
    /// A budget is spent.
    Spent,
}

/// How a call ended, for the ledger.
#[derive(Clone, Debug)]
pub enum Answered<'a> {
    /// With a reply to keep for a request that is sent again.
    Reply(&'a str),
    /// Without one; the same request may be made again.
    Nothing,
}

/// Whether a session was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// It was.
    Opened,
    /// There is one of this id already.
    Taken,
    /// Too many were opened in this hour.
    TooMany,
}

/// Where a session stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its study.
    pub study: String,
    /// Whether it was ended.
    pub is_ended: bool,
    /// The last turn a call was made in.
    pub last_turn: u32,
    /// What it has spent, without what is held.
    pub spent: Spending,
}

impl<'a, C: Database> Ledger<'a, C> {
    /// The ledger kept in this database, under these limits.
    pub fn new(database: &'a C, limits: &'a Limits) -> Self {
        Self { database, limits }
    }

    /// Opens a session. Who opens it (an address, blinded) and its study are counted by the hour.
    pub async fn open(
        &self,
        session: &str,
        study: &str,
        who: Option<&str>,
        now: u64,
    ) -> Result<Opening, DatabaseFailure> {
        let lapsed = sql::LAPSED.iter().map(|sql| Statement { sql, values: vec![Value::of(now)] });
        self.database.batch(lapsed.collect()).await?;
        // The address first: whoever is refused for it takes no place in the study from others.
        let address = who.map(|who| opening(&format!("a.{who}"), now, self.limits.sessions_per_address));
        let study_too = opening(&format!("s.{study}"), now, self.limits.sessions_per_study);
        for counted in address.into_iter().chain([study_too]) {
            let done = self.database.batch(vec![counted]).await?;
            if done.iter().any(|done| done.changes == 0) {
                return Ok(Opening::TooMany);
            }
        }
        let values = vec![session.into(), Value::of(now), study.into(), Value::of(self.bucket())];
        let opened = self.one(sql::OPEN, values).await?;
        Ok(if opened.changes == 1 { Opening::Opened } else { Opening::Taken })
    }

    /// Counts something that somebody may do so often an hour. False: it was done that often already.
    pub async fn count(&self, who: &str, most: u64, now: u64) -> Result<bool, DatabaseFailure> {
        let done = self.database.batch(vec![opening(who, now, most)]).await?;
        Ok(done.iter().all(|done| done.changes > 0))
    }

    /// Opens the account of a run after an interview, unless it is open. It is counted against nobody's sessions.
    pub async fn begin(&self, run: &str, study: &str, now: u64) -> Result<(), DatabaseFailure> {
        let values = vec![run.into(), Value::of(now), study.into(), Value::of(self.bucket())];
        self.one(sql::OPEN, values).await.map(drop)
    }

    /// Reserves what a call may cost, or says why not.
    pub async fn admit(&self, call: &Call<'_>, now: u64) -> Result<Admission, DatabaseFailure> {
        let mut judged = self.purses(call, now);
        judged.extend([
            Value::of(call.turn.into()),
            Value::of(self.limits.concurrency),
            Value::of(self.limits.study_concurrency),
            Value::of(self.limits.call_every_ms),
            Value::of(self.bucket()),
            call.request.into(),
        ]);
        let mut reserved = judged.clone();
        reserved.extend([call.hold.into(), call.body_hash.into()]);
        let admitted = vec![
            call.session.into(),
            Value::of(now),
            call.hold.into(),
            Value::of(call.turn.into()),
            Value::of(self.limits.call_every_ms),
            Value::of(self.bucket()),
        ];
        let known = vec![call.session.into(), Value::of(now), call.request.into()];
        let batch = vec![
            Statement { sql: sql::KNOWN, values: known },
            Statement { sql: sql::RESERVE, values: reserved },
            Statement { sql: sql::ADMITTED, values: admitted },
        ];
        let done = self.database.batch(batch).await?;
        if let Some(row) = done.first().and_then(|done| done.rows.first()) {
            return Ok(known_before(row, call.body_hash));
        }
        if done.get(1).is_some_and(|done| done.changes == 1) {
            return Ok(Admission::Admitted);
        }
        let done = self.one(sql::JUDGE, judged).await?;
        Ok(Admission::Refused(reason(done.rows.first())))
    }

    /// Reserves another attempt of a call under way. False: there is no money for it.
    pub async fn another(&self, call: &Call<'_>, now: u64) -> Result<bool, DatabaseFailure> {
        let mut values = self.purses(call, now);
        values.push(call.hold.into());
        Ok(self.one(sql::ANOTHER, values).await?.changes == 1)
    }

    /// Ends a reservation: what the call really cost is charged, whatever was held is free again. Says where the session
    /// stands then.
    pub async fn settle(
        &self,
        call: &Call<'_>,
        spent: Spending,
        answered: Answered<'_>,
        now: u64,
    ) -> Result<Option<Standing>, DatabaseFailure> {
        let charge = |sql, whom: &str| Statement {
            sql,
            values: [whom.into(), Value::of(now)].into_iter().chain(amounts(spent)).collect(),
        };
        let end = match answered {
            Answered::Reply(reply) => Statement { sql: sql::ANSWERED, values: vec![call.hold.into(), reply.into()] },
            Answered::Nothing => Statement { sql: sql::RELEASED, values: vec![call.hold.into()] },
        };
        let batch = vec![
            charge(sql::CHARGE_SESSION, call.session),
            charge(sql::CHARGE_PURSE, call.study),
            charge(sql::CHARGE_PURSE, ""),
            end,
            Statement { sql: sql::STANDING, values: vec![call.session.into()] },
        ];
        let done = self.database.batch(batch).await?;
        Ok(done.last().and_then(|done| done.rows.first()).and_then(|row| standing(row)))
    }

    /// Where a session stands, if there is one.
    pub async fn standing(&self, session: &str) -> Result<Option<Standing>, DatabaseFailure> {
        let done = self.one(sql::STANDING, vec![session.into()]).await?;
        Ok(done.rows.first().and_then(|row| standing(row)))
    }

    /// Hears of a session again; its spent budget stays spent. False: it has ended, or nobody knows it.
    pub async fn renew(&self, session: &str, turn: u32, now: u64) -> Result<bool, DatabaseFailure> {
        let values = vec![session.into(), Value::of(now), Value::of(turn.into())];
        Ok(self.one(sql::RENEW, values).await?.changes == 1)
    }

    /// Ends a session: its tokens are worth nothing from now on, and its replies are forgotten.
    pub async fn end(&self, session: &str, now: u64) -> Result<bool, DatabaseFailure> {
        let batch = vec![
            Statement { sql: sql::END, values: vec![session.into(), Value::of(now)] },
            Statement { sql: sql::FORGET_REPLIES, values: vec![session.into()] },
        ];
        Ok(self.database.batch(batch).await?.first().is_some_and(|done| done.changes == 1))
    }

    /// The bucket in milliseconds: a call takes `call_every_ms` from it, and it fills by the clock.
    fn bucket(&self) -> u64 {
        self.limits.call_every_ms * self.limits.burst
    }

    fn purses(&self, call: &Call<'_>, now: u64) -> Vec<Value> {
        let Limits { session, study_day, endpoint_day, .. } = self.limits;
        let most = [Value::of(call.most.input), Value::of(call.most.output), Value::of(call.most.nano_usd)];
        [call.session.into(), Value::of(now), call.study.into()]
            .into_iter()
            .chain(most)
            .chain([session, study_day, endpoint_day].into_iter().flat_map(|limit| amounts(*limit)))
            .collect()
    }

    async fn one(&self, sql: &'static str, values: Vec<Value>) -> Result<Done, DatabaseFailure> {
        let done = self.database.batch(vec![Statement { sql, values }]).await?;
        done.into_iter().next().ok_or_else(|| DatabaseFailure("a statement was not carried out".to_owned()))
    }
}

fn opening(who: &str, now: u64, most: u64) -> Statement {
    Statement { sql: sql::COUNT_OPENING, values: vec![who.into(), Value::of(now), Value::of(most)] }
}

fn amounts(spending: Spending) -> [Value; 4] {
    [spending.calls, spending.input, spending.output, spending.nano_usd].map(Value::of)
}

fn known_before(row: &[Value], body_hash: &str) -> Admission {
    match row {
        [Value::Text(hash), ..] if hash != body_hash => Admission::Refused(Refused::Replay),
        [_, Value::Number(1), Value::Text(reply)] => Admission::Known(reply.clone()),
        [_, Value::Number(0), ..] => Admission::Refused(Refused::UnderWay),
        _ => Admission::Refused(Refused::Replay),
    }
}

/// The reason in a verdict. `fine` means that room was made in between, which is as good as being busy.
fn reason(row: Option<&Vec<Value>>) -> Refused {
    let Some([Value::Text(verdict), wait]) = row.map(Vec::as_slice) else { return Refused::Gone };
    match (verdict.as_str(), wait) {
        ("gone", _) => Refused::Gone,
        ("known", _) => Refused::UnderWay,
        ("turn", _) => Refused::TurnOrder,
        ("spent", _) => Refused::Spent,
        ("fast", Value::Number(ms)) => Refused::Fast(u64::try_from(*ms).unwrap_or(1)),
        _ => Refused::Busy,
    }
}

fn standing(row: &[Value]) -> Option<Standing> {
    let [Value::Text(study), numbers @ ..] = row else { return None };
    let numbers: Vec<u64> = numbers
        .iter()
        .map(|value| match value {
            Value::Number(number) => u64::try_from(*number).unwrap_or(0),
            Value::Text(_) | Value::Null => 0,
        })
        .collect();
    let [is_ended, last_turn, calls, input, output, nano_usd] = numbers.as_slice() else { return None };
    Some(Standing {
        study: study.clone(),
        is_ended: *is_ended != 0,
        last_turn: u32::try_from(*last_turn).unwrap_or(u32::MAX),
        spent: Spending { calls: *calls, input: *input, output: *output, nano_usd: *nano_usd },
    })
}
