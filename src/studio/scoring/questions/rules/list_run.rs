//! Items of a list one after the other.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let previous = context.questions.last().filter(|_| context.questions.len() > 1)?;
    let lists = context.lists();
    let was_item = lists.list_item.occurs_in(&previous.own) || lists.survey.occurs_in(&previous.own);
    (was_item && context.is_list_item()).then(|| Hit::of(context.question.own.join(" ")))
}
