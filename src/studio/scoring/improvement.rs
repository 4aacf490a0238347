//! Improvements that the figures suggest: what is missing, and what should work better.
//!
//! Invariant: every item names the figure behind it and its turns.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{RuleScore, turn_list};
use crate::engine::{
    dialogue::Level,
    graph::Node,
    id::{Name, NodeId},
    language::Linking,
    methodology::{FocusKind, Requirement, Strategy},
    policy::{Decision, Op, Ranked, StopReason},
    session::{InterviewRecord, Turn},
    state::Ladder,
};

/// Least number of turns for an item.
const OFTEN: usize = 3;
/// Highest rung, counted from 0, of ideas that may be part of the concept.
const LOW_RUNGS: u32 = 1;
/// Share of the span of scores that counts as close to the chosen one, 0–1.
const CLOSE: f64 = 0.2;
/// Least number of unpermitted connections for an item.
const MISFITS: usize = 2;

/// Whether something is missing or should work better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ImprovementKind {
    /// The product or the study does not have it.
    Missing,
    /// It is there.
    Improve,
}

/// A suggested improvement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Improvement {
    /// Whether it is missing.
    pub part: ImprovementKind,
    /// `strategy`, `stimulus_element`, `node_or_edge_type`; `selection`, `wording`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// What to do.
    pub what: String,
    /// The figure behind it.
    pub why: String,
    /// Turns of the figure, ascending.
    pub turns: Vec<u32>,
}

/// All improvements, missing things first.
pub fn improvements(interview: &InterviewRecord<'_>) -> Vec<Improvement> {
    let mut found = uncovered_topics(interview);
    found.extend(unpermitted_edges(interview));
    found.extend(no_easing_strategy(interview));
    found.extend(unmet_requirements(interview));
    found.extend(near_misses(interview));
    found
}

impl RuleScore {
    /// The improvement report, Markdown: two numbered lists, "Nothing." where one is empty.
    pub fn improvement_report(&self, interview: &InterviewRecord<'_>) -> String {
        let found = improvements(interview);
        let part = |title: &str, part: ImprovementKind| {
            let items = found.iter().filter(|item| item.part == part).zip(1..).map(|(item, number)| {
                let Improvement { kind, name, what, why, turns, .. } = item;
                let turns = if turns.is_empty() { String::new() } else { format!("({})", turn_list(turns)) };
                format!("{number}. `{kind}` **{name}**: {what} {why} {turns}")
            });
            let items: Vec<String> = items.collect();
            let list = if items.is_empty() { "Nothing.".to_owned() } else { items.join("\n") };
            format!("**{title}**\n\n{list}")
        };
        format!("{}\n\n{}", part("Missing", ImprovementKind::Missing), part("Improve", ImprovementKind::Improve))
    }
}

/// Topics that return in ideas without an element. Ideas on upper rungs are left out: a feeling is not part of a concept.
fn uncovered_topics(interview: &InterviewRecord<'_>) -> Vec<Improvement> {
    let study = interview.study;
    let Some(coverage) = interview.turns.last().map(|turn| &turn.state.coverage) else { return Vec::new() };
    let linked: Vec<NodeId> = coverage.elements.iter().flat_map(|element| element.linked_nodes.clone()).collect();
    let topic = study.pack.content(&format!("{} {}", study.concept.topic, study.concept.name));
    let ladder = Ladder::of(&study.methodology.ontology);
    let is_high = |node: &Node| ladder.is_terminal(&node.node_type) || ladder.rung(&node.node_type) > Some(LOW_RUNGS);
    // In a repertory grid only another thing can be missing.
    let words = study.pack.methods.get(&study.methodology.id);
    let things = words.filter(|words| words.linking == Linking::Grid).and_then(|words| words.element.as_ref());
    let is_topical = |node: &Node| things.map_or_else(|| !is_high(node), |thing| *thing == node.node_type);
    let is_loose = |node: &&Node| !linked.contains(&node.id) && is_topical(node);
    let mut by_stem: BTreeMap<String, Vec<&Node>> = BTreeMap::new();
    for node in interview.graph.active_nodes().filter(is_loose) {
        for stem in study.pack.content(&node.label).iter().filter(|stem| !topic.contains(stem)) {
            by_stem.entry(stem.to_owned()).or_default().push(node);
        }
    }
    // A topic needs three quotes in two or more ideas.
    let voiced = |nodes: &[&Node]| nodes.iter().map(|node| node.quotes.len()).sum::<usize>();
    let mut seen: Vec<NodeId> = Vec::new();
    let returns = by_stem.into_iter().filter(|(_, nodes)| nodes.len() >= 2 && voiced(nodes) >= OFTEN);
    let mut groups: Vec<(String, Vec<&Node>)> = returns.collect();
    groups.sort_by_key(|(_, nodes)| std::cmp::Reverse(voiced(nodes)));
    let mut found = Vec::new();
    for (stem, nodes) in groups {
        // Stems of the same ideas are one topic.
        if nodes.iter().all(|node| seen.contains(&node.id)) {
            continue;
        }
        seen.extend(nodes.iter().map(|node| node.id));
        let labels: Vec<String> = nodes.iter().map(|node| format!("“{}”", node.label)).collect();
        found.push(Improvement {
            part: ImprovementKind::Missing,
            kind: "stimulus_element",
            name: stem,
            what: "Consider an element of the concept for this topic.".to_owned(),
            why: format!("{} ideas belong to no element: {}.", nodes.len(), labels.join(", ")),
            turns: ascending(nodes.iter().flat_map(|node| &node.quotes).map(|quote| quote.turn)),
        });
    }
    found
}

