//! `querent fit-stop`: fits the weights that hear a wish to stop, for every language.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use querent_engine::studio::corpus::{self, CodedAct, Phrasings};

use super::{fit, open, outcome::Outcome};
use crate::native::print;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A file is LANGUAGE.NAME.yaml with four lists of answers: `stop` asks to stop, `stop_harmless` looks like it; \
    `distress` and `harmless` go on. LANGUAGE.unseen.yaml is not fitted to: it measures. LANGUAGE.stop.txt is written for each \
    language."
)]
pub(super) struct FitStopOptions {
    /// Folder with the phrasings
    #[arg(value_name = "PHRASINGS_DIR")]
    phrasings: PathBuf,
    /// Folder of a corpus, named after its language, whose answers go on: YAML topics and `acts.jsonl`
    #[arg(value_name = "CORPUS_DIR")]
    corpus: PathBuf,
    /// Folder for the weights
    #[arg(short, long, value_name = "DIR", default_value = "config/locales")]
    out: PathBuf,
}

/// Name of the phrasings that measure.
const UNSEEN: &str = "unseen";

pub(super) fn fit_stop(options: &FitStopOptions) -> Result<Outcome> {
    let answers = fit::items(&options.corpus)?;
    let acts = fit::lines_of(&options.corpus.join(fit::ACTS), CodedAct::parse)?;
    let coded = answers.iter().map(|item| (item.turn.act.as_str(), item.answer.answer.as_str()));
    let coded = coded.chain(acts.iter().map(|coded| (coded.act.as_str(), coded.answer.as_str())));
    let ordinary: Vec<&str> = coded.filter(|(act, _)| *act != corpus::STOPS).map(|(_, answer)| answer).collect();
    for (language, phrasings) in &read_phrasings(&options.phrasings)? {
        let is_of_corpus = options.corpus.file_name().is_some_and(|name| name == language.as_str());
        let weights = corpus::fit_stop(phrasings, if is_of_corpus { &ordinary } else { &[] });
        open::write(&options.out.join(format!("{language}.stop.txt")), corpus::lines(&weights).as_bytes())?;
        print::remark(format_args!("{language}: fitted {} wishes to stop", phrasings.stop.len()));
    }
    Ok(Outcome::Success)
}

/// Reads the phrasings of every language.
fn read_phrasings(folder: &Path) -> Result<BTreeMap<String, Phrasings>> {
    let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
    paths.sort();
    let mut languages: BTreeMap<String, Phrasings> = BTreeMap::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let [language, set, "yaml"] = name.split('.').collect::<Vec<_>>()[..] else { continue };
        if set == UNSEEN {
            continue;
        }
        let text = open::text(&path)?;
        let read: Phrasings =
            serde_yaml::from_str(&text).with_context(|| format!("{} holds no phrasings", path.display()))?;
        languages.entry(language.to_owned()).or_default().extend(read);
    }
    Ok(languages)
}
