//! The judgement of an interview by counting.

use std::{collections::BTreeSet, sync::LazyLock};

use proptest::prelude::*;
use querent_engine::{
    engine::{
        dialogue::Focus,
        interview::Interview,
        session::{InterviewOutcome, InterviewRecord, Session, Turn},
        study::Study,
    },
    studio::{
        documents::{self, folder},
        personas::FactBank,
        scoring::{Category, Ceiling, FailureTag, RuleScore},
        simulation::{SimulatedRespondent, run_interview},
    },
};

use crate::{
    golden,
    program::{Folder, root},
};

/// An interview that can be tampered with.
#[derive(Clone)]
struct Case {
    study: Study,
    turns: Vec<Turn>,
    outcome: Option<InterviewOutcome>,
    interview: Interview,
}

impl Case {
    fn golden(name: &str) -> Self {
        let session: Session = serde_json::from_str(golden::session(name)).unwrap();
        let interview = Interview::resume(session.study.clone(), &session.log).unwrap();
        Self { study: session.study, turns: interview.turns().to_vec(), outcome: session.outcome, interview }
    }

    fn score(&self) -> RuleScore {
        RuleScore::of(&InterviewRecord {
            study: &self.study,
            turns: &self.turns,
            graph: self.interview.graph(),
            outcome: self.outcome.as_ref(),
        })
    }

    /// Puts another question at this turn, wherever the record holds it.
    fn ask(&mut self, turn: usize, text: &str) {
        text.clone_into(&mut self.turns[turn].question.text);
        if let Some(next) = &mut self.turns[turn - 1].next {
            text.clone_into(&mut next.text);
        }
    }
}

fn treat() -> Case {
    static TREAT: LazyLock<Case> = LazyLock::new(|| Case::golden("oat_milk-treat"));
    TREAT.clone()
}

#[test]
fn categories_and_questions_limit_the_total_and_the_report_ends_with_it() {
    let score = treat().score();
    assert!(score.category_points.values().sum::<f64>() >= 60.0, "{}", score.score_analysis);
    assert!(Some(score.total_score) <= score.questions.total, "{}", score.score_analysis);
    assert_eq!(score.score_analysis.lines().last(), Some(score.total_score.to_string().as_str()));
    assert_eq!(score.category_points.len(), Category::ALL.len());
    assert!(score.ceilings.is_empty(), "{:?}", score.ceilings);
    assert_eq!(score, treat().score(), "the same session gives the same score");
}

#[test]
fn a_shipped_question_is_open_single_and_not_leading() {
    for name in ["oat_milk-treat", "meal_kit-gave_up", "oat_milk-short"] {
        let measures = Case::golden(name).score().measures;
        assert!(measures.open >= Some(0.7), "{name}: {measures:#?}");
        assert_eq!(measures.leading, [0; 0], "{name}");
        assert_eq!(measures.words_in_mouth, [0; 0], "{name}");
    }
}

#[test]
fn a_quote_of_what_nobody_said_caps_the_total() {
    let mut case = treat();
    case.ask(3, "You said “it is far too expensive for my mother”. What makes that so?");
    let score = case.score();
    assert_eq!(score.ceilings, [Ceiling::WordsInMouth]);
    assert!(score.total_score <= 59);
    assert!(score.failure_tags.contains(&FailureTag::WordsInMouth));
    assert!(score.score_analysis.contains("At most 59"), "{}", score.score_analysis);
}

#[test]
fn going_on_after_a_request_to_stop_caps_the_total() {
    let mut case = treat();
    case.turns[2].reading.as_mut().unwrap().wants_to_stop = true;
    let score = case.score();
    assert!(score.ceilings.contains(&Ceiling::WentOn));
    assert!(score.total_score <= 34);
    assert!(score.failure_tags.contains(&FailureTag::IgnoredFatigue));
}

#[test]
fn asking_for_personal_data_caps_the_total() {
    let mut case = treat();
    case.ask(2, "What is your e-mail address?");
    assert!(case.score().ceilings.contains(&Ceiling::AskedForData));
}

