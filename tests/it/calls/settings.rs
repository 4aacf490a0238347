//! `llm.yaml`: mistakes with their places, prices in whole numbers, and no key that nothing reads.

use std::{collections::BTreeSet, fs, path::Path};

use querent_engine::{
    engine::{
        diagnostic::Diagnostic,
        model::{CallSettings, Task, TaskClass, TokenUsage},
    },
    studio::{
        documents::{self, Files, schema::schemas},
        settings::{LlmSettings, Price},
    },
};
use serde_json::{Value, json};

use super::shipped;
use crate::program::{Folder, root};

const SMALL: &str = "\
providers:
  one: {kind: anthropic, key_env: ONE_KEY}
  two: {kind: openai}
models:
  quick: {provider: one, model: quick-1, context_tokens: 9000, max_output: 900, json: schema, price: {input: 1, output: 5}}
  other: {provider: two, model: other-1, context_tokens: 9000, max_output: 900, price: {input: 0, output: 0}}
  vectors: {provider: two, model: v-1, context_tokens: 9000, max_output: 1, dimensions: 8, price: {input: 0, output: 0}}
classes:
  analysis: [quick, other]
  question: [quick, other]
  report: []
  judge: [other]
";

fn read(text: &str) -> (Option<LlmSettings>, Vec<Diagnostic>) {
    let files: Files = [("llm.yaml", text.as_bytes())].into_iter().collect();
    documents::llm(&files, "llm.yaml")
}

#[test]
fn the_smallest_settings_are_without_a_finding() {
    let (settings, findings) = read(SMALL);
    assert_eq!(findings, []);
    let settings = settings.unwrap();
    assert_eq!(settings.retries.max, 2);
    assert_eq!(settings.deadline_ms(Task::TurnAnalysis), 15_000);
    assert_eq!(settings.models_for(Task::Synthesis, &[]), [], "the rules");
}

