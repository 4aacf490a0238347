//! The rules, one small function each: (conversation, probe) → nothing, a veto or points.

use super::{Talk, act_of};
use crate::engine::{
    dialogue::{AnswerAct, Focus},
    graph::{IdeaKind, Node, SayingForm},
    id::{Name, NodeId},
    methodology::{ConversationRule, Move, Strategy},
};

/// A probe with the move of its strategy.
pub(super) struct ProbeView<'a> {
    pub(super) strategy: &'a Strategy,
    pub(super) id: &'a Name,
    pub(super) moves_as: Option<Move>,
    pub(super) focus: &'a Focus,
}

/// What a rule does with a probe.
pub(super) enum Effect {
    Nothing,
    Points(f64),
    Veto { is_final: bool },
}

/// A rule with its check.
pub(super) struct Rule {
    pub(super) rule: ConversationRule,
    pub(super) check: fn(&Talk<'_>, &ProbeView<'_>) -> Effect,
}

/// All rules. The first veto is the one reported.
pub(super) const RULES: &[Rule] = &[
    Rule { rule: ConversationRule::Repair, check: never_again },
    Rule { rule: ConversationRule::LetGo, check: let_go },
    Rule { rule: ConversationRule::Stay, check: stay },
    Rule { rule: ConversationRule::Stay, check: salient },
    Rule { rule: ConversationRule::Stay, check: fitting },
    Rule { rule: ConversationRule::CoverLate, check: cover_late },
    Rule { rule: ConversationRule::CloseLine, check: close_line },
    Rule { rule: ConversationRule::CloseLine, check: close_late },
    Rule { rule: ConversationRule::OrderOfTime, check: order_of_time },
    Rule { rule: ConversationRule::NoRepetition, check: no_repetition },
    Rule { rule: ConversationRule::Named, check: named },
    Rule { rule: ConversationRule::Fit, check: fit },
];

/// Turns of the interview before which nothing is judged, in order of time.
const TELLING: u32 = 3;
/// Confidence of an idea that only repeats the element of the question.
const ELEMENT: f64 = 0.5;
/// Answers before which nothing is said back.
const ENOUGH_HEARD: usize = 4;
/// How much an idea is usually worth asking about.
const USUAL_INTEREST: f64 = 0.44;
/// Points between an idea that is worth nothing and one that is worth everything.
const INTEREST_POINTS: f64 = 2.5;
/// Worth of an idea of an earlier answer below which it is not returned to.
const LEAST_INTEREST: f64 = 0.45;
/// How well the best of some questions usually fits.
const USUAL_FIT: f64 = 0.5;
/// Points between a question that does not fit and one that does.
const FIT_POINTS: f64 = 3.0;
/// Ways to put a question of a strategy that are few.
const FEW_WAYS: usize = 2;
/// Questions within which the same kind of question is a refrain.
const REFRAIN: usize = 2;
/// Questions between two looks back.
const BACK_GAP: usize = 5;

fn veto(rules_out: bool, is_final: bool) -> Effect {
    if rules_out { Effect::Veto { is_final } } else { Effect::Nothing }
}

fn points(applies: bool, points: f64) -> Effect {
    if applies { Effect::Points(points) } else { Effect::Nothing }
}

fn veto_final(rules_out: bool) -> Effect {
    veto(rules_out, true)
}

fn veto_if_others(rules_out: bool) -> Effect {
    veto(rules_out, false)
}

/// A question that met a protest is never put again, nor is a question about an idea that was put before.
fn never_again(talk: &Talk<'_>, probe: &ProbeView<'_>) -> Effect {
    let mut history = talk.situation.history.iter();
    veto_final(history.any(|exchange| {
        let is_same = exchange.probe.as_ref().is_some_and(|asked| {
            asked.strategy == *probe.id && asked.focus == *probe.focus && probe.focus.node().is_some()
        });
        let global = exchange.probe.as_ref().is_some_and(|asked| {
            asked.strategy == *probe.id && *probe.focus == Focus::Global && asked.focus == Focus::Global
        });
        is_same || global && act_of(exchange).is_some_and(AnswerAct::is_protest)
    }))
}

/// What the respondent will not or cannot speak about is left for good.
fn let_go(talk: &Talk<'_>, probe: &ProbeView<'_>) -> Effect {
    veto_final(nodes(probe.focus).iter().any(|id| talk.gone.contains(id)))
}

/// While the last answer holds something to ask about, the next question is about it.
fn stay(talk: &Talk<'_>, probe: &ProbeView<'_>) -> Effect {
    if !talk.is_line_open {
        return Effect::Nothing;
    }
    let leaves = match probe.moves_as {
        // The last question may leave room for what was missed.
        Some(Move::Back) => talk.turns_left() > 1 || talk.act == Some(AnswerAct::Discloses),
        Some(Move::Turn | Move::Close) => true,
        // Elements have their own rule.
        Some(Move::Cover) => talk.is_worth_staying(),
        Some(Move::Up | Move::More | Move::Next | Move::Judge) | None => {
            let about = nodes(probe.focus);
            let elsewhere = !about.iter().any(|id| talk.newest.contains(id));
            elsewhere && (!about.is_empty() || talk.is_worth_staying())
        }
    };
    veto_if_others(leaves)
}

