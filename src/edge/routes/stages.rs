//! `POST sessions/{session}/report` and `POST sessions/{session}/chat`: stages that a researcher requests.

use serde::{Deserialize, Serialize};

use super::{
    context::{Handled, RequestContext},
    scores::SOON_MS,
};
use crate::{
    edge::{
        http::{ApiError, ErrorCode, Host, HttpExchange, parse_json},
        jobs::{
            CollectedSession, Repeat, StageWork, load_session, load_stages, record_interview, recover_jobs, run_report,
            run_stage, start_stage,
        },
        state::Endpoint,
    },
    studio::stages::{Stage, StageStatus},
};

/// Maximum size of a request with a question, bytes: 2,000 characters of any script, escaped.
const BODY: usize = 32 << 10;

/// Maximum length of a question, characters.
const MAX_QUESTION: usize = 2_000;

/// Reports that were accepted.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "Reporting"))]
pub(super) struct ReportAccepted {
    /// Id of the stage of the synthesis; the summary follows it.
    stage_id: String,
    /// `pending`.
    status: StageStatus,
}

/// A question about a session.
#[derive(Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "Question"))]
#[serde(deny_unknown_fields)]
pub(super) struct ChatQuestion {
    /// The question, 1 to 2,000 characters.
    question: String,
}

/// The stage with the answer.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "Answered"))]
pub(super) struct ChatAnswer {
    /// The stage.
    stage: Stage,
}

/// Answers `POST sessions/{session}/report`: a new synthesis and a new summary, written after the reply. The earlier ones
/// stay.
pub(super) async fn report<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>, session: &str) -> Handled {
    let (edge, host) = (context.edge, context.host);
    let source = load_ended(edge, host, session).await?;
    let interview = record_interview(edge, host, session, &source).await?;
    let work = StageWork::Synthesis;
    let started = start_stage(edge, host, session, work, interview.as_deref(), Repeat::Always).await?;
    let started = started.ok_or_else(|| busy(edge))?;
    let reply = ReportAccepted { stage_id: started.lease.stage.clone(), status: StageStatus::Pending };
    context.reply(202, &reply).await?;
    run_report(edge, host, Some(started), session, &source, Repeat::Always).await;
    Ok(())
}

/// Answers `POST sessions/{session}/chat`.
pub(super) async fn chat<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>, session: &str) -> Handled {
    let (edge, host) = (context.edge, context.host);
    context.require_json()?;
    let ChatQuestion { question } = parse_json(&context.read(BODY).await?, edge.limits.depth)?;
    let question = question.trim();
    if question.is_empty() || question.chars().count() > MAX_QUESTION {
        return Err(ApiError::invalid("question"));
    }
    let source = load_ended(edge, host, session).await?;
    let started = start_stage(edge, host, session, StageWork::Answer(question), None, Repeat::Always).await?;
    let started = started.ok_or_else(|| busy(edge))?;
    let id = started.lease.stage.clone();
    run_stage(edge, host, started, &source).await?;
    let stages = load_stages(host.database(), session).await?;
    let stage = stages.into_iter().find(|stage| stage.stage_id == id).ok_or_else(|| busy(edge))?;
    context.reply(200, &ChatAnswer { stage }).await
}

/// A session that has ended, after recovering its jobs.
async fn load_ended<H: Host>(edge: &Endpoint, host: &H, session: &str) -> Result<CollectedSession, ApiError> {
    let source = load_session(edge, host, session).await?;
    if !source.is_terminal() {
        return Err(ErrorCode::NotTerminal.into());
    }
    recover_jobs(edge, host, Some(session)).await?;
    Ok(source)
}

/// A stage of the type is in progress, or the endpoint is shutting down.
fn busy(edge: &Endpoint) -> ApiError {
    let code = if edge.jobs.is_stopped() { ErrorCode::ShuttingDown } else { ErrorCode::StageInProgress };
    ApiError::from(code).after(SOON_MS)
}
