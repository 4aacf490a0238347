//! Sample sessions for the console: shipped studies, answered by personas in realistic times.
//!
//! Invariant: the same studies and personas give the same bytes. Sample sessions have a seed other than 0, which marks them as
//! simulated.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context, Result};
use querent_engine::{
    engine::{
        interview::{Interview, Step},
        model::{CallFailure, CallUsage, FailureKind, Reply, ReplyOutcome},
        session::{Disputed, Input, StoppedBy, TypingStats},
        study::Study,
    },
    studio::{
        personas::{FactBank, Persona},
        simulation::SimulatedRespondent,
    },
};
use serde::Serialize;
use serde_json::Value;

use super::{build_cache, engine};

/// Address of the samples.
pub(crate) const SAMPLES: &str = "samples.json";

/// Start of the first session: Monday 11 May 2026, 07:40 UTC, in milliseconds since the epoch.
const FIRST: u64 = 1_778_485_200_000;

/// Least time between two starts, in milliseconds: 3 hours 20 minutes.
const APART: u64 = 12_000_000;

/// The persona that pastes.
const PASTING: &str = "off_topic";

/// A study with its simulated respondents.
#[derive(Debug)]
pub(crate) struct SampleStudy {
    /// The study.
    pub(crate) study: Study,
    /// Facts that the respondents know.
    pub(crate) bank: FactBank,
    /// The respondents; each answers once.
    pub(crate) personas: Vec<Persona>,
}

/// End of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SampleEnding {
    /// Regular end. The respondent then rates the summary, 1–4, with a correction.
    Whole { fit: Option<u8>, correction: &'static str },
    /// The respondent stops after this many answers.
    Stopped { after: u32 },
    /// The respondent leaves the page after this many answers.
    Left { after: u32 },
}

/// The sessions and their studies. Each study is stored once.
#[derive(Serialize)]
struct Samples {
    /// By hash.
    studies: BTreeMap<String, Value>,
    /// Session files without their study.
    sessions: Vec<Value>,
}

/// Returns `samples.json`, from the build cache if studies, personas and program are unchanged.
pub(crate) fn samples(root: &Path, samples: &[SampleStudy]) -> Result<Vec<u8>> {
    let mut from = Vec::new();
    for SampleStudy { study, bank, personas } in samples {
        from.extend([serde_json::to_string(study)?, format!("{bank:?}"), serde_json::to_string(personas)?]);
    }
    build_cache::cached(&engine::target_folder(root).join("querent").join("samples"), &from, || run_interviews(samples))
}

/// Runs the interviews.
fn run_interviews(samples: &[SampleStudy]) -> Result<Vec<u8>> {
    let mut all = Samples { studies: BTreeMap::new(), sessions: Vec::new() };
    let mut sequence = Sequence(0x5eed);
    let mut start = FIRST;
    for sample in samples {
        let fresh = Interview::new(sample.study.clone())?;
        let study = serde_json::to_value(&sample.study)?;
        all.studies.insert(fresh.study_hash().to_owned(), study);
        for (persona, seed) in sample.personas.iter().zip(1..) {
            let respondent = SimulatedRespondent::new(persona, &sample.bank, &sample.study, seed)?;
            let mut interview =
                SampleInterview { interview: fresh.clone(), respondent, sequence: &mut sequence, at: start };
            let id = format!("{}-{}-{seed}", sample.study.id, persona.id).replace('_', "-");
            interview
                .hold(id, seed, ending(&sample.study, persona), &persona.id)
                .with_context(|| format!("the sample interview of {} about {} failed", persona.id, sample.study.id))?;
            let mut session = serde_json::to_value(interview.interview.session())?;
            if let Some(fields) = session.as_object_mut() {
                fields.remove("study");
            }
            all.sessions.push(session);
            start += APART + sequence.up_to(9_000_000);
        }
    }
    Ok(serde_json::to_vec(&all)?)
}

/// Returns how the interview of a persona ends. Corrections are in English, so only English studies have them.
fn ending(study: &Study, persona: &Persona) -> SampleEnding {
    let is_first = &*study.id == "oat_milk";
    let whole = |fit, correction: &'static str| SampleEnding::Whole {
        fit: Some(fit),
        correction: if study.language.starts_with("en") { correction } else { "" },
    };
    match &*persona.id {
        "hostile" => SampleEnding::Stopped { after: 4 },
        "tiring" if !is_first => SampleEnding::Left { after: 3 },
        "tiring" => SampleEnding::Whole { fit: None, correction: "" },
        "sceptical" => {
            whole(2, "It sounds as if I had made up my mind. I have not; I would have to see it for longer.")
        }
        "contradicting" => whole(2, "I do not think both of these are true for me at the same time."),
        "brief" | "off_topic" | "uncertain" => whole(3, ""),
        _ => whole(4, ""),
    }
}

/// A running sample interview.
struct SampleInterview<'a> {
    interview: Interview,
    respondent: SimulatedRespondent<'a>,
    sequence: &'a mut Sequence,
    /// The time, in milliseconds since the epoch.
    at: u64,
}

impl SampleInterview<'_> {
    fn hold(&mut self, session: String, seed: u64, ending: SampleEnding, persona: &str) -> Result<()> {
        let locale = self.interview.study().language.clone();
        let mut step = self.interview.handle(Input::Start { session, seed, locale, at: self.at })?;
        let mut answers = 0;
        loop {
            step = match step {
                Step::Ask { question, .. } => match ending {
                    SampleEnding::Left { after } if answers >= after => return Ok(()),
                    SampleEnding::Stopped { after } if answers >= after => {
                        self.at += 2_000 + self.sequence.up_to(3_000);
                        self.interview.handle(Input::Stop { by: StoppedBy::Respondent, at: self.at })?
                    }
                    SampleEnding::Left { .. } | SampleEnding::Stopped { .. } | SampleEnding::Whole { .. } => {
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
        if let SampleEnding::Whole { fit: fit @ Some(_), correction } = ending {
            self.at += 9_000 + self.sequence.up_to(20_000);
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

    /// Advances the time for reading the question, thinking and typing. One persona pastes parts of long answers, so that the
    /// samples contain a data quality flag.
    fn type_out(&mut self, question: &str, answer: &str, persona: &str) -> TypingStats {
        let length = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        let letters = length(answer);
        let pasted = if persona == PASTING && letters > 80 { letters / 3 * 2 } else { 0 };
        let typed = letters - pasted;
        // Reading at 25 characters a second, typing at about five.
        let first_ms = u64::from(length(question)) * 40 + 1_500 + self.sequence.up_to(7_000);
        let typing_ms = u64::from(typed) * (150 + self.sequence.up_to(110)) + 400;
        self.at += first_ms + typing_ms + 600;
        TypingStats { pasted, keys: typed + typed / 17, first_ms: Some(first_ms), typing_ms }
    }
}

fn unavailable() -> ReplyOutcome {
    ReplyOutcome::Failure(CallFailure {
        kind: FailureKind::Unavailable,
        message: "no model takes part in a sample".to_owned(),
        effort: CallUsage::default(),
    })
}

/// Reproducible pseudo-random numbers: Knuth's MMIX generator.
struct Sequence(u64);

impl Sequence {
    /// Returns a number from 0 to below `most`.
    fn up_to(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most.max(1)
    }
}
