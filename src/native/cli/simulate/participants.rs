//! The participants of a simulation: rules or models as respondent and interviewer, with their estimated cost.

use std::{path::Path, sync::atomic::Ordering};

use anyhow::{Result, bail};
use querent_engine::{
    engine::{
        diagnostic::did_you_mean,
        model::{AnswerContext, Task, TaskContext, TokenUsage},
        study::Study,
    },
    studio::{
        personas::{FactBank, Persona},
        prompts::{Prompt, Tag, render},
        settings::LlmSettings,
        simulation::sample,
    },
};

use super::{
    super::{
        available_models::AvailableModels,
        model_caller::{ProviderCaller, SpendingLimits},
        project::Project,
        recorded_replies::RecordedReplies,
    },
    model_participant::{ModelParticipant, ReplyFile, ReplySource},
    options::{RULES, SimulateOptions},
    runner::Totals,
};
use crate::native::print;

/// The word for the models of `llm.yaml`.
const MODEL: &str = "model";

/// Model name of a study without its own. It does not depend on the models called, so the hash of the study is the same with
/// and without keys.
const STAND_IN: &str = "model";

/// Calls of an interviewer per turn: a reading and a question.
const CALLS_A_TURN: u64 = 2;

/// Creates the respondent and the interviewer of a simulation.
#[derive(Debug)]
pub(super) struct ParticipantFactory {
    source: Option<ReplySource>,
    respondent: Option<Vec<String>>,
    interviewer: Option<Vec<String>>,
    settings: LlmSettings,
}

impl ParticipantFactory {
    /// Creates the participants that the options name.
    pub(super) fn open(options: &SimulateOptions) -> Result<Self> {
        let is_rules = options.respondent == RULES && options.interviewer == RULES;
        let models = if is_rules && options.replies.is_none() {
            return Ok(Self { source: None, respondent: None, interviewer: None, settings: LlmSettings::default() });
        } else {
            AvailableModels::load(&Project::find()?)?
        };
        if is_rules {
            bail!("no participant uses these replies; add --respondent model, --interviewer model or both");
        }
        if !options.max_usd.is_finite() || options.max_usd < 0.0 {
            bail!("--max-usd takes an amount of US dollars from 0 on, not {}", options.max_usd);
        }
        let settings = models.settings.clone();
        let respondent = chosen(&options.respondent, &settings)?;
        let interviewer = chosen(&options.interviewer, &settings)?;
        let source = if let Some(file) = &options.replies {
            ReplySource::File(RecordedReplies::open(file)?)
        } else {
            require_keys(&models, respondent.as_deref(), interviewer.as_deref())?;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 or more, and bounded first")]
            let nano_usd = (options.max_usd.min(1e9) * 1e9).round() as u64;
            ReplySource::Models(Box::new(ProviderCaller::new(
                models,
                SpendingLimits { calls: options.max_calls, nano_usd },
            )?))
        };
        Ok(Self { source: Some(source), respondent, interviewer, settings })
    }

    /// Adds models to the study if a model interviews.
    pub(super) fn equip(&self, mut study: Study) -> Study {
        if self.interviewer.is_some() {
            self.settings.equip(&[STAND_IN.to_owned()], &mut study.models, &mut study.calls);
        }
        study
    }

    pub(super) fn source(&self) -> Option<&ReplySource> {
        self.source.as_ref()
    }

    /// Whether interviews wait for the network.
    pub(super) fn waits(&self) -> bool {
        matches!(self.source, Some(ReplySource::Models(_)))
    }

    pub(super) fn respondent<'a>(&'a self, record: Option<&'a ReplyFile>) -> Option<ModelParticipant<'a>> {
        self.voice(self.respondent.as_ref(), record)
    }

    pub(super) fn interviewer<'a>(&'a self, record: Option<&'a ReplyFile>) -> Option<ModelParticipant<'a>> {
        self.voice(self.interviewer.as_ref(), record)
    }

