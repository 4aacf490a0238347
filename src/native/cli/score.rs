//! `querent score`: scores how well an interview was conducted, with the rules, and suggests improvements.

use std::path::PathBuf;

use anyhow::Result;
use querent_engine::{
    engine::{
        interview::Interview,
        session::{Input, LogEntry, Session},
    },
    studio::{
        scoring::Category,
        stages::{SessionScore, judge::ScoringResult},
    },
};

use super::{
    open,
    outcome::Outcome,
    table::{Align, lines},
};
use crate::native::print;

#[derive(Debug, clap::Args)]
pub(super) struct ScoreOptions {
    /// Session file, from `querent run` or downloaded from the page
    #[arg(value_name = "SESSION.json")]
    session: PathBuf,
    /// Print the score as JSON, in the form that the endpoint stores
    #[arg(long)]
    json: bool,
}

pub(super) fn score(options: &ScoreOptions) -> Result<Outcome> {
    let Session { study, log, .. } = open::session(&options.session)?;
    let interview = Interview::resume(study, &log)?;
    let row = ScoringResult::by_rules(&interview.record()).into_row(row(&log));
    if options.json {
        print::line(serde_json::to_string_pretty(&row)?);
        return Ok(Outcome::Success);
    }
    let points = |(category, points): (&Category, &f64)| {
        vec![
            category.id().to_owned(),
            format!("{points:.1}"),
            format!("{:.0}", category.points()),
            category.doc().to_owned(),
        ]
    };
    let rows: Vec<Vec<String>> = row.category_points.iter().flatten().map(points).collect();
    let columns =
        [("category", Align::Left), ("points", Align::Right), ("of", Align::Right), ("measures", Align::Left)];
    for line in lines(&columns, &rows) {
        print::line(line);
    }
    for part in [&row.score_analysis, &row.tool_improvement_report].into_iter().flatten() {
        print::line("");
        print::line(part);
    }
    if let Some(total) = row.total_score {
        print::line("");
        print::line(total);
    }
    Ok(Outcome::Success)
}

/// Creates the score row. Its time is the last time in the session, so the same file gives the same score.
fn row(log: &[LogEntry]) -> SessionScore {
    let mut row = SessionScore { score_triggered_by: "querent score".to_owned(), ..SessionScore::default() };
    for entry in log {
        if let LogEntry::Input(input) = entry {
            row.started_at = row.started_at.max(input.at());
            if let Input::Start { session, .. } = input {
                row.session_id.clone_from(session);
            }
        }
    }
    row.completed_at = Some(row.started_at);
    row
}