/// What an interviewer would rather take up goes first: of the ideas of the last answer, and of those to return to.
fn salient(talk: &Talk<'_>, probe: &ProbeView<'_>) -> Effect {
    let Some((id, node)) = probe.focus.node().and_then(|id| Some((id, talk.node(id)?))) else { return Effect::Nothing };
    let interest = talk.interest(id).map(|interest| (interest - USUAL_INTEREST) * INTEREST_POINTS);
    if !talk.newest.contains(&id) {
        return interest.map_or(Effect::Nothing, Effect::Points);
    }
    let was_asked = talk.times_asked(id) > 0 || talk.repeated.contains(&id);
    // The element of the last question is known already; what was said of it is not.
    let is_element = node.confidence <= ELEMENT && !node.elements.is_empty();
    // "That" is unclear after a long answer: what can be said back goes first.
    let by_name = match talk.can_be_clear(id) {
        Some(true) => 0.4,
        Some(false) => -0.2,
        None => 0.0,
    };
    let total = interest.unwrap_or_else(|| by_kind(talk, id, node)) + by_name
        - if was_asked || is_element { 0.8 } else { 0.0 }
        - if node.ambiguous { 0.8 } else { 0.0 };
    points(total != 0.0, total)
}

/// Where nothing was learned of a language: what is felt, valued, told or judged goes first, and the last one among equals.
fn by_kind(talk: &Talk<'_>, id: NodeId, node: &Node) -> f64 {
    let by_kind = match node.kind {
        Some(IdeaKind::Feeling | IdeaKind::Value) => 0.5,
        Some(IdeaKind::Event) => 0.3,
        Some(IdeaKind::State | IdeaKind::Action) => 0.15,
        Some(IdeaKind::Thing) | None => 0.0,
    };
    let is_last = talk.newest.last() == Some(&id);
    by_kind + if node.stance == 0 { 0.0 } else { 0.15 } + if is_last { 0.2 } else { 0.0 }
}

/// The move that fits what the last answer does.
fn fitting(talk: &Talk<'_>, probe: &ProbeView<'_>) -> Effect {
    if !talk.is_line_open {
        return Effect::Nothing;
    }
    let Some(step) = probe.moves_as else { return Effect::Nothing };
    let bonus = match (talk.act, step) {
        (Some(AnswerAct::TellsEvent), Move::Next) => 0.7,
        (Some(AnswerAct::TellsEvent), Move::More)
        | (Some(AnswerAct::Discloses), Move::Next)
        | (Some(AnswerAct::Discloses | AnswerAct::Answers | AnswerAct::Elaborates), Move::Up) => 0.3,
        (Some(AnswerAct::Thin), Move::More) => 0.6,
        // "How do you mean?" is no answer to somebody who did not understand the question.
        (Some(act), Move::More) if act.is_protest() => -0.8,
        (Some(AnswerAct::Answers | AnswerAct::GivesReason), Move::More) => -0.4,
        (Some(AnswerAct::GivesReason), Move::Up) => 0.4,
        _ => 0.0,
    };
    points(bonus != 0.0, bonus)
}

/// Elements are raised once, when a line has ended or turns run out, never two in a row, and not in reply to a protest.
fn cover_late(talk: &Talk<'_>, probe: &ProbeView<'_>) -> Effect {
    if probe.moves_as != Some(Move::Cover) {
        return Effect::Nothing;
    }
    let Some(element) = probe.focus.element() else { return Effect::Nothing };
    let probes = || talk.situation.history.iter().filter_map(|exchange| exchange.probe.as_ref());
    let was_raised = probes().any(|asked| asked.focus.element() == Some(element));
    let coverage = &talk.situation.state.coverage.elements;
    let was_named = coverage.iter().any(|found| found.element == *element && found.covered);
    if was_raised || was_named || talk.spoken_of.contains(element) {
        return veto_final(true);
    }
    let is_first = probes().next().is_none();
    let is_sore = talk.act.is_some_and(AnswerAct::is_protest);
    let runs_out = talk.turns_left() <= talk.untouched().min(1) && !talk.is_worth_staying();
    let just_raised = talk.last().and_then(|exchange| talk.move_of(exchange)) == Some(Move::Cover);
    veto_if_others(is_first && talk.is_line_open || is_sore || just_raised || talk.is_line_open && !runs_out)
}

