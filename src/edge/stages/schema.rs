//! The tables of stages, and how they are emptied. Only what both `SQLite` and D1 know.
//!
//! A run is its row of `stage`: it holds who runs it and until when that is believed. Every other row of a run changes only
//! while that one is under way and owned by whoever changes it.

/// Tables of stages, their work and their scores, and of what happens.
pub const SCHEMA: &[&str] = &[
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
    // One run of a kind a session, whatever happens: the statements look first, and this holds where they could not.
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
    // Numbers are never used twice, so that whoever listens can go on where they were.
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

/// Forgets all that was made of a session, for the transaction that deletes it. Each takes `?1` session. A run under way
/// loses its row by this, and with it the right to write anything.
pub const FORGET: &[&str] = &[
    "DELETE FROM interaction WHERE session_id = ?1",
    "DELETE FROM execution WHERE session_id = ?1",
    "DELETE FROM session_score WHERE session_id = ?1",
    "DELETE FROM stage WHERE session_id = ?1",
    "DELETE FROM notice WHERE session_id = ?1",
];
