//! What an answer tells beside its ideas: how deep, in what tone, how willing.

use super::{
    super::pack::{Lengths, List, Role},
    ReadingContext,
    clause::Clause,
    element::balance,
    gate::Gate,
    idea::Idea,
    scene::Scene,
};
use crate::{
    dialogue::{Depth, Hedging, Level, Momentum, Reading, Sentiment},
    text::{Kind, dice},
};

/// Likeness with the previous answer from which the talk stands still (spec 7.5).
const STANDSTILL: f64 = 0.8;
/// Words below which an answer that says nothing withdraws.
const BRIEF: usize = 11;
/// Words from which an answer is engaged whatever it says.
const LONG: usize = 36;
/// Words from which two signs of engagement suffice.
const SOME: usize = 20;

/// The reading of an answer. Hedging, uncertainty, ambiguity and what follows from them are the signals' business.
pub(super) fn reading(
    context: &ReadingContext<'_>,
    scene: &Scene<'_>,
    clauses: &[Clause],
    gate: &Gate,
    ideas: &[Idea],
) -> Reading {
    let tone = sentiment(scene, clauses, gate, ideas);
    Reading {
        response_depth: Some(depth(scene, clauses, gate, ideas)),
        sentiment: Some(tone),
        momentum: Some(momentum(context, scene, gate)),
        knowledge_lack: gate.knowledge_lack,
        wants_to_stop: gate.wants_to_stop,
        distress: gate.distress,
        ..context.pack.lengths.map_or_else(Reading::default, |lengths| manner(scene, lengths, tone))
    }
}

/// How willing, sure, concrete and reasoned an answer is, by the lists of its language, in the steps the reference words
/// give an English one.
fn manner(scene: &Scene<'_>, lengths: Lengths, tone: Sentiment) -> Reading {
    let words = scene.words(scene.all());
    let count = |list| scene.count(scene.all(), list);
    let (hedges, vague, reasons) = (count(List::Hedge), count(List::Vague), count(List::Elaboration));
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
fn depth(scene: &Scene<'_>, clauses: &[Clause], gate: &Gate, ideas: &[Idea]) -> Depth {
    if gate.closed.is_some() || ideas.is_empty() {
        return Depth::Surface;
    }
    let open = clauses.iter().filter(|clause| !gate.muted.contains(&clause.sentence));
    let propositions = open.filter(|clause| scene.weight(clause.range.clone()) > 1).count();
    match propositions.max(ideas.len()) {
        0 | 1 => Depth::Surface,
        2 => Depth::Shallow,
        3 => Depth::Moderate,
        _ => Depth::Deep,
    }
}

/// Clauses for and against; the one after a "but" counts double. Where nothing judges, the question's own tone.
fn sentiment(scene: &Scene<'_>, clauses: &[Clause], gate: &Gate, ideas: &[Idea]) -> Sentiment {
    let open = clauses.iter().filter(|clause| !gate.muted.contains(&clause.sentence));
    let judged = open.map(|clause| {
        let weight = if clause.role == Some(Role::Contrast) { 2 } else { 1 };
        weight * balance(scene, clause.range.clone()).signum()
    });
    let refused = i32::from(gate.wants_to_stop) + i32::from(gate.deflects);
    let said = judged.sum::<i32>() - refused;
    let tone = ideas.first().map_or(0, |idea| i32::from(idea.tone));
    match if said == 0 { tone } else { said }.signum() {
        1 => Sentiment::Positive,
        -1 => Sentiment::Negative,
        _ => Sentiment::Neutral,
    }
}

/// Low only if the whole answer withdraws; high for a story, a disclosure or strong elaboration (spec 7.5).
fn momentum(context: &ReadingContext<'_>, scene: &Scene<'_>, gate: &Gate) -> Momentum {
    let words = scene.words(scene.all());
    let occasion = scene.count(scene.all(), List::Story) + scene.count(scene.all(), List::Past) / 2;
    let signs = [
        (scene.count(scene.all(), List::Elaboration), "gives reasons"),
        (occasion, "tells of an occasion"),
        (scene.count(scene.all(), List::Affect) + exclamations(scene), "shows feeling"),
        (scene.count(scene.all(), List::SelfWord) / 3, "speaks of themselves"),
    ];
    let shown = signs.iter().filter(|(count, _)| *count > 0);
    let indicators: Vec<String> = shown.map(|(_, sign)| (*sign).to_owned()).collect();
    let previous = context.previous_answer.map(|answer| scene.lexicon.content(answer)).unwrap_or_default();
    let stands_still = words > 0 && dice(&previous, &scene.all_content()) >= STANDSTILL;
    let brief = words <= 4 && indicators.is_empty();
    let turned_away = gate.wants_to_stop || gate.deflects || !gate.muted.is_empty();
    let withdraws = gate.closed.is_some() && (words < BRIEF || turned_away);
    let level = if stands_still || brief || withdraws {
        Level::Low
    } else if words >= LONG || (words >= SOME && indicators.len() >= 2) {
        Level::High
    } else {
        Level::Neutral
    };
    Momentum { level, indicators }
}

fn exclamations(scene: &Scene<'_>) -> usize {
    scene.tokens.iter().filter(|token| token.kind == Kind::Exclamation).count()
}
