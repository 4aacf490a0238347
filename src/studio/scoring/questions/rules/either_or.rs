//! A choice between two answers.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    context.lists().either_or.find(&context.question.own).map(|(_, words)| Hit::of(words))
}
