//! What an interview carries from turn to turn: how each node was asked about, how answers trend, how the graph grows.

use serde::{Deserialize, Serialize};

use super::State;
use crate::engine::{
    dialogue::{Depth, Exchange, Probe},
    id::{Name, NodeId},
    index_map::IndexMap,
};

/// How a node was asked about so far. It starts at registration and stays when the node is superseded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NodeState {
    /// Turn that brought the node.
    pub created_at_turn: u32,
    /// Times it was chosen as focus.
    pub focus_count: u32,
    /// Turn it was last chosen.
    pub last_focus_turn: Option<u32>,
    /// Consecutive turns in which it was chosen, up to now.
    pub current_focus_streak: u32,
    /// Last turn in which an answer about it added to the graph.
    pub last_yield_turn: Option<u32>,
    /// Answers about it that added to the graph.
    pub yield_count: u32,
    /// Depths of the answers to questions about it.
    pub all_response_depths: Vec<Depth>,
    /// Times each strategy chose it.
    pub strategy_usage_count: IndexMap<Name, u32>,
    /// Strategy that last chose it.
    pub last_strategy_used: Option<Name>,
    /// Consecutive choices by the same strategy.
    pub consecutive_same_strategy: u32,
}

/// The trend of the answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trend {
    /// Deeper than before.
    Deepening,
    /// As before.
    #[default]
    Stable,
    /// Shallower than before.
    Shallowing,
    /// Mostly shallow for a while.
    Fatigued,
}

/// Counters of growth, in turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growth {
    /// Turns in a row without yield.
    pub zero_yield: u32,
    /// Turns in a row without yield and without new depth.
    pub plateau: u32,
    /// Consecutive turns without a moderate or deep latest answer about any node.
    pub shallow: u32,
    /// Maximum depth after the last turn; none before the first.
    pub max_depth: Option<u32>,
    /// New nodes of the last turn.
    pub new_nodes: u32,
    /// Maximum new nodes of any turn before the last.
    pub peak_new_nodes: u32,
}

/// The state that an interview keeps from turn to turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InterviewHistory {
    /// One state for each node, in order of registration.
    pub nodes: Vec<NodeState>,
    /// Depths of all answers so far.
    pub depths: Vec<Depth>,
    /// Counters of growth.
    pub growth: Growth,
}

impl InterviewHistory {
    /// Records a completed turn: new nodes, yield, the depth of the answer, and counters of growth. The subject of the
    /// question gets the yield if the answer is about it. Called once a turn, after the graph changed and before a
    /// policy decides.
    ///
    /// A skipped question counts as a turn without yield and has no depth.
    pub fn record(&mut self, exchange: &Exchange, state: &State) {
        for id in &exchange.new_nodes {
            self.register(*id, exchange.turn);
        }
        let asked = exchange.probe.as_ref().and_then(|probe| probe.focus.node());
        let is_answered = exchange.reading.as_ref().is_none_or(|reading| !reading.off_focus);
        if exchange.yielded()
            && is_answered
            && let Some(node) = asked.and_then(|id| self.nodes.get_mut(id.index()))
        {
            node.last_yield_turn = Some(exchange.turn);
            node.yield_count += 1;
        }
        if exchange.answer.is_some() {
            self.file_depth(exchange.reading.as_ref().and_then(|reading| reading.response_depth), asked);
            self.growth.count_shallow(&self.nodes);
        }
        self.growth.count(exchange, state.graph.max_depth);
    }

    /// Records that this probe follows the answer of `turn`.
    pub fn focus(&mut self, turn: u32, probe: &Probe) {
        let chosen = probe.focus.node().map(NodeId::index);
        for (index, node) in self.nodes.iter_mut().enumerate() {
            if Some(index) == chosen {
                node.choose(turn, &probe.strategy);
            } else {
                node.current_focus_streak = 0;
            }
        }
    }

    /// The trend of the answers.
    pub fn trend(&self) -> Trend {
        Trend::of(&self.depths)
    }

