//! The interview as a stage: written down once, as it was.

use indexmap::IndexMap;

use super::{rows, source::Source, sql};
use crate::{
    edge::{
        Edge,
        database::{Database, DatabaseFailure, Statement, Value},
        host::Host,
        sessions::random_id,
    },
    session::Costs,
};

/// Writes the stage of the interview, unless it stands. Gives its id.
pub(super) async fn record<H: Host>(
    edge: &Edge,
    host: &H,
    session: &str,
    source: &Source,
) -> Result<Option<String>, DatabaseFailure> {
    let (stage, execution) = (random_id(host), random_id(host));
    let Costs { total, models, .. } = Costs::of(&source.log);
    let model = most_asked(&models);
    let provider = model.and_then(|name| edge.settings.models.get(name)).map(|record| record.provider.to_string());
    let provider = if models.is_empty() { Some("rules".to_owned()) } else { provider };
    let (began, ended) = (Value::of(source.started_at), Value::of(source.ended_at));
    let batch = vec![
        Statement {
            sql: sql::INVESTIGATION,
            values: vec![stage.as_str().into(), session.into(), began.clone(), ended.clone(), "Interview".into()],
        },
        Statement {
            sql: sql::INVESTIGATED,
            values: vec![
                stage.as_str().into(),
                execution.as_str().into(),
                began,
                ended,
                rows::text(provider.as_deref()),
                rows::text(model),
                Value::of(total.calls.into()),
                Value::of(total.usage.input),
                Value::of(total.usage.output),
                Value::of(total.usage.cached_input),
                Value::of(total.usage.cache_write),
                Value::of(total.usage.reasoning),
                rows::number(total.cost_nano_usd),
            ],
        },
        Statement { sql: sql::INTERVIEW, values: vec![session.into()] },
    ];
    let done = host.database().batch(batch).await?;
    Ok(done.last().and_then(|done| done.rows.first()).and_then(|row| match row.as_slice() {
        [Value::Text(stage)] => Some(stage.clone()),
        _ => None,
    }))
}

/// The model most calls were answered by.
fn most_asked(models: &IndexMap<String, crate::session::Sum>) -> Option<&str> {
    let most = models.iter().max_by_key(|(_, sum)| sum.calls);
    most.map(|(name, _)| name.as_str())
}
