//! The policy `signal_pools`: a weighted sum over signals of the graph, the answer and the interview.
//!
//! It scores every strategy with every focus; the best pair wins. Invariant: no clock, no random number, no model.

mod continuation;
mod focus_text;
mod rank;
mod requirements;
mod scoring;
mod validate;

use serde::{Deserialize, Serialize};

pub use self::{
    focus_text::focus_text,
    validate::{Code, MethodologyProblem, check_methodology},
};
use super::{
    decision::{Continuation, Decision, Judgement, Ranked},
    error::PolicyError,
};
use crate::engine::{
    methodology::Methodology,
    signals::{SignalSet, Values},
    state::Situation,
};

/// Settings of the policy. The methodology holds its strategies, weights and phases.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SignalPoolsConfig {
    #[serde(skip)]
    keys: scoring::Keys,
}

impl SignalPoolsConfig {
    /// Every eligible probe with its tally, best first. Equal scores are in order of strategies, then nodes or elements.
    ///
    /// # Errors
    /// [`PolicyError`] if a weight names no signal, or a score is not a number.
    pub fn ranking(&self, methodology: &Methodology, signals: &SignalSet) -> Result<Vec<Ranked>, PolicyError> {
        rank::ranking(methodology, signals, &self.keys)
    }

    pub(super) fn judge(&self, situation: &Situation<'_>) -> Result<Judgement, PolicyError> {
        let signals = SignalSet::of(situation);
        let decision = rank::decide(situation, &signals, &self.keys)?;
        let continuation = continuation::continuation(situation, &decision);
        Ok(Judgement { decision, continuation, signals: signals.global_values() })
    }

    #[expect(clippy::unused_self, reason = "all policies have the same methods")]
    pub(super) fn continuation(&self, situation: &Situation<'_>, decision: &Decision) -> Continuation {
        continuation::continuation(situation, decision)
    }

    #[expect(clippy::unused_self, reason = "all policies have the same methods")]
    pub(super) fn signals(&self, situation: &Situation<'_>) -> Values {
        SignalSet::of_globals(situation).global_values()
    }
}