/// Connections that the methodology does not permit.
fn unpermitted_edges(interview: &InterviewRecord<'_>) -> Option<Improvement> {
    let edges: Vec<_> = interview.graph.edges().filter(|edge| !edge.permitted).collect();
    let node_type = |id| interview.graph.node(id).map(|node| node.node_type.clone()).unwrap_or_default();
    let mut pairs: BTreeMap<(Name, Name, Name), u32> = BTreeMap::new();
    for edge in &edges {
        *pairs.entry((node_type(edge.source), edge.edge_type.clone(), node_type(edge.target))).or_default() += 1;
    }
    let pairs: Vec<String> =
        pairs.into_iter().map(|((from, kind, to), count)| format!("{from} {kind} {to} ({count})")).collect();
    (edges.len() >= MISFITS).then(|| Improvement {
        part: ImprovementKind::Missing,
        kind: "node_or_edge_type",
        name: "connections without a place".to_owned(),
        what: "Permit these pairs in the methodology, or give what is meant a type of its own.".to_owned(),
        why: format!("{} connections fit no permitted pair: {}.", edges.len(), pairs.join(", ")),
        turns: ascending(edges.iter().map(|edge| edge.turn)),
    })
}

/// Low answers without a strategy that eases off.
fn no_easing_strategy(interview: &InterviewRecord<'_>) -> Option<Improvement> {
    let is_low = |turn: &&Turn| {
        let momentum = turn.reading.as_ref().and_then(|reading| reading.momentum.as_ref());
        momentum.is_some_and(|momentum| momentum.level == Level::Low)
    };
    let low: Vec<u32> = interview.turns.iter().filter(is_low).map(|turn| turn.turn).collect();
    let study = interview.study;
    let eases = study.policy.strategies(&study.methodology).iter().any(eases);
    (low.len() >= OFTEN && !eases).then(|| Improvement {
        part: ImprovementKind::Missing,
        kind: "strategy",
        name: "easing off".to_owned(),
        what: "Add a strategy about the conversation as a whole or about another element, for when answers grow short."
            .to_owned(),
        why: format!("{} answers were low in momentum, and every strategy asks on about one idea.", low.len()),
        turns: low,
    })
}

/// Whether a strategy can leave the present idea: it is about the whole or an element, and does not close the interview.
fn eases(strategy: &Strategy) -> bool {
    !strategy.closes && matches!(strategy.focus.kind, FocusKind::Global | FocusKind::Element)
}

/// Whether the interview did not end by its own rules.
fn was_cut_short(interview: &InterviewRecord<'_>) -> bool {
    let reason = interview.outcome.map(|outcome| outcome.reason);
    reason.is_none_or(|reason| reason.is_of_respondent() || reason == StopReason::ClosedByHost)
}

