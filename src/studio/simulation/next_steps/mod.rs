//! Next-step cases: what a study would ask after labelled answers, held against what a trained interviewer would accept.
//!
//! An interview is replayed with its recorded questions, so every choice is made from the state of its turn. The answers are
//! read as labelled, or by the rules.

mod gold;

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    engine::{
        dialogue::{AnswerAct, Focus, Probe, Reading, Source},
        graph::{Extraction, KnowledgeGraph, resolve},
        id::{Name, NodeId},
        interview::{Interview, situation::repair_due, state::SessionState},
        methodology::Move,
        policy::CLARIFICATION,
        reader::{self, ConceptWords, KnownIdea, ReadingContext},
        session::Question,
        state::{State, Trace},
        study::Study,
        text::slice,
    },
    studio::corpus::{CodedInterview, CorpusTurn},
};

/// Strategy of questions that no strategy of the study asked.
const RECORDED: &str = "recorded";

/// How answers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseReading {
    /// As labelled.
    Gold,
    /// By the rules.
    Rules,
}

/// The choice of a study after one answer.
#[derive(Clone, Debug)]
pub struct StepCase {
    /// The answer.
    pub answer: String,
    /// The steps that are acceptable.
    pub acceptable: Vec<String>,
    /// The step chosen.
    pub chosen: String,
    /// The question that takes it, worded by the rules. None where the interview ends.
    pub question: Option<String>,
    /// Whether the chosen step is acceptable.
    pub fits: bool,
    /// Whether its subject is that of an acceptable step, whatever it asks about it.
    pub subject_fits: bool,
}

/// A replay of one interview.
struct Replay<'a> {
    study: &'a Arc<Study>,
    turns: &'a [CorpusTurn],
    words: ConceptWords,
    state: SessionState,
    /// Nodes of labelled ideas by turn and number, from 0.
    nodes: BTreeMap<(usize, usize), NodeId>,
}

/// The choices of a study after each labelled answer with acceptable steps.
pub fn next_steps(study: &Arc<Study>, interview: &CodedInterview, reading: CaseReading) -> Vec<StepCase> {
    let mut state = SessionState::default();
    state.graph = KnowledgeGraph::of_language(&study.pack);
    let mut replay = Replay {
        study,
        turns: &interview.turns,
        words: ConceptWords::of(&study.pack, &study.concept.elements, &study.concept.topic),
        state,
        nodes: BTreeMap::new(),
    };
    let mut steps = Vec::new();
    for (at, turn) in interview.turns.iter().enumerate() {
        let Some(read) = replay.answer(at, turn, reading) else { break };
        if !turn.next.is_empty() {
            steps.extend(replay.step(at, turn, &read.1));
        }
    }
    steps
}

