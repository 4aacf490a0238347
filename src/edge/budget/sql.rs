//! The statements of budgets. Only SQL that both `SQLite` and D1 know; money is in whole numbers.
//!
//! The maximum cost of a call is reserved in its row of `call` until the call is settled. A row that is never settled,
//! because the process died, stops counting after five minutes by the clock. A reply is stored for ten minutes, the
//! counters of a session for a day.

/// One row `t` with the amounts spent and reserved: by the session (`s_`), its study today (`p_`) and the endpoint today
/// (`e_`). `?1` session, `?2` now, `?3` study. No row if the session does not exist.
macro_rules! totals {
    () => {
        "WITH held AS (
            SELECT COUNT(*) FILTER (WHERE session = ?1) AS s_under_way, COUNT(*) FILTER (WHERE study = ?3) AS p_under_way,
                COALESCE(SUM(calls) FILTER (WHERE session = ?1), 0) AS s_calls,
                COALESCE(SUM(input) FILTER (WHERE session = ?1), 0) AS s_input,
                COALESCE(SUM(output) FILTER (WHERE session = ?1), 0) AS s_output,
                COALESCE(SUM(nano_usd) FILTER (WHERE session = ?1), 0) AS s_nano_usd,
                COALESCE(SUM(calls) FILTER (WHERE study = ?3), 0) AS p_calls,
                COALESCE(SUM(input) FILTER (WHERE study = ?3), 0) AS p_input,
                COALESCE(SUM(output) FILTER (WHERE study = ?3), 0) AS p_output,
                COALESCE(SUM(nano_usd) FILTER (WHERE study = ?3), 0) AS p_nano_usd,
                COALESCE(SUM(calls), 0) AS e_calls, COALESCE(SUM(input), 0) AS e_input,
                COALESCE(SUM(output), 0) AS e_output, COALESCE(SUM(nano_usd), 0) AS e_nano_usd
            FROM call WHERE is_settled = 0 AND made_at > ?2 - 300000
        ), t AS (
            SELECT me.is_ended, me.last_turn, me.bucket, me.bucket_at, held.s_under_way, held.p_under_way,
                me.calls + held.s_calls AS s_calls, me.input + held.s_input AS s_input,
                me.output + held.s_output AS s_output, me.nano_usd + held.s_nano_usd AS s_nano_usd,
                COALESCE(p.calls, 0) + held.p_calls AS p_calls, COALESCE(p.input, 0) + held.p_input AS p_input,
                COALESCE(p.output, 0) + held.p_output AS p_output,
                COALESCE(p.nano_usd, 0) + held.p_nano_usd AS p_nano_usd,
                COALESCE(e.calls, 0) + held.e_calls AS e_calls, COALESCE(e.input, 0) + held.e_input AS e_input,
                COALESCE(e.output, 0) + held.e_output AS e_output,
                COALESCE(e.nano_usd, 0) + held.e_nano_usd AS e_nano_usd
            FROM session me CROSS JOIN held
            LEFT JOIN spent p ON p.purse = ?3 AND p.day = ?2 / 86400000
            LEFT JOIN spent e ON e.purse = '' AND e.day = ?2 / 86400000
            WHERE me.id = ?1 AND me.study = ?3
        )"
    };
}

/// Whether one more call exceeds a budget. `?4` input, `?5` output, `?6` money of the call; most calls,
/// input, output and money of the session `?7`–`?10`, of the study `?11`–`?14`, of the endpoint `?15`–`?18`.
macro_rules! is_spent {
    () => {
        "(s_calls + 1 > ?7 OR s_input + ?4 > ?8 OR s_output + ?5 > ?9 OR s_nano_usd + ?6 > ?10
            OR p_calls + 1 > ?11 OR p_input + ?4 > ?12 OR p_output + ?5 > ?13 OR p_nano_usd + ?6 > ?14
            OR e_calls + 1 > ?15 OR e_input + ?4 > ?16 OR e_output + ?5 > ?17 OR e_nano_usd + ?6 > ?18)"
    };
}

/// Whether a session may make a call, as one word. `?19` turn, `?20` concurrent calls of the session and `?21` of the study,
/// `?22` cost of a call in the rate-limit bucket and `?23` size of the bucket, both milliseconds, `?24` request id.
macro_rules! verdict {
    () => {
        concat!(
            "CASE
                WHEN is_ended THEN 'gone'
                WHEN EXISTS (SELECT 1 FROM call WHERE session = ?1 AND request = ?24 AND made_at > ?2 - 600000
                    AND (is_settled = 1 OR made_at > ?2 - 300000)) THEN 'known'
                WHEN ?19 NOT BETWEEN last_turn AND last_turn + 1 THEN 'turn'
                WHEN s_under_way >= ?20 OR p_under_way >= ?21 THEN 'busy'
                WHEN MIN(?23, bucket + MAX(0, ?2 - bucket_at)) < ?22 THEN 'fast'
                WHEN ",
            is_spent!(),
            " THEN 'spent'
                ELSE 'fine' END"
        )
    };
}

/// An earlier request with the same id. `?1` session, `?2` now, `?3` request id.
pub(super) const EARLIER: &str = "SELECT body_hash, is_settled, reply FROM call
    WHERE session = ?1 AND request = ?3 AND made_at > ?2 - 600000 AND (is_settled = 1 OR made_at > ?2 - 300000)";

