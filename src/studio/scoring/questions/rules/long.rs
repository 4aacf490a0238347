//! A long question.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

/// Most words of a question that is read with ease.
const LONGEST: usize = 25;

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let words = &context.question.text.words;
    (words.len() > LONGEST).then(|| Hit::of(format!("{} words", words.len())))
}
