//! Whether the text itself connects two ideas of an answer.

use super::idea::{ClauseSubject, Idea};
use crate::engine::language::CueRole;

/// How strongly the text connects an idea with the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LinkStrength {
    /// Not at all.
    None,
    /// By position, or because its own words raise it to a higher rung.
    Place,
    /// By a cue.
    Cue,
}

pub(super) fn hold(before: &Idea, idea: &Idea) -> LinkStrength {
    let same_sentence = before.sentence == idea.sentence;
    match idea.role {
        Some(CueRole::Result | CueRole::Reason | CueRole::Otherwise) => LinkStrength::Cue,
        Some(CueRole::Sequence) if same_sentence => LinkStrength::Cue,
        Some(CueRole::Addition) if same_sentence => LinkStrength::Place,
        _ if idea.takes_up => LinkStrength::Cue,
        _ if same_sentence && idea.level > before.level && idea.evidence > 0.0 => LinkStrength::Place,
        _ => LinkStrength::None,
    }
}

/// Whether an idea in a new sentence continues the last one: its own words raise it to a higher rung.
pub(super) fn begins_higher(before: &Idea, idea: &Idea) -> bool {
    let adds =
        idea.role != Some(CueRole::Contrast) && (idea.subject != ClauseSubject::Other || before.level < idea.level);
    adds && before.sentence != idea.sentence && idea.level > before.level && idea.evidence > 0.0
}

/// Whether a later idea may connect to the previous one. It is in the same or next sentence or refers back, and its
/// words support its type.
pub(super) fn carries(before: &Idea, idea: &Idea) -> bool {
    let near = before.sentence == idea.sentence || idea.takes_up || before.sentence + 1 == idea.sentence;
    let is_circumstance = before.level.is_none() || idea.level.is_none();
    near && !is_circumstance && before.node_type != idea.node_type && idea.evidence > 0.0
}

/// Whether a later idea still answers the question. A condition or an occasion does: "or when …".
pub(super) fn goes_on(idea: &Idea) -> bool {
    let is_circumstance = idea.level.is_none() && matches!(idea.role, Some(CueRole::Condition | CueRole::Time));
    is_circumstance
        || idea.evidence > 0.0
            && !idea.is_background
            && (matches!(idea.role, Some(CueRole::Addition | CueRole::Condition | CueRole::Time))
                || matches!(idea.subject, ClauseSubject::Speaker | ClauseSubject::Same))
}
