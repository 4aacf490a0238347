//! No repair after confusion, a correction, a complaint or "I already said".

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

/// Share of the penalty for a question that moves on without a word about it.
const MOVES_ON: f64 = 0.7;

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let protest = context.answer.protest.clone()?;
    let own = &context.question.own;
    if context.lists().apology.occurs_in(own) || context.says_back() {
        return None;
    }
    // An answer that goes on after the protest gave something to ask about.
    let is_moving = context.question.quotes.is_empty() && context.answer.fresh.len() >= 3 && context.stays();
    Some(Hit { words: protest, share: if is_moving { MOVES_ON } else { 1.0 } })
}
