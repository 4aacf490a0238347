//! `querent run`: runs an interview with answers from a file or a simulated respondent.

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail};
use querent_engine::{
    engine::{
        interview::{Interview, Step},
        session::{CallTotals, Costs, Input, Question, SkipKind, StoppedBy},
    },
    studio::simulation::{PACE, SimulatedRespondent},
};
use serde::Deserialize;

use super::{open, outcome::Outcome, recorded_replies::RecordedReplies};
use crate::native::print;

#[derive(Debug, clap::Args)]
pub(super) struct RunOptions {
    /// Study: the id of a shipped study, a YAML file or a study.json
    #[arg(value_name = "STUDY")]
    study: PathBuf,
    /// Answers, one per line: a JSON string, {"text": "…"} or {"skip": true}. `-` reads standard input
    #[arg(long, value_name = "FILE.jsonl", required_unless_present = "persona")]
    answers: Option<PathBuf>,
    /// Simulated respondent instead of answers: the id of a file in `config/personas`
    #[arg(long, value_name = "ID", conflicts_with = "answers")]
    persona: Option<String>,
    /// Policy instead of the study's own: the id of a file in `config/policies`, or `signal_pools`
    #[arg(long, value_name = "ID")]
    policy: Option<String>,
    /// Recorded replies of models, one per line: {"id": "t1.analysis", "output": …, "model": "…"} or
    /// {"id": "t1.question", "failure": "transport"}. Requests without a line fail as unavailable. A study without
    /// models gets a model called `replies`
    #[arg(long, value_name = "FILE.jsonl", verbatim_doc_comment)]
    replies: Option<PathBuf>,
    /// Seed of the simulated respondent
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Session file to write
    #[arg(short, long, value_name = "SESSION.json")]
    output: PathBuf,
    /// Also write the record of every turn, as SESSION.turns.json
    #[arg(long)]
    trace: bool,
}

