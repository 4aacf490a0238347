//! A study that hides details: no request has one, and what comes back has all of them again.

use proptest::{prelude::*, sample::select};
use querent_engine::{
    engine::{
        dialogue::Source,
        interview::{Interview, Step, replay},
        model::{CallUsage, Completion, FinishReason, Reply, ReplyOutcome, Request, Task, TaskContext},
        redaction::{Redaction, find_details},
        session::{Input, LogEntry},
        study::Study,
        text::slice,
    },
    studio::prompts::{Tag, render},
};
use serde_json::{Value, json};

use super::{
    answer,
    provider::{Fault, Scripted},
    started, study,
};

const SAID: &str =
    "I wrote to jane.doe@example.org that the creamy foam helps me relax 🎉 and my number is 0151 2345678.";

fn hiding() -> Study {
    let words = vec!["Oatly".to_owned()];
    Study { redaction: Some(Redaction { words, ..Redaction::default() }), ..study("signal_pools") }
}

/// Every text a request tells, and the prompt made of it.
fn told(study: &Study, request: &Request) -> String {
    let prompt = render(request.task, &request.context, &study.frame(), &Tag::new(&request.id, b"n")).unwrap();
    [texts(&request.context), prompt.user].join("\n")
}

/// The texts of a context, a line each. Its numbers are the engine's own: the digits of a signal's value,
/// 0.37037037037037046, may well be those of somebody's account.
fn texts(context: &TaskContext) -> String {
    fn collect(value: &Value, lines: &mut Vec<String>) {
        match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
            Value::String(text) => lines.push(text.clone()),
            Value::Array(items) => items.iter().for_each(|item| collect(item, lines)),
            Value::Object(fields) => fields.values().for_each(|item| collect(item, lines)),
        }
    }
    let mut lines = Vec::new();
    collect(&serde_json::to_value(context).unwrap(), &mut lines);
    lines.join("\n")
}

fn replied(request: &Request, output: String) -> Reply {
    let completion =
        Completion { output, finish: FinishReason::Stop, model: "m".to_owned(), effort: CallUsage::default() };
    Reply { id: request.id.clone(), outcome: ReplyOutcome::Completion(completion) }
}

fn requests(step: &Step) -> Vec<Request> {
    let Step::Call { requests } = step else { panic!("no call: {step:?}") };
    requests.clone()
}

fn said(interview: &mut Interview, text: &str) -> Step {
    interview.handle(Input::Answer { text: text.to_owned(), at: 1, manner: None }).unwrap()
}

fn reading(node: &Value) -> String {
    json!({
        "extraction": {"nodes": [node], "edges": [], "understood": []},
        "extractability": {"extractable": true, "reason": null},
        "momentum": {"level": "high", "indicators": ["wrote to [EMAIL_1]"]},
        "signals": {"response_depth": 4, "sentiment": "positive"},
        "ambiguity": {"ambiguity": 0.1, "reasoning": "names [PHONE_1]"}
    })
    .to_string()
}

