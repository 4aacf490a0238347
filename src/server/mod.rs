//! The local server: hands out the site's files and nothing else.

mod headers;

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use anyhow::{Context, Result, bail};
use axum::{
    Router,
    extract::{Request, State},
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use tokio::net::TcpListener;

use crate::{
    cli::print,
    site::{Page, Site, digest},
};

/// The first port tried if none is asked for.
const FIRST_PORT: u16 = 8080;

/// How many ports are tried if none is asked for.
const PORTS: u16 = 100;

/// Serves the site until it is interrupted. Says on standard output where.
pub(crate) fn serve(site: Site, host: IpAddr, port: Option<u16>) -> Result<()> {
    let runtime = tokio::runtime::Runtime::new().context("the server's threads cannot be started")?;
    runtime.block_on(async {
        let listener = listen(host, port).await?;
        print::line(format_args!("Listening on http://{}", listener.local_addr()?));
        // Nothing is written here, so nothing is waited for: an open browser would hold the program up.
        tokio::select! {
            served = axum::serve(listener, router(site)) => served.context("the server stopped"),
            () = interrupted() => Ok(()),
        }
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

async fn interrupted() {
    // Without a handler for the signal the program ends by the signal itself.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

fn router(site: Site) -> Router {
    Router::new().fallback(respond).with_state(Arc::new(site))
}

async fn respond(State(site): State<Arc<Site>>, request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return refuse(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are answered here\n");
    }
    let address = request.uri().path().to_owned();
    let found = tokio::task::spawn_blocking(move || site.find(&address)).await;
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

fn answer(page: Page, known: Option<&axum::http::HeaderValue>) -> Response {
    let tag = format!("\"{}\"", digest(&page.bytes));
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, headers::common(), [(header::ETAG, tag)]).into_response();
    }
    let kind = headers::media_type(&page.path);
    (headers::common(), [(header::ETAG, tag), (header::CONTENT_TYPE, kind.to_owned())], page.bytes).into_response()
}

fn refuse(status: StatusCode, text: &'static str) -> Response {
    let kind = [(header::CONTENT_TYPE, headers::media_type("refusal.txt"))];
    (status, headers::common(), kind, text).into_response()
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
