//! Good signs of a question.

use super::{super::vocabulary::Phrases, Hit, JudgedTurn};

/// Most words of a short question.
const SHORT: usize = 14;

pub(super) fn takes_up(context: &JudgedTurn<'_>) -> Option<Hit> {
    let newest = &context.answer.newest;
    let mut shared = context.question.text.content.intersection(newest);
    let quotes = !context.question.quotes.is_empty();
    let word = shared.next().cloned().or_else(|| context.refers().then(String::new))?;
    let is_repaired = context.answer.protest.is_none() || context.acknowledges();
    (!quotes && !context.answer.is_empty && is_repaired).then(|| Hit::of(word))
}

pub(super) fn takes_up_personal(context: &JudgedTurn<'_>) -> Option<Hit> {
    let weight = context.answer.disclosure.clone().or_else(|| context.answer.weight.clone())?;
    let takes = context.takes_up_personal() || context.refers();
    (takes && context.question.quotes.is_empty()).then(|| Hit::of(weight))
}

pub(super) fn asks_occasion(context: &JudgedTurn<'_>) -> Option<Hit> {
    asks(context, &context.lists().occasion)
}

pub(super) fn asks_next(context: &JudgedTurn<'_>) -> Option<Hit> {
    asks(context, &context.lists().next)
}

pub(super) fn asks_feeling(context: &JudgedTurn<'_>) -> Option<Hit> {
    asks(context, &context.lists().feels)
}

/// A form counts only in a question that stays with the answer and reads nothing back.
fn asks(context: &JudgedTurn<'_>, forms: &Phrases) -> Option<Hit> {
    let is_fit = context.question.quotes.is_empty() && (context.stays() || context.says_back());
    forms.find(&context.question.own).filter(|_| is_fit).map(|(_, words)| Hit::of(words))
}

pub(super) fn is_brief(context: &JudgedTurn<'_>) -> Option<Hit> {
    let words = context.question.text.words.len();
    let is_fit = context.stays() && context.answer.protest.is_none();
    (words <= SHORT && is_fit && context.question.quotes.is_empty()).then(|| Hit::of(format!("{words} words")))
}

pub(super) fn acknowledges(context: &JudgedTurn<'_>) -> Option<Hit> {
    let is_due = context.answer.disclosure.is_some() || context.answer.protest.is_some();
    (is_due && context.acknowledges()).then(|| Hit::of(String::new()))
}

pub(super) fn says_back(context: &JudgedTurn<'_>) -> Option<Hit> {
    (context.says_back() && context.question.quotes.is_empty()).then(|| Hit::of(String::new()))
}

pub(super) fn lets_go(context: &JudgedTurn<'_>) -> Option<Hit> {
    let own = &context.question.own;
    let lists = context.lists();
    let is_announced = lists.transition.occurs_in(own) || lists.leaves_room.occurs_in(own) || context.acknowledges();
    (context.answer.is_finished && is_announced).then(|| Hit::of(String::new()))
}
