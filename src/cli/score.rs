//! `querent score`: how well an interview was led, judged by counting, and what would have helped.

use std::path::PathBuf;

use anyhow::Result;
use querent_engine::{
    interview::Interview,
    session::{Entry, Input, Session},
    stages::{
        SessionScore,
        scoring::{Category, Finding},
    },
};

use super::{
    Verdict, open, print,
    table::{Align, lines},
};

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Session file, from `querent run` or downloaded from the page
    #[arg(value_name = "SESSION.json")]
    session: PathBuf,
    /// Print the score as JSON, as the endpoint keeps one
    #[arg(long)]
    json: bool,
}

pub(super) fn score(options: &Options) -> Result<Verdict> {
    let Session { study, log, .. } = open::session(&options.session)?;
    let interview = Interview::resume(study, &log)?;
    let row = Finding::by_rules(&interview.investigation()).into_row(row(&log));
    if options.json {
        print::line(serde_json::to_string_pretty(&row)?);
        return Ok(Verdict::Fine);
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
        [("category", Align::Left), ("points", Align::Right), ("of", Align::Right), ("looks at", Align::Left)];
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
    Ok(Verdict::Fine)
}

/// The row of a score that was asked for here. Its time is that of the last word of the session: a score of the same file is
/// the same score.
fn row(log: &[Entry]) -> SessionScore {
    let mut row = SessionScore { score_triggered_by: "querent score".to_owned(), ..SessionScore::default() };
    for entry in log {
        if let Entry::Input(input) = entry {
            row.started_at = row.started_at.max(input.at());
            if let Input::Start { session, .. } = input {
                row.session_id.clone_from(session);
            }
        }
    }
    row.completed_at = Some(row.started_at);
    row
}
