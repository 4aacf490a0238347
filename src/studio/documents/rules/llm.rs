//! Rules about the model settings: known names, numbers within bounds, fields that the provider supports.

use super::{id, in_range, text};
use crate::{
    engine::{
        diagnostic::did_you_mean,
        id::Name,
        model::{CallSettings, Task, TaskClass},
    },
    studio::{
        documents::part::Part,
        settings::{JsonMode, LlmSettings, ModelRecord, Price, Provider, TaskSettings, Thinking, Timers},
    },
};

/// The classes of models with their keys.
const CLASSES: [(TaskClass, &str); 5] = [
    (TaskClass::Analysis, "analysis"),
    (TaskClass::Question, "question"),
    (TaskClass::Report, "report"),
    (TaskClass::Judge, "judge"),
    (TaskClass::Embedding, "embedding"),
];

/// Checks the model settings.
pub(in crate::studio::documents) fn llm(settings: &LlmSettings, part: &mut Part<'_>) {
    for (name, one) in &settings.providers {
        id(name, &format!("providers.{name}"), part);
        provider(one, &format!("providers.{name}"), part);
    }
    for (name, record) in &settings.models {
        id(name, &format!("models.{name}"), part);
        model(settings, name, record, part);
    }
    for (class, word) in CLASSES {
        let path = format!("classes.{word}");
        match settings.classes.get(&class) {
            Some(names) => models(settings, names, Need::of(class), &path, part),
            // Embeddings are optional. Without a list the other classes silently use the rules, so the list is required.
            None if class == TaskClass::Embedding => {}
            None => {
                let message = format!("the class `{word}` has no models");
                let hint = format!("add `{word}: [MODEL, …]`, or `{word}: []` for the rules");
                part.refuse("no_models", &path, message, &hint);
            }
        }
    }
    for (task, own) in &settings.tasks {
        task_settings(settings, *task, own, part);
    }
    limits(settings, part);
    calls(&settings.calls, "calls", part);
    super::redaction(settings.redaction.as_ref(), part);
}

/// Output that a list of models must give.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Text,
    Vectors,
}

impl Need {
    fn of(class: TaskClass) -> Self {
        match class {
            TaskClass::Analysis | TaskClass::Question | TaskClass::Report | TaskClass::Judge => Self::Text,
            TaskClass::Embedding => Self::Vectors,
        }
    }
}

fn provider(provider: &Provider, path: &str, part: &mut Part<'_>) {
    if let Some(url) = &provider.base_url {
        address(url, &format!("{path}.base_url"), part);
    }
    for (key, name) in [("key_env", &provider.key_env), ("base_url_env", &provider.base_url_env)] {
        let Some(name) = name else { continue };
        let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if !is_name {
            // The value may be a key, so the finding does not repeat it.
            let hint = "write the variable's name, like `ANTHROPIC_API_KEY`; never write a key into a file";
            let message = format!("`{key}` is not the name of an environment variable");
            let finding = part.refuse("bad_variable", &format!("{path}.{key}"), message, hint);
            if let Some(finding) = finding {
                finding.value = None;
            }
        }
    }
}

/// Checks the address of a server. Other computers need TLS.
fn address(url: &str, path: &str, part: &mut Part<'_>) {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let Some(rest) = rest.filter(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace)) else {
        let message = format!("`{url}` is not an address");
        part.refuse("bad_address", path, message, "write one like `https://api.example.com/v1`");
        return;
    };
    let host = rest.split(['/', '?']).next().unwrap_or_default();
    if host.contains('@') {
        let message = "the address contains a user or a password";
        part.refuse("bad_address", path, message, "put the key into an environment variable");
    }
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let is_near = matches!(name, "localhost" | "127.0.0.1" | "[::1]") || name.ends_with(".localhost");
    if url.starts_with("http://") && !is_near {
        let hint = "write https:// for every other computer";
        part.warn("no_tls", path, format!("`{url}` is not encrypted: others can read the answers and the key"), hint);
    }
}

