//! A question that yes or no answers.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    // To check what was heard, or to leave room for a no, is the one good use of a closed question.
    let is_fair = context.says_back() || context.lists().leaves_room.occurs_in(&context.question.own);
    (context.style.is_open == Some(false) && !is_fair && context.question.own.len() > 2)
        .then(|| Hit::of(context.question.own.join(" ")))
}
