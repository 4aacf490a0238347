//! Where a recorded interview stood at each of its turns: the graph and the course, folded from the records of the turns.

use super::Problem;
use crate::{
    dialogue::{Exchange, Focus},
    graph::{Extraction, KnowledgeGraph},
    session::{Entry, Input, SkipKind, Turn},
    state::{Course, Declined, Situation, State, Trace},
    study::Study,
};

/// An interview up to a turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Fold {
    graph: KnowledgeGraph,
    state: State,
    course: Course,
    history: Vec<Exchange>,
    declined: Vec<Declined>,
    /// How each question was passed over, in order of turns; none for an answer.
    skips: Vec<Option<SkipKind>>,
}

impl Fold {
    /// Before the first turn of this log.
    pub(super) fn of(log: &[Entry]) -> Self {
        let mut skips = Vec::new();
        for entry in log {
            match entry {
                Entry::Input(Input::Answer { .. }) => skips.push(None),
                Entry::Input(Input::Skip { kind, .. }) => skips.push(Some(*kind)),
                Entry::Input(Input::Edit { .. }) => {
                    skips.pop();
                    skips.push(None);
                }
                Entry::Input(_) | Entry::Read(_) | Entry::Asked(_) | Entry::Unasked(_) => {}
            }
        }
        Self { skips, ..Self::default() }
    }

    /// Takes in what was answered: the graph changes as recorded, the state is that of the study given.
    pub(super) fn answer(&mut self, turn: &Turn, study: &Study) -> Result<(), Problem> {
        let problem = |problem: String| Problem::Turn { turn: turn.turn, problem };
        self.decline(turn);
        self.graph.apply(&turn.delta).map_err(|error| problem(error.to_string()))?;
        self.state = State::of(&self.graph, &study.concept, &study.methodology, &study.limits);
        let exchange = Exchange {
            turn: turn.turn,
            question: turn.question.text.clone(),
            probe: turn.question.probe.clone(),
            answer: turn.answer.clone(),
            reading: turn.reading.clone(),
            new_nodes: turn.delta.new_nodes().collect(),
            new_edges: turn.delta.new_edges().collect(),
            mentioned_nodes: turn.delta.mentioned_nodes().collect(),
            refined_nodes: turn.delta.refined_nodes().collect(),
            reactions: turn.extraction.as_ref().map(Extraction::reactions).unwrap_or_default(),
            understood: turn.extraction.as_ref().map(|extraction| extraction.understood.clone()).unwrap_or_default(),
        };
        self.course.record(&exchange, &self.state);
        self.history.push(exchange);
        Ok(())
    }

    /// Takes in what was asked next.
    pub(super) fn question(&mut self, turn: &Turn) {
        if let Some(probe) = turn.next.as_ref().and_then(|question| question.probe.as_ref()) {
            self.course.focus(turn.turn, probe);
        }
    }

    /// The same place in the eyes of another study.
    pub(super) fn under(&self, study: &Study) -> Self {
        let state = State::of(&self.graph, &study.concept, &study.methodology, &study.limits);
        Self { state, ..self.clone() }
    }

    pub(super) fn situation<'a>(&'a self, turn: u32, study: &'a Study) -> Situation<'a> {
        Situation {
            concept: &study.concept,
            methodology: &study.methodology,
            limits: &study.limits,
            graph: &self.graph,
            state: &self.state,
            course: &self.course,
            history: &self.history,
            turn,
            declined: &self.declined,
            trace: Trace::Whole,
        }
    }

    /// A subject that was passed over is not brought up again.
    fn decline(&mut self, turn: &Turn) {
        let at = usize::try_from(turn.turn).unwrap_or_default().saturating_sub(1);
        let (Some(Some(kind)), Some(probe)) = (self.skips.get(at).copied(), &turn.question.probe) else { return };
        self.declined.push(match &probe.focus {
            Focus::Global => Declined::Probe(probe.clone()),
            focus => Declined::Focus(focus.clone()),
        });
        if kind == SkipKind::Declined {
            let node = probe.focus.node().and_then(|node| self.graph.node(node));
            let elements = node.map(|node| node.elements.clone()).unwrap_or_default();
            let declined = elements.into_iter().map(|element| Declined::Focus(Focus::Element { element }));
            self.declined.extend(declined);
        }
    }
}