/// Requirements of the method that the answers did not meet, with the turns that asked for them.
fn unmet_requirements(interview: &InterviewRecord<'_>) -> Vec<Improvement> {
    let study = interview.study;
    if was_cut_short(interview) {
        return Vec::new();
    }
    let open = |requirement: &&Requirement| {
        let of_type = |node: &&Node| requirement.types.contains(&node.node_type);
        let found = interview.graph.active_nodes().filter(of_type).count();
        !requirement.each_element && found < requirement.least as usize
    };
    let asked = |requirement: &Requirement| {
        let raised = |turn: &&Turn| {
            let probe = turn.question.probe.as_ref();
            probe.is_some_and(|probe| requirement.raises.contains_key(&probe.strategy))
        };
        interview.turns.iter().filter(raised).map(|turn| turn.turn).collect::<Vec<u32>>()
    };
    let requires = study.methodology.requires.iter().filter(open);
    requires
        .map(|requirement| {
            let turns = asked(requirement);
            let strategies: Vec<&str> = requirement.raises.keys().map(|id| &**id).collect();
            let (what, why) = if turns.is_empty() {
                ("Raise its strategies, or give the interview more turns.", "never asked for".to_owned())
            } else {
                (
                    "Look at the wording of its questions and at how answers are read.",
                    if turns.len() == 1 {
                        "asked for once".to_owned()
                    } else {
                        format!("asked for {} times", turns.len())
                    },
                )
            };
            Improvement {
                part: ImprovementKind::Improve,
                kind: if turns.is_empty() { "selection" } else { "wording" },
                name: requirement.id.to_string(),
                what: what.to_owned(),
                why: format!("Required by the method and not heard, {why} (by {}).", strategies.join(", ")),
                turns,
            }
        })
        .collect()
}

/// Strategies that often came close and were never chosen.
fn near_misses(interview: &InterviewRecord<'_>) -> Vec<Improvement> {
    let study = interview.study;
    let decisions =
        || interview.turns.iter().filter_map(|turn| turn.decision.as_ref().map(|decision| (turn, decision)));
    let is_chosen = |id: &Name| decisions().any(|(_, decision)| decision.chosen.probe.strategy == *id);
    let strategies = study.policy.strategies(&study.methodology);
    let losers = strategies.iter().filter(|strategy| !strategy.closes && !is_chosen(&strategy.id));
    losers
        .filter_map(|strategy| {
            let near: Vec<(u32, f64, &Ranked)> = decisions()
                .filter_map(|(turn, decision)| {
                    let ranked = decision.alternatives.iter().find(|ranked| ranked.probe.strategy == strategy.id)?;
                    let (first, second) = decision.chosen.score.zip(ranked.score)?;
                    (first - second <= close_distance(decision)).then_some((turn.turn, first - second, ranked))
                })
                .collect();
            let (turn, behind, ranked) = near.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
            let brake =
                lowering_term(ranked).map_or_else(String::new, |source| format!(" `{source}` held it back most."));
            (near.len() >= OFTEN).then(|| Improvement {
                part: ImprovementKind::Improve,
                kind: "selection",
                name: strategy.id.to_string(),
                what: "Look at its weights: it came close and was never chosen.".to_owned(),
                why: format!(
                    "Close at {} turns, at best {behind:.2} behind the choice (turn {turn}).{brake}",
                    near.len()
                ),
                turns: near.iter().map(|(turn, ..)| *turn).collect(),
            })
        })
        .collect()
}

/// The distance from the chosen score that counts as close: a fifth of the span of scores, under every policy.
fn close_distance(decision: &Decision) -> f64 {
    let scores = || decision.alternatives.iter().filter_map(|ranked| ranked.score).chain(decision.chosen.score);
    let span = scores().fold(f64::MIN, f64::max) - scores().fold(f64::MAX, f64::min);
    CLOSE * span
}

/// The term that lowered a score most.
fn lowering_term(ranked: &Ranked) -> Option<&str> {
    let lowering = ranked.tally.changes().filter(|(term, change)| term.op != Op::Base && *change < -1e-9);
    lowering.reduce(|most, next| if next.1 < most.1 { next } else { most }).map(|(term, _)| &*term.source)
}

fn ascending(turns: impl Iterator<Item = u32>) -> Vec<u32> {
    turns.collect::<std::collections::BTreeSet<u32>>().into_iter().collect()
}
