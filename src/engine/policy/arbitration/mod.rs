//! The policy `arbitration`: every applicable strategy proposes one probe, and the highest product of nine scorers wins.
//!
//! A [`Situation`] is read into [`Facts`]; the rules use nothing else. Counters are folds over the history.

mod applicability;
mod condition;
mod config;
mod coverage;
mod engagement;
mod facts;
mod focus;
mod plausibility;
mod rank;
pub mod scorers;
mod signals;
mod stop_rules;
mod strategy;
mod structure;
mod tracker;
#[cfg(feature = "studio")]
mod validate;
mod view;

pub use self::{
    condition::{Condition, Operator},
    config::ArbitrationConfig,
    coverage::{ElementGap, RequiredCoverage, RequiredElement, Understanding},
    engagement::EngagementState,
    facts::{ArbitrationFacts, EdgeFact, Network, NodeFact, TurnFact},
    focus::Select,
    rank::ArbitrationSelection,
    signals::{SIGNALS, ViewSignal},
    stop_rules::StopRules,
    strategy::{Strategies, StrategyDocument, StrategyRule},
    structure::{Issue, Structure, density, isolation_ratio},
    tracker::{FocusTracker, Trackers},
    view::View,
};
use super::{Continuation, Judgement, PolicyError};
use crate::engine::{number::count, signals::Values, state::Situation};

/// Source of a veto on an isolated idea without a plausible connection.
pub(super) const PLAUSIBILITY: &str = "plausibility";

impl ArbitrationConfig {
    pub(super) fn judge(&self, situation: &Situation<'_>) -> Result<Judgement, PolicyError> {
        let mut facts = self.facts(situation);
        let view = View::of(&facts);
        let (continuation, signals) = (self.stop_or_go_on(&view), self.read_signals(&view));
        let derived = view.into_derived();
        Ok(Judgement { decision: rank::decide(self, &mut facts, derived, situation)?, continuation, signals })
    }

    pub(super) fn continuation(&self, situation: &Situation<'_>) -> Continuation {
        self.stop_or_go_on(&View::of(&self.facts(situation)))
    }

    fn stop_or_go_on(&self, view: &View<'_, '_>) -> Continuation {
        let turns = count(view.facts.turns.len());
        Continuation { reason: self.closing.reason(view), turns_left: view.facts.max_turns.saturating_sub(turns) }
    }

    pub(super) fn signals(&self, situation: &Situation<'_>) -> Values {
        self.read_signals(&View::of(&self.facts(situation)))
    }

    fn read_signals(&self, view: &View<'_, '_>) -> Values {
        let read = |signal: &ViewSignal| Some((signal.name.into(), (signal.read)(view, self)?));
        SIGNALS.iter().filter_map(read).collect()
    }

    /// Whether a strategy asks about isolated ideas.
    pub(super) fn connects_isolates(&self) -> bool {
        self.strategies.each().any(|(_, rule)| rule.focus == Select::Isolated)
    }

    /// The facts of a situation.
    pub fn facts<'a>(&self, situation: &Situation<'a>) -> ArbitrationFacts<'a> {
        ArbitrationFacts::of(situation, self.trackers)
    }
}
