//! The prompts as a model reads them. The snapshots are reviewed as prose.

use std::fmt::Write as _;

use querent_engine::{
    engine::{
        model::{Task, TaskContext},
        untrusted::analysis::fields,
    },
    studio::prompts::{Output, Prompt, Tag, render},
};
use serde_json::Value;

use super::world::{OAT_MILK, context, rendered, study, tag, try_rendered};

fn shown(prompt: &Prompt) -> String {
    let mut text = format!("{}\n\n=== user ===\n{}\n", prompt.system, prompt.user);
    match &prompt.output {
        Output::Json { schema, .. } => write!(text, "\n=== schema ===\n{schema}\n").unwrap(),
        Output::Text | Output::Vectors => {}
    }
    text + &prompt.texts.join("\n")
}

#[test]
fn every_task_has_a_prompt_that_reads_well() {
    for task in Task::ALL {
        insta::assert_snapshot!(task.id(), shown(&rendered(*task, &context(*task))));
    }
}

#[test]
fn a_second_try_is_told_what_was_wrong_and_a_judge_is_asked_for_the_number_alone() {
    let TaskContext::Question(mut question) = context(Task::QuestionFollowup) else { unreachable!() };
    question.refused = Some("repeat".into());
    let prompt = rendered(Task::QuestionFollowup, &TaskContext::Question(question));
    assert!(prompt.user.contains("It repeated an earlier question."), "{}", prompt.user);
    let TaskContext::Report(mut report) = context(Task::ScoreAnalysis) else { unreachable!() };
    report.earlier = Some("Very good.".into());
    let prompt = rendered(Task::ScoreAnalysis, &TaskContext::Report(report));
    assert!(
        prompt.user.contains("State the total once more") && !prompt.user.contains("transcript"),
        "{}",
        prompt.user
    );
}

#[test]
fn versions_hashes_and_sizes_of_prompts_are_known() {
    let mut table = String::new();
    for task in Task::ALL {
        let prompt = rendered(*task, &context(*task));
        let short: String = prompt.hash.chars().take(12).collect();
        let (tokens, schema) = (prompt.tokens(), prompt.output.tokens());
        writeln!(table, "{:21} v{:<2} {short} about {tokens:4} + {schema:4} tokens", task.id(), prompt.version)
            .unwrap();
    }
    insta::assert_snapshot!("versions", table);
}

#[test]
fn the_system_text_stays_the_same_through_a_session_and_the_hash_through_all_studies() {
    for task in Task::ALL {
        let first = rendered(*task, &context(*task));
        let later = super::world::context_with(*task, "something else entirely");
        let again = render(*task, &later, &OAT_MILK.frame(), &Tag::new("t9", b"another")).unwrap();
        if *task != Task::SyntheticRespondent {
            assert_eq!(first.system, again.system, "{}", task.id());
        }
        assert_eq!(first, rendered(*task, &context(*task)), "{}", task.id());
    }
    let meal_kit = study("meal_kit");
    let opening = context(Task::QuestionOpening);
    let other = render(Task::QuestionOpening, &opening, &meal_kit.frame(), &tag()).unwrap();
    assert_eq!(other.hash, rendered(Task::QuestionOpening, &opening).hash);
    assert_ne!(other.system, rendered(Task::QuestionOpening, &opening).system);
}

#[test]
fn optional_parts_of_the_analysis_leave_the_system_text_alone() {
    let TaskContext::Answer(mut with) = context(Task::TurnAnalysis) else { unreachable!() };
    let without = rendered(Task::TurnAnalysis, &TaskContext::Answer(with.clone()));
    with.qualitative = true;
    with.isolates = vec!["creamy".into()];
    let with = rendered(Task::TurnAnalysis, &TaskContext::Answer(with));
    assert_eq!(with.system, without.system);
    assert!(with.user.contains("uncertainty.uncertainty_type: knowledge_gap"), "{}", with.user);
    let order = |prompt: &Prompt| {
        let Output::Json { schema, .. } = &prompt.output else { panic!("JSON") };
        schema["required"].clone()
    };
    let keys = fields::SECTIONS.map(|(_, key)| key);
    assert_eq!(order(&without), Value::from(keys[..5].to_vec()));
    assert_eq!(order(&with), Value::from(keys.to_vec()));
}

