//! Asks on after "nothing to add" or about what was denied.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let answer = context.answer;
    if answer.leaves && !context.acknowledges() {
        return Some(Hit::of(answer.text.words.join(" ")));
    }
    let stays = context.shared() > 0 || (context.refers() && answer.fresh.is_empty());
    let is_left = context.acknowledges() || context.lists().transition.occurs_in(&context.question.own);
    (answer.is_empty && stays && !is_left).then(|| Hit::of(answer.text.words.join(" ")))
}
