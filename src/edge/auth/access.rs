//! The checks of every request: its origin, its token or the researcher's secret. They come before anything is read,
//! counted or spent.

use super::{
    key::{InviteTicket, Secret, SigningKey},
    token::{Claims, SigningKeys, TokenError, TokenScope},
};
use crate::{
    edge::{
        budget::DAY_MS,
        http::{ApiError, ErrorCode, HttpRequest},
    },
    engine::{
        model::{Task, TaskScope},
        study::Study,
    },
    studio::origin::{Origin, is_allowed},
};

/// A study that the endpoint serves.
#[derive(Clone, Debug)]
pub(in crate::edge) struct ServedStudy {
    /// The study.
    pub(in crate::edge) study: Study,
    /// Its hash.
    pub(in crate::edge) hash: String,
    /// Allowed origins, besides the endpoint's own.
    pub(in crate::edge) origins: Vec<Origin>,
    /// Key of the survey's tickets; none if the study is open to everybody.
    pub(in crate::edge) ticket_key: Option<SigningKey>,
    /// Whether simulated respondents are offered.
    pub(in crate::edge) is_test: bool,
}

impl ServedStudy {
    /// A study that is open to everybody on pages of these origins.
    pub(in crate::edge) fn new(study: Study, origins: Vec<Origin>) -> Self {
        Self { hash: study.hash(), study, origins, ticket_key: None, is_test: false }
    }
}

/// Studies, keys and origins of the endpoint.
#[derive(Debug)]
pub(in crate::edge) struct Access {
    /// Versions of one study differ by their hash. The first version is the one that its id alone names.
    pub(in crate::edge) studies: Vec<ServedStudy>,
    /// Origins of consoles on other sites.
    pub(in crate::edge) consoles: Vec<Origin>,
    pub(in crate::edge) keys: SigningKeys,
    pub(in crate::edge) researcher: Option<Secret>,
}

/// A client with a valid token.
#[derive(Debug)]
pub(in crate::edge) struct Caller<'a> {
    /// Its claims.
    pub(in crate::edge) claims: Claims,
    /// Its study.
    pub(in crate::edge) served: &'a ServedStudy,
}

impl Access {
    /// A study by its id and, if given, its hash.
    pub(in crate::edge) fn study(&self, id: &str, hash: Option<&str>) -> Result<&ServedStudy, ErrorCode> {
        let mut versions = self.versions(id).peekable();
        versions.peek().ok_or(ErrorCode::NotFound)?;
        versions.find(|served| hash.is_none_or(|hash| served.hash == hash)).ok_or(ErrorCode::StudyChanged)
    }

    fn versions(&self, id: &str) -> impl Iterator<Item = &ServedStudy> {
        self.studies.iter().filter(move |served| *served.study.id == *id)
    }

    /// Whether a study collects its sessions.
    pub(in crate::edge) fn collects(&self) -> bool {
        self.studies.iter().any(|served| served.study.collect)
    }

    /// The client address, blinded with the day's salt.
    pub(in crate::edge) fn blinded_address(&self, request: &HttpRequest, now: u64) -> Option<String> {
        request.address.as_ref().map(|address| self.keys.current().blind(now / DAY_MS, address))
    }

