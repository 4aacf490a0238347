//! The tables of an endpoint, as a list of migrations. Only SQL that both `SQLite` and D1 know.

/// The migrations, oldest first. `schema_version` stores how many were applied, so a released one never changes.
pub const MIGRATIONS: &[Migration] = &[
    Migration { name: "counters", statements: COUNTERS },
    Migration { name: "collection", statements: COLLECTION },
    Migration { name: "stages", statements: STAGES },
    Migration {
        name: "sessions_by_study",
        statements: &["CREATE INDEX collected_by_study_hash ON collected (study_hash)"],
    },
];

/// A migration of the schema.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// Its name, a part of a file name.
    pub name: &'static str,
    /// Its statements, in order.
    pub statements: &'static [&'static str],
}

/// Budgets: sessions with what they spent, daily budgets, model calls, and counters by the hour.
const COUNTERS: &[&str] = &[
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
    // A `purse` is the daily budget of a study; the empty name is that of the whole endpoint.
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
    // Covers everything a verdict reads of calls in progress.
    "CREATE INDEX call_held ON call (made_at, session, study, calls, input, output, nano_usd) WHERE is_settled = 0",
    "CREATE INDEX call_by_time ON call (made_at)",
    "CREATE TABLE opened (
        who TEXT NOT NULL,
        hour INTEGER NOT NULL,
        sessions INTEGER NOT NULL,
        PRIMARY KEY (who, hour)
    ) WITHOUT ROWID",
];

/// Collected sessions. The log has a row per entry; the session's row has what a list shows, sorts and filters by.
const COLLECTION: &[&str] = &[
    // Studies of collected sessions, as they were served.
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

/// Stages after an interview. The row of `stage` is the job: it holds its owner and its lease. Every other row of a job
/// changes only while the job is in progress and has the same owner.
const STAGES: &[&str] = &[
    "CREATE TABLE stage (
        stage_id TEXT PRIMARY KEY,
        session_id TEXT NOT NULL,
        stage_name TEXT NOT NULL,
        stage_index INTEGER NOT NULL,
        stage_type TEXT NOT NULL,
        status TEXT NOT NULL,
        started_at INTEGER,
        completed_at INTEGER,
        error_message TEXT,
        referenced_stage_id TEXT,
        result TEXT,
        owner_id TEXT,
        lease_expires_at INTEGER,
        UNIQUE (session_id, stage_index)
    ) WITHOUT ROWID",
    // At most one job of a type per session. The statements check this too; the index decides a race.
    "CREATE UNIQUE INDEX stage_running ON stage (session_id, stage_type) WHERE status IN ('pending', 'active')",
    "CREATE INDEX stage_by_lease ON stage (lease_expires_at) WHERE status IN ('pending', 'active')",
    "CREATE TABLE execution (
        execution_id TEXT PRIMARY KEY,
        stage_id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        agent_name TEXT NOT NULL,
        status TEXT NOT NULL,
        started_at INTEGER,
        completed_at INTEGER,
        error_message TEXT,
        provider TEXT,
        model TEXT,
        original_provider TEXT,
        original_model TEXT,
        llm_calls INTEGER NOT NULL DEFAULT 0,
        input INTEGER NOT NULL DEFAULT 0,
        output INTEGER NOT NULL DEFAULT 0,
        cached_input INTEGER NOT NULL DEFAULT 0,
        cache_write INTEGER NOT NULL DEFAULT 0,
        reasoning INTEGER NOT NULL DEFAULT 0,
        cost_nano_usd INTEGER
    ) WITHOUT ROWID",
    "CREATE INDEX execution_by_session ON execution (session_id)",
    "CREATE INDEX execution_by_stage ON execution (stage_id)",
    "CREATE TABLE interaction (
        interaction_id TEXT PRIMARY KEY,
        execution_id TEXT NOT NULL,
        stage_id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        record TEXT NOT NULL
    ) WITHOUT ROWID",
    "CREATE INDEX interaction_by_session ON interaction (session_id, created_at)",
    "CREATE TABLE session_score (
        score_id TEXT PRIMARY KEY,
        session_id TEXT NOT NULL,
        stage_id TEXT,
        stage_index INTEGER NOT NULL,
        prompt_hash TEXT,
        total_score INTEGER,
        score_analysis TEXT,
        tool_improvement_report TEXT,
        failure_tags TEXT,
        score_triggered_by TEXT NOT NULL,
        status TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        completed_at INTEGER,
        error_message TEXT,
        category_points TEXT,
        rule_score INTEGER,
        suspect INTEGER NOT NULL DEFAULT 0,
        model TEXT,
        provider TEXT,
        rubric_version INTEGER NOT NULL,
        context_truncated TEXT,
        idempotency_key TEXT,
        attempt INTEGER NOT NULL DEFAULT 1,
        owner_id TEXT,
        lease_expires_at INTEGER
    ) WITHOUT ROWID",
    "CREATE UNIQUE INDEX score_running ON session_score (session_id) WHERE status IN ('pending', 'in_progress')",
    "CREATE UNIQUE INDEX score_by_key ON session_score (session_id, idempotency_key)",
    "CREATE INDEX score_by_session ON session_score (session_id, started_at, stage_index)",
    "CREATE INDEX score_by_session_status ON session_score (session_id, status)",
    "CREATE INDEX score_by_status ON session_score (status, started_at)",
    "CREATE INDEX score_by_total ON session_score (total_score)",
    "CREATE INDEX score_by_prompt ON session_score (prompt_hash)",
    "CREATE INDEX score_by_stage ON session_score (stage_id)",
    // AUTOINCREMENT: a number is never reused, so that a listener can resume after the last one.
    "CREATE TABLE notice (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        session_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        type TEXT NOT NULL,
        body TEXT NOT NULL
    )",
    "CREATE INDEX notice_by_time ON notice (at)",
    "CREATE INDEX notice_by_session ON notice (session_id)",
];
