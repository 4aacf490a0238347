//! Praise of the answer or of the person.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

/// First words of a question in which praise stands.
const OPENING: usize = 4;

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let first = context.question.text.sentences.first()?;
    let opening = first.words.get(..OPENING).unwrap_or(&first.words);
    let (_, found) = context.lists().praise.find(opening).filter(|_| !first.is_question)?;
    // Their own word said back is no praise.
    (!context.answer.text.words.contains(&found)).then(|| Hit::of(found))
}
