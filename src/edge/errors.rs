//! Refusals: codes and fixed sentences. Nothing a provider wrote, no key and no respondent's word is ever among them.

use serde::Serialize;

use super::database::DatabaseFailure;
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
    /// The study does not collect.
    NotCollected = "not_collected", 403, Futile, "sessions of this study are not collected";
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
    /// Entries are missing before the first one that was sent.
    Gap = "gap", 409, Futile, "entries are missing before these; send on from `have`";
    /// Something else stands where these entries belong.
    Conflict = "conflict", 409, Futile, "the log here differs from the one sent";
    /// The session was finished; only a remark may follow.
    Finished = "finished", 409, Futile, "the session is finished; nothing but a remark can follow";
    /// A session of this id is kept already.
    Exists = "exists", 409, Futile, "a session of this id is kept already; delete it first to take this one in";
    /// The session goes on.
    NotTerminal = "not_terminal", 409, Futile, "the session has not ended";
    /// Another scoring of the session is under way.
    ScoreInProgress = "score_in_progress", 409, Helps, "the session is being scored; wait for it or call it off";
    /// Another stage of the kind is under way.
    StageInProgress = "stage_in_progress", 409, Helps, "another one of the session is under way; wait for it";
    /// The session was kept and was deleted, or its time was over.
    Gone = "gone", 410, Futile, "the session has been deleted";
    /// The session has all the entries it may have.
    SessionFull = "session_full", 413, Futile, "the session holds all it may hold";
    /// The body or the head is too long.
    TooLarge = "too_large", 413, Futile, "the request is too large";
    /// Not JSON.
    MediaType = "media_type", 415, Futile, "the request's content type has to be application/json";
    /// A value of the request is not usable.
    FieldInvalid = "field_invalid", 422, Futile, "a field is missing, unknown or out of bounds";
    /// Too fast, or too much at once.
    RateLimited = "rate_limited", 429, Helps, "too many requests; try again later";
    /// The session, the study or the endpoint has nothing left to spend.
    BudgetExhausted = "budget_exhausted", 429, Futile, "the budget for model calls is spent";
    /// The session was scored as often as it may be in a day.
    ScoreCap = "score_cap", 429, Futile, "the session was scored as often as it may be in a day";
    /// The provider gave nothing usable.
    Upstream = "upstream", 502, Futile, "the model gave no usable reply";
    /// There is nobody to ask, for now.
    Unavailable = "unavailable", 503, Helps, "no model can be reached at present";
    /// The database cannot be read or written.
    Storage = "storage", 503, Helps, "nothing can be stored or read at present; try again later";
    /// The endpoint is about to stop.
    ShuttingDown = "shutting_down", 503, Helps, "the endpoint is about to stop; try again in a moment";
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
    /// Entries that are kept of the session's log, for whoever sends them.
    pub have: Option<u32>,
    /// The score that stands in the way.
    pub score_id: Option<String>,
}

impl From<Code> for Refusal {
    fn from(code: Code) -> Self {
        Self { code, retry_after_ms: None, kind: None, field: None, have: None, score_id: None }
    }
}

impl From<DatabaseFailure> for Refusal {
    fn from(_: DatabaseFailure) -> Self {
        Code::Storage.into()
    }
}

/// A refusal.
#[derive(Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "Refusal"))]
pub(super) struct Envelope<'a> {
    error: Body<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    have: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score_id: Option<&'a str>,
}

/// Why.
#[derive(Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "RefusalReason"))]
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

    /// The same, with the number of entries that are kept.
    #[must_use]
    pub fn having(self, have: u32) -> Self {
        Self { have: Some(have), ..self }
    }

    /// The same, with the score that stands in the way.
    #[must_use]
    pub fn of_score(self, id: &str) -> Self {
        Self { score_id: Some(id.to_owned()), ..self }
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

    /// The body: `{"error": {code, message, retryable, …}}`, and beside it `have` or `score_id` where they help.
    pub fn json(&self) -> Vec<u8> {
        let error = Body {
            code: self.code.word(),
            message: self.code.message(),
            retryable: self.is_retryable(),
            retry_after_ms: self.retry_after_ms,
            kind: self.kind,
            field: self.field.as_deref(),
        };
        let envelope = Envelope { error, have: self.have, score_id: self.score_id.as_deref() };
        serde_json::to_vec(&envelope).unwrap_or_default()
    }
}
