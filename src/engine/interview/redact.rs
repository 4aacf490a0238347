//! Hides personal details from models, and restores them in replies.
//!
//! Every text for a model goes through [`text`], [`answer`] or [`label`]. Every reply goes through [`restore_analysis`] or
//! [`restore`]. Without redaction in the study, all of them return texts unchanged.

use std::borrow::Cow;

use super::Interview;
use crate::engine::{
    dialogue::{Reading, qualitative::Signals},
    graph::Extraction,
    redaction::{AllowedPlaceholders, RedactedText, Redactor},
    text::prefix,
    untrusted::analysis::Analysis,
};

/// Most characters of a restored label.
const LABEL: usize = 80;

/// The redaction of this session; none if the study has none.
pub(super) fn redactor(interview: &Interview) -> Option<Redactor<'_>> {
    Some(Redactor { redaction: interview.study.redaction.as_ref()?, marks: &interview.state.marks })
}

/// Placeholders that a model may use.
pub(super) fn allowed_marks(interview: &Interview) -> AllowedPlaceholders<'_> {
    redactor(interview).map_or(AllowedPlaceholders::None, |redactor| AllowedPlaceholders::Of(redactor.marks))
}

/// Assigns placeholders to the personal details of an answer.
pub(super) fn note_details(interview: &mut Interview, answer: &str) {
    if let Some(redaction) = &interview.study.redaction {
        interview.state.marks.note(answer, redaction);
    }
}

/// The first characters of an answer, redacted.
pub(super) fn answer(interview: &Interview, answer: &str, most: usize) -> String {
    redactor(interview).map_or_else(|| prefix(answer, most), |redactor| redactor.hide(answer).first_chars(most))
}

/// The first characters of a label, a question or a part of an answer, redacted.
pub(super) fn text(interview: &Interview, text: &str, most: usize) -> String {
    redactor(interview).map_or_else(|| prefix(text, most), |redactor| redactor.hide_derived(text).first_chars(most))
}

/// The whole label of a known idea, redacted.
pub(super) fn label<'a>(interview: &Interview, label: &'a str) -> Cow<'a, str> {
    redactor(interview).map_or(Cow::Borrowed(label), |redactor| Cow::Owned(redactor.hide_derived(label).text))
}

/// Every question asked, redacted.
pub(super) fn asked_questions(interview: &Interview) -> Cow<'_, [String]> {
    let asked = &interview.state.asked;
    redactor(interview)
        .map_or(Cow::Borrowed(asked), |redactor| asked.iter().map(|text| redactor.hide_derived(text).text).collect())
}

/// Every answer so far, redacted.
pub(super) fn answers(interview: &Interview) -> Vec<String> {
    let answers = interview.state.history.iter().filter_map(|exchange| exchange.answer.as_deref());
    answers.map(|answer| hide(interview, answer).0.into_owned()).collect()
}

/// The whole answer, redacted, with the map back to the answer itself.
pub(super) fn hide<'a>(interview: &Interview, answer: &'a str) -> (Cow<'a, str>, Option<RedactedText>) {
    let Some(redactor) = redactor(interview) else { return (Cow::Borrowed(answer), None) };
    let hidden = redactor.hide(answer);
    (Cow::Owned(hidden.text.clone()), Some(hidden))
}

/// A text by a model, with the personal details in place of their placeholders.
pub(super) fn restore(interview: &Interview, text: String) -> String {
    match redactor(interview) {
        Some(redactor) => redactor.marks.restore(&text),
        None => text,
    }
}

/// An analysis by models, with the words and positions of the answer itself. `hidden` is the answer as models saw it.
pub(super) fn restore_analysis(interview: &Interview, analysis: Analysis, hidden: &RedactedText) -> Analysis {
    let Some(redactor) = redactor(interview) else { return analysis };
    let restore = |text: &mut String| *text = redactor.marks.restore(text);
    let restore_label = |label: &mut String| {
        // A known idea keeps its full label, although models saw only the beginning of it.
        let mut nodes = interview.state.graph.active_nodes();
        let known = nodes.find(|node| redactor.hide_derived(&node.label).text == *label);
        *label = known.map_or_else(|| prefix(&redactor.marks.restore(label), LABEL), |node| node.label.clone());
    };
    let Analysis { mut extraction, mut reading, .. } = analysis;
    if let Some(Extraction { nodes, edges, reason, .. }) = &mut extraction {
        for node in nodes {
            restore_label(&mut node.label);
            node.quote = hidden.raw_span(node.quote);
        }
        for edge in edges {
            restore_label(&mut edge.source_label);
            restore_label(&mut edge.target_label);
            edge.quote = hidden.raw_span(edge.quote);
        }
        reason.iter_mut().for_each(restore);
    }
    let Reading { momentum, qualitative, plausibility, .. } = &mut reading;
    momentum.iter_mut().flat_map(|momentum| &mut momentum.indicators).for_each(restore);
    for (isolate, _) in plausibility {
        restore_label(isolate);
    }
    if let Some(signals) = qualitative {
        qualitative_texts(signals).into_iter().for_each(restore);
    }
    Analysis { extraction, reading, ..analysis }
}

/// Every text of the qualitative signals.
fn qualitative_texts(signals: &mut Signals) -> Vec<&mut String> {
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
