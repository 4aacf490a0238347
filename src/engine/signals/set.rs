//! All signals of a turn, for a ranking.

use super::{
    catalogue::{ELEMENT, ELEMENTS, GLOBALS, NODE, NODES, globals},
    node_context::NodeContext,
    signal::Scalar,
    value::{SignalValue, Values},
    view::{ElementFigures, GlobalView, NodeFigures},
};
use crate::engine::{
    graph::ActiveGraph,
    id::{Name, NodeId},
    state::{Ladder, Situation},
};

/// All signals of a turn.
#[derive(Clone, Debug)]
pub struct SignalSet {
    /// Signals of the interview as a whole.
    pub global: [Scalar; GLOBALS],
    /// Signals of each active node, in order of registration.
    pub nodes: Vec<NodeSignals>,
    /// Node types of the graph. `nodes` refers to them by position.
    pub types: Vec<Name>,
    /// Signals of each element, in concept order.
    pub elements: Vec<ElementSignals>,
}

/// Signals of a node.
#[derive(Clone, Debug)]
pub struct NodeSignals {
    /// The node.
    pub node: NodeId,
    /// Position of its type in [`SignalSet::types`].
    pub type_of: u32,
    /// Values in order of the pool.
    pub values: [Scalar; NODES],
}

/// Signals of an element.
#[derive(Clone, Debug)]
pub struct ElementSignals {
    /// The element.
    pub element: Name,
    /// Values in order of the pool.
    pub values: [Scalar; ELEMENTS],
}

impl Default for SignalSet {
    fn default() -> Self {
        Self { global: [Scalar::ABSENT; GLOBALS], nodes: Vec::new(), types: Vec::new(), elements: Vec::new() }
    }
}

impl SignalSet {
    /// Reads all signals.
    pub fn of(situation: &Situation<'_>) -> Self {
        let active = ActiveGraph::of(situation.graph);
        let ladder = Ladder::of(&situation.methodology.ontology).length();
        let mut set = Self { types: active.types.iter().map(|name| (*name).clone()).collect(), ..Self::default() };
        set.read_globals(situation, ladder);
        set.nodes.reserve(active.len());
        let last = situation.history.last();
        let context = NodeContext::of(&active, &situation.state.coverage, last);
        for ((slot, node), type_of) in (0..).zip(&active.nodes).zip(&active.type_of) {
            let view = NodeFigures::of(&active, slot, situation.course, situation.turn, last, &context);
            set.nodes.push(NodeSignals::of(node.id, *type_of, &view));
        }
        let coverage = &situation.state.coverage;
        for (position, element) in (0..).zip(&coverage.elements) {
            let view =
                ElementFigures::of(element, position, coverage.elements_total, situation.graph, situation.history);
            set.elements.push(ElementSignals::of(element.element.clone(), &view, ladder));
        }
        set
    }

    /// Reads only the signals of the interview as a whole.
    pub fn of_globals(situation: &Situation<'_>) -> Self {
        let mut set = Self::default();
        set.read_globals(situation, Ladder::of(&situation.methodology.ontology).length());
        set
    }

    fn read_globals(&mut self, situation: &Situation<'_>, ladder: u32) {
        let view = GlobalView::of(situation, ladder);
        for (scalar, signal) in self.global.iter_mut().zip(globals()) {
            *scalar = signal.read(&view, ladder);
        }
    }

    /// Signals of the interview as a whole by name, without absent ones.
    pub fn global_values(&self) -> Values {
        named(globals().map(|signal| signal.name), globals().zip(self.global).map(|(signal, at)| signal.value(at)))
    }
}

impl NodeSignals {
    /// Signals of a node, by its view.
    pub fn of(node: NodeId, type_of: u32, view: &NodeFigures) -> Self {
        let mut values = [Scalar::ABSENT; NODES];
        for (scalar, signal) in values.iter_mut().zip(NODE) {
            // No signal of a node depends on the ladder.
            *scalar = signal.read(view, 1);
        }
        Self { node, type_of, values }
    }

    /// Signals by name, without absent ones.
    pub fn values(&self) -> Values {
        let values = NODE.iter().zip(self.values).map(|(signal, at)| signal.value(at));
        named(NODE.iter().map(|signal| signal.name), values)
    }
}

impl ElementSignals {
    /// Signals of an element, by its view.
    pub fn of(element: Name, view: &ElementFigures, ladder: u32) -> Self {
        let mut values = [Scalar::ABSENT; ELEMENTS];
        for (scalar, signal) in values.iter_mut().zip(ELEMENT) {
            *scalar = signal.read(view, ladder);
        }
        Self { element, values }
    }

    /// Signals by name, without absent ones.
    pub fn values(&self) -> Values {
        let values = ELEMENT.iter().zip(self.values).map(|(signal, at)| signal.value(at));
        named(ELEMENT.iter().map(|signal| signal.name), values)
    }
}

fn named(names: impl Iterator<Item = &'static str>, values: impl Iterator<Item = Option<SignalValue>>) -> Values {
    names.zip(values).filter_map(|(name, value)| Some((name.into(), value?))).collect()
}
