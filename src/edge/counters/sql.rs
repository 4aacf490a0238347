//! The schema and the statements. Only what both `SQLite` and D1 know; values are numbered, money is in whole numbers.
//!
//! What a call may cost at most is held in its row of `call` until it is settled. A row that was never settled — the
//! process died — stops counting after five minutes, by the clock alone: no job has to release it.

/// Tables of the counters.
pub const SCHEMA: &[&str] = &[
    "CREATE TABLE session (
        id TEXT PRIMARY KEY,
        study TEXT NOT NULL,
        opened_at INTEGER NOT NULL,
        touched_at INTEGER NOT NULL,
        is_ended INTEGER NOT NULL DEFAULT 0,
        last_turn INTEGER NOT NULL DEFAULT 0,
        bucket INTEGER NOT NULL,
        bucket_at INTEGER NOT NULL,
        calls INTEGER NOT NULL DEFAULT 0,
        input INTEGER NOT NULL DEFAULT 0,
        output INTEGER NOT NULL DEFAULT 0,
        nano_usd INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID",
    "CREATE INDEX session_by_touch ON session (touched_at)",
    // A purse is a study, or the endpoint as a whole under the empty name.
    "CREATE TABLE spent (
        purse TEXT NOT NULL,
        day INTEGER NOT NULL,
        calls INTEGER NOT NULL,
        input INTEGER NOT NULL,
        output INTEGER NOT NULL,
        nano_usd INTEGER NOT NULL,
        PRIMARY KEY (purse, day)
    ) WITHOUT ROWID",
    "CREATE TABLE call (
        hold TEXT PRIMARY KEY,
        session TEXT NOT NULL,
        request TEXT NOT NULL,
        body_hash TEXT NOT NULL,
        study TEXT NOT NULL,
        made_at INTEGER NOT NULL,
        is_settled INTEGER NOT NULL DEFAULT 0,
        calls INTEGER NOT NULL,
        input INTEGER NOT NULL,
        output INTEGER NOT NULL,
        nano_usd INTEGER NOT NULL,
        reply TEXT
    ) WITHOUT ROWID",
    "CREATE INDEX call_by_request ON call (session, request)",
    // Holds all that a verdict reads of calls under way.
    "CREATE INDEX call_held ON call (made_at, session, study, calls, input, output, nano_usd) WHERE is_settled = 0",
    "CREATE INDEX call_by_time ON call (made_at)",
    "CREATE TABLE opened (
        who TEXT NOT NULL,
        hour INTEGER NOT NULL,
        sessions INTEGER NOT NULL,
        PRIMARY KEY (who, hour)
    ) WITHOUT ROWID",
];

/// Milliseconds for which a reservation that was never settled counts.
pub const HELD_MS: u64 = 5 * 60_000;

/// Milliseconds for which a reply is kept for a request that is sent again.
pub const REPLY_MS: u64 = 10 * 60_000;

/// Milliseconds for which a session's counters are kept after it was last heard of.
pub const SESSION_MS: u64 = 24 * 3_600_000;

/// One row `t` of what is spent and held: by the session (`s_`), its study today (`p_`) and everybody today (`e_`).
/// `?1` session, `?2` now, `?3` study. No row if there is no such session. Held calls are looked through once.
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

/// Whether one more call does not fit into every purse. `?4` input, `?5` output, `?6` money of the call; most calls,
/// input, output and money of the session `?7`–`?10`, of the study `?11`–`?14`, of the endpoint `?15`–`?18`.
macro_rules! is_spent {
    () => {
        "(s_calls + 1 > ?7 OR s_input + ?4 > ?8 OR s_output + ?5 > ?9 OR s_nano_usd + ?6 > ?10
            OR p_calls + 1 > ?11 OR p_input + ?4 > ?12 OR p_output + ?5 > ?13 OR p_nano_usd + ?6 > ?14
            OR e_calls + 1 > ?15 OR e_input + ?4 > ?16 OR e_output + ?5 > ?17 OR e_nano_usd + ?6 > ?18)"
    };
}

/// One word on whether a session may make a call. `?19` turn, `?20` most under way, `?21` most of the study under way,
/// `?22` what a call takes from the bucket and `?23` what the bucket holds, both in milliseconds, `?24` request id.
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

/// What is known of a request that was made before. `?1` session, `?2` now, `?3` request id.
pub const KNOWN: &str = "SELECT body_hash, is_settled, reply FROM call
    WHERE session = ?1 AND request = ?3 AND made_at > ?2 - 600000 AND (is_settled = 1 OR made_at > ?2 - 300000)";

/// The verdict on a call, and how many milliseconds later the bucket holds enough.
pub const JUDGE: &str =
    concat!(totals!(), " SELECT ", verdict!(), ", MAX(1, ?22 - bucket - MAX(0, ?2 - bucket_at)) FROM t");

