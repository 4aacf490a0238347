//! The routes of the endpoint. [`routes!`] is the one table: path matching, authentication, dispatch, the rights of consoles
//! and the `OpenAPI` document come from it. A new route is one entry of the table and one handler.

mod context;
mod health;
mod sessions;
mod run_task;
mod append;
mod finish;
mod deletion;
mod list;
mod records;
mod import;
mod scores;
mod stages;
mod events;
#[cfg(not(target_arch = "wasm32"))]
pub mod openapi;

use self::context::{Handled, RequestContext};
use super::{
    http::{ErrorCode, Host, HttpExchange, HttpReply, HttpRequest},
    state::Endpoint,
};
use crate::engine::model::Task;

/// The path that every route begins with.
pub const BASE: &str = "/api/v1/";

/// Maximum length of an id in a path.
const MAX_ID: usize = 64;

/// Seconds for which a browser caches a preflight.
const PREFLIGHT_S: u32 = 600;

/// Who may use a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RouteAccess {
    /// Everybody.
    Anybody,
    /// A page of an allowed origin.
    Page,
    /// A respondent with a deletion code.
    CodeHolder,
    /// A page with the token of the session in the path.
    Owner,
    /// The same, with the scope to append.
    Writer,
    /// A page or a native client with a token of a study as it is served now.
    Caller,
    /// A researcher with the secret.
    Researcher,
}

impl RouteAccess {
    /// Whether a console on another site may use the route.
    fn is_for_consoles(self) -> bool {
        matches!(self, Self::Anybody | Self::Researcher)
    }
}

/// The values of the placeholders in a path.
#[derive(Clone, Copy, Debug, Default)]
struct PathValues<'a> {
    session: &'a str,
    score: &'a str,
    /// None if the task does not exist.
    task: Option<Task>,
}

/// Checks the access to a route and calls its handler with what the check found and the values of the path.
macro_rules! call {
    (Owner, $context:ident, $path:ident, $handler:path, session) => {{
        let claims = $context.edge.access.require_owner($context.request, $path.session, $context.host.now())?;
        $handler($context, &claims).await
    }};
    (Writer, $context:ident, $path:ident, $handler:path, session) => {{
        let claims = $context.edge.access.require_writer($context.request, $path.session, $context.host.now())?;
        $handler($context, &claims).await
    }};
    (Caller, $context:ident, $path:ident, $handler:path, task) => {{
        let task = $path.task.ok_or(ErrorCode::Task)?;
        let caller = $context.edge.access.require_caller($context.request, $context.host.now())?;
        $handler($context, &caller, task).await
    }};
    (Researcher, $context:ident, $path:ident, $handler:path, $($value:ident),*) => {{
        $context.edge.access.require_researcher($context.request)?;
        $handler($context, $($path.$value),*).await
    }};
    ($open:ident, $context:ident, $path:ident, $handler:path,) => { $handler($context).await };
}

/// Defines the routes: operation, method, path, access, handler with the values of the path, and the documentation.
macro_rules! routes {
    ($( $route:ident: $method:literal $path:literal for $access:ident => $handler:path[$($value:ident),*];
        $summary:literal; query $query:expr, takes $takes:expr, gives $status:literal $gives:expr, fails $fails:expr; )+) => {
        /// A route, named after its operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Route { $( $route, )+ }

        /// Every route: method, path, access.
        const ROUTES: &[(Route, &str, &str, RouteAccess)] = &[$( (Route::$route, $method, $path, RouteAccess::$access), )+];

        /// The documentation of every route.
        #[cfg(not(target_arch = "wasm32"))]
        const OPERATIONS: &[openapi::ApiOperation] = {
            use openapi::{ResponseContent::*, schema_of};
            &[$( openapi::ApiOperation {
                name: stringify!($route),
                method: $method,
                path: $path,
                access: RouteAccess::$access,
                summary: $summary,
                query: &$query,
                takes: $takes,
                gives: ($status, $gives),
                fails: &$fails,
            }, )+]
        };

        /// Checks the access to a route and answers the request.
        async fn dispatch<H: Host, E: HttpExchange>(
            route: Route,
            context: &mut RequestContext<'_, H, E>,
            path: PathValues<'_>,
        ) -> Handled {
            match route { $( Route::$route => call!($access, context, path, $handler, $($value),*), )+ }
        }
    };
}

