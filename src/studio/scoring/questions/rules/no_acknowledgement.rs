//! A disclosure without a human word.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let disclosed = context.answer.disclosure.clone()?;
    (!context.acknowledges() && !context.says_back()).then(|| Hit::of(disclosed))
}
