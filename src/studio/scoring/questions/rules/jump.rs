//! A jump away from an answer that offered something to take up.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

/// Share of the penalty for an announced change of subject.
const ANNOUNCED: f64 = 0.6;

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    if context.stays()
        || context.says_back()
        || context.goes_back()
        || follows_reaction(context)
        || !context.answer.offers()
    {
        return None;
    }
    let own = &context.question.own;
    let lists = context.lists();
    let is_announced = lists.transition.occurs_in(own) || lists.leaves_room.occurs_in(own);
    let left: Vec<&str> = context.answer.fresh.iter().map(String::as_str).take(3).collect();
    Some(Hit { words: left.join(", "), share: if is_announced { ANNOUNCED } else { 1.0 } })
}

/// Whether a human reaction links the question to the answer: "I'm sorry. What is that like?"
fn follows_reaction(context: &JudgedTurn<'_>) -> bool {
    let lists = context.lists();
    let own = &context.question.own;
    context.acknowledges() && lists.anaphor.occurs_in(own) && !lists.transition.occurs_in(own)
}
