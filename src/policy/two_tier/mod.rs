//! Two tiers: gates rule probes out, scorers rate the rest with weights by strategy, a phase multiplies the sum.

pub mod candidate;
pub mod chains;
#[cfg(feature = "studio")]
pub mod check;
mod config;
pub mod evidence;
pub mod facts;
pub mod live;
pub mod phase;
mod preset;
mod propose;
mod select;
pub mod sentiment;
pub mod similarity;
mod situation;
mod wording;
pub mod words;

pub use self::{
    candidate::{Candidate, Focus},
    config::{Config, SelectionSettings, SignalSettings, Strategy},
    facts::Facts,
    select::{Assessed, Fallback, FallbackReason, Selection, Status},
};
use self::{
    evidence::Evidence,
    phase::{PhaseState, phase_at, planned_turns},
    select::comparable,
};
use super::{Continuation, Decision, Judgement, Op, PolicyError, Ranked, StopReason, Tally};
use crate::{
    dialogue::{self, Probe, qualitative::Signals},
    id::Name,
    signals::{Value, Values},
    state::{Declined, Situation},
};

/// Category of strategies after which an interview ends.
const CLOSING: &str = "closing";

impl Config {
    /// The views this policy takes of what an interview tells.
    pub fn facts<'a>(&self, evidence: Evidence<'a>) -> Facts<'a> {
        let signals = if self.signals.enabled {
            evidence.signals.clone().at_least(self.signals.min_confidence)
        } else {
            Signals::default()
        };
        Facts::new(Evidence { signals, ..evidence }, self.recent_node_limit)
    }

    /// The phase of the turn being planned; none if no phase is configured.
    pub fn phase(&self, facts: &Facts<'_>) -> Option<PhaseState> {
        phase_at(&self.phases, facts.turn, facts.coverage, facts.phase.as_ref())
    }

    /// All probes that may be asked in a phase, in order.
    pub fn propose(&self, facts: &Facts<'_>, phase: &str) -> Vec<Candidate> {
        propose::propose(&self.strategies, facts, phase)
    }

    pub(super) fn decide(&self, situation: &Situation<'_>) -> Result<Decision, PolicyError> {
        self.choose_probe(situation, &self.look(situation))
    }

    pub(super) fn judge(&self, situation: &Situation<'_>) -> Result<Judgement, PolicyError> {
        let facts = self.look(situation);
        let decision = self.choose_probe(situation, &facts)?;
        let continuation = self.continuation(situation, &decision);
        Ok(Judgement { decision, continuation, signals: self.read(&facts) })
    }

    fn look<'a>(&self, situation: &Situation<'a>) -> Facts<'a> {
        self.facts(situation::evidence(situation, self.recent_node_limit))
    }

    fn choose_probe(&self, situation: &Situation<'_>, facts: &Facts<'_>) -> Result<Decision, PolicyError> {
        let phase = self.phase(facts).map_or_else(|| Name::from(""), |state| state.phase);
        let (declined, open): (Vec<Candidate>, Vec<Candidate>) =
            self.propose(facts, &phase).into_iter().partition(|probe| is_declined(probe, situation.declined));
        let mut selection = self.rank(facts, open, &phase)?;
        let mut vetoes: Vec<Ranked> = Vec::new();
        if selection.selected.is_none() && !declined.is_empty() {
            // Nothing else is left: what the respondent passed over is better than no question at all.
            selection = self.rank(facts, declined, &phase)?;
        } else {
            let veto = |probe: &Candidate| Ranked { probe: probe.probe(), score: None, tally: vetoed_by("declined") };
            vetoes.extend(declined.iter().map(veto));
        }
        self.decision(selection, vetoes, phase)
            .ok_or_else(|| PolicyError::NoStrategy(situation.methodology.id.to_string()))
    }

    fn decision(&self, selection: Selection, mut vetoes: Vec<Ranked>, phase: Name) -> Option<Decision> {
        let Selection { assessed, ranking, selected, alternatives, fallback } = selection;
        let ranked = |index: &usize| assessed.get(*index).map(record);
        let is_out = |index: &&usize| assessed.get(**index).is_some_and(|probe| probe.status != Status::Eligible);
        vetoes.extend(ranking.iter().filter(is_out).filter_map(ranked));
        let eligible = assessed.iter().filter(|probe| probe.status == Status::Eligible);
        let scores: Vec<f64> = eligible.map(|probe| comparable(probe.tally.total())).collect();
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties = scores.iter().filter(|score| **score >= best).count().saturating_sub(1);
        let stand_in = fallback.and_then(|fallback| fallback.probe).map(|probe| unscored(&probe));
        let chosen = selected.as_ref().and_then(ranked);
        Some(Decision {
            phase,
            candidates: u32::try_from(scores.len()).unwrap_or(u32::MAX),
            ties: u32::try_from(ties).unwrap_or(u32::MAX),
            is_fallback: chosen.is_none(),
            clarifies: None,
            chosen: chosen.or(stand_in).or_else(|| vetoes.first().cloned()).or_else(|| self.nothing())?,
            alternatives: alternatives.iter().filter_map(ranked).collect(),
            vetoes,
        })
    }

    /// What stands in the record where no probe was proposed and no strategy can stand in.
    fn nothing(&self) -> Option<Ranked> {
        let strategy = self.strategies.first()?.id.clone();
        let probe = Probe { strategy, focus: dialogue::Focus::Global, anchor: None, description: String::new() };
        Some(Ranked { probe, score: None, tally: vetoed_by("no_candidates") })
    }

    /// Ends when the turns of the study or of the phases are spent, when a closing question has been asked, or when
    /// nothing may be asked and no strategy can stand in.
    pub(super) fn continuation(&self, situation: &Situation<'_>, decision: &Decision) -> Continuation {
        let planned = planned_turns(&self.phases).unwrap_or(u32::MAX);
        let turns_left = situation.limits.max_turns.min(planned).saturating_sub(situation.turn);
        let closes = |id: &Name| self.strategy(id).is_some_and(|strategy| &*strategy.category == CLOSING);
        let mut asked = situation.history.iter().filter_map(|exchange| exchange.probe.as_ref());
        let reason = if asked.any(|probe| closes(&probe.strategy)) {
            Some(StopReason::ClosingStrategy)
        } else if turns_left > 0 && is_last_resort(decision) {
            Some(StopReason::OutOfQuestions)
        } else {
            (turns_left == 0).then_some(StopReason::MaxTurns)
        };
        Continuation { reason, turns_left }
    }

    /// Global signals by name, for the record of the turn.
    pub(super) fn signals(&self, situation: &Situation<'_>) -> Values {
        self.read(&self.look(situation))
    }

    fn read(&self, facts: &Facts<'_>) -> Values {
        let state = self.phase(facts);
        let number = |name: &'static str, value: f64| (name.into(), Value::Number(value));
        let mut signals = Values::from_iter([
            number("two_tier.coverage", facts.coverage),
            number("two_tier.low_info_turns", f64::from(facts.low_info_turns)),
            number("two_tier.turns_since_bridge", f64::from(facts.turns_since("bridge"))),
        ]);
        if let Some(state) = state {
            signals.extend([("two_tier.phase".into(), Value::Word(state.phase.to_string().into()))]);
        }
        signals
    }
}

/// Whether the respondent passed over the probe or its subject.
fn is_declined(candidate: &Candidate, declined: &[Declined]) -> bool {
    let probe = candidate.probe();
    declined.iter().any(|declined| match declined {
        Declined::Probe(passed) => passed.strategy == probe.strategy && passed.focus == probe.focus,
        Declined::Focus(focus) => *focus == probe.focus,
    })
}

fn vetoed_by(source: &'static str) -> Tally {
    let mut tally = Tally::default();
    tally.push(source, Op::Veto, Some(0.0), 1.0);
    tally
}

/// Whether what was chosen is ruled out: there is nothing else, and no strategy stands in.
fn is_last_resort(decision: &Decision) -> bool {
    decision.is_fallback && !decision.chosen.tally.terms.is_empty()
}

fn record(assessed: &Assessed) -> Ranked {
    Ranked {
        probe: assessed.candidate.probe(),
        score: (assessed.status == Status::Eligible).then(|| assessed.tally.total()),
        tally: assessed.tally.clone(),
    }
}

fn unscored(candidate: &Candidate) -> Ranked {
    Ranked { probe: candidate.probe(), score: None, tally: Tally::default() }
}
