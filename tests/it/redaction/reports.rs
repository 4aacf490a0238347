//! What reports of models are told of a finished session.

use querent_engine::{
    engine::{
        interview::{Interview, Step},
        model::{ReportContext, Task, TaskContext},
        redaction::{Placeholders, Redaction, find_details},
        session::Input,
        study::Study,
    },
    studio::{
        prompts::{Tag, render},
        scoring::Measures,
        stages::{ContextPurpose, StageContext},
    },
};

use crate::policies;

const ANSWERS: [&str; 4] = [
    "I told jane.doe@example.org that the creamy foam helps me relax",
    "My number is 0151 23 45 67 89, and the taste reminds me of jane.doe@example.org, so I feel calm",
    "It froths well because of @barista_bob, see https://example.org/bob?x=1",
    "My IBAN is DE89 3704 0044 0532 0130 00 and it matters to me to feel safe",
];

fn held() -> (Interview, Redaction, Placeholders) {
    let redaction = Redaction::default();
    let study = policies::study(&policies::files("signal_pools"));
    let mut interview = Interview::new(Study { redaction: Some(redaction.clone()), ..study }).unwrap();
    interview.handle(Input::Start { session: "s-1".into(), seed: 7, locale: "en".into(), at: 0 }).unwrap();
    let mut marks = Placeholders::default();
    for text in ANSWERS {
        assert!(matches!(interview.step(), Step::Ask { .. }));
        interview.handle(Input::Answer { text: text.to_owned(), at: 1, manner: None }).unwrap();
        marks.note(text, &redaction);
    }
    (interview, redaction, marks)
}

fn contexts(interview: &Interview) -> Vec<(Task, ReportContext)> {
    let seen = interview.record();
    let chat = StageContext::of(ContextPurpose::ChatContext, seen, &[])
        .chat_context("What did jane.doe@example.org say of 0151 23 45 67 89?");
    let judged = StageContext::of(ContextPurpose::ScoringContext, seen, &[]).judge_context(&Measures::of(&seen));
    vec![
        (Task::Synthesis, StageContext::of(ContextPurpose::ChatContext, seen, &[]).report_context()),
        (Task::Chat, chat),
        (Task::ScoreAnalysis, judged),
    ]
}

#[test]
fn no_report_is_told_a_detail() {
    let (interview, redaction, known) = held();
    for (task, mut context) in contexts(&interview) {
        let before = serde_json::to_string(&context).unwrap();
        assert!(before.contains("jane.doe@example.org") && before.contains("0151"), "{task:?} had them");
        context.hide(&redaction, &mut known.clone());
        let told = serde_json::to_string(&context).unwrap();
        for detail in ["jane", "0151", "barista_bob", "3704", "example.org"] {
            assert!(!told.contains(detail), "{task:?} {detail}: {told}");
        }
        assert!(find_details(&told, &redaction).iter().all(|found| found.name == "MARK"), "{told}");
        let prompt =
            render(task, &TaskContext::Report(Box::new(context)), &interview.study().frame(), &Tag::new("r", b"n"));
        let prompt = prompt.unwrap();
        assert!(prompt.user.contains("[EMAIL_1]"), "{}", prompt.user);
        assert!(prompt.system.contains("[EMAIL_1]"), "it is told what a mark is");
    }
}

#[test]
fn what_a_report_says_of_a_mark_is_the_detail_again_also_in_json() {
    let redaction = Redaction { words: vec!["the \"best\" bar".to_owned()], ..Redaction::default() };
    let mut marks = Placeholders::default();
    marks.note("the \"best\" bar, jane@example.org", &redaction);
    assert_eq!(marks.restore("[WORD_1] and [email_1]"), "the \"best\" bar and jane@example.org");
    let json = marks.restore_json("{\"narrative\":\"at [WORD_1], [EMAIL_1], [EMAIL_9]\"}");
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["narrative"], "at the \"best\" bar, jane@example.org, [EMAIL_9]");
}
