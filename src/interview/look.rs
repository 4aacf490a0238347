//! What the stages look at, and what they are told not to look at again.

use super::{Interview, turn::Context};
use crate::{
    dialogue::{Exchange, Focus, Probe},
    graph::Node,
    llm::rules::{Known, ReadingContext, Subject},
    policy::CLARIFICATION,
    session::{Entry, Input, Read, SkipKind},
    state::{Declined, Situation},
    text::WordSet,
};

impl Interview {
    /// Everything a decision may look at.
    pub(super) fn situation(&self, turn: u32) -> Situation<'_> {
        Situation {
            concept: &self.study.concept,
            methodology: &self.study.methodology,
            limits: &self.study.limits,
            graph: &self.now.graph,
            state: &self.now.state,
            course: &self.now.course,
            history: &self.now.history,
            turn,
            declined: &self.now.declined,
            trace: self.trace,
        }
    }

    /// Everything the rules look at when they read an answer.
    pub(super) fn reading_context<'a>(&'a self, context: &'a Context) -> ReadingContext<'a> {
        let probe = context.question.probe.as_ref();
        let named = probe.is_some_and(|probe| !matches!(probe.focus, Focus::Global));
        let known = self.now.graph.active_nodes();
        let known_as = |node: &'a Node| Known {
            label: &node.label,
            node_type: &node.node_type,
            words: self.now.labels.get(node.id.index()),
        };
        ReadingContext {
            pack: &self.study.pack,
            methodology: &self.study.methodology.id,
            ontology: &self.study.methodology.ontology,
            subject: self
                .made
                .subject
                .get_or_init(|| Subject::of(&self.study.pack, &self.study.concept.elements, &self.study.concept.topic)),
            question: &context.question.text,
            focus: named.then_some(context.question.focus.as_str()),
            focus_element: probe.and_then(|probe| probe.focus.element()),
            known: known.map(known_as).collect(),
            previous_answer: self.now.history.iter().rev().find_map(|exchange| exchange.answer.as_deref()),
        }
    }

    /// The words of a question it has put, by [`crate::llm::rules::question_words`].
    pub(crate) fn words_asked(&self, question: &str) -> Option<&WordSet> {
        let at = self.now.asked.iter().position(|asked| asked == question)?;
        self.now.asked_words.get(at)
    }

    /// Why a clarification is due: the answer could not be used, and not too many were asked for in a row.
    pub(super) fn to_clarify(&self, read: Option<&Read>) -> Option<String> {
        let extraction = read.map(|read| &read.extraction).filter(|extraction| !extraction.extractable)?;
        let is_clarification =
            |exchange: &&Exchange| exchange.probe.as_ref().is_some_and(|probe| &*probe.strategy == CLARIFICATION);
        let in_a_row = self.now.history.iter().rev().take_while(is_clarification).count();
        let allowed = usize::try_from(self.study.policy.clarify_unreadable()).unwrap_or(usize::MAX);
        let reason = extraction.reason.clone().unwrap_or_else(|| "nothing in it could be coded".to_owned());
        (in_a_row < allowed).then_some(reason)
    }

    /// A question passed over: its subject is not brought up again, and if it was declined, nor is its element.
    pub(super) fn decline(&mut self, probe: Option<&Probe>, kind: SkipKind) {
        let Some(probe) = probe else { return };
        match &probe.focus {
            Focus::Global => self.now.declined.push(Declined::Probe(probe.clone())),
            focus => self.now.declined.push(Declined::Focus(focus.clone())),
        }
        if kind == SkipKind::Declined {
            let node = probe.focus.node().and_then(|node| self.now.graph.node(node));
            let elements = node.map(|node| node.elements.clone()).unwrap_or_default();
            let declined = elements.into_iter().map(|element| Declined::Focus(Focus::Element { element }));
            self.now.declined.extend(declined);
        }
    }

    /// Beginning of the ids of a turn's requests: `t7`, and `t7.2` once its answer was edited.
    pub(super) fn prefix(&self, turn: u32) -> String {
        let is_edit =
            |entry: &&Entry| matches!(entry, Entry::Input(Input::Edit { turn: edited, .. }) if *edited == turn);
        match self.log.iter().filter(is_edit).count() {
            0 => format!("t{turn}"),
            edits => format!("t{turn}.{}", edits + 1),
        }
    }
}
