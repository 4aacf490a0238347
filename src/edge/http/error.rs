//! Error replies: codes with fixed messages. They never contain a provider's text, a key or a respondent's words.

use serde::Serialize;

use crate::{edge::database::DatabaseFailure, engine::model::FailureKind};

/// Defines the codes: variant, word on the wire, HTTP status, whether a retry can help, message.
macro_rules! codes {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $word:literal, $status:literal, $retry:ident, $message:literal; )+) => {
        /// Why a request is refused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ErrorCode { $( $(#[doc = $doc])+ $variant, )+ }

        impl ErrorCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// Word on the wire, HTTP status, whether a retry can help, message.
            fn parts(self) -> (&'static str, u16, Retry, &'static str) {
                match self { $( Self::$variant => ($word, $status, Retry::$retry, $message), )+ }
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
    /// The request does not follow the contract.
    BadRequest = "bad_request", 400, Futile, "the request is not of the form this endpoint expects";
    /// The token is missing or not valid.
    TokenInvalid = "token_invalid", 401, Futile, "the token is missing or not valid here; open a new session";
    /// The token has expired.
    TokenExpired = "token_expired", 401, Futile, "the token has expired; renew it or open a new session";
    /// The origin is not allowed.
    Origin = "origin", 403, Futile, "pages of this origin may not use this study";
    /// The token's scope does not cover the request.
    Scope = "scope", 403, Futile, "the token does not allow this";
    /// The study does not collect sessions.
    NotCollected = "not_collected", 403, Futile, "sessions of this study are not collected";
    /// The task is unknown.
    Task = "task", 403, Futile, "the task does not exist or is not offered";
    /// The path or the resource does not exist.
    NotFound = "not_found", 404, Futile, "there is nothing under this address";
    /// The request id was used before with another body, or its request is still in progress.
    Replay = "replay", 409, Futile, "a request with this id was made before";
    /// The turn does not follow the last one.
    TurnOrder = "turn_order", 409, Futile, "the turn does not follow the session's last turn; renew the token with the turn";
    /// The page holds another version of the study.
    StudyChanged = "study_changed", 409, Futile, "the endpoint holds another version of this study";
    /// Entries before the first one sent are missing.
    Gap = "gap", 409, Futile, "entries are missing before these; send on from `have`";
    /// The stored entries differ from those sent.
    Conflict = "conflict", 409, Futile, "the log here differs from the one sent";
    /// The session is finished; only a remark may follow.
    Finished = "finished", 409, Futile, "the session is finished; nothing but a remark can follow";
    /// The session is stored already.
    Exists = "exists", 409, Futile, "a session of this id is kept already; delete it first to take this one in";
    /// The session has not ended.
    NotTerminal = "not_terminal", 409, Futile, "the session has not ended";
    /// Another scoring of the session is in progress.
    ScoreInProgress = "score_in_progress", 409, Helps, "the session is being scored; wait for it or call it off";
    /// Another stage of the type is in progress.
    StageInProgress = "stage_in_progress", 409, Helps, "another one of the session is under way; wait for it";
    /// The session was deleted or has expired.
    Gone = "gone", 410, Futile, "the session has been deleted";
    /// The session has reached its size limit.
    SessionFull = "session_full", 413, Futile, "the session holds all it may hold";
    /// The body or the head is too long.
    TooLarge = "too_large", 413, Futile, "the request is too large";
    /// The content type is not JSON.
    MediaType = "media_type", 415, Futile, "the request's content type has to be application/json";
    /// A field of the request is not valid.
    FieldInvalid = "field_invalid", 422, Futile, "a field is missing, unknown or out of bounds";
    /// Too many requests.
    RateLimited = "rate_limited", 429, Helps, "too many requests; try again later";
    /// The budget of the session, the study or the endpoint is spent.
    BudgetExhausted = "budget_exhausted", 429, Futile, "the budget for model calls is spent";
    /// The session has reached its scorings of the day.
    ScoreCap = "score_cap", 429, Futile, "the session was scored as often as it may be in a day";
    /// The provider's reply is not usable.
    Upstream = "upstream", 502, Futile, "the model gave no usable reply";
    /// No model is available at present.
    Unavailable = "unavailable", 503, Helps, "no model can be reached at present";
    /// The database cannot be read or written.
    Storage = "storage", 503, Helps, "nothing can be stored or read at present; try again later";
    /// The endpoint is shutting down.
    ShuttingDown = "shutting_down", 503, Helps, "the endpoint is about to stop; try again in a moment";
    /// The provider timed out.
    UpstreamTimeout = "upstream_timeout", 504, Helps, "the model did not reply in time";
}

impl ErrorCode {
    /// The word on the wire.
    pub fn word(self) -> &'static str {
        self.parts().0
    }

    /// The HTTP status.
    pub fn status(self) -> u16 {
        self.parts().1
    }

    /// The message.
    pub fn message(self) -> &'static str {
        self.parts().3
    }
}

