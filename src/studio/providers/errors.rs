//! Failures: their kind, from the status and the provider's message. The message itself goes no further.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::model::{FailureKind, TokenUsage};

/// An optional field of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionalField {
    /// The temperature.
    Temperature,
    /// `max_tokens`; `max_completion_tokens` replaces it.
    MaxTokens,
    /// `max_completion_tokens`; `max_tokens` replaces it.
    MaxCompletionTokens,
    /// The field that enforces JSON; the schema goes into the prompt instead.
    ResponseFormat,
    /// The switch that turns thinking off.
    Thinking,
    /// The reasoning effort.
    Effort,
    /// The request for token counts in a stream.
    StreamOptions,
    /// The request to store nothing.
    Store,
    /// The limit of one tool call.
    ParallelToolCalls,
    /// The forced tool call.
    ToolChoice,
    /// The marks for the provider's cache.
    CacheControl,
    /// The seed.
    Seed,
}

impl OptionalField {
    /// Names in error messages. Of two names at one position the first in this list counts.
    const NAMES: [(&'static str, Self); 18] = [
        ("max_completion_tokens", Self::MaxCompletionTokens),
        ("max_tokens", Self::MaxTokens),
        ("temperature", Self::Temperature),
        ("response_format", Self::ResponseFormat),
        ("output_config.effort", Self::Effort),
        ("output_config", Self::ResponseFormat),
        ("output_format", Self::ResponseFormat),
        ("structured_outputs", Self::ResponseFormat),
        ("json_schema", Self::ResponseFormat),
        ("reasoning_effort", Self::Effort),
        ("effort", Self::Effort),
        ("stream_options", Self::StreamOptions),
        ("parallel_tool_calls", Self::ParallelToolCalls),
        ("tool_choice", Self::ToolChoice),
        ("cache_control", Self::CacheControl),
        ("thinking", Self::Thinking),
        ("store", Self::Store),
        ("seed", Self::Seed),
    ];

    /// The optional field that an error message names first.
    fn named_in(text: &str) -> Option<Self> {
        let named = Self::NAMES.iter().filter_map(|(name, field)| Some((find_word(text, name)?, *field)));
        named.min_by_key(|(position, _)| *position).map(|(_, field)| field)
    }
}

/// Position of a whole word in a text: `store` is not in `restored`.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let before = text.get(..at).is_some_and(|before| before.ends_with(is_part));
        let after = text.get(at + word.len()..).is_some_and(|after| after.starts_with(is_part));
        !before && !after
    })
}

/// Why an attempt failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptFailure {
    /// The kind, which decides what happens next.
    pub kind: FailureKind,
    /// HTTP status, if there was a reply.
    pub status: Option<u16>,
    /// Milliseconds to wait, as the provider asks.
    pub retry_after_ms: Option<u64>,
    /// The optional field that the model rejects.
    pub unsupported: Option<OptionalField>,
    /// Whether the model repeated itself. The provider is not at fault.
    pub is_loop: bool,
    /// Whether no request was sent.
    pub is_unsent: bool,
    /// Tokens spent.
    pub usage: TokenUsage,
    /// Whether the tokens are estimates.
    pub usage_estimated: bool,
}

impl AttemptFailure {
    /// A failure of this kind, without details.
    pub fn of(kind: FailureKind) -> Self {
        Self {
            kind,
            status: None,
            retry_after_ms: None,
            unsupported: None,
            is_loop: false,
            is_unsent: false,
            usage: TokenUsage::default(),
            usage_estimated: false,
        }
    }

    /// A failure before the request was sent.
    pub fn unsent(kind: FailureKind) -> Self {
        Self { is_unsent: true, ..Self::of(kind) }
    }

