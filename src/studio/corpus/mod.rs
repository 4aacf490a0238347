//! A corpus of coded interviews, and the weights that are fitted to it.

mod fit;
mod interview;

pub use self::{
    fit::{Fitting, fit, lines},
    interview::{CodedInterview, CorpusIdea, CorpusTopic, CorpusTurn, Item, LinkPart, items, parse},
};
