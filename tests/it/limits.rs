//! What cannot be meant is refused where it is written; what can only just be meant still gives a decision.

use std::time::{Duration, Instant};

use querent_engine::{
    engine::{
        diagnostic::Diagnostic,
        dialogue::{Exchange, Reading},
        graph::{DeltaError, Edge, GraphDelta, KnowledgeGraph, Node, Operation},
        id::{EdgeId, NodeId},
        policy::{Decision, Policy, PolicyError},
        state::{InterviewHistory, Situation, State, Trace},
        study::Study,
    },
    studio::documents::{self, Files},
};

use crate::policies::{files, replace, study};

const METHOD: &str = "methodologies/means_end_chain.yaml";
const TWO_TIER: &str = "policies/two_tier.yaml";
const ARBITRATION: &str = "policies/arbitration.yaml";
const POLICIES: [&str; 3] = ["signal_pools", "two_tier", "arbitration"];

fn findings(files: &Files) -> Vec<Diagnostic> {
    documents::resolve(files, "studies/oat_milk.yaml").findings
}

/// The finding in the line of what was changed.
fn finding(name: &str, from: &str, to: &str) -> Diagnostic {
    let policy = [TWO_TIER, ARBITRATION].iter().position(|policy| *policy == name).map_or(0, |at| at + 1);
    let mut files = files(POLICIES[policy]);
    let text = String::from_utf8(files.get(name).unwrap().to_vec()).unwrap();
    let start = text.find(from).unwrap_or_else(|| panic!("{name} has no `{from}`"));
    let line = text[..start].matches('\n').count() + 1 + usize::from(from.starts_with('\n'));
    replace(&mut files, name, from, to);
    let findings = findings(&files);
    let here = |found: &&Diagnostic| found.file.ends_with(name) && found.place.line as usize == line;
    let found = findings.iter().find(here);
    found.unwrap_or_else(|| panic!("nothing is found in line {line} of {name}, but {findings:#?}")).clone()
}

#[test]
fn an_unknown_name_is_found_where_it_stands_with_the_one_that_was_meant() {
    for (name, from, to, meant) in [
        (METHOD, "graph.max_depth: -0.3", "graph.max_dept: -0.3", "graph.max_depth"),
        (METHOD, "tactics: [laddering, context", "tactics: [ladering, context", "laddering"),
        (METHOD, "focus: {kind: node, exclude_terminal", "focus: {kind: nod, exclude_terminal", "node"),
        (METHOD, "      explore: 1.5", "      explor: 1.5", "explore"),
        (TWO_TIER, "- id: coverage_gap", "- id: coverage_gp", "coverage_gap"),
        (TWO_TIER, "- id: element_exhausted", "- id: element_exausted", "element_exhausted"),
        (TWO_TIER, "use_llm_signals: true\n      exempt", "use_llm_signal: true\n      exempt", "use_llm_signals"),
        (TWO_TIER, "fallback: [closing, reflection", "fallback: [closing, reflextion", "reflection"),
        (TWO_TIER, "exploratory: {deepen", "exploratory: {depen", "deepen"),
        (TWO_TIER, "  focused: {deepen", "  focussed: {deepen", "focused"),
        (TWO_TIER, "strategy_weights: {deepen", "strategy_weights: {depen", "deepen"),
        (TWO_TIER, "select: most_recent}", "select: most_resent}", "most_recent"),
        (TWO_TIER, "focus_type: depth_exploration", "focus_type: dept_exploration", "depth_exploration"),
        (ARBITRATION, "signal: coverage.open_gaps", "signal: coverage.open_gap", "coverage.open_gaps"),
        (ARBITRATION, "focus: open_gap", "focus: open_gab", "open_gap"),
        (ARBITRATION, "tactics: [open_element_probe", "tactics: [open_elment_probe", "open_element_probe"),
        (ARBITRATION, "\nstrategies:", "\nscorers: {redundency: {}}\nstrategies:", "redundancy"),
        (ARBITRATION, "\nstrategies:", "\nfallback: introduce_sed\nstrategies:", "introduce_seed"),
    ] {
        let found = finding(name, from, to);
        let hint = found.hint.clone().unwrap_or_default();
        assert!(found.is_error() && hint.contains(&format!("did you mean `{meant}`?")), "{name}, {to}: {found}");
    }
}

