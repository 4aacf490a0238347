//! Ranks candidates: gates first, then scorers, then the phase. Here `two_tier` applies its weights.

use super::{
    candidate::Candidate, config::TwoTierConfig, facts::TwoTierFacts, gates::ConfiguredGate, propose::global_focus,
    scorers::ConfiguredScorer,
};
use crate::engine::{
    policy::{Op, PolicyError, Tally},
    sort,
};

/// Status of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CandidateStatus {
    /// It may be chosen.
    Eligible,
    /// The phase rules its strategy out.
    DisabledInPhase,
    /// A gate rules it out.
    Vetoed,
}

/// A candidate with its status and score.
#[derive(Clone, Debug, PartialEq)]
pub struct AssessedCandidate {
    /// The candidate.
    pub candidate: Candidate,
    /// Its status.
    pub status: CandidateStatus,
    /// Gates up to the first that closed, each with whether it closed.
    pub gates: Vec<(&'static str, bool)>,
    /// Calculation of the score.
    pub tally: Tally,
}

/// The choice among candidates. Indices count candidates in order of proposal.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoTierSelection {
    /// All candidates.
    pub assessed: Vec<AssessedCandidate>,
    /// Best first: eligible, then disabled, then vetoed.
    pub ranking: Vec<usize>,
    /// The chosen candidate. None if none is eligible.
    pub selected: Option<usize>,
    /// The next best with a sufficient score.
    pub alternatives: Vec<usize>,
    /// The fallback, if no candidate is eligible.
    pub fallback: Option<FallbackCandidate>,
}

/// The fallback if no candidate is eligible.
#[derive(Clone, Debug, PartialEq)]
pub struct FallbackCandidate {
    /// Why no candidate is eligible.
    pub reason: FallbackReason,
    /// The unscored candidate. None if no strategy offers one.
    pub candidate: Option<Candidate>,
}

/// Why no candidate is eligible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FallbackReason {
    /// None was proposed.
    NoCandidates,
    /// All are ruled out.
    NoneEligible,
}

/// A score for comparison. Rounding noise must not break a tie.
pub(super) fn comparable(score: f64) -> f64 {
    libm::floor(score * 1e12 + 0.5)
}

impl TwoTierConfig {
    /// Scores and ranks candidates in a phase.
    ///
    /// # Errors
    /// [`PolicyError::NotFinite`] names the scorer or phase whose value is not a number.
    pub fn rank(
        &self,
        facts: &TwoTierFacts<'_>,
        candidates: Vec<Candidate>,
        phase: &str,
    ) -> Result<TwoTierSelection, PolicyError> {
        let closes = |gate: &ConfiguredGate, candidate: &Candidate| Ok(gate.closes(candidate, facts));
        self.rank_by(facts, candidates, phase, closes, |scorer, candidate| Ok(scorer.score(candidate, facts)))
    }

    /// Scores and ranks candidates with the verdicts of gates and the ratings of scorers given as functions.
    ///
    /// # Errors
    /// The first error of a function, and [`PolicyError::NotFinite`] if a rating is not a number.
    pub fn rank_by(
        &self,
        facts: &TwoTierFacts<'_>,
        candidates: Vec<Candidate>,
        phase: &str,
        closes: impl Fn(&ConfiguredGate, &Candidate) -> Result<bool, PolicyError>,
        score: impl Fn(&ConfiguredScorer, &Candidate) -> Result<f64, PolicyError>,
    ) -> Result<TwoTierSelection, PolicyError> {
        let assess = |candidate: Candidate| {
            let mut tally = Tally::default();
            let mut gates = Vec::new();
            for gate in self.gates.iter().filter(|gate| gate.enabled) {
                let is_closed = closes(gate, &candidate)?;
                gates.push((gate.gate.id(), is_closed));
                if is_closed {
                    tally.push(gate.gate.id(), Op::Veto, Some(0.0), 1.0);
                    return Ok(AssessedCandidate { candidate, status: CandidateStatus::Vetoed, gates, tally });
                }
            }
            for scorer in self.scorers.iter().filter(|scorer| scorer.enabled) {
                add_rating(&mut tally, scorer, &candidate, score(scorer, &candidate)?)?;
            }
            let multiplier = self.phase_multiplier(phase, &candidate.strategy);
            tally.push("phase", Op::Scale, Some(multiplier), 1.0);
            require_finite(&tally, "phase", &candidate, multiplier)?;
            let status = if multiplier == 0.0 { CandidateStatus::DisabledInPhase } else { CandidateStatus::Eligible };
            Ok(AssessedCandidate { candidate, status, gates, tally })
        };
        let assessed = candidates.into_iter().map(assess).collect::<Result<Vec<_>, PolicyError>>()?;
        Ok(self.select(facts, assessed))
    }

    /// Factor of a strategy's score in a phase, ≥ 0. Default 1.
    pub fn phase_multiplier(&self, phase: &str, strategy: &str) -> f64 {
        self.phase_profiles.get(phase).and_then(|profile| profile.get(strategy)).copied().unwrap_or(1.0)
    }

    pub(super) fn select(&self, facts: &TwoTierFacts<'_>, assessed: Vec<AssessedCandidate>) -> TwoTierSelection {
        let key = |(index, one): (usize, &AssessedCandidate)| (one.status, comparable(one.tally.total()), index);
        let mut keys: Vec<(CandidateStatus, f64, usize)> = assessed.iter().enumerate().map(key).collect();
        sort::by(&mut keys, |a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        let mut eligible = keys.iter().filter(|key| key.0 == CandidateStatus::Eligible).map(|key| key.2);
        let selected = eligible.next();
        let score = |index: &usize| assessed.get(*index).map_or(0.0, |one| one.tally.total());
        let next = eligible.take(self.selection.alternatives_count as usize);
        let alternatives = next.filter(|index| score(index) >= self.selection.alternatives_min_score).collect();
        let reason = if assessed.is_empty() { FallbackReason::NoCandidates } else { FallbackReason::NoneEligible };
        let fallback = || FallbackCandidate { reason, candidate: self.fallback(facts) };
        let fallback = selected.is_none().then(fallback);
        TwoTierSelection { ranking: keys.iter().map(|key| key.2).collect(), assessed, selected, alternatives, fallback }
    }

    /// The first fallback strategy with a global focus.
    fn fallback(&self, facts: &TwoTierFacts<'_>) -> Option<Candidate> {
        self.selection.fallback.iter().find_map(|id| {
            let strategy = self.strategies.iter().find(|strategy| strategy.enabled && strategy.id == *id)?;
            Some(strategy.candidate(global_focus(strategy, facts)?))
        })
    }
}

/// Adds a rating, clamped to 0–2, with the weight of the scorer for the strategy.
fn add_rating(
    tally: &mut Tally,
    scorer: &ConfiguredScorer,
    candidate: &Candidate,
    rating: f64,
) -> Result<(), PolicyError> {
    let (term, weight) = (scorer.scorer.id(), scorer.weight(&candidate.strategy));
    // `clamp` would hide an infinite rating.
    let raw = if rating.is_finite() { rating.clamp(0.0, 2.0) } else { rating };
    tally.push(term, Op::Add, Some(raw), weight);
    require_finite(tally, term, candidate, if rating.is_finite() { weight } else { rating })
}

/// An error if the total is not finite. `found` is the value that caused it.
fn require_finite(tally: &Tally, term: &str, candidate: &Candidate, found: f64) -> Result<(), PolicyError> {
    if tally.total().is_finite() {
        return Ok(());
    }
    Err(PolicyError::NotFinite { term: term.to_owned(), strategy: candidate.strategy.to_string(), found })
}
