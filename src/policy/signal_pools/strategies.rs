//! Strategies made ready for scoring: keys resolved, what holds for every candidate summed up once.
//!
//! Invariant: a score is the same sum in the same order as its tally, so that both agree to the last bit.

use std::sync::{Arc, OnceLock};

use super::{
    super::{Op, PolicyError, Tally},
    requirements::Lack,
};
use crate::{
    id::Name,
    methodology::{FocusKind, Methodology, Phase, Strategy},
    signals::{Band, Key, PHASES, Scalar, Scope, SignalSet, Test},
};

/// A strategy ready for scoring.
pub(super) struct Scorer<'a> {
    pub(super) strategy: &'a Strategy,
    keys: Vec<Key>,
    /// The base and the leading weights that are the same for every candidate.
    start: f64,
    steps: Vec<Step>,
    phase: Option<&'static str>,
    weight: f64,
    bonus: f64,
    /// The requirement of the method it waits for.
    waits_for: Option<String>,
    /// Requirements that are not met and raise it, each with its points.
    raised: Vec<(&'a Lack<'a>, f64)>,
    /// Whether it may be about nodes of each type.
    fits: Vec<bool>,
}

/// What is left to do for a candidate.
enum Step {
    /// The same for every candidate.
    Add(f64),
    /// Its weight, if a signal of the candidate's own is among these values.
    Among { slot: usize, band: Band, weight: f64 },
    /// A signal of the candidate's own.
    Own { slot: usize, test: Test, weight: f64 },
}

/// The phase the interview is in, by its signal.
pub(super) fn phase(signals: &SignalSet) -> Option<&'static str> {
    let key = Key::parse("meta.interview.phase.early")?;
    let scalar = signals.global.get(key.slot)?;
    (0..).zip(PHASES).find(|(word, _)| Test::Word(*word).apply(*scalar) == Some(1.0)).map(|(_, phase)| phase)
}

/// What holds for all strategies of a turn.
struct Moment<'a> {
    phase: Option<&'static str>,
    /// What the methodology favours in this phase.
    favours: Option<&'a Phase>,
    /// Node types that occur, and whether a ladder ends with each.
    types: Vec<(Name, bool)>,
}

impl<'a> Moment<'a> {
    fn of(methodology: &'a Methodology, signals: &SignalSet) -> Self {
        let is_terminal = |name: &str| methodology.ontology.node(name).is_some_and(|node| node.terminal);
        let phase = phase(signals);
        Self {
            phase,
            favours: phase.and_then(|phase| methodology.phases.get(phase)),
            types: signals.types.iter().map(|name| (name.clone(), is_terminal(name))).collect(),
        }
    }
}

/// All strategies, in order.
pub(super) fn scorers<'a>(
    methodology: &'a Methodology,
    signals: &SignalSet,
    keys: &Keys,
) -> Result<Vec<Scorer<'a>>, PolicyError> {
    let moment = Moment::of(methodology, signals);
    let mut keys = keys.of(methodology).iter();
    let mut resolve = |name: &Name| match keys.next() {
        Some((known, key)) if Arc::ptr_eq(known, name) => *key,
        Some(_) | None => Key::parse(name),
    };
    let strategies = methodology.strategies.iter();
    strategies.map(|strategy| Scorer::of(strategy, &moment, signals, &mut resolve)).collect()
}

/// The keys of the first methodology seen, resolved once. A key counts only for the very name it was resolved from,
/// so that another methodology, or an edited one, is never read by the wrong keys.
#[derive(Debug, Default)]
pub(super) struct Keys(OnceLock<Vec<(Name, Option<Key>)>>);

