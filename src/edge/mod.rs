//! The endpoint: what it may do, written once for its two homes, the native server and a Worker.
//!
//! [`handle`] answers one request. Whatever it needs of the world it asks its [`Host`]: time, chance, the network and
//! a database. The page says what it wants in fields; prompts are rendered here from the study as it is served, and models,
//! addresses, keys and limits are ours alone.
//!
//! Invariant: no text of a provider, no key and no word of a respondent is in a refusal or a record.

mod calling;
mod check;
pub mod collection;
mod config;
pub mod counters;
pub mod database;
mod errors;
mod guard;
mod host;
mod http;
pub mod limits;
#[cfg(not(target_arch = "wasm32"))]
pub mod openapi;
mod record;
mod reply;
mod route;
mod sessions;
mod shelf;
pub mod stages;
mod stream;
mod tasks;
pub mod token;

use std::{collections::BTreeMap, sync::Mutex};

use serde::Serialize;

pub use self::{
    collection::Tended,
    config::{Config, ConfigProblem, Hidden, KeyConfig, StudyConfig, is_loopback, is_safe},
    errors::{Code, Refusal},
    host::{Answer, Exchange, Fetch, FetchFailure, Gone, Host, MaybeSend, MaybeSync, within},
    http::{HttpRequest, ReplyHead},
    limits::{Limits, Spending},
    record::Record,
    route::BASE,
    sessions::Left,
    token::{Key, Keys, Secret},
};
use self::{config::Secrets, database::DatabaseFailure, reply::Reply, route::Route};
pub use crate::origin::{self, InvalidOrigin, Origin};
use crate::{
    id::Name,
    llm::{calling::Health, settings::LlmSettings},
    study::Study,
};

/// Seconds a browser may remember a preflight.
const PREFLIGHT_S: u32 = 600;

/// An endpoint: its studies, keys and limits. What changes from request to request is in the database of its host.
#[derive(Debug)]
pub struct Edge {
    /// A study may be served in several versions, which differ by their hash; the first is the one meant by its id alone.
    studies: Vec<Served>,
    /// Origins of consoles elsewhere.
    consoles: Vec<Origin>,
    keys: Keys,
    limits: Limits,
    researcher: Option<Secret>,
    settings: LlmSettings,
    /// Models that have a key.
    usable: Vec<Name>,
    secrets: Secrets,
    /// What is remembered of providers, study by study; forgotten with the process.
    health: Mutex<BTreeMap<String, Health>>,
    /// What runs after interviews, here and now.
    runs: stages::Runs,
    /// Studies of the sessions that are looked at.
    shelf: shelf::Shelf,
}

/// A study an endpoint serves.
#[derive(Clone, Debug)]
pub struct Served {
    /// The study.
    pub study: Study,
    /// Its hash.
    pub hash: String,
    /// Origins of the pages that may use it, besides the endpoint's own.
    pub origins: Vec<Origin>,
    /// Key of the survey that lets respondents in; none: everybody may come.
    pub ticket_key: Option<Key>,
    /// Whether made-up respondents are offered.
    pub is_test: bool,
}

impl Served {
    /// A study for everybody on pages of these origins.
    pub fn new(study: Study, origins: Vec<Origin>) -> Self {
        Self { hash: study.hash(), study, origins, ticket_key: None, is_test: false }
    }
}

/// What the endpoint offers, as it was made from the types.
const OPENAPI: &str = include_str!("../../config/schema/openapi.json");

/// What `health` says. No name of a provider.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
struct Wellbeing {
    ok: bool,
    version: &'static str,
    /// Whether a model can be asked.
    models: bool,
    studies: usize,
    /// Whether sessions of some study are kept here.
    collects: bool,
}

/// Answers a request. Never fails: what cannot be answered is refused.
pub async fn handle<H: Host, E: Exchange>(edge: &Edge, request: &HttpRequest, exchange: &mut E, host: &H) {
    let ms = edge.limits.write_ms;
    let origin = request.header("origin").filter(|origin| edge.knows(request, origin));
    let answered = if request.method == "OPTIONS" {
        Ok(Some(edge.preflight(request)))
    } else {
        // On the heap, since the work of some routes is large and a server answers thousands at once.
        Box::pin(answer(edge, request, exchange, host)).await
    };
    match answered {
        Ok(Some(reply)) => reply.send(host, exchange, ms, origin).await,
        Ok(None) => {}
        Err(refusal) => Reply::refusal(&refusal).send(host, exchange, ms, origin).await,
    }
}

/// What has to be done now and then without being asked: forget sessions whose time is over, and take up work a process left
/// behind. Once a minute is often enough.
///
/// # Errors
/// The database failed; what was not done is done the next time.
pub async fn tend<H: Host>(edge: &Edge, host: &H) -> Result<Tended, DatabaseFailure> {
    Box::pin(collection::tend(edge, host)).await
}

