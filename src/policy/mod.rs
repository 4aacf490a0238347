//! Choosing the next probe: every strategy is scored for everything it could be about, on a tally that is its own explanation.

pub mod arbitration;
mod decision;
pub mod focus;
pub mod gates;
pub mod parameters;
#[cfg(not(target_arch = "wasm32"))]
mod schema;
pub mod scorers;
pub mod signal_pools;
mod tally;
mod tongues;
pub mod two_tier;
mod wish;

use serde::Serialize;

pub use self::{
    decision::{CLARIFICATION, Continuation, Decision, Judgement, Ranked, StopReason},
    tally::{Op, Tally, Term},
};
use crate::{
    graph::matcher::Matcher,
    json::tagged,
    methodology::{Methodology, Strategy, Tactic},
    signals::Values,
    state::Situation,
};

tagged! {
    /// How a study chooses the next probe, with its settings.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
    #[serde(tag = "policy", rename_all = "snake_case")]
    pub enum Policy {
        /// A weighted sum over signals of the graph, the answer and the course of the interview.
        SignalPools(signal_pools::Config),
        /// Gates, then a weighted sum of scorers, then a phase multiplier.
        TwoTier(Box<two_tier::Config>),
        /// The product of nine scorers over one probe of each strategy that applies.
        Arbitration(Box<arbitration::Config>),
    }
}

/// Why a decision could not be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// A scorer, gate or signal failed or gave something that is not a number.
    #[error("`{term}` of strategy `{strategy}` gave {found}, which is not a finite number; check its parameters")]
    NotFinite {
        /// The scorer, gate or signal key.
        term: String,
        /// The strategy it was rating.
        strategy: String,
        /// What it gave.
        found: f64,
    },
    /// A weight names no signal its strategy can see.
    #[error("strategy `{strategy}` weighs `{key}`, which names no signal it can see; check the methodology")]
    UnknownKey {
        /// The key.
        key: String,
        /// The strategy that weighs it.
        strategy: String,
    },
    /// The methodology has no strategy at all, or none the phase allows.
    #[error("the methodology `{0}` has no strategy to ask with; add one")]
    NoStrategy(String),
}

impl Policy {
    /// Chooses the next probe.
    ///
    /// # Errors
    /// [`PolicyError`] names what failed; nothing is skipped in silence.
    pub fn decide(&self, situation: &Situation<'_>) -> Result<Decision, PolicyError> {
        match self {
            Self::SignalPools(config) => config.decide(situation),
            Self::TwoTier(config) => config.decide(situation),
            Self::Arbitration(config) => config.decide(situation),
        }
    }

    /// Chooses the next probe, says whether the interview goes on and reads the signals for the record, all from one look
    /// at the situation: the same as [`Self::decide`], [`Self::continuation`] and [`Self::signals`].
    ///
    /// # Errors
    /// [`PolicyError`] names what failed; nothing is skipped in silence.
    pub fn judge(&self, situation: &Situation<'_>) -> Result<Judgement, PolicyError> {
        let mut judgement = match self {
            Self::SignalPools(config) => config.judge(situation),
            Self::TwoTier(config) => config.judge(situation),
            Self::Arbitration(config) => config.judge(situation),
        }?;
        heed(situation, &mut judgement.continuation);
        Ok(judgement)
    }

    /// Whether the interview goes on, given what would be asked. The respondent's own word goes before every rule.
    pub fn continuation(&self, situation: &Situation<'_>, decision: &Decision) -> Continuation {
        let mut continuation = match self {
            Self::SignalPools(config) => config.continuation(situation, decision),
            Self::TwoTier(config) => config.continuation(situation, decision),
            Self::Arbitration(config) => config.continuation(situation, decision),
        };
        heed(situation, &mut continuation);
        continuation
    }

    /// The strategies it chooses from, in order.
    pub fn strategies<'a>(&'a self, methodology: &'a Methodology) -> &'a [Strategy] {
        match self {
            Self::SignalPools(_) => &methodology.strategies,
            Self::TwoTier(config) => &config.asking,
            Self::Arbitration(config) => config.strategies.plain(),
        }
    }

    /// The tactics its strategies are worded with.
    pub fn tactics<'a>(&'a self, methodology: &'a Methodology) -> Vec<&'a Tactic> {
        match self {
            Self::SignalPools(_) => methodology.tactics.iter().collect(),
            Self::TwoTier(config) => config.tactics(methodology),
            Self::Arbitration(config) => config.tactics.iter().collect(),
        }
    }

    /// The strategy of this id.
    pub fn strategy<'a>(&'a self, methodology: &'a Methodology, id: &str) -> Option<&'a Strategy> {
        self.strategies(methodology).iter().find(|strategy| &*strategy.id == id)
    }

    /// Global signals by name, for the record of the turn.
    pub fn signals(&self, situation: &Situation<'_>) -> Values {
        match self {
            Self::SignalPools(config) => config.signals(situation),
            Self::TwoTier(config) => config.signals(situation),
            Self::Arbitration(config) => config.signals(situation),
        }
    }

    /// When a label names an idea known before.
    pub fn matcher(&self) -> Matcher {
        match self {
            Self::Arbitration(config) => config.deduplication,
            Self::SignalPools(_) | Self::TwoTier(_) => Matcher::default(),
        }
    }

    /// Whether it reads the six qualitative signals, so that they are worth asking a model for.
    pub fn reads_qualitative(&self) -> bool {
        match self {
            Self::SignalPools(_) | Self::Arbitration(_) => false,
            Self::TwoTier(config) => config.reads_qualitative(),
        }
    }

    /// Whether it asks about isolated ideas, so that a model's view of where they belong is of use.
    pub fn connects_isolates(&self) -> bool {
        match self {
            Self::SignalPools(_) | Self::TwoTier(_) => false,
            Self::Arbitration(config) => config.connects_isolates(),
        }
    }

    /// Clarifications in a row after answers that cannot be used, before asking on.
    pub fn clarify_unreadable(&self) -> u32 {
        match self {
            Self::SignalPools(_) | Self::TwoTier(_) => 0,
            Self::Arbitration(config) => config.clarify_unreadable,
        }
    }
}

/// Ends what the respondent wishes to end.
fn heed(situation: &Situation<'_>, continuation: &mut Continuation) {
    continuation.reason = wish::wish(situation.history).or(continuation.reason);
}