/// Nothing is said back before enough was heard, nor twice in short order. At the top of a ladder it is.
fn close_line(talk: &Talk<'_>, probe: &ProbeView<'_>) -> Effect {
    if probe.moves_as != Some(Move::Back) {
        return Effect::Nothing;
    }
    let history = talk.situation.history;
    let recent = history.iter().rev().take(BACK_GAP);
    let was_back = recent.filter_map(|exchange| talk.move_of(exchange)).any(|step| step == Move::Back);
    if was_back || history.len() < ENOUGH_HEARD {
        return veto_if_others(true);
    }
    let is_last = talk.turns_left() <= 1;
    points(is_last || talk.is_at_top && !talk.is_line_open && talk.line_length() >= 2, 1.5)
}

/// The goodbye waits until the last part of the interview.
fn close_late(talk: &Talk<'_>, probe: &ProbeView<'_>) -> Effect {
    let is_early = talk.situation.turn.saturating_mul(4) < talk.situation.limits.max_turns.saturating_mul(3);
    veto_if_others(probe.moves_as == Some(Move::Close) && (is_early || talk.is_line_open))
}

/// What happened comes before any judgement of it.
fn order_of_time(talk: &Talk<'_>, probe: &ProbeView<'_>) -> Effect {
    match probe.moves_as {
        Some(Move::Judge) => {
            let is_telling = talk.is_worth_staying() && talk.is_line_open;
            let is_early = talk.situation.turn.saturating_mul(5) <= talk.situation.limits.max_turns.saturating_mul(2);
            veto_if_others(is_early || is_telling)
        }
        Some(Move::Back) => veto_if_others(talk.situation.turn <= TELLING * 2),
        Some(Move::Next) => points(talk.situation.turn <= TELLING * 2, 0.3),
        Some(Move::Up | Move::More | Move::Turn | Move::Cover | Move::Close) | None => Effect::Nothing,
    }
}

/// The same strategy twice running is a refrain, unless it goes on from a step that yielded: what happened next, or a step up
/// that can be put in many ways. A judgement or another subject waits longer.
fn no_repetition(talk: &Talk<'_>, probe: &ProbeView<'_>) -> Effect {
    let run = talk.run_of(probe.id);
    let most = if talk.last().is_some_and(|exchange| !exchange.new_nodes.is_empty()) { 3 } else { 2 };
    let has_ways = probe.strategy.tactics.len() > FEW_WAYS;
    let is_refrain = match probe.moves_as {
        _ if *probe.focus == Focus::Global => run >= 1,
        Some(Move::Next) => run >= most,
        Some(Move::Up) if has_ways => run >= most,
        Some(Move::Judge | Move::Turn) => talk.was_asked_within(probe.id, REFRAIN),
        Some(Move::Up | Move::More | Move::Cover | Move::Back | Move::Close) | None => run >= 1,
    };
    veto_if_others(is_refrain)
}

/// An idea of an earlier answer is asked about only if it can be named, is no mere element, and was not asked about before.
fn named(talk: &Talk<'_>, probe: &ProbeView<'_>) -> Effect {
    let older: Vec<NodeId> = nodes(probe.focus).into_iter().filter(|id| !talk.newest.contains(id)).collect();
    let can_be_named = |node: &Node| node.saying.as_ref().is_some_and(|saying| saying.form != SayingForm::BoundClause);
    let is_unnamed = |id: &NodeId| !talk.node(*id).is_some_and(can_be_named);
    if older.iter().any(is_unnamed) {
        return veto_final(true);
    }
    // After a protest "that" is anything: what cannot be named is left.
    let is_sore = talk.act.is_some_and(AnswerAct::is_protest);
    if is_sore && probe.focus.node().is_some_and(|id| is_unnamed(&id)) {
        return veto_if_others(true);
    }
    let was_asked = older.iter().any(|id| talk.times_asked(*id) > 0);
    let is_aside = older.iter().any(|id| talk.interest(*id).is_some_and(|interest| interest < LEAST_INTEREST));
    if was_asked || is_aside || !older.is_empty() && probe.moves_as == Some(Move::Judge) {
        return veto_if_others(true);
    }
    points(!older.is_empty() && probe.moves_as == Some(Move::Turn), 0.3)
}

/// A strategy goes before another as far as its best question fits better than most do.
fn fit(talk: &Talk<'_>, probe: &ProbeView<'_>) -> Effect {
    let best = probe.focus.node().and_then(|id| talk.best_fit(probe.strategy, id));
    // A judgement always asks for something new: that is no reason to put it off.
    let least = if probe.moves_as == Some(Move::Judge) { USUAL_FIT } else { 0.0 };
    best.map_or(Effect::Nothing, |best| points(true, (best.max(least) - USUAL_FIT) * FIT_POINTS))
}

/// The ideas of a focus.
fn nodes(focus: &Focus) -> Vec<NodeId> {
    match focus {
        Focus::Node { node } => vec![*node],
        Focus::Nodes { .. } | Focus::Global | Focus::Gap { .. } | Focus::Element { .. } => Vec::new(),
        Focus::Pair { a, b, .. } => vec![*a, *b],
    }
}
