//! Rules of a conversation, shared by all policies: what may be asked now, and what a listener would ask first.
//!
//! A policy asks [`Talk`] about each probe. A rule answers with a veto or with points; both go onto the tally under the
//! name of the rule, so that the explanation stays the calculation.

mod course;
mod fit;
mod questions;
mod rules;

pub use self::{
    fit::{cost_of_more, fit_of, question_keys, takes_up},
    questions::{EarlierQuestions, UnnamedQuestions},
};
use crate::engine::{
    dialogue::{AnswerAct, Exchange, Focus},
    graph::Node,
    id::{Name, NodeId},
    methodology::{Conversation, ConversationRule, Move, Strategy, Tactic},
    reader::QuestionFit,
    sorted::{SortedMap, SortedSet},
    state::{Ladder, Situation},
};

/// Most words of an answer to which "that" can refer.
const CLEAR_WORDS: usize = 8;

/// The state of the conversation after the last answer, as the rules see it.
#[derive(Debug)]
pub struct Talk<'a> {
    settings: &'a Conversation,
    situation: &'a Situation<'a>,
    moves: SortedMap<&'a str, Move>,
    tactics: Vec<&'a Tactic>,
    /// Questions asked before.
    earlier: EarlierQuestions<'a>,
    /// How much worse a question for more fits now, 0–1.
    cost_of_more: f64,
    /// The ideas of the last answer, as questions are held against them.
    fits: Vec<(NodeId, QuestionFit<'a>)>,
    ladder: Ladder,
    /// What the last answer does.
    act: Option<AnswerAct>,
    /// Ideas of the last answer that can be asked about, in order of the answer.
    newest: Vec<NodeId>,
    /// Ideas that the respondent will not or cannot speak about.
    gone: SortedSet<NodeId>,
    /// How much ideas are worth asking about, 0–1, by the newest answer that voices them.
    interest: SortedMap<NodeId, f64>,
    /// Ideas of the last answer that repeat what was asked about before.
    repeated: SortedSet<NodeId>,
    /// Elements that the respondent spoke of in other words.
    spoken_of: SortedSet<Name>,
    /// Whether the last answer is too long for "that" to be clear.
    is_long: bool,
    /// Whether the last answer holds something to stay with.
    is_line_open: bool,
    /// Whether the line ended at the top of the ladder.
    is_at_top: bool,
}

/// The verdict on a probe.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The rule that rules the probe out.
    pub veto: Option<Veto>,
    /// Points with the rule that gives them.
    pub points: Vec<(&'static str, f64)>,
}

/// A veto of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Veto {
    /// Name of the rule.
    pub source: &'static str,
    /// Whether it holds even if nothing else is left to ask.
    pub is_final: bool,
}

impl<'a> Talk<'a> {
    /// The conversation so far. None if the methodology has no rules.
    pub fn of(situation: &'a Situation<'a>, strategies: &'a [Strategy], tactics: Vec<&'a Tactic>) -> Option<Self> {
        let settings = &situation.methodology.conversation;
        if settings.rules.is_empty() {
            return None;
        }
        let moves = strategies.iter().filter_map(|strategy| Some((&*strategy.id, strategy.moves_as?))).collect();
        let mut talk = Self {
            settings,
            situation,
            moves,
            tactics,
            earlier: EarlierQuestions::new(
                situation.history.iter().map(|exchange| &*exchange.question),
                &situation.pack.talk.kinds,
            ),
            cost_of_more: cost_of_more(
                &situation.pack.talk.more,
                situation.history.iter().map(|exchange| &*exchange.question),
            ),
            fits: Vec::new(),
            interest: situation.history.iter().flat_map(|exchange| exchange.interest.iter().copied()).collect(),
            ladder: Ladder::of(&situation.methodology.ontology),
            act: None,
            newest: Vec::new(),
            gone: SortedSet::new(),
            repeated: SortedSet::new(),
            spoken_of: SortedSet::new(),
            is_long: false,
            is_line_open: false,
            is_at_top: false,
        };
        talk.act = talk.last().and_then(act_of);
        let answer = talk.last().and_then(|exchange| exchange.answer.as_deref());
        talk.is_long = answer.is_some_and(|answer| answer.split_whitespace().count() > CLEAR_WORDS);
        talk.gone = talk.gone();
        let heard = talk.heard();
        talk.is_at_top = !heard.is_empty() && heard.iter().any(|id| talk.is_top(*id));
        talk.newest = talk.askable(heard);
        talk.is_line_open = talk.line_is_open();
        talk.repeated = talk.repeated(&talk.newest);
        if talk.settings.has(ConversationRule::CoverLate) {
            talk.spoken_of = talk.spoken_of();
        }
        if talk.settings.has(ConversationRule::Fit) {
            talk.fits = talk.newest.iter().filter_map(|id| Some((*id, talk.fit_of(*id)?))).collect();
        }
        Some(talk)
    }

