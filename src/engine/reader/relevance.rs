//! Whether an answer fits the question.

use super::{
    classification::focus_type,
    idea::{ClauseSubject, Idea, ParsedAnswer},
};
use crate::engine::language::{CueRole, Linking};

/// Whether an answer is not about the focus of the question. An idea is about it if its words name a type that the question
/// asks for, if it refers to the focus, or if it gives a reason. Every answer fits a question without expected types.
pub(super) fn is_off_topic(parsed: ParsedAnswer<'_>, ideas: &[Idea]) -> bool {
    let ParsedAnswer { context, known_context, .. } = parsed;
    let Some(asked) = known_context.asked.filter(|asked| !asked.aside && !asked.types.is_empty()) else { return false };
    if known_context.focus.is_empty() || ideas.is_empty() {
        return false;
    }
    let linking = context.pack.methods.get(context.methodology).map(|method| method.linking).unwrap_or_default();
    match linking {
        // A comparison is about all things at once.
        Linking::Grid => false,
        Linking::Ladder => ideas.iter().all(|idea| turns_aside(parsed, idea)),
        Linking::Pairs | Linking::Course => {
            let answers = |idea: &Idea| asked.types.contains(&idea.node_type) && idea.evidence > 0.0;
            !ideas.iter().any(|idea| answers(idea) || touches(parsed, idea))
        }
    }
}

/// Whether the words of an idea refer to the focus.
fn touches(parsed: ParsedAnswer<'_>, idea: &Idea) -> bool {
    let ParsedAnswer { context, answer, known_context, sentences, .. } = parsed;
    let names_focus = || {
        let range = sentences.get(idea.sentence).map(|sentence| sentence.range.clone()).unwrap_or_default();
        answer.stems(range).any(|stem| known_context.focus.contains(stem))
    };
    idea.takes_up
        || context.focus_element.is_some_and(|asked| idea.elements.contains(asked))
        || matches!(idea.subject, ClauseSubject::Same | ClauseSubject::None)
        || matches!(idea.role, Some(CueRole::Reason | CueRole::Result | CueRole::Otherwise))
        || names_focus()
}

/// On a ladder, only another element on the same or a lower level is off topic.
fn turns_aside(parsed: ParsedAnswer<'_>, idea: &Idea) -> bool {
    let ParsedAnswer { context, .. } = parsed;
    let level = focus_type(context).and_then(|id| context.ontology.node(id)).and_then(|node| node.level);
    idea.names_element && idea.evidence > 0.0 && idea.level <= level && !touches(parsed, idea)
}
