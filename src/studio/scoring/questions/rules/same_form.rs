//! The same opening or form as a question shortly before.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

/// Words of an opening.
const OPENING: usize = 2;
/// Number of questions before that count.
const COMPARED: usize = 2;

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let opening = context.opening(context.question, OPENING);
    if opening.len() < OPENING {
        return None;
    }
    let before = context.questions.iter().skip(1).rev().take(COMPARED);
    before.into_iter().any(|earlier| context.opening(earlier, OPENING) == opening).then(|| Hit::of(opening.join(" ")))
}
