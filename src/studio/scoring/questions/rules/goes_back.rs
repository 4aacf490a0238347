//! Goes back to an older answer although the last one offered something new.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

/// Share of the penalty for a return that is announced.
const ANNOUNCED: f64 = 0.5;

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let is_late = context.goes_back() && context.answer.offers();
    let lists = context.lists();
    let own = &context.question.own;
    let is_linked = lists.transition.occurs_in(own) || context.acknowledges() || context.says_back();
    // What happened then, and how it was, belongs to the same story.
    let is_story = (lists.feels.occurs_in(own) || lists.next.occurs_in(own)) && context.question.quotes.is_empty();
    let share = if is_linked || is_story { ANNOUNCED } else { 1.0 };
    is_late.then(|| Hit { words: context.question.own.join(" "), share })
}
