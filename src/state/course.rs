//! What an interview carries from turn to turn: how each node was asked about, how answers trend, how the graph grows.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::State;
use crate::{
    dialogue::{Depth, Exchange, Probe},
    id::Name,
};

/// How a node was asked about so far. Made at registration, kept when the node is superseded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NodeState {
    /// Turn that brought the node.
    pub created_at_turn: u32,
    /// Times it was chosen as focus.
    pub focus_count: u32,
    /// Turn it was last chosen.
    pub last_focus_turn: Option<u32>,
    /// Turns in a row it was chosen up to now.
    pub current_focus_streak: u32,
    /// Turn an answer about it last added to the graph.
    pub last_yield_turn: Option<u32>,
    /// Answers about it that added to the graph.
    pub yield_count: u32,
    /// Depths of the answers to questions about it.
    pub all_response_depths: Vec<Depth>,
    /// Times each strategy chose it.
    pub strategy_usage_count: IndexMap<Name, u32>,
    /// Strategy that last chose it.
    pub last_strategy_used: Option<Name>,
    /// Times in a row the same strategy chose it.
    pub consecutive_same_strategy: u32,
}

/// Where the answers are heading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trend {
    /// Deeper than before.
    Deepening,
    /// As before.
    #[default]
    Stable,
    /// Shallower than before.
    Shallowing,
    /// Mostly shallow for a while.
    Fatigued,
}

/// Counters of growth, in turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growth {
    /// Turns in a row without yield.
    pub zero_yield: u32,
    /// Turns in a row without yield and without new depth.
    pub plateau: u32,
    /// Turns in a row on which no node's latest answer was moderate or deep.
    pub shallow: u32,
    /// Greatest depth after the last turn.
    pub max_depth: u32,
    /// Most new nodes of any earlier turn.
    pub peak_new_nodes: u32,
}

/// What an interview carries from turn to turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// One state for each node, in order of registration.
    pub nodes: Vec<NodeState>,
    /// Depths of all answers so far.
    pub depths: Vec<Depth>,
    /// Counters of growth.
    pub growth: Growth,
}

impl Course {
    /// Files what a completed turn brought: new nodes, yield credited to what was asked about, the depth of the
    /// answer, counters of growth. Called once a turn, after the graph changed and before a policy decides.
    pub fn record(&mut self, _exchange: &Exchange, _state: &State) {}

    /// Files that this probe will be asked after the answer of `turn`.
    pub fn focus(&mut self, _turn: u32, _probe: &Probe) {}
}
