//! What the policy answers to a scenario, in the form of the vectors.

use querent_engine::engine::{
    dialogue::{Focus, GapKind, Level, Probe},
    policy::{
        Op, Ranked, StopReason,
        arbitration::{
            ArbitrationSelection, ElementGap, EngagementState, Issue, RequiredCoverage, RequiredElement, View, density,
            isolation_ratio, scorers::Rated,
        },
    },
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::scenario::{Event, Overrides, Scenario, Stage, config, understanding};

pub(super) fn graph_state(scenario: &Scenario) -> Value {
    let mut stage = Stage::of(scenario);
    let names = Stage::of(scenario);
    let facts = stage.facts();
    let view = View::of(&facts);
    let structure = &view.structure;
    let nodes = |ids: &[_]| ids.iter().map(|id| names.node_name(*id)).collect::<Vec<_>>();
    let edges: Vec<_> = structure.invalid_edges.iter().map(|id| names.edge_name(*id)).collect();
    json!({
        "isolated": nodes(&structure.isolated),
        "ambiguous": nodes(&structure.ambiguous),
        "terminal": nodes(&structure.terminal),
        "unexplored": nodes(&structure.unexplored),
        "invalid_edges": edges,
        "active_branch": (!structure.branch.is_empty()).then(|| nodes(&structure.branch)),
        "branch_depth": structure.branch.len(),
        "total_nodes": facts.graph.nodes().len(),
        "total_edges": facts.graph.edges().len(),
        "isolation_ratio": isolation_ratio(structure, &facts.graph),
        "density": density(&facts.graph),
        "has_structural_issues": structure.issue().is_some(),
        "priority_issue": structure.issue().map(Issue::as_str),
    })
}

pub(super) fn coverage_gaps(scenario: &Scenario) -> Value {
    let mut names = Stage::of(scenario);
    let mut stage = Stage::of(scenario);
    let mut facts = stage.facts();
    for event in &scenario.events {
        match event {
            Event::Map { element, node } => {
                let node = names.node(node);
                facts.coverage.link(element, node, &facts.graph);
            }
            Event::Reaction { element, value } => facts.coverage.record_reaction(element, *value),
            Event::Comprehension { element, value } => {
                facts.coverage.record_understanding(element, understanding(*value));
            }
            Event::Focus { element } => facts.coverage.record_question(element),
        }
    }
    let view = View::of(&facts);
    let coverage = &facts.coverage;
    let each = |value: &dyn Fn(&RequiredElement) -> Value| -> Value {
        coverage.elements().iter().map(|element| (element.id.to_string(), value(element))).collect::<Map<_, _>>().into()
    };
    let (focus_counts, exhausted) = counts(coverage, scenario);
    json!({
        "gaps": view.gaps.iter().map(gap).collect::<Vec<_>>(),
        "non_exhausted_gaps": view.open_gaps().map(gap).collect::<Vec<_>>(),
        "satisfied": view.gaps.is_empty(),
        "mappings": each(&|one| one.nodes.iter().map(|id| names.node_name(*id)).collect::<Vec<_>>().into()),
        "reactions": each(&|one| json!(one.reaction)),
        "comprehension": each(&|one| (one.understood == understanding(true)).into()),
        "focus_counts": focus_counts,
        "exhausted": exhausted,
        "closing_ratio": coverage.closing_ratio(&view.gaps),
        "coverage_ratio": coverage.ratio(&view.gaps),
    })
}

fn gap(gap: &ElementGap) -> Value {
    let mut value = focus_value(&gap.focus(), None);
    value.as_object_mut().unwrap().remove("kind");
    value
}

/// Counters of focus and the exhausted elements. What a scenario says of elements it does not have passes through.
fn counts(coverage: &RequiredCoverage, scenario: &Scenario) -> (Value, Value) {
    let (mut counts, mut exhausted) = scenario.focus_record();
    for element in coverage.elements() {
        if element.focus_count > 0 {
            counts.insert(element.id.to_string(), element.focus_count);
        }
        if element.is_exhausted && !exhausted.contains(&element.id.to_string()) {
            exhausted.push(element.id.to_string());
        }
    }
    (json!(counts), json!(exhausted))
}

/// A focus as the vectors write it. Names of nodes are needed only where it may be about one.
fn focus_value(focus: &Focus, names: Option<&Stage<'_>>) -> Value {
    let node = |id: &_| names.unwrap().node_name(*id);
    match focus {
        Focus::Global => json!({"kind": "none"}),
        Focus::Node { node: id } => json!({"kind": "node", "node": node(id)}),
        Focus::Pair { a, b, edge } => {
            let mut value = json!({"kind": "node_pair", "nodes": [node(a), node(b)]});
            if let Some(edge) = edge {
                value["edge"] = names.unwrap().edge_name(*edge).into();
            }
            value
        }
        Focus::Gap { element, gap, target } => {
            let kind = match gap {
                GapKind::Unmentioned => "unmentioned",
                GapKind::NoReaction => "no_reaction",
                GapKind::NoComprehension => "no_comprehension",
                GapKind::Unconnected => "unconnected",
            };
            let mut value = json!({"kind": "gap", "element": element, "gap": kind});
            if let Some(target) = target {
                value["target"] = json!(target);
            }
            value
        }
        Focus::Element { element } => json!({"kind": "element", "element": element}),
        Focus::Nodes { .. } => panic!("this policy has no such focus"),
    }
}

pub(super) fn scorer(scenario: &Scenario) -> Value {
    let config = config(scenario);
    let mut stage = Stage::of(scenario);
    let wanted = scenario.probe.as_ref().unwrap();
    let probe: Probe = stage.probe(&wanted.strategy, &wanted.focus);
    let facts = stage.facts();
    let view = View::of(&facts);
    let tactics = config.strategies.find(&wanted.strategy).map(|(strategy, _)| strategy.tactics.clone());
    let rated = Rated { probe: &probe, tactics: &tactics.unwrap_or_default(), view: &view };
    let scorer = config.scorers.each().find(|scorer| scorer.id == wanted.scorer).unwrap();
    json!({"multiplier": scorer.rule.multiplier(&rated)})
}

pub(super) fn selection(scenario: &Scenario) -> Value {
    let config = config(scenario);
    let names = Stage::of(scenario);
    let mut stage = Stage::of(scenario);
    let mut facts = stage.facts();
    let view = View::of(&facts);
    let selection = ArbitrationSelection::of(&config, &view).unwrap();
    let winner = selection.winner().cloned();
    if let Some(Ranked { probe: Probe { focus: Focus::Gap { element, .. }, .. }, .. }) = &winner {
        facts.coverage.record_question(element);
    }
    let (focus_counts, exhausted) = counts(&facts.coverage, scenario);
    let candidates: Vec<Value> = selection.candidates.iter().map(|ranked| candidate(ranked, &names)).collect();
    let focus = winner.as_ref().map_or(Focus::Global, |winner| winner.probe.focus.clone());
    json!({
        "applicable": selection.applicable,
        "candidates": candidates,
        "fallback": winner.is_none(),
        "winner": winner.as_ref().map_or(&config.fallback, |winner| &winner.probe.strategy),
        "focus": focus_value(&focus, Some(&names)),
        "score": winner.as_ref().and_then(|winner| winner.score),
        "coverage_after": {"focus_counts": focus_counts, "exhausted": exhausted},
    })
}

fn candidate(ranked: &Ranked, names: &Stage<'_>) -> Value {
    let terms = ranked.tally.terms.iter().filter(|term| term.op == Op::Multiply);
    let multipliers: Map<String, Value> = terms.map(|term| (term.source.to_string(), json!(term.raw))).collect();
    json!({
        "strategy": ranked.probe.strategy,
        "focus": focus_value(&ranked.probe.focus, Some(names)),
        "multipliers": multipliers,
        "score": ranked.tally.replay(),
    })
}

pub(super) fn closing(scenario: &Scenario) -> Value {
    let config = config(scenario);
    let mut stage = Stage::of(scenario);
    let facts = stage.facts();
    let reason = config.closing.reason(&View::of(&facts)).map(|reason| match reason {
        StopReason::MaxTurns => json!("max_turns_reached"),
        other => json!(other),
    });
    json!({"close": reason.is_some(), "reason": reason})
}

#[derive(Deserialize)]
pub(super) struct Levels {
    levels: Vec<Level>,
    #[serde(default)]
    config: Overrides,
}

pub(super) fn momentum(input: &Levels) -> Value {
    let mut engagement = EngagementState::default();
    let after = input.levels.iter().map(|level| {
        engagement.assess(*level);
        let is_fatigued = engagement.is_fatigued(input.config.fatigue_threshold.unwrap_or(3));
        json!({"consecutive_low": engagement.consecutive_low, "fatigued": is_fatigued})
    });
    json!({"after_each": after.collect::<Vec<_>>()})
}
