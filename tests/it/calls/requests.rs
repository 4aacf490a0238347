//! What is sent: golden requests by what a model takes.

use std::fmt::Write as _;

use querent_engine::studio::{
    prompts::{Output, Prompt},
    providers::{
        EncodeError, HttpMethod, OptionalField, RejectedFields, WireRequest, encode, estimate, find_unlisted_models,
        model_list_request, parse_model_list,
    },
    settings::{LoopGuard, ProviderKind},
};
use serde_json::{Value, json};

use super::{json_prompt, prompt, provider, record, request, schema, shipped};

/// A request as a page of text.
fn shown(request: &WireRequest) -> String {
    let mut page = format!("{} {}\n", request.method, request.url);
    for (name, value) in &request.headers {
        writeln!(page, "{name}: {value}").unwrap();
    }
    if let Some(credential) = &request.credential {
        writeln!(page, "{}: {}", credential.header, credential.value("{the key}")).unwrap();
    }
    let body: Value = serde_json::from_str(&request.body).unwrap();
    writeln!(page, "\n{}", serde_json::to_string_pretty(&body).unwrap()).unwrap();
    page
}

#[test]
fn requests_for_json_hold_what_the_record_allows_and_nothing_else() {
    let object = json!({"thinking": {"type": "disabled"}});
    let records = [
        (
            "anthropic_schema",
            ProviderKind::Anthropic,
            json!({"json": "schema", "sampling": false, "effort": "low", "thinking": "optional", "thinking_off": object}),
        ),
        (
            "anthropic_tool_forced",
            ProviderKind::Anthropic,
            json!({"json": "tool", "forced_tool": true, "strict_schema": true}),
        ),
        (
            "anthropic_tool_thinking",
            ProviderKind::Anthropic,
            json!({"json": "tool", "thinking": "always", "thinking_tokens": 2000, "sampling": false}),
        ),
        (
            "anthropic_none_whole",
            ProviderKind::Anthropic,
            json!({"json": "none", "streams": false, "cache_minimum": 8}),
        ),
        (
            "openai_schema",
            ProviderKind::OpenAi,
            json!({"json": "schema", "strict_schema": true, "sampling": false, "max_field": "max_completion_tokens", "stream_usage": true, "effort": "low"}),
        ),
        (
            "openai_tool",
            ProviderKind::OpenAi,
            json!({"json": "tool", "forced_tool": true, "strict_schema": true, "streams": false}),
        ),
        ("moonshot_tool", ProviderKind::Moonshot, json!({"json": "tool", "strict_schema": true, "forced_tool": false})),
        (
            "deepseek_object",
            ProviderKind::DeepSeek,
            json!({"json": "object", "thinking": "optional", "thinking_off": object, "stream_usage": true}),
        ),
        ("ollama_schema", ProviderKind::Ollama, json!({"json": "schema"})),
        ("llama_cpp_grammar", ProviderKind::LlamaCpp, json!({"json": "grammar"})),
        ("vllm_grammar", ProviderKind::Vllm, json!({"json": "grammar"})),
    ];
    for (name, kind, changes) in records {
        insta::assert_snapshot!(name, shown(&request(kind, &record(&changes), &json_prompt())));
    }
}

#[test]
fn requests_of_the_shipped_models_are_the_golden_ones() {
    let settings = shipped();
    let mut page = String::new();
    for name in settings.models.keys() {
        let (record, provider) = settings.model(name).unwrap();
        let mut prompt = if record.embeds() { prompt(Output::Vectors) } else { json_prompt() };
        if record.embeds() {
            prompt.texts = vec!["creamy foam".into(), "calm mornings".into()];
        }
        let address = provider.address(|_| None);
        let request = encode(&prompt, record, provider, &address, &RejectedFields::default()).unwrap();
        writeln!(page, "## {name}\n{}", shown(&request)).unwrap();
    }
    insta::assert_snapshot!(page);
}