/// What is changed, to what, and the code, path and a word of the hint of what is found.
type Mistake = (&'static str, &'static str, &'static str, &'static str, &'static str);

const PROVIDERS_AND_MODELS: &[Mistake] = &[
    ("kind: anthropic", "kind: antropic", "unknown_word", "providers.one.kind", "anthropic"),
    ("key_env: ONE_KEY", "key_evn: ONE_KEY", "unknown_field", "providers.one.key_evn", "key_env"),
    (
        "key_env: ONE_KEY",
        "key_env: sk-ant-123",
        "bad_variable",
        "providers.one.key_env",
        "never write a key into a file",
    ),
    ("{kind: openai}", "{kind: openai, base_url: 'ftp://x'}", "bad_address", "providers.two.base_url", "https://"),
    (
        "{kind: openai}",
        "{kind: openai, base_url: 'http://example.com/v1'}",
        "no_tls",
        "providers.two.base_url",
        "https://",
    ),
    ("provider: one,", "provider: tow,", "unknown_provider", "models.quick.provider", "`two`"),
    ("max_output: 900, json: schema", "json: schema", "missing_field", "models.quick.max_output", "max_output"),
    ("json: schema", "json: object", "json_mode", "models.quick.json", "schema"),
    ("json: schema", "json: grammar", "json_mode", "models.quick.json", "schema"),
    (
        "json: schema",
        "json: tool, forced_tool: true, thinking: always, thinking_tokens: 9",
        "forced_tool_with_thinking",
        "models.quick.forced_tool",
        "forced_tool",
    ),
    (
        "json: schema",
        "json: tool, forced_tool: true, thinking: optional",
        "forced_tool_with_thinking",
        "models.quick.forced_tool",
        "thinking_off",
    ),
    ("json: schema", "thinking: always", "thinking_tokens", "models.quick.thinking", "thinking_tokens"),
    (
        "json: schema",
        "thinking: always, thinking_tokens: 9, thinking_off: {a: 1}",
        "thinking_off",
        "models.quick.thinking_off",
        "optional",
    ),
    ("json: schema, price: {input: 1, output: 5}", "json: schema", "no_price", "models.quick.price", "zeros"),
    ("price: {input: 1, output: 5}", "price: null", "no_price", "models.quick.price", "zeros"),
    ("{input: 1, output: 5}", "{input: -1, output: 5}", "out_of_range", "models.quick.price.input", "provider"),
];

const CLASSES_AND_LIMITS: &[Mistake] = &[
    ("  judge: [other]\n", "", "no_models", "classes.judge", "judge: []"),
    ("analysis: [quick, other]", "analysis: [quik, other]", "unknown_model", "classes.analysis[0]", "`quick`"),
    ("analysis: [quick, other]", "analysis: [quick, quick, other]", "repeated_model", "classes.analysis[1]", "remove"),
    ("analysis: [quick, other]", "analysis: [quick, vectors]", "wrong_model", "classes.analysis[1]", "another"),
    ("report: []", "report: []\n  embedding: [other]", "wrong_model", "classes.embedding[0]", "another"),
    ("report: []", "reports: []", "unknown_field", "classes.reports", "report"),
    (
        "judge: [other]",
        "judge: [other]\ntasks: {turn_analyses: {}}",
        "unknown_field",
        "tasks.turn_analyses",
        "turn_analysis",
    ),
    (
        "judge: [other]",
        "judge: [other]\ntasks: {chat: {temperature: 3}}",
        "out_of_range",
        "tasks.chat.temperature",
        "default",
    ),
    (
        "judge: [other]",
        "judge: [other]\ntasks: {chat: {models: [nobody]}}",
        "unknown_model",
        "tasks.chat.models[0]",
        "known here",
    ),
    ("judge: [other]", "judge: [other]\nretries: {max: 9}", "out_of_range", "retries.max", "default"),
    ("judge: [other]", "judge: [other]\nloop_guard: {window: 300}", "out_of_range", "loop_guard.window", "repeats"),
    (
        "judge: [other]",
        "judge: [other]\ntimers: {interactive: {first_ms: 0, gap_ms: 1, total_ms: 1}}",
        "out_of_range",
        "timers.interactive.first_ms",
        "default",
    ),
    (
        "judge: [other]",
        "judge: [other]\nbudgets: {session: {dollars: 3}}",
        "unknown_field",
        "budgets.session.dollars",
        "known here",
    ),
    ("judge: [other]", "judge: [other]\ncalls: {turn_budget_ms: 5}", "out_of_range", "calls.turn_budget_ms", "default"),
    ("judge: [other]", "judge: [other]\nrate_limits: {}", "unknown_field", "rate_limits", "known here"),
];

#[test]
fn every_mistake_is_found_with_its_place_and_what_to_do() {
    for &(from, to, code, path, hint) in PROVIDERS_AND_MODELS.iter().chain(CLASSES_AND_LIMITS) {
        assert!(SMALL.contains(from), "{from}");
        let text = SMALL.replacen(from, to, 1);
        let (settings, findings) = read(&text);
        let found = findings.iter().find(|finding| finding.code == code && finding.path == path);
        let found = found.unwrap_or_else(|| panic!("{to}: {code} at {path} is not among {findings:#?}"));
        assert!(found.hint.as_deref().unwrap_or_default().contains(hint), "{found}");
        assert!(found.place.line > 1, "{found}");
        assert_eq!(settings.is_some(), !findings.iter().any(Diagnostic::is_error), "{to}");
    }
}

#[test]
fn models_of_one_provider_cannot_stand_in_for_each_other() {
    let text = SMALL.replace("provider: two, model: other-1", "provider: one, model: other-1");
    let (settings, findings) = read(&text);
    let codes: BTreeSet<&str> = findings.iter().map(|finding| &*finding.code).collect();
    assert_eq!(codes, BTreeSet::from(["single_provider"]), "{findings:#?}");
    assert!(settings.is_some(), "a warning");
}

#[test]
fn a_key_put_where_its_variables_name_belongs_is_not_shown() {
    let (_, findings) = read(&SMALL.replace("ONE_KEY", "sk-ant-canary"));
    assert!(!format!("{findings:?}").contains("canary"), "{findings:?}");
}

#[test]
fn the_program_checks_the_settings() {
    let folder = Folder::new("llm-settings");
    let run = folder.querent(&["check", root().join("config/llm.yaml").to_str().unwrap()], "");
    assert_eq!(run.code, 0, "{run:?}");
    fs::write(folder.path().join("llm.yaml"), SMALL.replace("quick, other", "quik, other")).unwrap();
    let run = folder.querent(&["check", "llm.yaml"], "");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.out.contains("llm.yaml:9:14: error[unknown_model]") && run.out.contains("did you mean `quick`?"),
        "{run:?}"
    );
}

