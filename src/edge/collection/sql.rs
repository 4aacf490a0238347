//! Tables and statements of what is collected. Only what both `SQLite` and D1 know.
//!
//! A session's log is a row an entry, as it was sent, byte by byte. What a list shows, sorts and filters by stands beside it
//! in the row of the session, brought forward with every append.

use crate::edge::stages::{latest_score, scoring_status};

/// Tables of the collection.
pub const SCHEMA: &[&str] = &[
    // Studies of collected sessions, as they were served. No word of a respondent is in one.
    "CREATE TABLE collected_study (
        hash TEXT PRIMARY KEY,
        study TEXT NOT NULL
    ) WITHOUT ROWID",
    "CREATE TABLE collected (
        session TEXT PRIMARY KEY,
        study TEXT NOT NULL,
        study_hash TEXT NOT NULL,
        status TEXT NOT NULL,
        opened_at INTEGER NOT NULL,
        touched_at INTEGER NOT NULL,
        keep_days INTEGER,
        code_hash TEXT UNIQUE,
        versions TEXT NOT NULL,
        have INTEGER NOT NULL DEFAULT 0,
        hash TEXT NOT NULL,
        bytes INTEGER NOT NULL DEFAULT 0,
        last_words INTEGER NOT NULL DEFAULT 0,
        started_at INTEGER NOT NULL DEFAULT 0,
        last_at INTEGER NOT NULL DEFAULT 0,
        answers INTEGER NOT NULL DEFAULT 0,
        words INTEGER NOT NULL DEFAULT 0,
        overview TEXT NOT NULL,
        outcome TEXT,
        replays INTEGER
    )",
    "CREATE INDEX collected_by_study ON collected (study, touched_at)",
    "CREATE TABLE event (
        session TEXT NOT NULL,
        place INTEGER NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (session, place)
    ) WITHOUT ROWID",
];

/// Days after which a session nobody writes to can no longer be written to: the life of its token.
pub const SILENT_DAYS: u64 = 30;

/// Keeps a study. `?1` hash, `?2` its JSON.
pub const KEEP_STUDY: &str = "INSERT OR IGNORE INTO collected_study (hash, study) VALUES (?1, ?2)";

/// A study. `?1` hash.
pub const STUDY: &str = "SELECT study FROM collected_study WHERE hash = ?1";

/// Begins to keep a session. `?1` session, `?2` now, `?3` study, `?4` its hash, `?5` days it is kept or nothing, `?6` hash
/// of the deletion code, `?7` versions, `?8` hash of the empty log, `?9` overview. Changes nothing if there is one, or if its
/// study is not kept.
pub const BEGIN: &str = "INSERT OR IGNORE INTO collected
    (session, study, study_hash, status, opened_at, touched_at, keep_days, code_hash, versions, hash, overview)
    SELECT ?1, ?3, ?4, 'in_progress', ?2, ?2, ?5, ?6, ?7, ?8, ?9
    WHERE EXISTS (SELECT 1 FROM collected_study WHERE hash = ?4)";

/// Where a session stands. `?1` session.
pub const STANDING: &str = concat!(
    "SELECT study, study_hash, status, have, hash, bytes, last_words, overview, versions, outcome, replays, ",
    scoring_status!("collected.session"),
    ", ",
    latest_score!("collected.session"),
    ", opened_at, touched_at FROM collected WHERE session = ?1"
);

/// Entries of a session from one place to before another. `?1` session, `?2`, `?3`.
pub const ENTRIES: &str = "SELECT entry FROM event WHERE session = ?1 AND place >= ?2 AND place < ?3 ORDER BY place";

/// Brings a session's row forward, if it still stands where it stood. `?1` session, `?2` entries and `?3` hash before,
/// `?4` entries and `?5` hash after, `?6` bytes more, `?7` now, `?8` overview, `?9` words of the last answer, `?10` when it
/// began, `?11` last time, `?12` answers, `?13` words, `?14` versions or nothing.
pub const ADVANCE: &str =
    "UPDATE collected SET have = ?4, hash = ?5, bytes = bytes + ?6, touched_at = MAX(touched_at, ?7),
        overview = ?8, last_words = ?9, started_at = ?10, last_at = ?11, answers = ?12, words = ?13,
        versions = COALESCE(?14, versions)
    WHERE session = ?1 AND have = ?2 AND hash = ?3";

/// Adds entries after [`ADVANCE`], if that one changed the row. `?1` session, `?2` the first one's place, `?3` their texts
/// as a JSON array, `?4` entries and `?5` hash after.
pub const APPEND: &str = "INSERT OR IGNORE INTO event (session, place, entry)
    SELECT ?1, ?2 + key, value FROM json_each(?3)
    WHERE EXISTS (SELECT 1 FROM collected WHERE session = ?1 AND have = ?4 AND hash = ?5)";

/// Finishes a session that stands there. `?1` session, `?2` entries, `?3` hash, `?4` now.
pub const FINISH: &str = "UPDATE collected SET status = 'completed', touched_at = MAX(touched_at, ?4)
    WHERE session = ?1 AND have = ?2 AND hash = ?3 AND status = 'in_progress'";

/// What a replay found. `?1` session, `?2` outcome or nothing, `?3` whether it replays.
pub const REPLAYED: &str = "UPDATE collected SET outcome = ?2, replays = ?3 WHERE session = ?1";

