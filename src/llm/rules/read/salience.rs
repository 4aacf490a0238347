//! How likely a clause is one that a coder would code: background, asides and leftovers of the cutting are not.

use super::{
    super::pack::{Linking, List, Role},
    clause::Clause,
    element::balance,
    idea::Heard,
    phrase::Phrase,
    scene::Scene,
    typing::Verdict,
};

/// Salience from which a clause is an idea.
pub(super) const ENOUGH: f64 = 1.0;

/// What each clause beyond the fourth takes from all.
const CROWD: f64 = 0.05;

/// Salience of a clause; 1 and more is an idea.
pub(super) fn salience(heard: Heard<'_>, number: usize, clause: &Clause, verdict: &Verdict, phrase: &Phrase) -> f64 {
    let Heard { context, scene, talk, clauses, .. } = heard;
    let method = context.pack.methods.get(context.methodology);
    let is_ladder = method.is_none_or(|method| method.linking == Linking::Ladder);
    let weight = scene.weight(phrase.core.clone());
    let alone = clauses.iter().filter(|other| other.sentence == clause.sentence).count() == 1;
    let result = matches!(clause.role, Some(Role::Result | Role::Otherwise));
    let judges = balance(scene, clause.range.clone()) != 0;
    let mut salience = 1.0 + 0.4 * verdict.evidence.min(1.5);
    salience += if number == 0 { 0.4 } else { 0.0 };
    salience += if result { 0.4 } else { 0.0 };
    salience += if judges { 0.3 } else { 0.0 };
    let spare = verdict.evidence <= 0.0 && !result && number > 0;
    // One word is all that most poles of a contrast have: calm, quick. And whoever names a part of the concept speaks of it.
    let is_grid = method.is_some_and(|method| method.linking == Linking::Grid);
    let names_element = || talk.elements(&scene.content(phrase.core.clone())).next().is_some();
    if weight <= 1 && spare && (!alone || !judges) && !is_grid && !names_element() {
        salience -= 0.6;
    }
    salience -= if clause.role == Some(Role::Detail) { 0.3 } else { 0.0 };
    salience -= CROWD * crowd(clauses);
    if method.is_some_and(|method| method.linking == Linking::Course) && clause.role == Some(Role::Condition) {
        salience -= 0.8;
    }
    if is_ladder {
        let conceded = (judges || verdict.evidence <= 0.0)
            && clauses
                .get(number + 1)
                .is_some_and(|next| next.sentence == clause.sentence && next.role == Some(Role::Contrast));
        salience -= if clause.role == Some(Role::Time) { 0.8 } else { 0.0 };
        salience -= if is_background(scene, clause) { 0.8 } else { 0.0 };
        salience -= if conceded { 0.9 } else { 0.0 };
    }
    salience
}

/// Clauses beyond the fourth: the more is said, the more of it is background.
fn crowd(clauses: &[Clause]) -> f64 {
    clauses.iter().skip(4).take(6).map(|_| 1.0).sum()
}

/// A story told to explain: of an occasion, or with its first verb in the past.
pub(super) fn is_background(scene: &Scene<'_>, clause: &Clause) -> bool {
    let verb = clause
        .range
        .clone()
        .find(|&at| scene.is(at, List::Auxiliary) || scene.is(at, List::Finite) || scene.is(at, List::Past));
    scene.any(clause.range.clone(), List::Story) || verb.is_some_and(|at| scene.is(at, List::Past))
}