#[test]
fn a_price_is_counted_in_whole_billionths_of_a_dollar() {
    let price = |price: Value| serde_json::from_value::<Price>(price).unwrap();
    let usage = |input, output, cached_input, cache_write| TokenUsage {
        input,
        output,
        cached_input,
        cache_write,
        reasoning: 0,
    };
    let haiku = price(json!({"input": 1.0, "output": 5.0, "cached_input": 0.1, "cache_write": 1.25}));
    assert_eq!(haiku.cost(&usage(2_200, 700, 0, 0)), 5_700_000, "0.0057 dollars for a turn");
    assert_eq!(haiku.cost(&usage(2_200, 700, 2_000, 100)), 100 * 1_000 + 2_000 * 100 + 100 * 1_250 + 700 * 5_000);
    let plain = price(json!({"input": 0.3, "output": 1.2}));
    assert_eq!(
        plain.cost(&usage(1_000, 0, 1_000, 0)),
        300_000,
        "cached tokens without a price of their own cost as read"
    );
    let tiny = price(json!({"input": 0.0028, "output": 0.28}));
    assert_eq!(tiny.cost(&usage(1, 0, 0, 0)), 3, "2.8 rounded");
    assert_eq!(tiny.cost(&usage(1_000_000, 0, 0, 0)), 2_800_000, "and no rounding of each token");
    assert_eq!(price(json!({"input": 0, "output": 0})).cost(&usage(9_999, 9_999, 0, 0)), 0);
    let huge = price(json!({"input": 100_000, "output": 100_000}));
    assert_eq!(huge.cost(&usage(u64::MAX, u64::MAX, 0, 0)), u64::MAX, "no overflow");
    assert_eq!(
        plain.cost(&usage(10, 0, 50, 50)),
        50 * 300 + 50 * 300,
        "more cached than read, as nobody should tell us"
    );
}

#[test]
fn a_null_price_is_unknown_and_a_zero_is_free() {
    let usage = TokenUsage { input: 10, output: 10, ..TokenUsage::default() };
    let settings = read(&SMALL.replace("price: {input: 1, output: 5}", "price: null")).0.unwrap();
    assert_eq!(settings.models["quick"].cost(&usage), None);
    assert_eq!(settings.models["other"].cost(&usage), Some(0));
}

#[test]
fn only_models_with_a_key_are_offered_and_an_address_can_be_another() {
    let settings = shipped();
    let none = |_: &str| None;
    assert_eq!(settings.offer(none), [""; 0]);
    let env = |name: &str| match name {
        "DEEPSEEK_API_KEY" => Some("k".to_owned()),
        "OPENAI_API_KEY" => Some("  ".to_owned()),
        "DEEPSEEK_BASE_URL" => Some("http://127.0.0.1:9/deepseek/".to_owned()),
        _ => None,
    };
    assert_eq!(settings.offer(env), ["deepseek-flash"]);
    assert_eq!(settings.usable(env).len(), 1);
    let slow =
        LlmSettings { calls: CallSettings { qualitative_every: 9, ..CallSettings::default() }, ..settings.clone() };
    let (mut models, mut calls) = (Vec::new(), CallSettings::default());
    slow.equip(&slow.offer(none), &mut models, &mut calls);
    assert_eq!((models.len(), calls.qualitative_every), (0, 2), "no key, no models");
    slow.equip(&slow.offer(env), &mut models, &mut calls);
    assert_eq!((&*models, calls.qualitative_every), (&["deepseek-flash".to_owned()][..], 9));
    let (mut models, mut calls) = (Vec::new(), CallSettings { strict_quotes: false, ..CallSettings::default() });
    slow.equip(&slow.offer(env), &mut models, &mut calls);
    assert_eq!((models.len(), calls.qualitative_every), (1, 2), "how the study calls them is its own");
    let mut own = vec!["gpt-sol".to_owned()];
    slow.equip(&slow.offer(env), &mut own, &mut CallSettings::default());
    assert_eq!(own, ["gpt-sol"], "a study's own choice");
    assert_eq!(settings.providers["deepseek"].address(env), "http://127.0.0.1:9/deepseek");
    assert_eq!(settings.providers["openai"].address(env), "https://api.openai.com/v1");
    let local = read(SMALL).0.unwrap();
    assert_eq!(local.offer(none), ["other"], "a server that wants no key");
}

