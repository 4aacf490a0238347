//! An item of a list, in the words of the study.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let own = &context.question.own;
    let leaves_room = context.lists().leaves_room.occurs_in(own);
    (context.is_list_item() && !leaves_room).then(|| Hit::of(own.join(" ")))
}