/// Does what follows a session that has ended, or what is still missing of it: for a host that took it over from the request
/// that ended it, see [`Host::later`]. Never fails; what could not be done is found by [`tend`].
pub async fn follow<H: Host>(edge: &Edge, host: &H, session: &str) {
    Box::pin(collection::follow(edge, host, session)).await;
}

/// The reply in one piece; nothing if it was written already.
async fn answer<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
) -> Result<Option<Reply>, Refusal> {
    if request.head_bytes() > edge.limits.head {
        return Err(Code::TooLarge.into());
    }
    match Route::of(&request.method, &request.path)? {
        Route::Health => Ok(Some(Reply::json(200, &edge.wellbeing()))),
        Route::Open => sessions::open(edge, request, exchange, host).await.map(Some),
        Route::Renew(session) => sessions::renew(edge, request, exchange, host, session).await.map(Some),
        Route::End(session) => sessions::end(edge, request, host, session).await.map(Some),
        Route::Run(task) => tasks::run(edge, request, exchange, host, task).await,
        Route::Append(session) => collection::append(edge, request, exchange, host, session).await.map(Some),
        Route::Finish(session) => collection::finish(edge, request, exchange, host, session).await,
        Route::Forget => collection::by_code(edge, request, exchange, host).await.map(Some),
        Route::List => collection::list(edge, request, host).await.map(Some),
        Route::Get(session) => collection::get(edge, request, host, session).await.map(Some),
        Route::Export => collection::export(edge, request, exchange, host).await,
        Route::Import => collection::import(edge, request, exchange, host).await.map(Some),
        Route::Delete(session) => collection::delete(edge, request, host, session).await.map(Some),
        Route::Score(session) => stages::routes::score(edge, request, exchange, host, session).await,
        Route::LatestScore(session) => stages::routes::latest(edge, request, host, session).await.map(Some),
        Route::Scores(session) => stages::routes::all(edge, request, host, session).await.map(Some),
        Route::OneScore(session, score) => stages::routes::one(edge, request, host, session, score).await.map(Some),
        Route::CancelScore(session, score) => {
            stages::routes::cancel(edge, request, host, session, score).await.map(Some)
        }
        Route::Report(session) => stages::routes::report(edge, request, exchange, host, session).await,
        Route::Chat(session) => stages::routes::chat(edge, request, exchange, host, session).await.map(Some),
        Route::Notices => stages::routes::events(edge, request, exchange, host).await,
        Route::OpenApi => Ok(Some(Reply::text(200, OPENAPI.as_bytes().to_vec()))),
    }
}

/// Whether a console asks this, or is about to.
fn is_of_a_console(request: &HttpRequest) -> bool {
    let method = match request.method.as_str() {
        "OPTIONS" => request.header("access-control-request-method").unwrap_or_default(),
        method => method,
    };
    Route::of(method, &request.path).is_ok_and(Route::is_of_a_console)
}

impl Edge {
    /// A study by its id and, if one is named, its hash.
    fn served(&self, id: &str, hash: Option<&str>) -> Result<&Served, Code> {
        let mut versions = self.studies.iter().filter(|served| *served.study.id == *id).peekable();
        versions.peek().ok_or(Code::NotFound)?;
        versions.find(|served| hash.is_none_or(|hash| served.hash == hash)).ok_or(Code::StudyChanged)
    }

    fn wellbeing(&self) -> Wellbeing {
        Wellbeing {
            ok: true,
            version: env!("CARGO_PKG_VERSION"),
            models: !self.usable.is_empty(),
            studies: self.studies.len(),
            collects: self.collects(),
        }
    }

    /// Whether sessions of some study are kept.
    pub fn collects(&self) -> bool {
        self.studies.iter().any(|served| served.study.collect)
    }

    /// The address a request came from, blinded with the day's salt.
    fn blinded(&self, request: &HttpRequest, now: u64) -> Option<String> {
        request.address.as_ref().map(|address| self.keys.current().blind(now / limits::DAY_MS, address))
    }

    /// Whether pages of this origin may read the reply: those some study is for, and consoles what researchers ask.
    fn knows(&self, request: &HttpRequest, presented: &str) -> bool {
        let own = request.own_origin.as_ref();
        let is_for_a_study = self.studies.iter().any(|served| origin::is_allowed(&served.origins, own, presented));
        is_for_a_study || (origin::is_allowed(&self.consoles, own, presented) && is_of_a_console(request))
    }

    /// What a browser asks before a page of another origin may.
    fn preflight(&self, request: &HttpRequest) -> Reply {
        let is_known = request.header("origin").is_some_and(|origin| self.knows(request, origin));
        if !is_known {
            return Reply::refusal(&Code::Origin.into());
        }
        Reply::empty(204)
            .with("access-control-allow-methods", "GET, POST, PUT, DELETE".to_owned())
            .with(
                "access-control-allow-headers",
                "authorization, content-type, x-request-id, x-turn, idempotency-key, last-event-id".to_owned(),
            )
            .with("access-control-max-age", PREFLIGHT_S.to_string())
    }
}
