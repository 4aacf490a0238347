//! A question form that presumes what the answer did not say.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let lists = context.lists();
    let own = &context.question.own;
    let answer = context.answer;
    let trouble = lists.presumes_trouble.find(own).filter(|_| answer.disclosure.is_none());
    let feeling = lists.presumes_feeling.find(own).filter(|_| answer.disclosure.is_none() && answer.weight.is_none());
    let thought = lists.presumes_thought.find(own).filter(|_| answer.weight.is_none());
    trouble.or(feeling).or(thought).map(|(_, words)| Hit::of(words))
}
