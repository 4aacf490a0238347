//! `querent fit`: fits the weights of the reader to a corpus of coded interviews.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use querent_engine::{
    engine::{
        dialogue::AnswerAct,
        language::{LanguagePack, Weights},
        methodology::Ontology,
        reader::{
            labelled::{Prediction, predict},
            learned::act_of_corpus,
        },
    },
    studio::{
        corpus::{self, CodedAct, Corpus, CorpusTopic, GradedIdeas, GradedQuestions, Item},
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
/// The file of graded ideas.
const IDEAS: &str = "ideas.jsonl";
/// The file of replies coded by what they do.
pub(super) const ACTS: &str = "acts.jsonl";
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
    let answers = items(&options.corpus)?;
    let corpus = Corpus {
        questions: lines_of(&options.corpus.join(QUESTIONS), GradedQuestions::parse)?,
        ideas: graded_ideas(&options.corpus.join(IDEAS), &answers)?,
        acts: lines_of(&options.corpus.join(ACTS), CodedAct::parse)?,
        answers,
    };
    let ground = ground(&corpus.answers, &options.language)?;
    let (answers, questions, acts) = (corpus.answers.len(), corpus.questions.len(), corpus.acts.len());
    if let Some(path) = &options.leave_out_topics {
        open::write(path, left_out(&corpus, &ground)?.as_bytes())?;
        print::remark(format_args!("read {answers} answers of topics that were left out"));
        return Ok(Outcome::Success);
    }
    open::write(&options.out, corpus::lines(&fitted(&corpus, &ground)).as_bytes())?;
    print::remark(format_args!("fitted {answers} answers, the questions after {questions}, and {acts} acts"));
    Ok(Outcome::Success)
}

/// Reads the coded answers of all topics, in the order of their files.
pub(super) fn items(folder: &Path) -> Result<Vec<Item>> {
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

/// Reads a file of the corpus with one case a line, if there is one.
pub(super) fn lines_of<T>(
    path: &Path,
    parse: impl FnOnce(&str) -> Result<Vec<T>, serde_json::Error>,
) -> Result<Vec<T>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    parse(&open::text(path)?).with_context(|| format!("{} cannot be read", path.display()))
}

