//! Which part of a simulation who plays, what that may cost, and what it cost.

use std::{path::Path, sync::atomic::Ordering};

use anyhow::{Result, bail};
use querent_engine::{
    diagnostic::did_you_mean,
    llm::{
        AnswerContext, Context, Task, Usage,
        prompts::{Prompt, Tag, render},
        settings::LlmSettings,
    },
    simulation::{Bank, Persona, sample},
    study::Study,
};

use super::{
    super::{
        caller::{Caller, Limits},
        models::Models,
        print,
        project::Project,
        replies::Replies,
    },
    Options,
    crowd::Sums,
    voices::{Record, Source, Voice},
};

/// The word for the rules.
pub(super) const RULES: &str = "rules";

/// The word for the models of `llm.yaml`.
const MODEL: &str = "model";

/// What a study's list of models says in a simulation, unless it names its own: the same whoever is asked, so that the hash
/// of the study is the same with and without keys.
const STAND_IN: &str = "model";

/// Calls an interviewer makes for an answer: a reading and a question.
const CALLS_A_TURN: u64 = 2;

/// Who plays which part.
#[derive(Debug)]
pub(super) struct Parts {
    source: Option<Source>,
    respondent: Option<Vec<String>>,
    interviewer: Option<Vec<String>>,
    settings: LlmSettings,
}

impl Parts {
    /// As the command line says.
    pub(super) fn open(options: &Options) -> Result<Self> {
        let is_rules = options.respondent == RULES && options.interviewer == RULES;
        let models = if is_rules && options.replies.is_none() {
            return Ok(Self { source: None, respondent: None, interviewer: None, settings: LlmSettings::default() });
        } else {
            Models::find(&Project::find()?)?
        };
        if is_rules {
            bail!("nobody speaks by these replies; add --respondent model, --interviewer model or both");
        }
        if !options.max_usd.is_finite() || options.max_usd < 0.0 {
            bail!("--max-usd takes an amount of US dollars from 0 on, not {}", options.max_usd);
        }
        let settings = models.settings.clone();
        let respondent = chosen(&options.respondent, &settings)?;
        let interviewer = chosen(&options.interviewer, &settings)?;
        let source = if let Some(file) = &options.replies {
            Source::File(Replies::open(file)?)
        } else {
            require_keys(&models, respondent.as_deref(), interviewer.as_deref())?;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 or more, and bounded first")]
            let nano_usd = (options.max_usd.min(1e9) * 1e9).round() as u64;
            Source::Models(Box::new(Caller::new(models, Limits { calls: options.max_calls, nano_usd })?))
        };
        Ok(Self { source: Some(source), respondent, interviewer, settings })
    }

    /// The study as it is held: where a model interviews, it has models.
    pub(super) fn equipped(&self, mut study: Study) -> Study {
        if self.interviewer.is_some() {
            self.settings.equip(&[STAND_IN.to_owned()], &mut study.models, &mut study.calls);
        }
        study
    }

    pub(super) fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// Whether interviews wait for a network.
    pub(super) fn waits(&self) -> bool {
        matches!(self.source, Some(Source::Models(_)))
    }

    pub(super) fn respondent<'a>(&'a self, record: Option<&'a Record>) -> Option<Voice<'a>> {
        self.voice(self.respondent.as_ref(), record)
    }

    pub(super) fn interviewer<'a>(&'a self, record: Option<&'a Record>) -> Option<Voice<'a>> {
        self.voice(self.interviewer.as_ref(), record)
    }

    fn voice<'a>(&'a self, chosen: Option<&Vec<String>>, record: Option<&'a Record>) -> Option<Voice<'a>> {
        let source = self.source.as_ref()?;
        chosen.map(|chosen| Voice { source, chosen: chosen.clone(), record, outdated: 0.into() })
    }

    /// The file replies are recorded in, beside the sessions.
    pub(super) fn record(&self, folder: Option<&Path>) -> Result<Option<Record>> {
        match (&self.source, folder) {
            (Some(_), Some(folder)) => Record::begin(folder.join("replies.jsonl")).map(Some),
            (Some(_) | None, _) => Ok(None),
        }
    }

