//! Refusals: codes and fixed sentences. Nothing a provider wrote, no key and no respondent's word is ever among them.

use serde::Serialize;

use crate::llm::FailureKind;

/// Defines the codes: variant, word on the wire, HTTP status, whether trying again can help, sentence.
macro_rules! codes {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $word:literal, $status:literal, $retry:ident, $message:literal; )+) => {
        /// Why a request is refused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code { $( $(#[doc = $doc])+ $variant, )+ }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// The word on the wire.
            pub fn word(self) -> &'static str {
                match self { $( Self::$variant => $word, )+ }
            }

            /// The HTTP status.
            pub fn status(self) -> u16 {
                match self { $( Self::$variant => $status, )+ }
            }

            /// The sentence.
            pub fn message(self) -> &'static str {
                match self { $( Self::$variant => $message, )+ }
            }

            fn retry(self) -> Retry {
                match self { $( Self::$variant => Retry::$retry, )+ }
            }
        }
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Retry {
    Helps,
    Futile,
}

codes! {
    /// The request is not one of this contract.
    BadRequest = "bad_request", 400, Futile, "the request is not of the form this endpoint expects";
    /// No token, or not one of ours.
    TokenInvalid = "token_invalid", 401, Futile, "the token is missing or not valid here; open a new session";
    /// The token was ours and has run out.
    TokenExpired = "token_expired", 401, Futile, "the token has expired; renew it or open a new session";
    /// The page is not one that may ask.
    Origin = "origin", 403, Futile, "pages of this origin may not use this study";
    /// The token does not allow this.
    Scope = "scope", 403, Futile, "the token does not allow this";
    /// There is no such task.
    Task = "task", 403, Futile, "the task does not exist or is not offered";
    /// Nothing is here.
    NotFound = "not_found", 404, Futile, "there is nothing under this address";
    /// The request was made before, with another body, or is being answered right now.
    Replay = "replay", 409, Futile, "a request with this id was made before";
    /// The turn does not follow the last one.
    TurnOrder = "turn_order", 409, Futile, "the turn does not follow the session's last turn; renew the token with the turn";
    /// The page holds another version of the study.
    StudyChanged = "study_changed", 409, Futile, "the endpoint holds another version of this study";
    /// The body or the head is too long.
    TooLarge = "too_large", 413, Futile, "the request is too large";
    /// Not JSON.
    MediaType = "media_type", 415, Futile, "the request's content type has to be application/json";
    /// A value of the context is not usable.
    FieldInvalid = "field_invalid", 422, Futile, "a field of the context is missing, unknown or out of bounds";
    /// Too fast, or too much at once.
    RateLimited = "rate_limited", 429, Helps, "too many requests; try again later";
    /// The session, the study or the endpoint has nothing left to spend.
    BudgetExhausted = "budget_exhausted", 429, Futile, "the budget for model calls is spent";
    /// The provider gave nothing usable.
    Upstream = "upstream", 502, Futile, "the model gave no usable reply";
    /// There is nobody to ask, for now.
    Unavailable = "unavailable", 503, Helps, "no model can be reached at present";
    /// The provider took too long.
    UpstreamTimeout = "upstream_timeout", 504, Helps, "the model did not reply in time";
}

/// A refusal as it goes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub code: Code,
    /// Milliseconds after which trying again may help.
    pub retry_after_ms: Option<u64>,
    /// What kind of failure a call ended with, in our own words.
    pub kind: Option<FailureKind>,
    /// Path of the offending field of our own contract.
    pub field: Option<String>,
}

impl From<Code> for Refusal {
    fn from(code: Code) -> Self {
        Self { code, retry_after_ms: None, kind: None, field: None }
    }
}

#[derive(Serialize)]
struct Envelope<'a> {
    error: Body<'a>,
}

#[derive(Serialize)]
struct Body<'a> {
    code: &'static str,
    message: &'static str,
    retryable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<FailureKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
}

impl Refusal {
    /// The same, to be tried again after so many milliseconds.
    #[must_use]
    pub fn after(self, ms: u64) -> Self {
        Self { retry_after_ms: Some(ms), ..self }
    }

    /// A field of the context that cannot be used. Only a path of our contract's alphabet is repeated.
    pub fn of_field(code: Code, path: &str) -> Self {
        let is_path = !path.is_empty() && path.len() <= 80;
        let is_ours = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_.[]".contains(c);
        Self { field: (is_path && path.chars().all(is_ours)).then(|| path.to_owned()), ..code.into() }
    }

    /// A call that ended with this kind of failure.
    pub fn of_call(kind: FailureKind) -> Self {
        let code = match kind {
            FailureKind::TimeoutFirst | FailureKind::TimeoutStall | FailureKind::TimeoutTotal => Code::UpstreamTimeout,
            FailureKind::Unavailable | FailureKind::RateLimited | FailureKind::Overloaded => Code::Unavailable,
            FailureKind::BudgetExhausted => Code::BudgetExhausted,
            FailureKind::Auth
            | FailureKind::Permission
            | FailureKind::QuotaExhausted
            | FailureKind::InvalidRequest
            | FailureKind::ContextTooLong
            | FailureKind::Refused
            | FailureKind::Transport
            | FailureKind::BadOutput
            | FailureKind::Cancelled => Code::Upstream,
        };
        Self { kind: Some(kind), ..code.into() }
    }

    /// Whether trying the same again can help.
    pub fn is_retryable(&self) -> bool {
        self.code.retry() == Retry::Helps || self.retry_after_ms.is_some()
    }

    /// The body: `{"error": {code, message, retryable, …}}`.
    pub fn json(&self) -> Vec<u8> {
        let error = Body {
            code: self.code.word(),
            message: self.code.message(),
            retryable: self.is_retryable(),
            retry_after_ms: self.retry_after_ms,
            kind: self.kind,
            field: self.field.as_deref(),
        };
        serde_json::to_vec(&Envelope { error }).unwrap_or_default()
    }
}
