//! What the stages look at: the reader's context, and the reason for a clarification.

use super::{Interview, state::TurnContext};
use crate::engine::{
    dialogue::{AnswerAct, Exchange, Focus, Reading},
    graph::{ExtractedNode, Extraction, Node},
    methodology::ConversationRule,
    policy::CLARIFICATION,
    reader::{ConceptWords, KnownIdea, ReadingContext},
    session::AnswerReading,
    study::Study,
};

/// Words of an idea from which an answer says something besides not understanding the question.
const SUBSTANCE: usize = 4;

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

/// The clarification that is due, with its reason and its focus: the question was not understood, or the answer could not be
/// coded and the policy allows one more in a row.
pub(super) fn clarification(interview: &Interview, read: Option<&AnswerReading>) -> Option<(String, Focus)> {
    let (study, history) = (&interview.study, &interview.state.history);
    let read = read?;
    if study.methodology.conversation.has(ConversationRule::Repair) {
        return repair_due(study, history, &read.extraction, &read.reading);
    }
    let read = Some(read).filter(|read| !read.extraction.extractable)?;
    let in_a_row = clarifications(history);
    let allowed = usize::try_from(interview.study.policy.clarify_unreadable()).unwrap_or(usize::MAX);
    let reason = read.extraction.reason.clone().unwrap_or_else(|| "nothing in it could be coded".to_owned());
    (in_a_row < allowed).then_some((reason, Focus::Global))
}

/// The repair that is due by the rules of the conversation: the same thing in simpler words, once, unless the answer says
/// something besides not understanding.
pub(crate) fn repair_due(
    study: &Study,
    history: &[Exchange],
    extraction: &Extraction,
    reading: &Reading,
) -> Option<(String, Focus)> {
    let is_whole = |node: &ExtractedNode| node.label.split_whitespace().count() >= SUBSTANCE;
    let says_little = !extraction.nodes.iter().any(is_whole);
    let repairs = study.methodology.conversation.has(ConversationRule::Repair) && clarifications(history) == 0;
    let act = reading.act.filter(|act| repairs && says_little && needs_repair(*act))?;
    let probe = history.last().and_then(|exchange| exchange.probe.as_ref());
    let reason = AnswerAct::WORDS.get(act as usize).map_or_else(String::new, |word| (*word).to_owned());
    Some((reason, probe.map_or(Focus::Global, |probe| probe.focus.clone())))
}

/// Clarifications in a row, up to the last question.
fn clarifications(history: &[Exchange]) -> usize {
    let is_clarification =
        |exchange: &&Exchange| exchange.probe.as_ref().is_some_and(|probe| &*probe.strategy == CLARIFICATION);
    history.iter().rev().take_while(is_clarification).count()
}

/// Whether the same thing is asked again in simpler words.
fn needs_repair(act: AnswerAct) -> bool {
    matches!(act, AnswerAct::Confused | AnswerAct::AsksBack | AnswerAct::Corrects)
}
