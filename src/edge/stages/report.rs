//! What a session found: its synthesis and, from that, its summary. Where no model may be asked or none replies, the
//! local forms stand in, and the stage says so by its provider, `rules`.

use super::{
    desk::{Desk, LEAST_MS},
    keep::{Broken, keep},
    rows,
    runs::Place,
    scoring::because,
    source::{self, Source},
    sql,
    ticket::{Ending, LEASE_MS, Made, Ticket, first_changed},
};
use crate::{
    edge::{
        Edge,
        database::{Database, DatabaseFailure, Value},
        host::Host,
    },
    llm::{Task, reports},
    stages::{Material, Purpose, StageResult, StageType, Status, local},
};

/// Milliseconds for one report, retries and other models included.
const LIMIT_MS: u64 = 300_000;

/// Whether a report that is there is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// It is; one is made only where none is.
    Once,
    /// Another one is made; the earlier ones are kept.
    Anew,
}

/// A stage that stands in the database and is to be carried out.
pub(super) struct Begun<'a> {
    pub(super) ticket: Ticket,
    place: Place<'a>,
}

impl<'a> Begun<'a> {
    /// The run, and its place among those under way.
    pub(super) fn parts(self) -> (Ticket, Place<'a>) {
        (self.ticket, self.place)
    }
}

/// Begins a stage, unless one of its type is under way or, wanted once, was completed. None: it does not begin.
pub(super) async fn begin<'a, H: Host>(
    edge: &'a Edge,
    host: &H,
    session: &str,
    kind: StageType,
    (refers_to, so_far): (Option<&str>, Option<&StageResult>),
    wanted: Wanted,
) -> Result<Option<Begun<'a>>, DatabaseFailure> {
    let ticket = Ticket::new(host, edge.runs.owner(host), session, kind);
    let Ok(place) = edge.runs.enter(ticket.stage.clone(), host.now()) else { return Ok(None) };
    let name = match kind {
        StageType::Investigation => "Interview",
        StageType::Synthesis => "Synthesis",
        StageType::Chat => "Chat",
        StageType::ExecSummary => "Executive summary",
        StageType::Scoring => "Scoring",
    };
    let once = match wanted {
        Wanted::Once => 1,
        Wanted::Anew => 0,
    };
    let now = host.now();
    let begins = [
        session.into(),
        name.into(),
        kind.id().into(),
        rows::text(refers_to),
        rows::json(so_far),
        Value::of(now + LEASE_MS),
        Value::Number(once),
    ];
    let mut batch = vec![ticket.statement(sql::BEGIN, begins), ticket.execution()];
    batch.extend(ticket.notices(Status::Pending, None, now));
    let done = host.database().batch(batch).await?;
    Ok(first_changed(&done).then_some(Begun { ticket, place }))
}

/// What a report came to.
struct Written {
    result: StageResult,
    /// Why a model did not write it, where one should have.
    instead_of: Option<String>,
    is_by_rules: bool,
}

/// Writes the synthesis that has begun and the summary after it. Never fails: what happens is the stages' status.
pub(super) async fn write<H: Host>(edge: &Edge, host: &H, begun: Begun<'_>, source: &Source, wanted: Wanted) {
    let session = begun.ticket.session.clone();
    carry_out(edge, host, begun, source).await;
    summarise(edge, host, &session, source, wanted).await;
}

/// Writes the summary of the latest synthesis.
pub(super) async fn summarise<H: Host>(edge: &Edge, host: &H, session: &str, source: &Source, wanted: Wanted) {
    // A database that cannot be used leaves nothing begun.
    if let Ok(Some(begun)) = begin(edge, host, session, StageType::ExecSummary, (None, None), wanted).await {
        carry_out(edge, host, begun, source).await;
    }
}

async fn carry_out<H: Host>(edge: &Edge, host: &H, begun: Begun<'_>, source: &Source) {
    let (ticket, place) = begun.parts();
    if matches!(ticket.activate(host).await, Ok(true)) {
        let desk = Desk::new(edge, host, &ticket, source, host.now() + LIMIT_MS);
        let ending = match keep(edge, host, &ticket, work(edge, host, &ticket, &desk, source)).await {
            Ok(Ok(written)) => Some(ended(written)),
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
}

fn ended(written: Written) -> Ending {
    let Written { result, instead_of, is_by_rules } = written;
    let provider = is_by_rules.then(|| "rules".to_owned());
    Ending { status: Status::Completed, error: instead_of, provider, made: Made::Result(result) }
}

async fn work<H: Host>(
    edge: &Edge,
    host: &H,
    ticket: &Ticket,
    desk: &Desk<'_, H>,
    source: &Source,
) -> Result<Written, String> {
    let study = source.study();
    let interview = source.interview()?;
    let stages =
        rows::stages(host.database(), &ticket.session).await.map_err(|_| "the database cannot be read".to_owned())?;
    let investigation = interview.investigation();
    let may_call = source::may_call(edge, study);
    match ticket.kind {
        StageType::ExecSummary => {
            let material = Material::of(Purpose::NextStageContext, investigation, &stages);
            Ok(summary(desk, &material, may_call).await)
        }
        StageType::Investigation | StageType::Synthesis | StageType::Chat | StageType::Scoring => {
            let material = Material::of(Purpose::NextStageContext, investigation, &[]);
            synthesis(desk, &material, may_call).await
        }
    }
}

/// The synthesis of a model, every quote held against the transcript; else the local one.
async fn synthesis<H: Host>(desk: &Desk<'_, H>, material: &Material<'_>, may_call: bool) -> Result<Written, String> {
    let mut instead_of = None;
    if may_call {
        let context = material.report_context();
        match desk.ask(Task::Synthesis, context.clone(), None).await {
            Ok(reply) => match reports::synthesis(&reply, &context) {
                Ok(checked) => {
                    let synthesis = serde_json::to_value(&checked.report).map_err(|error| error.to_string())?;
                    return Ok(Written {
                        result: StageResult::Synthesis { synthesis },
                        instead_of,
                        is_by_rules: false,
                    });
                }
                Err(unusable) => instead_of = Some(format!("model: {unusable}")),
            },
            Err(kind) => instead_of = Some(because(kind)),
        }
    }
    let synthesis =
        serde_json::to_value(local::synthesis(&material.investigation)).map_err(|error| error.to_string())?;
    Ok(Written { result: StageResult::Synthesis { synthesis }, instead_of, is_by_rules: true })
}

/// The summary of a model; else the local one. It is open to failure: the local one is always there.
async fn summary<H: Host>(desk: &Desk<'_, H>, material: &Material<'_>, may_call: bool) -> Written {
    let mut instead_of = None;
    let context = material.report_context();
    if may_call && context.earlier.is_some() && desk.left() > LEAST_MS {
        match desk.ask(Task::ExecSummary, context, None).await {
            Ok(reply) => match reports::summary(&reply) {
                Ok(checked) => {
                    return Written {
                        result: StageResult::ExecSummary { lines: checked.report },
                        instead_of,
                        is_by_rules: false,
                    };
                }
                Err(unusable) => instead_of = Some(format!("model: {unusable}")),
            },
            Err(kind) => instead_of = Some(because(kind)),
        }
    }
    let lines = of_synthesis(material).unwrap_or_else(|| local::summary(&material.investigation));
    Written { result: StageResult::ExecSummary { lines }, instead_of, is_by_rules: true }
}

/// The local summary of the synthesis that is there.
fn of_synthesis(material: &Material<'_>) -> Option<Vec<String>> {
    let lines = material.synthesis.as_ref().map(reports::local_summary)?;
    (!lines.is_empty()).then_some(lines)
}
