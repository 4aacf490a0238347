//! `querent simulate`: many interviews with simulated respondents, and a report of what came of them.
//!
//! Interviews run side by side, and only sums are kept: the same seed gives the same report whatever the number of jobs,
//! and a hundred thousand interviews need no more room than a hundred.

mod crowd;
mod figure;
mod paired;
mod parts;
mod report;
mod voices;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use querent_engine::{interview::Interview, simulation::Persona, study::Study};

use self::{
    crowd::{Crowd, Held, Keep},
    parts::Parts,
    report::Report,
};
use super::{Verdict, open, print, project::Project};

/// Interviews held at the same time where models are waited for.
const WAITING: usize = 8;

/// The persona interviewed unless others are named: willing, and without strong views.
const CONTROL: &str = "cooperative";

#[derive(Debug, clap::Args)]
#[command(after_long_help = figure::legend())]
pub(super) struct Options {
    /// Study to try out: the id of a shipped study, a YAML file or a study.json
    #[arg(value_name = "STUDY", required_unless_present = "compare")]
    study: Option<PathBuf>,
    /// Interviews to hold, in all; the personas take turns
    #[arg(short, long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    n: u64,
    /// Who answers: ids of files of `config/personas`, separated by commas, or `all`
    #[arg(long, value_name = "ID,ID", value_delimiter = ',', default_value = CONTROL)]
    personas: Vec<String>,
    /// Who finds the respondents' words: `rules`, `model` for those config/llm.yaml has for it, or the name of one model
    #[arg(long, value_name = "WHO", default_value = parts::RULES)]
    respondent: String,
    /// Who reads the answers and words the questions: `rules`, `model` or the name of one model
    #[arg(long, value_name = "WHO", default_value = parts::RULES)]
    interviewer: String,
    /// Most requests to models, retries included; no interview begins when they are used up
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_calls: u64,
    /// Most US dollars to spend on models; no interview begins when they are spent
    #[arg(long, value_name = "USD", default_value_t = 5.0)]
    max_usd: f64,
    /// Replies of models, as an earlier simulation wrote them with -o into DIR/replies.jsonl: no model is asked
    #[arg(long, value_name = "FILE.jsonl", conflicts_with = "compare")]
    replies: Option<PathBuf>,
    /// Seed of the first respondent of each persona; the following ones count up from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Interviews held at the same time. Default: one for each core, or 8 with models
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Policy to choose questions by instead of the study's own: the id of a file of `config/policies`, or `signal_pools`
    #[arg(long, value_name = "ID")]
    policy: Option<String>,
    /// Two versions to put before the same respondents: studies, or policies of STUDY
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    compare: Vec<PathBuf>,
    /// Write every session into this folder, as PERSONA-SEED.json, and the report as report.json; with models, their replies
    /// as replies.jsonl
    #[arg(short, long, value_name = "DIR", conflicts_with = "compare")]
    output: Option<PathBuf>,
    /// Print the figures of all interviews together as one JSON object
    #[arg(long)]
    summary: bool,
    /// Print the whole report as JSON, persona by persona
    #[arg(long)]
    json: bool,
}

pub(super) fn simulate(options: &Options) -> Result<Verdict> {
    if let [a, b] = options.compare.as_slice() {
        return compare(options, a, b);
    }
    let path = options.study.as_deref().context("name a study")?;
    let report = held(options, path, &chosen(path, options.policy.as_deref())?)?;
    if let Some(folder) = &options.output {
        let whole = serde_json::to_vec_pretty(&report.without_time())?;
        open::write(&folder.join("report.json"), &whole)?;
        print::remark(format_args!("The sessions and report.json are in {}.", folder.display()));
    }
    if options.summary {
        print::line(report.summary());
    } else if options.json {
        print::line(serde_json::to_string_pretty(&report.whole())?);
    } else {
        report.lines().into_iter().for_each(print::line);
    }
    Ok(verdict(&[&report]))
}

