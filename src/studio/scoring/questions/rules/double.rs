//! Two questions in one.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let is_choice = context.lists().either_or.occurs_in(&context.question.own);
    let leaves_room = context.lists().leaves_room.occurs_in(&context.question.own);
    (!context.style.is_single && !is_choice && !leaves_room).then(|| Hit::of(context.question.own.join(" ")))
}
