//! What a model is told of the interview, made from the course so far. What the study holds is not repeated.

use std::collections::BTreeSet;

use super::{Interview, summary::summary, turn::Context};
use crate::{
    dialogue::{Exchange, Focus, Level, Probe},
    graph::ActiveGraph,
    id::{Name, NodeId},
    llm::{
        ANSWER_SEEN, ActiveSignal, AnswerContext, FocusContext, GraphSummary, KNOWN, KnownLabel, PREVIOUS_QUESTIONS,
        Past, QuestionContext, RECENT,
    },
    methodology::Strategy,
    order,
    policy::{Decision, Op, Term},
    signals::{Value, Values},
};

/// Turns of history a model usually sees; all [`RECENT`] for readings of the conversation as a whole.
const USUAL: usize = 5;
/// Most characters of an answer of the past: ten of them and the answer itself stay well below what an endpoint takes.
const PAST_SEEN: usize = 600;
/// Most characters of a question or a quote.
const QUESTION_SEEN: usize = 300;
/// Most characters of a label, and of what a focus is called, which may be two labels.
const LABEL_SEEN: usize = 80;
const FOCUS_SEEN: usize = 170;
/// Most lines of reasons a closing question is told of.
const LINES: usize = 3;
/// Most signals a question is explained with.
const SIGNALS: usize = 5;
/// Most tactics a model chooses from.
const TACTICS: usize = 3;
/// Most isolated ideas whose place is asked for, newest first.
const ISOLATES: usize = 5;

impl Interview {
    /// What every reading of an answer needs.
    pub(super) fn answer_context(&self, context: &Context, answer: &str) -> AnswerContext {
        AnswerContext {
            question: self.shown(&context.question.text, QUESTION_SEEN),
            answer: self.shown_answer(answer, ANSWER_SEEN),
            recent: self.past(USUAL),
            existing_nodes: self.known_near(context.question.probe.as_ref()),
            focus: context.question.probe.as_ref().and_then(|probe| self.focus_context(probe)),
            isolates: Vec::new(),
            qualitative: false,
        }
    }

    /// The history readings of the conversation as a whole look at.
    pub(super) fn long_past(&self) -> Vec<Past> {
        self.past(RECENT)
    }

    /// Labels of ideas without any connection, newest first, if the policy asks about such.
    pub(super) fn isolates(&self) -> Vec<String> {
        if !self.study.policy.connects_isolates() {
            return Vec::new();
        }
        let active = ActiveGraph::of(&self.now.graph);
        let degrees = active.entering.iter().zip(&active.leaving).map(|(entering, leaving)| entering + leaving);
        let isolated = active.nodes.iter().zip(degrees).filter(|(_, degree)| *degree == 0).map(|(node, _)| node);
        isolated.rev().take(ISOLATES).map(|node| self.shown(&node.label, LABEL_SEEN)).collect()
    }

    /// What a model needs to word the chosen probe.
    pub(super) fn question_context(&self, decision: &Decision, signals: &Values, turns_left: u32) -> QuestionContext {
        let probe = &decision.chosen.probe;
        let strategy = self.study.policy.strategy(&self.study.methodology, &probe.strategy);
        let closes = strategy.is_some_and(|strategy| strategy.closes);
        QuestionContext {
            turns_left,
            strategy: strategy.map(|strategy| strategy.id.clone()),
            tactics: self.offered_tactics(probe, strategy),
            focus: self.focus_context(probe),
            signals: loudest(&decision.chosen.tally.terms, signals),
            recent: self.past(USUAL),
            momentum: self.now.history.last().and_then(level),
            graph: self.graph_summary(),
            previous_questions: self.previous_questions(),
            unclear: decision.clarifies.as_deref().map(|reason| self.shown(reason, QUESTION_SEEN)),
            learned: if closes { self.learned() } else { Vec::new() },
            refused: None,
        }
    }

    /// What a model needs to word the opening.
    pub(super) fn opening_context(&self, turns_left: u32) -> QuestionContext {
        QuestionContext { turns_left, graph: self.graph_summary(), ..QuestionContext::default() }
    }

    fn learned(&self) -> Vec<Vec<String>> {
        let lines = summary(&self.now.graph, &self.study.methodology.ontology).into_iter().take(LINES);
        lines.map(|line| line.iter().map(|label| self.shown(label, LABEL_SEEN)).collect()).collect()
    }

    fn past(&self, most: usize) -> Vec<Past> {
        let history = &self.now.history;
        let recent = history.iter().skip(history.len().saturating_sub(most));
        let past = |exchange: &Exchange| Past {
            turn: exchange.turn,
            question: self.shown(&exchange.question, QUESTION_SEEN),
            answer: self.shown_answer(exchange.answer.as_deref().unwrap_or_default(), PAST_SEEN),
        };
        recent.map(past).collect()
    }

    fn previous_questions(&self) -> Vec<String> {
        let asked = &self.now.asked;
        let latest = asked.iter().skip(asked.len().saturating_sub(PREVIOUS_QUESTIONS));
        latest.map(|question| self.shown(question, QUESTION_SEEN)).collect()
    }