#[test]
fn every_class_of_the_shipped_settings_ends_with_another_provider() {
    let settings = shipped();
    for class in [TaskClass::Analysis, TaskClass::Question, TaskClass::Report, TaskClass::Judge] {
        let providers: BTreeSet<&str> =
            settings.classes[&class].iter().map(|name| &*settings.models[name].provider).collect();
        assert!(providers.len() >= 3, "{class:?}");
    }
}

#[test]
fn tasks_differ_from_their_own_values_only_where_the_file_says_so() {
    let text =
        format!("{SMALL}tasks:\n  chat: {{models: [quick], temperature: 0.75, max_output: 77, deadline_s: 9}}\n");
    let settings = read(&text).0.unwrap();
    let values = |task| (settings.temperature(task), settings.max_output(task), settings.deadline_ms(task));
    assert_eq!(values(Task::Chat), (75, 77, 9_000));
    assert_eq!(values(Task::Synthesis), (30, 3_000, 90_000));
    assert_eq!(settings.models_for(Task::Chat, &[]), ["quick".into()]);
}

/// Keys of a schema, with those of what stands below them.
fn keys(schema: &Value, root: &Value, found: &mut BTreeSet<String>) {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        keys(root.pointer(name.trim_start_matches('#')).unwrap(), root, found);
    }
    for (key, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        found.insert(key.clone());
        keys(property, root, found);
    }
    for list in ["allOf", "anyOf", "oneOf"] {
        for one in schema.get(list).and_then(Value::as_array).into_iter().flatten() {
            keys(one, root, found);
        }
    }
    for below in ["additionalProperties", "items"] {
        if let Some(schema) = schema.get(below).filter(|schema| schema.is_object()) {
            keys(schema, root, found);
        }
    }
}

fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(fs::read_to_string(&path).unwrap().split("#[cfg(test)]").next().unwrap());
        }
    }
}

/// Keys that nothing reads: no source but the linter's names them as a field, or takes them out of their block by name.
fn unread(source: &str) -> Vec<String> {
    let schema = schemas().into_iter().find(|(name, _)| *name == "llm.json").unwrap().1;
    let mut found = BTreeSet::new();
    keys(&schema, &schema, &mut found);
    // The words of a price's, an allowance's and the classes' blocks are checked by the tests above.
    assert!(found.len() > 50, "{found:?}");
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_read = |key: &String| {
        source.match_indices(key.as_str()).any(|(at, _)| {
            let (before, after) = (&source[..at], &source[at + key.len()..]);
            let is_field = before.ends_with('.') && !before.ends_with("..") && !after.starts_with(is_part);
            let is_taken = (before.ends_with(", ") || before.ends_with("{ ") || before.ends_with("    "))
                && (after.starts_with(", ") || after.starts_with(" }"));
            is_field || is_taken
        })
    };
    found.into_iter().filter(|key| !is_read(key)).collect()
}

#[test]
fn no_key_of_the_settings_is_without_a_reader() {
    let mut source = String::new();
    for place in [
        "src/engine/interview",
        "src/engine/model",
        "src/engine/redaction",
        "src/engine/untrusted",
        "src/studio",
        "src/edge",
        "src/native",
        "src/wasm",
    ] {
        let path = root().join(place);
        if path.is_dir() {
            sources(&path, &mut source);
        } else {
            source.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
    // Classes and tasks are keys by a word of their own enumeration, and read as such.
    let words = ["analysis", "embedding", "judge", "question", "report"];
    let mut unread = unread(&source);
    unread.retain(|key| !words.contains(&key.as_str()) && Task::of(key).is_none());
    assert_eq!(unread, [""; 0], "remove these keys from the settings, or read them");
}

#[test]
fn a_key_without_a_reader_would_be_found() {
    assert!(unread("settings.retries.base_ms").contains(&"cap_ms".to_owned()));
    assert!(!unread("settings.retries.base_ms").contains(&"base_ms".to_owned()));
    assert!(unread("..base_ms, xbase_ms, base_ms_more").contains(&"base_ms".to_owned()));
}
