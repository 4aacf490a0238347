//! The command line: one file a command. Exit 0: done. 1: done, and something was found wrong. 2: could not be done.

mod build;
mod caller;
mod check;
mod explain;
mod list;
mod models;
mod open;
pub(crate) mod print;
mod project;
mod read;
mod replay;
mod replies;
mod run;
mod score;
mod serve;
mod simulate;
mod table;
mod whatif;
mod worker;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Querent interviews adaptively, in the respondent's browser.
///
/// Without a command it builds the page with its engine and serves it on this machine.
#[derive(Debug, Parser)]
#[command(name = "querent", version, max_term_width = 100, disable_help_subcommand = true)]
#[command(after_help = "Exit codes: 0 done, 1 done and something was found wrong, 2 could not be done.\n\
    A STUDY is the id of a shipped study (`oat_milk`), a study's YAML file, or a resolved study.json.")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the page with its engine and serve it on this machine
    Serve(serve::Options),
    /// Write the page with its engine into a folder for any static host
    Build(build::Options),
    /// Find every mistake in studies and the documents they are made from
    Check(check::Options),
    /// Hold an interview with answers from a file
    Run(run::Options),
    /// Interview simulated respondents by the thousand, and report
    Simulate(simulate::Options),
    /// Read labelled answers with the rules, to score the reading
    Read(read::Options),
    /// Run a session again and compare
    Replay(replay::Options),
    /// Show why a question was asked: the ranked probes and how their scores came about
    Explain(explain::Options),
    /// Say how well an interview was led, by figures that need no model
    Score(score::Options),
    /// Show what a session would have asked under a changed study
    #[command(name = "whatif")]
    WhatIf(whatif::Options),
}

/// How a command that could be carried out ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Nothing is wrong.
    Fine,
    /// Something was found wrong, and was said.
    Findings,
}

/// Carries out the command line.
pub(crate) fn main() -> ExitCode {
    let cli = Cli::parse();
    match carry_out(cli.command.unwrap_or_else(|| Command::Serve(serve::Options::default()))) {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Findings) => ExitCode::from(1),
        Err(error) => fail(&error),
    }
}

fn fail(error: &anyhow::Error) -> ExitCode {
    if let Some(findings) = error.downcast_ref::<open::Unusable>() {
        print::remark(findings);
        return ExitCode::from(1);
    }
    print::remark(format_args!("error: {error:#}"));
    ExitCode::from(2)
}

fn carry_out(command: Command) -> Result<Verdict> {
    match command {
        Command::Serve(options) => serve::serve(&options),
        Command::Build(options) => build::build(&options),
        Command::Check(options) => check::check(&options),
        Command::Run(options) => run::run(&options),
        Command::Simulate(options) => simulate::simulate(&options),
        Command::Read(options) => read::read(&options),
        Command::Replay(options) => replay::replay(&options),
        Command::Explain(options) => explain::explain(&options),
        Command::Score(options) => score::score(&options),
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
