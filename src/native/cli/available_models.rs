//! The available models: those of `config/llm.yaml` with a key in the environment.

use std::{collections::BTreeMap, env};

use anyhow::Result;
use querent_engine::{
    edge::HiddenText,
    engine::{id::Name, study::Study},
    studio::{
        documents::{self, LLM, folder},
        settings::LlmSettings,
    },
};

use super::{open::InvalidDocuments, project::Project};
use crate::native::print;

/// The model settings and the environment variables they name.
#[derive(Debug)]
pub(super) struct AvailableModels {
    pub(super) settings: LlmSettings,
    pub(super) env: BTreeMap<String, HiddenText>,
    /// Models for a study that names none of its own.
    offered: Vec<String>,
}

impl AvailableModels {
    /// Loads the settings of a project and the variables of the environment.
    pub(super) fn load(project: &Project) -> Result<Self> {
        let files = folder::folder(&project.config())?;
        if files.get(LLM).is_none() {
            return Ok(Self { settings: LlmSettings::default(), env: BTreeMap::new(), offered: Vec::new() });
        }
        let (settings, findings) = documents::llm(&files, LLM);
        let Some(settings) = settings else { return Err(InvalidDocuments(findings).into()) };
        for finding in findings {
            print::remark(finding);
        }
        let named = settings.providers.values().flat_map(|provider| [&provider.key_env, &provider.base_url_env]);
        let env: BTreeMap<String, HiddenText> =
            named.flatten().filter_map(|name| Some((name.clone(), HiddenText(env::var(name).ok()?)))).collect();
        let offered = settings.offer(|name| env.get(name).map(|value| value.0.clone()));
        Ok(Self { settings, env, offered })
    }

    /// Loads the settings of a project for a Worker. Its keys are not known here, so every model counts as available.
    pub(super) fn load_for_worker(project: &Project) -> Result<Self> {
        let found = Self::load(project)?;
        let offered = found.settings.offer(|_| Some("a key".to_owned()));
        Ok(Self { offered, ..found })
    }

    /// Returns the names of the models that have a key, in order.
    pub(super) fn usable(&self) -> Vec<Name> {
        self.settings.usable(|name| self.variable(name))
    }

    /// Returns an environment variable that the settings name.
    pub(super) fn variable(&self, name: &str) -> Option<String> {
        self.env.get(name).map(|value| value.0.clone())
    }

    /// Adds the available models to a study, unless it names its own or refuses them.
    pub(super) fn equip(&self, mut study: Study) -> Study {
        self.settings.equip(&self.offered, &mut study.models, &mut study.calls);
        self.settings.protect(&mut study.redaction);
        study
    }

    /// Prints which models are available and what is missing.
    pub(super) fn print_status(&self, studies: &[Study]) {
        if self.offered.is_empty() {
            let keys: Vec<&str> =
                self.settings.providers.values().filter_map(|provider| provider.key_env.as_deref()).collect();
            print::remark(format_args!(
                "No provider key is set ({}): the rules read answers and word questions.",
                keys.join(", ")
            ));
        } else {
            print::remark(format_args!("Available models, first choice first: {}.", self.offered.join(", ")));
        }
        for name in &self.offered {
            if self.settings.models.get(name.as_str()).is_some_and(|record| record.price.is_none()) {
                print::remark(format_args!(
                    "warning: `{name}` has no price in config/llm.yaml, so the cost of its calls is not counted. Add a price, \
                     or zeros if it is free."
                ));
            }
        }
        for study in studies {
            let is_known = |name: &String| self.settings.models.contains_key(name.as_str());
            let unknown =
                study.models.iter().filter(|name| !is_known(name) && !["browser", "host"].contains(&name.as_str()));
            for name in unknown {
                print::remark(format_args!(
                    "warning: the study `{}` names the model `{name}`, which is not in config/llm.yaml; the rules are used instead.",
                    study.id
                ));
            }
        }
    }
}
