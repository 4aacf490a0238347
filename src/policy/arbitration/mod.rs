//! Every strategy whose conditions hold proposes one probe; nine scorers rate each probe; the highest product wins.
//!
//! The policy works on [`Facts`] alone, which a situation is read into: counters are folds over the turns asked.

#[cfg(feature = "studio")]
mod check;
mod closing;
mod condition;
mod config;
mod coverage;
mod facts;
mod focus;
mod momentum;
mod plausibility;
mod select;
mod signals;
mod strategy;
mod structure;
mod tracker;
mod view;

#[cfg(feature = "studio")]
pub use self::check::Finding;
pub use self::{
    closing::Closing,
    condition::{Condition, Operator},
    config::{Config, Trackers},
    coverage::{Coverage, ElementCoverage, Gap, Understanding},
    facts::{EdgeFact, Facts, Network, NodeFact, Thresholds, TurnFact},
    focus::Select,
    momentum::Engagement,
    select::Selection,
    signals::{SIGNALS, Signal},
    strategy::{Rule, Strategies, Strategy},
    structure::{Issue, Structure, density, isolation_ratio},
    tracker::Tracker,
    view::View,
};
use super::{Continuation, Decision, Judgement, PolicyError};
use crate::{signals::Values, state::Situation};

impl Config {
    pub(super) fn decide(&self, situation: &Situation<'_>) -> Result<Decision, PolicyError> {
        let mut facts = self.facts(situation);
        let view = View::of(&facts);
        let follows = view.follows();
        select::decide(self, &mut facts, follows, situation)
    }

    pub(super) fn judge(&self, situation: &Situation<'_>) -> Result<Judgement, PolicyError> {
        let mut facts = self.facts(situation);
        let view = View::of(&facts);
        let (continuation, signals) = (self.ending(&view), self.read(&view));
        let follows = view.follows();
        Ok(Judgement { decision: select::decide(self, &mut facts, follows, situation)?, continuation, signals })
    }

    pub(super) fn continuation(&self, situation: &Situation<'_>, _decision: &Decision) -> Continuation {
        self.ending(&View::of(&self.facts(situation)))
    }

    fn ending(&self, view: &View<'_, '_>) -> Continuation {
        let turns = u32::try_from(view.facts.turns.len()).unwrap_or(u32::MAX);
        Continuation { reason: self.closing.reason(view), turns_left: view.facts.max_turns.saturating_sub(turns) }
    }

    pub(super) fn signals(&self, situation: &Situation<'_>) -> Values {
        self.read(&View::of(&self.facts(situation)))
    }

    fn read(&self, view: &View<'_, '_>) -> Values {
        let read = |signal: &Signal| Some((signal.name.into(), (signal.read)(view, self)?));
        SIGNALS.iter().filter_map(read).collect()
    }

    /// Whether a strategy asks about isolated ideas.
    pub(super) fn connects_isolates(&self) -> bool {
        self.strategies.each().any(|(_, rule)| rule.focus == Select::Isolated)
    }

    /// What this policy decides on in a situation.
    pub fn facts<'a>(&self, situation: &Situation<'a>) -> Facts<'a> {
        Facts::of(situation, self.trackers.thresholds())
    }
}
