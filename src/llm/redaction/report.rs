//! A finished session as reports of models are told of it, without its details.

use super::{Marks, Redaction, Veil};
use crate::llm::{ReportContext, TimelineTurn};

impl ReportContext {
    /// Puts marks for the details of the respondent, known and new; what they stand for is told by `marks`.
    pub fn hide(&mut self, redaction: &Redaction, marks: &mut Marks) {
        let texts = self.texts();
        // A researcher's question and an earlier report may hold what no answer does.
        for text in &texts {
            marks.note_values(text, redaction);
        }
        let veil = Veil { redaction, marks };
        for text in texts {
            *text = veil.hide_made(text).text;
        }
    }

    /// Every text that may hold words of the respondent, whole answers first.
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
            of_turn(turn, &mut texts);
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

fn of_turn<'a>(turn: &'a mut TimelineTurn, texts: &mut Vec<&'a mut String>) {
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
