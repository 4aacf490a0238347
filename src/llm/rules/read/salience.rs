//! How likely a clause is one that a coder would code: background, asides and leftovers of the cutting are not.

use super::{
    super::pack::{Linking, List, Role},
    ReadingContext,
    clause::Clause,
    phrase::Phrase,
    scene::Scene,
    typing::Verdict,
};

/// Salience from which a clause is an idea.
pub(super) const ENOUGH: f64 = 1.0;

/// Salience of a clause; 1 and more is an idea.
pub(super) fn salience(
    context: &ReadingContext<'_>,
    scene: &Scene<'_>,
    clauses: &[Clause],
    number: usize,
    verdict: &Verdict,
    phrase: &Phrase,
) -> f64 {
    let Some(clause) = clauses.get(number) else { return 0.0 };
    let method = context.pack.methods.get(context.methodology);
    let is_ladder = method.is_none_or(|method| method.linking == Linking::Ladder);
    let weight = scene.weight(phrase.core.clone());
    let alone = clauses.iter().filter(|other| other.sentence == clause.sentence).count() == 1;
    let mut salience = 1.0 + 0.4 * verdict.evidence.min(1.5);
    if number == 0 {
        salience += 0.4;
    }
    if matches!(clause.role, Some(Role::Result)) {
        salience += 0.4;
    }
    if weight <= 1 && !alone && verdict.evidence <= 0.0 {
        salience -= 0.6;
    }
    if is_ladder {
        if is_temporal(scene, clause) {
            salience -= 0.8;
        }
        if is_background(scene, clause) {
            salience -= 0.8;
        }
    }
    salience
}

/// A clause of time: when, until, before.
fn is_temporal(scene: &Scene<'_>, clause: &Clause) -> bool {
    clause.role == Some(Role::Condition)
        && clause.range.start.checked_sub(1).is_some_and(|at| scene.is(at, List::Conjunction) && scene.word(at) != "if")
}

/// A story told to explain: in the past, or of the occasion.
fn is_background(scene: &Scene<'_>, clause: &Clause) -> bool {
    scene.any(clause.range.clone(), List::Story) || scene.any(clause.range.clone(), List::Past)
}
