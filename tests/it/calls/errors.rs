//! What failures mean: every error of every provider by one map, and what a person is told.

use querent_engine::{
    engine::model::{FailureKind, FinishReason},
    studio::{
        prompts::Output,
        providers::{AttemptFailure, Decoder, Delivery, OptionalField, ReplyHead},
        settings::{LoopGuard, ProviderKind},
    },
};
use serde_json::json;

use super::{decoder, prompt, read, record, request, schema};

/// What an error reply comes to.
fn failed(kind: ProviderKind, status: u16, body: &str, retry_after: Option<&str>) -> AttemptFailure {
    let request = request(kind, &record(&json!({})), &prompt(Output::Text));
    let mut decoder = Decoder::new(&request, LoopGuard::default());
    let head = ReplyHead { status, content_type: Some("application/json"), retry_after, now_ms: 1_795_312_960_000 };
    decoder.head(head).unwrap();
    let (before, after) = body.as_bytes().split_at(body.len() / 2);
    read(decoder, &[before, after]).1.unwrap_err()
}

fn anthropic(kind: &str, message: &str) -> String {
    json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}).to_string()
}

fn openai(kind: &str, code: &str, message: &str) -> String {
    json!({"error": {"message": message, "type": kind, "param": null, "code": code}}).to_string()
}

type Row = (ProviderKind, u16, String, FailureKind);

fn each_has_its_kind(table: impl IntoIterator<Item = Row>) {
    for (kind, status, body, expected) in table {
        let failed = failed(kind, status, &body, None);
        assert_eq!((failed.kind, failed.status), (expected, Some(status)), "{kind:?} {status} {body}");
    }
}