#[test]
fn three_closed_questions_in_a_row_are_named() {
    let mut case = treat();
    for (turn, text) in [(2, "Is it good?"), (3, "Do the children drink it?"), (4, "Have you bought it before?")] {
        case.ask(turn, text);
    }
    let score = case.score();
    assert!(score.failure_tags.contains(&FailureTag::ClosedQuestionRun));
    assert!(
        score.category_points[&Category::OpenQuestions] < treat().score().category_points[&Category::OpenQuestions]
    );
}

#[test]
fn a_question_that_goes_on_to_ask_a_second_thing_is_counted_as_two() {
    let two = [
        "How do you like the foam and what do you think of the price?",
        "What came to mind, and how did that feel?",
        "Tell me how you drink it and where you buy it.",
    ];
    let one =
        ["And what did that do for you?", "You said “sweet”. And how is that for you?", "What is it to you and yours?"];
    for (texts, is_double) in [(&two[..], true), (&one[..], false)] {
        for text in texts {
            let mut case = treat();
            case.ask(3, text);
            assert_eq!(case.score().measures.double.contains(&case.turns[3].question.turn), is_double, "{text}");
        }
    }
}

#[test]
fn an_element_that_was_asked_about_and_not_answered_is_not_called_never_raised() {
    let mut case = treat();
    let mut element = case.study.concept.elements[0].clone();
    (element.id, element.label, element.aliases) = ("shelf_life".into(), "shelf life".to_owned(), Vec::new());
    case.study.concept.elements.push(element);
    let shelf_life = "shelf_life".to_owned();
    let part = |analysis: &str, title: &str| {
        let after = analysis.split(title).nth(1).unwrap_or_default();
        after.split([';', '\n']).next().unwrap_or_default().contains("shelf_life")
    };
    let (never_raised, without_answer) = ("never raised: ", "asked about, without an answer: ");
    let never = case.score();
    assert!(never.measures.unheard.contains(&shelf_life));
    assert!(!never.measures.unanswered.contains(&shelf_life));
    assert!(part(&never.score_analysis, never_raised), "{}", never.score_analysis);
    assert!(!part(&never.score_analysis, without_answer), "{}", never.score_analysis);
    case.ask(3, "I would also like to hear about “shelf life”. What comes to mind?");
    let asked = case.score();
    let expected: BTreeSet<&String> = never.measures.unanswered.iter().chain([&shelf_life]).collect();
    assert_eq!(asked.measures.unanswered.iter().collect::<BTreeSet<_>>(), expected);
    assert!(part(&asked.score_analysis, without_answer), "{}", asked.score_analysis);
    assert!(!part(&asked.score_analysis, never_raised), "{}", asked.score_analysis);
    assert_eq!(asked.measures.covered, never.measures.covered, "what was not answered was not heard");
}

#[test]
fn the_order_of_elements_changes_nothing() {
    let mut case = treat();
    case.study.concept.elements.reverse();
    let (turned, straight) = (case.score(), treat().score());
    assert_eq!(turned.total_score, straight.total_score);
    assert_eq!(turned.category_points, straight.category_points);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_leading_question_never_raises_the_total(turn in 1_usize..10) {
        let mut case = treat();
        prop_assume!(turn < case.turns.len());
        let before = case.score().total_score;
        let text = format!("Surely {}", case.turns[turn].question.text);
        case.ask(turn, &text);
        let after = case.score();
        prop_assert!(after.total_score <= before);
        prop_assert!(after.measures.leading.contains(&case.turns[turn].question.turn));
    }

    #[test]
    fn a_repeated_question_never_raises_the_total(turn in 2_usize..10) {
        let mut case = treat();
        prop_assume!(turn < case.turns.len());
        let before = case.score();
        let text = case.turns[turn - 1].question.text.clone();
        case.ask(turn, &text);
        let after = case.score();
        prop_assert!(after.category_points[&Category::Redundancy] < before.category_points[&Category::Redundancy]);
        prop_assert!(after.total_score <= before.total_score);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(16) })]

    #[test]
    fn taking_out_a_repetition_never_lowers_the_total(turn in 3_usize..9, repeated in 1_usize..8) {
        let mut case = treat();
        prop_assume!(repeated < turn && turn < case.turns.len());
        let own = case.turns[turn].question.text.clone();
        let text = case.turns[repeated].question.text.clone();
        case.ask(turn, &text);
        let repeats = case.score();
        case.ask(turn, &own);
        prop_assert!(case.score().total_score >= repeats.total_score);
    }

    #[test]
    fn leading_questions_in_any_number_and_order_never_raise_the_total(turns in prop::collection::vec(1_usize..10, 1..6)) {
        let mut case = treat();
        let mut before = case.score().total_score;
        for turn in turns.into_iter().filter(|turn| *turn < treat().turns.len()) {
            let text = case.turns[turn].question.text.clone();
            case.ask(turn, &format!("Surely, {text}"));
            let after = case.score().total_score;
            prop_assert!(after <= before);
            before = after;
        }
    }

    #[test]
    fn any_order_of_the_elements_gives_the_same_points(order in Just((0..6).collect::<Vec<usize>>()).prop_shuffle()) {
        let straight = treat();
        let mut shuffled = treat();
        let elements = &straight.study.concept.elements;
        prop_assume!(elements.len() == order.len());
        shuffled.study.concept.elements = order.iter().map(|at| elements[*at].clone()).collect();
        prop_assert_eq!(straight.score().category_points, shuffled.score().category_points);
    }
}

