//! Scores the candidates of a strategy: where `signal_pools` applies its weights.
//!
//! Terms that are equal for all candidates are added up once. Invariant: a score is the same sum in the same order as its
//! tally, so that both agree to the last bit.

use std::sync::{Arc, OnceLock};

use super::{
    super::{
        error::PolicyError,
        tally::{Op, Tally},
    },
    requirements::UnmetRequirement,
};
use crate::engine::{
    id::Name,
    methodology::{FocusKind, Methodology, Phase, Strategy},
    signals::{Band, PHASES, Scalar, SignalKey, SignalScope, SignalSet, Test},
};

/// A strategy with its keys resolved and its common terms added up.
pub(super) struct StrategyScorer<'a> {
    pub(super) strategy: &'a Strategy,
    keys: Vec<SignalKey>,
    /// The base and the leading weights that are equal for all candidates.
    start: f64,
    steps: Vec<ScoringStep>,
    phase: Option<&'static str>,
    /// Weight of the strategy in this phase. 0 rules the strategy out.
    phase_weight: f64,
    /// Points of the strategy in this phase.
    phase_bonus: f64,
    /// The unmet requirement that holds the strategy back.
    waits_for: Option<String>,
    /// Unmet requirements that raise the strategy, each with its points.
    raised: Vec<(&'a UnmetRequirement<'a>, f64)>,
    /// Whether the focus may be a node of each type.
    fits: Vec<bool>,
}

/// One step of the sum for a candidate.
enum ScoringStep {
    /// Points that are equal for all candidates.
    Add(f64),
    /// The weight, if a signal of the target lies in the band.
    InBand { slot: usize, band: Band, weight: f64 },
    /// The weight times a signal of the target.
    Weighted { slot: usize, test: Test, weight: f64 },
}

/// The phase of the interview, by its signal.
pub(super) fn phase(signals: &SignalSet) -> Option<&'static str> {
    let key = SignalKey::parse("meta.interview.phase.early")?;
    let scalar = signals.global.get(key.slot)?;
    (0..).zip(PHASES).find(|(word, _)| Test::Word(*word).apply(*scalar) == Some(1.0)).map(|(_, phase)| phase)
}

/// The phase and the node types, which are the same for all strategies of a turn.
struct PhaseContext<'a> {
    phase: Option<&'static str>,
    /// Weights and bonuses of the phase.
    profile: Option<&'a Phase>,
    /// Node types of the graph, and whether each is terminal.
    types: Vec<(Name, bool)>,
}

impl<'a> PhaseContext<'a> {
    fn of(methodology: &'a Methodology, signals: &SignalSet) -> Self {
        let is_terminal = |name: &str| methodology.ontology.node(name).is_some_and(|node| node.terminal);
        let phase = phase(signals);
        Self {
            phase,
            profile: phase.and_then(|phase| methodology.phases.get(phase)),
            types: signals.types.iter().map(|name| (name.clone(), is_terminal(name))).collect(),
        }
    }
}

/// The scorer of every strategy, in order.
pub(super) fn scorers<'a>(
    methodology: &'a Methodology,
    signals: &SignalSet,
    keys: &Keys,
) -> Result<Vec<StrategyScorer<'a>>, PolicyError> {
    let context = PhaseContext::of(methodology, signals);
    let mut keys = keys.of(methodology).iter();
    let mut resolve = |name: &Name| match keys.next() {
        Some((known, key)) if Arc::ptr_eq(known, name) => *key,
        Some(_) | None => SignalKey::parse(name),
    };
    let strategies = methodology.strategies.iter();
    strategies.map(|strategy| StrategyScorer::of(strategy, &context, signals, &mut resolve)).collect()
}

/// A cache of the resolved keys of the first methodology. A key counts only for the very name it was resolved from,
/// so that another or an edited methodology never gets the wrong keys.
#[derive(Debug, Default)]
pub(super) struct Keys(OnceLock<Vec<(Name, Option<SignalKey>)>>);

impl Keys {
    fn of(&self, methodology: &Methodology) -> &[(Name, Option<SignalKey>)] {
        let names = || methodology.strategies.iter().flat_map(|strategy| strategy.weights.keys());
        self.0.get_or_init(|| names().map(|name| (name.clone(), SignalKey::parse(name))).collect())
    }
}

impl Clone for Keys {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Keys {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<'a> StrategyScorer<'a> {
    fn of(
        strategy: &'a Strategy,
        context: &PhaseContext<'_>,
        signals: &SignalSet,
        resolve: &mut impl FnMut(&Name) -> Option<SignalKey>,
    ) -> Result<Self, PolicyError> {
        let profile = context.profile;
        let mut scorer = Self {
            strategy,
            keys: Vec::with_capacity(strategy.weights.len()),
            start: strategy.base,
            steps: Vec::with_capacity(strategy.weights.len()),
            phase: context.phase,
            phase_weight: profile.and_then(|phase| phase.weights.get(&*strategy.id)).copied().unwrap_or(1.0),
            phase_bonus: profile.and_then(|phase| phase.bonuses.get(&*strategy.id)).copied().unwrap_or(0.0),
            waits_for: None,
            raised: Vec::new(),
            fits: match strategy.focus.kind {
                FocusKind::Node => context.types.iter().map(|of| fits(strategy, of)).collect(),
                FocusKind::Element | FocusKind::Global => Vec::new(),
            },
        };
        for (key, weight) in &strategy.weights {
            let known = resolve(key).filter(|key| is_visible(*key, strategy.focus.kind));
            let key = known
                .ok_or_else(|| PolicyError::UnknownKey { key: key.to_string(), strategy: strategy.id.to_string() })?;
            scorer.add_weight(key, *weight, signals);
        }
        Ok(scorer)
    }

