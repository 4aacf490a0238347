//! The ledger: budgets, reservations of calls in progress, and amounts spent.

use super::{
    limits::{EndpointLimits, Spending},
    sql,
};
use crate::edge::database::{Columns, Database, DatabaseFailure, SqlValue, Statement, statement};

/// The ledger of an endpoint.
#[derive(Debug)]
pub struct Ledger<'a, D> {
    database: &'a D,
    limits: &'a EndpointLimits,
}

/// A call about to be made.
#[derive(Clone, Debug)]
pub struct BudgetedCall<'a> {
    /// Its session.
    pub session: &'a str,
    /// Its study.
    pub study: &'a str,
    /// Its turn.
    pub turn: u32,
    /// Id of the client's request.
    pub request: &'a str,
    /// Hash of the request's body.
    pub body_hash: &'a str,
    /// Id of the reservation, unique.
    pub hold: &'a str,
    /// Maximum cost of one attempt.
    pub most: Spending,
}

/// The decision on a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It may be made; its maximum cost is reserved.
    Admitted,
    /// It was made before; this is the stored reply.
    Known(String),
    /// It may not be made.
    Denied(CallDenial),
}

/// Why a call may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallDenial {
    /// The session has ended or does not exist.
    Ended,
    /// The request id was used with another body.
    Replay,
    /// The same request is in progress.
    InProgress,
    /// The turn does not follow the last one.
    TurnOrder,
    /// Too many concurrent calls.
    Busy,
    /// Too many calls; milliseconds until the next one is allowed.
    TooFast(u64),
    /// A budget is spent.
    BudgetSpent,
}

/// How a call ended.
#[derive(Clone, Debug)]
pub enum Settlement<'a> {
    /// With a reply, stored for a repeated request.
    Reply(&'a str),
    /// Without a reply; the same request may be made again.
    Nothing,
}

/// Whether a session was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionOpening {
    /// It was opened.
    Opened,
    /// The id exists already.
    Taken,
    /// The limit of this hour is reached.
    TooMany,
}

/// The counters of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionCounters {
    /// Its study.
    pub study: String,
    /// Whether it was ended.
    pub is_ended: bool,
    /// The last turn with a call.
    pub last_turn: u32,
    /// The amount spent, without reservations.
    pub spent: Spending,
}

impl<'a, D: Database> Ledger<'a, D> {
    /// The ledger of this database, under these limits.
    pub fn new(database: &'a D, limits: &'a EndpointLimits) -> Self {
        Self { database, limits }
    }

    /// Opens a session. The client (a blinded address) and the study are counted by the hour.
    pub async fn open(
        &self,
        session: &str,
        study: &str,
        client: Option<&str>,
        now: u64,
    ) -> Result<SessionOpening, DatabaseFailure> {
        self.database.batch(sql::EXPIRE.iter().map(|sql| statement!(*sql, now)).collect()).await?;
        // The address first: a client over its limit does not count against the study.
        let address = client.map(|client| (format!("a.{client}"), self.limits.sessions_per_address));
        for (who, most) in address.into_iter().chain([(format!("s.{study}"), self.limits.sessions_per_study)]) {
            if !self.count(&who, most, now).await? {
                return Ok(SessionOpening::TooMany);
            }
        }
        let is_opened = self.begin(session, study, now).await?;
        Ok(if is_opened { SessionOpening::Opened } else { SessionOpening::Taken })
    }

    /// Counts an action by the hour. False: the limit is reached.
    pub async fn count(&self, who: &str, most: u64, now: u64) -> Result<bool, DatabaseFailure> {
        Ok(self.database.query(statement!(sql::COUNT, who, now, most)).await?.has_changed())
    }

    /// Opens the account of a session or a job. False: it exists already.
    pub async fn begin(&self, session: &str, study: &str, now: u64) -> Result<bool, DatabaseFailure> {
        Ok(self.database.query(statement!(sql::OPEN, session, now, study, self.bucket())).await?.has_changed())
    }

    /// Reserves the maximum cost of a call, or returns why not.
    pub async fn admit(&self, call: &BudgetedCall<'_>, now: u64) -> Result<Admission, DatabaseFailure> {
        let EndpointLimits { concurrency, study_concurrency, call_every_ms, .. } = *self.limits;
        let mut verdict = statement!(sql::VERDICT);
        verdict.values = self.budgets(call, now);
        verdict.values.extend(
            [call.turn.into(), concurrency.into(), study_concurrency.into(), call_every_ms.into()]
                .into_iter()
                .chain([self.bucket().into(), call.request.into()]),
        );
        let mut reserve = Statement { sql: sql::RESERVE, ..verdict.clone() };
        reserve.values.extend([call.hold.into(), call.body_hash.into()]);
        let batch = vec![
            statement!(sql::EARLIER, call.session, now, call.request),
            reserve,
            statement!(sql::ADMIT, call.session, now, call.hold, call.turn, call_every_ms, self.bucket()),
        ];
        let results = self.database.batch(batch).await?;
        if let Some(row) = results.first().and_then(|result| result.rows.first()) {
            return Ok(earlier_request(row, call.body_hash));
        }
        if results.get(1).is_some_and(|result| result.changes == 1) {
            return Ok(Admission::Admitted);
        }
        Ok(Admission::Denied(denial(self.database.query(verdict).await?.row())))
    }

