//! Redaction of the context for reports.

use super::{
    kinds::Redaction,
    placeholders::{Placeholders, Redactor},
};
use crate::engine::model::{ReportContext, TimelineTurn};

impl ReportContext {
    /// Replaces known and new details of the respondent, and adds placeholders for new ones to `placeholders`.
    pub fn hide(&mut self, redaction: &Redaction, placeholders: &mut Placeholders) {
        let texts = self.texts();
        // A researcher's question and an earlier report may contain further details.
        for text in &texts {
            placeholders.note_values(text, redaction);
        }
        let redactor = Redactor { redaction, marks: placeholders };
        for text in texts {
            *text = redactor.hide_derived(text).text;
        }
    }

    /// Every text that may quote the respondent, whole answers first.
    fn texts(&mut self) -> Vec<&mut String> {
        let Self {
            transcript,
            timeline,
            ending,
            measures: _,
            truncated: _,
            synthesis,
            summary,
            nodes,
            edges,
            chains,
            elements,
            earlier,
            talk,
            question,
        } = self;
        let mut texts: Vec<&mut String> = Vec::new();
        for past in transcript {
            texts.extend([&mut past.answer, &mut past.question]);
        }
        for turn in timeline {
            add_turn(turn, &mut texts);
        }
        texts.extend(nodes.iter_mut().map(|node| &mut node.label));
        texts.extend(edges.iter_mut().flat_map(|(source, _, target)| [source, target]));
        texts.extend(chains.iter_mut().flatten());
        texts.extend(elements.iter_mut().flat_map(|element| &mut element.quotes));
        texts.extend(talk.iter_mut().flat_map(|(asked, said)| [asked, said]));
        texts.extend(summary);
        texts.extend([ending, synthesis, earlier, question].into_iter().flatten());
        texts
    }
}

fn add_turn<'a>(turn: &'a mut TimelineTurn, texts: &mut Vec<&'a mut String>) {
    texts.extend(&mut turn.answer);
    texts.push(&mut turn.question);
    if let Some(choice) = &mut turn.choice {
        texts.push(&mut choice.focus);
        texts.extend(choice.runner_up.as_mut().map(|second| &mut second.focus));
        texts.extend(&mut choice.clarifies);
    }
    if let Some(analysis) = &mut turn.analysis {
        for idea in &mut analysis.nodes {
            texts.push(&mut idea.label);
            texts.extend(&mut idea.quote);
        }
        for link in &mut analysis.edges {
            texts.extend([&mut link.source, &mut link.target]);
            texts.extend(&mut link.quote);
        }
        texts.extend(&mut analysis.uncodable);
        texts.extend(&mut analysis.signals);
    }
}