    /// Reads an error reply.
    pub(super) fn from_reply(status: u16, body: &str, retry_after_ms: Option<u64>) -> Self {
        let error = ErrorText::parse(body);
        let kind = classify(status, &error);
        let is_refusal = kind == FailureKind::InvalidRequest && matches!(status, 400 | 422);
        let unsupported = OptionalField::named_in(&error.all).filter(|_| is_refusal);
        Self { status: Some(status), retry_after_ms, unsupported, ..Self::of(kind) }
    }

    /// Reads an error object in a stream.
    pub(super) fn from_stream(data: &str) -> Self {
        let error = ErrorText::parse(data);
        let status = [("overloaded", 529), ("rate_limit", 429), ("authentication", 401), ("invalid_request", 400)]
            .iter()
            .find(|(word, _)| error.kind.contains(word))
            .map_or(500, |(_, status)| *status);
        Self { status: None, ..Self { unsupported: None, ..Self::from_reply(status, data, None) } }
    }

    /// A message for people, without any of the provider's text.
    pub fn message(&self) -> &'static str {
        match self.kind {
            FailureKind::Auth => "the provider does not know the key",
            FailureKind::Permission => "the key may not do this",
            FailureKind::QuotaExhausted => "the provider's account is out of money",
            FailureKind::RateLimited => "the provider takes no more requests for now",
            FailureKind::Overloaded => "the provider is overloaded or failed inside",
            FailureKind::InvalidRequest => "the provider does not take the request; check the model's record",
            FailureKind::ContextTooLong => "the prompt is too long for the model",
            FailureKind::Refused => "the model or its filter refused",
            FailureKind::TimeoutFirst => "nothing came in time",
            FailureKind::TimeoutStall => "the reply stopped half-way",
            FailureKind::TimeoutTotal => "the reply was not finished in time",
            FailureKind::Transport => "the provider could not be reached",
            FailureKind::BadOutput => "the reply cannot be used",
            FailureKind::Cancelled => "called off",
            FailureKind::BudgetExhausted => "the budget is spent",
            FailureKind::Unavailable => "there is no model to ask",
        }
    }
}

/// An error message, in lower case.
#[derive(Debug, Default)]
struct ErrorText {
    /// Type and code.
    kind: String,
    /// Everything.
    all: String,
}

impl ErrorText {
    /// Parses `{error: {type, code, message, details}}`, `{error: "…"}`, `{message}`, or plain text.
    fn parse(body: &str) -> Self {
        let Ok(value) = serde_json::from_str::<Value>(body) else {
            return Self { kind: String::new(), all: body.chars().take(2_000).collect::<String>().to_lowercase() };
        };
        let error = value.get("error").unwrap_or(&value);
        let word = |key: &str| error.get(key).and_then(Value::as_str).unwrap_or_default().to_lowercase();
        let kind = format!("{} {}", word("type"), word("code"));
        let details = error.get("details").map(Value::to_string).unwrap_or_default().to_lowercase();
        let plain = error.as_str().unwrap_or_default().to_lowercase();
        let all = format!("{kind} {} {} {details} {plain}", word("message"), word("param"));
        Self { kind, all }
    }

    fn has(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.all.contains(word))
    }
}

/// Texts of an account without credit.
const MONEY: [&str; 12] = [
    "insufficient_quota",
    "insufficient balance",
    "insufficient_balance",
    "credit_balance",
    "credit balance",
    "exceeded_current_quota",
    "exceeded your current quota",
    "spend_limit",
    "spend limit",
    "billing_hard_limit",
    "billing_not_active",
    "arrears",
];

/// Texts of a prompt that is too long.
const LENGTH: [&str; 9] = [
    "context_length",
    "context length",
    "prompt is too long",
    "too many tokens",
    "token limit",
    "maximum context",
    "exceeds the available context",
    "exceed_context_size",
    "input is too long",
];

/// Texts of a content filter.
const FILTER: [&str; 4] = ["content_filter", "content_policy", "high risk", "safety system"];

