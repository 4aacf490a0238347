//! The statements of collected sessions. Only SQL that both `SQLite` and D1 know.

/// `scored`, `not_scored`, `scoring_in_progress` or `scoring_failed`, by the latest score of a session: the one with the
/// latest `started_at`, then `stage_index`. Takes the column with the session's id.
macro_rules! scoring_status {
    ($session:literal) => {
        concat!(
            "COALESCE((SELECT CASE status WHEN 'completed' THEN 'scored'
                WHEN 'pending' THEN 'scoring_in_progress' WHEN 'in_progress' THEN 'scoring_in_progress'
                ELSE 'scoring_failed' END
            FROM session_score WHERE session_id = ",
            $session,
            " ORDER BY started_at DESC, stage_index DESC LIMIT 1), 'not_scored')"
        )
    };
}

/// The total of the latest completed score of a session, or null. Takes the column with the session's id.
macro_rules! latest_score {
    ($session:literal) => {
        concat!(
            "(SELECT total_score FROM session_score WHERE status = 'completed' AND session_id = ",
            $session,
            " ORDER BY started_at DESC, stage_index DESC LIMIT 1)"
        )
    };
}

/// Stores a study. `?1` hash, `?2` its JSON.
pub(in crate::edge) const KEEP_STUDY: &str = "INSERT OR IGNORE INTO collected_study (hash, study) VALUES (?1, ?2)";

/// A study. `?1` hash.
pub(in crate::edge) const STUDY: &str = "SELECT study FROM collected_study WHERE hash = ?1";

/// Begins to collect a session. `?1` session, `?2` now, `?3` study, `?4` its hash, `?5` retention in days or null, `?6` hash
/// of the deletion code, `?7` versions, `?8` hash of the empty log, `?9` overview. Changes nothing if the session exists or
/// its study is not stored.
pub(in crate::edge) const BEGIN: &str = "INSERT OR IGNORE INTO collected
    (session, study, study_hash, status, opened_at, touched_at, keep_days, code_hash, versions, hash, overview)
    SELECT ?1, ?3, ?4, 'in_progress', ?2, ?2, ?5, ?6, ?7, ?8, ?9
    WHERE EXISTS (SELECT 1 FROM collected_study WHERE hash = ?4)";

/// The row of a session. `?1` session.
pub(in crate::edge) const ROW: &str = concat!(
    "SELECT study_hash, status, have, hash, bytes, last_words, overview, versions, outcome, replays, ",
    scoring_status!("collected.session"),
    ", ",
    latest_score!("collected.session"),
    " FROM collected WHERE session = ?1"
);

/// The entries of a session from place `?2` to before `?3`. `?1` session.
pub(in crate::edge) const ENTRIES: &str =
    "SELECT entry FROM event WHERE session = ?1 AND place >= ?2 AND place < ?3 ORDER BY place";

/// Advances the row of a session, if no other request has. `?1` session, `?2` entries and `?3` hash before, `?4` entries and
/// `?5` hash after, `?6` bytes added, `?7` now, `?8` overview, `?9` words of the last answer, `?10` start, `?11` last time,
/// `?12` answers, `?13` words, `?14` versions or null.
pub(in crate::edge) const ADVANCE: &str =
    "UPDATE collected SET have = ?4, hash = ?5, bytes = bytes + ?6, touched_at = MAX(touched_at, ?7),
        overview = ?8, last_words = ?9, started_at = ?10, last_at = ?11, answers = ?12, words = ?13,
        versions = COALESCE(?14, versions)
    WHERE session = ?1 AND have = ?2 AND hash = ?3";

/// Appends entries, if [`ADVANCE`] changed the row. `?1` session, `?2` place of the first, `?3` their texts as a JSON array,
/// `?4` entries and `?5` hash after.
pub(in crate::edge) const APPEND: &str = "INSERT OR IGNORE INTO event (session, place, entry)
    SELECT ?1, ?2 + key, value FROM json_each(?3)
    WHERE EXISTS (SELECT 1 FROM collected WHERE session = ?1 AND have = ?4 AND hash = ?5)";

/// Finishes a session with this log. `?1` session, `?2` entries, `?3` hash, `?4` now.
pub(in crate::edge) const FINISH: &str = "UPDATE collected SET status = 'completed', touched_at = MAX(touched_at, ?4)
    WHERE session = ?1 AND have = ?2 AND hash = ?3 AND status = 'in_progress'";

/// Stores the result of a replay. `?1` session, `?2` outcome or null, `?3` whether it replays.
pub(in crate::edge) const REPLAYED: &str = "UPDATE collected SET outcome = ?2, replays = ?3 WHERE session = ?1";

