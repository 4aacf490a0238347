//! `querent run`: holds an interview with answers from a file, for trying out a study and for golden sessions.

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail};
use querent_engine::{
    interview::{Interview, Step},
    session::{Input, SkipKind, StoppedBy},
};
use serde::Deserialize;

use super::{Verdict, open, print};

/// Time between two inputs, in milliseconds. There is no clock here: the same answers give the same file.
const PACE: u64 = 1000;

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Study to interview with: the id of a shipped study, a YAML file or a study.json
    #[arg(value_name = "STUDY")]
    study: PathBuf,
    /// Answers, one a line: a JSON string, {"text": "…"} or {"skip": true}. `-` reads standard input
    #[arg(long, value_name = "FILE.jsonl")]
    answers: PathBuf,
    /// Seed of the order of wordings
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Session file to write
    #[arg(short, long, value_name = "SESSION.json")]
    output: PathBuf,
    /// Write the record of every turn beside it, as SESSION.turns.json
    #[arg(long)]
    trace: bool,
}

/// A line of the answers.
#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(untagged)]
enum Line {
    /// An answer.
    Plain(String),
    /// An answer with its name.
    Named(Named),
    /// A question passed over.
    Skip(Skip),
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct Named {
    text: String,
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct Skip {
    skip: bool,
}

pub(super) fn run(options: &Options) -> Result<Verdict> {
    let study = open::study(&options.study)?;
    let answers = answers(&options.answers)?;
    let session = format!("{}-{}", study.id, options.seed);
    let locale = study.language.clone();
    let mut interview = Interview::new(study)?;
    interview.handle(Input::Start { session, seed: options.seed, locale, at: 0 })?;
    converse(&mut interview, &answers)?;
    open::write(&options.output, &serde_json::to_vec(&interview.session())?)?;
    if options.trace {
        open::write(&options.output.with_extension("turns.json"), &serde_json::to_vec(interview.turns())?)?;
    }
    print::remark(format_args!("The session is in {}.", options.output.display()));
    Ok(Verdict::Fine)
}

/// Puts question after question until the interview or the answers end, and prints both sides.
fn converse(interview: &mut Interview, answers: &[Line]) -> Result<()> {
    let mut at = 0;
    let mut answers = answers.iter();
    loop {
        let question = match interview.step() {
            Step::Ask { question, .. } => question,
            Step::Finished { outcome } => {
                print::line(format_args!("\nEnded after {} turns: {}", outcome.turns, words(&outcome.reason)?));
                let unused = answers.count();
                if unused > 0 {
                    print::remark(format_args!("{unused} answers were not needed."));
                }
                return Ok(());
            }
            Step::Start => bail!("the interview did not start"),
        };
        print::line(format_args!("{:>3}  {}", question.turn, question.text));
        at += PACE;
        let input = match answers.next() {
            Some(Line::Plain(text) | Line::Named(Named { text })) => {
                print::line(format_args!("     > {text}"));
                Input::Answer { text: text.clone(), at }
            }
            Some(Line::Skip(_)) => {
                print::line("     (skipped)");
                Input::Skip { kind: SkipKind::Skipped, at }
            }
            None => Input::Stop { by: StoppedBy::Host, at },
        };
        interview.handle(input).with_context(|| format!("turn {}", question.turn))?;
    }
}

fn words(reason: &impl serde::Serialize) -> Result<String> {
    let value = serde_json::to_value(reason)?;
    Ok(value.as_str().unwrap_or_default().replace('_', " "))
}

fn answers(path: &Path) -> Result<Vec<Line>> {
    let (text, name) = if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).context("standard input cannot be read as UTF-8 text")?;
        (text, "standard input".to_owned())
    } else {
        (open::text(path)?, path.display().to_string())
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let answers: Vec<Line> = lines
        .map(|(index, line)| parse(line).with_context(|| format!("{name}, line {}", index + 1)))
        .collect::<Result<_>>()?;
    if answers.is_empty() {
        bail!("{name} holds no answer; write one a line, as a JSON string");
    }
    Ok(answers)
}

fn parse(line: &str) -> Result<Line> {
    let line = serde_json::from_str(line).map_err(|_| {
        anyhow!("`{line}` is no answer; expected a JSON string, {{\"text\": \"…\"}} or {{\"skip\": true}}")
    })?;
    if line == Line::Skip(Skip { skip: false }) {
        bail!("`skip` is false; leave the line out or write {{\"text\": \"…\"}}");
    }
    Ok(line)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    #[test]
    fn answers_are_strings_texts_or_skips() {
        assert_eq!(parse("\"It is creamy\"").unwrap(), Line::Plain("It is creamy".to_owned()));
        assert_eq!(
            parse("{\"text\": \"It is creamy\"}").unwrap(),
            Line::Named(Named { text: "It is creamy".to_owned() })
        );
        assert_eq!(parse("{\"skip\": true}").unwrap(), Line::Skip(Skip { skip: true }));
    }

    #[test]
    fn anything_else_is_refused_with_what_was_expected() {
        for line in ["It is creamy", "{\"text\": 3}", "{\"answer\": \"x\"}", "{\"text\": \"x\", \"skip\": true}", "[]"]
        {
            let refused = parse(line).unwrap_err().to_string();
            assert!(refused.contains(line) && refused.contains("expected"), "{refused}");
        }
        assert!(parse("{\"skip\": false}").is_err());
    }
}
