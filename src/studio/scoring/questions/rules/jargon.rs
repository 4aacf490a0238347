//! Terms of the trade.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let found = context.lists().jargon.find(&context.question.text.words).map(|(_, words)| words)?;
    let is_theirs = context.answers.iter().any(|answer| answer.text.words.join(" ").contains(&found));
    (!is_theirs).then(|| Hit::of(found))
}