#[test]
fn a_reading_comes_back_with_the_answers_own_words_and_exact_places() {
    let study = hiding();
    let mut interview = started(&study, &mut Scripted::new(&study, Fault::None));
    let step = said(&mut interview, SAID);
    let asked = requests(&step).remove(0);
    let TaskContext::Answer(context) = &asked.context else { panic!("another context") };
    assert_eq!(
        context.answer,
        "I wrote to [EMAIL_1] that the creamy foam helps me relax 🎉 and my number is [PHONE_1]."
    );
    let node = json!({
        "label": "mail to [EMAIL_1]", "node_type": "attribute", "quote": "wrote to [email_1] that the creamy foam",
        "element_mapping": null, "elements": [], "reaction": "positive", "is_ambiguous": false, "confidence": 0.9
    });
    let step = interview.handle(Input::Replies { replies: vec![replied(&asked, reading(&node))], at: 2 }).unwrap();
    let node = interview.graph().active_nodes().next().unwrap();
    assert_eq!(node.label, "mail to jane.doe@example.org");
    let quote = node.quotes[0];
    assert_eq!(slice(SAID, quote.start, quote.end), "wrote to jane.doe@example.org that the creamy foam");
    let asked = requests(&step).remove(0);
    assert!(!told(&study, &asked).contains("jane"), "the next request knows the label by its mark");
    let question = "What does it mean to you to write to [EMAIL_1] about it?".to_owned();
    let step = interview.handle(Input::Replies { replies: vec![replied(&asked, question)], at: 3 }).unwrap();
    let Step::Ask { question, .. } = step else { panic!("{step:?}") };
    assert_eq!(question.text, "What does it mean to you to write to jane.doe@example.org about it?");
    assert!(matches!(question.source, Source::Model { .. }));
    let read = interview.turns()[0].reading.clone().unwrap();
    assert_eq!(read.momentum.unwrap().indicators, ["wrote to jane.doe@example.org"]);
    assert_eq!(read.qualitative.unwrap().ambiguity.unwrap().reasoning, "names 0151 2345678");
    let (_, differences) = replay(&interview.session()).unwrap();
    assert_eq!(differences, []);
}

#[test]
fn a_mark_a_model_made_up_makes_neither_an_idea_nor_a_question() {
    let study = hiding();
    let mut interview = started(&study, &mut Scripted::new(&study, Fault::None));
    let step = said(&mut interview, SAID);
    let asked = requests(&step).remove(0);
    let node = json!({
        "label": "mail to [EMAIL_9]", "node_type": "attribute", "quote": "wrote to [EMAIL_1]",
        "element_mapping": null, "elements": [], "reaction": null, "is_ambiguous": false, "confidence": 0.9
    });
    let mut step = interview.handle(Input::Replies { replies: vec![replied(&asked, reading(&node))], at: 2 }).unwrap();
    assert_eq!(interview.graph().active_nodes().count(), 0);
    let mut tries = 0;
    while let Step::Call { requests } = &step {
        let reply = replied(&requests[0], "What does it mean to you to write to [EMAIL_9]?".to_owned());
        step = interview.handle(Input::Replies { replies: vec![reply], at: 3 }).unwrap();
        tries += 1;
    }
    let Step::Ask { question, .. } = step else { panic!("{step:?}") };
    assert_eq!(tries, 2);
    assert!(matches!(question.source, Source::Rules { .. }), "{question:?}");
}

#[test]
fn an_interview_that_hides_nothing_shows_models_answers_as_they_are() {
    let study = study("signal_pools");
    let mut interview = started(&study, &mut Scripted::new(&study, Fault::None));
    let asked = requests(&said(&mut interview, SAID)).remove(0);
    assert!(told(&study, &asked).contains("jane.doe@example.org"));
    assert!(!study_text(&study).contains("redaction"), "nor does its file or its hash know of it");
}

fn study_text(study: &Study) -> String {
    serde_json::to_string(study).unwrap()
}

#[test]
fn a_withdrawn_answer_keeps_its_marks_and_a_resumed_interview_has_the_same() {
    let study = hiding();
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = started(&study, &mut provider);
    answer(&mut interview, "I told anna@example.org that the foam is creamy and helps me relax", &mut provider);
    let edit = Input::Edit {
        turn: 1,
        text: "I told bert@example.org that the creamy foam is nice".to_owned(),
        at: 2,
        manner: None,
    };
    let step = interview.handle(edit).unwrap();
    let asked = requests(&step);
    let TaskContext::Answer(context) = &asked[0].context else { panic!("another context") };
    assert_eq!(context.answer, "I told [EMAIL_2] that the creamy foam is nice");
    let resumed = Interview::resume(study.clone(), interview.log()).unwrap();
    assert_eq!(requests(&resumed.step()), asked);
}

