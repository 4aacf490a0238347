//! The policy `two_tier`: gates rule candidates out, scorers rate the rest with weights by strategy, a phase multiplies the
//! sum.

pub mod candidate;
pub mod chains;
mod config;
pub mod evidence;
pub mod facts;
pub mod gates;
pub mod generator;
pub mod live_graph;
pub mod phase;
mod preset;
mod propose;
mod rank;
mod read_situation;
pub mod scorers;
pub mod sentiment;
pub mod similarity;
mod unworded;
#[cfg(feature = "studio")]
pub mod validate;

pub use self::{
    candidate::{Candidate, CandidateFocus},
    config::{GeneratingStrategy, SelectionSettings, SignalSettings, TwoTierConfig},
    facts::TwoTierFacts,
    rank::{AssessedCandidate, CandidateStatus, FallbackCandidate, FallbackReason, TwoTierSelection},
    unworded::QuestionFocus,
};
use self::{
    evidence::Evidence,
    phase::{PhaseState, phase_at, planned_turns},
    rank::comparable,
};
use super::{
    conversation::Talk,
    decision::{Continuation, DECLINED, Decision, Judgement, Ranked, StopReason},
    error::PolicyError,
    tally::{Op, Tally},
};
use crate::engine::{
    dialogue::{Probe, qualitative::Signals},
    id::Name,
    number::count,
    signals::{SignalValue, Values},
    state::{Declined, Situation},
};

/// Category of strategies that close an interview.
const CLOSING: &str = "closing";

/// Source of the veto in a record without any candidate.
pub(super) const NO_CANDIDATES: &str = "no_candidates";

