//! Views: the figures of the interview, of one node and of one element that signals read.

use super::{NodeContext, open_line};
use crate::engine::{
    dialogue::{Depth, Exchange, Focus, Reading},
    graph::{ActiveGraph, KnowledgeGraph, Slot},
    id::Name,
    methodology::PhasesFollow,
    number::count,
    state::{ChainCompletion, ElementCoverage, InterviewHistory, NodeState, Situation, Trend},
};

/// The interview as a whole.
#[derive(Clone, Debug, Default)]
pub struct GlobalView {
    /// Active nodes.
    pub node_count: u32,
    /// Active edges.
    pub edge_count: u32,
    /// Active nodes without an active edge.
    pub orphan_count: u32,
    /// Nodes on the longest chain.
    pub max_depth: u32,
    /// Mean length of chains.
    pub avg_depth: f64,
    /// Chains that reach an end. None without terminal types.
    pub chains: Option<ChainCompletion>,
    /// Rungs of the ladder.
    pub ladder: u32,
    /// Elements with a linked node.
    pub elements_covered: u32,
    /// Elements of the concept.
    pub elements_total: u32,
    /// Reading of the last answer. Empty if the question was skipped.
    pub reading: Reading,
    /// Trend of the answers.
    pub trend: Trend,
    /// Uses of the last strategy among the last five.
    pub strategy_repetition: u32,
    /// Length of the run of the last strategy. 0 with fewer than two probes.
    pub strategy_run: u32,
    /// Length of the run of the last focus. 0 with fewer than two probes or if the last focus was global.
    pub focus_run: u32,
    /// Number of the turn just answered.
    pub turn: u32,
    /// Phase by the share of turns used, where the methodology says so.
    pub phase_of_course: Option<usize>,
    /// First turn of the late stage.
    pub late_from: u32,
    /// New nodes of this turn. None if the question was skipped.
    pub new_nodes: Option<u32>,
    /// Greatest number of new nodes of an earlier turn.
    pub peak_new_nodes: u32,
    /// Questions left in the budget.
    pub turns_left: u32,
    /// Whether the last answer added to a line of reasons without an end. None without terminal types or after a skip.
    pub line_open: Option<bool>,
}

impl GlobalView {
    /// The interview as a whole.
    pub fn of(situation: &Situation<'_>, ladder: u32) -> Self {
        let (graph, coverage) = (&situation.state.graph, &situation.state.coverage);
        let last = situation.history.last();
        let answered = last.filter(|exchange| exchange.answer.is_some());
        Self {
            node_count: graph.node_count,
            edge_count: graph.edge_count,
            orphan_count: graph.orphan_count,
            max_depth: graph.max_depth,
            avg_depth: graph.avg_depth,
            chains: graph.chains,
            ladder,
            elements_covered: coverage.elements_covered,
            elements_total: coverage.elements_total,
            reading: answered.and_then(|exchange| exchange.reading.clone()).unwrap_or_default(),
            trend: situation.course.trend(),
            turn: situation.turn,
            phase_of_course: phase_of_course(situation),
            late_from: situation.limits.max_turns.saturating_sub(situation.limits.late_turns).saturating_add(1),
            new_nodes: answered.map(|_| situation.course.growth.new_nodes),
            peak_new_nodes: situation.course.growth.peak_new_nodes,
            turns_left: situation.limits.max_turns.saturating_sub(situation.turn),
            line_open: answered.and_then(|exchange| open_line::is_open(situation, exchange)),
            ..Self::of_probes(situation.history)
        }
    }

    fn of_probes(history: &[Exchange]) -> Self {
        let probes = || history.iter().rev().filter_map(|exchange| exchange.probe.as_ref());
        let Some(last) = probes().next() else { return Self::default() };
        let has_two = probes().nth(1).is_some();
        let run = |length: usize| if has_two { count(length) } else { 0 };
        let is_repeated = |strategy: &Name| *strategy == last.strategy;
        let repeated = probes().take(5).filter(|probe| is_repeated(&probe.strategy)).count();
        let strategy_run = probes().take_while(|probe| is_repeated(&probe.strategy)).count();
        let focus_run = match last.focus {
            Focus::Global => 0,
            Focus::Node { .. }
            | Focus::Nodes { .. }
            | Focus::Pair { .. }
            | Focus::Gap { .. }
            | Focus::Element { .. } => probes().take_while(|probe| probe.focus == last.focus).count(),
        };
        Self {
            strategy_repetition: count(repeated),
            strategy_run: run(strategy_run),
            focus_run: run(focus_run),
            ..Self::default()
        }
    }
}

