//! What a model reads of an answer arrives where the next question is chosen.

use querent_engine::engine::{
    dialogue::{Exchange, Reading},
    graph::{GraphDelta, KnowledgeGraph, Node, Operation, Quote},
    id::NodeId,
    model::Task,
    policy::{Decision, Policy, Ranked},
    state::{InterviewHistory, Situation, State, Trace},
    study::Study,
};
use serde_json::json;

use super::Scene;
use crate::policies::{files, replace, study};

const ANSWER: &str = "It is thick and sort of rich, I could not say more about it really.";

/// What a model makes of the answer.
fn reading(parts: &[(Task, &str)], isolates: &[&str]) -> Reading {
    let isolates = isolates.iter().map(|label| (*label).to_owned()).collect();
    Scene { qualitative: true, isolates, ..Scene::new(ANSWER) }.read(parts).reading
}

fn exchange(turn: u32, reading: Reading) -> Exchange {
    Exchange {
        turn,
        question: "What comes to mind?".to_owned(),
        probe: None,
        answer: Some(ANSWER.to_owned()),
        reading: Some(reading),
        new_nodes: if turn == 1 { vec![NodeId(0), NodeId(1)] } else { Vec::new() },
        new_edges: Vec::new(),
        mentioned_nodes: Vec::new(),
        refined_nodes: Vec::new(),
        reactions: Vec::new(),
        understood: Vec::new(),
        interest: Vec::new(),
    }
}

/// The decision after answers that were read so; the first brought two ideas of these types, not connected.
fn decide(study: &Study, types: [&str; 2], readings: Vec<Reading>) -> Decision {
    let mut graph = KnowledgeGraph::default();
    let node = |(index, (label, node_type)): (u32, (&str, &str))| {
        Operation::AddNode(Node {
            id: NodeId(index),
            label: label.to_owned(),
            node_type: node_type.into(),
            turn: 1,
            confidence: 0.9,
            stance: 0,
            ambiguous: false,
            elements: Vec::new(),
            quotes: vec![Quote { turn: 1, start: 0, end: 2 }],
            kind: None,
            saying: None,
            superseded_by: None,
        })
    };
    let nodes = (0..).zip(["Thick", "Rich"].into_iter().zip(types));
    graph.apply(&GraphDelta { operations: nodes.map(node).collect() }).unwrap();
    let state = State::of(&graph, &study.concept, &study.methodology, &study.limits);
    let history: Vec<Exchange> = (1..).zip(readings).map(|(turn, reading)| exchange(turn, reading)).collect();
    let mut course = InterviewHistory::default();
    for exchange in &history {
        course.record(exchange, &state);
    }
    let situation = Situation {
        pack: &study.pack,
        concept: &study.concept,
        methodology: &study.methodology,
        limits: &study.limits,
        graph: &graph,
        state: &state,
        course: &course,
        history: &history,
        turn: u32::try_from(history.len()).unwrap(),
        declined: &[],
        trace: Trace::Whole,
    };
    study.policy.judge(&situation).unwrap().decision
}

const ATTRIBUTES: [&str; 2] = ["attribute", "attribute"];

fn all(decision: &Decision) -> impl Iterator<Item = &Ranked> {
    [&decision.chosen].into_iter().chain(&decision.alternatives).chain(&decision.vetoes)
}

/// What a scorer or gate of a strategy put on its tally, in all probes shown.
fn raw(decision: &Decision, strategy: &str, source: &str) -> Vec<Option<f64>> {
    let probes = all(decision).filter(|ranked| &*ranked.probe.strategy == strategy);
    probes.flat_map(|ranked| &ranked.tally.terms).filter(|term| term.source == source).map(|term| term.raw).collect()
}