    /// Takes a weight into the sum: at once for a global signal, as a step for a signal of the target.
    fn add_weight(&mut self, key: SignalKey, weight: f64, signals: &SignalSet) {
        self.keys.push(key);
        if key.scope == SignalScope::Global {
            let Some(value) = signals.global.get(key.slot).and_then(|scalar| key.test.apply(*scalar)) else { return };
            if self.steps.is_empty() {
                self.start += weight * value;
            } else {
                self.steps.push(ScoringStep::Add(weight * value));
            }
        } else {
            let (slot, test) = (key.slot, key.test);
            let in_band = test.band().map(|band| ScoringStep::InBand { slot, band, weight });
            self.steps.push(in_band.unwrap_or(ScoringStep::Weighted { slot, test, weight }));
        }
    }

    pub(super) fn kind(&self) -> FocusKind {
        self.strategy.focus.kind
    }

    /// Whether the focus may be a node of this type.
    pub(super) fn fits(&self, type_of: u32) -> bool {
        self.fits.get(type_of as usize).copied().unwrap_or(true)
    }

    /// Applies unmet requirements. One that holds the strategy back rules it out, and any unmet requirement rules out a
    /// strategy that closes the interview. Otherwise they raise it.
    pub(super) fn require(&mut self, unmet: &'a [UnmetRequirement<'a>]) {
        let waits = |unmet: &&UnmetRequirement<'_>| self.strategy.closes || unmet.holds_back(&self.strategy.id);
        self.waits_for = unmet.iter().find(waits).map(UnmetRequirement::source);
        if !self.is_ruled_out() {
            let raised = unmet.iter().filter_map(|unmet| Some((unmet, unmet.points(&self.strategy.id)?)));
            self.raised = raised.collect();
        }
    }

    /// Unmet requirements that raise the strategy, each with its points.
    pub(super) fn raised(&self) -> &[(&'a UnmetRequirement<'a>, f64)] {
        &self.raised
    }

    /// Whether the phase or a requirement rules the strategy out.
    pub(super) fn is_ruled_out(&self) -> bool {
        self.phase_weight == 0.0 || self.waits_for.is_some()
    }

    /// Score of a candidate whose target has these signals.
    pub(super) fn score(&self, own: &[Scalar]) -> f64 {
        let mut total = self.start;
        for step in &self.steps {
            match step {
                ScoringStep::Add(points) => total += points,
                ScoringStep::InBand { slot, band, weight } => {
                    if own.get(*slot).is_some_and(|scalar| band.contains(*scalar)) {
                        total += weight;
                    }
                }
                ScoringStep::Weighted { slot, test, weight } => {
                    if let Some(value) = own.get(*slot).and_then(|scalar| test.apply(*scalar)) {
                        total += weight * value;
                    }
                }
            }
        }
        if let Some(scale) = self.phase_scale(total) {
            total *= scale;
        }
        if self.has_bonus() { total + self.phase_bonus } else { total }
    }

    /// The same score as a tally.
    pub(super) fn tally(&self, signals: &SignalSet, own: &[Scalar]) -> Tally {
        // The base, one term for each weight, and at most two for the phase.
        let mut tally = Tally { terms: Vec::with_capacity(self.keys.len() + 3) };
        tally.push("base", Op::Base, Some(self.strategy.base), 1.0);
        for (key, (name, weight)) in self.keys.iter().zip(&self.strategy.weights) {
            let scalar =
                if key.scope == SignalScope::Global { signals.global.get(key.slot) } else { own.get(key.slot) };
            let value = scalar.and_then(|scalar| key.test.apply(*scalar));
            tally.push(Name::clone(name), if value.is_some() { Op::Add } else { Op::Absent }, value, *weight);
        }
        let by_phase = self.phase.filter(|_| self.phase_weight == 0.0).map(|phase| format!("phase.{phase}"));
        if let Some(reason) = by_phase.or_else(|| self.waits_for.clone()) {
            tally.push(reason, Op::Veto, None, 1.0);
            return tally;
        }
        let Some(phase) = self.phase else { return tally };
        if let Some(scale) = self.phase_scale(tally.total()) {
            tally.push(format!("phase.{phase}"), Op::Scale, Some(scale), 1.0);
        }
        if self.has_bonus() {
            tally.push(format!("bonus.{phase}"), Op::Offset, Some(self.phase_bonus), 1.0);
        }
        tally
    }

    /// Factor of the phase. A weight above 1 also raises a score below 0. None if the phase changes nothing.
    #[expect(clippy::float_cmp, reason = "1 and 0 are exact")]
    fn phase_scale(&self, total: f64) -> Option<f64> {
        if self.phase_weight == 1.0 || self.phase_weight == 0.0 {
            return None;
        }
        Some(if total >= 0.0 { self.phase_weight } else { 1.0 / self.phase_weight })
    }

    fn has_bonus(&self) -> bool {
        self.phase_bonus != 0.0 && !self.is_ruled_out()
    }
}

fn fits(strategy: &Strategy, (node_type, is_terminal): &(Name, bool)) -> bool {
    let is_listed = strategy.focus.types.is_empty() || strategy.focus.types.contains(node_type);
    is_listed && !(strategy.focus.exclude_terminal && *is_terminal)
}

/// Whether a strategy with this kind of focus sees the signal of a key.
pub(super) fn is_visible(key: SignalKey, kind: FocusKind) -> bool {
    match key.scope {
        SignalScope::Global => true,
        SignalScope::Node => kind == FocusKind::Node,
        SignalScope::Element => kind == FocusKind::Element,
    }
}