    fn graph_summary(&self) -> GraphSummary {
        let state = &self.now.state;
        GraphSummary {
            nodes: state.graph.node_count,
            edges: state.graph.edge_count,
            max_depth: state.graph.max_depth,
            covered: state.coverage.elements_covered,
            elements: u32::try_from(self.study.concept.elements.len()).unwrap_or(u32::MAX),
        }
    }

    /// Ideas known so far: the focus, what it is joined with step by step, then the rest, newest first.
    fn known_near(&self, probe: Option<&Probe>) -> Vec<KnownLabel> {
        let active = ActiveGraph::of(&self.now.graph);
        let neighbours = active.neighbours();
        let mut order: Vec<u32> = Vec::new();
        let mut seen: BTreeSet<u32> = BTreeSet::new();
        let focus = probe.map(|probe| self.focus_nodes(&probe.focus)).unwrap_or_default();
        order.extend(focus.into_iter().filter_map(|id| active.slot(id)).filter(|slot| seen.insert(*slot)));
        let mut at = 0;
        while let Some(slot) = order.get(at).copied().filter(|_| order.len() < KNOWN) {
            order.extend(neighbours.of(slot).iter().copied().filter(|next| seen.insert(*next)));
            at += 1;
        }
        let near = order.iter().filter_map(|slot| active.nodes.get(*slot as usize).copied());
        let is_near = |id: NodeId| active.slot(id).is_some_and(|slot| seen.contains(&slot));
        let rest = active.nodes.iter().rev().copied().filter(|node| !is_near(node.id));
        let known = near.chain(rest).take(KNOWN);
        known
            .map(|node| KnownLabel { label: self.shown(&node.label, LABEL_SEEN), node_type: node.node_type.clone() })
            .collect()
    }

    fn focus_nodes(&self, focus: &Focus) -> Vec<NodeId> {
        match focus {
            Focus::Global => Vec::new(),
            Focus::Node { node } => vec![*node],
            Focus::Nodes { nodes } => nodes.clone(),
            Focus::Pair { a, b, .. } => vec![*a, *b],
            Focus::Gap { element, .. } | Focus::Element { element } => {
                let elements = &self.now.state.coverage.elements;
                let found = elements.iter().find(|found| found.element == *element);
                found.map(|found| found.linked_nodes.clone()).unwrap_or_default()
            }
        }
    }

    fn focus_context(&self, probe: &Probe) -> Option<FocusContext> {
        if probe.focus == Focus::Global {
            return None;
        }
        let node = self.focus_nodes(&probe.focus).first().and_then(|id| self.now.graph.node(*id));
        let own_node = node.filter(|_| probe.focus.element().is_none());
        let linked = || own_node.and_then(|node| node.elements.first());
        Some(FocusContext {
            label: self.shown(&self.focus_text(probe), FOCUS_SEEN),
            node_type: own_node.map(|node| node.node_type.clone()),
            element: probe.focus.element().or_else(linked).cloned(),
            quote: node
                .and_then(|node| node.quotes.last())
                .map(|quote| self.shown(&self.quoted(*quote), QUESTION_SEEN)),
        })
    }

    /// Tactics of the strategy, least used first. A clarification is a strategy of its own: it is its tactic.
    fn offered_tactics(&self, probe: &Probe, strategy: Option<&Strategy>) -> Vec<Name> {
        let known = self.study.policy.tactics(&self.study.methodology);
        let listed = strategy.map_or(std::slice::from_ref(&probe.strategy), |strategy| &strategy.tactics);
        let mut offered: Vec<Name> =
            listed.iter().filter(|id| known.iter().any(|tactic| tactic.id == **id)).cloned().collect();
        order::by_key(&mut offered, |id| self.now.used.iter().filter(|used| *used == id).count());
        offered.truncate(TACTICS);
        offered
    }
}

fn level(exchange: &Exchange) -> Option<Level> {
    exchange.reading.as_ref()?.momentum.as_ref().map(|momentum| momentum.level)
}

/// The terms of a score that moved it most, loudest first; of equally loud ones the first.
fn loudest(terms: &[Term], signals: &Values) -> Vec<ActiveSignal> {
    let before = std::iter::once(0.0).chain(terms.iter().map(|term| term.total));
    let mut active: Vec<ActiveSignal> = terms
        .iter()
        .zip(before)
        .filter(|(term, _)| !matches!(term.op, Op::Base | Op::Absent | Op::Veto))
        .map(|(term, before)| ActiveSignal {
            source: term.source.to_string(),
            value: value(&term.source, signals).or(term.raw.map(Value::Number)),
            moved: term.total - before,
        })
        .filter(|signal| signal.moved != 0.0)
        .collect();
    order::by(&mut active, |a, b| b.moved.abs().total_cmp(&a.moved.abs()));
    active.truncate(SIGNALS);
    active
}

/// The value behind a term: `llm.response_depth.deep` is a test of `llm.response_depth`.
fn value(source: &str, signals: &Values) -> Option<Value> {
    let tested = || source.rsplit_once('.').and_then(|(signal, _)| signals.get(signal));
    signals.get(source).or_else(tested).cloned()
}
