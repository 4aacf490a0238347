//! An interview that never says back what it heard.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

/// Least number of questions after which it is missed.
const LATE: usize = 6;

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let has_weight = context.answers.iter().any(|answer| answer.weight.is_some() || answer.disclosure.is_some());
    let is_late = context.questions.len() == LATE;
    let lists = context.lists();
    let says_back = context.questions.iter().skip(1).any(|question| {
        question.quotes.is_empty()
            && question
                .statements()
                .any(|sentence| lists.second_person.occurs_in(&sentence.words) && sentence.words.len() > 3)
    });
    (is_late && has_weight && !says_back && !context.says_back()).then(|| Hit::of(String::new()))
}
