//! What would have helped the interviewer, as far as counting tells: what is missing, and what should work better.
//!
//! Invariant: every item names a figure that triggered it and the turns it was counted at.

use std::collections::BTreeMap;

use serde::Serialize;

use super::RuleScore;
use crate::{
    dialogue::Level,
    graph::Node,
    id::{Name, NodeId},
    llm::rules::Linking,
    methodology::{FocusKind, Requirement, Strategy},
    policy::{Decision, Op, Ranked, StopReason},
    session::Turn,
    stages::Investigation,
    state::Ladder,
};

/// Turns at which something has to occur before it is told.
const OFTEN: usize = 3;
/// Rungs from the bottom of a ladder on which an idea may be part of the concept.
const LOW_RUNGS: u32 = 1;
/// Share of the span of scores within which a strategy came close, 0–1.
const CLOSE: f64 = 0.2;
/// Connections the method has no place for, before it is told.
const MISFITS: usize = 2;

/// Whether something lacks, or exists and should work better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The product or the study does not have it.
    Missing,
    /// It is there.
    Improve,
}

/// Something that would have helped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Improvement {
    /// Missing, or to be improved.
    pub part: Part,
    /// `strategy`, `stimulus_element`, `node_or_edge_type`; `selection`, `wording`.
    pub kind: &'static str,
    /// What it is called.
    pub name: String,
    /// What should be done.
    pub what: String,
    /// What was counted.
    pub why: String,
    /// Turns it was counted at, ascending.
    pub turns: Vec<u32>,
}

/// Everything that counting finds, missing things first.
pub fn improvements(interview: &Investigation<'_>) -> Vec<Improvement> {
    let mut found = unmapped(interview);
    found.extend(misfits(interview));
    found.extend(no_easing(interview));
    found.extend(unheard(interview));
    found.extend(never_chosen(interview));
    found
}

impl RuleScore {
    /// The improvement report, Markdown: two numbered lists, "Nothing." where one is empty.
    pub fn improvement_report(&self, interview: &Investigation<'_>) -> String {
        let found = improvements(interview);
        let part = |title: &str, part: Part| {
            let items = found.iter().filter(|item| item.part == part).zip(1..).map(|(item, number)| {
                let Improvement { kind, name, what, why, turns, .. } = item;
                format!("{number}. `{kind}` **{name}**: {what} {why} {}", at(turns))
            });
            let items: Vec<String> = items.collect();
            let list = if items.is_empty() { "Nothing.".to_owned() } else { items.join("\n") };
            format!("**{title}**\n\n{list}")
        };
        format!("{}\n\n{}", part("Missing", Part::Missing), part("Improve", Part::Improve))
    }
}

/// A topic that somebody comes back to and no element covers: words that return in ideas of no element.
///
/// Ideas on the upper rungs of a ladder are left out, since a feeling or a value is no part of the concept.
fn unmapped(interview: &Investigation<'_>) -> Vec<Improvement> {
    let study = interview.study;
    let Some(coverage) = interview.turns.last().map(|turn| &turn.state.coverage) else { return Vec::new() };
    let linked: Vec<NodeId> = coverage.elements.iter().flat_map(|element| element.linked_nodes.clone()).collect();
    let topic = study.pack.content(&format!("{} {}", study.concept.topic, study.concept.name));
    let ladder = Ladder::of(&study.methodology.ontology);
    let is_high = |node: &Node| ladder.is_terminal(&node.node_type) || ladder.rung(&node.node_type) > Some(LOW_RUNGS);
    // Where things are compared, only a thing can be missing among them.
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
    // Said in three ideas, or in two that were voiced again.
    let voiced = |nodes: &[&Node]| nodes.iter().map(|node| node.quotes.len()).sum::<usize>();
    let mut told: Vec<NodeId> = Vec::new();
    let returns = by_stem.into_iter().filter(|(_, nodes)| nodes.len() >= 2 && voiced(nodes) >= OFTEN);
    let mut groups: Vec<(String, Vec<&Node>)> = returns.collect();
    groups.sort_by_key(|(_, nodes)| std::cmp::Reverse(voiced(nodes)));
    let mut found = Vec::new();
    for (stem, nodes) in groups {
        // Stems that occur in the same ideas are one topic.
        if nodes.iter().all(|node| told.contains(&node.id)) {
            continue;
        }
        told.extend(nodes.iter().map(|node| node.id));
        let labels: Vec<String> = nodes.iter().map(|node| format!("“{}”", node.label)).collect();
        found.push(Improvement {
            part: Part::Missing,
            kind: "stimulus_element",
            name: stem,
            what: "Consider an element of the concept for this topic.".to_owned(),
            why: format!("{} ideas belong to no element: {}.", nodes.len(), labels.join(", ")),
            turns: ascending(nodes.iter().flat_map(|node| &node.quotes).map(|quote| quote.turn)),
        });
    }
    found
}

