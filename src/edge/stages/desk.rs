//! Calls of models for a stage: reserved in the ledger, made like every other call, and written down one by one.

use std::sync::{Mutex, PoisonError};

use super::{rows::text, source::Source, sql, ticket::Ticket};
use crate::{
    edge::{
        Edge, Gone, Served, calling, check,
        counters::{Admission, Answered, Call, Ledger},
        database::{Database, Statement, Value},
        host::{Exchange, Host},
        http::ReplyHead,
        limits::{Limits, Spending},
        sessions::random_id,
        tasks::{Haste, Work},
    },
    llm::{
        Completion, Context, Effort, FailureKind, Form, ReportContext, Task,
        prompts::{self, Prompt, Tag},
        redaction::Marks,
    },
    stages::{Body, Interaction},
    text::sha256,
};

/// With less than this left of a run no call is begun, made again or passed on, in milliseconds.
pub(super) const LEAST_MS: u64 = 10_000;

/// What a run asks models with.
pub(super) struct Desk<'a, H: Host> {
    edge: &'a Edge,
    host: &'a H,
    ticket: &'a Ticket,
    served: Served,
    /// What stands for details of the respondent, where the study hides them.
    marks: Marks,
    limits: Limits,
    /// When the run has to be over.
    ends_at: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The reservation of the call under way, with what it costs at least.
    open: Option<(String, Spending)>,
    /// What could not be written yet.
    unsaved: Vec<Statement>,
    /// Who replied to the first call: provider and model.
    judge: Option<(Option<String>, String)>,
}

/// A reply, and nobody to hand it on to.
struct Nobody;

impl Exchange for Nobody {
    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Gone> {
        Ok(None)
    }

    async fn head(&mut self, _: ReplyHead) -> Result<(), Gone> {
        Err(Gone)
    }

    async fn write(&mut self, _: Vec<u8>) -> Result<(), Gone> {
        Err(Gone)
    }

    async fn end(&mut self) {}
}

