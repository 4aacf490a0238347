//! What the stages look at: the reader's context, and the reason for a clarification.

use super::{Interview, state::TurnContext};
use crate::engine::{
    dialogue::{Exchange, Focus},
    graph::Node,
    policy::CLARIFICATION,
    reader::{ConceptWords, KnownIdea, ReadingContext},
    session::AnswerReading,
};

/// Everything the rules look at when they read an answer.
pub(super) fn reading_context<'a>(interview: &'a Interview, context: &'a TurnContext) -> ReadingContext<'a> {
    let Interview { study, state, cache, .. } = interview;
    let probe = context.question.probe.as_ref();
    let has_focus = probe.is_some_and(|probe| probe.focus != Focus::Global);
    let known = |node: &'a Node| KnownIdea {
        label: &node.label,
        node_type: &node.node_type,
        words: state.labels.get(node.id.index()),
    };
    ReadingContext {
        pack: &study.pack,
        methodology: &study.methodology.id,
        ontology: &study.methodology.ontology,
        subject: cache
            .subject
            .get_or_init(|| ConceptWords::of(&study.pack, &study.concept.elements, &study.concept.topic)),
        question: &context.question.text,
        focus: has_focus.then_some(context.question.focus.as_str()),
        focus_element: probe.and_then(|probe| probe.focus.element()),
        known: state.graph.active_nodes().map(known).collect(),
        previous_answer: state.history.iter().rev().find_map(|exchange| exchange.answer.as_deref()),
    }
}

/// Why a clarification is due: the answer could not be coded, and the policy allows one more in a row.
pub(super) fn clarification(interview: &Interview, read: Option<&AnswerReading>) -> Option<String> {
    let extraction = read.map(|read| &read.extraction).filter(|extraction| !extraction.extractable)?;
    let is_clarification =
        |exchange: &&Exchange| exchange.probe.as_ref().is_some_and(|probe| &*probe.strategy == CLARIFICATION);
    let in_a_row = interview.state.history.iter().rev().take_while(is_clarification).count();
    let allowed = usize::try_from(interview.study.policy.clarify_unreadable()).unwrap_or(usize::MAX);
    let reason = extraction.reason.clone().unwrap_or_else(|| "nothing in it could be coded".to_owned());
    (in_a_row < allowed).then_some(reason)
}
