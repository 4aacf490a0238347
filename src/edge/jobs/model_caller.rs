//! Model calls of a job: reserved in the ledger, made like every other call, and recorded one by one.

use std::{
    convert::Infallible,
    sync::{Mutex, PoisonError},
};

use super::{run_lease::RunLease, session::CollectedSession, sql};
use crate::{
    edge::{
        auth::ServedStudy,
        budget::{Admission, BudgetedCall, EndpointLimits, Ledger, Settlement, Spending},
        database::{Database, QueryResult, SqlValue, Statement},
        http::{Host, random_id},
        state::Endpoint,
        tasks::{Deadline, TaskCall, call_model, check_output, max_cost},
    },
    engine::{
        model::{CallUsage, Completion, FailureKind, OutputFormat, ReportContext, Task, TaskContext},
        redaction::Placeholders,
        text::sha256,
    },
    studio::{
        prompts::{self, Prompt, Tag},
        stages::{Interaction, InteractionBody},
    },
};

/// No call or retry starts with less time than this left, milliseconds.
pub(super) const MARGIN_MS: u64 = 10_000;

/// Calls models for one job.
pub(super) struct StageModelCaller<'a, H: Host> {
    edge: &'a Endpoint,
    host: &'a H,
    lease: &'a RunLease,
    served: ServedStudy,
    /// Placeholders of the respondent's personal data, if the study redacts.
    placeholders: Placeholders,
    limits: EndpointLimits,
    /// Deadline of the job, milliseconds since the epoch.
    ends_at: u64,
    state: Mutex<CallerState>,
}

#[derive(Default)]
struct CallerState {
    /// The reservation of the call in progress, with its minimum cost.
    open: Option<(String, Spending)>,
    /// Statements that the database did not take yet.
    unsaved: Vec<Statement>,
    /// Provider and model of the first reply.
    judge: Option<(Option<String>, String)>,
}

