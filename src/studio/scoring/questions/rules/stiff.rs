//! Wording that nobody uses in a conversation.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    context.lists().stiff.find(&context.question.own).map(|(_, words)| Hit::of(words))
}
