//! What prompts ask for is what is read: every key of every schema is known, and a reply by the schema loses nothing.

use querent_engine::{
    engine::{
        model::{AnswerContext, Section, Task, TaskContext},
        untrusted::analysis::fields::SECTIONS,
    },
    studio::prompts::{Output, Tag, render},
};
use serde_json::{Map, Value, json};

use super::{STUDY, Scene, TREAT};

const TASKS: [(Task, &[Section]); 8] = [
    (
        Task::TurnAnalysis,
        &[
            Section::Extraction,
            Section::Extractability,
            Section::Momentum,
            Section::Signals,
            Section::Ambiguity,
            Section::Plausibility,
            Section::Qualitative,
        ],
    ),
    (Task::GraphExtraction, &[Section::Extraction]),
    (Task::ExtractabilityCheck, &[Section::Extractability]),
    (Task::MomentumAssessment, &[Section::Momentum]),
    (Task::ResponseSignals, &[Section::Signals]),
    (Task::Ambiguity, &[Section::Ambiguity]),
    (Task::QualitativeSignals, &[Section::Qualitative]),
    (Task::PlausibilityCheck, &[Section::Plausibility]),
];

fn schema(task: Task) -> Value {
    let context = AnswerContext {
        answer: TREAT.to_owned(),
        isolates: vec!["Warm Feeling".to_owned()],
        qualitative: true,
        ..AnswerContext::default()
    };
    let tag = Tag::new("t3.analysis", b"any");
    match render(task, &TaskContext::Answer(Box::new(context)), &STUDY.frame(), &tag).unwrap().output {
        Output::Json { schema, .. } => schema,
        other => panic!("{other:?} is no JSON"),
    }
}

/// A reply with every property of a schema in it, in its order: the first word of each choice, one item in each list.
fn filled(schema: &Value, key: &str) -> Value {
    if let Some(words) = schema["enum"].as_array() {
        return words[0].clone();
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        return filled(&choices[0], key);
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap();
    match kind {
        "object" => {
            let keys = schema["required"].as_array().unwrap().iter().map(|key| key.as_str().unwrap());
            let properties = keys.map(|key| (key.to_owned(), filled(&schema["properties"][key], key)));
            Value::Object(properties.collect::<Map<_, _>>())
        }
        "array" => json!([filled(&schema["items"], key)]),
        "string" if key == "label" => json!("Warm Feeling"),
        "string" if key == "source_label" => json!("Warm Feeling"),
        "string" if key == "target_label" => json!("too thin"),
        "string" if key == "earlier_statement" => json!("too thin for me"),
        "string" => json!("nice and thick"),
        "number" => json!(0.7),
        "integer" => json!(4),
        "boolean" => json!(true),
        other => panic!("a schema asks for {other}"),
    }
}

#[test]
fn a_reply_by_the_schema_arrives_whole() {
    let scene = Scene {
        qualitative: true,
        isolates: vec!["Warm Feeling".to_owned()],
        earlier: vec!["It is too thin for me.".to_owned()],
        known: vec![("too thin", "attribute")],
        ..Scene::new(TREAT)
    };
    for (task, expected) in TASKS {
        let schema = schema(task);
        let reply = filled(&schema, "");
        assert!(jsonschema::is_valid(&schema, &reply), "{}: {reply}", task.id());
        let analysis = scene.read(&[(task, &reply.to_string())]);
        assert_eq!(analysis.sections.keys().copied().collect::<Vec<_>>(), expected, "{}", task.id());
        assert!(analysis.drops.is_empty() && analysis.missing.is_empty(), "{}: {analysis:?}", task.id());
        if expected.contains(&Section::Extraction) {
            let extraction = analysis.extraction.unwrap();
            assert_eq!((extraction.nodes.len(), extraction.edges.len(), extraction.understood.len()), (1, 1, 1));
            assert_eq!(extraction.nodes[0].elements.len(), 1);
        }
    }
}

#[test]
fn the_parts_of_the_batch_are_asked_for_in_the_order_in_which_they_are_to_survive() {
    let schema = schema(Task::TurnAnalysis);
    let asked: Vec<&str> = schema["required"].as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect();
    assert_eq!(asked, SECTIONS.map(|(_, key)| key));
}
