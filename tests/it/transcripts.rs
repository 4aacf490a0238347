//! Scores of single questions, and of transcripts that any interviewer led.

use std::{collections::BTreeMap, fs};

use querent_engine::{
    engine::{interview::Interview, language::LanguagePack, session::Session},
    studio::{
        documents::{self, folder},
        scoring::{
            Agreement, QuestionRule, QuestionScores, RuleScore, Transcript, TranscriptError, TranscriptTurn,
            rank_correlation,
        },
    },
};

use crate::{
    golden,
    program::{Folder, root},
};

fn english() -> LanguagePack {
    let files = folder::folder(&root().join("config")).unwrap();
    LanguagePack::clone(&documents::study(&files, "studies/oat_milk.yaml").unwrap().pack)
}

fn scores(turns: &[(&str, &str)]) -> QuestionScores {
    let exchange = |(question, answer): &(&str, &str)| TranscriptTurn {
        question: (*question).to_owned(),
        answer: (*answer).to_owned(),
        grade: None,
    };
    QuestionScores::of(&turns.iter().map(exchange).collect::<Vec<_>>(), "en", &english())
}

/// The rules that the last question of a talk meets.
fn rules_of(turns: &[(&str, &str)]) -> Vec<QuestionRule> {
    scores(turns).questions.last().unwrap().findings.iter().map(|finding| finding.rule).collect()
}

const OPENING: &str = "Tell me about the garden.";

#[test]
fn each_rule_names_what_a_grader_would_name() {
    let cases = [
        (
            "the storm took the roof and i cried all night",
            "I would also like to hear about “tools”. What comes to mind?",
            QuestionRule::MissedDisclosure,
        ),
        ("what do you mean?", "What does the fence do for you?", QuestionRule::NoRepair),
        (
            "i water the beans and then i sit on the bench and look at the sky",
            "You said “and then i sit on the bench and look at the”. What is that?",
            QuestionRule::UnreadableQuote,
        ),
        ("the beans came up late", "You said “the weather was awful”. How was that?", QuestionRule::Misquote),
        (
            "the beans came up late after the frost in april",
            "How satisfied are you with the parking?",
            QuestionRule::Survey,
        ),
        (
            "the beans came up late after the frost in april",
            "What is the opinion of your bank about pensions?",
            QuestionRule::Jump,
        ),
        ("nothing really", "And what else was there?", QuestionRule::AsksAfterNothing),
        ("the beans came up", "Surely the beans taste better?", QuestionRule::Leading),
        ("the beans came up", "Great! What do the beans do for you?", QuestionRule::Praise),
        ("the beans came up", "Which functional attributes of the beans are salient?", QuestionRule::Jargon),
        (
            "my neighbour died in may and i was so lonely",
            "What did the neighbour grow?",
            QuestionRule::NoAcknowledgement,
        ),
    ];
    for (answer, question, rule) in cases {
        let found = rules_of(&[(OPENING, answer), (question, "")]);
        assert!(found.contains(&rule), "{question}: {found:?}");
    }
    let again = "What do the beans do for you?";
    let repeated = rules_of(&[(OPENING, "the beans came up"), (again, "they feed us"), (again, "")]);
    assert!(repeated.contains(&QuestionRule::Repeats), "{repeated:?}");
    let whys = rules_of(&[(OPENING, "i dig"), ("Why do you dig?", "it calms me"), ("Why is calm important?", "")]);
    assert!(whys.contains(&QuestionRule::WhyAgain), "{whys:?}");
}

#[test]
fn a_question_that_stays_with_a_disclosure_scores_higher_than_one_that_does_not() {
    let answer = "my neighbour died in may and i sat there alone, i cried every evening";
    let last = |question| scores(&[(OPENING, answer), (question, "")]).questions.last().unwrap().points;
    let stays = last("I'm sorry. What were those evenings like for you?");
    assert!(stays >= 60, "{stays}");
    assert!(stays >= last("Let's turn to “tools”. What does that bring up for you?") + 40);
}

#[test]
fn every_fault_says_what_is_wrong_and_what_would_be_better() {
    for rule in QuestionRule::ALL {
        assert!(rule.says().ends_with('.'), "{}", rule.id());
        assert_eq!(rule.points() < 0.0, !rule.better().is_empty(), "{}", rule.id());
    }
}

