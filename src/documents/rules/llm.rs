//! What must hold in the settings of models: names that exist, numbers within bounds, fields a provider takes.

use super::{id, text};
use crate::{
    diagnostic::did_you_mean,
    documents::part::Part,
    id::Name,
    llm::{
        Calls, Class, Task,
        settings::{JsonMode, LlmSettings, ModelRecord, Price, Provider, TaskSettings, Thinking, Timers},
    },
};

/// The classes a file has to name models for, with their words.
const CLASSES: [(Class, &str); 5] = [
    (Class::Analysis, "analysis"),
    (Class::Question, "question"),
    (Class::Report, "report"),
    (Class::Judge, "judge"),
    (Class::Embedding, "embedding"),
];

/// Rules about the settings of models.
pub(in crate::documents) fn llm(settings: &LlmSettings, part: &mut Part<'_>) {
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
            // Nothing needs vectors; everything else falls to the rules without a word, so it has to be meant.
            None if class == Class::Embedding => {}
            None => {
                let message = format!("the class `{word}` has no models");
                part.refuse(
                    "no_models",
                    &path,
                    message,
                    &format!("add `{word}: [MODEL, …]`, or `{word}: []` for the rules"),
                );
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

/// What a list of models is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Words,
    Vectors,
}

impl Need {
    fn of(class: Class) -> Self {
        match class {
            Class::Analysis | Class::Question | Class::Report | Class::Judge => Self::Words,
            Class::Embedding => Self::Vectors,
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
            // It may be the key itself, so it is not repeated.
            let hint = "write the variable's name, like `ANTHROPIC_API_KEY`; a key never stands in a file";
            part.refuse(
                "bad_variable",
                &format!("{path}.{key}"),
                format!("`{key}` is not the name of an environment variable"),
                hint,
            );
            if let Some(finding) = part.findings.last_mut() {
                finding.value = None;
            }
        }
    }
}

/// An address of a server: TLS, but for this computer.
fn address(url: &str, path: &str, part: &mut Part<'_>) {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let Some(rest) = rest.filter(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace)) else {
        part.refuse(
            "bad_address",
            path,
            format!("`{url}` is not an address"),
            "write one like `https://api.example.com/v1`",
        );
        return;
    };
    let host = rest.split(['/', '?']).next().unwrap_or_default();
    if host.contains('@') {
        part.refuse(
            "bad_address",
            path,
            "the address holds a user or a password",
            "put the key into an environment variable",
        );
    }
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let is_near = matches!(name, "localhost" | "127.0.0.1" | "[::1]") || name.ends_with(".localhost");
    if url.starts_with("http://") && !is_near {
        let hint = "write https:// for everything beyond this computer";
        part.warn(
            "no_tls",
            path,
            format!("`{url}` is not encrypted: answers and the key can be read on the way"),
            hint,
        );
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
    within(u64::from(record.context_tokens), 256, 20_000_000, &at("context_tokens"), part);
    within(u64::from(record.max_output), 1, 10_000_000, &at("max_output"), part);
    if let Some(seconds) = record.timeout_s {
        within(u64::from(seconds), 1, 600, &at("timeout_s"), part);
    }
    if let Some(dimensions) = record.dimensions {
        within(u64::from(dimensions), 2, 65_536, &at("dimensions"), part);
    }
    if record.forced_tool && record.thinking == Thinking::Always {
        let hint = "remove `forced_tool`, or use `json: schema`";
        part.refuse(
            "forced_tool_with_thinking",
            &at("forced_tool"),
            "a model that always thinks cannot be forced to call a tool",
            hint,
        );
    }
    if record.forced_tool && record.thinking == Thinking::Optional && record.thinking_off.is_none() {
        let hint = "add `thinking_off`, or remove `forced_tool`";
        part.refuse(
            "forced_tool_with_thinking",
            &at("forced_tool"),
            "a call can only be forced while the model does not think",
            hint,
        );
    }
    if record.thinking == Thinking::Always && record.thinking_off.is_some() {
        part.refuse(
            "thinking_off",
            &at("thinking_off"),
            "the model always thinks, so this cannot turn it off",
            "remove it, or write `thinking: optional`",
        );
    }
    if record.thinking == Thinking::None && record.thinking_tokens > 0 {
        part.warn(
            "thinking_tokens",
            &at("thinking_tokens"),
            "the model does not think, so these are never spent",
            "remove it, or say that it thinks",
        );
    }
    if record.thinking == Thinking::Always && record.thinking_tokens == 0 && !record.embeds() {
        let hint = "add `thinking_tokens: 4000`";
        part.warn(
            "thinking_tokens",
            &at("thinking"),
            "thinking uses up the output limit before a word is written",
            hint,
        );
    }
    let is_wrong = |json| record.json == json;
    if let Some(kind) = kind {
        if is_wrong(JsonMode::Object) && !kind.has_object_mode() {
            let message = format!("`{}` has no JSON without a schema", kind.id());
            part.refuse("json_mode", &at("json"), message, "write `json: schema`, `tool` or `none`");
        }
        if is_wrong(JsonMode::Grammar) && !kind.has_grammar() {
            let message = format!("`{}` has no field of its own for a schema", kind.id());
            part.refuse("json_mode", &at("json"), message, "write `json: schema`, `object`, `tool` or `none`");
        }
        if record.embeds() && !kind.has_object_mode() {
            let message = format!("`{}` has no vectors", kind.id());
            part.refuse("no_vectors", &at("dimensions"), message, "remove `dimensions`, or use another provider");
        }
    }
    match &record.price {
        None => {
            let message =
                format!("`{name}` has no price: what it costs is not counted, and sums are marked as incomplete");
            part.warn(
                "no_price",
                &at("price"),
                message,
                "write `price: {input: …, output: …}`, zeros for a free model",
            );
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
            part.refuse("out_of_range", &format!("{path}.{key}"), message, "look the price up at the provider");
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
            part.refuse(
                "repeated_model",
                &path,
                format!("`{name}` already stands in this list"),
                "remove one of the two",
            );
        }
        let wrong = match need {
            Need::Words if record.embeds() => Some("vectors, and this asks for words"),
            Need::Vectors if !record.embeds() => Some("words, and this asks for vectors"),
            Need::Words | Need::Vectors => None,
        };
        if let Some(wrong) = wrong {
            part.refuse("wrong_model", &path, format!("`{name}` writes {wrong}"), "use another model");
        }
    }
    let providers: Vec<&Name> =
        names.iter().filter_map(|name| settings.models.get(name)).map(|record| &record.provider).collect();
    let is_one = providers.len() > 1 && providers.iter().all(|provider| Some(provider) == providers.first());
    if is_one {
        let message = "all models of this list have one provider, so none can stand in when it fails";
        part.warn("single_provider", path, message, "add a model of another provider, or leave only the first");
    }
}

fn task_settings(settings: &LlmSettings, task: Task, own: &TaskSettings, part: &mut Part<'_>) {
    let path = format!("tasks.{}", task.id());
    if let Some(names) = &own.models {
        models(settings, names, Need::of(task.class()), &format!("{path}.models"), part);
    }
    if let Some(temperature) = own.temperature.filter(|temperature| !(0.0..=2.0).contains(temperature)) {
        let message = format!("`temperature` is {temperature}; it may be 0 to 2");
        part.refuse("out_of_range", &format!("{path}.temperature"), message, "change it, or remove it for the default");
    }
    if let Some(tokens) = own.max_output {
        within(u64::from(tokens), 1, 32_000, &format!("{path}.max_output"), part);
    }
    if let Some(seconds) = own.deadline_s {
        within(u64::from(seconds), 1, 600, &format!("{path}.deadline_s"), part);
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
        within(u64::from(value), u64::from(least), u64::from(most), path, part);
    }
    if loop_guard.longest.saturating_mul(loop_guard.repeats) > loop_guard.window {
        let message = "the window is too small to see the longest unit as often as it has to be repeated";
        part.refuse("out_of_range", "loop_guard.window", message, "at least `longest` times `repeats`");
    }
    for (key, Timers { first_ms, gap_ms, total_ms }) in
        [("interactive", timers.interactive), ("reports", timers.reports)]
    {
        for (name, value) in [("first_ms", first_ms), ("gap_ms", gap_ms), ("total_ms", total_ms)] {
            within(u64::from(value), 1, 600_000, &format!("timers.{key}.{name}"), part);
        }
    }
    for (key, allowance) in [("session", budgets.session), ("study_day", budgets.study_day), ("day", budgets.day)] {
        if let Some(usd) = allowance.usd.filter(|usd| !(0.0..=1_000_000.0).contains(usd)) {
            let message = format!("`usd` is {usd}; it may be 0 to 1,000,000");
            part.refuse(
                "out_of_range",
                &format!("budgets.{key}.usd"),
                message,
                "change it, or remove it for the default",
            );
        }
    }
}

/// Rules about how a study's models are called.
fn calls(calls: &Calls, path: &str, part: &mut Part<'_>) {
    within(u64::from(calls.turn_budget_ms), 1_000, 120_000, &format!("{path}.turn_budget_ms"), part);
    within(u64::from(calls.qualitative_every), 1, 20, &format!("{path}.qualitative_every"), part);
}

fn within(value: u64, least: u64, most: u64, path: &str, part: &mut Part<'_>) {
    if !(least..=most).contains(&value) {
        let name = path.rsplit('.').next().unwrap_or(path);
        let message = format!("`{name}` is {value}; it may be {least} to {most}");
        part.refuse("out_of_range", path, message, "change it, or remove it for the default");
    }
}
