//! What holds for every policy: in any interview, and for strategies that documents bring along.

use std::{collections::BTreeSet, sync::LazyLock};

use proptest::prelude::*;
use querent_engine::{
    engine::{
        interview::{Interview, Step},
        policy::Ranked,
        session::{SkipKind, Turn},
        study::Study,
    },
    studio::documents::{self, Files, folder},
};

use crate::{
    program::root,
    tiny::{answer, skip, start},
};

const STUDY: &str = "studies/oat_milk.yaml";
const POLICIES: [&str; 4] = ["signal_pools", "two_tier", "two_tier_uniform", "arbitration"];

/// The shipped documents, the study of oat milk with this policy.
pub(crate) fn files(policy: &str) -> Files {
    let mut files = folder::folder(&root().join("config")).unwrap();
    replace(&mut files, STUDY, "\npolicy: signal_pools\n", &format!("\npolicy: {policy}\n"));
    files
}

/// Changes a document.
pub(crate) fn replace(files: &mut Files, name: &str, from: &str, to: &str) {
    let text = String::from_utf8(files.get(name).unwrap().to_vec()).unwrap();
    assert!(text.contains(from), "{name} has no `{from}`");
    files.insert(name, text.replacen(from, to, 1));
}

/// The study of these documents.
pub(crate) fn study(files: &Files) -> Study {
    documents::study(files, STUDY).unwrap_or_else(|findings| panic!("{findings:#?}"))
}

static STUDIES: LazyLock<Vec<Study>> = LazyLock::new(|| POLICIES.map(|policy| study(&files(policy))).into());

/// What a respondent does.
#[derive(Clone, Debug)]
enum Act {
    Answer(String),
    Skip(SkipKind),
}

/// Words the rules know and words they do not, in any order.
fn acts() -> impl Strategy<Value = Vec<Act>> {
    let words = prop::sample::select(vec![
        "I",
        "it",
        "feel",
        "good",
        "because",
        "so",
        "creamy",
        "texture",
        "coffee",
        "the",
        "planet",
        "health",
        "cheap",
        "expensive",
        "my",
        "kids",
        "calm",
        "never",
        "not",
        "like",
        "hate",
        "maybe",
        "morning",
        "treat",
        "is",
        "makes",
        "means",
        "that",
        "which",
        "helps",
        "me",
        "relax",
        "dairy",
        "but",
        "when",
        "sugar",
        ".",
        ",",
        "?",
        "guilt",
        "family",
        "time",
        "xyzzy",
        "taste",
        "froth",
        "sort of",
        "I don't know",
        "really important to me",
    ]);
    let text = prop::collection::vec(words, 1..30).prop_map(|words| words.join(" "));
    let act = prop_oneof![
        8 => text.prop_map(Act::Answer),
        1 => Just(Act::Answer("I don't know.".to_owned())),
        1 => prop::sample::select(vec![SkipKind::Skipped, SkipKind::Declined]).prop_map(Act::Skip),
    ];
    prop::collection::vec(act, 1..14)
}

fn held(study: &Study, acts: &[Act]) -> Interview {
    let mut interview = Interview::new(study.clone()).unwrap();
    interview.handle(start()).unwrap();
    for (at, act) in (2_000..).zip(acts) {
        if !matches!(interview.step(), Step::Ask { .. }) {
            break;
        }
        let input = match act {
            Act::Answer(text) => answer(text, at),
            Act::Skip(kind) => skip(*kind, at),
        };
        interview.handle(input).unwrap();
    }
    interview
}

fn every_probe(turn: &Turn) -> impl Iterator<Item = &Ranked> {
    let decision = turn.decision.iter();
    decision.flat_map(|one| std::iter::once(&one.chosen).chain(&one.alternatives).chain(&one.vetoes))
}

