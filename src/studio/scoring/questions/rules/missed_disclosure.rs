//! A disclosure that the next question does not take up.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

/// Least share of the penalty for a question that stays with the answer but not with what was disclosed.
const BESIDE: f64 = 0.4;

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let disclosed = context.answer.disclosure.clone()?;
    if context.takes_up_personal() || context.refers() || context.answer.protest.is_some() {
        return None;
    }
    if context.says_back() {
        return None;
    }
    let share = if context.stays() || context.acknowledges() { BESIDE } else { 1.0 };
    Some(Hit { words: disclosed, share })
}