#[test]
fn what_a_model_reads_of_the_ceiling_arrives_on_the_tally_once_the_policy_turns_it_on() {
    let reply = json!({"knowledge_ceiling": {"is_terminal": true, "response_type": "terminal", "confidence": 0.9}});
    let read = reading(&[(Task::QualitativeSignals, &reply.to_string())], &[]);
    let on = study(&files("two_tier"));
    let vetoed = |decision: &Decision| !raw(decision, "deepen", "knowledge_ceiling").is_empty();
    assert!(vetoed(&decide(&on, ATTRIBUTES, vec![read.clone()])), "the shipped policy reads it");
    assert!(!vetoed(&decide(&on, ATTRIBUTES, vec![Reading::default()])), "nothing was read");
    assert!(
        !vetoed(&decide(&on, ATTRIBUTES, vec![read.clone(), Reading::default()])),
        "it was read of an earlier answer"
    );
    let mut off = on.clone();
    let Policy::TwoTier(config) = &mut off.policy else { panic!("another policy") };
    config.signals.enabled = false;
    assert!(!vetoed(&decide(&off, ATTRIBUTES, vec![read.clone()])), "the policy reads no signals");
    let mut unflagged = files("two_tier");
    let flag = "- id: knowledge_ceiling\n    params:\n      use_llm_signals: ";
    replace(&mut unflagged, "policies/two_tier.yaml", &format!("{flag}true"), &format!("{flag}false"));
    assert!(!vetoed(&decide(&study(&unflagged), ATTRIBUTES, vec![read])), "the gate reads no signals");
}

#[test]
fn the_ambiguity_a_model_saw_is_rated_in_bands_and_words_are_counted_where_it_saw_none() {
    let mut study = study(&files("two_tier"));
    let Policy::TwoTier(config) = &mut study.policy else { panic!("another policy") };
    config.selection.alternatives_count = 100;
    config.selection.alternatives_min_score = 0.0;
    let rated = |parts: &[(Task, &str)]| {
        let decision = decide(&study, ATTRIBUTES, vec![reading(parts, &[])]);
        raw(&decision, "deepen", "ambiguity").into_iter().flatten().next()
    };
    for (ambiguity, band) in [(0.1, 0.9), (0.2, 1.2), (0.5, 1.5)] {
        let reply = json!({"ambiguity": ambiguity, "reasoning": "r"}).to_string();
        assert_eq!(rated(&[(Task::Ambiguity, &reply)]), Some(band), "{ambiguity}");
    }
    let by_words = rated(&[]);
    assert_eq!(by_words, Some(1.2), "one hedge, and confidence between the thresholds");
    assert_eq!(rated(&[(Task::Ambiguity, "{\"ambiguity\": 1.7}")]), by_words, "a value that is none");
}

#[test]
fn an_isolated_idea_is_asked_about_where_the_model_finds_it_more_plausible_than_not() {
    let mut study = study(&files("arbitration"));
    study.concept.elements.clear();
    study.methodology.conversation.rules.clear();
    let decided = |types: [&str; 2], rating: Option<f64>| {
        let ratings = rating.map(|rating| {
            json!({"connections": [{"label": "rich", "plausibility": rating}, {"label": "thick", "plausibility": rating}]})
        });
        let reply = ratings.map(|ratings| ratings.to_string()).unwrap_or_default();
        let parts: &[(Task, &str)] = &[(Task::PlausibilityCheck, &reply)];
        let decision = decide(&study, types, vec![reading(parts, &["Thick", "Rich"])]);
        (&*decision.chosen.probe.strategy == "connect_isolate", raw(&decision, "connect_isolate", "plausibility"))
    };
    let joinable = ["attribute", "functional_consequence"];
    assert_eq!(decided(joinable, None), (true, vec![]), "the ontology joins the types");
    assert_eq!(decided(joinable, Some(0.51)), (true, vec![]));
    assert_eq!(decided(joinable, Some(0.5)), (false, vec![Some(0.5); 2]), "viable is above the half");
    let apart = ["terminal_value", "terminal_value"];
    assert_eq!(decided(apart, Some(0.9)), (true, vec![]), "the model knows better than the ontology");
}
