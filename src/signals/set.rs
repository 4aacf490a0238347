//! All signals of a turn: what a ranking works with.

use super::{
    ELEMENT, ELEMENTS, ElementView, GLOBALS, GlobalView, NODE, NODES, NodeView, Scalar, Surroundings, Value, Values,
    globals,
};
use crate::{
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
    /// Node types that occur, named by position in `nodes`.
    pub types: Vec<Name>,
    /// Signals of each element, in concept order.
    pub elements: Vec<ElementSignals>,
}

/// Signals of a node.
#[derive(Clone, Debug)]
pub struct NodeSignals {
    /// Which node.
    pub node: NodeId,
    /// Position of its type in [`SignalSet::types`].
    pub type_of: u32,
    /// Values in the order of the pool.
    pub values: [Scalar; NODES],
}

/// Signals of an element.
#[derive(Clone, Debug)]
pub struct ElementSignals {
    /// Which element.
    pub element: Name,
    /// Values in the order of the pool.
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
        let surroundings = Surroundings::of(&active, &situation.state.coverage, last);
        for ((slot, node), type_of) in (0..).zip(&active.nodes).zip(&active.type_of) {
            let view = NodeView::of(&active, slot, situation.course, situation.turn, last, &surroundings);
            set.nodes.push(NodeSignals::of(node.id, *type_of, &view));
        }
        let coverage = &situation.state.coverage;
        for (position, element) in (0..).zip(&coverage.elements) {
            let view = ElementView::of(element, position, coverage.elements_total, situation.graph, situation.history);
            set.elements.push(ElementSignals::of(element.element.clone(), &view, ladder));
        }
        set
    }

    /// Reads the signals of the interview as a whole only.
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

    /// Signals of the interview as a whole, by name; absent ones are left out.
    pub fn global_values(&self) -> Values {
        named(globals().map(|signal| signal.name), globals().zip(self.global).map(|(signal, at)| signal.value(at)))
    }
}

impl NodeSignals {
    /// Signals of a node as seen in a view.
    pub fn of(node: NodeId, type_of: u32, view: &NodeView) -> Self {
        let mut values = [Scalar::ABSENT; NODES];
        for (scalar, signal) in values.iter_mut().zip(NODE) {
            // No number of a node is measured on the ladder.
            *scalar = signal.read(view, 1);
        }
        Self { node, type_of, values }
    }

    /// Its signals by name; absent ones are left out.
    pub fn values(&self) -> Values {
        let values = NODE.iter().zip(self.values).map(|(signal, at)| signal.value(at));
        named(NODE.iter().map(|signal| signal.name), values)
    }
}

impl ElementSignals {
    /// Signals of an element as seen in a view.
    pub fn of(element: Name, view: &ElementView, ladder: u32) -> Self {
        let mut values = [Scalar::ABSENT; ELEMENTS];
        for (scalar, signal) in values.iter_mut().zip(ELEMENT) {
            *scalar = signal.read(view, ladder);
        }
        Self { element, values }
    }

    /// Its signals by name; absent ones are left out.
    pub fn values(&self) -> Values {
        let values = ELEMENT.iter().zip(self.values).map(|(signal, at)| signal.value(at));
        named(ELEMENT.iter().map(|signal| signal.name), values)
    }
}

fn named(names: impl Iterator<Item = &'static str>, values: impl Iterator<Item = Option<Value>>) -> Values {
    let mut found =
        Values::with_capacity_and_hasher(GLOBALS.max(NODES).max(ELEMENTS), foldhash::fast::RandomState::default());
    found.extend(names.zip(values).filter_map(|(name, value)| Some((name.into(), value?))));
    found
}
