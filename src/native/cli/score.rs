//! `querent score`: scores how well an interview was conducted, with the rules, and suggests improvements.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use querent_engine::{
    engine::{
        interview::Interview,
        language::LanguagePack,
        session::{Input, LogEntry, Session},
    },
    studio::{
        documents::folder,
        scoring::{
            Agreement, Category, QuestionFinding, QuestionScore, QuestionScores, RUBRIC_VERSION, Transcript,
            rank_correlation,
        },
        stages::{SessionScore, judge::ScoringResult},
    },
};
use serde::Serialize;

use super::{
    labelled_study::LabelledStudy,
    open,
    outcome::Outcome,
    project::Project,
    table::{Align, lines},
};
use crate::native::print;

/// Methodology of the study that gives a transcript its language pack. The rules of questions do not depend on it.
const ANY_METHODOLOGY: &str = "means_end_chain";

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A transcript is a list of {question, answer}, or an object with such a list as `turns`, JSON or YAML. \
    Its questions are scored one by one, without the eight categories: those need a session. Grades (`grade`: A, B or C) \
    count with --graded only."
)]
pub(super) struct ScoreOptions {
    /// Session file, or a transcript of any interview. Several with --graded
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print the score as JSON: for a session in the form that the endpoint stores, with `questions`
    #[arg(long)]
    json: bool,
    /// Language of a transcript that does not say it
    #[arg(long, value_name = "TAG", default_value = "en")]
    language: String,
    /// Study whose language and word lists a transcript uses: the id of a shipped study or a file
    #[arg(long, value_name = "STUDY")]
    study: Option<PathBuf>,
    /// Compare the scores with the grades in the transcripts, as rank correlations
    #[arg(long, conflicts_with = "json")]
    graded: bool,
}

/// The JSON of a transcript's score.
#[derive(Serialize)]
struct TranscriptObject<'a> {
    rubric_version: u32,
    provider: &'static str,
    total_score: Option<u32>,
    questions: &'a [QuestionScore],
}

/// The JSON of a session's score.
#[derive(Serialize)]
struct SessionObject<'a> {
    #[serde(flatten)]
    row: SessionScore,
    question_score: Option<u32>,
    questions: &'a [QuestionScore],
}

pub(super) fn score(options: &ScoreOptions) -> Result<Outcome> {
    if options.graded {
        return compare(options);
    }
    let [file] = options.files.as_slice() else { bail!("one file is scored at a time; several need --graded") };
    if is_session(&open::text(file)?) { score_session(file, options.json) } else { score_transcript(file, options) }
}

/// Whether a text is a session file: those say their format.
fn is_session(text: &str) -> bool {
    let object: Option<serde_json::Map<String, serde_json::Value>> = serde_json::from_str(text).ok();
    object.is_some_and(|object| object.contains_key("format") || object.contains_key("log"))
}

fn score_session(file: &Path, json: bool) -> Result<Outcome> {
    let Session { study, log, .. } = open::session(file)?;
    let interview = Interview::resume(study, &log)?;
    let record = interview.record();
    let row = ScoringResult::by_rules(&record).into_row(row(&log));
    let scores = QuestionScores::of_record(&record);
    if json {
        let object = SessionObject { row, question_score: scores.total, questions: &scores.questions };
        print::line(serde_json::to_string_pretty(&object)?);
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
    print::line("");
    print_questions(&scores);
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

fn score_transcript(file: &Path, options: &ScoreOptions) -> Result<Outcome> {
    let (_, scores) = scored(file, options)?;
    if options.json {
        let object = TranscriptObject {
            rubric_version: RUBRIC_VERSION,
            provider: "rules",
            total_score: scores.total,
            questions: &scores.questions,
        };
        print::line(serde_json::to_string_pretty(&object)?);
        return Ok(Outcome::Success);
    }
    print_questions(&scores);
    match scores.total {
        Some(total) => print::line(total),
        None => bail!("the rules of questions know English and German; `--language` names another language"),
    }
    Ok(Outcome::Success)
}

/// Reads a transcript and scores its questions.
fn scored(file: &Path, options: &ScoreOptions) -> Result<(Transcript, QuestionScores)> {
    let transcript = Transcript::parse(&open::text(file)?).with_context(|| file.display().to_string())?;
    let (language, pack) = context(&transcript, options)?;
    let scores = QuestionScores::of(&transcript.turns, &language, &pack);
    Ok((transcript, scores))
}

/// Language and word lists of a transcript.
fn context(transcript: &Transcript, options: &ScoreOptions) -> Result<(String, LanguagePack)> {
    let study = if let Some(study) = &options.study {
        open::study(study)?
    } else {
        let language = transcript.language.as_ref().unwrap_or(&options.language);
        LabelledStudy::of_methodology(ANY_METHODOLOGY, language)
            .create(&mut folder::folder(&Project::find()?.config())?)?
    };
    Ok((String::clone(&study.language), LanguagePack::clone(&study.pack)))
}

/// Prints every question with its points and findings.
fn print_questions(scores: &QuestionScores) {
    for question in &scores.questions {
        print::line(format_args!("{:>3}. {:>3}  {}", question.turn, question.points, question.question));
        for QuestionFinding { rule, words, says, better, points, .. } in &question.findings {
            let words = if words.is_empty() { String::new() } else { format!(" “{words}”") };
            print::line(format_args!("     {points:+5.1}  {}: {says}{words} {better}", rule.id()));
        }
    }
}

/// Compares scores with grades.
fn compare(options: &ScoreOptions) -> Result<Outcome> {
    let mut all: Vec<Agreement> = Vec::new();
    let mut rows = Vec::new();
    for file in &options.files {
        let (transcript, scores) = scored(file, options)?;
        let Some(agreement) = Agreement::of(&transcript.turns, &scores) else {
            bail!("{} has no question with a grade A, B or C", file.display());
        };
        rows.push(vec![
            file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            agreement.pairs.len().to_string(),
            format!("{:.2}", agreement.share),
            format!("{:.0}", agreement.total),
            correlation(&agreement.pairs),
        ]);
        all.push(agreement);
    }
    let columns = [
        ("transcript", Align::Left),
        ("questions", Align::Right),
        ("A + ½B", Align::Right),
        ("score", Align::Right),
        ("rank correlation", Align::Right),
    ];
    for line in lines(&columns, &rows) {
        print::line(line);
    }
    let questions: Vec<(f64, f64)> = all.iter().flat_map(|one| one.pairs.clone()).collect();
    let interviews: Vec<(f64, f64)> = all.iter().map(|one| (one.total, one.share)).collect();
    print::line(format_args!("rank correlation of {} questions: {}", questions.len(), correlation(&questions)));
    print::line(format_args!("rank correlation of {} interviews: {}", interviews.len(), correlation(&interviews)));
    Ok(Outcome::Success)
}

fn correlation(pairs: &[(f64, f64)]) -> String {
    rank_correlation(pairs).map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"))
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