impl<'a, H: Host> Desk<'a, H> {
    pub(super) fn new(edge: &'a Edge, host: &'a H, ticket: &'a Ticket, source: &Source, ends_at: u64) -> Self {
        // A run spends from the day's purses of study and endpoint, within a budget of its own, at its own pace.
        let limits =
            Limits { session: edge.limits.stage, call_every_ms: 0, concurrency: u64::MAX, ..edge.limits.clone() };
        let served = Served::new(source.study().clone(), Vec::new());
        Self { edge, host, ticket, served, marks: source.marks(), limits, ends_at, state: Mutex::default() }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Milliseconds until the run has to be over.
    pub(super) fn left(&self) -> u64 {
        self.ends_at.saturating_sub(self.host.now())
    }

    /// Whether there is no time for another call.
    pub(super) fn is_late(&self) -> bool {
        self.left() < LEAST_MS
    }

    /// Provider and model of the first reply.
    pub(super) fn judge(&self) -> Option<(Option<String>, String)> {
        self.state().judge.clone()
    }

    /// What could not be written yet, for the run's last transaction.
    pub(super) fn unsaved(&self) -> Vec<Statement> {
        std::mem::take(&mut self.state().unsaved)
    }

    /// Asks the models of a task's class, `first` before the others. Writes down what was said.
    pub(super) async fn ask(
        &self,
        task: Task,
        mut context: ReportContext,
        first: Option<&str>,
    ) -> Result<String, FailureKind> {
        let Self { edge, host, .. } = *self;
        if self.is_late() {
            return Err(FailureKind::TimeoutTotal);
        }
        let request = random_id(host);
        let mut nonce = [0; 16];
        host.random(&mut nonce);
        let mut marks = self.marks.clone();
        if let Some(redaction) = &self.served.study.redaction {
            context.hide(redaction, &mut marks);
        }
        let context = Context::Report(Box::new(context));
        let prompt = prompts::render(task, &context, &self.served.study.frame(), &Tag::new(&request, &nonce))
            .map_err(|_| FailureKind::InvalidRequest)?;
        let started_at = host.now();
        let work = Work {
            served: &self.served,
            task,
            turn: 0,
            session: &self.ticket.stage,
            request: &request,
            context,
            prompt,
            max_output: edge.settings.max_output(task),
            deadline_ms: u32::try_from(self.left()).unwrap_or(u32::MAX),
            started_at,
            first,
            haste: Haste { ends_at: self.ends_at, least_ms: LEAST_MS },
        };
        let ended = self.call(&work).await;
        self.write_down(&work, &ended, started_at).await?;
        match ended {
            Ok(completion) if task.form() == Form::Json => Ok(marks.restore_json(&completion.output)),
            Ok(completion) => Ok(marks.restore(&completion.output)),
            Err((kind, _)) => Err(kind),
        }
    }

    /// Reserves, asks and settles.
    async fn call(&self, work: &Work<'_>) -> Result<Completion, (FailureKind, Effort)> {
        let Self { edge, host, ticket, .. } = *self;
        let nothing = |kind| (kind, Effort::default());
        let most = calling::most(edge, work).ok_or_else(|| nothing(FailureKind::Unavailable))?;
        let ledger = Ledger::new(host.database(), &self.limits);
        let hold = random_id(host);
        let call = Call {
            session: &ticket.stage,
            study: &self.served.study.id,
            turn: 0,
            request: work.request,
            body_hash: "",
            hold: &hold,
            most,
        };
        let refused = |_| nothing(FailureKind::BudgetExhausted);
        ledger.begin(&ticket.stage, &self.served.study.id, work.started_at).await.map_err(refused)?;
        match ledger.admit(&call, work.started_at).await.map_err(refused)? {
            Admission::Admitted => {}
            Admission::Known(_) | Admission::Refused(_) => return Err(nothing(FailureKind::BudgetExhausted)),
        }
        self.state().open = Some((hold.clone(), Spending { output: 0, ..most }));
        let ended = calling::run(edge, &mut Nobody, host, work, &call, &ledger, None).await;
        let effort = match &ended {
            Ok(completion) => completion.effort.clone(),
            Err(failure) => failure.effort.clone(),
        };
        let settled = ledger.settle(&call, Spending::of(&effort), Answered::Nothing, host.now()).await;
        // Counters that fail now cost the endpoint: the reservation lapses by the clock.
        drop(settled);
        self.state().open = None;
        let completion = ended.map_err(|failure| (failure.kind, failure.effort))?;
        match check::completion(work, &edge.limits, &completion.output) {
            Ok(output) => Ok(Completion { output, ..completion }),
            Err(kind) => Err((kind, completion.effort)),
        }
    }

    /// Charges a call that was dropped with its run: what it was sent was read.
    pub(super) async fn settle_dropped(&self) {
        let Some((hold, spent)) = self.state().open.take() else { return };
        let ledger = Ledger::new(self.host.database(), &self.limits);
        let call = Call {
            session: &self.ticket.stage,
            study: &self.served.study.id,
            turn: 0,
            request: "",
            body_hash: "",
            hold: &hold,
            most: spent,
        };
        drop(ledger.settle(&call, spent, Answered::Nothing, self.host.now()).await);
    }

    /// Writes a call down. What the database does not take now goes into the run's last transaction.
    async fn write_down(
        &self,
        work: &Work<'_>,
        ended: &Result<Completion, (FailureKind, Effort)>,
        started_at: u64,
    ) -> Result<(), FailureKind> {
        let (effort, output, model) = match ended {
            Ok(completion) => (&completion.effort, Some(completion.output.as_str()), Some(completion.model.clone())),
            Err((_, effort)) => (effort, None, None),
        };
        if effort.attempts == 0 {
            return Ok(());
        }
        let provider_of = |model: &str| self.edge.settings.models.get(model).map(|record| record.provider.to_string());
        if let Some(model) = &model {
            self.state().judge.get_or_insert_with(|| (provider_of(model), model.clone()));
        }
        let keeps = self.served.study.privacy.store_llm_bodies;
        let interaction = Interaction {
            interaction_id: random_id(self.host),
            execution_id: self.ticket.execution.clone(),
            stage_id: self.ticket.stage.clone(),
            session_id: self.ticket.session.clone(),
            created_at: started_at,
            interaction_type: work.task,
            model: model.clone(),
            duration_ms: effort.latency_ms,
            usage: effort.usage,
            cost_nano_usd: effort.cost_nano_usd,
            error_message: ended.as_ref().err().map(|(kind, _)| word(*kind)),
            request: body(&said(&work.prompt), keeps),
            response: output.map(|output| body(output, keeps)),
        };
        let record = serde_json::to_string(&interaction).unwrap_or_default();
        let tokens = effort.usage;
        let from = effort.fallback_from.as_deref();
        let batch = vec![
            self.ticket.statement(
                sql::INTERACTION,
                [
                    interaction.interaction_id.as_str().into(),
                    self.ticket.execution.as_str().into(),
                    Value::of(started_at),
                    Value::Text(record),
                ],
            ),
            self.ticket.statement(
                sql::SPENT,
                [
                    Value::of(tokens.input),
                    Value::of(tokens.output),
                    Value::of(tokens.cached_input),
                    Value::of(tokens.cache_write),
                    Value::of(tokens.reasoning),
                    effort.cost_nano_usd.map_or(Value::Null, Value::of),
                    text(model.as_deref().and_then(provider_of).as_deref()),
                    text(model.as_deref()),
                    text(from.and_then(provider_of).as_deref()),
                    text(from),
                ],
            ),
        ];
        match self.host.database().batch(batch.clone()).await {
            Ok(done) if done.first().is_some_and(|done| done.changes == 0) => Err(FailureKind::Cancelled),
            Ok(_) => Ok(()),
            Err(_) => {
                self.state().unsaved.extend(batch);
                Ok(())
            }
        }
    }
}

/// A failure in its own word.
pub(super) fn word(kind: FailureKind) -> String {
    serde_json::to_value(kind).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

/// All that was said to a model.
fn said(prompt: &Prompt) -> String {
    [prompt.system.as_str(), "\n\n", prompt.user.as_str()].concat()
}

fn body(text: &str, keeps: bool) -> Body {
    Body { sha256: sha256(text.as_bytes()), bytes: text.len() as u64, text: keeps.then(|| text.to_owned()) }
}