#[test]
fn the_program_prints_the_categories_and_the_row_of_the_score() {
    let folder = Folder::new("score");
    folder.write("session.json", golden::session("oat_milk-treat"));
    let said = folder.querent(&["score", "session.json"], "");
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("probing_depth"), "{said:?}");
    let row = folder.querent(&["score", "session.json", "--json"], "");
    let row: serde_json::Value = serde_json::from_str(&row.out).unwrap();
    assert_eq!(row["total_score"], row["rule_score"]);
    assert_eq!(row["status"], "completed");
    assert_eq!(row["total_score"].to_string(), said.out.trim().lines().last().unwrap());
    assert_eq!((&row["provider"], &row["score_triggered_by"]), (&"rules".into(), &"querent score".into()));
    let report = row["tool_improvement_report"].as_str().unwrap();
    assert!(report.starts_with("**Missing**") && said.out.contains(report), "{report}");
    let read: querent_engine::studio::stages::SessionScore = serde_json::from_value(row).unwrap();
    assert_eq!(read.category_points.unwrap().len(), Category::ALL.len());
}

#[test]
fn a_summing_up_of_several_ideas_puts_no_words_in_the_mouth() {
    let files = folder::folder(&root().join("config")).unwrap();
    let study = documents::study(&files, "studies/oat_milk.yaml").unwrap();
    let mut study = documents::with_policy(&files, &study, "two_tier").unwrap();
    // The rules of the conversation leave summing-up to the look back.
    study.methodology.conversation = querent_engine::engine::methodology::Conversation::default();
    let facts = documents::facts(&files, &study).unwrap();
    let bank = FactBank::of(&facts, &study.concept, &study.methodology);
    let persona = documents::persona(&files, "personas/cooperative.yaml").unwrap();
    let mut respondent = SimulatedRespondent::new(&persona, &bank, &study, 4).unwrap();
    let interview = run_interview(Interview::new(study.clone()).unwrap(), &mut respondent, "s4".to_owned(), 4).unwrap();
    let is_summing_up = |turn: &Turn| {
        turn.question.probe.as_ref().is_some_and(|probe| matches!(probe.focus, Focus::Nodes { .. }))
            && turn.question.text.contains(&turn.question.focus)
    };
    assert!(interview.turns().iter().any(is_summing_up), "nothing was summed up");
    let mut case = Case { study, turns: interview.turns().to_vec(), outcome: interview.session().outcome, interview };
    assert!(!case.score().ceilings.contains(&Ceiling::WordsInMouth));
    let at = case.turns.iter().position(is_summing_up).unwrap();
    case.ask(at, "So far I have heard “it cures everything”. What did I leave out?");
    assert!(case.score().ceilings.contains(&Ceiling::WordsInMouth));
}