    /// Says before anything is asked who is, how often, and what that costs at most.
    pub(super) fn announce(&self, interviews: u64, study: &Study, bank: &Bank, personas: &[Persona]) {
        let Some(Source::Models(caller)) = &self.source else { return };
        let turns = u64::from(study.limits.max_turns).saturating_mul(interviews);
        let usable = caller.models().usable();
        let (mut calls, mut nano, mut is_priced) = (0, 0_u64, true);
        let mut told = Vec::new();
        for (part, chosen, task, prompts, each) in [
            ("respondents", &self.respondent, Task::SyntheticRespondent, answers(personas, bank, study), 1),
            ("interviewer", &self.interviewer, Task::TurnAnalysis, readings(study), CALLS_A_TURN),
        ] {
            let Some(chosen) = chosen else { continue };
            let names = self.settings.models_for(task, chosen);
            let Some(name) = names.into_iter().find(|name| usable.contains(name)) else { continue };
            told.push(format!("{part}: {name}"));
            calls += turns.saturating_mul(each);
            let Some(record) = self.settings.models.get(&name) else { continue };
            let output = self.settings.max_output(task).saturating_add(record.thinking_tokens).min(record.max_output);
            let costs = prompts.iter().map(|prompt| {
                let input = u64::from(prompt.tokens().saturating_add(prompt.output.tokens()));
                record.cost(&Usage { input, output: output.into(), ..Usage::default() })
            });
            // A question is shorter than a reading; counted as one, it makes the sum rather too high.
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
        print::remark(format_args!("{}; up to {calls} calls, {cost}.", told.join(", ")));
    }

    /// Says afterwards what a reader of the report has to know.
    pub(super) fn remark(wanted: u64, sums: &[Sums], voices: [Option<&Voice<'_>>; 2]) {
        let outdated: u64 = voices.iter().flatten().map(|voice| voice.outdated.load(Ordering::Relaxed)).sum();
        if outdated > 0 {
            print::remark(format_args!(
                "{outdated} recorded replies were given to other words than were said now: the study, a persona or a prompt \
                 changed since. The rules stood in for them."
            ));
        }
        let held: u64 = sums.iter().map(|sums| sums.figures.interviews).sum();
        if held < wanted {
            print::remark(format_args!(
                "{held} of {wanted} interviews were held: the limit of --max-calls or --max-usd was reached."
            ));
        }
    }
}

/// The models a word stands for: none for the rules, an empty list for those of the task's class.
fn chosen(word: &str, settings: &LlmSettings) -> Result<Option<Vec<String>>> {
    match word {
        RULES => Ok(None),
        MODEL => Ok(Some(Vec::new())),
        name if settings.models.get(name).is_some_and(|record| !record.embeds()) => Ok(Some(vec![name.to_owned()])),
        name => {
            let writes =
                settings.models.iter().filter(|(_, record)| !record.embeds()).map(|(name, _)| name.to_string());
            let known: Vec<String> = [RULES, MODEL].into_iter().map(str::to_owned).chain(writes).collect();
            bail!("nobody is called `{name}`; {} ({})", did_you_mean(name, &known), known.join(", "))
        }
    }
}

/// Refuses to begin where nobody could be asked.
fn require_keys(models: &Models, respondent: Option<&[String]>, interviewer: Option<&[String]>) -> Result<()> {
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
            "no model can be asked for `{}`: set {} to a key, give --replies a file of recorded replies, or let the rules \
             speak",
            task.id(),
            keys.join(" or ")
        );
    }
    Ok(())
}

/// A prompt for an answer of each persona.
fn answers(personas: &[Persona], bank: &Bank, study: &Study) -> Vec<Prompt> {
    personas.iter().filter_map(|persona| sample(persona, bank, study).ok()).collect()
}

/// A prompt for the reading of an answer.
fn readings(study: &Study) -> Vec<Prompt> {
    let answer = "x".repeat(800);
    let context = Context::Answer(Box::new(AnswerContext { answer, ..AnswerContext::default() }));
    render(Task::TurnAnalysis, &context, &study.frame(), &Tag::new("sample", b"sample")).into_iter().collect()
}