/// Sessions that were finished a minute ago or more and not replayed, because the process died. `?1` now.
pub(in crate::edge) const UNREPLAYED: &str = "SELECT session FROM collected
    WHERE status = 'completed' AND replays IS NULL AND touched_at + 60000 <= ?1 ORDER BY touched_at LIMIT 20";

/// Deletes studies without a session.
pub(in crate::edge) const DELETE_STUDIES: &str =
    "DELETE FROM collected_study WHERE NOT EXISTS (SELECT 1 FROM collected WHERE study_hash = collected_study.hash)";

/// Deletes a session, its study if it was the last session of it, and all its stages. Each takes `?1` session. A job in
/// progress loses its row, and with it the right to write. The row of the session comes last.
pub(in crate::edge) const DELETE: &[&str] = &[
    "DELETE FROM interaction WHERE session_id = ?1",
    "DELETE FROM execution WHERE session_id = ?1",
    "DELETE FROM session_score WHERE session_id = ?1",
    "DELETE FROM stage WHERE session_id = ?1",
    "DELETE FROM notice WHERE session_id = ?1",
    "DELETE FROM collected_study WHERE hash = (SELECT study_hash FROM collected WHERE session = ?1)
        AND NOT EXISTS (SELECT 1 FROM collected WHERE study_hash = collected_study.hash AND session <> ?1)",
    "DELETE FROM event WHERE session = ?1",
    "DELETE FROM call WHERE session = ?1",
    "DELETE FROM collected WHERE session = ?1",
];

/// The session with this deletion code. `?1` hash of the code.
pub(in crate::edge) const BY_CODE: &str = "SELECT session FROM collected WHERE code_hash = ?1";

/// Sessions that are expired by the retention stored with them, or empty when their token expires. `?1` now.
pub(in crate::edge) const EXPIRED: &str = "SELECT session FROM collected
    WHERE touched_at + keep_days * 86400000 <= ?1 OR (have = 0 AND opened_at + 2592000000 <= ?1) LIMIT 100";

/// Sessions of a study that are expired by the retention of the study as served now. `?1` now, `?2` study, `?3` days.
pub(in crate::edge) const EXPIRED_NOW: &str =
    "SELECT session FROM collected WHERE study = ?2 AND touched_at + ?3 * 86400000 <= ?1 LIMIT 100";

/// Ends sessions whose token has expired after 30 days of silence. `?1` now.
pub(in crate::edge) const TIME_OUT: &str = "UPDATE collected SET status = 'timed_out'
    WHERE status = 'in_progress' AND have > 0 AND touched_at + 2592000000 <= ?1";

/// The filter of a list. `?1` study or null, `?2` scoring status or null.
macro_rules! wanted {
    () => {
        concat!(
            "have > 0 AND (?1 IS NULL OR study = ?1) AND (?2 IS NULL OR ?2 = ",
            scoring_status!("collected.session"),
            ")"
        )
    };
}

/// A page of the list, sorted by a figure and then by id. `?1` study or null, `?2` scoring status or null, `?3` the figure,
/// `?4` 1 for ascending and -1 for descending, `?5` and `?6` figure and id of the last row before, `?7` number of rows.
/// Sessions without a score come last in both orders.
pub(in crate::edge) const LIST: &str = concat!(
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

/// The number of rows of the whole list. `?1` study or null, `?2` scoring status or null.
pub(in crate::edge) const COUNT: &str = concat!("SELECT COUNT(*) FROM collected WHERE ", wanted!());

/// The next sessions by id. `?1` the last id before, `?2` study or null.
pub(in crate::edge) const NEXT: &str = "SELECT session FROM collected
    WHERE have > 0 AND session > ?1 AND (?2 IS NULL OR study = ?2) ORDER BY session LIMIT 50";

/// Imports a session; fails if the id exists. `?1` session, `?2` now, `?3` study, `?4` its hash, `?5` status, `?6` retention
/// in days or null, `?7` versions, `?8` entries, `?9` hash, `?10` bytes, `?11` words of the last answer, `?12` start, `?13`
/// last time, `?14` answers, `?15` words, `?16` overview, `?17` outcome or null, `?18` whether it replays, `?19` last write.
pub(in crate::edge) const IMPORT: &str = "INSERT INTO collected
    (session, study, study_hash, status, opened_at, touched_at, keep_days, versions, have, hash, bytes, last_words,
        started_at, last_at, answers, words, overview, outcome, replays)
    VALUES (?1, ?3, ?4, ?5, ?2, ?19, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)";