/// Reserves what a call may cost at most, if the verdict is that it may. `?25` hold, `?26` hash of the body.
pub const RESERVE: &str = concat!(
    totals!(),
    " INSERT INTO call (hold, session, request, body_hash, study, made_at, calls, input, output, nano_usd)
    SELECT ?25, ?1, ?24, ?26, ?3, ?2, 1, ?4, ?5, ?6 FROM t WHERE ",
    verdict!(),
    " = 'fine'"
);

/// Reserves another attempt of a call under way. `?1`–`?18` as above, `?19` hold.
pub const ANOTHER: &str = concat!(
    totals!(),
    " UPDATE call SET calls = calls + 1, input = input + ?4, output = output + ?5, nano_usd = nano_usd + ?6
    WHERE hold = ?19 AND is_settled = 0 AND made_at > ?2 - 300000 AND EXISTS (SELECT 1 FROM t WHERE NOT ",
    is_spent!(),
    ")"
);

/// What a reservation does to its session: a call from the bucket, and the turn. `?1` session, `?2` now, `?3` hold,
/// `?4` turn, `?5` milliseconds a call takes, `?6` what the bucket holds.
pub const ADMITTED: &str = "UPDATE session SET
        bucket = MIN(?6, bucket + MAX(0, ?2 - bucket_at)) - ?5, bucket_at = MAX(?2, bucket_at),
        touched_at = ?2, last_turn = MAX(last_turn, ?4)
    WHERE id = ?1 AND EXISTS (SELECT 1 FROM call WHERE hold = ?3 AND is_settled = 0)";

/// What a call really cost, onto its session. `?1` session, `?2` now, `?3`–`?6` calls, input, output, money.
pub const CHARGE_SESSION: &str = "UPDATE session SET calls = calls + ?3, input = input + ?4, output = output + ?5,
        nano_usd = nano_usd + ?6, touched_at = MAX(touched_at, ?2) WHERE id = ?1";

/// What a call really cost, onto a purse's day. `?1` purse, `?2` now, `?3`–`?6` as above.
pub const CHARGE_PURSE: &str = "INSERT INTO spent (purse, day, calls, input, output, nano_usd)
    VALUES (?1, ?2 / 86400000, ?3, ?4, ?5, ?6)
    ON CONFLICT (purse, day) DO UPDATE SET calls = calls + excluded.calls, input = input + excluded.input,
        output = output + excluded.output, nano_usd = nano_usd + excluded.nano_usd";

/// Ends a reservation with a reply to keep. `?1` hold, `?2` reply.
pub const ANSWERED: &str = "UPDATE call SET is_settled = 1, reply = ?2 WHERE hold = ?1";

/// Ends a reservation without a reply: the same request may be made again. `?1` hold.
pub const RELEASED: &str = "DELETE FROM call WHERE hold = ?1";

/// Where a session stands. `?1` session.
pub const STANDING: &str =
    "SELECT study, is_ended, last_turn, calls, input, output, nano_usd FROM session WHERE id = ?1";

/// Counts a session being opened. `?1` who, `?2` now, `?3` most in an hour. Changes nothing past the limit.
pub const COUNT_OPENING: &str = "INSERT INTO opened (who, hour, sessions) SELECT ?1, ?2 / 3600000, 1 WHERE ?3 > 0
    ON CONFLICT (who, hour) DO UPDATE SET sessions = sessions + 1 WHERE sessions < ?3";

/// Opens a session, unless there is one of this id. `?1` session, `?2` now, `?3` study, `?4` what the bucket holds.
pub const OPEN: &str = "INSERT INTO session (id, study, opened_at, touched_at, bucket, bucket_at)
    SELECT ?1, ?3, ?2, ?2, ?4, ?2 WHERE NOT EXISTS (SELECT 1 FROM session WHERE id = ?1)";

/// Hears of a session, and takes its turn up again after calls that never came here. `?1` session, `?2` now, `?3` turn.
pub const RENEW: &str =
    "UPDATE session SET touched_at = ?2, last_turn = MAX(last_turn, ?3) WHERE id = ?1 AND is_ended = 0";

/// Ends a session; its counters stay until they lapse. `?1` session, `?2` now.
pub const END: &str = "UPDATE session SET is_ended = 1, touched_at = ?2 WHERE id = ?1 AND is_ended = 0";

/// Forgets the replies of a session. `?1` session.
pub const FORGET_REPLIES: &str = "DELETE FROM call WHERE session = ?1 AND is_settled = 1";

/// Forgets what has lapsed. Each takes `?1` now.
pub const LAPSED: &[&str] = &[
    "DELETE FROM call WHERE made_at < ?1 - 600000",
    "DELETE FROM session WHERE touched_at < ?1 - 86400000",
    "DELETE FROM spent WHERE day < ?1 / 86400000 - 1",
    "DELETE FROM opened WHERE hour < ?1 / 3600000 - 24",
];
