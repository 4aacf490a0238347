//! Why after why.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let lists = context.lists();
    let previous = context.questions.last()?;
    let is_again = lists.why.occurs_in(&previous.own);
    lists.why.find(&context.question.own).filter(|_| is_again).map(|(_, words)| Hit::of(words))
}
