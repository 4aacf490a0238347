//! `querent read`: reads hand-labelled answers with the rules model, to measure its quality.

use std::{collections::BTreeMap, path::PathBuf};

use anyhow::{Context, Result};
use querent_engine::{
    engine::{
        reader::labelled::{LabelledAnswer, predict},
        study::Study,
    },
    studio::documents::folder,
};

use super::{labelled_study::LabelledStudy, open, outcome::Outcome, project::Project};
use crate::native::print;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "An item is {id, methodology, concept, elements, question, focus, existing_nodes, answer}; other \
    keys, such as the coder's labels, are ignored. A line of the result is {id, extractable, nodes, edges, \
    momentum, response_depth, act, sentiment, knowledge_lack, wants_to_stop, may_want_to_stop, distress}."
)]
pub(super) struct ReadOptions {
    /// Labelled answers, a JSON array
    #[arg(value_name = "ITEMS.json")]
    items: PathBuf,
    /// File for the readings, one JSON object per line. Default: standard output
    #[arg(short, long, value_name = "OUT.jsonl")]
    output: Option<PathBuf>,
    /// Language of the answers: the name of a file in `config/locales`
    #[arg(long, value_name = "TAG", default_value = "en")]
    language: String,
}

pub(super) fn read(options: &ReadOptions) -> Result<Outcome> {
    let items: Vec<LabelledAnswer> = serde_json::from_str(&open::text(&options.items)?)
        .with_context(|| format!("{} is not a list of labelled answers", options.items.display()))?;
    let project = Project::find()?;
    let mut files = folder::folder(&project.config())?;
    let mut studies: BTreeMap<String, Study> = BTreeMap::new();
    let mut lines = String::new();
    for item in &items {
        if !studies.contains_key(&*item.methodology) {
            let study = LabelledStudy::of_methodology(&item.methodology, &options.language).create(&mut files)?;
            studies.insert(item.methodology.to_string(), study);
        }
        let Some(study) = studies.get(&*item.methodology) else { continue };
        lines.push_str(&serde_json::to_string(&predict(item, &study.pack, &study.methodology.ontology))?);
        lines.push('\n');
    }
    match &options.output {
        Some(path) => open::write(path, lines.as_bytes())?,
        None => print::line(lines.trim_end()),
    }
    print::remark(format_args!("read {} answers", items.len()));
    Ok(Outcome::Success)
}
