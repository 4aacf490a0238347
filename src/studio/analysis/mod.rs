//! From interviews to findings across respondents: the ideas of many interviews as codes, what leads to what, and the map
//! of it.
//!
//! 1. A [`Codebook`] says which labels mean the same thing.
//! 2. A [`LadderTable`] holds the chains of each interview, as codes, from what a thing is to what it is good for.
//! 3. An [`ImplicationMatrix`] counts how often a code leads to another, directly or over others.
//! 4. A [`ValueMap`] shows the counts at or above a cut-off.
//!
//! Source: Reynolds and Gutman 1988, "Laddering theory, method, analysis, and interpretation"; indices and cut-off table:
//! Pieters, Baumgartner and Allen 1995. Counts are of people or of ladders, as [`Counting`] says; nothing is weighted.

mod codebook;
mod ladder_table;
mod interview_ladders;
mod implications;
mod value_map;
mod graphml;

pub use self::{
    codebook::{CodeLookup, Codebook, CodebookError, CodedLabels, TypedLabel},
    graphml::graphml,
    implications::{CodeIndices, Counting, CutOff, ImplicationCount, ImplicationMatrix},
    interview_ladders::{IdeaQuote, InterviewLadders},
    ladder_table::{CodedLadder, LadderTable, LadderTableError, csv_text},
    value_map::{MapLink, ValueMap},
};