    /// The verdict of all rules on a probe.
    pub fn verdict(&self, strategy: &Strategy, focus: &Focus) -> Verdict {
        let probe = rules::ProbeView { strategy, id: &strategy.id, moves_as: strategy.moves_as, focus };
        let mut verdict = Verdict::default();
        for rule in rules::RULES.iter().filter(|rule| self.settings.has(rule.rule)) {
            match (rule.check)(self, &probe) {
                rules::Effect::Nothing => {}
                rules::Effect::Points(points) => verdict.points.push((rule.rule.source(), points)),
                rules::Effect::Veto { is_final } => {
                    let is_stronger = verdict.veto.is_none_or(|veto| is_final && !veto.is_final);
                    if is_stronger {
                        verdict.veto = Some(Veto { source: rule.rule.source(), is_final });
                    }
                }
            }
        }
        verdict
    }

    /// Ideas of the last answer that can be asked about.
    pub fn newest(&self) -> &[NodeId] {
        &self.newest
    }

    /// Whether the last answer is too long for "that" to be clear.
    pub fn is_long(&self) -> bool {
        self.is_long
    }

    /// Whether the last answer holds something to stay with.
    pub fn is_line_open(&self) -> bool {
        self.is_line_open
    }

    fn fit_of(&self, id: NodeId) -> Option<QuestionFit<'a>> {
        let Situation { pack, methodology, history, .. } = self.situation;
        fit_of(pack, methodology, history, self.node(id)?)
    }

    /// Whether questions about an idea of the last answer can be made clear by saying it back. None if they are clear anyway.
    fn can_be_clear(&self, id: NodeId) -> Option<bool> {
        self.fits.iter().find(|(fitted, _)| *fitted == id)?.1.can_be_clear()
    }

    /// How well the best question of a strategy about an idea of the last answer fits, 0–1.
    fn best_fit(&self, strategy: &Strategy, id: NodeId) -> Option<f64> {
        let (_, fit) = self.fits.iter().find(|(fitted, _)| *fitted == id)?;
        let sentiment = self.last().and_then(|exchange| exchange.reading.as_ref()?.sentiment);
        let more = if strategy.moves_as == Some(Move::More) { &*self.situation.pack.talk.more } else { &[] };
        let questions = UnnamedQuestions {
            fit,
            tactics: self.tactics.iter().copied().filter(|tactic| strategy.tactics.contains(&tactic.id)).collect(),
            that: &question_keys(self.node(id), sentiment),
            more: (more, self.cost_of_more),
            takes_up: takes_up(self.settings, strategy.moves_as),
            earlier: &self.earlier,
        };
        questions.best().map(|(fits, ..)| fits)
    }

    /// How much an idea is worth asking about, 0–1. None where the language has no weights.
    fn interest(&self, id: NodeId) -> Option<f64> {
        self.interest.get(&id).copied()
    }

    fn last(&self) -> Option<&'a Exchange> {
        self.situation.history.last()
    }

    fn node(&self, id: NodeId) -> Option<&'a Node> {
        self.situation.graph.node(id).filter(|node| node.superseded_by.is_none())
    }

    fn is_top(&self, id: NodeId) -> bool {
        self.node(id).is_some_and(|node| self.ladder.is_terminal(&node.node_type))
    }

    /// The move of an earlier question.
    fn move_of(&self, exchange: &Exchange) -> Option<Move> {
        exchange.probe.as_ref().and_then(|probe| self.moves.get(&*probe.strategy).copied())
    }

    /// Questions so far that asked with this strategy in a row, newest first.
    fn run_of(&self, strategy: &Name) -> usize {
        let probes = self.situation.history.iter().rev().filter_map(|exchange| exchange.probe.as_ref());
        probes.take_while(|probe| probe.strategy == *strategy).count()
    }

    /// Whether one of the last questions asked with this strategy.
    fn was_asked_within(&self, strategy: &Name, questions: usize) -> bool {
        let last = self.situation.history.iter().rev().take(questions);
        last.filter_map(|exchange| exchange.probe.as_ref()).any(|probe| probe.strategy == *strategy)
    }

    /// Times a node was asked about.
    fn times_asked(&self, id: NodeId) -> usize {
        let probes = self.situation.history.iter().filter_map(|exchange| exchange.probe.as_ref());
        probes.filter(|probe| probe.focus.node() == Some(id)).count()
    }
}

/// What an answer does, if there is one.
pub(super) fn act_of(exchange: &Exchange) -> Option<AnswerAct> {
    exchange.reading.as_ref().and_then(|reading| reading.act)
}