/// The graded transcripts of a part, with their scores.
fn graded(part: &str) -> BTreeMap<String, Agreement> {
    let pack = english();
    let files = fs::read_dir(root().join("tests/transcripts")).unwrap().map(|entry| entry.unwrap().path());
    let mut found = BTreeMap::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        if value["part"] == part {
            let turns = Transcript::parse(&text).unwrap().turns;
            let agreement = Agreement::of(&turns, &QuestionScores::of(&turns, "en", &pack)).unwrap();
            found.insert(path.file_stem().unwrap().to_string_lossy().into_owned(), agreement);
        }
    }
    assert_eq!(found.len(), 12, "{part}");
    found
}

#[test]
fn scores_follow_the_grades_of_transcripts_that_the_rules_were_not_developed_on() {
    let graded = graded("heldout");
    let interviews: Vec<(f64, f64)> = graded.values().map(|one| (one.total, one.share)).collect();
    let questions: Vec<(f64, f64)> = graded.values().flat_map(|one| one.pairs.clone()).collect();
    assert!(rank_correlation(&interviews) >= Some(0.8), "{interviews:?}");
    assert!(rank_correlation(&questions) >= Some(0.6), "{questions:?}");
    for (name, agreement) in graded {
        if name.starts_with("bad") {
            assert!(agreement.total < 60.0, "{name}: {}", agreement.total);
        }
        if name.starts_with("good") {
            assert!(agreement.total >= 60.0, "{name}: {}", agreement.total);
        }
    }
}

#[test]
fn a_session_and_its_transcript_have_the_same_scores() {
    let session: Session = serde_json::from_str(golden::session("oat_milk-treat")).unwrap();
    let interview = Interview::resume(session.study.clone(), &session.log).unwrap();
    let record = interview.record();
    let score = RuleScore::of(&record);
    let turns = interview.turns().iter().map(|turn| TranscriptTurn {
        question: turn.question.text.clone(),
        answer: turn.answer.clone().unwrap_or_default(),
        grade: None,
    });
    let transcript = QuestionScores::of(&turns.collect::<Vec<_>>(), "en", &english());
    assert_eq!(score.questions.questions[..transcript.questions.len()], transcript.questions[..]);
    assert!(Some(score.total_score) <= score.questions.total);
}

#[test]
fn a_language_without_rules_has_no_question_score() {
    let turns = [TranscriptTurn::default(), TranscriptTurn::default()];
    assert_eq!(QuestionScores::of(&turns, "ar", &LanguagePack::default()).total, None);
}

#[test]
fn a_transcript_is_json_or_yaml_and_anything_else_is_refused() {
    let same = [
        r#"[{"question": "A?", "answer": "b"}, {"question": "C?", "answer": null}]"#,
        r#"{"turns": [{"question": "A?", "answer": "b"}, {"question": "C?"}]}"#,
        "- {question: A?, answer: b}\n- {question: C?}\n",
        "turns:\n- question: A?\n  answer: b\n- question: C?\n",
    ];
    for text in same {
        let turns = Transcript::parse(text).unwrap().turns;
        assert_eq!((turns.len(), turns[0].answer.as_str(), turns[1].answer.as_str()), (2, "b", ""), "{text}");
    }
    for text in ["", "hello", "{}", r#"[{"q": 1}]"#, "[1, 2"] {
        let error = Transcript::parse(text).unwrap_err();
        assert!(matches!(error, TranscriptError::Unreadable(_)), "{text}: {error}");
    }
    assert_eq!(Transcript::parse("[]").unwrap_err(), TranscriptError::TooShort(0));
}

#[test]
fn the_program_scores_a_transcript_and_compares_scores_with_grades() {
    let folder = Folder::new("transcript");
    let text = fs::read_to_string(root().join("tests/transcripts/good-tax.json")).unwrap();
    folder.write("talk.json", &text);
    let said = folder.querent(&["score", "talk.json"], "");
    assert_eq!(said.code, 0, "{said:?}");
    let object = folder.querent(&["score", "talk.json", "--json"], "");
    let object: serde_json::Value = serde_json::from_str(&object.out).unwrap();
    assert_eq!(object["total_score"].to_string(), said.out.trim().lines().last().unwrap());
    assert_eq!(object["questions"].as_array().unwrap().len() + 1, text.matches("\"question\"").count());
    let compared = folder.querent(&["score", "--graded", "talk.json"], "");
    assert!(compared.out.contains("rank correlation of"), "{compared:?}");
    folder.write("other.json", "{\"name\": 1}");
    let refused = folder.querent(&["score", "other.json"], "");
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("other.json") && refused.err.contains("turns"), "{refused:?}");
}
