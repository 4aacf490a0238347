//! `querent score`: how well an interview was led, judged by counting.

use std::path::PathBuf;

use anyhow::Result;
use querent_engine::{
    interview::Interview,
    session::Session,
    stages::scoring::{Category, RUBRIC_VERSION, RuleScore},
};
use serde_json::json;

use super::{
    Verdict, open, print,
    table::{Align, lines},
};

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Session file, from `querent run` or downloaded from the page
    #[arg(value_name = "SESSION.json")]
    session: PathBuf,
    /// Print the score as JSON, every figure included
    #[arg(long)]
    json: bool,
}

pub(super) fn score(options: &Options) -> Result<Verdict> {
    let Session { study, log, .. } = open::session(&options.session)?;
    let interview = Interview::resume(study, &log)?;
    let score = RuleScore::of(&interview.investigation());
    if options.json {
        let mut row = serde_json::to_value(&score)?;
        if let Some(row) = row.as_object_mut() {
            row.insert("rule_score".to_owned(), json!(score.total_score));
            row.insert("provider".to_owned(), json!("rules"));
            row.insert("rubric_version".to_owned(), json!(RUBRIC_VERSION));
            row.insert("status".to_owned(), json!("completed"));
        }
        print::line(serde_json::to_string_pretty(&row)?);
        return Ok(Verdict::Fine);
    }
    let row = |(category, points): (&Category, &f64)| {
        vec![
            category.id().to_owned(),
            format!("{points:.1}"),
            format!("{:.0}", category.points()),
            category.doc().to_owned(),
        ]
    };
    let rows: Vec<Vec<String>> = score.category_points.iter().map(row).collect();
    let columns =
        [("category", Align::Left), ("points", Align::Right), ("of", Align::Right), ("looks at", Align::Left)];
    for line in lines(&columns, &rows) {
        print::line(line);
    }
    print::line("");
    print::line(&score.score_analysis);
    Ok(Verdict::Fine)
}