/// An error reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// Why the request is refused.
    pub code: ErrorCode,
    /// Milliseconds after which a retry may help.
    pub retry_after_ms: Option<u64>,
    /// The kind of failure of a model call.
    pub kind: Option<FailureKind>,
    /// Path of the invalid field.
    pub field: Option<String>,
    /// Number of log entries stored, for a client that sends entries.
    pub have: Option<u32>,
    /// Id of the score in progress.
    pub score_id: Option<String>,
}

impl From<ErrorCode> for ApiError {
    fn from(code: ErrorCode) -> Self {
        Self { code, retry_after_ms: None, kind: None, field: None, have: None, score_id: None }
    }
}

impl From<DatabaseFailure> for ApiError {
    fn from(_: DatabaseFailure) -> Self {
        ErrorCode::Storage.into()
    }
}

/// An error reply.
#[derive(Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "Refusal"))]
pub(in crate::edge) struct ErrorEnvelope<'a> {
    error: ErrorBody<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    have: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score_id: Option<&'a str>,
}

/// Why the request is refused.
#[derive(Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "RefusalReason"))]
struct ErrorBody<'a> {
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

impl ApiError {
    /// The same error with `Retry-After`.
    #[must_use]
    pub fn after(self, ms: u64) -> Self {
        Self { retry_after_ms: Some(ms), ..self }
    }

    /// The same error with the number of entries stored.
    #[must_use]
    pub fn having(self, have: u32) -> Self {
        Self { have: Some(have), ..self }
    }

    /// The same error with the id of the score in progress.
    #[must_use]
    pub fn of_score(self, id: &str) -> Self {
        Self { score_id: Some(id.to_owned()), ..self }
    }

    /// An invalid field. The path is repeated only if it has the form of a path of this contract.
    pub fn of_field(code: ErrorCode, path: &str) -> Self {
        let is_path = !path.is_empty() && path.len() <= 80;
        let is_ours = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_.[]".contains(c);
        Self { field: (is_path && path.chars().all(is_ours)).then(|| path.to_owned()), ..code.into() }
    }

    /// An invalid field of the usual code.
    pub(in crate::edge) fn invalid(path: &str) -> Self {
        Self::of_field(ErrorCode::FieldInvalid, path)
    }

    /// A failed model call.
    pub fn of_call(kind: FailureKind) -> Self {
        let code = match kind {
            FailureKind::TimeoutFirst | FailureKind::TimeoutStall | FailureKind::TimeoutTotal => {
                ErrorCode::UpstreamTimeout
            }
            FailureKind::Unavailable | FailureKind::RateLimited | FailureKind::Overloaded => ErrorCode::Unavailable,
            FailureKind::BudgetExhausted => ErrorCode::BudgetExhausted,
            FailureKind::Auth
            | FailureKind::Permission
            | FailureKind::QuotaExhausted
            | FailureKind::InvalidRequest
            | FailureKind::ContextTooLong
            | FailureKind::Refused
            | FailureKind::Transport
            | FailureKind::BadOutput
            | FailureKind::Cancelled => ErrorCode::Upstream,
        };
        Self { kind: Some(kind), ..code.into() }
    }

    /// Whether a retry of the same request can help.
    pub fn is_retryable(&self) -> bool {
        self.code.parts().2 == Retry::Helps || self.retry_after_ms.is_some()
    }

    /// The body: `{"error": {code, message, retryable, …}}`, with `have` or `score_id` beside it where they apply.
    pub fn json(&self) -> Vec<u8> {
        let error = ErrorBody {
            code: self.code.word(),
            message: self.code.message(),
            retryable: self.is_retryable(),
            retry_after_ms: self.retry_after_ms,
            kind: self.kind,
            field: self.field.as_deref(),
        };
        let envelope = ErrorEnvelope { error, have: self.have, score_id: self.score_id.as_deref() };
        serde_json::to_vec(&envelope).unwrap_or_default()
    }
}
