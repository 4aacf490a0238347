//! A corpus of coded interviews, and the weights that are fitted to it.

mod fit;
mod graded;
mod interview;

pub use self::{
    fit::{Fitting, fit, lines},
    graded::GradedQuestions,
    interview::{CodedInterview, CorpusIdea, CorpusTopic, CorpusTurn, Item, LinkPart, items, parse},
};
