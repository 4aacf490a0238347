//! `querent simulate`: runs many interviews with simulated respondents and prints a report.
//!
//! Interviews run in parallel and only totals are kept. The same seed gives the same report for any number of jobs, and memory
//! use does not grow with the number of interviews.

mod figure;
pub(super) mod options;
mod comparison;
mod model_participant;
mod runner;
mod participants;
mod report;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use querent_engine::{
    engine::{interview::Interview, study::Study},
    studio::personas::Persona,
};

use self::{
    options::SimulateOptions,
    participants::ParticipantFactory,
    report::SimulationReport,
    runner::{Detail, RunResult, Runner},
};
use super::{open, outcome::Outcome, project::Project};
use crate::native::print;

/// Parallel interviews with models.
const JOBS_WITH_MODELS: usize = 8;

pub(super) fn simulate(options: &SimulateOptions) -> Result<Outcome> {
    if let [a, b] = options.compare.as_slice() {
        return compare(options, a, b);
    }
    let path = options.study.as_deref().context("name a study")?;
    let report = simulate_study(options, path, &chosen(path, options.policy.as_deref())?)?;
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
    Ok(outcome(&[&report]))
}

/// Prints which part should have used a model but never did. This is a finding.
fn outcome(reports: &[&SimulationReport]) -> Outcome {
    let mut outcome = Outcome::Success;
    for missing in reports.iter().flat_map(|report| report.missing_models()) {
        print::remark(missing);
        outcome = Outcome::Findings;
    }
    outcome
}

/// Compares two versions with the same respondents.
fn compare(options: &SimulateOptions, a: &Path, b: &Path) -> Result<Outcome> {
    let reports = [a, b].map(|version| {
        let (path, study) = version_of(options, version)?;
        simulate_study(options, &path, &study)
    });
    let [a, b] = reports;
    let (a, b) = (a?, b?);
    if options.summary || options.json {
        print::line(serde_json::to_string_pretty(&report::both(&a, &b))?);
    } else {
        report::side_by_side(&a, &b).into_iter().for_each(print::line);
    }
    Ok(outcome(&[&a, &b]))
}

/// Returns a version to compare: the STUDY with the policy of this id if there is one, else a study.
fn version_of(options: &SimulateOptions, version: &Path) -> Result<(PathBuf, Study)> {
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

fn simulate_study(options: &SimulateOptions, path: &Path, study: &Study) -> Result<SimulationReport> {
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
    let parts = ParticipantFactory::open(options)?;
    let study = &parts.equip(study.clone());
    // Interviews are clones of this one, so the study is prepared once.
    let fresh = Interview::new(study.clone())?;
    // The trace is needed in written sessions only.
    let fresh = if options.output.is_some() { fresh } else { fresh.without_trace() };
    parts.print_estimate(options.n, study, &bank, &personas);
    let record = parts.record(options.output.as_deref())?;
    let (respondent, interviewer) = (parts.respondent(record.as_ref()), parts.interviewer(record.as_ref()));
    let runner = Runner {
        fresh: &fresh,
        study,
        bank: &bank,
        personas: &personas,
        interviews: options.n,
        seed: options.seed,
        detail: if options.compare.is_empty() { Detail::Totals } else { Detail::EachInterview },
        folder: options.output.as_deref(),
        source: parts.source(),
        respondent: respondent.as_ref(),
        interviewer: interviewer.as_ref(),
    };
    let jobs = options.jobs.map_or_else(|| if parts.waits() { JOBS_WITH_MODELS } else { cores() }, usize::from);
    let RunResult { totals, seconds } = runner.hold(jobs)?;
    ParticipantFactory::print_warnings(options.n, &totals, [respondent.as_ref(), interviewer.as_ref()]);
    if let Some(record) = record {
        record.finish()?;
    }
    let personas = ids.into_iter().zip(totals).collect();
    let speakers = (options.respondent.as_str(), options.interviewer.as_str());
    Ok(SimulationReport::of(study, fresh.study_hash(), &facts, speakers, options.seed, (personas, seconds)))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
