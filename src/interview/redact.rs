//! What leaves for models without the respondent's details, and what comes back with them.
//!
//! Everything a model is told goes through [`Interview::shown`] or [`Interview::shown_answer`]; everything it said comes back
//! through [`Interview::unveil`] or [`Interview::restored`]. Where the study redacts nothing, both leave texts as they are.

use std::borrow::Cow;

use super::{Interview, ViewHidden};
use crate::{
    dialogue::{Reading, qualitative::Signals},
    graph::Extraction,
    llm::{
        ANSWER_SEEN,
        analysis::Analysis,
        redaction::{Allowed, Hidden, Veil},
    },
};

/// Most characters of a label; what a mark stands for may be longer.
const LABEL: usize = 80;

impl Interview {
    /// How this session hides details; none where the study hides none.
    pub(super) fn veil(&self) -> Option<Veil<'_>> {
        Some(Veil { redaction: self.study.redaction.as_ref()?, marks: &self.now.marks })
    }

    /// Marks a model may use.
    pub(super) fn allowed_marks(&self) -> Allowed<'_> {
        self.veil().map_or(Allowed::None, |veil| Allowed::Of(veil.marks))
    }

    /// Gives the details of an answer their marks.
    pub(super) fn note_details(&mut self, answer: &str) {
        if let Some(redaction) = &self.study.redaction {
            self.now.marks.note(answer, redaction);
        }
    }

    /// An answer as models are shown it, at most so many characters.
    pub(super) fn shown_answer(&self, answer: &str, most: usize) -> String {
        self.veil().map_or_else(|| cut(answer, most), |veil| veil.hide(answer).cut(most))
    }

    /// A label, a question or a piece of an answer as models are shown it, at most so many characters.
    pub(super) fn shown(&self, text: &str, most: usize) -> String {
        self.veil().map_or_else(|| cut(text, most), |veil| veil.hide_made(text).cut(most))
    }

    /// The label of a known idea as models are shown it, whole.
    pub(super) fn known_as<'a>(&self, label: &'a str) -> Cow<'a, str> {
        self.veil().map_or(Cow::Borrowed(label), |veil| Cow::Owned(veil.hide_made(label).text))
    }

    /// The answer that replies are held against, as models were shown it.
    pub(super) fn hidden<'a>(&self, answer: &'a str) -> (Cow<'a, str>, Option<Hidden>) {
        match self.veil() {
            None => (Cow::Borrowed(answer), None),
            Some(veil) => {
                let hidden = veil.hide(answer);
                (Cow::Owned(hidden.text.clone()), Some(hidden))
            }
        }
    }

    /// Words a model wrote, with what its marks stand for.
    pub(super) fn restored(&self, text: String) -> String {
        match self.veil() {
            Some(veil) => veil.marks.restore(&text),
            None => text,
        }
    }

    /// What models read in an answer, with the answer's own words and places. `answer` is the answer as they were shown it.
    pub(super) fn unveil(&self, analysis: Analysis, answer: &Hidden) -> Analysis {
        let Some(veil) = self.veil() else { return analysis };
        let restore = |text: &mut String| *text = veil.marks.restore(text);
        let label = |label: &mut String| {
            // An idea known before is called what it was called, though only a piece of it may have been shown.
            let known = self.now.graph.active_nodes().find(|node| veil.hide_made(&node.label).text == *label);
            *label = known.map_or_else(|| cut(&veil.marks.restore(label), LABEL), |node| node.label.clone());
        };
        let Analysis { mut extraction, mut reading, .. } = analysis;
        if let Some(Extraction { nodes, edges, reason, .. }) = &mut extraction {
            for node in nodes {
                label(&mut node.label);
                node.quote = answer.behind(node.quote);
            }
            for edge in edges {
                label(&mut edge.source_label);
                label(&mut edge.target_label);
                edge.quote = answer.behind(edge.quote);
            }
            reason.iter_mut().for_each(restore);
        }
        let Reading { momentum, qualitative, plausibility, .. } = &mut reading;
        momentum.iter_mut().flat_map(|momentum| &mut momentum.indicators).for_each(restore);
        for (isolate, _) in plausibility {
            label(isolate);
        }
        if let Some(signals) = qualitative {
            texts(signals).into_iter().for_each(restore);
        }
        Analysis { extraction, reading, ..analysis }
    }
}

impl Interview {
    /// What is kept from models, for the "How it works" panel.
    pub(super) fn view_hidden(&self) -> Option<ViewHidden> {
        let veil = self.veil().filter(|_| !self.study.models.is_empty())?;
        let answer = self.now.history.iter().rev().find_map(|exchange| exchange.answer.as_deref());
        Some(ViewHidden {
            marks: veil.marks.iter().map(|(mark, value)| (mark.to_owned(), value.to_owned())).collect(),
            answer: self.shown_answer(answer.unwrap_or_default(), ANSWER_SEEN),
        })
    }
}

/// Every text of the qualitative readings.
fn texts(signals: &mut Signals) -> Vec<&mut String> {
    let Signals { uncertainty, reasoning, emotional, contradiction, knowledge_ceiling, concept_depth, ambiguity } =
        signals;
    let mut texts = Vec::new();
    if let Some(signal) = uncertainty {
        texts.extend(signal.examples.iter_mut().chain([&mut signal.reasoning]));
    }
    if let Some(signal) = reasoning {
        texts.extend(signal.examples.iter_mut().chain([&mut signal.reasoning]));
    }
    if let Some(signal) = emotional {
        texts.extend(signal.markers.iter_mut().chain([&mut signal.reasoning]));
    }
    if let Some(signal) = contradiction {
        texts.extend([&mut signal.earlier_statement, &mut signal.current_statement, &mut signal.reasoning]);
    }
    texts.extend(knowledge_ceiling.as_mut().map(|signal| &mut signal.reasoning));
    texts.extend(concept_depth.as_mut().map(|signal| &mut signal.reasoning));
    texts.extend(ambiguity.as_mut().map(|signal| &mut signal.reasoning));
    texts
}

fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
