//! A question that suggests its answer.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let own = &context.question.own;
    let found = context.lists().leading.find(own).map(|(_, words)| words);
    found.or_else(|| context.style.is_leading.then(|| own.join(" "))).map(Hit::of)
}
