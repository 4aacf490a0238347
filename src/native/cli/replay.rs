//! `querent replay`: replays a session from its log and compares every question with the recording.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use querent_engine::engine::{
    interview::{self, Difference, Interview},
    session::{Costs, Session},
};
use serde_json::json;

use super::{open, outcome::Outcome};
use crate::native::print;

/// Characters shown of each side of a difference.
const SHOWN: usize = 300;

#[derive(Debug, clap::Args)]
pub(super) struct ReplayOptions {
    /// Session file, from `querent run` or downloaded from the page
    #[arg(value_name = "SESSION.json")]
    session: PathBuf,
    /// Read the answers again with the current rules, instead of using the recorded readings
    #[arg(long)]
    reread: bool,
    /// Print the result as JSON, with all differences
    #[arg(long, conflicts_with = "print")]
    json: bool,
    /// Print the turns or the session as the engine reproduces them, as JSON, instead of the result
    #[arg(long, value_name = "WHAT", conflicts_with = "reread")]
    print: Option<Print>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Print {
    /// The record of every turn
    Turns,
    /// The session file as it would be written now
    Session,
}

pub(super) fn replay(options: &ReplayOptions) -> Result<Outcome> {
    let session = open::session(&options.session)?;
    if let Some(what) = options.print {
        return print_derived(&session, what);
    }
    let replayed = if options.reread { interview::reread(&session) } else { interview::replay(&session) };
    let (interview, mut differences) = match replayed {
        Ok(replayed) => replayed,
        Err(failure) => {
            print::remark(failure);
            return Ok(Outcome::Findings);
        }
    };
    if !options.reread {
        differences.extend(compare_frame(&session, &interview));
    }
    if options.json {
        print::line(serde_json::to_string_pretty(&record(&interview, &differences))?);
    } else {
        print_result(&interview, &differences);
    }
    Ok(if differences.is_empty() { Outcome::Success } else { Outcome::Findings })
}

fn print_derived(session: &Session, what: Print) -> Result<Outcome> {
    let interview = Interview::resume(session.study.clone(), &session.log)?;
    print::line(match what {
        Print::Turns => serde_json::to_string(interview.turns())?,
        Print::Session => serde_json::to_string(&interview.session())?,
    });
    Ok(Outcome::Success)
}

/// Returns the differences in the session file outside its log.
fn compare_frame(session: &Session, interview: &Interview) -> Vec<Difference> {
    let now = interview.session();
    let turn = interview.turns().last().map_or(0, |turn| turn.turn);
    let sides = [
        ("study_hash", session.study_hash.clone(), now.study_hash),
        ("outcome", json!(session.outcome).to_string(), json!(now.outcome).to_string()),
    ];
    let changed = sides.into_iter().filter(|(_, recorded, found)| recorded != found);
    changed.map(|(what, recorded, found)| Difference { turn, what, recorded, found }).collect()
}

fn print_result(interview: &Interview, differences: &[Difference]) {
    let turns = interview.turns().len();
    let Some(first) = differences.first() else {
        print::line(format_args!("The replay is identical in all {turns} turns."));
        return;
    };
    print::line(format_args!("Turn {} is the first difference, in its {}.", first.turn, first.what.replace('_', " ")));
    print::line(format_args!("  recorded: {}", shown(&first.recorded)));
    print::line(format_args!("  now:      {}", shown(&first.found)));
    if differences.len() > 1 {
        print::line(format_args!("{} differences in all; --json shows each.", differences.len()));
    }
}

fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

fn record(interview: &Interview, differences: &[Difference]) -> serde_json::Value {
    let differences: Vec<_> = differences
        .iter()
        .map(|Difference { turn, what, recorded, found }| {
            json!({ "turn": turn, "what": what, "recorded": recorded, "found": found })
        })
        .collect();
    let costs = Costs::of(interview.log());
    json!({ "same": differences.is_empty(), "turns": interview.turns().len(), "differences": differences, "costs": costs })
}