fn model(settings: &LlmSettings, name: &Name, record: &ModelRecord, part: &mut Part<'_>) {
    let path = format!("models.{name}");
    let at = |key: &str| format!("{path}.{key}");
    text(&record.model, &at("model"), part);
    let known: Vec<&str> = settings.providers.keys().map(AsRef::as_ref).collect();
    let kind = settings.providers.get(&record.provider).map(|provider| provider.kind);
    if kind.is_none() {
        let message = format!("there is no provider `{}`", record.provider);
        part.refuse("unknown_provider", &at("provider"), message, &did_you_mean(&record.provider, &known));
    }
    in_range(record.context_tokens, 256..=20_000_000, &at("context_tokens"), part);
    in_range(record.max_output, 1..=10_000_000, &at("max_output"), part);
    if let Some(seconds) = record.timeout_s {
        in_range(seconds, 1..=600, &at("timeout_s"), part);
    }
    if let Some(dimensions) = record.dimensions {
        in_range(dimensions, 2..=65_536, &at("dimensions"), part);
    }
    if record.forced_tool && record.thinking == Thinking::Always {
        let hint = "remove `forced_tool`, or use `json: schema`";
        let message = "a model that always thinks cannot be forced to call a tool";
        part.refuse("forced_tool_with_thinking", &at("forced_tool"), message, hint);
    }
    if record.forced_tool && record.thinking == Thinking::Optional && record.thinking_off.is_none() {
        let hint = "add `thinking_off`, or remove `forced_tool`";
        let message = "a call can only be forced while the model does not think";
        part.refuse("forced_tool_with_thinking", &at("forced_tool"), message, hint);
    }
    if record.thinking == Thinking::Always && record.thinking_off.is_some() {
        let message = "the model always thinks, so this cannot turn it off";
        part.refuse("thinking_off", &at("thinking_off"), message, "remove it, or write `thinking: optional`");
    }
    if record.thinking == Thinking::None && record.thinking_tokens > 0 {
        let message = "the model does not think, so this has no effect";
        part.warn("thinking_tokens", &at("thinking_tokens"), message, "remove it, or set `thinking`");
    }
    if record.thinking == Thinking::Always && record.thinking_tokens == 0 && !record.embeds() {
        let hint = "add `thinking_tokens: 4000`";
        part.warn("thinking_tokens", &at("thinking"), "thinking uses up the output limit before the answer", hint);
    }
    let is_wrong = |json| record.json == json;
    if let Some(kind) = kind {
        if is_wrong(JsonMode::Object) && !kind.has_object_mode() {
            let message = format!("`{}` has no JSON mode without a schema", kind.id());
            part.refuse("json_mode", &at("json"), message, "write `json: schema`, `tool` or `none`");
        }
        if is_wrong(JsonMode::Grammar) && !kind.has_grammar() {
            let message = format!("`{}` has no grammar mode", kind.id());
            part.refuse("json_mode", &at("json"), message, "write `json: schema`, `object`, `tool` or `none`");
        }
        if record.embeds() && !kind.has_object_mode() {
            let message = format!("`{}` has no embeddings", kind.id());
            part.refuse("no_vectors", &at("dimensions"), message, "remove `dimensions`, or use another provider");
        }
    }
    match &record.price {
        None => {
            let message = format!("`{name}` has no price: its cost is not counted, and sums are marked as incomplete");
            let hint = "write `price: {input: …, output: …}`, zeros for a free model";
            part.warn("no_price", &at("price"), message, hint);
        }
        Some(price) => prices(price, &at("price"), part),
    }
}

fn prices(price: &Price, path: &str, part: &mut Part<'_>) {
    let all = [
        ("input", Some(price.input)),
        ("output", Some(price.output)),
        ("cached_input", price.cached_input),
        ("cache_write", price.cache_write),
    ];
    for (key, value) in all {
        if let Some(value) = value.filter(|value| !(0.0..=100_000.0).contains(value)) {
            let message = format!("`{key}` is {value}; a price is 0 to 100,000 dollars per million tokens");
            part.refuse("out_of_range", &format!("{path}.{key}"), message, "look up the price at the provider");
        }
    }
}

