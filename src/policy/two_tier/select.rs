//! Rates probes and ranks them: gates first, then scorers, then the phase; the highest score wins.

use super::{Candidate, Config, Facts, propose::open_focus};
use crate::{
    id::Name,
    policy::{Op, PolicyError, Tally, gates, scorers::two_tier as scorers},
};

/// What became of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// In the running.
    Eligible,
    /// The phase switches its strategy off.
    DisabledInPhase,
    /// A gate ruled it out.
    Vetoed,
}

/// A probe with what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessed {
    /// The probe.
    pub candidate: Candidate,
    /// What became of it.
    pub status: Status,
    /// Gates it met, with whether each closed; nothing follows one that did.
    pub gates: Vec<(&'static str, bool)>,
    /// How its score came about.
    pub tally: Tally,
}

/// The choice among probes. Indices count probes in the order they were proposed.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// All probes.
    pub assessed: Vec<Assessed>,
    /// Best first: eligible, then disabled, then vetoed.
    pub ranking: Vec<usize>,
    /// The probe chosen; none if no probe is eligible.
    pub selected: Option<usize>,
    /// The next best that are good enough.
    pub alternatives: Vec<usize>,
    /// What stands in if no probe is eligible.
    pub fallback: Option<Fallback>,
}

/// What stands in if no probe is eligible.
#[derive(Clone, Debug, PartialEq)]
pub struct Fallback {
    /// Why.
    pub reason: FallbackReason,
    /// The probe, unscored; none if no strategy offers one.
    pub probe: Option<Candidate>,
}

/// Why no probe is eligible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FallbackReason {
    /// None was proposed.
    NoCandidates,
    /// All are ruled out.
    NoneEligible,
}

/// Scores as they are compared: rounding noise must not break a tie.
pub(super) fn comparable(score: f64) -> f64 {
    libm::floor(score * 1e12 + 0.5)
}

impl Config {
    /// Rates and ranks probes in a phase.
    ///
    /// # Errors
    /// [`PolicyError::NotFinite`] names the gate or scorer that failed; nothing is skipped.
    pub fn rank(&self, facts: &Facts<'_>, probes: Vec<Candidate>, phase: &str) -> Result<Selection, PolicyError> {
        let closes = |gate: &gates::Entry, probe: &Candidate| Ok(gate.closes(probe, facts).is_some());
        self.rank_by(facts, probes, phase, closes, |scorer, probe| Ok(scorer.score(probe, facts)))
    }

    /// Ranks probes with the configured gates and scorers asked through these functions.
    ///
    /// # Errors
    /// The first error of a function, and [`PolicyError::NotFinite`] where a rating is not a number.
    pub fn rank_by(
        &self,
        facts: &Facts<'_>,
        probes: Vec<Candidate>,
        phase: &str,
        closes: impl Fn(&gates::Entry, &Candidate) -> Result<bool, PolicyError>,
        score: impl Fn(&scorers::Entry, &Candidate) -> Result<f64, PolicyError>,
    ) -> Result<Selection, PolicyError> {
        let assess = |candidate: Candidate| {
            let mut tally = Tally::default();
            let mut gates = Vec::new();
            for gate in self.gates.iter().filter(|gate| gate.enabled) {
                let is_shut = closes(gate, &candidate)?;
                gates.push((gate.gate.id(), is_shut));
                if is_shut {
                    tally.push(gate.gate.id(), Op::Veto, Some(0.0), 1.0);
                    return Ok(Assessed { candidate, status: Status::Vetoed, gates, tally });
                }
            }
            for entry in self.scorers.iter().filter(|entry| entry.enabled) {
                add(&mut tally, entry, &candidate, score(entry, &candidate)?)?;
            }
            let multiplier = self.phase_multiplier(phase, &candidate.strategy);
            tally.push("phase", Op::Scale, Some(multiplier), 1.0);
            require_finite(&tally, "phase", &candidate, multiplier)?;
            let status = if multiplier == 0.0 { Status::DisabledInPhase } else { Status::Eligible };
            Ok(Assessed { candidate, status, gates, tally })
        };
        let assessed = probes.into_iter().map(assess).collect::<Result<Vec<_>, PolicyError>>()?;
        Ok(self.choose(facts, assessed))
    }

    /// Factor of a strategy's score in a phase, ≥ 0; 1 where nothing is said.
    pub fn phase_multiplier(&self, phase: &str, strategy: &str) -> f64 {
        self.phase_profiles.get(phase).and_then(|profile| profile.get(strategy)).copied().unwrap_or(1.0)
    }

    fn choose(&self, facts: &Facts<'_>, assessed: Vec<Assessed>) -> Selection {
        let mut keys: Vec<(Status, f64, usize)> = assessed
            .iter()
            .enumerate()
            .map(|(index, probe)| (probe.status, comparable(probe.tally.total()), index))
            .collect();
        keys.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        let mut eligible = keys.iter().filter(|key| key.0 == Status::Eligible).map(|key| key.2);
        let selected = eligible.next();
        let score = |index: &usize| assessed.get(*index).map_or(0.0, |probe| probe.tally.total());
        let next = eligible.take(self.selection.alternatives_count as usize);
        let alternatives = next.filter(|index| score(index) >= self.selection.alternatives_min_score).collect();
        let reason = if assessed.is_empty() { FallbackReason::NoCandidates } else { FallbackReason::NoneEligible };
        let fallback = selected.is_none().then(|| Fallback { reason, probe: self.stand_in(facts) });
        Selection { ranking: keys.iter().map(|key| key.2).collect(), assessed, selected, alternatives, fallback }
    }

    /// The first strategy that can ask about the conversation as a whole, unscored.
    fn stand_in(&self, facts: &Facts<'_>) -> Option<Candidate> {
        self.selection.fallback.iter().find_map(|id| {
            let strategy = self.strategies.iter().find(|strategy| strategy.enabled && strategy.id == *id)?;
            Some(strategy.candidate(open_focus(strategy, facts)?))
        })
    }
}

/// Adds a rating to the tally, clamped to 0–2.
fn add(tally: &mut Tally, entry: &scorers::Entry, probe: &Candidate, rating: f64) -> Result<(), PolicyError> {
    let (term, weight) = (entry.scorer.id(), entry.weight(&probe.strategy));
    // A clamp would make a number of an infinite rating.
    let raw = if rating.is_finite() { rating.clamp(0.0, 2.0) } else { rating };
    tally.push(term, Op::Add, Some(raw), weight);
    require_finite(tally, term, probe, if rating.is_finite() { weight } else { rating })
}

/// The number that spoilt a total is named, not what came of it.
fn require_finite(tally: &Tally, term: &str, probe: &Candidate, found: f64) -> Result<(), PolicyError> {
    if tally.total().is_finite() {
        return Ok(());
    }
    Err(PolicyError::NotFinite { term: term.to_owned(), strategy: Name::to_string(&probe.strategy), found })
}