#[test]
fn an_unknown_policy_is_found_with_the_one_that_was_meant() {
    let mut files = files("signal_pools");
    replace(&mut files, "studies/oat_milk.yaml", "policy: signal_pools", "policy: two_teir");
    let findings = findings(&files);
    assert!(findings[0].to_string().contains("did you mean `two_tier`?"), "{findings:?}");
}

#[test]
fn a_weight_out_of_range_is_found_where_it_stands() {
    for (name, from, to) in [
        (METHOD, "      explore: 1.5", "      explore: -1.5"),
        (METHOD, "graph.max_depth: -0.3", "graph.max_depth: .inf"),
        (METHOD, "    base: -1.81", "    base: .nan"),
        (TWO_TIER, "strategy_weights: {default: 0.15}", "strategy_weights: {default: -0.15}"),
        (TWO_TIER, "strategy_weights: {default: 0.15}", "strategy_weights: {default: .nan}"),
        (TWO_TIER, "exploratory: {deepen: 0.8", "exploratory: {deepen: -0.8"),
        (TWO_TIER, "min_confidence: 0.5", "min_confidence: .inf"),
        (ARBITRATION, "\nstrategies:", "\nscorers: {redundancy: {weight: 2}}\nstrategies:"),
        (ARBITRATION, "\nstrategies:", "\nscorers: {branch_health: {breadth_boost: -1}}\nstrategies:"),
        (ARBITRATION, "\nstrategies:", "\nscorers: {branch_health: {breadth_boost: .nan}}\nstrategies:"),
        (ARBITRATION, "\nstrategies:", "\nplausibility_limit: 1.5\nstrategies:"),
    ] {
        assert!(finding(name, from, to).is_error(), "{name}, {to}");
    }
}

#[test]
fn a_phase_that_leaves_no_strategy_is_refused() {
    let late = "      reflect: 1.2\n      revitalize: 1.2\n      deepen: 0.5\n      explore: 0.3\n      cover_element: 1.3\n      close: 1\n";
    let none = ["reflect", "revitalize", "deepen", "explore", "cover_element", "close", "clarify"];
    let none: String = none.map(|id| format!("      {id}: 0\n")).concat();
    assert_eq!(finding(METHOD, late, &none).code, "no_strategy_allowed");
    let ids = "deepen: 0.3, broaden: 0.2, cover_element: 0.5, bridge: 0.3, contrast: 0.5, synthesis: 1.3, closing: 1.5, ease: 1.0, reflection: 0.3";
    let none: Vec<String> = ids.split(", ").map(|one| format!("{}: 0", one.split(':').next().unwrap())).collect();
    let found = finding(TWO_TIER, ids, &none.join(", "));
    assert!(found.is_error() && found.message.contains("`closing`"), "{found}");
}

#[test]
fn rungs_may_share_a_level_but_the_lowest_is_no_end() {
    let mut shared = files("signal_pools");
    replace(&mut shared, METHOD, "      level: 2\n", "      level: 1\n");
    assert_eq!(findings(&shared), []);
    let found = finding(METHOD, "      level: 1\n", "      terminal: true\n      level: 1\n");
    assert_eq!(found.code, "terminal_at_lowest_level", "{found}");
}

fn node(id: u32, node_type: &str) -> Operation {
    Operation::AddNode(Node {
        id: NodeId(id),
        label: format!("creamy idea {id}"),
        node_type: node_type.into(),
        turn: 1,
        confidence: 0.8,
        stance: 0,
        ambiguous: false,
        elements: Vec::new(),
        quotes: Vec::new(),
        kind: None,
        saying: None,
        superseded_by: None,
    })
}

fn edge(id: u32, source: u32, target: u32) -> Operation {
    Operation::AddEdge(Edge {
        id: EdgeId(id),
        source: NodeId(source),
        target: NodeId(target),
        edge_type: "leads_to".into(),
        turn: 1,
        confidence: 0.8,
        permitted: true,
        quotes: Vec::new(),
    })
}

