//! Asks what plain words mean.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    context.lists().means.find(&context.question.own).map(|(_, words)| Hit::of(words))
}
