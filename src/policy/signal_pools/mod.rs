//! A weighted sum over signals of the graph, the answer and the course of the interview.
//!
//! Every strategy is scored for everything it could be about; the best pair wins. The same input always gives the same
//! answer: no clock, no random number, no model.

mod check;
mod choice;
mod continuation;
mod question;
mod requirements;
mod strategies;

use serde::{Deserialize, Serialize};

pub use self::{
    check::{Code, Problem, check_elements, check_methodology, check_signals},
    question::{clean, depth_word, focus_text, reasons},
};
use super::{Continuation, Decision, Judgement, PolicyError, Ranked};
use crate::{
    methodology::Methodology,
    signals::{SignalSet, Values},
    state::Situation,
};

/// Settings of the policy. Strategies, weights and phases are the methodology's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    #[serde(skip)]
    keys: strategies::Keys,
}

impl Config {
    /// Every eligible probe with its tally, best first; equal scores in order of strategies, then nodes or elements.
    ///
    /// # Errors
    /// [`PolicyError`] if a weight names no signal, or a score is not a number.
    pub fn ranking(&self, methodology: &Methodology, signals: &SignalSet) -> Result<Vec<Ranked>, PolicyError> {
        choice::ranking(methodology, signals, &self.keys)
    }

    pub(super) fn decide(&self, situation: &Situation<'_>) -> Result<Decision, PolicyError> {
        choice::decide(situation, &SignalSet::of(situation), &self.keys)
    }

    pub(super) fn judge(&self, situation: &Situation<'_>) -> Result<Judgement, PolicyError> {
        let signals = SignalSet::of(situation);
        let decision = choice::decide(situation, &signals, &self.keys)?;
        let continuation = continuation::continuation(situation, &decision);
        Ok(Judgement { decision, continuation, signals: signals.global_values() })
    }

    #[expect(clippy::unused_self, reason = "policies share one face; this one has no settings of its own")]
    pub(super) fn continuation(&self, situation: &Situation<'_>, decision: &Decision) -> Continuation {
        continuation::continuation(situation, decision)
    }

    #[expect(clippy::unused_self, reason = "policies share one face; this one has no settings of its own")]
    pub(super) fn signals(&self, situation: &Situation<'_>) -> Values {
        SignalSet::of_globals(situation).global_values()
    }
}
