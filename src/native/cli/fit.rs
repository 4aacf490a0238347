//! `querent fit`: fits the weights of the reader to a corpus of coded interviews.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use querent_engine::{
    engine::{
        language::{LanguagePack, Weights},
        methodology::Ontology,
        reader::labelled::predict,
    },
    studio::{
        corpus::{self, CorpusTopic, GradedQuestions, Item},
        documents::folder,
    },
};

use super::{labelled_study::LabelledStudy, open, outcome::Outcome, project::Project};
use crate::native::print;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "With --leave-out-topics, each fifth of the topics is read with weights fitted to the others. A line of the \
    result is what `querent read` writes; its id is TOPIC-INTERVIEW-TURN, each number from 0."
)]
pub(super) struct FitOptions {
    /// Folder with the corpus: one YAML file a topic, and graded questions in `questions.jsonl`
    #[arg(value_name = "CORPUS_DIR")]
    corpus: PathBuf,
    /// File for the weights
    #[arg(short, long, value_name = "FILE", default_value = "config/locales/en.weights.txt")]
    out: PathBuf,
    /// Fit to other topics and read the rest, instead of writing weights
    #[arg(long, value_name = "READINGS.jsonl")]
    leave_out_topics: Option<PathBuf>,
    /// Language of the corpus: the name of a file in `config/locales`
    #[arg(long, value_name = "TAG", default_value = "en")]
    language: String,
}

/// The file of graded questions in a corpus.
const QUESTIONS: &str = "questions.jsonl";
/// Parts of the topics for cross-validation.
const FOLDS: usize = 5;

/// What fitting needs beside the corpus.
struct Ground {
    pack: LanguagePack,
    /// Tags and word classes.
    data: String,
    ontologies: BTreeMap<String, Ontology>,
}

pub(super) fn fit(options: &FitOptions) -> Result<Outcome> {
    let items = items(&options.corpus)?;
    let graded = graded(&options.corpus)?;
    let ground = ground(&items, &options.language)?;
    if let Some(path) = &options.leave_out_topics {
        open::write(path, left_out(&items, &graded, &ground)?.as_bytes())?;
        print::remark(format_args!("read {} answers of topics that were left out", items.len()));
        return Ok(Outcome::Success);
    }
    let weights = fitted(&items.iter().collect::<Vec<_>>(), &graded.iter().collect::<Vec<_>>(), &ground);
    open::write(&options.out, corpus::lines(&weights).as_bytes())?;
    print::remark(format_args!("fitted {} answers and the questions after {}", items.len(), graded.len()));
    Ok(Outcome::Success)
}

/// Reads the coded answers of all topics, in the order of their files.
fn items(folder: &Path) -> Result<Vec<Item>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(|| format!("{} cannot be read", folder.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let topic: CorpusTopic = corpus::parse(&open::text(&path)?)
            .with_context(|| format!("{} is no topic of a corpus", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        found.extend(corpus::items(&topic, &name));
    }
    Ok(found)
}

/// Reads the graded questions of a corpus, if it has any.
fn graded(folder: &Path) -> Result<Vec<GradedQuestions>> {
    let path = folder.join(QUESTIONS);
    if !path.exists() {
        return Ok(Vec::new());
    }
    GradedQuestions::parse(&open::text(&path)?).with_context(|| format!("{} holds no graded questions", path.display()))
}

fn ground(items: &[Item], language: &str) -> Result<Ground> {
    let config = Project::find()?.config();
    let mut files = folder::folder(&config)?;
    let mut pack = LanguagePack::default();
    let mut ontologies = BTreeMap::new();
    for item in items {
        let methodology = &*item.answer.methodology;
        if !ontologies.contains_key(methodology) {
            let study = LabelledStudy::of_methodology(methodology, language).create(&mut files)?;
            pack = study.pack;
            ontologies.insert(methodology.to_owned(), study.methodology.ontology);
        }
    }
    pack.learned = None;
    let text = |name: &str| open::text(&config.join(format!("locales/{language}.{name}.txt")));
    Ok(Ground { pack, data: text("tags")? + &text("classes")?, ontologies })
}

fn fitted(items: &[&Item], graded: &[&GradedQuestions], ground: &Ground) -> Weights {
    corpus::fit(items, graded, &ground.pack, &ground.data, &|id| ground.ontologies.get(id).cloned())
}

/// Reads each topic with weights fitted to other topics. The topics of a methodology are spread over all parts.
fn left_out(items: &[Item], graded: &[GradedQuestions], ground: &Ground) -> Result<String> {
    let mut folds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut next: BTreeMap<&str, usize> = BTreeMap::new();
    for item in items {
        let methodology = &*item.answer.methodology;
        folds.entry(&item.topic).or_insert_with(|| {
            let place = next.entry(methodology).or_insert(methodology.len());
            *place += 1;
            (*place - 1) % FOLDS
        });
    }
    let mut lines = String::new();
    let mut chosen = [0_usize; 3];
    let mut all = [0_usize; 3];
    for fold in 0..FOLDS {
        let (test, train): (Vec<&Item>, Vec<&Item>) =
            items.iter().partition(|item| folds.get(&*item.topic) == Some(&fold));
        let (asked, others): (Vec<&GradedQuestions>, Vec<&GradedQuestions>) =
            graded.iter().partition(|graded| folds.get(&*graded.topic) == Some(&fold));
        let data = ground.data.clone() + &corpus::lines(&fitted(&train, &others, ground));
        let pack = ground.pack.clone().with_model(ground.pack.parse_model(&data));
        for graded in asked {
            let best = graded.with_fit(&pack, |fit| {
                let rated = graded.graded().map(|(text, grade)| (fit.probability(text), grade));
                rated.max_by(|a, b| a.0.total_cmp(&b.0))
            });
            let count = |counts: &mut [usize; 3], grade: f32| {
                let at = if grade > 0.9 { 0 } else { 2 - usize::from(grade > 0.1) };
                counts[at] += 1;
            };
            best.flatten().into_iter().for_each(|(_, grade)| count(&mut chosen, grade));
            graded.graded().for_each(|(_, grade)| count(&mut all, grade));
        }
        for item in test {
            let Some(ontology) = ground.ontologies.get(&*item.answer.methodology) else { continue };
            lines.push_str(&serde_json::to_string(&predict(&item.answer, &pack, ontology))?);
            lines.push('\n');
        }
    }
    if !graded.is_empty() {
        let shares = |counts: [usize; 3]| counts.map(|count| count * 100 / counts.iter().sum::<usize>().max(1));
        let ([a, b, c], [all_a, all_b, all_c]) = (shares(chosen), shares(all));
        print::remark(format_args!(
            "questions rated best after {} answers: A {a} %, B {b} %, C {c} %; all questions: A {all_a} %, B {all_b} %, C {all_c} %",
            graded.len()
        ));
    }
    Ok(lines)
}