    fn register(&mut self, id: NodeId, turn: u32) {
        if self.nodes.len() <= id.index() {
            self.nodes.resize_with(id.index() + 1, NodeState::default);
        }
        if let Some(node) = self.nodes.get_mut(id.index()) {
            node.created_at_turn = turn;
        }
    }

    fn file_depth(&mut self, depth: Option<Depth>, asked: Option<NodeId>) {
        let Some(depth) = depth else { return };
        self.depths.push(depth);
        if let Some(node) = asked.and_then(|id| self.nodes.get_mut(id.index())) {
            node.all_response_depths.push(depth);
        }
    }
}

impl NodeState {
    fn choose(&mut self, turn: u32, strategy: &Name) {
        self.focus_count += 1;
        self.last_focus_turn = Some(turn);
        self.current_focus_streak += 1;
        let is_same = self.last_strategy_used.as_ref() == Some(strategy);
        self.consecutive_same_strategy = if is_same { self.consecutive_same_strategy + 1 } else { 1 };
        self.last_strategy_used = Some(strategy.clone());
        *self.strategy_usage_count.entry(strategy.clone()).or_default() += 1;
    }

    /// Turns since an answer about it added to the graph, else since its registration.
    pub fn turns_since_last_yield(&self, turn: u32) -> u32 {
        turn.saturating_sub(self.last_yield_turn.unwrap_or(self.created_at_turn))
    }

    /// Turns since it was asked about, 0 for the current node; none if it never was.
    pub fn turns_since_last_focus(&self, turn: u32) -> Option<u32> {
        self.last_focus_turn.map(|last| turn.saturating_sub(1).saturating_sub(last))
    }

    /// Share of shallow or surface answers among its last three, 0–1; 0 without answers.
    pub fn shallow_share(&self) -> f64 {
        let (mut shallow, mut all) = (0_u32, 0_u32);
        for depth in self.all_response_depths.iter().rev().take(3) {
            shallow += u32::from(*depth <= Depth::Shallow);
            all += 1;
        }
        f64::from(shallow) / f64::from(all.max(1))
    }
}

impl Growth {
    fn count(&mut self, exchange: &Exchange, max_depth: u32) {
        let is_deeper_or_first = self.max_depth != Some(max_depth);
        if exchange.yielded() {
            self.zero_yield = 0;
        } else {
            self.zero_yield += 1;
        }
        self.plateau = if exchange.yielded() || is_deeper_or_first { 0 } else { self.plateau + 1 };
        self.max_depth = Some(max_depth);
        self.peak_new_nodes = self.peak_new_nodes.max(self.new_nodes);
        self.new_nodes = u32::try_from(exchange.new_nodes.len()).unwrap_or(u32::MAX);
    }

    /// Superseded nodes count, because their answers exist.
    fn count_shallow(&mut self, nodes: &[NodeState]) {
        let mut latest = nodes.iter().filter_map(|node| node.all_response_depths.last()).peekable();
        if latest.peek().is_some() {
            self.shallow = if latest.all(|depth| *depth <= Depth::Shallow) { self.shallow + 1 } else { 0 };
        }
    }
}