routes! {
    Health: "GET" "health" for Anybody => health::health[];
        "Whether the endpoint is well";
        query [], takes Nothing, gives 200 Json(schema_of::<health::Wellbeing>), fails [];
    OpenSession: "POST" "sessions" for Page => sessions::open[];
        "Opens a session for a study";
        query [], takes Json(schema_of::<sessions::OpenSession>), gives 201 Json(schema_of::<sessions::OpenedSession<'_>>),
        fails [400, 401, 403, 404, 409, 429, 503];
    RenewToken: "POST" "sessions/{session}/token" for Owner => sessions::renew[session];
        "Renews the session's token; its spent budget stays spent";
        query [], takes Json(schema_of::<sessions::Renewal>), gives 200 Json(schema_of::<sessions::OpenedSession<'_>>),
        fails [400, 401, 403, 503];
    EndSession: "DELETE" "sessions/{session}" for Owner => sessions::end[session];
        "Ends the session and deletes what is kept of it";
        query [], takes Nothing, gives 204 Nothing, fails [401, 403, 503];
    RunTask: "POST" "tasks/{task}" for Caller => run_task::run[task];
        "Asks a model for a task; with `Accept: text/event-stream` the reply comes piece by piece";
        query [], takes Json(schema_of::<run_task::RunTask>), gives 200 Json(schema_of::<run_task::TaskReply>),
        fails [400, 401, 403, 409, 413, 415, 422, 429, 502, 503, 504];
    AppendEntries: "PUT" "sessions/{session}/events" for Writer => append::append[session];
        "Adds entries to the session's log; entries that are there already have to be the same";
        query [], takes Json(schema_of::<append::Upload>), gives 200 Json(schema_of::<append::Have<'_>>),
        fails [400, 401, 403, 404, 409, 410, 413, 415, 429, 503];
    FinishSession: "POST" "sessions/{session}/finish" for Writer => finish::finish[session];
        "Says that the session has ended";
        query [], takes Json(schema_of::<finish::FinishRequest>), gives 200 Json(schema_of::<finish::FinishedSession>),
        fails [400, 401, 403, 404, 409, 410, 503];
    DeleteByCode: "POST" "deletions" for CodeHolder => deletion::delete_by_code[];
        "Deletes the session its respondent kept this code of; a code of no session is answered alike";
        query [], takes Json(schema_of::<deletion::Deletion>), gives 204 Nothing, fails [400, 415, 422, 429, 503];
    ListSessions: "GET" "sessions" for Researcher => list::list[];
        "Collected sessions, page by page";
        query [
            ("study", "Id of a study"),
            ("scoring_status", "`scored`, `not_scored`, `scoring_in_progress` or `scoring_failed`, by the latest score"),
            ("sort_by", "`started_at`, `last_at`, `score`, `answers` or `words`; who has no score comes last"),
            ("order", "`asc` or `desc`"),
            ("limit", "Rows of a page, 1–1,000"),
            ("cursor", "`next` of the page before")
        ], takes Nothing, gives 200 Json(schema_of::<list::SessionPage>), fails [401, 422, 503];
    GetSession: "GET" "sessions/{session}" for Researcher => records::get[session];
        "A session with all that was made of it";
        query [], takes Nothing, gives 200 Json(schema_of::<openapi::SessionRecord>), fails [401, 404, 503];
    ExportRecords: "GET" "records" for Researcher => records::export[];
        "Every session with all that was made of it, a record a line";
        query [("study", "Id of a study")], takes Nothing, gives 200 Lines(schema_of::<openapi::RecordFile>),
        fails [401, 422, 503];
    ImportRecord: "POST" "records" for Researcher => import::import[];
        "Takes a record in that was exported elsewhere, or a session file";
        query [], takes Json(schema_of::<openapi::RecordFile>), gives 201 Json(schema_of::<openapi::ImportedSession>),
        fails [400, 401, 409, 410, 413, 415, 422, 503];
    DeleteRecord: "DELETE" "records/{session}" for Researcher => records::delete[session];
        "Deletes a session with all that was made of it";
        query [], takes Nothing, gives 204 Nothing, fails [401, 404, 503];
    ScoreSession: "POST" "sessions/{session}/score" for Researcher => scores::score[session];
        "Scores a session that has ended, in the background; `Idempotency-Key` makes a repeated request the same scoring";
        query [], takes Nothing, gives 202 Json(schema_of::<scores::ScoreAccepted>), fails [401, 404, 409, 422, 429, 503];
    LatestScore: "GET" "sessions/{session}/score" for Researcher => scores::latest[session];
        "The latest completed score, or the latest of any status where none is";
        query [], takes Nothing, gives 200 Json(schema_of::<scores::LatestScore>), fails [401, 404, 503];
    ListScores: "GET" "sessions/{session}/scores" for Researcher => scores::list[session];
        "Every score of a session, newest first";
        query [("limit", "Scores of a page, 1–100"), ("after", "`next` of the page before")],
        takes Nothing, gives 200 Json(schema_of::<scores::ScorePage>), fails [401, 404, 422, 503];
    GetScore: "GET" "sessions/{session}/scores/{score}" for Researcher => scores::get[session, score];
        "One score";
        query [], takes Nothing, gives 200 Json(schema_of::<openapi::SessionScore>), fails [401, 404, 503];
    CancelScore: "POST" "sessions/{session}/scores/{score}/cancel" for Researcher => scores::cancel[session, score];
        "Calls a scoring off; one that has ended stays as it is";
        query [], takes Nothing, gives 200 Json(schema_of::<openapi::SessionScore>), fails [401, 404, 503];
    ReportSession: "POST" "sessions/{session}/report" for Researcher => stages::report[session];
        "Writes synthesis and summary anew, in the background; the earlier ones are kept";
        query [], takes Nothing, gives 202 Json(schema_of::<stages::ReportAccepted>), fails [401, 404, 409, 503];
    AskAboutSession: "POST" "sessions/{session}/chat" for Researcher => stages::chat[session];
        "Answers a question about a session that has ended";
        query [], takes Json(schema_of::<stages::ChatQuestion>), gives 200 Json(schema_of::<stages::ChatAnswer>),
        fails [400, 401, 404, 409, 413, 415, 422, 503];
    Listen: "GET" "events" for Researcher => events::listen[];
        "What happens, as it happens, for five minutes: `session.score_updated`, `session.updated`, `stage.status`, `execution.status`";
        query [("after", "Number of the last notice heard; `Last-Event-ID` goes before it. Default: what comes from now on")],
        takes Nothing, gives 200 Events, fails [401, 422, 503];
    OpenApi: "GET" "openapi.json" for Anybody => health::openapi[];
        "This document";
        query [], takes Nothing, gives 200 Any, fails [];
}

/// Answers a request. Errors become error replies.
pub async fn handle<H: Host, E: HttpExchange>(edge: &Endpoint, request: &HttpRequest, exchange: &mut E, host: &H) {
    let is_preflight = request.method == "OPTIONS";
    let method = if is_preflight {
        request.header("access-control-request-method").unwrap_or_default()
    } else {
        request.method.as_str()
    };
    let found = find_route(method, &request.path);
    let is_console_route = found.is_ok_and(|(_, access, _)| access.is_for_consoles());
    let origin = edge.access.readable_origin(request, is_console_route);
    let mut context = RequestContext { edge, request, exchange, host, origin };
    let handled = if is_preflight {
        answer_preflight(&mut context).await
    } else if request.head_bytes() > edge.limits.head {
        Err(ErrorCode::TooLarge.into())
    } else {
        match found {
            // On the heap: the futures of some routes are large, and a server runs many requests at once.
            Ok((route, _, path)) => Box::pin(dispatch(route, &mut context, path)).await,
            Err(code) => Err(code.into()),
        }
    };
    if let Err(error) = handled {
        drop(context.send(HttpReply::from(&error)).await);
    }
}

/// Answers the preflight of a browser.
async fn answer_preflight<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>) -> Handled {
    if context.origin.is_none() {
        return Err(ErrorCode::Origin.into());
    }
    let headers = "authorization, content-type, x-request-id, x-turn, idempotency-key, last-event-id";
    let reply = HttpReply::empty(204)
        .with("access-control-allow-methods", "GET, POST, PUT, DELETE".to_owned())
        .with("access-control-allow-headers", headers.to_owned())
        .with("access-control-max-age", PREFLIGHT_S.to_string());
    context.send(reply).await
}

/// The route of a request, with its access and the values of its path.
fn find_route<'a>(method: &str, path: &'a str) -> Result<(Route, RouteAccess, PathValues<'a>), ErrorCode> {
    let path = path.strip_prefix(BASE).ok_or(ErrorCode::NotFound)?;
    // Monitors send HEAD.
    let method = if method == "HEAD" && path == "health" { "GET" } else { method };
    let mut routes = ROUTES.iter().filter(|(_, known, ..)| *known == method);
    let found = routes.find_map(|(route, _, pattern, access)| Some((*route, *access, match_path(pattern, path)?)));
    found.ok_or(ErrorCode::NotFound)
}

/// The values of a path, if it matches a pattern.
fn match_path<'a>(pattern: &str, path: &'a str) -> Option<PathValues<'a>> {
    let mut values = PathValues::default();
    let mut parts = path.split('/');
    for expected in pattern.split('/') {
        let part = parts.next()?;
        match expected {
            "{session}" if is_id(part) => values.session = part,
            "{score}" if is_id(part) => values.score = part,
            "{task}" => values.task = Task::of(part),
            literal if literal == part => {}
            _ => return None,
        }
    }
    parts.next().is_none().then_some(values)
}

/// Whether a text can be the id of a session or a score: letters, digits and hyphens.
fn is_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= MAX_ID && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