    /// Reserves another attempt of a call in progress. False: the budget does not allow it.
    pub async fn another(&self, call: &BudgetedCall<'_>, now: u64) -> Result<bool, DatabaseFailure> {
        let mut values = self.budgets(call, now);
        values.push(call.hold.into());
        Ok(self.database.query(Statement { sql: sql::ANOTHER, values }).await?.has_changed())
    }

    /// Ends a reservation and charges the actual cost. Returns the session's counters.
    pub async fn settle(
        &self,
        call: &BudgetedCall<'_>,
        Spending { calls, input, output, nano_usd }: Spending,
        settlement: Settlement<'_>,
        now: u64,
    ) -> Result<Option<SessionCounters>, DatabaseFailure> {
        let charge = |sql, account: &str| statement!(sql, account, now, calls, input, output, nano_usd);
        let batch = vec![
            charge(sql::CHARGE_SESSION, call.session),
            charge(sql::CHARGE_DAY, call.study),
            charge(sql::CHARGE_DAY, ""),
            match settlement {
                Settlement::Reply(reply) => statement!(sql::SETTLE, call.hold, reply),
                Settlement::Nothing => statement!(sql::RELEASE, call.hold),
            },
            statement!(sql::COUNTERS, call.session),
        ];
        let results = self.database.batch(batch).await?;
        Ok(results.last().and_then(super::super::database::QueryResult::row).and_then(counters))
    }

    /// The counters of a session; none if it does not exist.
    pub async fn counters(&self, session: &str) -> Result<Option<SessionCounters>, DatabaseFailure> {
        Ok(self.database.query(statement!(sql::COUNTERS, session)).await?.row().and_then(counters))
    }

    /// Renews a session; the amount spent stays. False: it has ended or does not exist.
    pub async fn renew(&self, session: &str, turn: u32, now: u64) -> Result<bool, DatabaseFailure> {
        Ok(self.database.query(statement!(sql::RENEW, session, now, turn)).await?.has_changed())
    }

    /// Ends a session: its tokens allow no more calls, and its stored replies are deleted. False: it was not open.
    pub async fn end(&self, session: &str, now: u64) -> Result<bool, DatabaseFailure> {
        let batch = vec![statement!(sql::END, session, now), statement!(sql::DELETE_REPLIES, session)];
        Ok(self.database.batch(batch).await?.first().is_some_and(super::super::database::QueryResult::has_changed))
    }

    /// Size of the rate-limit bucket, milliseconds. A call takes `call_every_ms`; the clock refills the bucket.
    fn bucket(&self) -> u64 {
        self.limits.call_every_ms * self.limits.burst
    }

    /// The values `?1`–`?18` of a verdict.
    fn budgets(&self, call: &BudgetedCall<'_>, now: u64) -> Vec<SqlValue> {
        let BudgetedCall { session, study, most, .. } = *call;
        let mut values = vec![session.into(), now.into(), study.into()];
        values.extend([most.input, most.output, most.nano_usd].map(SqlValue::from));
        for limit in [self.limits.session, self.limits.study_day, self.limits.endpoint_day] {
            values.extend([limit.calls, limit.input, limit.output, limit.nano_usd].map(SqlValue::from));
        }
        values
    }
}

/// The decision on a request whose id is known.
fn earlier_request(row: &[SqlValue], body_hash: &str) -> Admission {
    match row {
        [SqlValue::Text(hash), ..] if hash != body_hash => Admission::Denied(CallDenial::Replay),
        [_, SqlValue::Number(1), SqlValue::Text(reply)] => Admission::Known(reply.clone()),
        [_, SqlValue::Number(0), ..] => Admission::Denied(CallDenial::InProgress),
        _ => Admission::Denied(CallDenial::Replay),
    }
}

/// The reason in a verdict. `fine` means that another call ended in between; the client retries as if it were busy.
fn denial(row: Option<Columns<'_>>) -> CallDenial {
    let Some(mut row) = row else { return CallDenial::Ended };
    let (verdict, wait) = (row.text(), row.number());
    match verdict.as_deref() {
        Some("gone") | None => CallDenial::Ended,
        Some("known") => CallDenial::InProgress,
        Some("turn") => CallDenial::TurnOrder,
        Some("spent") => CallDenial::BudgetSpent,
        Some("fast") => CallDenial::TooFast(wait.unwrap_or(1)),
        Some(_) => CallDenial::Busy,
    }
}

fn counters(mut row: Columns<'_>) -> Option<SessionCounters> {
    Some(SessionCounters {
        study: row.text()?,
        is_ended: row.number()? != 0,
        last_turn: u32::try_from(row.number()?).unwrap_or(u32::MAX),
        spent: Spending { calls: row.number()?, input: row.number()?, output: row.number()?, nano_usd: row.number()? },
    })
}