fn check(ranked: &Ranked) {
    let tally = &ranked.tally;
    assert_eq!(tally.replay().to_bits(), tally.total().to_bits(), "{ranked:#?}");
    assert!(
        tally.terms.iter().all(|term| term.total.is_finite() && term.raw.is_none_or(f64::is_finite)),
        "{ranked:#?}"
    );
    if let Some(score) = ranked.score {
        assert_eq!(score.to_bits(), tally.replay().to_bits(), "{ranked:#?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..Default::default() })]

    #[test]
    fn in_any_interview_a_score_is_its_tally_and_no_question_comes_twice(acts in acts()) {
        for study in STUDIES.iter() {
            let interview = held(study, &acts);
            let mut asked: BTreeSet<&str> = BTreeSet::new();
            for turn in interview.turns() {
                every_probe(turn).for_each(check);
                assert!(asked.insert(&turn.question.text), "asked twice: {}", turn.question.text);
            }
            if let Step::Ask { question, .. } = interview.step() {
                assert!(!asked.contains(&*question.text), "asked twice: {}", question.text);
            }
        }
    }
}

const SAID: [&str; 11] = [
    "It froths well, so my coffee feels like a treat in the morning.",
    "The creamy texture makes it feel like a small luxury, and that helps me relax.",
    "It is too expensive, because the brand is new.",
    "I feel calm when breakfast is quick, which matters to me since I have kids.",
    "It keeps me full until lunch, so I can concentrate on my work.",
    "The carton is easy to pour, and that saves me time.",
    "I want to be a good parent, because my kids copy what I do.",
    "It tastes a little sweet, and I like that in my tea.",
    "My partner thinks it is thin, so we argue about it.",
    "Nothing else, really.",
    "It is good for the planet, and that gives me a good conscience.",
];

/// Turns on which a strategy was chosen, with the question it asked.
fn won(interview: &Interview, strategy: &str) -> Vec<(u32, String)> {
    let chosen = |turn: &&Turn| {
        turn.decision.as_ref().is_some_and(|decision| {
            &*decision.chosen.probe.strategy == strategy && !decision.is_fallback && decision.chosen.score.is_some()
        })
    };
    let question = |turn: &Turn| turn.next.as_ref().map(|next| (turn.turn, next.text.clone()));
    interview.turns().iter().filter(chosen).filter_map(question).collect()
}

fn wins_a_turn(files: &Files, strategy: &str, asks: &str) {
    let acts: Vec<Act> = SAID.iter().map(|text| Act::Answer((*text).to_owned())).collect();
    let study = study(files);
    assert!(study.policy.strategy(&study.methodology, strategy).is_some());
    let interview = held(&study, &acts);
    let won = won(&interview, strategy);
    assert!(!won.is_empty(), "`{strategy}` never wins");
    assert!(won.iter().all(|(_, question)| question.contains(asks)), "{won:?}");
}

/// A tactic of six questions that start alike.
fn tactic(id: &str, kind: &str, asks: &str) -> String {
    let ends = ["a year ago?", "as a child?", "abroad?", "at work?", "on a Sunday?", "with a guest?"];
    let questions = ends.map(|end| format!("          - {asks} {end}\n")).concat();
    format!(
        "  - id: {id}\n    description: Sets the scene anew.\n    questions:\n      en:\n        {kind}:\n{questions}"
    )
}

#[test]
fn a_tenth_strategy_of_two_tier_is_one_entry_in_yaml() {
    let name = "policies/two_tier.yaml";
    let mut files = files("two_tier");
    assert_eq!(study(&files).policy.strategies(&study(&files).methodology).len(), 9);
    let strategy = "\nstrategies:
  - id: imagine
    description: Sets the scene anew.
    type_category: imagination
    tactics: [scene]
    focus:
      - {focus_type: breadth_exploration, target: {kind: none}, description: \"Imagine {concept} elsewhere\"}
";
    replace(&mut files, name, "\nstrategies:\n", strategy);
    replace(&mut files, name, "\ntactics:\n", &format!("\ntactics:\n{}", tactic("scene", "global", "How was it")));
    replace(&mut files, name, "\n  focused: {", "\n  focused: {imagine: 1.7, ");
    assert_eq!(study(&files).policy.strategies(&study(&files).methodology).len(), 10);
    wins_a_turn(&files, "imagine", "How was it");
}

#[test]
fn a_further_strategy_of_a_methodology_is_one_entry_in_yaml() {
    let name = "methodologies/means_end_chain.yaml";
    let mut files = files("signal_pools");
    let strategy = "\nstrategies:
  - id: imagine
    name: Imagine
    description: Sets the scene anew.
    tactics: [scene]
    focus: {kind: node}
    base: 3
    weights: {graph.node.focus_count.none: 0.5, llm.engagement.low: -0.5, temporal.strategy_repetition_count: -2}
";
    replace(&mut files, name, "\nstrategies:\n", strategy);
    let asks = "How was “{focus}”";
    replace(&mut files, name, "\ntactics:\n", &format!("\ntactics:\n{}", tactic("scene", "node", asks)));
    wins_a_turn(&files, "imagine", "How was “");
}
