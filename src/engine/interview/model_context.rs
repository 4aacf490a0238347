//! The interview as a request shows it to a model. Values of the study itself are left out.

use super::{Interview, outcome, redact, render_question, state::TurnContext};
use crate::engine::{
    dialogue::{Exchange, Focus, Level, Probe},
    graph::ActiveGraph,
    id::{Name, NodeId},
    methodology::GlobalFocus,
    model::{
        ANSWER_SEEN, AnswerContext, FocusContext, KNOWN, KnownLabel, LEARNED, PREVIOUS_QUESTIONS, PastTurn,
        QuestionContext, RECENT,
    },
    policy::Decision,
    sort,
    sorted::SortedSet,
    wording,
};

/// Turns of history in most requests. Readings of the whole conversation get [`RECENT`].
const USUAL: usize = 5;
/// Most questions running that a model may ask on from the last answer.
const STAYS: usize = 2;
/// Questions that were put just now.
const JUST_USED: usize = 3;
/// Most characters of an earlier answer. Ten of them and the last answer fit into what an endpoint accepts.
const PAST_SEEN: usize = 600;
/// Most characters of a question or a quote.
const QUESTION_SEEN: usize = 300;
/// Most characters of a label.
const LABEL_SEEN: usize = 80;
/// Most characters of the name of a focus, which may be two labels.
const FOCUS_SEEN: usize = 170;
/// Most isolated ideas in a request, newest first.
const ISOLATES: usize = 5;

/// The context of every reading of an answer.
pub(super) fn answer_context(interview: &Interview, context: &TurnContext, answer: &str) -> AnswerContext {
    let probe = context.question.probe.as_ref();
    AnswerContext {
        question: redact::text(interview, &context.question.text, QUESTION_SEEN),
        answer: redact::answer(interview, answer, ANSWER_SEEN),
        recent: history(interview, USUAL),
        existing_nodes: known_labels(interview, probe),
        focus: probe.and_then(|probe| focus_context(interview, probe)),
        isolates: Vec::new(),
        qualitative: false,
    }
}

/// The history for readings of the whole conversation.
pub(super) fn long_history(interview: &Interview) -> Vec<PastTurn> {
    history(interview, RECENT)
}

/// Labels of ideas without a connection, newest first, if the policy asks about them.
pub(super) fn isolates(interview: &Interview) -> Vec<String> {
    if !interview.study.policy.connects_isolates() {
        return Vec::new();
    }
    let active = ActiveGraph::of(&interview.state.graph);
    let degrees = active.entering.iter().zip(&active.leaving).map(|(entering, leaving)| entering + leaving);
    let isolated = active.nodes.iter().zip(degrees).filter(|(_, degree)| *degree == 0).map(|(node, _)| node);
    isolated.rev().take(ISOLATES).map(|node| redact::text(interview, &node.label, LABEL_SEEN)).collect()
}

/// The context for wording the chosen probe.
pub(super) fn question_context(interview: &Interview, decision: &Decision, turns_left: u32) -> QuestionContext {
    let Interview { study, state, .. } = interview;
    let probe = &decision.chosen.probe;
    let strategy = study.policy.strategy(&study.methodology, &probe.strategy);
    let looks_back = strategy.is_some_and(|strategy| strategy.closes || strategy.focus.say == GlobalFocus::Summary);
    let looks_back = looks_back && probe.focus == Focus::Global;
    QuestionContext {
        turns_left,
        strategy: strategy.map(|strategy| strategy.id.clone()),
        tactic: tactic(interview, probe),
        focus: focus_context(interview, probe),
        recent: history(interview, USUAL),
        momentum: state.history.last().and_then(momentum),
        act: state.history.last().and_then(|exchange| exchange.reading.as_ref()?.act),
        previous_questions: previous_questions(interview),
        unclear: decision.clarifies.as_deref().map(|reason| redact::text(interview, reason, QUESTION_SEEN)),
        learned: if looks_back { learned(interview) } else { Vec::new() },
        may_stay: !looks_back && may_stay(interview),
        refused: None,
    }
}

/// Whether a model may ask on from the last answer instead: not for more than a few questions running, so that the policy
/// leads the interview.
fn may_stay(interview: &Interview) -> bool {
    let questions = interview.state.turns.iter().rev().map(|turn| turn.next.as_ref());
    questions.take(STAYS).filter(|question| question.is_some_and(|question| question.stays)).count() < STAYS
}

/// The context for wording the opening question.
pub(super) fn opening_context(turns_left: u32) -> QuestionContext {
    QuestionContext { turns_left, ..QuestionContext::default() }
}

/// Everything understood so far: the lines of reasons, then the ideas on none of them, in the order of their mention.
fn learned(interview: &Interview) -> Vec<Vec<String>> {
    let graph = &interview.state.graph;
    let lines = outcome::lines(graph, &interview.study.methodology.ontology);
    let is_single = |id: &NodeId| !lines.iter().any(|line| line.contains(id));
    let singles = graph.active_nodes().map(|node| node.id).filter(is_single).map(|id| vec![id]);
    let label = |id: &NodeId| redact::text(interview, &graph.label(*id), LABEL_SEEN);
    let all = lines.iter().cloned().chain(singles).take(LEARNED);
    all.map(|line| line.iter().map(label).collect()).collect()
}

