//! Who asks, from where, and for what: every request passes here before anything is read, counted or spent.

use super::{
    Edge, Served,
    errors::{Code, Refusal},
    http::HttpRequest,
    origin,
    token::{Claims, Scope, Worthless},
};
use crate::llm::{self, Task};

/// A caller whose token holds.
#[derive(Debug)]
pub(super) struct Caller<'a> {
    /// What the token says.
    pub(super) claims: Claims,
    /// The study it is for.
    pub(super) served: &'a Served,
}

/// The origin of the page that asks, if it may; empty for a native client, which only a researcher may be.
pub(super) fn origin(request: &HttpRequest, served: Option<&Served>, is_researcher: bool) -> Result<String, Refusal> {
    let own = request.own_origin.as_ref();
    match (request.header("origin"), served) {
        (Some(presented), Some(served)) if origin::is_allowed(&served.origins, own, presented) => {
            Ok(presented.to_owned())
        }
        (None, _) if is_researcher && !request.headers.iter().any(|(name, _)| name == "origin") => Ok(String::new()),
        (Some(_) | None, _) => Err(Code::Origin.into()),
    }
}

/// The caller, if the token is ours, in time, for a study as it is served now, and used by the page it was given to.
pub(super) fn caller<'a>(edge: &'a Edge, request: &HttpRequest, now: u64) -> Result<Caller<'a>, Refusal> {
    let claims = claims(edge, request, now)?;
    let served = edge.served(&claims.study, Some(&claims.study_hash)).map_err(|_| Code::TokenInvalid)?;
    let presented = origin(request, Some(served), claims.scope == Scope::Researcher)?;
    if presented != claims.origin {
        return Err(Code::Origin.into());
    }
    Ok(Caller { claims, served })
}

/// What the token of a session says, for the session itself and used by the page it was given to. What was said in it stays
/// its respondent's, so neither need its study be served any more nor in this version.
pub(super) fn owner(edge: &Edge, request: &HttpRequest, session: &str, now: u64) -> Result<Claims, Refusal> {
    let claims = claims(edge, request, now)?;
    let presented = match (request.header("origin"), request.headers.iter().any(|(name, _)| name == "origin")) {
        (Some(origin), _) => origin,
        (None, false) => "",
        (None, true) => return Err(Code::Origin.into()),
    };
    let mut versions = edge.studies.iter().filter(|served| *served.study.id == *claims.study).peekable();
    let own = request.own_origin.as_ref();
    let is_open = presented.is_empty()
        || versions.peek().is_none()
        || versions.any(|served| origin::is_allowed(&served.origins, own, presented));
    if presented != claims.origin || !is_open {
        return Err(Code::Origin.into());
    }
    if claims.sid == session { Ok(claims) } else { Err(Code::Scope.into()) }
}

fn claims(edge: &Edge, request: &HttpRequest, now: u64) -> Result<Claims, Refusal> {
    let token = request.bearer().ok_or(Code::TokenInvalid)?;
    edge.keys.verify(token, now).map_err(|worthless| match worthless {
        Worthless::Invalid => Code::TokenInvalid.into(),
        Worthless::Expired => Code::TokenExpired.into(),
    })
}

/// Whether a scope allows a task. The made-up respondent is for studies that say they are tests.
pub(super) fn allows(scope: Scope, task: Task, served: &Served) -> bool {
    match (task.scope(), scope) {
        (llm::Scope::Respondent, Scope::Tasks | Scope::Researcher) => true,
        (llm::Scope::Researcher, Scope::Researcher) => task != Task::SyntheticRespondent || served.is_test,
        (llm::Scope::Respondent, Scope::Events) | (llm::Scope::Researcher, Scope::Tasks | Scope::Events) => false,
    }
}

/// Requires the researcher's secret as bearer.
pub(super) fn require_secret(edge: &Edge, request: &HttpRequest) -> Result<(), Refusal> {
    let presented = request.bearer().ok_or(Code::TokenInvalid)?;
    match &edge.researcher {
        Some(secret) if secret.is(presented) => Ok(()),
        Some(_) | None => Err(Code::TokenInvalid.into()),
    }
}