    /// The request's origin, if its pages may read the reply: origins of a study, and consoles on a console's route.
    pub(in crate::edge) fn readable_origin<'a>(
        &self,
        request: &'a HttpRequest,
        is_console_route: bool,
    ) -> Option<&'a str> {
        let own = request.own_origin.as_ref();
        request.header("origin").filter(|presented| {
            self.studies.iter().any(|served| is_allowed(&served.origins, own, presented))
                || (is_console_route && is_allowed(&self.consoles, own, presented))
        })
    }

    /// The origin of the page, if the study allows it; empty for a native client of a researcher.
    pub(in crate::edge) fn page_origin(
        request: &HttpRequest,
        served: &ServedStudy,
        scope: TokenScope,
    ) -> Result<String, ApiError> {
        match request.header("origin") {
            Some(origin) if is_allowed(&served.origins, request.own_origin.as_ref(), origin) => Ok(origin.to_owned()),
            None if scope == TokenScope::Researcher && !request.has_header("origin") => Ok(String::new()),
            Some(_) | None => Err(ErrorCode::Origin.into()),
        }
    }

    /// Requires a valid token for a study as it is served now, used by the page that opened the session.
    pub(in crate::edge) fn require_caller(&self, request: &HttpRequest, now: u64) -> Result<Caller<'_>, ApiError> {
        let claims = self.claims(request, now)?;
        let served = self.study(&claims.study, Some(&claims.study_hash)).map_err(|_| ErrorCode::TokenInvalid)?;
        if Self::page_origin(request, served, claims.scope)? != claims.origin {
            return Err(ErrorCode::Origin.into());
        }
        Ok(Caller { claims, served })
    }

    /// Requires the token of a session, used by the page that opened it. The study need not be served any more: a
    /// respondent can always reach the own session.
    pub(in crate::edge) fn require_owner(
        &self,
        request: &HttpRequest,
        session: &str,
        now: u64,
    ) -> Result<Claims, ApiError> {
        let claims = self.claims(request, now)?;
        let presented = match request.header("origin") {
            Some(origin) => origin,
            None if request.has_header("origin") => return Err(ErrorCode::Origin.into()),
            None => "",
        };
        let versions: Vec<&ServedStudy> = self.versions(&claims.study).collect();
        let own = request.own_origin.as_ref();
        let is_open = presented.is_empty()
            || versions.is_empty()
            || versions.iter().any(|served| is_allowed(&served.origins, own, presented));
        if presented != claims.origin || !is_open {
            return Err(ErrorCode::Origin.into());
        }
        if claims.sid == session { Ok(claims) } else { Err(ErrorCode::Scope.into()) }
    }

    /// Requires the token of a session with the scope to append to it.
    pub(in crate::edge) fn require_writer(
        &self,
        request: &HttpRequest,
        session: &str,
        now: u64,
    ) -> Result<Claims, ApiError> {
        let claims = self.require_owner(request, session, now)?;
        if claims.scope == TokenScope::Events { Ok(claims) } else { Err(ErrorCode::Scope.into()) }
    }

    fn claims(&self, request: &HttpRequest, now: u64) -> Result<Claims, ApiError> {
        let token = request.bearer().ok_or(ErrorCode::TokenInvalid)?;
        self.keys.verify(token, now).map_err(|error| match error {
            TokenError::Invalid => ErrorCode::TokenInvalid.into(),
            TokenError::Expired => ErrorCode::TokenExpired.into(),
        })
    }

    /// Requires the researcher's secret as bearer token.
    pub(in crate::edge) fn require_researcher(&self, request: &HttpRequest) -> Result<(), ApiError> {
        let presented = request.bearer().ok_or(ErrorCode::TokenInvalid)?;
        match &self.researcher {
            Some(secret) if secret.is(presented) => Ok(()),
            Some(_) | None => Err(ErrorCode::TokenInvalid.into()),
        }
    }
}

impl ServedStudy {
    /// Requires a ticket, where the study has a ticket key.
    pub(in crate::edge) fn require_ticket(&self, ticket: Option<&str>, now: u64) -> Result<(), ApiError> {
        let Some(key) = &self.ticket_key else { return Ok(()) };
        let is_valid = ticket.is_some_and(|text| InviteTicket::open(key, text, &self.study.id, now).is_some());
        if is_valid { Ok(()) } else { Err(ErrorCode::TokenInvalid.into()) }
    }
}

/// Whether a scope allows a task. Simulated respondents are offered only for studies marked as tests.
pub(in crate::edge) fn allows_task(scope: TokenScope, task: Task, served: &ServedStudy) -> bool {
    match (task.scope(), scope) {
        (TaskScope::Respondent, TokenScope::Tasks | TokenScope::Researcher) => true,
        (TaskScope::Researcher, TokenScope::Researcher) => task != Task::SyntheticRespondent || served.is_test,
        (TaskScope::Respondent, TokenScope::Events)
        | (TaskScope::Researcher, TokenScope::Tasks | TokenScope::Events) => false,
    }
}