/// The verdict on a call, and the milliseconds until the bucket allows it.
pub(super) const VERDICT: &str =
    concat!(totals!(), " SELECT ", verdict!(), ", MAX(1, ?22 - bucket - MAX(0, ?2 - bucket_at)) FROM t");

/// Reserves the maximum cost of a call, if the verdict is `fine`. `?25` hold, `?26` hash of the body.
pub(super) const RESERVE: &str = concat!(
    totals!(),
    " INSERT INTO call (hold, session, request, body_hash, study, made_at, calls, input, output, nano_usd)
    SELECT ?25, ?1, ?24, ?26, ?3, ?2, 1, ?4, ?5, ?6 FROM t WHERE ",
    verdict!(),
    " = 'fine'"
);

/// Reserves another attempt of a call in progress. `?1`–`?18` as above, `?19` hold.
pub(super) const ANOTHER: &str = concat!(
    totals!(),
    " UPDATE call SET calls = calls + 1, input = input + ?4, output = output + ?5, nano_usd = nano_usd + ?6
    WHERE hold = ?19 AND is_settled = 0 AND made_at > ?2 - 300000 AND EXISTS (SELECT 1 FROM t WHERE NOT ",
    is_spent!(),
    ")"
);

/// Takes a reserved call from the session's bucket and sets its turn. `?1` session, `?2` now, `?3` hold, `?4` turn, `?5`
/// cost of a call and `?6` size of the bucket, both milliseconds.
pub(super) const ADMIT: &str = "UPDATE session SET
        bucket = MIN(?6, bucket + MAX(0, ?2 - bucket_at)) - ?5, bucket_at = MAX(?2, bucket_at),
        touched_at = ?2, last_turn = MAX(last_turn, ?4)
    WHERE id = ?1 AND EXISTS (SELECT 1 FROM call WHERE hold = ?3 AND is_settled = 0)";

/// Adds the actual cost of a call to its session. `?1` session, `?2` now, `?3`–`?6` calls, input, output, money.
pub(super) const CHARGE_SESSION: &str =
    "UPDATE session SET calls = calls + ?3, input = input + ?4, output = output + ?5,
        nano_usd = nano_usd + ?6, touched_at = MAX(touched_at, ?2) WHERE id = ?1";

/// Adds the actual cost of a call to a daily budget. `?1` budget, `?2` now, `?3`–`?6` as above.
pub(super) const CHARGE_DAY: &str = "INSERT INTO spent (purse, day, calls, input, output, nano_usd)
    VALUES (?1, ?2 / 86400000, ?3, ?4, ?5, ?6)
    ON CONFLICT (purse, day) DO UPDATE SET calls = calls + excluded.calls, input = input + excluded.input,
        output = output + excluded.output, nano_usd = nano_usd + excluded.nano_usd";

/// Ends a reservation and stores the reply. `?1` hold, `?2` reply.
pub(super) const SETTLE: &str = "UPDATE call SET is_settled = 1, reply = ?2 WHERE hold = ?1";

/// Deletes a reservation: the same request may be made again. `?1` hold.
pub(super) const RELEASE: &str = "DELETE FROM call WHERE hold = ?1";

/// The counters of a session. `?1` session.
pub(super) const COUNTERS: &str =
    "SELECT study, is_ended, last_turn, calls, input, output, nano_usd FROM session WHERE id = ?1";

/// Counts an action by the hour. `?1` who, `?2` now, `?3` limit per hour. Changes nothing past the limit.
pub(super) const COUNT: &str = "INSERT INTO opened (who, hour, sessions) SELECT ?1, ?2 / 3600000, 1 WHERE ?3 > 0
    ON CONFLICT (who, hour) DO UPDATE SET sessions = sessions + 1 WHERE sessions < ?3";

/// Opens a session, unless the id exists. `?1` session, `?2` now, `?3` study, `?4` size of the bucket.
pub(super) const OPEN: &str = "INSERT INTO session (id, study, opened_at, touched_at, bucket, bucket_at)
    SELECT ?1, ?3, ?2, ?2, ?4, ?2 WHERE NOT EXISTS (SELECT 1 FROM session WHERE id = ?1)";

/// Renews a session, and moves its turn forward after turns without calls. `?1` session, `?2` now, `?3` turn.
pub(super) const RENEW: &str =
    "UPDATE session SET touched_at = ?2, last_turn = MAX(last_turn, ?3) WHERE id = ?1 AND is_ended = 0";

/// Ends a session; its counters stay until they expire. `?1` session, `?2` now.
pub(in crate::edge) const END: &str = "UPDATE session SET is_ended = 1, touched_at = ?2 WHERE id = ?1 AND is_ended = 0";

/// Deletes the stored replies of a session. `?1` session.
pub(super) const DELETE_REPLIES: &str = "DELETE FROM call WHERE session = ?1 AND is_settled = 1";

/// Deletes expired rows. Each takes `?1` now.
pub(super) const EXPIRE: &[&str] = &[
    "DELETE FROM call WHERE made_at < ?1 - 600000",
    "DELETE FROM session WHERE touched_at < ?1 - 86400000",
    "DELETE FROM spent WHERE day < ?1 / 86400000 - 1",
    "DELETE FROM opened WHERE hour < ?1 / 3600000 - 24",
];
