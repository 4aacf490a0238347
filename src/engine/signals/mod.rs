//! Signals: named values of the graph, the last answer and the interview, each with its meaning and its label.
//!
//! A new signal is one entry in the array of its pool. Its label is in the same entry; the page shows it as it is there.

mod catalogue;
mod element;
mod graph;
mod key;
mod label;
mod meta;
mod node;
mod node_context;
mod open_line;
mod response;
mod set;
mod signal;
mod temporal;
mod value;
mod view;
mod words;

pub(crate) use self::meta::is_late_stage;
pub use self::{
    catalogue::{ELEMENT, GLOBAL, NODE, SignalScope, globals, label, meaning, names},
    key::SignalKey,
    label::Label,
    meta::PHASES,
    node_context::NodeContext,
    set::{ElementSignals, NodeSignals, SignalSet},
    signal::{Band, Maximum, Scalar, Signal, SignalKind, Test},
    value::{SignalValue, Values},
    view::{ElementFigures, GlobalView, NodeFigures},
    words::{ModelScores, read_scores, read_words},
};