impl TwoTierConfig {
    /// The facts of an interview. Readings below the least confidence are left out.
    pub fn facts<'a>(&self, evidence: Evidence<'a>) -> TwoTierFacts<'a> {
        let signals = if self.signals.enabled {
            evidence.signals.clone().at_least(self.signals.min_confidence)
        } else {
            Signals::default()
        };
        TwoTierFacts::new(Evidence { signals, ..evidence }, self.recent_node_limit)
    }

    /// The phase of the turn to plan. None if no phase is configured.
    pub fn phase(&self, facts: &TwoTierFacts<'_>) -> Option<PhaseState> {
        phase_at(&self.phases, facts.turn, facts.coverage, facts.phase.as_ref())
    }

    /// All candidates of a phase, in order.
    pub fn propose(&self, facts: &TwoTierFacts<'_>, phase: &str) -> Vec<Candidate> {
        propose::propose(&self.strategies, facts, phase)
    }

    pub(super) fn judge(&self, situation: &Situation<'_>) -> Result<Judgement, PolicyError> {
        let facts = self.read_facts(situation);
        let decision = self.decide(situation, &facts)?;
        let continuation = self.continuation(situation, &decision);
        Ok(Judgement { decision, continuation, signals: self.read_signals(&facts) })
    }

    fn read_facts<'a>(&self, situation: &Situation<'a>) -> TwoTierFacts<'a> {
        self.facts(read_situation::evidence(situation, self.recent_node_limit))
    }

    fn decide(&self, situation: &Situation<'_>, facts: &TwoTierFacts<'_>) -> Result<Decision, PolicyError> {
        let phase = self.phase(facts).map_or_else(|| Name::from(""), |state| state.phase);
        let (declined, open): (Vec<Candidate>, Vec<Candidate>) = self
            .propose(facts, &phase)
            .into_iter()
            .partition(|candidate| is_declined(&candidate.probe(), situation.declined));
        let mut vetoes: Vec<Ranked> = Vec::new();
        let talk = Talk::of(situation, &self.asking, self.tactics(situation.methodology));
        let open = self.allowed(talk.as_ref(), open, &mut vetoes);
        let mut selection = self.rank(facts, open, &phase)?;
        self.add_points(talk.as_ref(), facts, &mut selection);
        if selection.selected.is_none() && !declined.is_empty() {
            // A declined question is better than no question.
            selection = self.rank(facts, declined, &phase)?;
        } else {
            vetoes.extend(declined.iter().map(|candidate| vetoed(candidate.probe(), DECLINED)));
        }
        self.decision(selection, vetoes, phase)
            .ok_or_else(|| PolicyError::NoStrategy(situation.methodology.id.to_string()))
    }

    /// The candidates that the rules of the conversation allow. Without any, those that no final rule rules out.
    fn allowed(&self, talk: Option<&Talk<'_>>, open: Vec<Candidate>, vetoes: &mut Vec<Ranked>) -> Vec<Candidate> {
        let Some(talk) = talk else { return open };
        let veto = |candidate: &Candidate| {
            let strategy = self.asking.iter().find(|strategy| strategy.id == candidate.strategy)?;
            talk.verdict(strategy, &candidate.probe().focus).veto
        };
        let (mut allowed, mut last) = (Vec::new(), Vec::new());
        for candidate in open {
            match veto(&candidate) {
                None => allowed.push(candidate),
                Some(veto) if !veto.is_final => last.push((candidate, veto.source)),
                Some(veto) => vetoes.push(vetoed(candidate.probe(), veto.source)),
            }
        }
        if allowed.is_empty() {
            return last.into_iter().map(|(candidate, _)| candidate).collect();
        }
        vetoes.extend(last.into_iter().map(|(candidate, source)| vetoed(candidate.probe(), source)));
        allowed
    }

    /// Adds the points of the rules of the conversation, and ranks again.
    fn add_points(&self, talk: Option<&Talk<'_>>, facts: &TwoTierFacts<'_>, selection: &mut TwoTierSelection) {
        let Some(talk) = talk else { return };
        let mut assessed = std::mem::take(&mut selection.assessed);
        for one in assessed.iter_mut().filter(|one| one.status == CandidateStatus::Eligible) {
            let Some(strategy) = self.asking.iter().find(|strategy| strategy.id == one.candidate.strategy) else {
                continue;
            };
            for (rule, points) in talk.verdict(strategy, &one.candidate.probe().focus).points {
                one.tally.push(rule, Op::Offset, Some(points), 1.0);
            }
        }
        *selection = self.select(facts, assessed);
    }

    /// The decision for a selection. Without an eligible candidate: the fallback, else the first veto.
    fn decision(&self, selection: TwoTierSelection, mut vetoes: Vec<Ranked>, phase: Name) -> Option<Decision> {
        let TwoTierSelection { assessed, ranking, selected, alternatives, fallback } = selection;
        let ranked = |index: &usize| assessed.get(*index).map(ranked);
        let is_out = |index: &&usize| assessed.get(**index).is_some_and(|one| one.status != CandidateStatus::Eligible);
        vetoes.extend(ranking.iter().filter(is_out).filter_map(ranked));
        let eligible = assessed.iter().filter(|one| one.status == CandidateStatus::Eligible);
        let scores: Vec<f64> = eligible.map(|one| comparable(one.tally.total())).collect();
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties = scores.iter().filter(|score| **score >= best).count().saturating_sub(1);
        let fallback = fallback.and_then(|fallback| fallback.candidate).map(|one| Ranked::unscored(one.probe()));
        let chosen = selected.as_ref().and_then(ranked);
        Some(Decision {
            phase,
            candidates: count(scores.len()),
            ties: count(ties),
            is_fallback: chosen.is_none(),
            clarifies: None,
            chosen: chosen.or(fallback).or_else(|| vetoes.first().cloned()).or_else(|| self.no_candidates())?,
            alternatives: alternatives.iter().filter_map(ranked).collect(),
            vetoes,
        })
    }

    /// The record of a turn without any candidate or fallback.
    fn no_candidates(&self) -> Option<Ranked> {
        let strategy = self.strategies.first()?.id.clone();
        Some(vetoed(Probe::global(strategy), NO_CANDIDATES))
    }

    /// Ends the interview after a closing question, without any question left, or when the turns are spent.
    pub(super) fn continuation(&self, situation: &Situation<'_>, decision: &Decision) -> Continuation {
        let planned = planned_turns(&self.phases).unwrap_or(u32::MAX);
        let turns_left = situation.limits.max_turns.min(planned).saturating_sub(situation.turn);
        let closes = |id: &Name| self.strategy(id).is_some_and(|strategy| &*strategy.category == CLOSING);
        let mut asked = situation.history.iter().filter_map(|exchange| exchange.probe.as_ref());
        let reason = if asked.any(|probe| closes(&probe.strategy)) {
            Some(StopReason::ClosingStrategy)
        } else if turns_left > 0 && is_vetoed(decision) {
            Some(StopReason::OutOfQuestions)
        } else {
            (turns_left == 0).then_some(StopReason::MaxTurns)
        };
        Continuation { reason, turns_left }
    }

    /// Global signals by name, for the record of the turn.
    pub(super) fn signals(&self, situation: &Situation<'_>) -> Values {
        self.read_signals(&self.read_facts(situation))
    }

    fn read_signals(&self, facts: &TwoTierFacts<'_>) -> Values {
        let number = |name: &'static str, value: f64| (name.into(), SignalValue::Number(value));
        let mut signals = Values::from_iter([
            number("two_tier.coverage", facts.coverage),
            number("two_tier.low_info_turns", f64::from(facts.low_info_turns)),
            number("two_tier.turns_since_bridge", f64::from(facts.turns_since("bridge"))),
        ]);
        if let Some(state) = self.phase(facts) {
            signals.extend([("two_tier.phase".into(), SignalValue::Word(state.phase.to_string().into()))]);
        }
        signals
    }
}

/// Whether the respondent declined the probe or its subject.
fn is_declined(probe: &Probe, declined: &[Declined]) -> bool {
    declined.iter().any(|declined| match declined {
        Declined::Probe(passed) => passed.strategy == probe.strategy && passed.focus == probe.focus,
        Declined::Focus(focus) => *focus == probe.focus,
    })
}

fn vetoed(probe: Probe, source: &'static str) -> Ranked {
    let mut tally = Tally::default();
    tally.push(source, Op::Veto, Some(0.0), 1.0);
    Ranked { probe, score: None, tally }
}

/// Whether the chosen probe is ruled out, because there is no other and no fallback.
fn is_vetoed(decision: &Decision) -> bool {
    decision.is_fallback && !decision.chosen.tally.terms.is_empty()
}

fn ranked(assessed: &AssessedCandidate) -> Ranked {
    Ranked {
        probe: assessed.candidate.probe(),
        score: (assessed.status == CandidateStatus::Eligible).then(|| assessed.tally.total()),
        tally: assessed.tally.clone(),
    }
}