impl Keys {
    fn of(&self, methodology: &Methodology) -> &[(Name, Option<Key>)] {
        let names = || methodology.strategies.iter().flat_map(|strategy| strategy.weights.keys());
        self.0.get_or_init(|| names().map(|name| (name.clone(), Key::parse(name))).collect())
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

impl<'a> Scorer<'a> {
    fn of(
        strategy: &'a Strategy,
        moment: &Moment<'_>,
        signals: &SignalSet,
        resolve: &mut impl FnMut(&Name) -> Option<Key>,
    ) -> Result<Self, PolicyError> {
        let favour = moment.favours;
        let mut scorer = Self {
            strategy,
            keys: Vec::with_capacity(strategy.weights.len()),
            start: strategy.base,
            steps: Vec::with_capacity(strategy.weights.len()),
            phase: moment.phase,
            weight: favour.and_then(|phase| phase.weights.get(&*strategy.id)).copied().unwrap_or(1.0),
            bonus: favour.and_then(|phase| phase.bonuses.get(&*strategy.id)).copied().unwrap_or(0.0),
            waits_for: None,
            raised: Vec::new(),
            fits: match strategy.focus.kind {
                FocusKind::Node => moment.types.iter().map(|of| fits(strategy, of)).collect(),
                FocusKind::Element | FocusKind::Global => Vec::new(),
            },
        };
        for (key, weight) in &strategy.weights {
            let known = resolve(key).filter(|key| is_visible(*key, strategy.focus.kind));
            let key = known
                .ok_or_else(|| PolicyError::UnknownKey { key: key.to_string(), strategy: strategy.id.to_string() })?;
            scorer.weigh(key, *weight, signals);
        }
        Ok(scorer)
    }

    fn weigh(&mut self, key: Key, weight: f64, signals: &SignalSet) {
        self.keys.push(key);
        if key.scope == Scope::Global {
            let Some(value) = signals.global.get(key.slot).and_then(|scalar| key.test.apply(*scalar)) else { return };
            if self.steps.is_empty() {
                self.start += weight * value;
            } else {
                self.steps.push(Step::Add(weight * value));
            }
        } else {
            let (slot, test) = (key.slot, key.test);
            let by_band = test.band().map(|band| Step::Among { slot, band, weight });
            self.steps.push(by_band.unwrap_or(Step::Own { slot, test, weight }));
        }
    }

    pub(super) fn kind(&self) -> FocusKind {
        self.strategy.focus.kind
    }

    /// Whether it may be about nodes of this type.
    pub(super) fn fits(&self, type_of: u32) -> bool {
        self.fits.get(type_of as usize).copied().unwrap_or(true)
    }

    /// Makes it wait for a requirement that is not met: one that holds it back, or any if it closes the interview. Else it is
    /// raised by those it would help to meet.
    pub(super) fn require(&mut self, lacks: &'a [Lack<'a>]) {
        let waits = |lack: &&Lack<'_>| self.strategy.closes || lack.holds_back(&self.strategy.id);
        self.waits_for = lacks.iter().find(waits).map(Lack::source);
        if !self.is_ruled_out() {
            let raised = lacks.iter().filter_map(|lack| Some((lack, lack.raise(&self.strategy.id)?)));
            self.raised = raised.collect();
        }
    }

    /// Requirements that are not met and raise it, each with its points.
    pub(super) fn raised(&self) -> &[(&'a Lack<'a>, f64)] {
        &self.raised
    }

    /// Whether the phase rules it out, or a requirement.
    pub(super) fn is_ruled_out(&self) -> bool {
        self.weight == 0.0 || self.waits_for.is_some()
    }

    /// Score of a candidate with these signals of its own.
    pub(super) fn score(&self, own: &[Scalar]) -> f64 {
        let mut total = self.start;
        for step in &self.steps {
            match step {
                Step::Add(points) => total += points,
                Step::Among { slot, band, weight } => {
                    if own.get(*slot).is_some_and(|scalar| band.contains(*scalar)) {
                        total += weight;
                    }
                }
                Step::Own { slot, test, weight } => {
                    if let Some(value) = own.get(*slot).and_then(|scalar| test.apply(*scalar)) {
                        total += weight * value;
                    }
                }
            }
        }
        if let Some(scale) = self.scale(total) {
            total *= scale;
        }
        if self.has_bonus() { total + self.bonus } else { total }
    }

    /// The same score, line by line.
    pub(super) fn tally(&self, signals: &SignalSet, own: &[Scalar]) -> Tally {
        // The base, a line for each weight, and what the phase adds.
        let mut tally = Tally { terms: Vec::with_capacity(self.keys.len() + 3) };
        tally.push("base", Op::Base, Some(self.strategy.base), 1.0);
        for (key, (name, weight)) in self.keys.iter().zip(&self.strategy.weights) {
            let scalar = if key.scope == Scope::Global { signals.global.get(key.slot) } else { own.get(key.slot) };
            let value = scalar.and_then(|scalar| key.test.apply(*scalar));
            tally.push(Name::clone(name), if value.is_some() { Op::Add } else { Op::Absent }, value, *weight);
        }
        let by_phase = self.phase.filter(|_| self.weight == 0.0).map(|phase| format!("phase.{phase}"));
        if let Some(reason) = by_phase.or_else(|| self.waits_for.clone()) {
            tally.push(reason, Op::Veto, None, 1.0);
            return tally;
        }
        let Some(phase) = self.phase else { return tally };
        if let Some(scale) = self.scale(tally.total()) {
            tally.push(format!("phase.{phase}"), Op::Scale, Some(scale), 1.0);
        }
        if self.has_bonus() {
            tally.push(format!("bonus.{phase}"), Op::Offset, Some(self.bonus), 1.0);
        }
        tally
    }

    /// Factor of the phase: one above 1 helps a score below 0 as well. None if the phase changes nothing.
    #[expect(clippy::float_cmp, reason = "1 and 0 are exact")]
    fn scale(&self, total: f64) -> Option<f64> {
        if self.weight == 1.0 || self.weight == 0.0 {
            return None;
        }
        Some(if total >= 0.0 { self.weight } else { 1.0 / self.weight })
    }

    fn has_bonus(&self) -> bool {
        self.bonus != 0.0 && !self.is_ruled_out()
    }
}

fn fits(strategy: &Strategy, (node_type, is_terminal): &(Name, bool)) -> bool {
    let is_listed = strategy.focus.types.is_empty() || strategy.focus.types.contains(node_type);
    is_listed && !(strategy.focus.exclude_terminal && *is_terminal)
}

/// Whether a strategy that is about such things sees a key's signal.
pub(super) fn is_visible(key: Key, kind: FocusKind) -> bool {
    match key.scope {
        Scope::Global => true,
        Scope::Node => kind == FocusKind::Node,
        Scope::Element => kind == FocusKind::Element,
    }
}
