//! `querent next-steps`: holds the choices of the policies against labelled next steps.

use std::{collections::BTreeMap, path::PathBuf};

use anyhow::{Context, Result, anyhow};
use querent_engine::{
    engine::study::Study,
    studio::{
        documents::{self, Files, folder},
        simulation::next_steps::{CaseReading, LabelledTopic, StepCase, excerpt, next_steps},
    },
};

use super::{
    open,
    outcome::Outcome,
    project::Project,
    table::{self, Align},
};
use crate::native::print;

/// Policies that are compared, if none is given.
const POLICIES: [&str; 3] = ["signal_pools", "two_tier", "arbitration"];
/// Letters of an answer in the list of misses.
const SHOWN: u32 = 110;

#[derive(Debug, clap::Args)]
pub(super) struct NextStepsOptions {
    /// Labelled interviews, one YAML file a topic
    #[arg(value_name = "TOPIC.yaml", required = true)]
    files: Vec<PathBuf>,
    /// Only this policy
    #[arg(long, value_name = "ID")]
    policy: Option<String>,
    /// Language of the answers
    #[arg(long, value_name = "TAG", default_value = "en")]
    language: String,
    /// Also list the choices that are not acceptable, read by `gold` or `rules`
    #[arg(long, value_name = "READING")]
    misses: Option<String>,
}

/// Counts of a topic or of all.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    cases: usize,
    fits: usize,
    subjects: usize,
}

impl Share {
    fn add(&mut self, step: &StepCase) {
        self.cases += 1;
        self.fits += usize::from(step.fits);
        self.subjects += usize::from(step.subject_fits);
    }

    fn cell(self) -> String {
        let percent = |part: usize| part * 100 / self.cases.max(1);
        format!("{} % ({} %) of {}", percent(self.fits), percent(self.subjects), self.cases)
    }
}

pub(super) fn next_steps_of(options: &NextStepsOptions) -> Result<Outcome> {
    let project = Project::find()?;
    let mut files = folder::folder(&project.config())?;
    let policies: Vec<&str> = options.policy.as_deref().map_or(POLICIES.to_vec(), |policy| vec![policy]);
    let mut shares: BTreeMap<(String, &str), [Share; 2]> = BTreeMap::new();
    for path in &options.files {
        let topic: LabelledTopic = serde_yaml::from_str(&open::text(path)?)
            .with_context(|| format!("{} is no list of labelled interviews", path.display()))?;
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for policy in &policies {
            let study = study(&mut files, &topic, policy, &options.language)?;
            for (at, reading) in [CaseReading::Gold, CaseReading::Rules].into_iter().enumerate() {
                for interview in &topic.interviews {
                    for step in next_steps(&study, interview, reading) {
                        for key in [name.clone(), "all".to_owned()] {
                            if let Some(share) = shares.entry((key, policy)).or_default().get_mut(at) {
                                share.add(&step);
                            }
                        }
                        report_miss(options, reading, policy, &step);
                    }
                }
            }
        }
    }
    let rows: Vec<Vec<String>> = shares
        .iter()
        .map(|((topic, policy), [gold, rules])| vec![topic.clone(), (*policy).to_owned(), gold.cell(), rules.cell()])
        .collect();
    let columns = [("topic", Align::Left), ("policy", Align::Left), ("gold", Align::Right), ("rules", Align::Right)];
    for line in table::lines(&columns, &rows) {
        print::line(&line);
    }
    print::remark("acceptable choices; in brackets, those about an acceptable subject");
    Ok(Outcome::Success)
}

fn report_miss(options: &NextStepsOptions, reading: CaseReading, policy: &str, step: &StepCase) {
    let name = if reading == CaseReading::Gold { "gold" } else { "rules" };
    if !step.fits && options.misses.as_deref() == Some(name) {
        let answer = excerpt(&step.answer, SHOWN);
        print::line(format!(
            "{policy}: {answer}\n    chosen {} · acceptable {}",
            step.chosen,
            step.acceptable.join(", ")
        ));
    }
}

/// A study about a labelled topic under a policy.
fn study(files: &mut Files, topic: &LabelledTopic, policy: &str, language: &str) -> Result<Study> {
    let name = "studies/labelled_topic.yaml";
    let elements: Vec<serde_json::Value> = topic
        .elements
        .iter()
        .map(|element| serde_json::json!({"id": element.id, "label": element.label, "aliases": element.aliases}))
        .collect();
    let document = serde_json::json!({
        "id": "labelled_topic",
        "language": language,
        "title": "Labelled topic",
        "concept": { "id": "labelled", "name": "Labelled topic", "topic": topic.topic, "elements": elements },
        "methodology": topic.methodology,
        "policy": policy,
        "limits": { "max_turns": 14, "min_turns": 6, "shallow": 10 },
        "texts": {
            "intro": { "title": "Labelled topic", "lead": "Not shown." },
            "opening": ["What comes to mind first?"],
            "thanks": "Thank you.",
            "goodbye": "Goodbye.",
            "safety": "Not shown.",
        },
    });
    files.insert(name, document.to_string());
    documents::study(files, name).map_err(|findings| {
        let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
        anyhow!("no study can be made of `{}`:\n{}", topic.topic, found.join("\n"))
    })
}
