//! `querent simulate`: many interviews with simulated respondents, and a report of what came of them.
//!
//! Interviews run side by side, and only sums are kept: the same seed gives the same report whatever the number of jobs,
//! and a hundred thousand interviews need no more room than a hundred.

mod crowd;
mod report;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use querent_engine::{interview::Interview, simulation::Persona, study::Study};

use self::{
    crowd::{Crowd, Held},
    report::Report,
};
use super::{Verdict, open, print, project::Project};

/// The persona interviewed unless others are named: willing, and without strong views.
const CONTROL: &str = "cooperative";

#[derive(Debug, clap::Args)]
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
    /// Seed of the first respondent of each persona; the following ones count up from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Interviews held at the same time. Default: one for each core
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Policy to choose questions by instead of the study's own: the id of a file of `config/policies`, or `signal_pools`
    #[arg(long, value_name = "ID")]
    policy: Option<String>,
    /// Two versions to put before the same respondents: studies, or policies of STUDY
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    compare: Vec<PathBuf>,
    /// Write every session into this folder, as PERSONA-SEED.json, and the report as report.json
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
    Ok(Verdict::Fine)
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
    Ok(Verdict::Fine)
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
    // Cloning this one spares every interview the reading of the study.
    let fresh = Interview::new(study.clone())?;
    // Digests are for whoever replays a session, and without a folder nobody gets one.
    let fresh = if options.output.is_some() { fresh } else { fresh.without_digests() };
    let crowd = Crowd {
        fresh: &fresh,
        study,
        bank: &bank,
        personas: &personas,
        interviews: options.n,
        seed: options.seed,
        folder: options.output.as_deref(),
    };
    let jobs = options.jobs.map_or_else(cores, usize::from);
    let Held { figures, seconds } = crowd.hold(jobs)?;
    let personas = ids.into_iter().zip(figures).collect();
    Ok(Report::of(study, fresh.study_hash(), &facts, options.seed, personas, seconds))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