impl<'a, H: Host> StageModelCaller<'a, H> {
    /// The caller of a job that has to end in `limit_ms` milliseconds.
    pub(super) fn new(
        edge: &'a Endpoint,
        host: &'a H,
        lease: &'a RunLease,
        session: &CollectedSession,
        limit_ms: u64,
    ) -> Self {
        // A job has its own budget within the daily ones, and no rate limit.
        let limits = EndpointLimits {
            session: edge.limits.stage,
            call_every_ms: 0,
            concurrency: u64::MAX,
            ..edge.limits.clone()
        };
        let served = ServedStudy::new(session.study().clone(), Vec::new());
        let ends_at = host.now() + limit_ms;
        Self {
            edge,
            host,
            lease,
            served,
            placeholders: session.placeholders(),
            limits,
            ends_at,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, CallerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Milliseconds until the deadline.
    pub(super) fn time_left(&self) -> u64 {
        self.ends_at.saturating_sub(self.host.now())
    }

    /// Whether it is too late for another call.
    pub(super) fn is_late(&self) -> bool {
        self.time_left() < MARGIN_MS
    }

    /// Provider and model of the first reply.
    pub(super) fn judge(&self) -> Option<(Option<String>, String)> {
        self.state().judge.clone()
    }

    /// Takes the statements that the database did not take yet.
    pub(super) fn take_unsaved(&self) -> Vec<Statement> {
        std::mem::take(&mut self.state().unsaved)
    }

    /// Calls the models of a task's class, `first` before the others, and records the call.
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
        let mut placeholders = self.placeholders.clone();
        if let Some(redaction) = &self.served.study.redaction {
            context.hide(redaction, &mut placeholders);
        }
        let context = TaskContext::Report(Box::new(context));
        let prompt = prompts::render(task, &context, &self.served.study.frame(), &Tag::new(&request, &nonce))
            .map_err(|_| FailureKind::InvalidRequest)?;
        let started_at = host.now();
        let call = TaskCall {
            served: &self.served,
            task,
            turn: 0,
            session: &self.lease.stage,
            request: &request,
            context,
            prompt,
            max_output: edge.settings.max_output(task),
            deadline_ms: u32::try_from(self.time_left()).unwrap_or(u32::MAX),
            started_at,
            first,
            deadline: Deadline { ends_at: self.ends_at, margin_ms: MARGIN_MS },
        };
        let outcome = self.call(&call).await;
        self.record(&call, &outcome).await?;
        match outcome {
            Ok(completion) if task.output_format() == OutputFormat::Json => {
                Ok(placeholders.restore_json(&completion.output))
            }
            Ok(completion) => Ok(placeholders.restore(&completion.output)),
            Err((kind, _)) => Err(kind),
        }
    }

    fn budgeted<'b>(&'b self, request: &'b str, hold: &'b str, most: Spending) -> BudgetedCall<'b> {
        BudgetedCall {
            session: &self.lease.stage,
            study: &self.served.study.id,
            turn: 0,
            request,
            body_hash: "",
            hold,
            most,
        }
    }

    /// Reserves, calls and settles.
    async fn call(&self, call: &TaskCall<'_>) -> Result<Completion, (FailureKind, CallUsage)> {
        let Self { edge, host, lease, .. } = *self;
        let failed = |kind| (kind, CallUsage::default());
        let most = max_cost(edge, call).ok_or_else(|| failed(FailureKind::Unavailable))?;
        let ledger = Ledger::new(host.database(), &self.limits);
        let hold = random_id(host);
        let budgeted = self.budgeted(call.request, &hold, most);
        let denied = || failed(FailureKind::BudgetExhausted);
        ledger.begin(&lease.stage, &self.served.study.id, call.started_at).await.map_err(|_| denied())?;
        match ledger.admit(&budgeted, call.started_at).await {
            Ok(Admission::Admitted) => {}
            Ok(Admission::Known(_) | Admission::Denied(_)) | Err(_) => return Err(denied()),
        }
        self.state().open = Some((hold.clone(), Spending { output: 0, ..most }));
        let outcome = call_model(edge, host, call, &budgeted, &ledger, None::<&mut Infallible>).await;
        let effort = match &outcome {
            Ok(completion) => &completion.effort,
            Err(failure) => &failure.effort,
        };
        // A database error costs the endpoint: the reservation expires.
        drop(ledger.settle(&budgeted, Spending::of(effort), Settlement::Nothing, host.now()).await);
        self.state().open = None;
        let completion = outcome.map_err(|failure| (failure.kind, failure.effort))?;
        match check_output(call, &edge.limits, &completion.output) {
            Ok(output) => Ok(Completion { output, ..completion }),
            Err(kind) => Err((kind, completion.effort)),
        }
    }

    /// Charges a call that was dropped with its job: the provider has read its input.
    pub(super) async fn settle_dropped(&self) {
        let Some((hold, spent)) = self.state().open.take() else { return };
        let ledger = Ledger::new(self.host.database(), &self.limits);
        let budgeted = self.budgeted("", &hold, spent);
        drop(ledger.settle(&budgeted, spent, Settlement::Nothing, self.host.now()).await);
    }

    /// Records a call. If the database fails, the record goes into the job's last transaction.
    async fn record(
        &self,
        call: &TaskCall<'_>,
        outcome: &Result<Completion, (FailureKind, CallUsage)>,
    ) -> Result<(), FailureKind> {
        let (effort, reply, error) = match outcome {
            Ok(completion) => (&completion.effort, Some(completion), None),
            Err((kind, effort)) => (effort, None, Some(failure_word(*kind))),
        };
        if effort.attempts == 0 {
            return Ok(());
        }
        let model = reply.map(|completion| completion.model.clone());
        let provider = model.as_deref().and_then(|model| self.edge.provider_of(model));
        if let Some(model) = &model {
            self.state().judge.get_or_insert_with(|| (provider.clone(), model.clone()));
        }
        let keeps = self.served.study.privacy.store_llm_bodies;
        let interaction = Interaction {
            interaction_id: random_id(self.host),
            execution_id: self.lease.execution.clone(),
            stage_id: self.lease.stage.clone(),
            session_id: self.lease.session.clone(),
            created_at: call.started_at,
            interaction_type: call.task,
            model: model.clone(),
            duration_ms: effort.latency_ms,
            usage: effort.usage,
            cost_nano_usd: effort.cost_nano_usd,
            error_message: error,
            request: body(&prompt_text(&call.prompt), keeps),
            response: reply.map(|completion| body(&completion.output, keeps)),
        };
        let (usage, from) = (effort.usage, effort.fallback_from.as_deref());
        let record = [
            SqlValue::from(&interaction.interaction_id),
            SqlValue::from(&self.lease.execution),
            call.started_at.into(),
            SqlValue::json(&interaction),
        ];
        let added = [
            SqlValue::from(usage.input),
            usage.output.into(),
            usage.cached_input.into(),
            usage.cache_write.into(),
            usage.reasoning.into(),
            effort.cost_nano_usd.into(),
            provider.into(),
            model.into(),
            from.and_then(|model| self.edge.provider_of(model)).into(),
            from.into(),
        ];
        let batch = vec![self.lease.statement(sql::INTERACTION, record), self.lease.statement(sql::ADD_USAGE, added)];
        match self.host.database().batch(batch.clone()).await {
            Ok(results) if results.first().is_some_and(QueryResult::has_changed) => Ok(()),
            Ok(_) => Err(FailureKind::Cancelled),
            Err(_) => {
                self.state().unsaved.extend(batch);
                Ok(())
            }
        }
    }
}

/// The word of a failure.
pub(super) fn failure_word(kind: FailureKind) -> String {
    serde_json::to_value(kind).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The whole text of a prompt.
fn prompt_text(prompt: &Prompt) -> String {
    [prompt.system.as_str(), "\n\n", prompt.user.as_str()].concat()
}

fn body(text: &str, keeps: bool) -> InteractionBody {
    InteractionBody { sha256: sha256(text.as_bytes()), bytes: text.len() as u64, text: keeps.then(|| text.to_owned()) }
}