impl Trend {
    /// The trend of the last six depths.
    pub fn of(depths: &[Depth]) -> Self {
        let points = |depth: &Depth| -> f64 { 1.0 + f64::from(*depth as u8) };
        let last = depths.get(depths.len().saturating_sub(6)..).unwrap_or_default();
        if last.iter().filter(|depth| **depth <= Depth::Shallow).count() >= 4 {
            return Self::Fatigued;
        }
        if last.len() < 4 {
            return Self::Stable;
        }
        let (older, newer) = last.split_at(last.len() / 2);
        let mean = |half: &[Depth]| {
            let (sum, count) = half.iter().fold((0.0, 0.0), |(sum, count), depth| (sum + points(depth), count + 1.0));
            sum / count
        };
        let change = mean(newer) - mean(older);
        if change >= 0.5 {
            Self::Deepening
        } else if change <= -0.5 {
            Self::Shallowing
        } else {
            Self::Stable
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops where something is missing")]
mod tests {
    use super::*;
    use crate::engine::dialogue::{Focus, Reading};

    fn about(node: u32) -> Probe {
        Probe {
            strategy: "deepen".into(),
            focus: Focus::Node { node: NodeId(node) },
            anchor: None,
            description: String::new(),
        }
    }

    fn answer(turn: u32, probe: Option<Probe>, depth: Depth) -> Exchange {
        Exchange {
            turn,
            question: String::new(),
            probe,
            answer: Some("yes".to_owned()),
            reading: Some(Reading { response_depth: Some(depth), ..Reading::default() }),
            new_nodes: Vec::new(),
            new_edges: Vec::new(),
            mentioned_nodes: Vec::new(),
            refined_nodes: Vec::new(),
            reactions: Vec::new(),
            understood: Vec::new(),
            interest: Vec::new(),
        }
    }

    /// Two turns: the first brings a node, the second asks about it.
    fn asked_once() -> InterviewHistory {
        let mut course = InterviewHistory::default();
        let first = Exchange { new_nodes: vec![NodeId(0)], ..answer(1, None, Depth::Moderate) };
        course.record(&first, &State::default());
        course.focus(1, &about(0));
        course.record(&answer(2, Some(about(0)), Depth::Surface), &State::default());
        course
    }

    #[test]
    fn the_depth_of_an_answer_belongs_to_the_node_it_was_about() {
        let course = asked_once();
        let node = course.nodes.first().unwrap();
        assert_eq!((node.all_response_depths.as_slice(), node.yield_count), ([Depth::Surface].as_slice(), 0));
        assert_eq!((course.growth.shallow, course.growth.zero_yield, course.growth.plateau), (1, 1, 1));
    }

    #[test]
    fn a_skipped_question_spends_a_turn_and_leaves_the_memory_of_depths() {
        let mut course = asked_once();
        let before = course.clone();
        let skipped = Exchange { answer: None, reading: None, ..answer(3, Some(about(0)), Depth::Deep) };
        course.record(&skipped, &State::default());
        assert_eq!((&course.nodes, &course.depths), (&before.nodes, &before.depths));
        assert_eq!(course.growth.shallow, before.growth.shallow);
        assert_eq!(course.growth.zero_yield, before.growth.zero_yield + 1);
    }

    #[test]
    fn a_probe_about_nothing_ends_every_streak() {
        let mut course = asked_once();
        course.focus(2, &about(0));
        assert_eq!(course.nodes.first().unwrap().current_focus_streak, 2);
        course.focus(3, &Probe { focus: Focus::Global, ..about(0) });
        assert_eq!(course.nodes.first().unwrap().current_focus_streak, 0);
    }

    #[test]
    fn the_peak_leaves_out_the_last_turn() {
        let mut course = InterviewHistory::default();
        for (turn, nodes) in [(1, 2_u32), (2, 5), (3, 1)] {
            let new_nodes = (turn * 10..turn * 10 + nodes).map(NodeId).collect();
            course.record(&Exchange { new_nodes, ..answer(turn, None, Depth::Deep) }, &State::default());
        }
        assert_eq!((course.growth.peak_new_nodes, course.growth.new_nodes), (5, 1));
        let more = Exchange { new_nodes: (50..60).map(NodeId).collect(), ..answer(4, None, Depth::Deep) };
        course.record(&more, &State::default());
        assert_eq!((course.growth.peak_new_nodes, course.growth.new_nodes), (5, 10));
    }

    #[test]
    fn four_shallow_answers_of_six_are_fatigue() {
        use Depth::{Deep, Shallow, Surface};
        assert_eq!(Trend::of(&[Deep, Deep, Surface, Shallow, Surface, Shallow]), Trend::Fatigued);
        assert_eq!(Trend::of(&[Surface, Surface, Deep, Deep]), Trend::Deepening);
        assert_eq!(Trend::of(&[Deep, Deep, Shallow]), Trend::Stable);
    }
}
