//! Words in quotation marks that nobody said.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

use super::unreadable_quote::source;

/// Most words before a quotation that attribute it to the respondent: "you said".
const ATTRIBUTION: usize = 3;

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let quotes = &context.question.quotes;
    let is_said = |quote: &&Vec<String>| source(quote, context.answers).is_none();
    let invented = quotes.iter().find(is_said)?;
    let opening = context.opening(context.question, ATTRIBUTION);
    context.lists().attribution.occurs_in(opening).then(|| Hit::of(invented.join(" ")))
}
