//! The endpoint behind axum. Bodies of requests and replies are passed on in chunks.
//!
//! A request continues after a disconnect, so that its cost is counted and a repeated request finds the reply.

use std::{
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use anyhow::Result;
use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode},
    response::{IntoResponse, Response},
};
use http_body::Frame;
use querent_engine::edge::{self, Disconnected, HttpExchange, HttpRequest, Origin, ResponseHead};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use super::{job_queue, native_host::NativeHost};

/// Maximum concurrent requests; others are refused, to bound memory.
const CONCURRENCY: usize = 4_096;

/// Time between two rounds of maintenance.
const MAINTENANCE: Duration = Duration::from_mins(1);

/// Buffered chunks of a reply for a slow client.
const CHUNKS: usize = 16;

/// The endpoint of this server.
#[derive(Clone, Debug)]
pub(crate) struct HttpEndpoint {
    edge: Arc<edge::Endpoint>,
    host: Arc<NativeHost>,
    room: Arc<Semaphore>,
}

impl HttpEndpoint {
    /// Starts the endpoint and the threads of its job queue.
    pub(crate) fn start(edge: edge::Endpoint, host: NativeHost) -> Result<Self> {
        let (edge, host) = (Arc::new(edge), Arc::new(host));
        if let Some(waiting) = host.take_receiver() {
            job_queue::start(&edge, &host, waiting)?;
        }
        Ok(Self { edge, host, room: Arc::new(Semaphore::new(CONCURRENCY)) })
    }

    /// Answers a request from this address, sent to this origin of the server.
    pub(crate) async fn answer(&self, request: Request, from: SocketAddr, own_origin: Option<Origin>) -> Response {
        let Ok(permit) = Arc::clone(&self.room).try_acquire_owned() else {
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        };
        // Held until the reply is sent and the work is done; `settled` waits for both.
        let permit = Arc::new(permit);
        let (parts, body) = request.into_parts();
        let request = HttpRequest {
            method: parts.method.as_str().to_owned(),
            path: parts.uri.path().to_owned(),
            query: parts.uri.query().unwrap_or_default().to_owned(),
            headers: headers(&parts.headers),
            address: Some(from.ip().to_string()),
            own_origin,
        };
        let (head, head_sent) = oneshot::channel();
        let (chunks, rest) = mpsc::channel(CHUNKS);
        let (open_permit, Self { edge, host, .. }) = (Arc::clone(&permit), self.clone());
        tokio::spawn(async move {
            let mut exchange = AxumExchange { body, head: Some(head), chunks: Some(chunks) };
            edge::handle(&edge, &request, &mut exchange, &*host).await;
            drop(open_permit);
        });
        match head_sent.await {
            Ok(head) => response(head, ReplyBody { rest, _permit: permit }),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    }

    /// Checks that the configured models are available.
    pub(crate) async fn check_models(&self) {
        self.host.check_models().await;
    }

    /// Runs maintenance now and once a minute. Never returns.
    pub(crate) async fn maintain(&self) {
        loop {
            // After an error, which the database has printed, the next round continues.
            drop(edge::maintain(&self.edge, &*self.host).await);
            tokio::time::sleep(MAINTENANCE).await;
        }
    }

    /// Shuts down the jobs: no new one starts, and running ones get some time.
    pub(crate) async fn stop(&self) {
        edge::jobs::stop(&self.edge, &*self.host).await;
    }

    /// Returns when every request is answered and its cost is counted.
    pub(crate) async fn settled(&self) {
        let all = u32::try_from(CONCURRENCY).unwrap_or(u32::MAX);
        let _ = self.room.acquire_many(all).await;
    }
}

fn headers(map: &HeaderMap) -> Vec<(String, String)> {
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    map.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect()
}

fn response(head: ResponseHead, body: ReplyBody) -> Response {
    let mut response = Response::new(Body::new(body));
    *response.status_mut() = StatusCode::from_u16(head.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in head.headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().append(HeaderName::from_static(name), value);
        }
    }
    response
}

/// The connection of a request.
struct AxumExchange {
    body: Body,
    head: Option<oneshot::Sender<ResponseHead>>,
    /// None after the end of the reply.
    chunks: Option<mpsc::Sender<Bytes>>,
}

impl HttpExchange for AxumExchange {
    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Disconnected> {
        loop {
            let frame = std::future::poll_fn(|context| Pin::new(&mut self.body).poll_frame(context)).await;
            match frame {
                None => return Ok(None),
                Some(Err(_)) => return Err(Disconnected),
                Some(Ok(frame)) => {
                    // Trailers are ignored.
                    if let Ok(bytes) = frame.into_data() {
                        return Ok(Some(bytes.into()));
                    }
                }
            }
        }
    }

    async fn head(&mut self, head: ResponseHead) -> Result<(), Disconnected> {
        self.head.take().ok_or(Disconnected)?.send(head).map_err(|_| Disconnected)
    }

    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), Disconnected> {
        self.chunks.as_ref().ok_or(Disconnected)?.send(bytes.into()).await.map_err(|_| Disconnected)
    }

    async fn end(&mut self) {
        self.chunks = None;
    }
}

/// The body of a reply, chunk by chunk.
struct ReplyBody {
    rest: mpsc::Receiver<Bytes>,
    _permit: Arc<OwnedSemaphorePermit>,
}

impl HttpBody for ReplyBody {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.rest.poll_recv(context).map(|chunk| chunk.map(|bytes| Ok(Frame::data(bytes))))
    }
}
