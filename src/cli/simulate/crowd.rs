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
    simulation::{Bank, Figures, Persona, Respondent, hold},
    study::Study,
};

use super::super::open;

/// Interviews a worker takes at a time.
const BATCH: u64 = 8;

/// Whom to interview, and with what.
#[derive(Clone, Copy, Debug)]
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
    /// Where to write the sessions, if anywhere.
    pub(super) folder: Option<&'a Path>,
}

/// What came of it.
#[derive(Debug)]
pub(super) struct Held {
    /// By persona, in order.
    pub(super) figures: Vec<Figures>,
    /// Time the interviews took together, from the first to the last.
    pub(super) seconds: f64,
}

impl Crowd<'_> {
    /// Holds all interviews, this many at a time.
    pub(super) fn hold(&self, jobs: usize) -> Result<Held> {
        // A persona that cannot speak is found before anybody is interviewed.
        for persona in self.personas {
            Respondent::new(persona, self.bank, self.study, self.seed)?;
        }
        let bar = bar(self.interviews);
        let (next, is_over, failed) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::new(None));
        let start = Instant::now();
        let work = || {
            let mut figures = vec![Figures::default(); self.personas.len()];
            while !is_over.load(Ordering::Relaxed) {
                let from = next.fetch_add(BATCH, Ordering::Relaxed);
                if from >= self.interviews {
                    break;
                }
                for number in from..(from + BATCH).min(self.interviews) {
                    if let Err(error) = self.one(number, &mut figures) {
                        is_over.store(true, Ordering::Relaxed);
                        failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        return figures;
                    }
                }
                bar.inc(BATCH.min(self.interviews - from));
            }
            figures
        };
        let figures = thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let mut all = vec![Figures::default(); self.personas.len()];
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
            None => Ok(Held { figures, seconds }),
        }
    }

    /// The interview of this number: the personas take turns, and each counts up its own seeds.
    fn one(&self, number: u64, figures: &mut [Figures]) -> Result<()> {
        let personas = u64::try_from(self.personas.len())?.max(1);
        let (at, round) = (usize::try_from(number % personas)?, number / personas);
        let (Some(persona), Some(figures)) = (self.personas.get(at), figures.get_mut(at)) else { return Ok(()) };
        let seed = self.seed.wrapping_add(round);
        let name = format!("{}-{seed}", persona.id);
        let mut respondent = Respondent::new(persona, self.bank, self.study, seed)?;
        let session = format!("{}-{name}", self.study.id);
        let interview = hold(self.fresh.clone(), &mut respondent, session, seed)
            .with_context(|| format!("the interview with {name} failed"))?;
        figures.add(&Figures::of(&interview));
        if let Some(folder) = self.folder {
            open::write(&folder.join(format!("{name}.json")), &serde_json::to_vec(&interview.session())?)?;
        }
        Ok(())
    }
}

/// A bar on standard error; hidden where that is no terminal.
fn bar(interviews: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} interviews, {per_sec}, {eta} left");
    let bar = ProgressBar::new(interviews);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}
