//! A quotation that cannot be read back: too long, cut, without a head, a hedge, a protest.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

use crate::studio::scoring::questions::judged::JudgedAnswer;

/// Most words of a quotation that can be read back.
const LONGEST: usize = 8;
/// Share of the penalty for a phrase without its subject.
const HEADLESS: f64 = 0.5;
/// Least words with two verbs that make a quotation a fused sentence.
const FUSED: usize = 6;

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let hits = context.question.quotes.iter().filter_map(|quote| {
        let share = unreadable(quote, context)?;
        Some(Hit { words: quote.join(" "), share })
    });
    hits.max_by(|one, other| one.share.total_cmp(&other.share))
}

/// How hard a quotation is to read back, 0–1; none for one that reads well.
fn unreadable(quote: &[String], context: &JudgedTurn<'_>) -> Option<f64> {
    let lists = context.lists();
    let verbs = quote.iter().filter(|word| lists.verbs.has(word)).count();
    let ends_badly = quote.last().is_some_and(|word| lists.ends_badly.has(word));
    // A quotation within the interviewer's own words, such as an element, is no reading back.
    let Some((answer, at)) = source(quote, context.answers) else {
        return (quote.len() > LONGEST).then_some(1.0);
    };
    let before = at.checked_sub(1).and_then(|before| answer.text.words.get(before));
    let is_cut = before.is_some_and(|word| lists.cut_after.has(word)) && quote.len() < answer.text.words.len();
    // "rang back" has lost its subject only.
    let is_headless = quote.first().is_some_and(|word| lists.verbs.has(word));
    let is_broken = quote.len() > LONGEST
        || lists.begins_badly.at(quote).is_some()
        || ends_badly
        || lists.asides.occurs_in(quote)
        || lists.deictic.occurs_in(quote)
        || (quote.len() >= FUSED && verbs >= 2)
        || is_protest(quote, answer);
    match (is_broken, is_cut || is_headless) {
        (true, _) => Some(1.0),
        (false, true) => Some(HEADLESS),
        (false, false) => None,
    }
}

/// The newest answer that holds these words in this order, with their position.
pub(super) fn source<'a>(quote: &[String], answers: &'a [JudgedAnswer]) -> Option<(&'a JudgedAnswer, usize)> {
    answers.iter().rev().find_map(|answer| {
        let at = answer.text.words.windows(quote.len()).position(|words| words == quote)?;
        Some((answer, at))
    })
}

fn is_protest(quote: &[String], answer: &JudgedAnswer) -> bool {
    let Some(protest) = &answer.protest else { return false };
    protest.split(' ').any(|word| quote.iter().any(|quoted| quoted == word)) && answer.fresh.len() < 8
}