/// Reads graded ideas, each with the concept of its topic.
fn graded_ideas(path: &Path, answers: &[Item]) -> Result<Vec<GradedIdeas>> {
    let mut ideas = lines_of(path, GradedIdeas::parse)?;
    for graded in &mut ideas {
        let item = answers.iter().find(|item| item.topic == graded.topic);
        let item =
            item.with_context(|| format!("{}: no file of the corpus is named {}", path.display(), graded.topic))?;
        graded.concept.clone_from(&item.answer.concept);
        graded.elements.clone_from(&item.answer.elements);
    }
    Ok(ideas)
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

fn fitted(corpus: &Corpus, ground: &Ground) -> Weights {
    corpus::fit(corpus, &ground.pack, &ground.data, &|id| ground.ontologies.get(id).cloned())
}

/// Cases of each grade: good, bearable, bad.
#[derive(Clone, Copy, Default)]
struct Grades([usize; 3]);

impl Grades {
    fn add(&mut self, grade: f32) {
        let at = if grade > 0.9 { 0 } else { 2 - usize::from(grade > 0.1) };
        self.0[at] += 1;
    }

    fn shares(self) -> String {
        let [a, b, c] = self.0.map(|count| count * 100 / self.0.iter().sum::<usize>().max(1));
        format!("A {a} %, B {b} %, C {c} %")
    }
}

/// How acts were read: for protests, goodbyes and all other answers, how many and how many as such.
#[derive(Clone, Copy, Default)]
struct Acts {
    counts: [(usize, usize); 3],
    right: usize,
}

impl Acts {
    fn add(&mut self, coded: &str, prediction: &Prediction) {
        let protests = |act: Option<AnswerAct>| act.is_some_and(AnswerAct::is_protest);
        let at = if coded == corpus::STOPS { 1 } else { usize::from(!protests(act_of_corpus(coded))) * 2 };
        let read = [protests(prediction.act), prediction.wants_to_stop];
        let is_right = match at {
            2 => !read[0] && !read[1],
            at => read[at],
        };
        self.counts[at].0 += 1;
        self.counts[at].1 += usize::from(is_right);
        self.right += usize::from(act_of_corpus(coded) == prediction.act);
    }

    fn shares(self) -> String {
        let [protests, stops, others] =
            self.counts.map(|(all, right)| format!("{} % of {all}", right * 100 / all.max(1)));
        let all: usize = self.counts.iter().map(|(all, _)| all).sum();
        format!(
            "protests heard {protests}, goodbyes {stops}, neither heard {others}; act right {} %",
            self.right * 100 / all.max(1)
        )
    }
}

/// Reads each topic with weights fitted to other topics. The topics of a methodology are spread over all parts.
fn left_out(corpus: &Corpus, ground: &Ground) -> Result<String> {
    let mut folds: BTreeMap<String, usize> = BTreeMap::new();
    let mut next: BTreeMap<String, usize> = BTreeMap::new();
    let mut place = |topic: &str, kind: &str, first: usize| {
        folds.entry(topic.to_owned()).or_insert_with(|| {
            let place = next.entry(kind.to_owned()).or_insert(first);
            *place += 1;
            (*place - 1) % FOLDS
        });
    };
    corpus.answers.iter().for_each(|item| place(&item.topic, &item.answer.methodology, item.answer.methodology.len()));
    corpus.acts.iter().for_each(|coded| place(&coded.topic, "", 0));
    corpus.questions.iter().for_each(|graded| place(&graded.topic, "", 0));
    let mut lines = String::new();
    let (mut chosen, mut all, mut acts) = (Grades::default(), Grades::default(), Acts::default());
    let (mut subjects, mut all_subjects) = (Grades::default(), Grades::default());
    for fold in 0..FOLDS {
        let [test, train] = [true, false].map(|wanted| corpus.of(&|topic| (folds.get(topic) == Some(&fold)) == wanted));
        let data = ground.data.clone() + &corpus::lines(&fitted(&train, ground));
        let pack = ground.pack.clone().with_model(ground.pack.parse_model(&data));
        for graded in &test.questions {
            let best = graded.with_fit(&pack, |fit| {
                let rated = graded.graded().map(|(text, grade)| (fit.probability(text), grade));
                rated.max_by(|a, b| a.0.total_cmp(&b.0))
            });
            best.flatten().into_iter().for_each(|(_, grade)| chosen.add(grade));
            graded.graded().for_each(|(_, grade)| all.add(grade));
        }
        for graded in &test.ideas {
            let decisions = graded.decisions(&pack);
            let rated = decisions.iter().map(|(decision, grade)| {
                (
                    pack.model()
                        .and_then(|model| model.weights.probabilities(decision).get(1).copied())
                        .unwrap_or_default(),
                    *grade,
                )
            });
            rated.clone().max_by(|a, b| a.0.total_cmp(&b.0)).into_iter().for_each(|(_, grade)| subjects.add(grade));
            rated.for_each(|(_, grade)| all_subjects.add(grade));
        }
        let ontology = |methodology: &str| ground.ontologies.get(methodology);
        for coded in &test.acts {
            let answer = coded.answer();
            let Some(ontology) = ontology(&answer.methodology) else { continue };
            acts.add(&coded.act, &predict(&answer, &pack, ontology));
        }
        for item in &test.answers {
            let Some(ontology) = ontology(&item.answer.methodology) else { continue };
            lines.push_str(&serde_json::to_string(&predict(&item.answer, &pack, ontology))?);
            lines.push('\n');
        }
    }
    if !corpus.questions.is_empty() {
        let of = corpus.questions.len();
        print::remark(format_args!(
            "questions rated best after {of} answers: {}; all questions: {}",
            chosen.shares(),
            all.shares()
        ));
    }
    if !corpus.ideas.is_empty() {
        let of = corpus.ideas.len();
        print::remark(format_args!(
            "ideas rated best of {of} answers: {}; all ideas: {}",
            subjects.shares(),
            all_subjects.shares()
        ));
    }
    if !corpus.acts.is_empty() {
        print::remark(format_args!("{} acts: {}", corpus.acts.len(), acts.shares()));
    }
    Ok(lines)
}