/// A graph of this many nodes, types in turn, with edges between these.
fn graph(nodes: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> KnowledgeGraph {
    let types =
        ["attribute", "functional_consequence", "psychosocial_consequence", "instrumental_value", "terminal_value"];
    let nodes = (0..nodes).map(|id| node(id, types[id as usize % types.len()]));
    let edges = (0..).zip(edges).map(|(id, (source, target))| edge(id, source, target));
    let mut graph = KnowledgeGraph::default();
    graph.apply(&GraphDelta { operations: nodes.chain(edges).collect() }).unwrap();
    graph
}

/// The decision after one answer that brought the whole graph.
fn decide(study: &Study, graph: &KnowledgeGraph) -> Result<Decision, PolicyError> {
    let state = State::of(graph, &study.concept, &study.methodology, &study.limits);
    let exchange = Exchange {
        turn: 1,
        question: study.texts.opening[0].clone(),
        probe: None,
        answer: Some("It is creamy, and that matters to me.".to_owned()),
        reading: Some(Reading::default()),
        new_nodes: graph.nodes().map(|node| node.id).collect(),
        new_edges: graph.edges().map(|edge| edge.id).collect(),
        mentioned_nodes: Vec::new(),
        refined_nodes: Vec::new(),
        reactions: Vec::new(),
        understood: Vec::new(),
        interest: Vec::new(),
    };
    let mut course = InterviewHistory::default();
    course.record(&exchange, &state);
    let judged = study.policy.judge(&Situation {
        pack: &study.pack,
        concept: &study.concept,
        methodology: &study.methodology,
        limits: &study.limits,
        graph,
        state: &state,
        course: &course,
        history: &[exchange],
        turn: 1,
        declined: &[],
        trace: Trace::Whole,
    });
    judged.map(|judgement| judgement.decision)
}

fn decides(policy: &str, graph: &KnowledgeGraph) {
    let study = study(&files(policy));
    let began = Instant::now();
    let decision = decide(&study, graph).unwrap_or_else(|error| panic!("{policy}: {error}"));
    let took = began.elapsed();
    let score = decision.chosen.score.expect("a probe is scored");
    assert!(score.is_finite() && score.to_bits() == decision.chosen.tally.replay().to_bits(), "{policy}: {score}");
    assert!(took < Duration::from_secs(30), "{policy} took {took:?}");
}

#[test]
fn a_graph_of_thirty_thousand_nodes_gives_a_decision_in_time() {
    let nodes = 30_000;
    let chain = (1..nodes).map(|id| (id - 1, id));
    let star = (1..nodes).step_by(7).map(|id| (id, 0));
    let graph = graph(nodes, chain.chain(star));
    for policy in POLICIES {
        decides(policy, &graph);
    }
}

#[test]
fn thirty_thousand_nodes_without_an_edge_give_a_decision_in_time() {
    let graph = graph(30_000, []);
    for policy in POLICIES {
        decides(policy, &graph);
    }
}

#[test]
fn parallel_edges_and_loops_give_a_decision() {
    let parallel = (0..500).map(|_| (0, 1));
    let back = (0..50).map(|_| (1, 0));
    let loops = (0..6).map(|id| (id, id));
    let graph = graph(6, parallel.chain(back).chain(loops));
    for policy in POLICIES {
        decides(policy, &graph);
    }
}

#[test]
fn nothing_said_yet_gives_a_decision_too() {
    for policy in POLICIES {
        let study = study(&files(policy));
        assert!(decide(&study, &KnowledgeGraph::default()).is_ok(), "{policy}");
    }
}

#[test]
fn an_edge_to_nowhere_is_refused_and_changes_nothing() {
    let mut graph = graph(2, [(0, 1)]);
    let dangling = GraphDelta { operations: vec![node(2, "attribute"), edge(1, 2, 77)] };
    assert_eq!(graph.apply(&dangling), Err(DeltaError::UnknownNode(NodeId(77))));
    assert_eq!((graph.node_count(), graph.edge_count()), (2, 1));
    for policy in POLICIES {
        decides(policy, &graph);
    }
}

#[test]
fn a_number_that_is_none_is_an_error_that_names_where_it_came_from() {
    let graph = graph(6, [(0, 1), (1, 2)]);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for policy in POLICIES {
            let mut study = study(&files(policy));
            match &mut study.policy {
                Policy::SignalPools(_) => {
                    study.methodology.strategies.iter_mut().for_each(|strategy| strategy.base = bad);
                }
                Policy::TwoTier(config) => {
                    config.scorers[0].strategy_weights.values_mut().for_each(|weight| *weight = bad);
                }
                Policy::Arbitration(config) => config.scorers.redundancy.weight = bad,
            }
            let error = decide(&study, &graph).expect_err(policy);
            assert!(matches!(error, PolicyError::NotFinite { .. }), "{policy}, {bad}: {error}");
        }
    }
}