#[test]
fn a_refused_field_is_left_out_and_what_it_did_is_done_otherwise() {
    let changes = json!({"json": "schema", "max_field": "max_tokens", "stream_usage": true, "effort": "low"});
    let body = |kind, changes: &Value, fields: &[OptionalField]| -> Value {
        let dropped = RejectedFields::without(fields.iter().copied());
        let request = encode(&json_prompt(), &record(changes), &provider(kind), "http://x", &dropped).unwrap();
        serde_json::from_str(&request.body).unwrap()
    };
    let full = body(ProviderKind::OpenAi, &changes, &[]);
    for (field, key) in [
        (OptionalField::Temperature, "temperature"),
        (OptionalField::ResponseFormat, "response_format"),
        (OptionalField::Effort, "reasoning_effort"),
        (OptionalField::StreamOptions, "stream_options"),
        (OptionalField::Store, "store"),
        (OptionalField::MaxTokens, "max_tokens"),
    ] {
        assert!(full.get(key).is_some(), "{key}");
        assert!(body(ProviderKind::OpenAi, &changes, &[field]).get(key).is_none(), "{key}");
    }
    assert_eq!(body(ProviderKind::OpenAi, &changes, &[OptionalField::MaxTokens])["max_completion_tokens"], 1_800);
    let untied = body(ProviderKind::OpenAi, &changes, &[OptionalField::ResponseFormat]);
    assert!(
        untied["messages"][0]["content"].as_str().unwrap().contains("\"nodes\""),
        "the schema stands in the prompt: {untied}"
    );
    let untied = body(ProviderKind::Anthropic, &changes, &[OptionalField::ResponseFormat, OptionalField::Effort]);
    assert!(
        untied.get("output_config").is_none() && untied["system"].as_str().unwrap().contains("\"nodes\""),
        "{untied}"
    );
    let none = json!({"thinking": "optional", "thinking_off": {"reasoning_effort": "none"}});
    assert_eq!(body(ProviderKind::OpenAi, &none, &[])["reasoning_effort"], "none");
    assert!(body(ProviderKind::OpenAi, &none, &[OptionalField::Effort]).get("reasoning_effort").is_none());
}

#[test]
fn a_seed_goes_to_a_model_that_takes_one_and_to_no_other() {
    let seeded = Prompt { seed: Some(7), ..prompt(Output::Text) };
    let sent = |kind, takes: bool, prompt: &Prompt| {
        let request = request(kind, &record(&json!({"seeds": takes})), prompt);
        serde_json::from_str::<Value>(&request.body).unwrap()["seed"].clone()
    };
    assert_eq!(sent(ProviderKind::Ollama, true, &seeded), 7);
    assert_eq!(sent(ProviderKind::Ollama, true, &prompt(Output::Text)), Value::Null);
    assert_eq!(sent(ProviderKind::OpenAi, false, &seeded), Value::Null);
    assert_eq!(sent(ProviderKind::Anthropic, true, &seeded), Value::Null, "its wire format has no such field");
}

#[test]
fn a_schema_is_sent_in_the_order_its_properties_are_required() {
    for (kind, mode) in [
        (ProviderKind::Anthropic, "schema"),
        (ProviderKind::OpenAi, "schema"),
        (ProviderKind::OpenAi, "tool"),
        (ProviderKind::DeepSeek, "object"),
    ] {
        let body = request(kind, &record(&json!({"json": mode})), &json_prompt()).body;
        let (nodes, language) = (body.find("nodes").unwrap(), body.find("language").unwrap());
        assert!(nodes < language, "{kind:?} {mode}: {body}");
    }
}

#[test]
fn a_model_held_to_plain_json_is_told_the_word_it_wants_to_hear() {
    let request = request(ProviderKind::OpenAi, &record(&json!({"json": "object"})), &json_prompt());
    let body: Value = serde_json::from_str(&request.body).unwrap();
    assert!(body["messages"].to_string().to_lowercase().contains("json"));
}

#[test]
fn thinking_gets_room_of_its_own_within_what_the_model_can_write() {
    let limit = |changes: Value| {
        let request = request(ProviderKind::Anthropic, &record(&changes), &json_prompt());
        serde_json::from_str::<Value>(&request.body).unwrap()["max_tokens"].as_u64().unwrap()
    };
    assert_eq!(limit(json!({})), 1_800);
    assert_eq!(limit(json!({"thinking": "always", "thinking_tokens": 4_000})), 5_800);
    assert_eq!(limit(json!({"thinking": "always", "thinking_tokens": 9_000})), 8_000);
}

#[test]
fn a_prompt_that_does_not_fit_is_not_sent() {
    let mut long = prompt(Output::Text);
    long.user = "word ".repeat(2_000);
    let small = record(&json!({"context_tokens": 3_000}));
    let refused =
        encode(&long, &small, &provider(ProviderKind::OpenAi), "http://x", &RejectedFields::default()).unwrap_err();
    assert!(matches!(refused, EncodeError::TooLong { estimated: 4_600..5_000, context: 3_000, .. }), "{refused}");
    let vectors = record(&json!({"dimensions": 3}));
    let refused =
        encode(&json_prompt(), &vectors, &provider(ProviderKind::OpenAi), "http://x", &RejectedFields::default());
    assert!(matches!(refused, Err(EncodeError::WrongModel { .. })));
    let refused = encode(
        &prompt(Output::Vectors),
        &small,
        &provider(ProviderKind::OpenAi),
        "http://x",
        &RejectedFields::default(),
    );
    assert!(matches!(refused, Err(EncodeError::WrongModel { .. })));
}

