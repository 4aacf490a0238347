//! Reading stages, executions, calls and scores. A column has the name of its field; `NULL` becomes the field's default.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value as Json};

use crate::{
    edge::database::{Database, DatabaseFailure, SqlValue, statement},
    studio::stages::{Execution, Interaction, SessionScore, Stage},
};

/// How a column is read.
#[derive(Clone, Copy)]
enum Column {
    /// Text or number.
    Plain(&'static str),
    /// JSON text.
    Json(&'static str),
    /// 0 or 1.
    Flag(&'static str),
    /// A field of `usage`.
    Tokens(&'static str),
}

use Column::{Flag, Json as Text, Plain, Tokens};

const STAGE: &[Column] = &[
    Plain("stage_id"),
    Plain("session_id"),
    Plain("stage_name"),
    Plain("stage_index"),
    Plain("stage_type"),
    Plain("status"),
    Plain("started_at"),
    Plain("completed_at"),
    Plain("error_message"),
    Plain("referenced_stage_id"),
    Text("result"),
];

/// The stages of a session, in order. `?1` session.
const STAGES: &str =
    "SELECT stage_id, session_id, stage_name, stage_index, stage_type, status, started_at, completed_at,
        error_message, referenced_stage_id, result
    FROM stage WHERE session_id = ?1 ORDER BY stage_index";

const EXECUTION: &[Column] = &[
    Plain("execution_id"),
    Plain("stage_id"),
    Plain("session_id"),
    Plain("agent_name"),
    Plain("status"),
    Plain("started_at"),
    Plain("completed_at"),
    Plain("error_message"),
    Plain("provider"),
    Plain("model"),
    Plain("original_provider"),
    Plain("original_model"),
    Plain("llm_calls"),
    Tokens("input"),
    Tokens("output"),
    Tokens("cached_input"),
    Tokens("cache_write"),
    Tokens("reasoning"),
    Plain("cost_nano_usd"),
];

/// The executions of a session, in the order of their stages. `?1` session.
const EXECUTIONS: &str = "SELECT e.execution_id, e.stage_id, e.session_id, e.agent_name, e.status, e.started_at,
        e.completed_at, e.error_message, e.provider, e.model, e.original_provider, e.original_model, e.llm_calls,
        e.input, e.output, e.cached_input, e.cache_write, e.reasoning, e.cost_nano_usd
    FROM execution e JOIN stage s ON s.stage_id = e.stage_id WHERE e.session_id = ?1 ORDER BY s.stage_index";

/// The calls of a session, oldest first. `?1` session.
const INTERACTIONS: &str = "SELECT record FROM interaction WHERE session_id = ?1 ORDER BY created_at, interaction_id";

const SCORE: &[Column] = &[
    Plain("score_id"),
    Plain("session_id"),
    Plain("stage_id"),
    Plain("prompt_hash"),
    Plain("total_score"),
    Plain("score_analysis"),
    Plain("tool_improvement_report"),
    Text("failure_tags"),
    Plain("score_triggered_by"),
    Plain("status"),
    Plain("started_at"),
    Plain("completed_at"),
    Plain("error_message"),
    Text("category_points"),
    Plain("rule_score"),
    Flag("suspect"),
    Plain("model"),
    Plain("provider"),
    Plain("rubric_version"),
    Text("context_truncated"),
];

/// The scores of a session, oldest first. `?1` session.
const SCORES: &str = "SELECT score_id, session_id, stage_id, prompt_hash, total_score, score_analysis,
        tool_improvement_report, failure_tags, score_triggered_by, status, started_at, completed_at, error_message,
        category_points, rule_score, suspect, model, provider, rubric_version, context_truncated
    FROM session_score WHERE session_id = ?1 ORDER BY started_at, stage_index";

/// The stages of a session and everything that belongs to them.
#[derive(Debug, Serialize)]
pub(in crate::edge) struct SessionStages {
    /// Its stages, in order.
    pub(in crate::edge) stages: Vec<Stage>,
    /// Their executions.
    pub(in crate::edge) executions: Vec<Execution>,
    /// Their calls, oldest first.
    pub(in crate::edge) interactions: Vec<Interaction>,
    /// Its scores, oldest first.
    pub(in crate::edge) scores: Vec<SessionScore>,
}

/// The stages of a session and everything that belongs to them.
pub(in crate::edge) async fn load_all<D: Database>(
    database: &D,
    session: &str,
) -> Result<SessionStages, DatabaseFailure> {
    let of = |sql| statement!(sql, session);
    let results = database.batch([STAGES, EXECUTIONS, INTERACTIONS, SCORES].map(of).into()).await?;
    let rows = |place: usize| results.get(place).map(|result| result.rows.as_slice()).unwrap_or_default();
    Ok(SessionStages {
        stages: records(STAGE, rows(0)),
        executions: records(EXECUTION, rows(1)),
        interactions: rows(2)
            .iter()
            .filter_map(|row| {
                if let [SqlValue::Text(record)] = row.as_slice() { serde_json::from_str(record).ok() } else { None }
            })
            .collect(),
        scores: records(SCORE, rows(3)),
    })
}

/// The stages of a session, in order.
pub(in crate::edge) async fn load_stages<D: Database>(
    database: &D,
    session: &str,
) -> Result<Vec<Stage>, DatabaseFailure> {
    Ok(records(STAGE, &database.query(statement!(STAGES, session)).await?.rows))
}

/// The scores of a session, oldest first.
pub(in crate::edge) async fn load_scores<D: Database>(
    database: &D,
    session: &str,
) -> Result<Vec<SessionScore>, DatabaseFailure> {
    Ok(records(SCORE, &database.query(statement!(SCORES, session)).await?.rows))
}

/// Rows as records. A row that cannot be read, such as one of a later version, is left out.
fn records<T: DeserializeOwned>(columns: &[Column], rows: &[Vec<SqlValue>]) -> Vec<T> {
    let read = |row: &Vec<SqlValue>| {
        let mut record = Map::new();
        let mut tokens = Map::new();
        for (column, value) in columns.iter().zip(row) {
            match (*column, value) {
                (_, SqlValue::Null) | (Text(_), SqlValue::Number(_)) => {}
                (Plain(name), value) => drop(record.insert(name.to_owned(), plain(value))),
                (Text(name), SqlValue::Text(text)) => {
                    drop(record.insert(name.to_owned(), serde_json::from_str(text).unwrap_or_default()));
                }
                (Flag(name), value) => drop(record.insert(name.to_owned(), Json::Bool(*value == SqlValue::Number(1)))),
                (Tokens(name), value) => drop(tokens.insert(name.to_owned(), plain(value))),
            }
        }
        if !tokens.is_empty() {
            record.insert("usage".to_owned(), Json::Object(tokens));
        }
        serde_json::from_value(Json::Object(record)).ok()
    };
    rows.iter().filter_map(read).collect()
}

fn plain(value: &SqlValue) -> Json {
    match value {
        SqlValue::Text(text) => text.as_str().into(),
        SqlValue::Number(number) => (*number).into(),
        SqlValue::Null => Json::Null,
    }
}
