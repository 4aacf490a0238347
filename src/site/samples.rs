//! Sample sessions for the console: shipped studies, answered by the personas, in the time people take.
//!
//! Invariant: the same studies and personas give the same bytes. Every session has a seed other than 0, by which the console
//! knows that nobody said this.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context, Result};
use querent_engine::{
    interview::{Interview, Step},
    llm::{CallFailure, Effort, FailureKind, Outcome, Reply},
    session::{Disputed, Input, Manner, StoppedBy},
    simulation::{Bank, Persona, Respondent},
    study::Study,
};
use serde::Serialize;
use serde_json::Value;

use super::{engine, kept};

/// Where the console finds them.
pub(crate) const SAMPLES: &str = "samples.json";

/// When the first one begins: Monday 11 May 2026, 07:40 UTC, in milliseconds since the epoch.
const FIRST: u64 = 1_778_485_200_000;

/// Least time between two beginnings, in milliseconds: 3 hours 20 minutes.
const APART: u64 = 12_000_000;

/// The persona that pastes.
const PASTING: &str = "off_topic";

/// A study, and who answers it.
#[derive(Debug)]
pub(crate) struct Cast {
    /// The study.
    pub(crate) study: Study,
    /// What there is to say about it.
    pub(crate) bank: Bank,
    /// Who answers, each once.
    pub(crate) personas: Vec<Persona>,
}

/// How a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// By itself; then the person rates the summary, 1–4, with what they would put differently.
    Whole { fit: Option<u8>, correction: &'static str },
    /// The person has had enough after so many answers.
    Stopped { after: u32 },
    /// The person closes the page after so many answers and never comes back.
    Left { after: u32 },
}

/// The sessions with their studies, each of which is told once.
#[derive(Serialize)]
struct Samples {
    /// By hash.
    studies: BTreeMap<String, Value>,
    /// Session files without their study.
    sessions: Vec<Value>,
}

/// Returns `samples.json`: that of an earlier start where studies, respondents and program are the same.
pub(crate) fn samples(root: &Path, casts: &[Cast]) -> Result<Vec<u8>> {
    let mut from = Vec::new();
    for Cast { study, bank, personas } in casts {
        from.extend([serde_json::to_string(study)?, format!("{bank:?}"), serde_json::to_string(personas)?]);
    }
    kept::kept(&engine::target_folder(root).join("querent").join("samples"), &from, || made(casts))
}

/// Holds the interviews.
fn made(casts: &[Cast]) -> Result<Vec<u8>> {
    let mut all = Samples { studies: BTreeMap::new(), sessions: Vec::new() };
    let mut draws = Draws(0x5eed);
    let mut start = FIRST;
    for cast in casts {
        let fresh = Interview::new(cast.study.clone())?;
        let study = serde_json::to_value(&cast.study)?;
        all.studies.insert(fresh.study_hash().to_owned(), study);
        for (persona, seed) in cast.personas.iter().zip(1..) {
            let respondent = Respondent::new(persona, &cast.bank, &cast.study, seed)?;
            let mut telling = Telling { interview: fresh.clone(), respondent, draws: &mut draws, at: start };
            let id = format!("{}-{}-{seed}", cast.study.id, persona.id).replace('_', "-");
            telling
                .hold(id, seed, ending(&cast.study, persona), &persona.id)
                .with_context(|| format!("the sample interview of {} about {} failed", persona.id, cast.study.id))?;
            let mut session = serde_json::to_value(telling.interview.session())?;
            if let Some(fields) = session.as_object_mut() {
                fields.remove("study");
            }
            all.sessions.push(session);
            start += APART + draws.up_to(9_000_000);
        }
    }
    Ok(serde_json::to_vec(&all)?)
}

