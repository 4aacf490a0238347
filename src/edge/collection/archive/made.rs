//! What was made of a session elsewhere, as statements that take it in beside the session.

use serde::Serialize;

use crate::{
    edge::database::{Statement, Value},
    stages::{Execution, Interaction, RecordFile, SessionScore, Stage, Status},
};

const STAGE: &str = "INSERT INTO stage (stage_id, session_id, stage_name, stage_index, stage_type, status, started_at,
        completed_at, error_message, referenced_stage_id, result)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";

const EXECUTION: &str = "INSERT INTO execution (execution_id, stage_id, session_id, agent_name, status, started_at,
        completed_at, error_message, provider, model, original_provider, original_model, llm_calls, input, output,
        cached_input, cache_write, reasoning, cost_nano_usd)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)";

const INTERACTION: &str =
    "INSERT INTO interaction (interaction_id, execution_id, stage_id, session_id, created_at, record)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6)";

/// The place of a score's stage stands with the score, too: of two asked for at one moment the later stage's is the latest.
const SCORE: &str = "INSERT INTO session_score (score_id, session_id, stage_id, stage_index, prompt_hash, total_score,
        score_analysis, tool_improvement_report, failure_tags, score_triggered_by, status, started_at, completed_at,
        error_message, category_points, rule_score, suspect, model, provider, rubric_version, context_truncated)
    VALUES (?1, ?2, ?3, COALESCE((SELECT stage_index FROM stage WHERE stage_id = ?3), ?4), ?5, ?6, ?7, ?8, ?9, ?10, ?11,
        ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)";

/// Everything a record holds beside its session, as of this session whatever it says of itself.
pub(super) fn statements(record: &RecordFile, session: &str) -> Vec<Statement> {
    let stages = record.stages.iter().map(|found| stage(found, session));
    let executions = record.executions.iter().map(|found| execution(found, session));
    let interactions = record.interactions.iter().map(|found| interaction(found, session));
    let scores = (1..).zip(&record.scores).map(|(place, found)| score(found, session, place));
    stages.chain(executions).chain(interactions).chain(scores).collect()
}

fn stage(found: &Stage, session: &str) -> Statement {
    let values = vec![
        found.stage_id.as_str().into(),
        session.into(),
        found.stage_name.as_str().into(),
        Value::of(found.stage_index.into()),
        found.stage_type.id().into(),
        ended(found.status),
        number(found.started_at),
        number(found.completed_at),
        text(found.error_message.as_ref()),
        text(found.referenced_stage_id.as_ref()),
        json(found.result.as_ref()),
    ];
    Statement { sql: STAGE, values }
}

fn execution(found: &Execution, session: &str) -> Statement {
    let usage = &found.usage;
    let values = vec![
        found.execution_id.as_str().into(),
        found.stage_id.as_str().into(),
        session.into(),
        found.agent_name.as_str().into(),
        ended(found.status),
        number(found.started_at),
        number(found.completed_at),
        text(found.error_message.as_ref()),
        text(found.provider.as_ref()),
        text(found.model.as_ref()),
        text(found.original_provider.as_ref()),
        text(found.original_model.as_ref()),
        Value::of(found.llm_calls.into()),
        Value::of(usage.input),
        Value::of(usage.output),
        Value::of(usage.cached_input),
        Value::of(usage.cache_write),
        Value::of(usage.reasoning),
        number(found.cost_nano_usd),
    ];
    Statement { sql: EXECUTION, values }
}

fn interaction(found: &Interaction, session: &str) -> Statement {
    let values = vec![
        found.interaction_id.as_str().into(),
        found.execution_id.as_str().into(),
        found.stage_id.as_str().into(),
        session.into(),
        Value::of(found.created_at),
        json(Some(found)),
    ];
    Statement { sql: INTERACTION, values }
}

fn score(found: &SessionScore, session: &str, place: u64) -> Statement {
    let values = vec![
        found.score_id.as_str().into(),
        session.into(),
        text(found.stage_id.as_ref()),
        Value::of(place),
        text(found.prompt_hash.as_ref()),
        number(found.total_score.map(u64::from)),
        text(found.score_analysis.as_ref()),
        text(found.tool_improvement_report.as_ref()),
        json(found.failure_tags.as_ref()),
        found.score_triggered_by.as_str().into(),
        ended(found.status),
        Value::of(found.started_at),
        number(found.completed_at),
        text(found.error_message.as_ref()),
        json(found.category_points.as_ref()),
        number(found.rule_score.map(u64::from)),
        Value::of(u64::from(found.suspect)),
        text(found.model.as_ref()),
        text(found.provider.as_ref()),
        Value::of(found.rubric_version.into()),
        json(found.context_truncated.as_ref()),
    ];
    Statement { sql: SCORE, values }
}

/// Where something stands that nobody here runs: whatever was under way elsewhere is not any more.
fn ended(status: Status) -> Value {
    match status {
        Status::Completed => "completed",
        Status::Failed => "failed",
        Status::Cancelled => "cancelled",
        Status::Pending | Status::Active | Status::TimedOut => "timed_out",
    }
    .into()
}

fn text(found: Option<&String>) -> Value {
    found.map_or(Value::Null, |text| text.as_str().into())
}

fn number(found: Option<u64>) -> Value {
    found.map_or(Value::Null, Value::of)
}

fn json<T: Serialize>(found: Option<&T>) -> Value {
    found.and_then(|found| serde_json::to_string(found).ok()).map_or(Value::Null, Value::Text)
}