/// Interviews that a model was to hold and never spoke in are not what was asked for.
fn verdict(reports: &[&Report]) -> Verdict {
    let mut verdict = Verdict::Fine;
    for missing in reports.iter().flat_map(|report| report.silent()) {
        print::remark(missing);
        verdict = Verdict::Findings;
    }
    verdict
}

/// Two versions before the same respondents.
fn compare(options: &Options, a: &Path, b: &Path) -> Result<Verdict> {
    let reports = [a, b].map(|version| {
        let (path, study) = version_of(options, version)?;
        held(options, &path, &study)
    });
    let [a, b] = reports;
    let (a, b) = (a?, b?);
    if options.summary || options.json {
        print::line(serde_json::to_string_pretty(&report::both(&a, &b))?);
    } else {
        report::side_by_side(&a, &b).into_iter().for_each(print::line);
    }
    Ok(verdict(&[&a, &b]))
}

/// A version to compare: a policy of STUDY if there is one of this id, else a study.
fn version_of(options: &Options, version: &Path) -> Result<(PathBuf, Study)> {
    if let (Some(study), Some(id)) = (&options.study, version.to_str()) {
        let policies = open::policies(&Project::find()?)?;
        if policies.iter().any(|policy| policy == id) {
            return Ok((study.clone(), chosen(study, Some(id))?));
        }
        if !version.exists() && open::study(version).is_err() {
            bail!("`{id}` is neither a policy nor a study; policies are: {}", policies.join(", "));
        }
    }
    Ok((version.to_path_buf(), chosen(version, options.policy.as_deref())?))
}

fn chosen(path: &Path, policy: Option<&str>) -> Result<Study> {
    let study = open::study(path)?;
    match policy {
        Some(id) => open::with_policy(&study, id),
        None => Ok(study),
    }
}

fn held(options: &Options, path: &Path, study: &Study) -> Result<Report> {
    let files = open::respondents(path)?;
    let ids = match options.personas.as_slice() {
        [all] if all == "all" => open::personas(&files),
        named => named.to_vec(),
    };
    if let Some(twice) = ids.iter().enumerate().find_map(|(at, id)| ids.iter().take(at).find(|other| *other == id)) {
        bail!("the persona `{twice}` is named twice");
    }
    let personas: Vec<Persona> = ids.iter().map(|id| open::persona(&files, id)).collect::<Result<_>>()?;
    let (facts, bank) = open::bank(&files, study)?;
    let parts = Parts::open(options)?;
    let study = &parts.equipped(study.clone());
    // Cloning this one spares every interview the reading of the study.
    let fresh = Interview::new(study.clone())?;
    // How a session came about is for whoever reads it, and without a folder nobody does.
    let fresh = if options.output.is_some() { fresh } else { fresh.without_trace() };
    parts.announce(options.n, study, &bank, &personas);
    let record = parts.record(options.output.as_deref())?;
    let (respondent, interviewer) = (parts.respondent(record.as_ref()), parts.interviewer(record.as_ref()));
    let crowd = Crowd {
        fresh: &fresh,
        study,
        bank: &bank,
        personas: &personas,
        interviews: options.n,
        seed: options.seed,
        keep: if options.compare.is_empty() { Keep::Sums } else { Keep::Each },
        folder: options.output.as_deref(),
        source: parts.source(),
        respondent: respondent.as_ref(),
        interviewer: interviewer.as_ref(),
    };
    let jobs = options.jobs.map_or_else(|| if parts.waits() { WAITING } else { cores() }, usize::from);
    let Held { sums, seconds } = crowd.hold(jobs)?;
    Parts::remark(options.n, &sums, [respondent.as_ref(), interviewer.as_ref()]);
    if let Some(record) = record {
        record.end()?;
    }
    let personas = ids.into_iter().zip(sums).collect();
    let speakers = (options.respondent.as_str(), options.interviewer.as_str());
    Ok(Report::of(study, fresh.study_hash(), &facts, speakers, options.seed, (personas, seconds)))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