fn history(interview: &Interview, most: usize) -> Vec<PastTurn> {
    let past = |exchange: &Exchange| PastTurn {
        turn: exchange.turn,
        question: redact::text(interview, &exchange.question, QUESTION_SEEN),
        answer: redact::answer(interview, exchange.answer.as_deref().unwrap_or_default(), PAST_SEEN),
    };
    last(&interview.state.history, most).iter().map(past).collect()
}

fn previous_questions(interview: &Interview) -> Vec<String> {
    let latest = last(&interview.state.asked, PREVIOUS_QUESTIONS).iter();
    latest.map(|question| redact::text(interview, question, QUESTION_SEEN)).collect()
}

/// The last items of a list.
fn last<T>(items: &[T], most: usize) -> &[T] {
    items.get(items.len().saturating_sub(most)..).unwrap_or_default()
}

/// Labels of known ideas: the focus, its neighbours by distance, then the others from the newest.
fn known_labels(interview: &Interview, probe: Option<&Probe>) -> Vec<KnownLabel> {
    let active = ActiveGraph::of(&interview.state.graph);
    let neighbours = active.neighbours();
    let mut order: Vec<u32> = Vec::new();
    let mut seen: SortedSet<u32> = SortedSet::new();
    let focus = probe.map(|probe| focus_nodes(interview, &probe.focus)).unwrap_or_default();
    order.extend(focus.into_iter().filter_map(|id| active.slot(id)).filter(|slot| seen.insert(*slot)));
    let mut at = 0;
    while let Some(slot) = order.get(at).copied().filter(|_| order.len() < KNOWN) {
        order.extend(neighbours.of(slot).iter().copied().filter(|next| seen.insert(*next)));
        at += 1;
    }
    let near = order.iter().filter_map(|slot| active.nodes.get(*slot as usize).copied());
    let is_near = |id: NodeId| active.slot(id).is_some_and(|slot| seen.contains(&slot));
    let rest = active.nodes.iter().rev().copied().filter(|node| !is_near(node.id));
    let label = |text: &str| redact::text(interview, text, LABEL_SEEN);
    let known = near.chain(rest).take(KNOWN);
    known.map(|node| KnownLabel { label: label(&node.label), node_type: node.node_type.clone() }).collect()
}

fn focus_nodes(interview: &Interview, focus: &Focus) -> Vec<NodeId> {
    match focus {
        Focus::Global => Vec::new(),
        Focus::Node { node } => vec![*node],
        Focus::Nodes { nodes } => nodes.clone(),
        Focus::Pair { a, b, .. } => vec![*a, *b],
        Focus::Gap { element, .. } | Focus::Element { element } => {
            let elements = &interview.state.computed.coverage.elements;
            let found = elements.iter().find(|found| found.element == *element);
            found.map(|found| found.linked_nodes.clone()).unwrap_or_default()
        }
    }
}

fn focus_context(interview: &Interview, probe: &Probe) -> Option<FocusContext> {
    if probe.focus == Focus::Global {
        return None;
    }
    let node = focus_nodes(interview, &probe.focus).first().and_then(|id| interview.state.graph.node(*id));
    let own_node = node.filter(|_| probe.focus.element().is_none());
    let linked = || own_node.and_then(|node| node.elements.first());
    let quote = node.and_then(|node| node.quotes.last());
    Some(FocusContext {
        label: redact::text(interview, &render_question::focus_name(interview, probe), FOCUS_SEEN),
        node_type: own_node.map(|node| node.node_type.clone()),
        element: probe.focus.element().or_else(linked).cloned(),
        quote: quote.map(|quote| redact::text(interview, &interview.quoted(*quote), QUESTION_SEEN)),
        turn: quote.filter(|_| own_node.is_some()).map(|quote| quote.turn),
    })
}

/// The tactic of the probe's strategy that was not used just now, and least of all, among those with questions for this focus.
pub(super) fn tactic(interview: &Interview, probe: &Probe) -> Option<Name> {
    let Interview { study, state, .. } = interview;
    let known = study.policy.tactics(&study.methodology);
    let listed = render_question::tactic_ids(interview, probe).iter();
    let about = render_question::target(interview, probe);
    let mut fitting: Vec<_> = listed.filter_map(|id| known.iter().find(|tactic| tactic.id == *id)).collect();
    fitting.retain(|tactic| wording::has_questions(&tactic.questions, about));
    let last = state.used_tactics.len().saturating_sub(JUST_USED);
    let used = |from: usize, id: &Name| state.used_tactics.iter().skip(from).filter(|used| *used == id).count();
    sort::by_key(&mut fitting, |tactic| (used(last, &tactic.id), used(0, &tactic.id)));
    fitting.first().map(|tactic| tactic.id.clone())
}

fn momentum(exchange: &Exchange) -> Option<Level> {
    exchange.reading.as_ref()?.momentum.as_ref().map(|momentum| momentum.level)
}
