//! An interview as later stages read it.

use super::{InterviewOutcome, Turn};
use crate::engine::{
    graph::{KnowledgeGraph, Quote},
    study::Study,
    text::slice,
};

/// An interview, finished or not, read-only.
#[derive(Clone, Copy, Debug)]
pub struct InterviewRecord<'a> {
    /// The study.
    pub study: &'a Study,
    /// The record of every turn.
    pub turns: &'a [Turn],
    /// The graph after the last turn.
    pub graph: &'a KnowledgeGraph,
    /// How it ended; none while it goes on.
    pub outcome: Option<&'a InterviewOutcome>,
}

impl<'a> InterviewRecord<'a> {
    /// The words of a quote; empty if there is no such answer.
    pub fn quoted(&self, quote: Quote) -> &'a str {
        let turn = self.turns.iter().find(|turn| turn.turn == quote.turn);
        let answer = turn.and_then(|turn| turn.answer.as_deref()).unwrap_or_default();
        slice(answer, quote.start, quote.end)
    }
}
