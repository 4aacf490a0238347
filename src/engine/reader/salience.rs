//! How likely it is that a coder would code a clause.

use super::{
    classification::Classification, clause::Clause, element::balance, idea::ParsedAnswer, idea_phrase::IdeaPhrase,
    tokenized_answer::TokenizedAnswer,
};
use crate::engine::language::{CueRole, Linking, WordList};

/// Salience from which a clause is an idea.
pub(super) const ENOUGH: f64 = 1.0;

/// What each clause beyond the fourth takes from all.
const CROWD: f64 = 0.05;

/// Salience of a clause; 1 and more is an idea.
pub(super) fn salience(
    parsed: ParsedAnswer<'_>,
    number: usize,
    clause: &Clause,
    verdict: &Classification,
    phrase: &IdeaPhrase,
) -> f64 {
    let ParsedAnswer { context, answer, known_context, clauses, .. } = parsed;
    let method = context.pack.methods.get(context.methodology);
    let is_ladder = method.is_none_or(|method| method.linking == Linking::Ladder);
    let weight = answer.weight(phrase.core.clone());
    let alone = clauses.iter().filter(|other| other.sentence == clause.sentence).count() == 1;
    let result = matches!(clause.role, Some(CueRole::Result | CueRole::Otherwise));
    let judges = balance(answer, clause.range.clone()) != 0;
    let mut salience = 1.0 + 0.4 * verdict.evidence.min(1.5);
    salience += if number == 0 { 0.4 } else { 0.0 };
    salience += if result { 0.4 } else { 0.0 };
    salience += if judges { 0.3 } else { 0.0 };
    let spare = verdict.evidence <= 0.0 && !result && number > 0;
    // Most poles of a contrast have one word: calm, quick. A name of an element refers to the concept.
    let is_grid = method.is_some_and(|method| method.linking == Linking::Grid);
    let names_element = || known_context.elements(&answer.content(phrase.core.clone())).next().is_some();
    if weight <= 1 && spare && (!alone || !judges) && !is_grid && !names_element() {
        salience -= 0.6;
    }
    salience -= if clause.role == Some(CueRole::Detail) { 0.3 } else { 0.0 };
    salience -= CROWD * crowd(clauses);
    if method.is_some_and(|method| method.linking == Linking::Course) && clause.role == Some(CueRole::Condition) {
        salience -= 0.8;
    }
    if is_ladder {
        let conceded = (judges || verdict.evidence <= 0.0)
            && clauses
                .get(number + 1)
                .is_some_and(|next| next.sentence == clause.sentence && next.role == Some(CueRole::Contrast));
        salience -= if clause.role == Some(CueRole::Time) { 0.8 } else { 0.0 };
        salience -= if is_background(answer, clause) { 0.8 } else { 0.0 };
        salience -= if conceded { 0.9 } else { 0.0 };
    }
    salience
}

/// Clauses beyond the fourth: the more is said, the more of it is background.
fn crowd(clauses: &[Clause]) -> f64 {
    clauses.iter().skip(4).take(6).map(|_| 1.0).sum()
}

/// A story told to explain: of an occasion, or with its first verb in the past.
pub(super) fn is_background(answer: &TokenizedAnswer<'_>, clause: &Clause) -> bool {
    let verb = clause.range.clone().find(|&at| {
        answer.is(at, WordList::Auxiliary) || answer.is(at, WordList::Finite) || answer.is(at, WordList::Past)
    });
    answer.any(clause.range.clone(), WordList::Story) || verb.is_some_and(|at| answer.is(at, WordList::Past))
}
