//! `querent replay`: runs a session again from its log and compares question by question.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use querent_engine::interview::Interview;

use super::{Verdict, open, print};

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Session file, from `querent run` or downloaded from the page
    #[arg(value_name = "SESSION.json")]
    session: PathBuf,
    /// Print what the engine makes of the session instead of the verdict
    #[arg(long, value_name = "WHAT")]
    print: Option<Print>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Print {
    /// The record of every turn, JSON
    Turns,
    /// The session file as it would be written now, JSON
    Session,
}

pub(super) fn replay(options: &Options) -> Result<Verdict> {
    let session = open::session(&options.session)?;
    let interview = match Interview::resume(session.study, session.log) {
        Ok(interview) => interview,
        Err(difference) => {
            print::remark(difference);
            return Ok(Verdict::Findings);
        }
    };
    match options.print {
        Some(Print::Turns) => print::line(serde_json::to_string(interview.turns())?),
        Some(Print::Session) => print::line(serde_json::to_string(&interview.session())?),
        None => print::line(format_args!("The same again: {} turns.", interview.turns().len())),
    }
    Ok(Verdict::Fine)
}
