//! A corpus of coded interviews, and the weights that are fitted to it.

mod case_lines;
mod coded_act;
mod fit;
mod graded;
mod interview;
mod stop;

pub use self::{
    coded_act::{CodedAct, STOPS},
    fit::{Corpus, Fitting, fit, lines},
    graded::{GradedIdeas, GradedQuestions},
    interview::{CodedInterview, CorpusIdea, CorpusTopic, CorpusTurn, Item, LinkPart, items, parse},
    stop::{Phrasings, fit_stop},
};
