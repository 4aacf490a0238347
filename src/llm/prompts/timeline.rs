//! A timeline within the bounds of a prompt, whoever made it.

use super::escape::{cut, label};
use crate::{
    llm::{ANSWER_SEEN, ActiveSignal, Analysis, Choice, FoundIdea, FoundLink, RunnerUp, TimelineTurn},
    signals::Value,
};

/// Most characters of a question or a quote, of what a focus is called, and of a name or a line.
const QUOTE: usize = 300;
const FOCUS: usize = 400;
const LINE: usize = 120;

/// A turn with every text cut to what a prompt holds of it. What is within the bounds stays as it is.
pub fn bounded(turn: &TimelineTurn) -> TimelineTurn {
    TimelineTurn {
        turn: turn.turn,
        choice: turn.choice.as_ref().map(choice),
        question: cut(&turn.question, 2 * QUOTE),
        worded_by: cut(&turn.worded_by, LINE),
        answer: turn.answer.as_ref().map(|answer| cut(answer, ANSWER_SEEN)),
        momentum: turn.momentum,
        analysis: turn.analysis.as_ref().map(analysis),
        analysis_omitted: turn.analysis_omitted.as_ref().map(|note| cut(note, LINE)),
        fallbacks: turn.fallbacks.iter().map(|line| cut(line, LINE)).collect(),
    }
}

fn choice(choice: &Choice) -> Choice {
    let value = |value: &Value| match value {
        Value::Word(word) => Value::Word(cut(word, LINE).into()),
        Value::Flag(_) | Value::Number(_) => value.clone(),
    };
    let reason = |reason: &ActiveSignal| ActiveSignal {
        source: cut(&reason.source, LINE),
        value: reason.value.as_ref().map(value),
        moved: reason.moved,
    };
    let runner_up = |next: &RunnerUp| RunnerUp { focus: cut(&next.focus, FOCUS), ..next.clone() };
    Choice {
        focus: cut(&choice.focus, FOCUS),
        reasons: choice.reasons.iter().map(reason).collect(),
        runner_up: choice.runner_up.as_ref().map(runner_up),
        clarifies: choice.clarifies.as_ref().map(|reason| cut(reason, QUOTE)),
        ..choice.clone()
    }
}

fn analysis(analysis: &Analysis) -> Analysis {
    let quote = |quote: &Option<String>| quote.as_ref().map(|quote| cut(quote, QUOTE));
    let idea = |idea: &FoundIdea| FoundIdea { label: label(&idea.label), quote: quote(&idea.quote), ..idea.clone() };
    let link = |link: &FoundLink| FoundLink {
        source: label(&link.source),
        target: label(&link.target),
        quote: quote(&link.quote),
        ..link.clone()
    };
    Analysis {
        read_by: cut(&analysis.read_by, LINE),
        uncodable: analysis.uncodable.as_ref().map(|reason| cut(reason, QUOTE)),
        nodes: analysis.nodes.iter().map(idea).collect(),
        edges: analysis.edges.iter().map(link).collect(),
        understood: analysis.understood.clone(),
        signals: analysis.signals.iter().map(|line| cut(line, LINE)).collect(),
    }
}