fn classify(status: u16, error: &ErrorText) -> FailureKind {
    match status {
        401 => FailureKind::Auth,
        402 => FailureKind::QuotaExhausted,
        403 | 429 if error.has(&MONEY) => FailureKind::QuotaExhausted,
        403 => FailureKind::Permission,
        413 => FailureKind::ContextTooLong,
        429 if error.has(&["engine_overloaded", "overloaded_error"]) => FailureKind::Overloaded,
        429 => FailureKind::RateLimited,
        400 | 422 if error.has(&LENGTH) => FailureKind::ContextTooLong,
        400 | 422 if error.has(&FILTER) => FailureKind::Refused,
        400 if error.has(&MONEY) => FailureKind::QuotaExhausted,
        408 => FailureKind::TimeoutTotal,
        502 | 504 => FailureKind::Transport,
        409 | 500.. => FailureKind::Overloaded,
        _ => FailureKind::InvalidRequest,
    }
}

/// Milliseconds of a `Retry-After`: seconds, also with a fraction, or an HTTP date. A date in the past is 0.
pub(super) fn retry_after(value: &str, now_ms: u64) -> Option<u64> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<f64>() {
        let is_sound = seconds.is_finite() && (0.0..=1e9).contains(&seconds);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the line above bounds it")]
        return is_sound.then(|| libm::ceil(seconds * 1000.0) as u64);
    }
    http_date(value).map(|at| at.saturating_sub(now_ms))
}

/// Milliseconds since the epoch of `Sun, 22 Nov 2026 02:02:49 GMT`.
fn http_date(text: &str) -> Option<u64> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut words = text.split_once(',')?.1.split_whitespace();
    let day: u64 = words.next()?.parse().ok().filter(|day| (1..=31).contains(day))?;
    let name = words.next()?;
    let month = MONTHS.iter().position(|month| *month == name)?;
    let year: u64 = words.next()?.parse().ok().filter(|year| (1970..=9999).contains(year))?;
    let mut time = words.next()?.splitn(3, ':').map(|part| part.parse::<u64>().ok());
    let (hour, minute, second) = (time.next()??, time.next()??, time.next()??);
    if words.next() != Some("GMT") {
        return None;
    }
    // Days since the epoch. The year starts in March, so that a leap day comes last (Hinnant, days_from_civil).
    let month = u64::try_from(month).ok()? + 1;
    let year = if month > 2 { year } else { year - 1 };
    let from_march = (month + 9) % 12;
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * from_march + 2) / 5 + day - 1;
    let days = days.checked_sub(719_468)?;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_of_retry_after_is_counted_from_now() {
        assert_eq!(http_date("Sun, 22 Nov 2026 02:02:49 GMT"), Some(1_795_312_969_000));
        assert_eq!(http_date("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(http_date("Thu, 29 Feb 2024 12:30:00 GMT"), Some(1_709_209_800_000));
        assert_eq!(retry_after("Sun, 22 Nov 2026 02:02:49 GMT", 1_795_312_960_000), Some(9_000));
        assert_eq!(retry_after("Sun, 22 Nov 2026 02:02:49 GMT", 1_795_312_990_000), Some(0), "a past one");
        for broken in ["soon", "", "-3", "NaN", "Sun, 22 Nov 2026", "Sun, 99 Nov 2026 02:02:49 GMT", "inf"] {
            assert_eq!(retry_after(broken, 0), None, "{broken}");
        }
        assert_eq!(retry_after("2", 0), Some(2_000));
        assert_eq!(retry_after(" 0.25 ", 0), Some(250));
    }

    #[test]
    fn a_field_is_named_only_by_its_whole_word() {
        assert_eq!(
            OptionalField::named_in("`temperature` is deprecated for this model."),
            Some(OptionalField::Temperature)
        );
        assert_eq!(
            OptionalField::named_in("unsupported parameter: 'max_tokens', use max_completion_tokens"),
            Some(OptionalField::MaxTokens)
        );
        assert_eq!(OptionalField::named_in("the session was restored"), None);
    }
}
