//! Which models can be asked: `config/llm.yaml` and the keys in the environment, and what a person has to know of both.

use std::{collections::BTreeMap, env};

use anyhow::Result;
use querent_engine::{
    documents::{self, LLM, folder},
    edge::Hidden,
    id::Name,
    llm::settings::LlmSettings,
    study::Study,
};

use super::{open::Unusable, print, project::Project};

/// Models, and the environment they are asked with.
#[derive(Debug)]
pub(super) struct Models {
    pub(super) settings: LlmSettings,
    pub(super) env: BTreeMap<String, Hidden>,
    /// Models a study gets that names none of its own.
    offered: Vec<String>,
}

impl Models {
    /// Of this project and this environment.
    pub(super) fn find(project: &Project) -> Result<Self> {
        let files = folder::folder(&project.config())?;
        if files.get(LLM).is_none() {
            return Ok(Self { settings: LlmSettings::default(), env: BTreeMap::new(), offered: Vec::new() });
        }
        let (settings, findings) = documents::llm(&files, LLM);
        let Some(settings) = settings else { return Err(Unusable(findings).into()) };
        for finding in findings {
            print::remark(finding);
        }
        let named = settings.providers.values().flat_map(|provider| [&provider.key_env, &provider.base_url_env]);
        let env: BTreeMap<String, Hidden> =
            named.flatten().filter_map(|name| Some((name.clone(), Hidden(env::var(name).ok()?)))).collect();
        let offered = settings.offer(|name| env.get(name).map(|value| value.0.clone()));
        Ok(Self { settings, env, offered })
    }

    /// Of this project, as for an endpoint elsewhere whose keys are not known here: it asks those it has a key for.
    pub(super) fn anywhere(project: &Project) -> Result<Self> {
        let found = Self::find(project)?;
        let offered = found.settings.offer(|_| Some("a key".to_owned()));
        Ok(Self { offered, ..found })
    }

    /// Names of the models that can be asked with the keys there are, in order.
    pub(super) fn usable(&self) -> Vec<Name> {
        self.settings.usable(|name| self.value(name))
    }

    /// A variable of the environment that the settings name.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        self.env.get(name).map(|value| value.0.clone())
    }

    /// A study as it is served: with the models there are, unless it names its own or wants none to be offered.
    pub(super) fn offered_to(&self, mut study: Study) -> Study {
        self.settings.equip(&self.offered, &mut study.models, &mut study.calls);
        self.settings.protect(&mut study.redaction);
        study
    }

    /// Says at the start what can be asked, and what is missing.
    pub(super) fn remark(&self, studies: &[Study]) {
        if self.offered.is_empty() {
            let keys: Vec<&str> =
                self.settings.providers.values().filter_map(|provider| provider.key_env.as_deref()).collect();
            print::remark(format_args!(
                "No key of a provider of models is set ({}): questions and readings come from the rules.",
                keys.join(", ")
            ));
        } else {
            print::remark(format_args!("Models that can be asked, first choice first: {}.", self.offered.join(", ")));
        }
        for name in &self.offered {
            if self.settings.models.get(name.as_str()).is_some_and(|record| record.price.is_none()) {
                print::remark(format_args!(
                    "warning: `{name}` has no price in config/llm.yaml: its calls are counted in tokens and not in dollars. \
                     Give it one, or zeros if it is free."
                ));
            }
        }
        for study in studies {
            let is_known = |name: &String| self.settings.models.contains_key(name.as_str());
            let unknown =
                study.models.iter().filter(|name| !is_known(name) && !["browser", "host"].contains(&name.as_str()));
            for name in unknown {
                print::remark(format_args!(
                    "warning: the study `{}` names the model `{name}`, which config/llm.yaml does not have; the rules stand in.",
                    study.id
                ));
            }
        }
    }
}