/// The phase by the share of turns used: early in the first fifth, late in the last quarter.
fn phase_of_course(situation: &Situation<'_>) -> Option<usize> {
    if situation.methodology.conversation.phases != PhasesFollow::Course {
        return None;
    }
    let (used, all) = (situation.turn, situation.limits.max_turns.max(1));
    Some(if used * 5 <= all {
        0
    } else if used * 4 <= all * 3 {
        1
    } else {
        2
    })
}

/// One node.
#[derive(Clone, Debug, Default)]
pub struct NodeFigures {
    /// Times it was asked about.
    pub focus_count: u32,
    /// Turns in a row it was asked about up to now.
    pub focus_streak: u32,
    /// Turns since an answer about it added to the graph.
    pub since_yield: u32,
    /// Turns since it was asked about. None if it never was.
    pub since_focus: Option<u32>,
    /// Turns since it was registered.
    pub age: u32,
    /// Share of shallow answers among the last three about it.
    pub shallow_share: f64,
    /// Times in a row the same strategy asked about it.
    pub same_strategy: u32,
    /// Whether the last question was about it.
    pub is_current_focus: bool,
    /// Whether the last answer was deep.
    pub is_deep_answer: bool,
    /// Active edges that enter it.
    pub entering: u32,
    /// Active edges that leave it.
    pub leaving: u32,
    /// Quotes of the node.
    pub mentions: u32,
    /// Attitude: -1 against, 0 neither, 1 for.
    pub stance: i8,
    /// Position in the answer it was last voiced in, 0–1. None if it is unknown.
    pub said_late: Option<f64>,
    /// Whether the last question was about a node.
    pub is_focus_known: bool,
    /// Steps to the node last asked about, along edges of either direction. None without a path.
    pub focus_distance: Option<u32>,
    /// Missing depth of its least known element, 0–1. None without an element.
    pub element_gap: Option<f64>,
    /// Words of its label.
    pub label_words: u32,
}

impl NodeFigures {
    /// One active node.
    pub fn of(
        active: &ActiveGraph<'_>,
        slot: Slot,
        course: &InterviewHistory,
        turn: u32,
        last: Option<&Exchange>,
        context: &NodeContext,
    ) -> Self {
        let degree = |degrees: &[u32]| degrees.get(slot as usize).copied().unwrap_or(0);
        let node = active.nodes.get(slot as usize);
        let never = NodeState::default();
        let state = node.and_then(|node| course.nodes.get(node.id.index())).unwrap_or(&never);
        let asked = last.and_then(|exchange| exchange.probe.as_ref()).and_then(|probe| probe.focus.node());
        let depth = last.and_then(|exchange| exchange.reading.as_ref()).and_then(|reading| reading.response_depth);
        Self {
            focus_count: state.focus_count,
            focus_streak: state.current_focus_streak,
            since_yield: state.turns_since_last_yield(turn),
            since_focus: state.turns_since_last_focus(turn),
            age: turn.saturating_sub(state.created_at_turn),
            shallow_share: state.shallow_share(),
            same_strategy: state.consecutive_same_strategy,
            is_current_focus: asked.is_some() && asked == node.map(|node| node.id),
            is_deep_answer: depth == Some(Depth::Deep),
            entering: degree(&active.entering),
            leaving: degree(&active.leaving),
            mentions: node.map_or(0, |node| count(node.quotes.len())),
            stance: node.map_or(0, |node| node.stance),
            said_late: node.and_then(|node| context.said_late(node)),
            is_focus_known: context.is_focus_known(),
            focus_distance: context.distance(slot),
            element_gap: context.gap(slot),
            label_words: active.label_words(slot),
        }
    }
}

/// One element of the concept.
#[derive(Clone, Debug, Default)]
pub struct ElementFigures {
    /// Whether a node is linked to it.
    pub covered: bool,
    /// Its depth, 0–1.
    pub depth: f64,
    /// Nodes linked to it.
    pub node_count: u32,
    /// Probes about it so far.
    pub focus_count: u32,
    /// Place in the concept: 1 for the first, falling to 0.
    pub priority: f64,
    /// Quotes of its nodes.
    pub mentions: u32,
}

impl ElementFigures {
    /// One element.
    pub fn of(
        element: &ElementCoverage,
        position: u32,
        elements: u32,
        graph: &KnowledgeGraph,
        history: &[Exchange],
    ) -> Self {
        let probes = history.iter().filter_map(|exchange| exchange.probe.as_ref());
        let about = probes.filter(|probe| probe.focus.element() == Some(&element.element));
        let quotes = element.linked_nodes.iter().filter_map(|node| graph.node(*node));
        Self {
            covered: element.covered,
            depth: element.depth,
            node_count: count(element.linked_nodes.len()),
            focus_count: count(about.count()),
            priority: 1.0 - f64::from(position) / f64::from(elements.max(1)),
            mentions: count(quotes.map(|node| node.quotes.len()).sum()),
        }
    }
}
