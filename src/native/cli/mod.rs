//! The command line, one module for each command. Exit code 0: success; 1: findings; 2: failure or wrong usage.

mod outcome;
mod table;
mod project;
mod open;
mod recorded_replies;
mod available_models;
mod model_caller;
mod catalogue;
mod explain;
mod check;
mod run;
mod simulate;
mod labelled_study;
mod read;
mod next_steps;
mod fit;
mod fit_stop;
mod replay;
mod score;
mod analyze;
mod whatif;
mod serve;
mod worker_files;
mod build;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use self::{open::InvalidDocuments, outcome::Outcome};
use super::print;

/// Querent is an adaptive interviewer that runs in the respondent's browser.
///
/// Without a command, it builds the page and serves it on this computer.
#[derive(Debug, Parser)]
#[command(name = "querent", version, max_term_width = 100, disable_help_subcommand = true)]
#[command(
    after_help = "Exit codes: 0 success, 1 findings (the command ran and found a problem), 2 failure or wrong usage.\n\
    A STUDY is the id of a shipped study (`oat_milk`), a study's YAML file, or a resolved study.json."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the page and serve it on this computer
    Serve(serve::ServeOptions),
    /// Build the page into a folder for a static host
    Build(build::BuildOptions),
    /// Check studies and their documents for mistakes
    Check(check::CheckOptions),
    /// Run an interview with answers from a file or a simulated respondent
    Run(run::RunOptions),
    /// Run many interviews with simulated respondents and print a report
    Simulate(simulate::options::SimulateOptions),
    /// Read labelled answers with the rules, to measure how well they read
    Read(read::ReadOptions),
    /// Hold the choices of the policies against labelled next steps
    NextSteps(next_steps::NextStepsOptions),
    /// Fit the weights of the reader to coded interviews
    Fit(fit::FitOptions),
    /// Fit the weights that hear a wish to stop to written phrasings
    FitStop(fit_stop::FitStopOptions),
    /// Replay a session and compare it with the recording
    Replay(replay::ReplayOptions),
    /// Explain why a question was asked: the ranked probes and their scores
    Explain(explain::ExplainOptions),
    /// Score how well an interview was conducted, without a model
    Score(score::ScoreOptions),
    /// Put many interviews together: codes, what leads to what, and the map of it
    Analyze(analyze::AnalyzeOptions),
    /// Show what a session would have asked with a changed study
    #[command(name = "whatif")]
    WhatIf(whatif::WhatifOptions),
}

/// Runs the command line.
pub(crate) fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli.command.unwrap_or_else(|| Command::Serve(serve::ServeOptions::defaults()))) {
        Ok(Outcome::Success) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(1),
        Err(error) => fail(&error),
    }
}

fn fail(error: &anyhow::Error) -> ExitCode {
    if let Some(findings) = error.downcast_ref::<InvalidDocuments>() {
        print::remark(findings);
        return ExitCode::from(1);
    }
    print::remark(format_args!("error: {error:#}"));
    ExitCode::from(2)
}

fn run(command: Command) -> Result<Outcome> {
    match command {
        Command::Serve(options) => serve::serve(&options),
        Command::Build(options) => build::build(&options),
        Command::Check(options) => check::check(&options),
        Command::Run(options) => run::run(&options),
        Command::Simulate(options) => simulate::simulate(&options),
        Command::Read(options) => read::read(&options),
        Command::NextSteps(options) => next_steps::next_steps_of(&options),
        Command::Fit(options) => fit::fit(&options),
        Command::FitStop(options) => fit_stop::fit_stop(&options),
        Command::Replay(options) => replay::replay(&options),
        Command::Explain(options) => explain::explain(&options),
        Command::Score(options) => score::score(&options),
        Command::Analyze(options) => analyze::analyze(&options),
        Command::WhatIf(options) => whatif::what_if(&options),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
