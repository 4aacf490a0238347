//! What the stages look at: the reader's context, and the reason for a clarification.

use super::{
    Interview,
    between::wished,
    state::{SessionState, TurnContext},
};
use crate::engine::{
    dialogue::{AnswerAct, Exchange, Focus, POINT, Reading},
    graph::{Node, SayingForm},
    id::NodeId,
    methodology::ConversationRule,
    policy::CLARIFICATION,
    reader::{KnownIdea, ReadingContext},
    session::AnswerReading,
    study::Study,
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
        subject: cache.subject_of(study),
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
        return repair_due(study, &interview.state, &read.reading);
    }
    let read = Some(read).filter(|read| !read.extraction.extractable)?;
    let in_a_row = clarifications(history);
    let allowed = usize::try_from(interview.study.policy.clarify_unreadable()).unwrap_or(usize::MAX);
    let reason = read.extraction.reason.clone().unwrap_or_else(|| "nothing in it could be coded".to_owned());
    (in_a_row < allowed).then_some((reason, Focus::Global))
}

/// The repair that is due by the rules of the conversation, once in a row: the same thing in simpler words, or the topic itself
/// where the respondent says that the question missed it and names nothing worth asking about.
pub(crate) fn repair_due(study: &Study, state: &SessionState, reading: &Reading) -> Option<(String, Focus)> {
    let last = state.history.last().filter(|_| study.methodology.conversation.has(ConversationRule::Repair))?;
    let is_first = clarifications(&state.history) == 0;
    let asked_topic = last.probe.as_ref().is_some_and(|probe| probe.focus == Focus::Global);
    let focus = || last.probe.as_ref().map_or(Focus::Global, |probe| probe.focus.clone());
    let content = |id: NodeId| study.pack.content(&state.graph.label(id));
    let asked = last.probe.as_ref().and_then(|probe| probe.focus.node()).map(content).unwrap_or_default();
    let names_point = |(id, interest): &(NodeId, f64)| {
        let saying = state.graph.node(*id).and_then(|node| node.saying.as_ref());
        let is_sayable = saying.is_some_and(|saying| saying.form != SayingForm::BoundClause);
        *interest >= POINT && is_sayable && content(*id).is_disjoint(&asked)
    };
    let act = reading.act?;
    let focus = match act {
        AnswerAct::Confused | AnswerAct::AsksBack if is_first => focus(),
        AnswerAct::Redirects if wished(study, state).is_some() => Focus::Global,
        AnswerAct::Redirects if (is_first || !asked_topic) && !last.interest.iter().any(names_point) => Focus::Global,
        _ => return None,
    };
    Some((AnswerAct::WORDS.get(act as usize).map_or_else(String::new, |word| (*word).to_owned()), focus))
}

/// Clarifications in a row, up to the last question.
fn clarifications(history: &[Exchange]) -> usize {
    let is_clarification =
        |exchange: &&Exchange| exchange.probe.as_ref().is_some_and(|probe| &*probe.strategy == CLARIFICATION);
    history.iter().rev().take_while(is_clarification).count()
}
