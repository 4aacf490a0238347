//! The local server: serves the files of the site, and the endpoint beside them.

mod headers;
mod host_names;
mod random;
mod database;
mod job_queue;
mod model_check;
mod native_host;
mod http_endpoint;

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use axum::{
    Router,
    extract::{ConnectInfo, Request, State},
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use querent_engine::edge;
use tokio::net::TcpListener;

use self::http_endpoint::HttpEndpoint;
pub(crate) use self::{
    database::{Durability, OpenedDatabase, SqliteDatabase},
    host_names::HostNames,
    native_host::{NativeHost, client, remedy},
};

use crate::native::{
    print,
    site::{Site, SiteFile, digest},
};

/// The first port tried without `--port`.
const FIRST_PORT: u16 = 8080;

/// Number of ports tried without `--port`.
const PORTS: u16 = 100;

/// Time limit for model calls in progress at shutdown.
const LAST_CALLS: Duration = Duration::from_secs(20);

/// The state of the server.
#[derive(Debug)]
struct Server {
    site: Site,
    endpoint: HttpEndpoint,
    names: HostNames,
}

/// Serves the site and the endpoint until it is interrupted. Prints the address and, with a generated key, the address of the
/// console.
pub(crate) fn serve(
    site: Site,
    edge: edge::Endpoint,
    native: NativeHost,
    names: HostNames,
    (host, port): (IpAddr, Option<u16>),
    console_key: Option<&str>,
) -> Result<()> {
    let runtime = tokio::runtime::Runtime::new().context("the server's threads cannot be started")?;
    runtime.block_on(async {
        let listener = listen(host, port).await?;
        let address = listener.local_addr()?;
        print::line(format_args!("Listening on http://{address}"));
        if let Some(key) = console_key {
            // A fragment reaches no server and no log.
            print::line(format_args!("Researchers: http://{address}/console.html#key={key}"));
        }
        let endpoint = HttpEndpoint::start(edge, native)?;
        let checking = endpoint.clone();
        tokio::spawn(async move { checking.check_models().await });
        let maintained = endpoint.clone();
        tokio::spawn(async move { maintained.maintain().await });
        let server = Arc::new(Server { site, endpoint: endpoint.clone(), names });
        let service = router(server).into_make_service_with_connect_info::<SocketAddr>();
        tokio::select! {
            ended = axum::serve(listener, service) => ended.context("the server stopped")?,
            () = interrupted() => {}
        }
        endpoint.stop().await;
        // Waits for model calls, whose cost has to be counted, but not for open pages.
        if tokio::time::timeout(LAST_CALLS, endpoint.settled()).await.is_err() {
            print::remark("Model calls were still in progress; their cost is not counted.");
        }
        // The connection's own task sends the last bytes.
        tokio::time::sleep(Duration::from_millis(50)).await;
        Ok(())
    })
}

async fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener> {
    if let Some(port) = port {
        return TcpListener::bind((host, port)).await.with_context(|| {
            format!("port {port} of {host} cannot be used; choose another with --port, or --port 0 for any free one")
        });
    }
    for port in FIRST_PORT..FIRST_PORT + PORTS {
        match TcpListener::bind(SocketAddr::new(host, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(error).with_context(|| format!("{host} cannot be listened on; check --host")),
        }
    }
    bail!("ports {FIRST_PORT} to {} of {host} are all in use; name a free one with --port", FIRST_PORT + PORTS - 1)
}

/// Returns when the program is asked to stop. A signal without a handler ends the program itself.
async fn interrupted() {
    let pressed = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = pressed => {}
        () = terminated() => {}
    }
}

/// Returns on `SIGTERM`, which service managers send.
async fn terminated() {
    #[cfg(unix)]
    if let Ok(mut signal) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        signal.recv().await;
        return;
    }
    std::future::pending::<()>().await;
}

fn router(server: Arc<Server>) -> Router {
    Router::new().fallback(respond).with_state(server)
}

async fn respond(
    State(server): State<Arc<Server>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
) -> Response {
    // The client sends the authority of an absolute address in `Host`.
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(own_origin) = server.names.own_origin(host.unwrap_or_default()) else {
        return refuse(StatusCode::FORBIDDEN, "this is not a host name of this server; see querent serve --help\n");
    };
    if request.uri().path().starts_with(edge::BASE) {
        return server.endpoint.answer(request, from, Some(own_origin)).await;
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return refuse(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are answered here\n");
    }
    let address = request.uri().path().to_owned();
    let server = Arc::clone(&server);
    let found = tokio::task::spawn_blocking(move || server.site.find(&address)).await;
    match found {
        Ok(Ok(Some(page))) => answer(page, request.headers().get(header::IF_NONE_MATCH)),
        Ok(Ok(None)) => refuse(StatusCode::NOT_FOUND, "there is no such file\n"),
        Ok(Err(error)) => {
            print::remark(format_args!("error: {error:#}"));
            refuse(StatusCode::INTERNAL_SERVER_ERROR, "the file could not be read; the program's terminal says why\n")
        }
        Err(error) => {
            print::remark(format_args!("error: {error}"));
            refuse(StatusCode::INTERNAL_SERVER_ERROR, "something went wrong; the program's terminal says what\n")
        }
    }
}

fn answer(page: SiteFile, known: Option<&axum::http::HeaderValue>) -> Response {
    let tag = format!("\"{}\"", digest(&page.bytes));
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, headers::of(&page.path), [(header::ETAG, tag)]).into_response();
    }
    let kind = headers::media_type(&page.path);
    let headers = headers::of(&page.path);
    (headers, [(header::ETAG, tag), (header::CONTENT_TYPE, kind.to_owned())], page.bytes).into_response()
}

fn refuse(status: StatusCode, text: &'static str) -> Response {
    let kind = [(header::CONTENT_TYPE, headers::media_type("refusal.txt"))];
    (status, headers::of(""), kind, text).into_response()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_port_in_use_is_stepped_over_unless_it_was_asked_for() {
        let local = IpAddr::from([127, 0, 0, 1]);
        let first = listen(local, None).await.unwrap();
        let second = listen(local, None).await.unwrap();
        assert!(second.local_addr().unwrap().port() > first.local_addr().unwrap().port());
        let taken = first.local_addr().unwrap().port();
        let refused = listen(local, Some(taken)).await.unwrap_err();
        assert!(refused.to_string().contains(&taken.to_string()), "{refused}");
        assert_ne!(listen(local, Some(0)).await.unwrap().local_addr().unwrap().port(), 0);
    }
}