/// Sessions that were finished a minute ago or more and that nobody has replayed: the process died in between. `?1` now.
pub const UNREPLAYED: &str = "SELECT session FROM collected
    WHERE status = 'completed' AND replays IS NULL AND touched_at + 60000 <= ?1 ORDER BY touched_at LIMIT 20";

/// Finds the sessions of a study without looking at every session there is.
pub const BY_STUDY_HASH: &[&str] = &["CREATE INDEX collected_by_study_hash ON collected (study_hash)"];

/// Forgets studies no session was held under, or none is any more.
pub const FORGET_STUDIES: &str =
    "DELETE FROM collected_study WHERE NOT EXISTS (SELECT 1 FROM collected WHERE study_hash = collected_study.hash)";

/// Forgets a session, and its study where it was the last one. Each takes `?1` session. What stages keep of it goes in the
/// same transaction.
pub const FORGET: &[&str] = &[
    "DELETE FROM collected_study WHERE hash = (SELECT study_hash FROM collected WHERE session = ?1)
        AND NOT EXISTS (SELECT 1 FROM collected WHERE study_hash = collected_study.hash AND session <> ?1)",
    "DELETE FROM event WHERE session = ?1",
    "DELETE FROM collected WHERE session = ?1",
    "DELETE FROM call WHERE session = ?1",
];

/// The session with this deletion code. `?1` hash of the code.
pub const BY_CODE: &str = "SELECT session FROM collected WHERE code_hash = ?1";

/// Sessions whose time is over by the study they were held under. `?1` now. Those of which nothing ever came are over when
/// their tokens are.
pub const OVER: &str = "SELECT session FROM collected
    WHERE touched_at + keep_days * 86400000 <= ?1 OR (have = 0 AND opened_at + 2592000000 <= ?1) LIMIT 100";

/// Sessions of a study whose time is over by the study as it is served now. `?1` now, `?2` study, `?3` days.
pub const OVER_NOW: &str =
    "SELECT session FROM collected WHERE study = ?2 AND touched_at + ?3 * 86400000 <= ?1 LIMIT 100";

/// Sessions nobody can write to any more have ended, though nobody said so. `?1` now.
pub const SILENT: &str = "UPDATE collected SET status = 'timed_out'
    WHERE status = 'in_progress' AND have > 0 AND touched_at + 2592000000 <= ?1";

/// Whether a row is of a study, if one is named, and its scores stand as asked for. `?1` study or nothing, `?2` scoring
/// status or nothing.
macro_rules! wanted {
    () => {
        concat!(
            "have > 0 AND (?1 IS NULL OR study = ?1) AND (?2 IS NULL OR ?2 = ",
            scoring_status!("collected.session"),
            ")"
        )
    };
}

/// A page of the list, sorted by one figure and then by id. `?1` study or nothing, `?2` scoring status or nothing, `?3` what
/// to sort by, `?4` 1 for the smallest first and -1 for the greatest, `?5` and `?6` figure and id of the last row before,
/// `?7` most rows. Who has no score comes last either way.
pub const LIST: &str = concat!(
    "SELECT session, place, status, overview, reason, scoring_status, latest_score, replays FROM (
        SELECT *, CASE ?3 WHEN 'score' THEN COALESCE(?4 * latest_score, 9007199254740991)
                WHEN 'last_at' THEN ?4 * last_at WHEN 'answers' THEN ?4 * answers WHEN 'words' THEN ?4 * words
                ELSE ?4 * started_at END AS place
        FROM (SELECT session, status, overview, json_extract(outcome, '$.reason') AS reason, replays, last_at, answers,
                words, started_at, ",
    scoring_status!("collected.session"),
    " AS scoring_status, ",
    latest_score!("collected.session"),
    " AS latest_score FROM collected WHERE ",
    wanted!(),
    ")) WHERE (place, session) > (?5, ?6) ORDER BY place, session LIMIT ?7"
);

/// How many rows the whole list has. `?1` study or nothing, `?2` scoring status or nothing.
pub const COUNT: &str = concat!("SELECT COUNT(*) FROM collected WHERE ", wanted!());

/// The next sessions in the order of their ids. `?1` the last one before, `?2` study or nothing.
pub const NEXT: &str = "SELECT session FROM collected
    WHERE have > 0 AND session > ?1 AND (?2 IS NULL OR study = ?2) ORDER BY session LIMIT 50";

/// Takes a session in that was kept elsewhere; fails if there is one of its id. `?1` session, `?2` now, `?3` study, `?4` its hash, `?5` status, `?6` days it
/// is kept or nothing, `?7` versions, `?8` entries, `?9` hash, `?10` bytes, `?11` words of the last answer, `?12` when it
/// began, `?13` last time, `?14` answers, `?15` words, `?16` overview, `?17` outcome or nothing, `?18` whether it replays,
/// `?19` when something was last heard of it.
pub const TAKE_IN: &str = "INSERT INTO collected
    (session, study, study_hash, status, opened_at, touched_at, keep_days, versions, have, hash, bytes, last_words,
        started_at, last_at, answers, words, overview, outcome, replays)
    VALUES (?1, ?3, ?4, ?5, ?2, ?19, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)";
