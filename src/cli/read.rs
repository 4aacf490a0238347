//! `querent read`: the rules model over hand-labelled answers, so that its reading can be scored.

use std::{collections::BTreeMap, path::PathBuf};

use anyhow::{Context, Result, anyhow};
use querent_engine::{
    documents::{self, Files, folder},
    llm::rules::labelled::{Item, predict},
    study::Study,
};

use super::{Verdict, open, print, project::Project};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "An item is {id, methodology, concept, elements, question, focus, existing_nodes, answer}; what a \
    coder found may stand beside that and is not looked at. A line of the result is {id, extractable, nodes, edges, \
    momentum, response_depth, sentiment, knowledge_lack, wants_to_stop}."
)]
pub(super) struct Options {
    /// Labelled answers, a JSON array
    #[arg(value_name = "ITEMS.json")]
    items: PathBuf,
    /// Where to write the readings, one JSON object a line. Without it: standard output
    #[arg(short, long, value_name = "OUT.jsonl")]
    output: Option<PathBuf>,
    /// Language of the answers, as named by the files of `config/locales`
    #[arg(long, value_name = "TAG", default_value = "en")]
    language: String,
}

pub(super) fn read(options: &Options) -> Result<Verdict> {
    let items: Vec<Item> = serde_json::from_str(&open::text(&options.items)?)
        .with_context(|| format!("{} is no list of labelled answers", options.items.display()))?;
    let project = Project::find()?;
    let root = project.studies().parent().map(PathBuf::from).unwrap_or_default();
    let mut files = folder::folder(&root)?;
    let mut studies: BTreeMap<String, Study> = BTreeMap::new();
    let mut lines = String::new();
    for item in &items {
        if !studies.contains_key(&*item.methodology) {
            let study = study(&mut files, &item.methodology, &options.language)?;
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
    Ok(Verdict::Fine)
}

/// A study of no particular concept, for its ontology and the words of its language.
fn study(files: &mut Files, methodology: &str, language: &str) -> Result<Study> {
    let name = "studies/labelled_answers.yaml";
    let document = serde_json::json!({
        "id": "labelled_answers",
        "language": language,
        "title": "Labelled answers",
        "concept": { "id": "labelled", "name": "Labelled answers", "topic": "it" },
        "methodology": methodology,
        "policy": "signal_pools",
        "texts": {
            "intro": { "title": "Labelled answers", "lead": "Nobody reads this." },
            "opening": ["What comes to mind first?"],
            "thanks": "Thank you.",
            "goodbye": "Goodbye.",
            "safety": "Nobody answers.",
        },
    });
    files.insert(name, document.to_string());
    documents::study(files, name).map_err(|findings| {
        let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
        anyhow!("answers of the methodology `{methodology}` cannot be read:\n{}", found.join("\n"))
    })
}