/// How the interview of this person ends. Corrections are in English, so only an English study has them.
fn ending(study: &Study, persona: &Persona) -> Ending {
    let is_first = &*study.id == "oat_milk";
    let whole = |fit, correction: &'static str| Ending::Whole {
        fit: Some(fit),
        correction: if study.language.starts_with("en") { correction } else { "" },
    };
    match &*persona.id {
        "hostile" => Ending::Stopped { after: 4 },
        "tiring" if !is_first => Ending::Left { after: 3 },
        "tiring" => Ending::Whole { fit: None, correction: "" },
        "sceptical" => {
            whole(2, "It sounds as if I had made up my mind. I have not; I would have to see it for longer.")
        }
        "contradicting" => whole(2, "I do not think both of these are true for me at the same time."),
        "brief" | "off_topic" | "uncertain" => whole(3, ""),
        _ => whole(4, ""),
    }
}

/// An interview that is being held.
struct Telling<'a> {
    interview: Interview,
    respondent: Respondent<'a>,
    draws: &'a mut Draws,
    /// The time, in milliseconds since the epoch.
    at: u64,
}

impl Telling<'_> {
    fn hold(&mut self, session: String, seed: u64, ending: Ending, persona: &str) -> Result<()> {
        let locale = self.interview.study().language.clone();
        let mut step = self.interview.handle(Input::Start { session, seed, locale, at: self.at })?;
        let mut answers = 0;
        loop {
            step = match step {
                Step::Ask { question, .. } => match ending {
                    Ending::Left { after } if answers >= after => return Ok(()),
                    Ending::Stopped { after } if answers >= after => {
                        self.at += 2_000 + self.draws.up_to(3_000);
                        self.interview.handle(Input::Stop { by: StoppedBy::Respondent, at: self.at })?
                    }
                    Ending::Left { .. } | Ending::Stopped { .. } | Ending::Whole { .. } => {
                        answers += 1;
                        let text = self.respondent.answer(&question);
                        let manner = self.type_out(&question.text, &text, persona);
                        self.interview.handle(Input::Answer { text, at: self.at, manner: Some(manner) })?
                    }
                },
                // No model takes part: the rules read and ask.
                Step::Call { requests } => {
                    let replies = requests.into_iter().map(|request| Reply { id: request.id, outcome: unavailable() });
                    self.interview.handle(Input::Replies { replies: replies.collect(), at: self.at })?
                }
                Step::Start => self.interview.handle(Input::Stop { by: StoppedBy::Host, at: self.at })?,
                Step::Finished { .. } => break,
            };
        }
        if let Ending::Whole { fit: fit @ Some(_), correction } = ending {
            self.at += 9_000 + self.draws.up_to(20_000);
            let has_doubt =
                !correction.is_empty() && !self.interview.session().outcome.is_none_or(|it| it.summary.is_empty());
            let disputed = has_doubt.then(|| Disputed::Line { line: 0, text: String::new() });
            let disputed = disputed.into_iter().collect();
            let correction = correction.to_owned();
            let text = String::new();
            self.interview.handle(Input::Remark { text, fit, correction, disputed, at: self.at })?;
        }
        Ok(())
    }

    /// Lets the time pass that a person takes to read a question, think, and type the answer. Who strays from the topic pastes
    /// long answers in part, so that the samples have a flag of data quality to show.
    fn type_out(&mut self, question: &str, answer: &str, persona: &str) -> Manner {
        let length = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        let letters = length(answer);
        let pasted = if persona == PASTING && letters > 80 { letters / 3 * 2 } else { 0 };
        let typed = letters - pasted;
        // Reading at 25 characters a second, typing at about five.
        let first_ms = u64::from(length(question)) * 40 + 1_500 + self.draws.up_to(7_000);
        let typing_ms = u64::from(typed) * (150 + self.draws.up_to(110)) + 400;
        self.at += first_ms + typing_ms + 600;
        Manner { pasted, keys: typed + typed / 17, first_ms: Some(first_ms), typing_ms }
    }
}

fn unavailable() -> Outcome {
    Outcome::Failure(CallFailure {
        kind: FailureKind::Unavailable,
        message: "no model takes part in a sample".to_owned(),
        effort: Effort::default(),
    })
}

/// Numbers that look drawn and are the same every time: Knuth's MMIX generator.
struct Draws(u64);

impl Draws {
    /// A number from 0 to below `most`.
    fn up_to(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most.max(1)
    }
}