/// A line of the answers file.
#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(untagged)]
enum AnswerLine {
    /// An answer.
    Plain(String),
    /// An answer in a mapping.
    TextAnswer(TextAnswer),
    /// A skipped question.
    Skip(Skip),
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct TextAnswer {
    text: String,
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct Skip {
    skip: bool,
}

pub(super) fn run(options: &RunOptions) -> Result<Outcome> {
    let mut study = open::study(&options.study)?;
    if let Some(policy) = &options.policy {
        study = open::with_policy(&study, policy)?;
    }
    let mut models = match &options.replies {
        Some(file) => RecordedReplies::open(file)?,
        None => RecordedReplies::default(),
    };
    if options.replies.is_some() && study.models.is_empty() {
        study.models.push("replies".to_owned());
    }
    let mut interview = Interview::new(study.clone())?;
    let session = format!("{}-{}", study.id, options.seed);
    interview.handle(Input::Start { session, seed: options.seed, locale: study.language.clone(), at: 0 })?;
    match (&options.answers, &options.persona) {
        (Some(file), _) => run_interview(&mut interview, &mut answers_in_order(read_answers(file)?), &mut models)?,
        (None, Some(id)) => {
            let files = open::respondents(&options.study)?;
            let (persona, (_, bank)) = (open::persona(&files, id)?, open::bank(&files, &study)?);
            let mut respondent = SimulatedRespondent::new(&persona, &bank, &study, options.seed)?;
            run_interview(
                &mut interview,
                &mut |question| Some(ScriptedResponse::Answer(respondent.answer(question))),
                &mut models,
            )?;
        }
        (None, None) => bail!("there is no respondent; give --answers or --persona"),
    }
    open::write(&options.output, &serde_json::to_vec(&interview.session())?)?;
    if options.trace {
        open::write(&options.output.with_extension("turns.json"), &serde_json::to_vec(interview.turns())?)?;
    }
    if let Some(line) = describe_calls(&Costs::of(interview.log()).total) {
        print::line(line);
    }
    print::remark(format_args!("The session is in {}.", options.output.display()));
    Ok(Outcome::Success)
}

/// Response to a question.
enum ScriptedResponse {
    Answer(String),
    Skip,
}

/// Returns the next response to a question, or none at the end.
type Answers<'a> = dyn FnMut(&Question) -> Option<ScriptedResponse> + 'a;

/// Returns the answers of a file, in order.
fn answers_in_order(lines: Vec<AnswerLine>) -> impl FnMut(&Question) -> Option<ScriptedResponse> {
    let mut lines = lines.into_iter();
    move |_| {
        lines.next().map(|line| match line {
            AnswerLine::Plain(text) | AnswerLine::TextAnswer(TextAnswer { text }) => ScriptedResponse::Answer(text),
            AnswerLine::Skip(_) => ScriptedResponse::Skip,
        })
    }
}

/// Asks questions until the interview or the answers end, and prints both sides.
fn run_interview(interview: &mut Interview, answers: &mut Answers<'_>, models: &mut RecordedReplies) -> Result<()> {
    let mut at = 0;
    loop {
        let question = match interview.step() {
            Step::Ask { question, .. } => question,
            Step::Finished { outcome } => {
                print::line(format_args!("\nEnded after {} turns: {}", outcome.turns, reason_text(&outcome.reason)?));
                return Ok(());
            }
            Step::Call { requests } => {
                at += PACE;
                interview.handle(Input::Replies { replies: models.answer(&requests), at })?;
                continue;
            }
            Step::Start => bail!("the interview did not start"),
        };
        print::line(format_args!("{:>3}  {}", question.turn, question.text));
        at += PACE;
        let input = match answers(&question) {
            Some(ScriptedResponse::Answer(text)) => {
                print::line(format_args!("     > {text}"));
                Input::Answer { text, at, manner: None }
            }
            Some(ScriptedResponse::Skip) => {
                print::line("     (skipped)");
                Input::Skip { kind: SkipKind::Skipped, at }
            }
            None => Input::Stop { by: StoppedBy::Host, at },
        };
        interview.handle(input).with_context(|| format!("turn {}", question.turn))?;
    }
}

/// Describes calls and cost of models. None without a call.
fn describe_calls(total: &CallTotals) -> Option<String> {
    let CallTotals { calls, failed, usage, cost_nano_usd, is_partial, .. } = total;
    let cost = match cost_nano_usd {
        Some(cost) => format!("US$ {}{}", print::dollars(*cost), if *is_partial { " or more" } else { "" }),
        None => "no price known".to_owned(),
    };
    let line =
        format!("{calls} calls of models, {failed} failed; {} tokens in, {} out; {cost}", usage.input, usage.output);
    (*calls > 0).then_some(line)
}

fn reason_text(reason: &impl serde::Serialize) -> Result<String> {
    let value = serde_json::to_value(reason)?;
    Ok(value.as_str().unwrap_or_default().replace('_', " "))
}

fn read_answers(path: &Path) -> Result<Vec<AnswerLine>> {
    let (text, name) = if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).context("standard input cannot be read as UTF-8 text")?;
        (text, "standard input".to_owned())
    } else {
        (open::text(path)?, path.display().to_string())
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let answers: Vec<AnswerLine> = lines
        .map(|(index, line)| parse_answer(line).with_context(|| format!("{name}, line {}", index + 1)))
        .collect::<Result<_>>()?;
    if answers.is_empty() {
        bail!("{name} holds no answer; write one per line, as a JSON string");
    }
    Ok(answers)
}

fn parse_answer(line: &str) -> Result<AnswerLine> {
    let line = serde_json::from_str(line).map_err(|_| {
        anyhow!("`{line}` is not an answer; expected a JSON string, {{\"text\": \"…\"}} or {{\"skip\": true}}")
    })?;
    if line == AnswerLine::Skip(Skip { skip: false }) {
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
        assert_eq!(parse_answer("\"It is creamy\"").unwrap(), AnswerLine::Plain("It is creamy".to_owned()));
        assert_eq!(
            parse_answer("{\"text\": \"It is creamy\"}").unwrap(),
            AnswerLine::TextAnswer(TextAnswer { text: "It is creamy".to_owned() })
        );
        assert_eq!(parse_answer("{\"skip\": true}").unwrap(), AnswerLine::Skip(Skip { skip: true }));
    }

    #[test]
    fn anything_else_is_refused_with_what_was_expected() {
        for line in ["It is creamy", "{\"text\": 3}", "{\"answer\": \"x\"}", "{\"text\": \"x\", \"skip\": true}", "[]"]
        {
            let refused = parse_answer(line).unwrap_err().to_string();
            assert!(refused.contains(line) && refused.contains("expected"), "{refused}");
        }
        assert!(parse_answer("{\"skip\": false}").is_err());
    }
}
