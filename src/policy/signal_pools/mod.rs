//! A weighted sum over signals of the graph, the answer and the course of the interview.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{Continuation, Decision, PolicyError};
use crate::{signals::Value, state::Situation};

/// Settings of the policy. Strategies, weights and phases are the methodology's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {}

impl Config {
    pub(super) fn decide(&self, situation: &Situation<'_>) -> Result<Decision, PolicyError> {
        Err(PolicyError::NoStrategy(situation.methodology.id.to_string()))
    }

    pub(super) fn continuation(&self, _situation: &Situation<'_>, _decision: &Decision) -> Continuation {
        Continuation { reason: None, turns_left: 0 }
    }

    pub(super) fn signals(&self, _situation: &Situation<'_>) -> IndexMap<String, Value> {
        IndexMap::new()
    }
}
