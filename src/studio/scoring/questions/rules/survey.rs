//! A question of a questionnaire: a figure, a rating, a fact.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    context.lists().survey.find(&context.question.own).map(|(_, words)| Hit::of(words))
}
