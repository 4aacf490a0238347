//! Whether an answer is about what was asked.

use super::{
    super::pack::{Linking, Role},
    idea::{Heard, Idea, Subject},
    typing::focus_type,
};

/// Whether an answer speaks of something else than the focus of the question: none of its ideas is by its words of a type
/// that was asked for, takes up what was said, gives a reason or shares a word with the focus. Where nothing certain was asked
/// for, anything is an answer.
pub(super) fn is_beside(heard: Heard<'_>, ideas: &[Idea]) -> bool {
    let Heard { context, talk, .. } = heard;
    let Some(asked) = talk.asked.filter(|asked| !asked.aside && !asked.types.is_empty()) else { return false };
    if talk.focus.is_empty() || ideas.is_empty() {
        return false;
    }
    let linking = context.pack.methods.get(context.methodology).map(|method| method.linking).unwrap_or_default();
    match linking {
        // Who compares or places things speaks of all of them.
        Linking::Grid => false,
        Linking::Ladder => ideas.iter().all(|idea| turns_aside(heard, idea)),
        Linking::Pairs | Linking::Course => {
            let answers = |idea: &Idea| asked.types.contains(&idea.node_type) && idea.evidence > 0.0;
            !ideas.iter().any(|idea| answers(idea) || touches(heard, idea))
        }
    }
}

/// Whether an idea hangs on the focus by its own words.
fn touches(heard: Heard<'_>, idea: &Idea) -> bool {
    let Heard { context, scene, talk, sentences, .. } = heard;
    let names_focus = || {
        let range = sentences.get(idea.sentence).map(|sentence| sentence.range.clone()).unwrap_or_default();
        scene.stems(range).any(|stem| talk.focus.contains(stem))
    };
    idea.takes_up
        || context.focus_element.is_some_and(|asked| idea.elements.contains(asked))
        || matches!(idea.subject, Subject::Same | Subject::None)
        || matches!(idea.role, Some(Role::Reason | Role::Result | Role::Otherwise))
        || names_focus()
}

/// On a ladder almost anything may be what a thing leads to; another element on a rung no higher is not.
fn turns_aside(heard: Heard<'_>, idea: &Idea) -> bool {
    let Heard { context, .. } = heard;
    let level = focus_type(context).and_then(|id| context.ontology.node(id)).and_then(|node| node.level);
    idea.names_element && idea.evidence > 0.0 && idea.level <= level && !touches(heard, idea)
}
