//! The same question word for word.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let words = &context.question.text.words;
    let is_repeated = context.questions.iter().any(|earlier| earlier.text.words == *words);
    is_repeated.then(|| Hit::of(words.join(" ")))
}
