//! Something of weight, without pain, that the next question does not take up.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

/// Share of the penalty for a question that stays with the answer.
const BESIDE: f64 = 0.3;

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let answer = context.answer;
    let is_open = answer.disclosure.is_none() && answer.protest.is_none() && !answer.is_empty;
    let weight = answer.weight.clone().filter(|_| is_open);
    let told = answer.event.clone().filter(|_| is_open && !context.stays());
    let words = weight.or(told)?;
    if context.takes_up_personal() || context.refers() || context.says_back() || answer.is_finished {
        return None;
    }
    Some(Hit { words, share: if context.stays() { BESIDE } else { 1.0 } })
}
