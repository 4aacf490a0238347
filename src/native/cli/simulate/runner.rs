//! Runs many interviews in parallel. Threads take interviews from a counter and add up whole numbers, so the totals do not
//! depend on the order.

use std::{
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::Instant,
};

use anyhow::{Context, Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use querent_engine::{
    engine::{interview::Interview, study::Study},
    studio::{
        personas::{FactBank, Persona},
        simulation::{LlmParticipants, SimulatedRespondent, SimulationCallStats, SimulationFigures, run_interview},
    },
};

use super::{
    super::open,
    comparison::InterviewFigures,
    model_participant::{ModelParticipant, ReplySource},
};
use crate::native::print;

/// Interviews that a thread takes at a time.
const BATCH: u64 = 8;

/// The interviews to run.
#[derive(Clone, Copy)]
pub(super) struct Runner<'a> {
    /// An interview before its start. Every interview is a copy of it.
    pub(super) fresh: &'a Interview,
    pub(super) study: &'a Study,
    pub(super) bank: &'a FactBank,
    pub(super) personas: &'a [Persona],
    /// Interviews in all.
    pub(super) interviews: u64,
    /// Seed of the first respondent of each persona.
    pub(super) seed: u64,
    /// What to keep of every interview.
    pub(super) detail: Detail,
    /// Folder for the sessions, if they are written.
    pub(super) folder: Option<&'a Path>,
    /// Source of the replies of models, if models take part.
    pub(super) source: Option<&'a ReplySource>,
    /// The model that plays the respondents. None: the rules.
    pub(super) respondent: Option<&'a ModelParticipant<'a>>,
    /// The model that reads answers and words questions. None: the rules.
    pub(super) interviewer: Option<&'a ModelParticipant<'a>>,
}

/// What is kept of every interview besides the totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Totals only. Memory use does not grow with the number of interviews.
    Totals,
    /// The figures of each interview, to compare two versions; about 200 bytes each.
    EachInterview,
}

/// Result of all interviews.
#[derive(Debug)]
pub(super) struct RunResult {
    /// Totals by persona, in order.
    pub(super) totals: Vec<Totals>,
    /// Elapsed time, in seconds.
    pub(super) seconds: f64,
}

/// Totals of the interviews with a persona.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    pub(super) figures: SimulationFigures,
    /// Model calls for answers.
    pub(super) answers: SimulationCallStats,
    /// Model calls for readings and questions.
    pub(super) questions: SimulationCallStats,
    /// Figures of each interview, if two versions are compared.
    pub(super) each: Vec<InterviewFigures>,
}

impl Totals {
    pub(super) fn add(&mut self, other: &Self) {
        self.figures.add(&other.figures);
        self.answers.add(&other.answers);
        self.questions.add(&other.questions);
        self.each.extend_from_slice(&other.each);
    }
}

impl Runner<'_> {
    /// Runs all interviews with this many threads.
    pub(super) fn hold(&self, jobs: usize) -> Result<RunResult> {
        // A persona without the study's language fails before the first interview.
        for persona in self.personas {
            SimulatedRespondent::new(persona, self.bank, self.study, self.seed)?;
        }
        let bar = bar(self.interviews, self.source);
        let (next, is_over, failed) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::new(None));
        // Interviews with models take long, so a thread takes one at a time.
        let batch = if self.source.is_some() { 1 } else { BATCH };
        let start = Instant::now();
        let work = || {
            let mut totals = vec![Totals::default(); self.personas.len()];
            while !is_over.load(Ordering::Relaxed) && !self.is_spent() {
                let from = next.fetch_add(batch, Ordering::Relaxed);
                if from >= self.interviews {
                    break;
                }
                for number in from..(from + batch).min(self.interviews) {
                    if let Err(error) = self.one(number, &mut totals) {
                        is_over.store(true, Ordering::Relaxed);
                        failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        return totals;
                    }
                }
                bar.inc(batch.min(self.interviews - from));
                if let Some(source) = self.source {
                    let spent = source.spent();
                    bar.set_message(format!("{} calls, US$ {}", spent.calls, print::dollars(spent.nano_usd)));
                }
            }
            totals
        };
        let totals = thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let mut all = vec![Totals::default(); self.personas.len()];
            for worker in workers {
                let held = worker.join().map_err(|_| anyhow!("an interview panicked; this is a bug"))?;
                all.iter_mut().zip(&held).for_each(|(all, held)| all.add(held));
            }
            Ok::<_, anyhow::Error>(all)
        })?;
        let seconds = start.elapsed().as_secs_f64();
        bar.finish_and_clear();
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(RunResult { totals, seconds }),
        }
    }

    /// Whether the spending limit is reached. No further interview starts then.
    fn is_spent(&self) -> bool {
        self.source.is_some_and(|source| source.spent().is_exhausted)
    }

    /// Runs the interview with this number. The personas take turns, and each counts up its own seeds.
    fn one(&self, number: u64, totals: &mut [Totals]) -> Result<()> {
        let personas = u64::try_from(self.personas.len())?.max(1);
        let (at, round) = (usize::try_from(number % personas)?, number / personas);
        let (Some(persona), Some(totals)) = (self.personas.get(at), totals.get_mut(at)) else { return Ok(()) };
        let seed = self.seed.wrapping_add(round);
        let name = format!("{}-{seed}", persona.id);
        let mut respondent = SimulatedRespondent::new(persona, self.bank, self.study, seed)?;
        let session = format!("{}-{name}", self.study.id);
        let failed = || format!("the interview with {name} failed");
        let interview = if self.source.is_some() {
            let said_of = (persona, self.bank, self.study);
            let mut cast = LlmParticipants::new(respondent, said_of, (self.respondent, self.interviewer), seed);
            let interview = run_interview(self.fresh.clone(), &mut cast, session, seed).with_context(failed)?;
            let (answers, questions) = cast.call_stats(&interview);
            totals.answers.add(&answers);
            totals.questions.add(&questions);
            interview
        } else {
            run_interview(self.fresh.clone(), &mut respondent, session, seed).with_context(failed)?
        };
        let figures = SimulationFigures::of(&interview);
        totals.figures.add(&figures);
        match self.detail {
            Detail::Totals => {}
            Detail::EachInterview => totals.each.push(InterviewFigures::of(number, &figures)),
        }
        if let Some(folder) = self.folder {
            open::write(&folder.join(format!("{name}.json")), &serde_json::to_vec(&interview.session())?)?;
        }
        Ok(())
    }
}

/// Creates a progress bar on standard error. It is hidden outside a terminal.
fn bar(interviews: u64, source: Option<&ReplySource>) -> ProgressBar {
    let rate = if source.is_some() { "{msg}" } else { "{per_sec}" };
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} interviews, {rate}, {{eta}} left"));
    let bar = ProgressBar::new(interviews);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}