#[test]
fn marks_are_nowhere_in_the_session_and_the_stored_answer_is_the_raw_one() {
    let study = hiding();
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = started(&study, &mut provider);
    answer(&mut interview, SAID, &mut provider);
    let text = interview.session_text().unwrap();
    assert!(!text.contains("EMAIL_1") && !text.contains("PHONE_1"), "{text}");
    let is_raw = |entry: &LogEntry| matches!(entry, LogEntry::Input(Input::Answer { text, .. }) if text == SAID);
    assert!(interview.log().iter().any(is_raw));
}

#[test]
fn a_prompt_says_what_the_marks_are_only_where_there_are_any() {
    for (study, expected) in [(hiding(), true), (study("signal_pools"), false)] {
        let mut interview = started(&study, &mut Scripted::new(&study, Fault::None));
        let asked = requests(&said(&mut interview, SAID)).remove(0);
        let prompt = render(asked.task, &asked.context, &study.frame(), &Tag::new("t", b"n")).unwrap();
        assert_eq!(prompt.system.contains("[EMAIL_1]"), expected);
    }
}

/// Answers with details in many places, among words the rules and a model find something in.
fn spoken() -> impl Strategy<Value = Vec<String>> {
    let detail = select(vec![
        "jane.doe@example.org",
        "0151 23 45 67 89",
        "+966 ٥٠ ١٢٣ ٤٥٦٧",
        "DE89 3704 0044 0532 0130 00",
        "4111 1111 1111 1111",
        "192.168.0.17",
        "https://example.org/jane?x=1",
        "@jane_doe",
        "C01X00T47",
        "86095742719",
        "Oatly",
        "[EMAIL_1]",
    ]);
    let frame = select(vec![
        "I buy it because § is creamy and that helps me relax",
        "§",
        "the taste reminds me of §, so I feel calm",
        "It froths well, which makes § look professional. Write § then",
        "§ saves me time because § §",
    ]);
    let answer = (frame, proptest::collection::vec(detail, 4)).prop_map(|(frame, details)| {
        details.iter().fold(frame.to_owned(), |text, detail| text.replacen('§', detail, 1))
    });
    proptest::collection::vec(answer, 1..5)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn no_request_of_an_interview_has_a_detail(answers in spoken(), seed in 0_u64..1_000) {
        let study = hiding();
        let redaction = study.redaction.clone().unwrap();
        let mut provider = Scripted::new(&study, Fault::Flaky(25)).seeded(seed);
        let mut interview = started(&study, &mut provider);
        for text in &answers {
            if matches!(interview.step(), Step::Ask { .. }) {
                answer(&mut interview, text, &mut provider);
            }
        }
        for request in provider.seen.iter().filter(|request| request.task != Task::QuestionOpening) {
            let told = told(&study, request);
            let left: Vec<_> = find_details(&texts(&request.context), &redaction)
                .into_iter()
                .filter(|found| found.name != "MARK")
                .collect();
            prop_assert!(left.is_empty(), "{told}\n{left:?}");
            for word in ["jane", "0151", "45 67", "3704", "4111", "1111", "192.168", "C01X", "8609", "Oatly", "oatly"] {
                prop_assert!(!told.contains(word), "{word}: {told}");
            }
        }
        for node in interview.graph().active_nodes() {
            let marks = find_details(&node.label, &redaction).into_iter().filter(|found| found.name == "MARK").count();
            prop_assert!(marks == 0 || answers.iter().any(|answer| answer.contains("[EMAIL_1]")), "{}", node.label);
        }
        for (turn, answer) in interview.turns().iter().zip(&answers) {
            let nodes = turn.extraction.iter().flat_map(|found| &found.nodes);
            for node in nodes {
                prop_assert!(node.quote.start <= node.quote.end && node.quote.end as usize <= answer.chars().count());
            }
        }
        let (_, differences) = replay(&interview.session()).unwrap();
        prop_assert_eq!(differences, []);
    }
}