/// Connections between types that the method does not join.
fn misfits(interview: &Investigation<'_>) -> Option<Improvement> {
    let edges: Vec<_> = interview.graph.edges().filter(|edge| !edge.permitted).collect();
    let node_type = |id| interview.graph.node(id).map(|node| node.node_type.clone()).unwrap_or_default();
    let mut pairs: BTreeMap<(Name, Name, Name), u32> = BTreeMap::new();
    for edge in &edges {
        *pairs.entry((node_type(edge.source), edge.edge_type.clone(), node_type(edge.target))).or_default() += 1;
    }
    let pairs: Vec<String> =
        pairs.into_iter().map(|((from, kind, to), count)| format!("{from} {kind} {to} ({count})")).collect();
    (edges.len() >= MISFITS).then(|| Improvement {
        part: Part::Missing,
        kind: "node_or_edge_type",
        name: "connections without a place".to_owned(),
        what: "Permit these pairs in the methodology, or give what is meant a type of its own.".to_owned(),
        why: format!("{} connections fit no permitted pair: {}.", edges.len(), pairs.join(", ")),
        turns: ascending(edges.iter().map(|edge| edge.turn)),
    })
}

/// Tired answers, and no strategy that could have eased off.
fn no_easing(interview: &Investigation<'_>) -> Option<Improvement> {
    let is_low = |turn: &&Turn| {
        let momentum = turn.reading.as_ref().and_then(|reading| reading.momentum.as_ref());
        momentum.is_some_and(|momentum| momentum.level == Level::Low)
    };
    let low: Vec<u32> = interview.turns.iter().filter(is_low).map(|turn| turn.turn).collect();
    let study = interview.study;
    let eases = study.policy.strategies(&study.methodology).iter().any(eases);
    (low.len() >= OFTEN && !eases).then(|| Improvement {
        part: Part::Missing,
        kind: "strategy",
        name: "easing off".to_owned(),
        what: "Add a strategy about the conversation as a whole or about another element, for when answers grow short."
            .to_owned(),
        why: format!("{} answers were low in momentum, and every strategy asks on about one idea.", low.len()),
        turns: low,
    })
}

/// A strategy eases off if it can leave the idea at hand: it is about the whole or about an element, and does not end the
/// interview.
fn eases(strategy: &Strategy) -> bool {
    !strategy.closes && matches!(strategy.focus.kind, FocusKind::Global | FocusKind::Element)
}

/// Whether it broke off: then nobody knows what else would have been heard.
fn was_cut_short(interview: &Investigation<'_>) -> bool {
    let reason = interview.outcome.map(|outcome| outcome.reason);
    reason.is_none_or(|reason| reason.is_of_respondent() || reason == StopReason::ClosedByHost)
}

/// What the method requires and the interview never heard, with the questions that were to bring it.
fn unheard(interview: &Investigation<'_>) -> Vec<Improvement> {
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
                part: Part::Improve,
                kind: if turns.is_empty() { "selection" } else { "wording" },
                name: requirement.id.to_string(),
                what: what.to_owned(),
                why: format!("Required by the method and not heard, {why} (by {}).", strategies.join(", ")),
                turns,
            }
        })
        .collect()
}

/// Strategies that came close again and again and were never chosen. One that was far behind was rightly left alone: most
/// interviews have no occasion for every strategy.
fn never_chosen(interview: &Investigation<'_>) -> Vec<Improvement> {
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
                    (first - second <= reach(decision)).then_some((turn.turn, first - second, ranked))
                })
                .collect();
            let (turn, behind, ranked) = near.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
            let brake =
                heaviest_brake(ranked).map_or_else(String::new, |source| format!(" `{source}` held it back most."));
            (near.len() >= OFTEN).then(|| Improvement {
                part: Part::Improve,
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

/// How far behind still counts as close: a fifth of what lies between the best and the last strategy of a choice, so that
/// it means the same under every policy.
fn reach(decision: &Decision) -> f64 {
    let scores = || decision.alternatives.iter().filter_map(|ranked| ranked.score).chain(decision.chosen.score);
    let span = scores().fold(f64::MIN, f64::max) - scores().fold(f64::MAX, f64::min);
    CLOSE * span
}

/// The term that took most off a score.
fn heaviest_brake(ranked: &Ranked) -> Option<&str> {
    let mut before = 0.0;
    let mut heaviest: Option<(f64, &str)> = None;
    for term in &ranked.tally.terms {
        let change = term.total - before;
        before = term.total;
        if term.op != Op::Base && change < heaviest.map_or(-1e-9, |(most, _)| most) {
            heaviest = Some((change, &term.source));
        }
    }
    heaviest.map(|(_, source)| source)
}

fn ascending(turns: impl Iterator<Item = u32>) -> Vec<u32> {
    turns.collect::<std::collections::BTreeSet<u32>>().into_iter().collect()
}

fn at(turns: &[u32]) -> String {
    let numbers: Vec<String> = turns.iter().map(u32::to_string).collect();
    match numbers.as_slice() {
        [] => String::new(),
        [turn] => format!("(turn {turn})"),
        _ => format!("(turns {})", numbers.join(", ")),
    }
}
