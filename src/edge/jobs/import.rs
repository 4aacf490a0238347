//! Importing the stages of a session. A job in progress elsewhere has no owner here and counts as timed out.

use crate::{
    edge::database::{SqlValue, Statement, statement},
    studio::stages::RecordFile,
};

/// Only if the session is not stored yet. `?1` session.
macro_rules! is_new {
    () => {
        " WHERE NOT EXISTS (SELECT 1 FROM collected WHERE session = ?1)"
    };
}

/// The final status; a job in progress counts as timed out.
macro_rules! ended {
    () => {
        "CASE WHEN value ->> '$.status' IN ('completed', 'failed', 'timed_out', 'cancelled')
            THEN value ->> '$.status' ELSE 'timed_out' END"
    };
}

/// Stages. `?1` session, `?2` the stages as a JSON array.
const STAGES: &str = concat!(
    "INSERT OR IGNORE INTO stage (stage_id, session_id, stage_name, stage_index, stage_type, status, started_at,
        completed_at, error_message, referenced_stage_id, result)
    SELECT value ->> '$.stage_id', ?1, value ->> '$.stage_name', value ->> '$.stage_index', value ->> '$.stage_type', ",
    ended!(),
    ", value ->> '$.started_at', value ->> '$.completed_at', value ->> '$.error_message',
        value ->> '$.referenced_stage_id', NULLIF(value -> '$.result', 'null') FROM json_each(?2)",
    is_new!()
);

/// Executions. `?1` session, `?2` the executions as a JSON array.
const EXECUTIONS: &str = concat!(
    "INSERT OR IGNORE INTO execution (execution_id, stage_id, session_id, agent_name, status, started_at, completed_at,
        error_message, provider, model, original_provider, original_model, llm_calls, input, output, cached_input,
        cache_write, reasoning, cost_nano_usd)
    SELECT value ->> '$.execution_id', value ->> '$.stage_id', ?1, value ->> '$.agent_name', ",
    ended!(),
    ", value ->> '$.started_at', value ->> '$.completed_at', value ->> '$.error_message', value ->> '$.provider',
        value ->> '$.model', value ->> '$.original_provider', value ->> '$.original_model',
        COALESCE(value ->> '$.llm_calls', 0), COALESCE(value ->> '$.usage.input', 0),
        COALESCE(value ->> '$.usage.output', 0), COALESCE(value ->> '$.usage.cached_input', 0),
        COALESCE(value ->> '$.usage.cache_write', 0), COALESCE(value ->> '$.usage.reasoning', 0),
        value ->> '$.cost_nano_usd' FROM json_each(?2)",
    is_new!()
);

/// Calls. `?1` session, `?2` the calls as a JSON array.
const INTERACTIONS: &str = concat!(
    "INSERT OR IGNORE INTO interaction (interaction_id, execution_id, stage_id, session_id, created_at, record)
    SELECT value ->> '$.interaction_id', value ->> '$.execution_id', value ->> '$.stage_id', ?1,
        value ->> '$.created_at', value FROM json_each(?2)",
    is_new!()
);

/// Scores, after their stages. `?1` session, `?2` the scores as a JSON array.
const SCORES: &str = concat!(
    "INSERT OR IGNORE INTO session_score (score_id, session_id, stage_id, stage_index, prompt_hash, total_score,
        score_analysis, tool_improvement_report, failure_tags, score_triggered_by, status, started_at, completed_at,
        error_message, category_points, rule_score, suspect, model, provider, rubric_version, context_truncated)
    SELECT value ->> '$.score_id', ?1, value ->> '$.stage_id',
        COALESCE((SELECT stage_index FROM stage WHERE stage_id = value ->> '$.stage_id'), 0),
        value ->> '$.prompt_hash', value ->> '$.total_score', value ->> '$.score_analysis',
        value ->> '$.tool_improvement_report', NULLIF(value -> '$.failure_tags', 'null'),
        value ->> '$.score_triggered_by', ",
    ended!(),
    ", value ->> '$.started_at', value ->> '$.completed_at', value ->> '$.error_message',
        NULLIF(value -> '$.category_points', 'null'), value ->> '$.rule_score', COALESCE(value ->> '$.suspect', 0),
        value ->> '$.model', value ->> '$.provider', value ->> '$.rubric_version',
        NULLIF(value -> '$.context_truncated', 'null') FROM json_each(?2)",
    is_new!()
);

/// The statements that import stages and scores. They come before the one that imports the session, in one transaction, and
/// do nothing if the session is stored already.
pub(in crate::edge) fn import_stages(session: &str, record: &RecordFile) -> Vec<Statement> {
    vec![
        statement!(STAGES, session, SqlValue::json(&record.stages)),
        statement!(EXECUTIONS, session, SqlValue::json(&record.executions)),
        statement!(INTERACTIONS, session, SqlValue::json(&record.interactions)),
        statement!(SCORES, session, SqlValue::json(&record.scores)),
    ]
}
