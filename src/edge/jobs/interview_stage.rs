//! The interview as the first stage of a session, recorded once.

use super::{session::CollectedSession, sql};
use crate::{
    edge::{
        database::{Database, DatabaseFailure, statement},
        http::{Host, random_id},
        state::Endpoint,
    },
    engine::session::Costs,
};

/// Records the stage of the interview, unless it exists, and returns its id.
pub(in crate::edge) async fn record_interview<H: Host>(
    edge: &Endpoint,
    host: &H,
    session: &str,
    source: &CollectedSession,
) -> Result<Option<String>, DatabaseFailure> {
    let (stage, execution) = (random_id(host), random_id(host));
    let Costs { total, models, .. } = Costs::of(&source.log);
    let model = models.iter().max_by_key(|(_, sum)| sum.calls).map(|(name, _)| name.as_str());
    let provider =
        if models.is_empty() { Some("rules".to_owned()) } else { model.and_then(|name| edge.provider_of(name)) };
    let (start, end, usage) = (source.started_at, source.ended_at, total.usage);
    let batch = vec![
        statement!(sql::ADD_INTERVIEW, &stage, session, start, end, "Interview"),
        statement!(
            sql::ADD_INTERVIEW_EXECUTION,
            &stage,
            &execution,
            start,
            end,
            provider,
            model,
            total.calls,
            usage.input,
            usage.output,
            usage.cached_input,
            usage.cache_write,
            usage.reasoning,
            total.cost_nano_usd,
        ),
        statement!(sql::INTERVIEW_STAGE, session),
    ];
    Ok(host.database().batch(batch).await?.pop().and_then(|result| result.texts().pop()))
}
