//! Asks what was asked or answered before.

use crate::studio::scoring::questions::{context::JudgedTurn, hit::Hit};

/// Least share of content with an earlier question that makes it the same question.
const SAME: f64 = 0.75;

pub(super) fn check(context: &JudgedTurn<'_>) -> Option<Hit> {
    let question = context.question;
    let asked = &question.text.content;
    let again = context.questions.iter().skip(1).find(|earlier| {
        let shared = earlier.text.content.intersection(asked).count();
        let of = earlier.text.content.union(asked).count();
        let is_same = |share: f64| of >= 2 && f64::from(u32::try_from(shared).unwrap_or(0)) >= share * count(of);
        let quotes_again = question.quotes.iter().any(|quote| earlier.quotes.contains(quote));
        is_same(SAME) || quotes_again
    });
    if let Some(earlier) = again {
        return Some(Hit::of(earlier.text.words.join(" ")));
    }
    // "How did you scrape it off?" after "I scraped it off with a spoon": everything in it was said, in an earlier answer.
    let answered = context.answers.iter().rev().skip(1).find(|answer| {
        let shared = asked.intersection(&answer.text.content).filter(|stem| !context.topic.contains(*stem)).count();
        shared >= 2 && shared == asked.iter().filter(|stem| !context.topic.contains(*stem)).count()
    });
    let is_repair = context.lists().transition.occurs_in(&question.own) || context.says_back();
    answered
        .filter(|_| !is_repair && question.quotes.is_empty())
        .map(|answer| Hit { words: answer.text.words.join(" "), share: 0.5 })
}

fn count(of: usize) -> f64 {
    f64::from(u32::try_from(of).unwrap_or(u32::MAX))
}