    fn voice<'a>(
        &'a self,
        chosen: Option<&Vec<String>>,
        record: Option<&'a ReplyFile>,
    ) -> Option<ModelParticipant<'a>> {
        let source = self.source.as_ref()?;
        chosen.map(|chosen| ModelParticipant { source, chosen: chosen.clone(), record, other_prompts: 0.into() })
    }

    /// Creates the file for recorded replies beside the sessions.
    pub(super) fn record(&self, folder: Option<&Path>) -> Result<Option<ReplyFile>> {
        match (&self.source, folder) {
            (Some(_), Some(folder)) => ReplyFile::create(folder.join("replies.jsonl")).map(Some),
            (Some(_) | None, _) => Ok(None),
        }
    }

    /// Prints the models, the most calls and the most cost before the first call.
    pub(super) fn print_estimate(&self, interviews: u64, study: &Study, bank: &FactBank, personas: &[Persona]) {
        let Some(ReplySource::Models(caller)) = &self.source else { return };
        let turns = u64::from(study.limits.max_turns).saturating_mul(interviews);
        let usable = caller.models().usable();
        let (mut calls, mut nano, mut is_priced) = (0, 0_u64, true);
        let mut speakers = Vec::new();
        for (part, chosen, task, prompts, each) in [
            ("respondents", &self.respondent, Task::SyntheticRespondent, answers(personas, bank, study), 1),
            ("interviewer", &self.interviewer, Task::TurnAnalysis, readings(study), CALLS_A_TURN),
        ] {
            let Some(chosen) = chosen else { continue };
            let names = self.settings.models_for(task, chosen);
            let Some(name) = names.into_iter().find(|name| usable.contains(name)) else { continue };
            speakers.push(format!("{part}: {name}"));
            calls += turns.saturating_mul(each);
            let Some(record) = self.settings.models.get(&name) else { continue };
            let output = self.settings.max_output(task).saturating_add(record.thinking_tokens).min(record.max_output);
            let costs = prompts.iter().map(|prompt| {
                let input = u64::from(prompt.tokens().saturating_add(prompt.output.tokens()));
                record.cost(&TokenUsage { input, output: output.into(), ..TokenUsage::default() })
            });
            // A question is counted like a reading, which costs more, so the estimate is too high rather than too low.
            let costs: Option<Vec<u64>> = costs.collect();
            let one = costs.map(|costs| costs.iter().copied().max().unwrap_or_default());
            is_priced &= one.is_some();
            nano = nano.saturating_add(one.unwrap_or_default().saturating_mul(turns).saturating_mul(each));
        }
        let cost = if is_priced {
            format!("US$ {} at most without retries", print::dollars(nano))
        } else {
            "no price known".to_owned()
        };
        print::remark(format_args!("{}; up to {calls} calls, {cost}.", speakers.join(", ")));
    }

    /// Prints warnings about the results.
    pub(super) fn print_warnings(
        wanted: u64,
        totals: &[Totals],
        model_participants: [Option<&ModelParticipant<'_>>; 2],
    ) {
        let other_prompts: u64 =
            model_participants.iter().flatten().map(|voice| voice.other_prompts.load(Ordering::Relaxed)).sum();
        if other_prompts > 0 {
            print::remark(format_args!(
                "{other_prompts} recorded replies were given to other words: the study, a persona or a prompt has changed. The \
                 rules were used instead."
            ));
        }
        let held: u64 = totals.iter().map(|totals| totals.figures.interviews).sum();
        if held < wanted {
            print::remark(format_args!(
                "{held} of {wanted} interviews were held: the limit of --max-calls or --max-usd was reached."
            ));
        }
    }
}

/// Returns the models that an option names: none for the rules, an empty list for the models of the task's class.
fn chosen(word: &str, settings: &LlmSettings) -> Result<Option<Vec<String>>> {
    match word {
        RULES => Ok(None),
        MODEL => Ok(Some(Vec::new())),
        name if settings.models.get(name).is_some_and(|record| !record.embeds()) => Ok(Some(vec![name.to_owned()])),
        name => {
            let writes =
                settings.models.iter().filter(|(_, record)| !record.embeds()).map(|(name, _)| name.to_string());
            let known: Vec<String> = [RULES, MODEL].into_iter().map(str::to_owned).chain(writes).collect();
            bail!("there is no participant `{name}`; {} ({})", did_you_mean(name, &known), known.join(", "))
        }
    }
}

/// Refuses to start if a participant has no available model.
fn require_keys(models: &AvailableModels, respondent: Option<&[String]>, interviewer: Option<&[String]>) -> Result<()> {
    let usable = models.usable();
    let settings = &models.settings;
    for (chosen, task) in [(respondent, Task::SyntheticRespondent), (interviewer, Task::TurnAnalysis)] {
        let Some(chosen) = chosen else { continue };
        let names = settings.models_for(task, chosen);
        if names.iter().any(|name| usable.contains(name)) {
            continue;
        }
        let keys: Vec<&str> = names
            .iter()
            .filter_map(|name| settings.model(name).and_then(|(_, provider)| provider.key_env.as_deref()))
            .collect();
        if keys.is_empty() {
            bail!("config/llm.yaml has no model for `{}`; name one under `classes`", task.id());
        }
        let mut keys = keys;
        keys.dedup();
        bail!(
            "no model is available for `{}`: set {} to a key, give --replies a file of recorded replies, or use the \
             rules",
            task.id(),
            keys.join(" or ")
        );
    }
    Ok(())
}

/// Renders a sample prompt for an answer of each persona.
fn answers(personas: &[Persona], bank: &FactBank, study: &Study) -> Vec<Prompt> {
    personas.iter().filter_map(|persona| sample(persona, bank, study).ok()).collect()
}

/// Renders a sample prompt for the reading of an answer.
fn readings(study: &Study) -> Vec<Prompt> {
    let answer = "x".repeat(800);
    let context = TaskContext::Answer(Box::new(AnswerContext { answer, ..AnswerContext::default() }));
    render(Task::TurnAnalysis, &context, &study.frame(), &Tag::new("sample", b"sample")).into_iter().collect()
}
