//! Holds many interviews side by side. Workers take the next one from a counter and add up what came of it; sums of whole
//! numbers come out the same in whatever order they are taken.

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
    interview::Interview,
    simulation::{Bank, Cast, Figures, Persona, Respondent, Spoken, hold},
    study::Study,
};

use super::{
    super::{open, print},
    paired::One,
    voices::{Source, Voice},
};

/// Interviews a worker takes at a time.
const BATCH: u64 = 8;

/// Whom to interview, and with what.
#[derive(Clone, Copy)]
pub(super) struct Crowd<'a> {
    /// An interview that has not begun; every interview is a copy of it.
    pub(super) fresh: &'a Interview,
    pub(super) study: &'a Study,
    pub(super) bank: &'a Bank,
    pub(super) personas: &'a [Persona],
    /// Interviews in all.
    pub(super) interviews: u64,
    /// Seed of the first respondent of each persona.
    pub(super) seed: u64,
    /// What is kept of every interview besides the sums.
    pub(super) keep: Keep,
    /// Where to write the sessions, if anywhere.
    pub(super) folder: Option<&'a Path>,
    /// Where the replies of models come from, if models take part.
    pub(super) source: Option<&'a Source>,
    /// The model that plays the respondents; none: the rules do.
    pub(super) respondent: Option<&'a Voice<'a>>,
    /// The model that reads and asks; none: the rules do.
    pub(super) interviewer: Option<&'a Voice<'a>>,
}

/// What is kept of every interview besides the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// Nothing: a hundred thousand interviews take no more room than one.
    Sums,
    /// Its figures, to be held against those of another version: some 200 bytes each.
    Each,
}

/// What came of it.
#[derive(Debug)]
pub(super) struct Held {
    /// By persona, in order.
    pub(super) sums: Vec<Sums>,
    /// Time the interviews took together, from the first to the last.
    pub(super) seconds: f64,
}

/// What came of the interviews with a persona.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    pub(super) figures: Figures,
    /// What models were asked for its answers.
    pub(super) answers: Spoken,
    /// What models were asked for readings and questions.
    pub(super) questions: Spoken,
    /// Every interview by itself, where two versions are compared.
    pub(super) each: Vec<One>,
}

impl Sums {
    pub(super) fn add(&mut self, other: &Self) {
        self.figures.add(&other.figures);
        self.answers.add(&other.answers);
        self.questions.add(&other.questions);
        self.each.extend_from_slice(&other.each);
    }
}

impl Crowd<'_> {
    /// Holds all interviews, this many at a time.
    pub(super) fn hold(&self, jobs: usize) -> Result<Held> {
        // A persona that cannot speak is found before anybody is interviewed.
        for persona in self.personas {
            Respondent::new(persona, self.bank, self.study, self.seed)?;
        }
        let bar = bar(self.interviews, self.source);
        let (next, is_over, failed) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::new(None));
        // Who waits for a model takes the next interview when this one is over.
        let batch = if self.source.is_some() { 1 } else { BATCH };
        let start = Instant::now();
        let work = || {
            let mut sums = vec![Sums::default(); self.personas.len()];
            while !is_over.load(Ordering::Relaxed) && !self.is_spent() {
                let from = next.fetch_add(batch, Ordering::Relaxed);
                if from >= self.interviews {
                    break;
                }
                for number in from..(from + batch).min(self.interviews) {
                    if let Err(error) = self.one(number, &mut sums) {
                        is_over.store(true, Ordering::Relaxed);
                        failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        return sums;
                    }
                }
                bar.inc(batch.min(self.interviews - from));
                if let Some(source) = self.source {
                    let spent = source.spent();
                    bar.set_message(format!("{} calls, US$ {}", spent.calls, print::dollars(spent.nano_usd)));
                }
            }
            sums
        };
        let sums = thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let mut all = vec![Sums::default(); self.personas.len()];
            for worker in workers {
                let held = worker.join().map_err(|_| anyhow!("an interview came to a sudden end; this is a bug"))?;
                all.iter_mut().zip(&held).for_each(|(all, held)| all.add(held));
            }
            Ok::<_, anyhow::Error>(all)
        })?;
        let seconds = start.elapsed().as_secs_f64();
        bar.finish_and_clear();
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(Held { sums, seconds }),
        }
    }

    /// Whether what may be spent on models is spent: no interview is begun that the rules would have to end.
    fn is_spent(&self) -> bool {
        self.source.is_some_and(|source| source.spent().is_empty)
    }

    /// The interview of this number: the personas take turns, and each counts up its own seeds.
    fn one(&self, number: u64, sums: &mut [Sums]) -> Result<()> {
        let personas = u64::try_from(self.personas.len())?.max(1);
        let (at, round) = (usize::try_from(number % personas)?, number / personas);
        let (Some(persona), Some(sums)) = (self.personas.get(at), sums.get_mut(at)) else { return Ok(()) };
        let seed = self.seed.wrapping_add(round);
        let name = format!("{}-{seed}", persona.id);
        let mut respondent = Respondent::new(persona, self.bank, self.study, seed)?;
        let session = format!("{}-{name}", self.study.id);
        let failed = || format!("the interview with {name} failed");
        let interview = if self.source.is_some() {
            let said_of = (persona, self.bank, self.study);
            let mut cast = Cast::new(respondent, said_of, (self.respondent, self.interviewer), seed);
            let interview = hold(self.fresh.clone(), &mut cast, session, seed).with_context(failed)?;
            let (answers, questions) = cast.spoken(&interview);
            sums.answers.add(&answers);
            sums.questions.add(&questions);
            interview
        } else {
            hold(self.fresh.clone(), &mut respondent, session, seed).with_context(failed)?
        };
        let figures = Figures::of(&interview);
        sums.figures.add(&figures);
        match self.keep {
            Keep::Sums => {}
            Keep::Each => sums.each.push(One::of(number, &figures)),
        }
        if let Some(folder) = self.folder {
            open::write(&folder.join(format!("{name}.json")), &serde_json::to_vec(&interview.session())?)?;
        }
        Ok(())
    }
}

/// A bar on standard error; hidden where that is no terminal.
fn bar(interviews: u64, source: Option<&Source>) -> ProgressBar {
    let told = if source.is_some() { "{msg}" } else { "{per_sec}" };
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} interviews, {told}, {{eta}} left"));
    let bar = ProgressBar::new(interviews);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}
