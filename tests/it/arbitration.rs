//! Interviews by the policy `arbitration`, as shipped.

use std::{collections::BTreeSet, path::Path};

use querent_engine::{
    engine::{
        dialogue::{Focus, Level},
        graph::{GraphDelta, KnowledgeGraph, Node, Operation},
        id::NodeId,
        interview::{Interview, Step, replay},
        policy::{Decision, Policy, StopReason, Term},
        session::SkipKind,
        state::{InterviewHistory, Situation, State, Trace},
        study::Study,
    },
    studio::documents,
};

use crate::tiny::{answer, question, skip, start};

const ANSWERS: [&str; 12] = [
    "It froths well, so my coffee feels like a treat in the morning.",
    "The creamy texture makes it feel like a small luxury, and that helps me relax.",
    "It is too expensive, because the brand is new.",
    "I feel calm when breakfast is quick, which matters to me since I have kids.",
    "It keeps me full until lunch, so I can concentrate on my work.",
    "I don't know.",
    "The carton is easy to pour, and that saves me time.",
    "I want to be a good parent, because my kids copy what I do.",
    "It tastes a little sweet, and I like that in my tea.",
    "My partner thinks it is thin, so we argue about it.",
    "Nothing else, really.",
    "It is good for the planet, and that gives me a good conscience.",
];

/// The shipped study of oat milk, its next questions chosen by arbitration.
fn study() -> Study {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
    let mut files = documents::folder::folder(&root).unwrap();
    let name = "studies/oat_milk.yaml";
    let written = std::fs::read_to_string(root.join(name)).unwrap();
    let changed = written.replace("policy: signal_pools", "policy: arbitration");
    assert_ne!(written, changed, "the study names another policy by now");
    files.insert(name.to_owned(), changed.into_bytes());
    let mut study = documents::study(&files, name).unwrap_or_else(|findings| panic!("{findings:?}"));
    // The policy by itself: rules of the conversation have their own tests.
    study.methodology.conversation.rules.clear();
    study
}

fn told(study: Study, answers: &[&str]) -> Interview {
    let mut interview = Interview::new(study).unwrap();
    interview.handle(start()).unwrap();
    for (at, text) in (2_000..).zip(answers) {
        if matches!(interview.step(), Step::Ask { .. }) {
            interview.handle(answer(text, at)).unwrap();
        }
    }
    interview
}

#[test]
fn every_score_is_the_last_total_of_its_tally() {
    let interview = told(study(), &ANSWERS);
    let decisions = interview.turns().iter().filter_map(|turn| turn.decision.as_ref());
    let ranked: Vec<_> = decisions.flat_map(|one| std::iter::once(&one.chosen).chain(&one.alternatives)).collect();
    assert!(ranked.len() > ANSWERS.len(), "only {} probes were scored", ranked.len());
    for ranked in ranked.iter().filter(|ranked| ranked.score.is_some()) {
        assert_eq!(ranked.score, Some(ranked.tally.replay()), "{:?}", ranked.probe);
        let is_of_policy = |term: &&Term| !term.source.starts_with("conversation.");
        assert_eq!(ranked.tally.terms.iter().filter(is_of_policy).count(), 10, "a base and nine scorers");
    }
}

#[test]
fn no_question_comes_twice_and_every_one_names_its_focus() {
    let interview = told(study(), &ANSWERS);
    let mut asked = BTreeSet::new();
    for question in interview.turns().iter().filter_map(|turn| turn.next.as_ref()) {
        assert!(asked.insert(question.text.clone()), "asked twice: {}", question.text);
        let probe = question.probe.as_ref().unwrap();
        let is_global = probe.focus == Focus::Global;
        assert!(is_global || question.text.contains(&question.focus), "{} / {}", question.text, question.focus);
    }
    assert!(asked.len() >= 5, "{} questions", asked.len());
}

#[test]
fn an_element_nobody_mentioned_is_raised_before_anything_else() {
    let interview = told(study(), &["Toast with butter."]);
    let decision = interview.turns()[0].decision.as_ref().unwrap();
    assert_eq!(&*decision.chosen.probe.strategy, "ensure_coverage");
    assert!(matches!(decision.chosen.probe.focus, Focus::Gap { .. }));
}

#[test]
fn no_element_is_asked_about_more_than_three_times() {
    let interview = told(study(), &["Hm, nothing much."; 12]);
    let asked = interview.turns().iter().filter_map(|turn| turn.next.as_ref()).filter_map(|next| next.probe.as_ref());
    let elements: Vec<_> = asked.filter_map(|probe| probe.focus.element().cloned()).collect();
    for element in &elements {
        assert!(elements.iter().filter(|other| *other == element).count() <= 3, "{element} in {elements:?}");
    }
}