impl Replay<'_> {
    /// Adds a question with its answer. None if the labels do not fit.
    fn answer(&mut self, at: usize, turn: &CorpusTurn, reading: CaseReading) -> Option<(Extraction, Reading)> {
        let number = u32::try_from(at + 1).ok()?;
        let probe = if at == 0 { None } else { Some(self.probe(turn)) };
        if let Some(probe) = &probe {
            self.state.course.focus(number.saturating_sub(1), probe);
        }
        let question = Question {
            stays: false,
            proposes: None,
            turn: number,
            text: turn.question.clone(),
            probe,
            focus: turn.focus.clone().unwrap_or_default(),
            tactic: None,
            source: Source::Rules { version: reader::VERSION },
            turns_left: 0,
        };
        let read = match reading {
            CaseReading::Gold => gold::read(self.study, turn),
            CaseReading::Rules => self.by_rules(turn, &question),
        };
        let Self { study, state, words, .. } = self;
        let delta = resolve(&state.graph, &read.0, &study.methodology.ontology, &study.policy.matcher(), number);
        state.graph.apply(&delta).ok()?;
        state.computed = State::of(&state.graph, &study.concept, &study.methodology, &study.limits);
        state.record_exchange((study, words), &question, Some(turn.answer.clone()), Some((&read.0, &read.1)), &delta);
        self.find_nodes(at, turn, number);
        Some(read)
    }

    fn by_rules(&self, turn: &CorpusTurn, question: &Question) -> (Extraction, Reading) {
        let Self { study, state, words, .. } = self;
        let known = state.graph.active_nodes();
        let context = ReadingContext {
            pack: &study.pack,
            methodology: &study.methodology.id,
            ontology: &study.methodology.ontology,
            subject: words,
            question: &turn.question,
            focus: turn.focus.as_deref(),
            focus_element: question.probe.as_ref().and_then(|probe| probe.focus.element()),
            known: known
                .map(|node| KnownIdea { label: &node.label, node_type: &node.node_type, words: None })
                .collect(),
            previous_answer: state.history.iter().rev().find_map(|exchange| exchange.answer.as_deref()),
        };
        reader::read(&context, &turn.answer)
    }

    /// The probe of a recorded question: about an element, an idea or the whole.
    fn probe(&self, turn: &CorpusTurn) -> Probe {
        let study = self.study;
        let strategies = study.policy.strategies(&study.methodology);
        let Some(focus) = &turn.focus else { return Probe::global(RECORDED.into()) };
        if let Some(element) = study.concept.elements.iter().find(|element| element.label == *focus) {
            let cover = strategies.iter().find(|strategy| strategy.moves_as == Some(Move::Cover));
            let id = cover.map_or_else(|| Name::from(RECORDED), |strategy| strategy.id.clone());
            return Probe::new(id, Focus::Element { element: element.id.clone() });
        }
        self.node_of(focus)
            .map_or_else(|| Probe::global(RECORDED.into()), |node| Probe::new(RECORDED.into(), Focus::Node { node }))
    }

    /// The node of the newest labelled idea with this span.
    fn node_of(&self, span: &str) -> Option<NodeId> {
        let found = self.nodes.iter().rev().find(|((turn, idea), _)| {
            self.turns.get(*turn).and_then(|turn| turn.ideas.get(*idea)).is_some_and(|idea| idea.span == span)
        });
        found.map(|(_, node)| *node)
    }

    /// Finds the node of each labelled idea: the one whose quote overlaps its span most.
    fn find_nodes(&mut self, at: usize, turn: &CorpusTurn, number: u32) {
        for (idea_number, idea) in turn.ideas.iter().enumerate() {
            let Some(span) = gold::span(&turn.answer, &idea.span) else { continue };
            let overlap = |start: u32, end: u32| end.min(span.end).saturating_sub(start.max(span.start));
            let nodes = self.state.graph.active_nodes().filter_map(|node| {
                let quotes = node.quotes.iter().filter(|quote| quote.turn == number);
                let most = quotes.map(|quote| overlap(quote.start, quote.end)).max()?;
                (most > 0).then_some((most, std::cmp::Reverse(node.label.chars().count()), node.id))
            });
            if let Some((_, _, node)) = nodes.max() {
                self.nodes.insert((at, idea_number), node);
            }
        }
    }

    /// The choice after an answer.
    fn step(&self, at: usize, turn: &CorpusTurn, reading: &Reading) -> Option<StepCase> {
        let study = self.study;
        let number = u32::try_from(at + 1).ok()?;
        let situation = self.state.situation(study, number, Trace::Outcome);
        let sorry = reading.act.is_some_and(AnswerAct::is_protest);
        let repair = repair_due(study, &self.state, reading);
        let repairs = repair.is_some();
        let (chosen, kind, node, closes, question) = if let Some((_, focus)) = repair {
            let question = Interview::question_at(study, &self.state, &Probe::new(CLARIFICATION.into(), focus));
            ("repair".to_owned(), None, None, false, question)
        } else {
            let judgement = study.policy.judge(&situation).ok()?;
            let probe = &judgement.decision.chosen.probe;
            let kind =
                study.policy.strategy(&study.methodology, &probe.strategy).and_then(|strategy| strategy.moves_as);
            let node = probe.focus.node();
            let label = node.map(|node| self.state.graph.label(node));
            let focus = label.or_else(|| probe.focus.element().map(ToString::to_string)).unwrap_or_default();
            let closes = judgement.continuation.reason.is_some();
            let question = Interview::question_at(study, &self.state, probe).filter(|_| !closes);
            let chosen = format!("{}{} “{focus}”", if sorry { "sorry, " } else { "" }, probe.strategy);
            (chosen, kind, node, closes, question)
        };
        let mut fits = false;
        let mut subject_fits = false;
        for step in &turn.next {
            let (step, of) = step.split_once(' ').map_or((step.as_str(), None), |(step, of)| (step, Some(of)));
            let wanted = of.and_then(|of| self.subject(at, of));
            let here = node.is_some_and(|node| self.is_of_turn(node, number));
            let is_node = wanted.is_some() && wanted == node;
            let (subject, move_fits) = match step {
                "repair" => (repairs || sorry, true),
                "up" => (is_node, matches!(kind, Some(Move::Up | Move::Judge))),
                "more" => (is_node, matches!(kind, Some(Move::More | Move::Next | Move::Judge))),
                "last" => (here, true),
                "turn" => (node.is_some() && !here, true),
                "cover" => (kind == Some(Move::Cover), true),
                "back" => (kind == Some(Move::Back), true),
                "close" => (closes || kind == Some(Move::Close), true),
                _ => (false, false),
            };
            fits |= subject && move_fits;
            subject_fits |= subject;
        }
        Some(StepCase {
            answer: turn.answer.clone(),
            acceptable: turn.next.clone(),
            question,
            chosen: if closes { format!("close ({chosen})") } else { chosen },
            fits,
            subject_fits,
        })
    }

    /// The node that a step names: the number of an idea of the answer, from 1, or an earlier span.
    fn subject(&self, at: usize, of: &str) -> Option<NodeId> {
        match of.parse::<usize>() {
            Ok(number) => self.nodes.get(&(at, number.checked_sub(1)?)).copied(),
            Err(_) => self.node_of(of.trim_matches(['"', '“', '”'])),
        }
    }

    /// Whether a node was voiced in the answer of a turn, or that turn's question was about it.
    fn is_of_turn(&self, node: NodeId, turn: u32) -> bool {
        let voiced = self.state.graph.node(node).is_some_and(|node| node.quotes.iter().any(|quote| quote.turn == turn));
        let asked = self.state.history.last().and_then(|exchange| exchange.probe.as_ref());
        voiced || asked.is_some_and(|probe| probe.focus.node() == Some(node))
    }
}

/// The text of a span, for messages.
pub fn excerpt(text: &str, letters: u32) -> &str {
    slice(text, 0, letters)
}