#[test]
fn every_strategy_of_every_policy_and_every_methodology_can_be_put_into_words() {
    let mut worded = 0;
    for study in super::world::every_study() {
        for strategy in study.policy.strategies(&study.methodology) {
            let TaskContext::Question(mut question) = context(Task::QuestionFollowup) else { unreachable!() };
            question.strategy = Some(strategy.id.clone());
            // A policy may name tactics that only some methodologies have; the interview offers those there are.
            let known = study.policy.tactics(&study.methodology);
            let mut offered = strategy.tactics.iter().filter(|id| known.iter().any(|tactic| tactic.id == **id));
            question.tactic = offered.next().cloned();
            question.focus = None;
            let prompt = render(Task::QuestionFollowup, &TaskContext::Question(question), &study.frame(), &tag());
            let prompt = prompt.unwrap_or_else(|error| panic!("{} {}: {error}", study.id, strategy.id));
            assert!(prompt.user.contains(strategy.description.trim()), "{} {}", study.id, strategy.id);
            worded += 1;
        }
        let analysis = render(Task::TurnAnalysis, &context(Task::TurnAnalysis), &study.frame(), &tag()).unwrap();
        assert!(analysis.tokens() < 2_800, "{} {}: {} tokens", study.id, study.methodology.id, analysis.tokens());
    }
    assert!(worded > 40, "{worded}");
}

/// Keywords some strict modes refuse.
const REFUSED: [&str; 12] = [
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "pattern",
    "format",
    "default",
    "oneOf",
    "allOf",
    "$ref",
];

fn strict(schema: &Value) {
    let Value::Object(object) = schema else { return };
    for key in REFUSED {
        assert!(!object.contains_key(key), "{key}: {schema}");
    }
    if object.get("type") == Some(&Value::from("object")) {
        assert_eq!(object["additionalProperties"], false, "{schema}");
        let mut required: Vec<&str> =
            object["required"].as_array().unwrap().iter().map(|r| r.as_str().unwrap()).collect();
        required.sort_unstable();
        let properties: Vec<&str> = object["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(required, properties);
        object["properties"].as_object().unwrap().values().for_each(strict);
    }
    object.get("items").into_iter().for_each(strict);
    object.get("anyOf").and_then(Value::as_array).into_iter().flatten().for_each(strict);
}

#[test]
fn schemas_keep_to_what_every_provider_takes_and_name_the_types_of_the_study() {
    for task in Task::ALL {
        if let Output::Json { name, schema } = &rendered(*task, &context(*task)).output {
            assert!(name.len() <= 64 && name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{name}");
            assert!(jsonschema::meta::is_valid(schema), "{name}");
            strict(schema);
        }
    }
    let Output::Json { schema, .. } = rendered(Task::GraphExtraction, &context(Task::GraphExtraction)).output else {
        panic!("JSON")
    };
    let node = &schema["properties"]["nodes"]["items"]["properties"];
    assert!(node["node_type"]["enum"].as_array().unwrap().contains(&Value::from("terminal_value")));
    assert!(node["elements"]["items"]["enum"].as_array().unwrap().contains(&Value::from("nutrition")));
}

#[test]
fn what_is_asked_for_about_an_answer_is_what_is_read() {
    let required = |task| {
        let Output::Json { schema, .. } = rendered(task, &context(task)).output else { panic!("JSON") };
        schema
    };
    let keys = |schema: &Value| -> Vec<String> {
        schema["required"].as_array().unwrap().iter().map(|key| key.as_str().unwrap().to_owned()).collect()
    };
    let extraction = required(Task::GraphExtraction);
    assert_eq!(keys(&extraction), fields::EXTRACTION);
    // One list of elements says what two fields would.
    let node: Vec<&str> = fields::NODE.into_iter().filter(|key| *key != "element_mapping").collect();
    assert_eq!(keys(&extraction["properties"]["nodes"]["items"]), node);
    assert_eq!(keys(&extraction["properties"]["edges"]["items"]), fields::EDGE);
    assert_eq!(keys(&required(Task::ExtractabilityCheck)), fields::EXTRACTABILITY);
    assert_eq!(keys(&required(Task::MomentumAssessment)), fields::MOMENTUM);
    assert_eq!(keys(&required(Task::ResponseSignals)), fields::SIGNALS);
    assert_eq!(keys(&required(Task::Ambiguity)), fields::AMBIGUITY);
    assert_eq!(keys(&required(Task::PlausibilityCheck)), fields::PLAUSIBILITY);
}

#[test]
fn a_context_of_another_task_or_a_name_the_study_lacks_is_an_error() {
    let answer = context(Task::TurnAnalysis);
    for task in [Task::QuestionFollowup, Task::Chat, Task::Embeddings] {
        assert!(try_rendered(task, &answer).is_err(), "{}", task.id());
    }
    let TaskContext::Question(question) = context(Task::QuestionFollowup) else { unreachable!() };
    for field in ["strategy", "tactic", "focus.node_type"] {
        let mut wrong = question.clone();
        match field {
            "strategy" => wrong.strategy = Some("hypnotise".into()),
            "tactic" => wrong.tactic = Some("hypnotise".into()),
            _ => wrong.focus.as_mut().unwrap().node_type = Some("hypnosis".into()),
        }
        let error = try_rendered(Task::QuestionFollowup, &TaskContext::Question(wrong)).unwrap_err().to_string();
        assert!(error.contains(field) && !error.contains("hypno"), "{error}");
    }
}
