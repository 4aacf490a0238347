//! The timeline within the limits of a prompt.

use super::escape::{label, truncate};
use crate::engine::{
    model::{
        ANSWER_SEEN, ActiveSignal, FoundIdea, FoundLink, RunnerUp, TimelineAnalysis, TimelineChoice, TimelineTurn,
    },
    signals::SignalValue,
};

/// Maximum characters of a quote, of a focus, and of a name or a line.
const QUOTE: usize = 300;
const FOCUS: usize = 400;
const LINE: usize = 120;

/// A turn with truncated texts.
pub fn bounded(turn: &TimelineTurn) -> TimelineTurn {
    TimelineTurn {
        turn: turn.turn,
        choice: turn.choice.as_ref().map(choice),
        question: truncate(&turn.question, 2 * QUOTE),
        worded_by: truncate(&turn.worded_by, LINE),
        answer: turn.answer.as_ref().map(|answer| truncate(answer, ANSWER_SEEN)),
        momentum: turn.momentum,
        analysis: turn.analysis.as_ref().map(analysis),
        analysis_omitted: turn.analysis_omitted.as_ref().map(|note| truncate(note, LINE)),
        fallbacks: turn.fallbacks.iter().map(|line| truncate(line, LINE)).collect(),
    }
}

fn choice(choice: &TimelineChoice) -> TimelineChoice {
    let value = |value: &SignalValue| match value {
        SignalValue::Word(word) => SignalValue::Word(truncate(word, LINE).into()),
        SignalValue::Flag(_) | SignalValue::Number(_) => value.clone(),
    };
    let reason = |reason: &ActiveSignal| ActiveSignal {
        source: truncate(&reason.source, LINE),
        value: reason.value.as_ref().map(value),
        moved: reason.moved,
    };
    let runner_up = |next: &RunnerUp| RunnerUp { focus: truncate(&next.focus, FOCUS), ..next.clone() };
    TimelineChoice {
        focus: truncate(&choice.focus, FOCUS),
        reasons: choice.reasons.iter().map(reason).collect(),
        runner_up: choice.runner_up.as_ref().map(runner_up),
        clarifies: choice.clarifies.as_ref().map(|reason| truncate(reason, QUOTE)),
        ..choice.clone()
    }
}

fn analysis(analysis: &TimelineAnalysis) -> TimelineAnalysis {
    let quote = |quote: &Option<String>| quote.as_ref().map(|quote| truncate(quote, QUOTE));
    let idea = |idea: &FoundIdea| FoundIdea { label: label(&idea.label), quote: quote(&idea.quote), ..idea.clone() };
    let link = |link: &FoundLink| FoundLink {
        source: label(&link.source),
        target: label(&link.target),
        quote: quote(&link.quote),
        ..link.clone()
    };
    TimelineAnalysis {
        read_by: truncate(&analysis.read_by, LINE),
        uncodable: analysis.uncodable.as_ref().map(|reason| truncate(reason, QUOTE)),
        nodes: analysis.nodes.iter().map(idea).collect(),
        edges: analysis.edges.iter().map(link).collect(),
        understood: analysis.understood.clone(),
        signals: analysis.signals.iter().map(|line| truncate(line, LINE)).collect(),
    }
}
