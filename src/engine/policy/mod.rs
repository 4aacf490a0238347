//! Policies choose the next probe. They score every strategy for every possible focus.
//!
//! A weight is applied in [`Tally::push`]. The score is the last total of the tally, so the explanation is the calculation.
//! Each policy pushes its terms in its own file: `signal_pools/scoring.rs`, `two_tier/rank.rs`, `arbitration/rank.rs`.

pub mod arbitration;
pub mod conversation;
mod decision;
mod error;
mod label;
pub mod parameters;
mod respondent_stop;
#[cfg(feature = "studio")]
mod setting_problem;
pub mod signal_pools;
mod tally;
pub mod two_tier;

use serde::Serialize;

#[cfg(feature = "studio")]
pub use self::setting_problem::SettingProblem;
pub use self::{
    decision::{CLARIFICATION, Continuation, Decision, Judgement, Ranked, StopReason},
    error::PolicyError,
    label::{Label, TermLabel, find_scorer},
    tally::{Op, Tally, Term},
};
use crate::engine::{
    graph::matcher::Matcher,
    json::tagged,
    methodology::{Methodology, Strategy, Tactic},
    signals::Values,
    state::Situation,
};

tagged! {
    /// How a study chooses the next probe, with the settings.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
    #[serde(tag = "policy", rename_all = "snake_case")]
    pub enum Policy {
        /// A weighted sum over signals of the graph, the answer and the interview.
        SignalPools(signal_pools::SignalPoolsConfig),
        /// Gates, then a weighted sum of scorers, then a phase multiplier.
        TwoTier(Box<two_tier::TwoTierConfig>),
        /// The product of nine scorers over one probe of each strategy that applies.
        Arbitration(Box<arbitration::ArbitrationConfig>),
    }
}

impl Policy {
    /// Chooses the next probe, decides whether the interview goes on and reads the signals for the record.
    ///
    /// # Errors
    /// [`PolicyError`] names the part that failed.
    pub fn judge(&self, situation: &Situation<'_>) -> Result<Judgement, PolicyError> {
        let mut judgement = match self {
            Self::SignalPools(config) => config.judge(situation),
            Self::TwoTier(config) => config.judge(situation),
            Self::Arbitration(config) => config.judge(situation),
        }?;
        respondent_stop::apply_stop(situation.history, &mut judgement.continuation);
        Ok(judgement)
    }

    /// Whether the interview goes on after this decision. A request of the respondent to stop goes before every rule.
    pub fn continuation(&self, situation: &Situation<'_>, decision: &Decision) -> Continuation {
        let mut continuation = match self {
            Self::SignalPools(config) => config.continuation(situation, decision),
            Self::TwoTier(config) => config.continuation(situation, decision),
            Self::Arbitration(config) => config.continuation(situation),
        };
        respondent_stop::apply_stop(situation.history, &mut continuation);
        continuation
    }

    /// Its strategies, in order.
    pub fn strategies<'a>(&'a self, methodology: &'a Methodology) -> &'a [Strategy] {
        match self {
            Self::SignalPools(_) => &methodology.strategies,
            Self::TwoTier(config) => &config.asking,
            Self::Arbitration(config) => config.strategies.plain(),
        }
    }

    /// The tactics of its strategies.
    pub fn tactics<'a>(&'a self, methodology: &'a Methodology) -> Vec<&'a Tactic> {
        match self {
            Self::SignalPools(_) => methodology.tactics.iter().collect(),
            Self::TwoTier(config) => config.tactics(methodology),
            Self::Arbitration(config) => config.tactics.iter().collect(),
        }
    }

    /// The strategy with this id.
    pub fn strategy<'a>(&'a self, methodology: &'a Methodology, id: &str) -> Option<&'a Strategy> {
        self.strategies(methodology).iter().find(|strategy| &*strategy.id == id)
    }

    /// Name of a strategy on the screen, or its id if the strategy is unknown.
    pub fn strategy_name<'a>(&'a self, methodology: &'a Methodology, id: &'a str) -> &'a str {
        self.strategy(methodology, id).map_or(id, |strategy| &strategy.name)
    }

    /// Global signals by name, for the record of the turn.
    pub fn signals(&self, situation: &Situation<'_>) -> Values {
        match self {
            Self::SignalPools(config) => config.signals(situation),
            Self::TwoTier(config) => config.signals(situation),
            Self::Arbitration(config) => config.signals(situation),
        }
    }

    /// When a label names a known idea.
    pub fn matcher(&self) -> Matcher {
        match self {
            Self::Arbitration(config) => config.deduplication,
            Self::SignalPools(_) | Self::TwoTier(_) => Matcher::default(),
        }
    }

    /// Whether it uses the six qualitative signals, which only a model reads.
    pub fn reads_qualitative(&self) -> bool {
        match self {
            Self::SignalPools(_) | Self::Arbitration(_) => false,
            Self::TwoTier(config) => config.reads_qualitative(),
        }
    }

    /// Whether it asks about isolated ideas, so that a model's rating of their connections is useful.
    pub fn connects_isolates(&self) -> bool {
        match self {
            Self::SignalPools(_) | Self::TwoTier(_) => false,
            Self::Arbitration(config) => config.connects_isolates(),
        }
    }

    /// Greatest number of clarifications in a row after answers that cannot be used.
    pub fn clarify_unreadable(&self) -> u32 {
        match self {
            Self::SignalPools(_) | Self::TwoTier(_) => 0,
            Self::Arbitration(config) => config.clarify_unreadable,
        }
    }
}