#[test]
fn a_declined_element_is_left_alone_while_there_is_anything_else() {
    let mut interview = told(study(), &["Toast with butter."]);
    let declined = interview.turns()[0].decision.as_ref().unwrap().chosen.probe.focus.element().cloned().unwrap();
    interview.handle(skip(SkipKind::Declined, 3_000)).unwrap();
    for at in 4_000..4_006 {
        let decision = interview.turns().last().unwrap().decision.as_ref().unwrap();
        assert_ne!(decision.chosen.probe.focus.element(), Some(&declined));
        interview.handle(answer("Hm, nothing much.", at)).unwrap();
    }
}

#[test]
fn the_last_turn_of_the_study_ends_the_interview() {
    let mut study = study();
    study.limits.max_turns = 3;
    let interview = told(study, &ANSWERS);
    let Step::Finished { outcome } = interview.step() else { panic!("still asking: {}", question(&interview)) };
    assert_eq!((outcome.reason, outcome.turns), (StopReason::MaxTurns, 3));
}

#[test]
fn an_interview_replays_without_a_difference() {
    let interview = told(study(), &ANSWERS);
    let session = interview.session();
    let (_, differences) = replay(&session).unwrap();
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn the_record_of_a_turn_shows_the_signals_of_the_policy() {
    let interview = told(study(), &ANSWERS[..2]);
    let signals = &interview.turns()[1].signals;
    for name in ["coverage.open_gaps", "graph.isolated_count", "branch.stale_turns", "momentum.level"] {
        assert!(signals.contains_key(name), "{name} is missing in {signals:?}");
    }
    let levels = [Level::Low, Level::Neutral, Level::High].map(|level| serde_json::to_value(level).unwrap());
    assert!(levels.contains(&serde_json::to_value(&signals["momentum.level"]).unwrap()));
}

#[test]
fn settings_that_cannot_be_meant_are_findings() {
    let Policy::Arbitration(config) = study().policy else { panic!("another policy") };
    assert_eq!(config.validate(), []);
    let mut wrong = *config;
    wrong.scorers.redundancy.weight = 0.0;
    wrong.closing.ratio = 1.5;
    wrong.trackers.node = 0;
    wrong.fallback = "nobody".into();
    let paths: Vec<_> = wrong.validate().into_iter().map(|finding| finding.path).collect();
    assert_eq!(paths, ["fallback", "scorers.redundancy.weight", "closing.ratio", "trackers.node"]);
}

/// What the shipped policy decides on ideas of these types, none of them connected, in a concept without elements.
fn decided_on(node_types: &[&str]) -> Decision {
    let mut study = crate::tiny::study();
    study.concept.elements.clear();
    let mut graph = KnowledgeGraph::default();
    let node = |(index, node_type): (u32, &&str)| Node {
        id: NodeId(index),
        label: format!("idea {index}"),
        node_type: (*node_type).into(),
        turn: 1,
        confidence: 1.0,
        stance: 0,
        ambiguous: false,
        elements: Vec::new(),
        quotes: Vec::new(),
        kind: None,
        saying: None,
        superseded_by: None,
    };
    let operations = (0..).zip(node_types).map(node).map(Operation::AddNode).collect();
    graph.apply(&GraphDelta { operations }).unwrap();
    let state = State::of(&graph, &study.concept, &study.methodology, &study.limits);
    let situation = Situation {
        pack: &study.pack,
        concept: &study.concept,
        methodology: &study.methodology,
        limits: &study.limits,
        graph: &graph,
        state: &state,
        course: &InterviewHistory::default(),
        history: &[],
        turn: 1,
        declined: &[],
        trace: Trace::Whole,
    };
    crate::shipped::policy("arbitration").judge(&situation).unwrap().decision
}

#[test]
fn a_lone_idea_that_could_be_connected_is_asked_about() {
    let decision = decided_on(&["feature", "goal"]);
    assert_eq!(&*decision.chosen.probe.strategy, "connect_isolate");
    assert_eq!(decision.vetoes, []);
}

#[test]
fn lone_ideas_that_nothing_could_be_connected_with_are_set_aside() {
    let decision = decided_on(&["goal", "goal"]);
    assert!(decision.is_fallback);
    assert_eq!((&*decision.chosen.probe.strategy, decision.chosen.score), ("introduce_seed", None));
    let set_aside: Vec<_> = decision.vetoes.iter().filter_map(|one| one.probe.focus.node()).collect();
    assert_eq!(set_aside, [NodeId(1), NodeId(0)], "newest first");
    assert!(decision.vetoes.iter().all(|one| one.tally.is_vetoed()));
}