fn models(settings: &LlmSettings, names: &[Name], need: Need, path: &str, part: &mut Part<'_>) {
    let known: Vec<&str> = settings.models.keys().map(AsRef::as_ref).collect();
    for (index, name) in names.iter().enumerate() {
        let path = format!("{path}[{index}]");
        let Some(record) = settings.models.get(name) else {
            part.refuse("unknown_model", &path, format!("there is no model `{name}`"), &did_you_mean(name, &known));
            continue;
        };
        if names.iter().take(index).any(|earlier| earlier == name) {
            part.refuse("repeated_model", &path, format!("`{name}` is already in this list"), "remove one of the two");
        }
        let wrong = match need {
            Need::Text if record.embeds() => Some("vectors, and this list needs text"),
            Need::Vectors if !record.embeds() => Some("text, and this list needs vectors"),
            Need::Text | Need::Vectors => None,
        };
        if let Some(wrong) = wrong {
            part.refuse("wrong_model", &path, format!("`{name}` writes {wrong}"), "use another model");
        }
    }
    let providers: Vec<&Name> =
        names.iter().filter_map(|name| settings.models.get(name)).map(|record| &record.provider).collect();
    let is_one = providers.len() > 1 && providers.iter().all(|provider| Some(provider) == providers.first());
    if is_one {
        let message = "all models of this list have the same provider, so none is left if it fails";
        part.warn("single_provider", path, message, "add a model of another provider, or leave only the first");
    }
}

fn task_settings(settings: &LlmSettings, task: Task, own: &TaskSettings, part: &mut Part<'_>) {
    let path = format!("tasks.{}", task.id());
    if let Some(names) = &own.models {
        models(settings, names, Need::of(task.class()), &format!("{path}.models"), part);
    }
    if let Some(temperature) = own.temperature {
        in_range(temperature, 0.0..=2.0, &format!("{path}.temperature"), part);
    }
    if let Some(tokens) = own.max_output {
        in_range(tokens, 1..=32_000, &format!("{path}.max_output"), part);
    }
    if let Some(seconds) = own.deadline_s {
        in_range(seconds, 1..=600, &format!("{path}.deadline_s"), part);
    }
}

fn limits(settings: &LlmSettings, part: &mut Part<'_>) {
    let LlmSettings { retries, timers, fallback, breaker, loop_guard, budgets, .. } = settings;
    let bounds = [
        ("retries.max", retries.max, 0, 5),
        ("retries.base_ms", retries.base_ms, 1, 60_000),
        ("retries.cap_ms", retries.cap_ms, retries.base_ms, 120_000),
        ("fallback.hold_ms", fallback.hold_ms, 0, 86_400_000),
        ("fallback.after", fallback.after, 1, 5),
        ("breaker.failures", breaker.failures, 1, 100),
        ("breaker.within_ms", breaker.within_ms, 1_000, 3_600_000),
        ("breaker.open_ms", breaker.open_ms, 1_000, 3_600_000),
        ("breaker.quota_ms", breaker.quota_ms, 1_000, 86_400_000),
        ("loop_guard.every", loop_guard.every, 100, 10_000),
        ("loop_guard.window", loop_guard.window, 200, 20_000),
        ("loop_guard.shortest", loop_guard.shortest, 5, loop_guard.longest),
        ("loop_guard.longest", loop_guard.longest, 5, 4_000),
        ("loop_guard.repeats", loop_guard.repeats, 2, 20),
    ];
    for (path, value, least, most) in bounds {
        in_range(value, least..=most, path, part);
    }
    if loop_guard.longest.saturating_mul(loop_guard.repeats) > loop_guard.window {
        let message = "the window is too small for `repeats` repetitions of the longest unit";
        part.refuse("out_of_range", "loop_guard.window", message, "write at least `longest` times `repeats`");
    }
    for (key, Timers { first_ms, gap_ms, total_ms }) in
        [("interactive", timers.interactive), ("reports", timers.reports)]
    {
        for (name, value) in [("first_ms", first_ms), ("gap_ms", gap_ms), ("total_ms", total_ms)] {
            in_range(value, 1..=600_000, &format!("timers.{key}.{name}"), part);
        }
    }
    for (key, allowance) in [("session", budgets.session), ("study_day", budgets.study_day), ("day", budgets.day)] {
        if let Some(usd) = allowance.usd {
            in_range(usd, 0.0..=1_000_000.0, &format!("budgets.{key}.usd"), part);
        }
    }
}

/// Checks the call settings.
fn calls(calls: &CallSettings, path: &str, part: &mut Part<'_>) {
    in_range(calls.turn_budget_ms, 1_000..=120_000, &format!("{path}.turn_budget_ms"), part);
    in_range(calls.qualitative_every, 1..=20, &format!("{path}.qualitative_every"), part);
}
