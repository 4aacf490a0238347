//! Named readings of the graph, the last answer and the course of the interview, with what each tells.
//!
//! A new signal is a constant in its pool's file and its name in that pool's array.

mod element;
mod graph;
mod key;
mod lines;
mod meta;
mod node;
mod response;
mod set;
mod signal;
mod surroundings;
mod temporal;
mod value;
mod view;
mod words;

pub(crate) use self::meta::is_late_stage;
pub use self::{
    key::{Key, Scope},
    meta::PHASES,
    set::{ElementSignals, NodeSignals, SignalSet},
    signal::{Band, Kind, Maximum, Scalar, Signal, Test},
    surroundings::Surroundings,
    value::{Value, Values},
    view::{ElementView, GlobalView, NodeView},
    words::{Scores, response, scored},
};

/// Signals of the interview as a whole, pool by pool.
pub static GLOBAL: [&[&Signal<GlobalView>]; 4] = [&graph::POOL, &response::POOL, &temporal::POOL, &meta::POOL];

/// Signals of a node.
pub static NODE: &[&Signal<NodeView>] = &node::POOL;

/// Signals of an element.
pub static ELEMENT: &[&Signal<ElementView>] = &element::POOL;

const GLOBALS: usize = graph::POOL.len() + response::POOL.len() + temporal::POOL.len() + meta::POOL.len();
const NODES: usize = node::POOL.len();
const ELEMENTS: usize = element::POOL.len();

/// Signals of the interview as a whole, in one row.
pub fn globals() -> impl Iterator<Item = &'static Signal<GlobalView>> {
    GLOBAL.iter().flat_map(|pool| pool.iter().copied())
}

/// What a signal tells whoever words the question; none if there is no such signal.
pub fn meaning(name: &str) -> Option<&'static str> {
    let global = globals().find(|signal| signal.name == name).map(|signal| signal.meaning);
    let node = || NODE.iter().find(|signal| signal.name == name).map(|signal| signal.meaning);
    let element = || ELEMENT.iter().find(|signal| signal.name == name).map(|signal| signal.meaning);
    global.or_else(node).or_else(element)
}

/// Names of all signals, with what they are about.
pub fn names() -> impl Iterator<Item = (&'static str, Scope)> {
    let global = globals().map(|signal| (signal.name, Scope::Global));
    let node = NODE.iter().map(|signal| (signal.name, Scope::Node));
    global.chain(node).chain(ELEMENT.iter().map(|signal| (signal.name, Scope::Element)))
}
