//! The depth, sentiment and engagement of an answer.

use super::{
    ReadingContext, clause::Clause, element::balance, extractability::Extractability, idea::Idea,
    tokenized_answer::TokenizedAnswer,
};
use crate::engine::language::{CueRole, Lengths, WordList};
use crate::engine::{
    dialogue::{Depth, Hedging, Level, Momentum, Reading, Sentiment},
    text::{TokenKind, dice},
};

/// Least similarity with the previous answer at which an answer adds nothing (spec 7.5).
const STANDSTILL: f64 = 0.8;
/// Words below which an answer that says nothing withdraws.
const BRIEF: usize = 11;
/// Words from which an answer is engaged whatever it says.
const LONG: usize = 36;
/// Words from which two signs of engagement suffice.
const SOME: usize = 20;

/// The reading of an answer, without the values that signals compute from its words.
pub(super) fn reading(
    context: &ReadingContext<'_>,
    answer: &TokenizedAnswer<'_>,
    clauses: &[Clause],
    extractability: &Extractability,
    ideas: &[Idea],
) -> Reading {
    let tone = sentiment(answer, clauses, extractability, ideas);
    Reading {
        response_depth: Some(depth(answer, clauses, extractability, ideas)),
        sentiment: Some(tone),
        momentum: Some(momentum(context, answer, extractability)),
        knowledge_lack: extractability.knowledge_lack,
        wants_to_stop: extractability.wants_to_stop,
        may_want_to_stop: extractability.may_want_to_stop && !extractability.wants_to_stop,
        distress: extractability.distress,
        ..context.pack.lengths.map_or_else(Reading::default, |lengths| manner(answer, lengths, tone))
    }
}

/// How willing, sure, concrete and reasoned an answer is, by the lists of its language, in the steps the reference words
/// give an English one.
fn manner(answer: &TokenizedAnswer<'_>, lengths: Lengths, tone: Sentiment) -> Reading {
    let words = answer.words(answer.all());
    let count = |list| answer.count(answer.all(), list);
    let (hedges, vague, reasons) = (count(WordList::Hedge), count(WordList::Vague), count(WordList::Elaboration));
    let is_short = words < lengths.moderate.div_ceil(2);
    Reading {
        valence: Some(match tone {
            Sentiment::Negative => 0.25,
            Sentiment::Neutral => 0.5,
            Sentiment::Positive => 0.75,
        }),
        engagement: Some(if words < lengths.moderate {
            0.25
        } else if words < lengths.long {
            0.5
        } else {
            0.75
        }),
        certainty: Some(steps(hedges, [0.75, 0.5, 0.25])),
        specificity: Some(if is_short { 0.0 } else { steps(vague, [0.75, 0.5, 0.25]) }),
        intellectual_engagement: Some(steps(reasons, [0.25, 0.5, 0.75])),
        uncertainty: Some(part(hedges, words)),
        ambiguity: Some((part(vague, words) + f64::from(u8::from(is_short))).min(1.0)),
        hedging: Some(match hedges {
            0 => Hedging::None,
            1 => Hedging::Medium,
            2.. => Hedging::High,
        }),
        ..Reading::default()
    }
}

/// The step for none, one, and more.
fn steps(count: usize, steps: [f64; 3]) -> f64 {
    let [none, one, more] = steps;
    match count {
        0 => none,
        1 => one,
        2.. => more,
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of words are far below 2^52")]
fn part(some: usize, all: usize) -> f64 {
    (some as f64 / all.max(1) as f64).min(1.0)
}

/// Distinct propositions: clauses with something of their own to say.
fn depth(answer: &TokenizedAnswer<'_>, clauses: &[Clause], extractability: &Extractability, ideas: &[Idea]) -> Depth {
    if extractability.closed.is_some() || ideas.is_empty() {
        return Depth::Surface;
    }
    let open = clauses.iter().filter(|clause| !extractability.muted.contains(&clause.sentence));
    let propositions = open.filter(|clause| answer.weight(clause.range.clone()) > 1).count();
    match propositions.max(ideas.len()) {
        0 | 1 => Depth::Surface,
        2 => Depth::Shallow,
        3 => Depth::Moderate,
        _ => Depth::Deep,
    }
}

/// Clauses for and against; the one after a "but" counts double. Where nothing judges, the question's own tone.
fn sentiment(
    answer: &TokenizedAnswer<'_>,
    clauses: &[Clause],
    extractability: &Extractability,
    ideas: &[Idea],
) -> Sentiment {
    let open = clauses.iter().filter(|clause| !extractability.muted.contains(&clause.sentence));
    let judged = open.map(|clause| {
        let weight = if clause.role == Some(CueRole::Contrast) { 2 } else { 1 };
        weight * balance(answer, clause.range.clone()).signum()
    });
    let refused = i32::from(extractability.wants_to_stop) + i32::from(extractability.deflects);
    let said = judged.sum::<i32>() - refused;
    let tone = ideas.first().map_or(0, |idea| i32::from(idea.tone));
    match if said == 0 { tone } else { said }.signum() {
        1 => Sentiment::Positive,
        -1 => Sentiment::Negative,
        _ => Sentiment::Neutral,
    }
}

/// Low only if the whole answer withdraws; high for a story, a disclosure or strong elaboration (spec 7.5).
fn momentum(context: &ReadingContext<'_>, answer: &TokenizedAnswer<'_>, extractability: &Extractability) -> Momentum {
    let words = answer.words(answer.all());
    let occasion = answer.count(answer.all(), WordList::Story) + answer.count(answer.all(), WordList::Past) / 2;
    let signs = [
        (answer.count(answer.all(), WordList::Elaboration), "gives reasons"),
        (occasion, "tells of an occasion"),
        (answer.count(answer.all(), WordList::Affect) + exclamations(answer), "shows feeling"),
        (answer.count(answer.all(), WordList::SelfWord) / 3, "speaks of themselves"),
    ];
    let shown = signs.iter().filter(|(count, _)| *count > 0);
    let indicators: Vec<String> = shown.map(|(_, sign)| (*sign).to_owned()).collect();
    let previous = context.previous_answer.map(|previous| answer.lexicon.content(previous)).unwrap_or_default();
    let stands_still = words > 0 && dice(&previous, &answer.all_content()) >= STANDSTILL;
    let brief = words <= 4 && indicators.is_empty();
    let turned_away = extractability.wants_to_stop || extractability.deflects || !extractability.muted.is_empty();
    let withdraws = extractability.closed.is_some() && (words < BRIEF || turned_away);
    let level = if stands_still || brief || withdraws {
        Level::Low
    } else if words >= LONG || (words >= SOME && indicators.len() >= 2) {
        Level::High
    } else {
        Level::Neutral
    };
    Momentum { level, indicators }
}

fn exclamations(answer: &TokenizedAnswer<'_>) -> usize {
    answer.tokens.iter().filter(|token| token.kind == TokenKind::Exclamation).count()
}
