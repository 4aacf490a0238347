//! What the history of a conversation shows: what was heard last, what is gone, whether the line goes on.

use super::{Talk, act_of};
use crate::engine::{
    concept::Element,
    dialogue::{AnswerAct, Depth, Exchange, POINT},
    id::{Name, NodeId},
    methodology::Move,
    sorted::SortedSet,
    state::Situation,
    text::WordSet,
};

/// Thin answers about one idea after which it is left.
const THIN: usize = 2;
/// Most ideas of one answer that the rules look at: every probe is held against them.
const MOST: usize = 24;
/// Worth of the ideas of an answer below which none of them is taken up.
const LEAST_WORTH: f64 = 0.25;
/// Questions about one idea after which it is left.
const ENOUGH: usize = 2;

impl Talk<'_> {
    /// Ideas that the respondent will not or cannot speak about.
    pub(super) fn gone(&self) -> SortedSet<NodeId> {
        let about = |exchange: &Exchange| exchange.probe.as_ref().and_then(|probe| probe.focus.node());
        let mut gone = SortedSet::new();
        let mut protests = 0;
        for (at, exchange) in self.situation.history.iter().enumerate() {
            let act = act_of(exchange);
            protests = if act.is_some_and(AnswerAct::is_protest) { protests + 1 } else { 0 };
            let Some(node) = about(exchange) else { continue };
            gone.extend(self.refused(exchange, node));
            let earlier = self.situation.history.iter().take(at + 1);
            let thin = earlier.filter(|one| about(one) == Some(node) && act_of(one) == Some(AnswerAct::Thin)).count();
            let is_over = act.is_some_and(|act| act.lets_go() || act.objects()) || protests > 1 || thin >= THIN;
            if is_over {
                gone.insert(node);
            }
        }
        gone
    }

    /// The ideas of the last answer. A protest without ideas leaves those of the answer before; a thin answer leaves what the
    /// question was about.
    pub(super) fn heard(&self) -> Vec<NodeId> {
        for exchange in self.situation.history.iter().rev() {
            let mut heard = exchange.new_nodes.clone();
            heard.extend(exchange.refined_nodes.iter().chain(&exchange.mentioned_nodes).copied());
            if !heard.is_empty() {
                return heard;
            }
            let act = act_of(exchange);
            if act == Some(AnswerAct::Thin) {
                return exchange.probe.as_ref().and_then(|probe| probe.focus.node()).into_iter().collect();
            }
            if !act.is_some_and(AnswerAct::is_protest) {
                return Vec::new();
            }
        }
        Vec::new()
    }

    /// Those of some ideas that can be asked about: current, not gone, not asked about enough.
    pub(super) fn askable(&self, ideas: Vec<NodeId>) -> Vec<NodeId> {
        let mut seen = SortedSet::new();
        let fits = |id: &NodeId| self.node(*id).is_some() && !self.gone.contains(id) && self.times_asked(*id) < ENOUGH;
        ideas.into_iter().filter(|id| seen.insert(*id) && fits(id)).take(MOST).collect()
    }

    /// Ideas of a protest about what the respondent protests against: "soft play is just dear".
    fn refused(&self, exchange: &Exchange, asked: NodeId) -> Vec<NodeId> {
        if !act_of(exchange).is_some_and(AnswerAct::objects) {
            return Vec::new();
        }
        let content = |id: NodeId| self.node(id).map(|node| self.situation.pack.content(&node.label));
        let Some(asked) = content(asked) else { return Vec::new() };
        let is_about = |id: &NodeId| content(*id).is_some_and(|own| !asked.is_disjoint(&own));
        exchange.new_nodes.iter().copied().filter(is_about).collect()
    }

    /// Whether the last answer holds something to stay with, and the line is not too long.
    pub(super) fn line_is_open(&self) -> bool {
        let objects = matches!(self.act, Some(AnswerAct::Complains | AnswerAct::Redirects)) && !self.brings_ideas();
        let lets_go = self.act.is_some_and(AnswerAct::lets_go) || objects;
        let is_worth = |id: &NodeId| self.interest(*id).is_none_or(|interest| interest >= LEAST_WORTH);
        let has_more = self.newest.iter().any(|id| !self.is_top(*id) && is_worth(id));
        let length = self.line_length();
        let line = self.settings.line();
        let has_point = self.newest.iter().any(|id| self.interest(*id).is_some_and(|interest| interest >= POINT));
        let goes_on = length < line || has_point && length < line.saturating_mul(2);
        !lets_go && has_more && (self.is_worth_staying() || goes_on)
    }

    /// Whether the last answer tells something that must not be passed over.
    pub(super) fn is_worth_staying(&self) -> bool {
        let depth =
            self.last().and_then(|exchange| exchange.reading.as_ref()).and_then(|reading| reading.response_depth);
        let matters = |act: AnswerAct| act.matters() || act.is_protest();
        self.act.is_some_and(matters) && self.brings_ideas() || depth == Some(Depth::Deep) && self.brings_ideas()
    }

    fn brings_ideas(&self) -> bool {
        self.last().is_some_and(|exchange| !exchange.new_nodes.is_empty())
    }

    /// Questions since the line began: since the last change of subject.
    pub(super) fn line_length(&self) -> u32 {
        let begins = |exchange: &&Exchange| {
            exchange.probe.is_none() || matches!(self.move_of(exchange), Some(Move::Turn | Move::Cover | Move::Back))
        };
        let length = self.situation.history.iter().rev().take_while(|exchange| !begins(exchange)).count();
        u32::try_from(length).unwrap_or(u32::MAX)
    }

    /// Those of some ideas whose words are mostly those of an idea that was asked about before.
    pub(super) fn repeated(&self, ideas: &[NodeId]) -> SortedSet<NodeId> {
        let content = |id: NodeId| Some((id, self.situation.pack.content(&self.situation.graph.node(id)?.label)));
        let probes = self.situation.history.iter().filter_map(|exchange| exchange.probe.as_ref());
        let asked: Vec<_> = probes.filter_map(|probe| content(probe.focus.node()?)).collect();
        let repeats = |(id, own): &(NodeId, WordSet)| {
            let mut others = asked.iter().filter(|(other, _)| other != id);
            !own.is_empty() && others.any(|(_, other)| other.shared(own) * 3 > own.len() * 2)
        };
        ideas.iter().filter_map(|id| content(*id)).filter(repeats).map(|(id, _)| id).collect()
    }

    /// Elements half of whose words were said in one answer, under whatever names they are known.
    pub(super) fn spoken_of(&self) -> SortedSet<Name> {
        let Situation { concept, pack, history, .. } = self.situation;
        let answers = history.iter().filter_map(|exchange| exchange.answer.as_deref());
        let answers: Vec<WordSet> = answers.map(|answer| pack.content(answer)).collect();
        let is_spoken_of = |element: &&Element| {
            let words = pack.content(element.say.as_deref().unwrap_or(&element.label));
            !words.is_empty() && answers.iter().any(|said| said.shared(&words) * 2 >= words.len())
        };
        concept.elements.iter().filter(is_spoken_of).map(|element| element.id.clone()).collect()
    }

    /// Elements not touched yet.
    pub(super) fn untouched(&self) -> u32 {
        let coverage = &self.situation.state.coverage;
        coverage.elements_total.saturating_sub(coverage.elements_covered)
    }

    /// Turns left after this one.
    pub(super) fn turns_left(&self) -> u32 {
        self.situation.limits.max_turns.saturating_sub(self.situation.turn)
    }
}