#[test]
fn every_error_of_anthropic_has_its_kind() {
    use FailureKind::{Auth, ContextTooLong, InvalidRequest, Overloaded, Permission, QuotaExhausted, RateLimited};
    let spend = json!({"type": "error", "error": {"type": "rate_limit_error", "message": "You have reached your limit.",
        "details": {"error_code": "enforced_spend_limit_reached"}}});
    let table = [
        (
            ProviderKind::Anthropic,
            400,
            anthropic("invalid_request_error", "messages: at least one message is required"),
            InvalidRequest,
        ),
        (
            ProviderKind::Anthropic,
            400,
            anthropic("invalid_request_error", "prompt is too long: 215000 tokens > 200000 maximum"),
            ContextTooLong,
        ),
        (
            ProviderKind::Anthropic,
            400,
            anthropic("invalid_request_error", "Your credit balance is too low to access the API."),
            QuotaExhausted,
        ),
        (ProviderKind::Anthropic, 401, anthropic("authentication_error", "invalid x-api-key"), Auth),
        (
            ProviderKind::Anthropic,
            402,
            anthropic("billing_error", "There's an issue with your billing"),
            QuotaExhausted,
        ),
        (
            ProviderKind::Anthropic,
            403,
            anthropic("permission_error", "Your API key does not have permission"),
            Permission,
        ),
        (ProviderKind::Anthropic, 404, anthropic("not_found_error", "model: some-model-1"), InvalidRequest),
        (ProviderKind::Anthropic, 409, anthropic("conflict_error", "conflict"), Overloaded),
        (
            ProviderKind::Anthropic,
            413,
            anthropic("request_too_large", "Request exceeds the maximum size"),
            ContextTooLong,
        ),
        (
            ProviderKind::Anthropic,
            429,
            anthropic("rate_limit_error", "This request would exceed your rate limit"),
            RateLimited,
        ),
        (ProviderKind::Anthropic, 429, spend.to_string(), QuotaExhausted),
        (ProviderKind::Anthropic, 500, anthropic("api_error", "Internal server error"), Overloaded),
        (ProviderKind::Anthropic, 529, anthropic("overloaded_error", "Overloaded"), Overloaded),
    ];
    each_has_its_kind(table);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one row a case")]
fn every_error_of_those_who_speak_openais_dialect_has_its_kind() {
    use FailureKind::{
        Auth, ContextTooLong, InvalidRequest, Overloaded, Permission, QuotaExhausted, RateLimited, Refused,
        TimeoutTotal, Transport,
    };
    let table = [
        (
            ProviderKind::OpenAi,
            400,
            openai("invalid_request_error", "context_length_exceeded", "too many"),
            ContextTooLong,
        ),
        (ProviderKind::OpenAi, 400, openai("invalid_request_error", "content_policy_violation", "rejected"), Refused),
        (
            ProviderKind::OpenAi,
            401,
            openai("invalid_request_error", "invalid_api_key", "Incorrect API key provided"),
            Auth,
        ),
        (
            ProviderKind::OpenAi,
            403,
            openai("request_forbidden", "unsupported_country_region_territory", "not here"),
            Permission,
        ),
        (
            ProviderKind::OpenAi,
            404,
            openai("invalid_request_error", "model_not_found", "The model does not exist"),
            InvalidRequest,
        ),
        (ProviderKind::OpenAi, 408, String::new(), TimeoutTotal),
        (ProviderKind::OpenAi, 422, openai("invalid_request_error", "", "cannot be processed"), InvalidRequest),
        (ProviderKind::OpenAi, 429, openai("tokens", "rate_limit_exceeded", "Rate limit reached"), RateLimited),
        (ProviderKind::OpenAi, 429, openai("requests", "slow_down", "slow down"), RateLimited),
        (
            ProviderKind::OpenAi,
            429,
            openai("insufficient_quota", "insufficient_quota", "You exceeded your current quota"),
            QuotaExhausted,
        ),
        (ProviderKind::OpenAi, 429, openai("invalid_request_error", "credit_balance_exhausted", "no"), QuotaExhausted),
        (ProviderKind::OpenAi, 500, openai("server_error", "", "The server had an error"), Overloaded),
        (ProviderKind::OpenAi, 502, "<html>Bad Gateway</html>".to_owned(), Transport),
        (ProviderKind::OpenAi, 503, openai("server_error", "slow_down", "overloaded"), Overloaded),
        (ProviderKind::OpenAi, 504, String::new(), Transport),
        (
            ProviderKind::Moonshot,
            400,
            openai("content_filter", "", "The request was rejected because it was considered high risk"),
            Refused,
        ),
        (
            ProviderKind::Moonshot,
            400,
            openai("invalid_request_error", "", "Your request exceeded model token limit: 262144"),
            ContextTooLong,
        ),
        (
            ProviderKind::Moonshot,
            403,
            openai("exceeded_current_quota_error", "", "suspended due to insufficient balance"),
            QuotaExhausted,
        ),
        (ProviderKind::Moonshot, 403, openai("permission_denied_error", "", "you may not"), Permission),
        (
            ProviderKind::Moonshot,
            429,
            openai("engine_overloaded_error", "", "The engine is currently overloaded"),
            Overloaded,
        ),
        (
            ProviderKind::Moonshot,
            429,
            openai("rate_limit_reached_error", "", "max organization concurrency"),
            RateLimited,
        ),
        (
            ProviderKind::DeepSeek,
            402,
            openai("unknown_error", "invalid_request_error", "Insufficient Balance"),
            QuotaExhausted,
        ),
        (ProviderKind::DeepSeek, 503, String::from("{}"), Overloaded),
        (
            ProviderKind::Ollama,
            404,
            json!({"error": "model \"x\" not found, try pulling it first"}).to_string(),
            InvalidRequest,
        ),
        (
            ProviderKind::LlamaCpp,
            400,
            openai("exceed_context_size_error", "", "the request exceeds the available context size"),
            ContextTooLong,
        ),
        (
            ProviderKind::Vllm,
            400,
            json!({"object": "error", "message": "This model's maximum context length is 4096 tokens"}).to_string(),
            ContextTooLong,
        ),
    ];
    each_has_its_kind(table);
}

#[test]
fn retry_after_is_read_in_seconds_and_as_a_date() {
    let body = openai("tokens", "rate_limit_exceeded", "Rate limit reached");
    let wait = |header| failed(ProviderKind::OpenAi, 429, &body, header).retry_after_ms;
    assert_eq!(wait(Some("7")), Some(7_000));
    assert_eq!(wait(Some("Sun, 22 Nov 2026 02:02:49 GMT")), Some(9_000));
    assert_eq!(wait(Some("in a while")), None);
    assert_eq!(wait(None), None);
}

#[test]
fn a_refused_field_is_known_by_its_name_in_each_dialect() {
    let table = [
        (
            ProviderKind::Anthropic,
            anthropic("invalid_request_error", "`temperature` is deprecated for this model."),
            OptionalField::Temperature,
        ),
        (
            ProviderKind::OpenAi,
            openai(
                "invalid_request_error",
                "unsupported_value",
                "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
            ),
            OptionalField::Temperature,
        ),
        (
            ProviderKind::OpenAi,
            openai(
                "invalid_request_error",
                "unsupported_parameter",
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            ),
            OptionalField::MaxTokens,
        ),
        (
            ProviderKind::LlamaCpp,
            openai("invalid_request_error", "", "response_format is not supported"),
            OptionalField::ResponseFormat,
        ),
        (
            ProviderKind::Vllm,
            openai("BadRequestError", "", "Unexpected field stream_options"),
            OptionalField::StreamOptions,
        ),
        (
            ProviderKind::Anthropic,
            anthropic("invalid_request_error", "output_config.format: Extra inputs are not permitted"),
            OptionalField::ResponseFormat,
        ),
        (
            ProviderKind::OpenAi,
            openai("invalid_request_error", "unsupported_value", "'reasoning_effort' does not support 'none'"),
            OptionalField::Effort,
        ),
    ];
    for (kind, body, field) in table {
        assert_eq!(failed(kind, 400, &body, None).unsupported, Some(field), "{body}");
    }
    let long = anthropic("invalid_request_error", "max_tokens: prompt is too long: 215000 tokens > 200000 maximum");
    assert_eq!(
        failed(ProviderKind::Anthropic, 400, &long, None).unsupported,
        None,
        "what is too long is not a refused field"
    );
}

#[test]
fn no_word_of_a_provider_reaches_a_person() {
    let secret = "sk-canary-123 and what the respondent said";
    for status in [400, 401, 403, 404, 429, 500] {
        let failed = failed(ProviderKind::OpenAi, status, &openai(secret, secret, secret), None);
        assert!(!format!("{failed:?} {}", failed.message()).contains("canary"), "{status}");
    }
}

#[test]
fn redirects_pages_and_garbage_are_no_replies() {
    let head = |status, content_type| {
        let request = request(ProviderKind::OpenAi, &record(&json!({})), &prompt(Output::Text));
        let mut decoder = Decoder::new(&request, LoopGuard::default());
        let outcome = decoder.head(ReplyHead { status, content_type, retry_after: None, now_ms: 0 });
        (outcome.map_err(|failed| failed.kind), decoder)
    };
    for status in [301, 302, 303, 307, 308] {
        assert_eq!(head(status, None).0, Err(FailureKind::InvalidRequest), "{status}");
    }
    for page in ["text/html", "text/plain", "application/octet-stream", ""] {
        let (outcome, decoder) = head(200, Some(page));
        assert_eq!(outcome, Err(FailureKind::BadOutput), "{page}");
        assert_eq!(read(decoder, &[b"{}"]).1.unwrap_err().kind, FailureKind::BadOutput);
    }
    for body in [
        "",
        "{",
        "\u{0}\u{1}",
        "[]",
        "{}",
        "null",
        "{\"choices\":[]}",
        "{\"choices\":[{\"message\":{\"content\":\"  \"}}]}",
    ] {
        let (_, reply) = read(head(200, Some("application/json")).1, &[body.as_bytes()]);
        assert_eq!(reply.unwrap_err().kind, FailureKind::BadOutput, "{body}");
    }
}

#[test]
fn an_error_sent_with_a_status_of_success_is_an_error() {
    let body = openai("server_error", "", "upstream failed");
    let (_, reply) = read(decoder(ProviderKind::OpenAi, Output::Text, Delivery::Whole), &[body.as_bytes()]);
    assert_eq!(reply.unwrap_err().kind, FailureKind::Overloaded);
}

#[test]
fn whole_replies_are_read_like_streams() {
    let json = || Output::Json { name: "turn_analysis".into(), schema: schema() };
    let message = |content: serde_json::Value, stop: &str| {
        json!({"id": "msg", "type": "message", "model": "some-model-1", "content": content, "stop_reason": stop,
            "usage": {"input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 30}})
    };
    let thinking = json!({"type": "thinking", "thinking": "hm", "signature": "x"});
    let text = json!({"type": "text", "text": "Why?"});
    let tool =
        json!({"type": "tool_use", "id": "t", "name": "turn_analysis", "input": {"nodes": [], "language": "en"}});
    let read = |kind, output, body: serde_json::Value| {
        let body = body.to_string();
        read(decoder(kind, output, Delivery::Whole), &[body.as_bytes()]).1
    };
    let reply = read(ProviderKind::Anthropic, Output::Text, message(json!([thinking, text]), "end_turn")).unwrap();
    assert_eq!((reply.output.as_str(), reply.usage.input, reply.usage.cached_input), ("Why?", 40, 30));
    let reply = read(ProviderKind::Anthropic, json(), message(json!([thinking, text, tool]), "tool_use")).unwrap();
    let value: serde_json::Value = serde_json::from_str(&reply.output).unwrap();
    assert_eq!(value, json!({"nodes": [], "language": "en"}), "the tool's call is found behind thinking and text");
    let reply = read(ProviderKind::Anthropic, Output::Text, message(json!([text]), "max_tokens")).unwrap();
    assert_eq!(reply.finish, FinishReason::Length);
    let refused = read(ProviderKind::Anthropic, Output::Text, message(json!([]), "refusal"));
    assert_eq!(refused.unwrap_err().kind, FailureKind::Refused);
    let prose = read(ProviderKind::Anthropic, json(), message(json!([text]), "end_turn"));
    assert_eq!(prose.unwrap_err().kind, FailureKind::BadOutput, "JSON was asked for and prose came");
    let object = json!({"choices": [{"message": {"tool_calls": [{"id": "c", "type": "function",
        "function": {"name": "turn_analysis", "arguments": {"nodes": []}}}]}, "finish_reason": "tool_calls"}]});
    let reply = read(ProviderKind::Vllm, json(), object).unwrap();
    assert_eq!((reply.output.as_str(), reply.usage_estimated), ("{\"nodes\":[]}", true), "arguments as an object");
}

#[test]
fn a_prompt_cut_in_silence_is_told() {
    let long = prompt_of(20_000);
    let body = |tokens: u64| {
        json!({"choices": [{"message": {"content": "Why?"}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": tokens, "completion_tokens": 2}})
    };
    let read = |kind, tokens| {
        let request = request(kind, &record(&json!({"streams": false})), &long);
        assert!(request.estimated_input > 5_000);
        let mut decoder = Decoder::new(&request, LoopGuard::default());
        decoder.head(ReplyHead { status: 200, content_type: None, retry_after: None, now_ms: 0 }).unwrap();
        let body = body(tokens).to_string();
        read(decoder, &[body.as_bytes()]).1.map_err(|failed| failed.kind)
    };
    assert_eq!(read(ProviderKind::Ollama, 2_048).unwrap_err(), FailureKind::ContextTooLong);
    assert_eq!(read(ProviderKind::Ollama, 4_900).unwrap().output, "Why?", "estimates are rather too high");
    assert_eq!(read(ProviderKind::OpenAi, 2_048).unwrap().output, "Why?", "others say so themselves");
}

fn prompt_of(bytes: usize) -> querent_engine::studio::prompts::Prompt {
    let mut prompt = prompt(Output::Text);
    prompt.user = "word ".repeat(bytes / 5);
    prompt
}
