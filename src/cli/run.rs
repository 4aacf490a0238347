//! `querent run`: holds an interview with answers from a file, for trying out a study and for golden sessions.

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail};
use querent_engine::{
    interview::{Interview, Step},
    session::{Costs, Input, Question, SkipKind, StoppedBy, Sum},
    simulation::{PACE, Respondent},
};
use serde::Deserialize;

use super::{Verdict, open, print, replies::Replies};

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Study to interview with: the id of a shipped study, a YAML file or a study.json
    #[arg(value_name = "STUDY")]
    study: PathBuf,
    /// Answers, one a line: a JSON string, {"text": "…"} or {"skip": true}. `-` reads standard input
    #[arg(long, value_name = "FILE.jsonl", required_unless_present = "persona")]
    answers: Option<PathBuf>,
    /// Answers of a simulated respondent instead: the id of a file of `config/personas`
    #[arg(long, value_name = "ID", conflicts_with = "answers")]
    persona: Option<String>,
    /// Policy to choose questions by instead of the study's own: the id of a file of `config/policies`, or `signal_pools`
    #[arg(long, value_name = "ID")]
    policy: Option<String>,
    /// Replies of models, one a line: {"id": "t1.analysis", "output": …, "model": "…"} or {"id": "t1.question", "failure":
    /// "transport"}. Requests without a line fail as unavailable. A study without models gets one called `replies`
    #[arg(long, value_name = "FILE.jsonl", verbatim_doc_comment)]
    replies: Option<PathBuf>,
    /// Seed of the simulated respondent
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
    let mut study = open::study(&options.study)?;
    if let Some(policy) = &options.policy {
        study = open::with_policy(&study, policy)?;
    }
    let mut models = match &options.replies {
        Some(file) => Replies::open(file)?,
        None => Replies::default(),
    };
    if options.replies.is_some() && study.models.is_empty() {
        study.models.push("replies".to_owned());
    }
    let mut interview = Interview::new(study.clone())?;
    let session = format!("{}-{}", study.id, options.seed);
    interview.handle(Input::Start { session, seed: options.seed, locale: study.language.clone(), at: 0 })?;
    match (&options.answers, &options.persona) {
        (Some(file), _) => converse(&mut interview, &mut written(answers(file)?), &mut models)?,
        (None, Some(id)) => {
            let files = open::respondents(&options.study)?;
            let (persona, (_, bank)) = (open::persona(&files, id)?, open::bank(&files, &study)?);
            let mut respondent = Respondent::new(&persona, &bank, &study, options.seed)?;
            converse(&mut interview, &mut |question| Some(Said::Answer(respondent.answer(question))), &mut models)?;
        }
        (None, None) => bail!("nobody answers; give --answers or --persona"),
    }
    open::write(&options.output, &serde_json::to_vec(&interview.session())?)?;
    if options.trace {
        open::write(&options.output.with_extension("turns.json"), &serde_json::to_vec(interview.turns())?)?;
    }
    if let Some(told) = calls(&Costs::of(interview.log()).total) {
        print::line(told);
    }
    print::remark(format_args!("The session is in {}.", options.output.display()));
    Ok(Verdict::Fine)
}

/// What comes of a question.
enum Said {
    Answer(String),
    Nothing,
}

/// Who answers: the next answer to a question, or none when there are no more.
type Answers<'a> = dyn FnMut(&Question) -> Option<Said> + 'a;

/// The answers of a file, in order.
fn written(lines: Vec<Line>) -> impl FnMut(&Question) -> Option<Said> {
    let mut lines = lines.into_iter();
    move |_| {
        lines.next().map(|line| match line {
            Line::Plain(text) | Line::Named(Named { text }) => Said::Answer(text),
            Line::Skip(_) => Said::Nothing,
        })
    }
}

/// Puts question after question until the interview or the answers end, and prints both sides.
fn converse(interview: &mut Interview, answers: &mut Answers<'_>, models: &mut Replies) -> Result<()> {
    let mut at = 0;
    loop {
        let question = match interview.step() {
            Step::Ask { question, .. } => question,
            Step::Finished { outcome } => {
                print::line(format_args!("\nEnded after {} turns: {}", outcome.turns, words(&outcome.reason)?));
                return Ok(());
            }
            Step::Call { requests } => {
                at += PACE;
                interview.handle(Input::Replies { replies: models.to(&requests), at })?;
                continue;
            }
            Step::Start => bail!("the interview did not start"),
        };
        print::line(format_args!("{:>3}  {}", question.turn, question.text));
        at += PACE;
        let input = match answers(&question) {
            Some(Said::Answer(text)) => {
                print::line(format_args!("     > {text}"));
                Input::Answer { text, at, manner: None }
            }
            Some(Said::Nothing) => {
                print::line("     (skipped)");
                Input::Skip { kind: SkipKind::Skipped, at }
            }
            None => Input::Stop { by: StoppedBy::Host, at },
        };
        interview.handle(input).with_context(|| format!("turn {}", question.turn))?;
    }
}

/// What the calls of models took; nothing where none was made.
fn calls(total: &Sum) -> Option<String> {
    let Sum { calls, failed, usage, cost_nano_usd, is_partial, .. } = total;
    let cost = match cost_nano_usd {
        Some(cost) => format!("US$ {}{}", print::dollars(*cost), if *is_partial { " or more" } else { "" }),
        None => "no price known".to_owned(),
    };
    let told =
        format!("{calls} calls of models, {failed} failed; {} tokens in, {} out; {cost}", usage.input, usage.output);
    (*calls > 0).then_some(told)
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
