//! `querent next-steps`: holds the choices of the policies against labelled next steps.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use anyhow::{Context, Result};
use clap::ValueEnum;
use querent_engine::studio::{
    corpus,
    documents::folder,
    simulation::next_steps::{CaseReading, StepCase, excerpt, next_steps},
};

use super::{
    labelled_study::LabelledStudy,
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
    /// Print the question that each choice leads to, after the answer it follows, instead of the table
    #[arg(long)]
    questions: bool,
    /// Also list the choices that are not acceptable, of answers read this way
    #[arg(long, value_name = "READING")]
    misses: Option<Misses>,
}

/// How the answers are read whose misses are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Misses {
    /// As labelled
    Gold,
    /// By the reader
    Rules,
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
        let topic =
            corpus::parse(&open::text(path)?).with_context(|| format!("{} is no topic of a corpus", path.display()))?;
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for policy in &policies {
            let study = LabelledStudy {
                topic: &topic.topic,
                elements: &topic.elements,
                methodology: &topic.methodology,
                policy,
                language: &options.language,
            };
            let study = Arc::new(study.create(&mut files)?);
            for (at, reading) in [CaseReading::Gold, CaseReading::Rules].into_iter().enumerate() {
                if options.questions && reading == CaseReading::Gold {
                    continue;
                }
                for interview in &topic.interviews {
                    for step in next_steps(&study, interview, reading) {
                        if options.questions && reading == CaseReading::Rules {
                            print::line(format!(
                                "{name}: {}\n    {}",
                                step.answer,
                                step.question.as_deref().unwrap_or("(end)")
                            ));
                        }
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
    if !options.questions {
        for line in table::lines(&columns, &rows) {
            print::line(&line);
        }
        print::remark("acceptable choices; in brackets, those about an acceptable subject");
    }
    Ok(Outcome::Success)
}

fn report_miss(options: &NextStepsOptions, reading: CaseReading, policy: &str, step: &StepCase) {
    let listed = if reading == CaseReading::Gold { Misses::Gold } else { Misses::Rules };
    if !step.fits && options.misses == Some(listed) {
        let answer = excerpt(&step.answer, SHOWN);
        print::line(format!(
            "{policy}: {answer}\n    chosen {} · acceptable {}",
            step.chosen,
            step.acceptable.join(", ")
        ));
    }
}