#[test]
fn a_token_is_three_and_a_half_bytes_rounded_up() {
    assert_eq!([0, 1, 3, 4, 7, 8, 350].map(estimate), [0, 1, 1, 2, 2, 3, 100]);
}

#[test]
fn no_key_is_in_a_request() {
    let request = request(ProviderKind::OpenAi, &record(&json!({})), &json_prompt());
    let credential = request.credential.clone().unwrap();
    assert_eq!((credential.header, credential.env.as_str()), ("authorization", "ONE_KEY"));
    assert_eq!(credential.value(" sk-1\n"), "Bearer sk-1", "blanks around a pasted key do no harm");
    assert!(request.headers.iter().all(|(name, _)| *name != "authorization"));
}

#[test]
fn models_a_provider_does_not_list_are_named_with_what_was_meant() {
    let settings = shipped();
    let listing = model_list_request(&settings.providers["anthropic"], "https://api.example.com");
    assert_eq!(
        (listing.method, listing.url.as_str()),
        (HttpMethod::Get, "https://api.example.com/v1/models?limit=1000")
    );
    assert!(listing.body.is_empty() && listing.credential.is_some());
    let own = |provider: &str| {
        let own = settings.models.values().filter(|record| *record.provider == *provider);
        own.map(|record| json!({"id": record.model})).collect::<Vec<_>>()
    };
    let all = parse_model_list(&json!({"object": "list", "data": own("openai")}).to_string()).unwrap();
    assert_eq!(find_unlisted_models(&settings, "openai", &all), []);
    let dated =
        parse_model_list(r#"{"data": [{"id": "claude-haiku-5-5-20261007"}, {"id": "claude-sonnet-5-6"}]}"#).unwrap();
    let missing = find_unlisted_models(&settings, "anthropic", &dated);
    let told: Vec<String> = missing.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "`anthropic` lists no model `claude-sonnet-5-5` (`claude-sonnet` in llm.yaml); did you mean `claude-sonnet-5-6`?"
        ]
    );
    assert_eq!(parse_model_list("<html>"), None);
    assert_eq!(
        find_unlisted_models(&settings, "openai", &parse_model_list(r#"{"data": []}"#).unwrap()),
        [],
        "an empty list says nothing"
    );
}

#[test]
fn vectors_come_in_the_order_of_their_texts_or_not_at_all() {
    let record = record(&json!({"dimensions": 2}));
    let mut prompt = prompt(Output::Vectors);
    prompt.texts = vec!["a".into(), "b".into()];
    let read = |body: Value| {
        let request = request(ProviderKind::OpenAi, &record, &prompt);
        let mut decoder = super::Decoder::new(&request, LoopGuard::default());
        decoder
            .head(super::ReplyHead {
                status: 200,
                content_type: Some("application/json"),
                retry_after: None,
                now_ms: 0,
            })
            .unwrap();
        super::read(decoder, &[body.to_string().as_bytes()]).1
    };
    let entry = |index: usize, vector: &[f64]| json!({"object": "embedding", "index": index, "embedding": vector});
    let usage = json!({"prompt_tokens": 4, "total_tokens": 4});
    let reply = read(json!({"data": [entry(1, &[0.5, 1.0]), entry(0, &[0.25, -1.0])], "usage": usage})).unwrap();
    assert_eq!(
        (reply.output.as_str(), reply.usage.input, reply.usage_estimated),
        ("[[0.25,-1.0],[0.5,1.0]]", 4, false)
    );
    for broken in [
        json!({"data": [entry(0, &[0.25, -1.0])]}),
        json!({"data": [entry(0, &[0.25, -1.0]), entry(0, &[0.25, -1.0])]}),
        json!({"data": [entry(0, &[0.25, -1.0]), entry(7, &[0.25, -1.0])]}),
        json!({"data": [entry(0, &[0.25]), entry(1, &[0.25])]}),
        json!({"data": []}),
    ] {
        assert!(read(broken.clone()).is_err(), "{broken}");
    }
}

#[test]
fn the_schema_of_a_prompt_is_sent_as_it_is() {
    let body: Value =
        serde_json::from_str(&request(ProviderKind::OpenAi, &record(&json!({"json": "schema"})), &json_prompt()).body)
            .unwrap();
    assert_eq!(body["response_format"]["json_schema"]["schema"], schema());
}
