//! A researcher's question about a session, and its answer: one stage a question, one question at a time a session.

use super::{
    desk::Desk,
    keep::{Broken, keep},
    report::{self, Wanted},
    rows,
    scoring::because,
    source::{self, Source},
    ticket::{Ending, Made, Ticket},
};
use crate::{
    edge::{Edge, database::DatabaseFailure, host::Host},
    llm::{Task, reports},
    stages::{Material, Purpose, Stage, StageResult, StageType, Status, local},
};

/// Most characters of a question.
pub(super) const MOST: usize = 2_000;

/// Milliseconds for an answer, retries and other models included.
const LIMIT_MS: u64 = 180_000;

/// What became of a question.
pub(super) enum Chatted {
    /// There is a stage, with the answer or with what went wrong.
    Stage(Box<Stage>),
    /// Another question of the session is being answered, or the endpoint stops.
    Busy,
}

/// Answers a question.
pub(super) async fn answer<H: Host>(
    edge: &Edge,
    host: &H,
    source: &Source,
    session: &str,
    question: &str,
) -> Result<Chatted, DatabaseFailure> {
    let asked = StageResult::Chat { question: question.to_owned(), answer: String::new() };
    let begun = report::begin(edge, host, session, StageType::Chat, (None, Some(&asked)), Wanted::Anew).await?;
    let Some(begun) = begun else { return Ok(Chatted::Busy) };
    let (ticket, place) = begun.parts();
    if ticket.activate(host).await? {
        let desk = Desk::new(edge, host, &ticket, source, host.now() + LIMIT_MS);
        let ending = match keep(edge, host, &ticket, work(edge, host, &ticket, &desk, (source, question))).await {
            Ok(Ok(ending)) => Some(ending),
            Ok(Err(why)) => Some(Ending::nothing(Status::Failed, &why)),
            Err(Broken::Panicked) => Some(Ending::nothing(Status::Failed, "internal: the stage broke off")),
            Err(Broken::Lost) => None,
        };
        desk.settle_dropped().await;
        if let Some(ending) = ending {
            ticket.end(host, &ending, &desk.unsaved()).await;
        }
    }
    drop(place);
    let stages = rows::stages(host.database(), session).await?;
    let stage = stages.into_iter().find(|stage| stage.stage_id == ticket.stage);
    Ok(stage.map_or(Chatted::Busy, |stage| Chatted::Stage(Box::new(stage))))
}

async fn work<H: Host>(
    edge: &Edge,
    host: &H,
    ticket: &Ticket,
    desk: &Desk<'_, H>,
    (source, question): (&Source, &str),
) -> Result<Ending, String> {
    let study = source.study();
    let interview = source.interview()?;
    let stages =
        rows::stages(host.database(), &ticket.session).await.map_err(|_| "the database cannot be read".to_owned())?;
    let material = Material::of(Purpose::ChatContext, interview.investigation(), &stages);
    let mut error = None;
    if source::may_call(edge, study) {
        let context = material.question(question);
        match desk.ask(Task::Chat, context.clone(), None).await {
            Ok(reply) => match reports::chat(&reply, &context.transcript) {
                Ok(checked) => return Ok(said(question, checked.report, None, None)),
                Err(unusable) => error = Some(format!("model: {unusable}")),
            },
            Err(kind) => error = Some(because(kind)),
        }
    }
    Ok(said(question, local::chat(question, &material.investigation), error, Some("rules".to_owned())))
}

fn said(question: &str, answer: String, error: Option<String>, provider: Option<String>) -> Ending {
    let result = StageResult::Chat { question: question.to_owned(), answer };
    Ending { status: Status::Completed, error, provider, made: Made::Result(result) }
}
