//! The endpoint behind axum: requests go in piece by piece, and replies come out the same way.
//!
//! A call goes on when its page has gone, so that its cost is counted and its reply is there when the page comes back.

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
use querent_engine::edge::{self, Edge, Exchange, Gone, HttpRequest, Origin, ReplyHead};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use super::{background, upstream::Computer};

/// Requests that are answered at the same time; more are turned away, so that memory has an end.
const AT_ONCE: usize = 4_096;

/// Between two rounds of what has to be done without being asked.
const TEND: Duration = Duration::from_mins(1);

/// Pieces of a reply that wait for a slow reader.
const PIECES: usize = 16;

/// The endpoint of this server.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    edge: Arc<Edge>,
    computer: Arc<Computer>,
    room: Arc<Semaphore>,
}

impl Endpoint {
    /// The endpoint, with the threads for what follows interviews.
    pub(crate) fn start(edge: Edge, computer: Computer) -> Result<Self> {
        let (edge, computer) = (Arc::new(edge), Arc::new(computer));
        if let Some(waiting) = computer.waiting() {
            background::start(&edge, &computer, waiting)?;
        }
        Ok(Self { edge, computer, room: Arc::new(Semaphore::new(AT_ONCE)) })
    }

    /// Answers a request that came from this address and under this origin of ours.
    pub(crate) async fn answer(&self, request: Request, from: SocketAddr, own_origin: Option<Origin>) -> Response {
        let Ok(permit) = Arc::clone(&self.room).try_acquire_owned() else {
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        };
        // Taken until the reply is out, too: whoever waits for an end waits for that.
        let permit = Arc::new(permit);
        let (parts, body) = request.into_parts();
        let asked = HttpRequest {
            method: parts.method.as_str().to_owned(),
            path: parts.uri.path().to_owned(),
            query: parts.uri.query().unwrap_or_default().to_owned(),
            headers: headers(&parts.headers),
            address: Some(from.ip().to_string()),
            own_origin,
        };
        let (head, begins) = oneshot::channel();
        let (pieces, rest) = mpsc::channel(PIECES);
        let (taken, Self { edge, computer, .. }) = (Arc::clone(&permit), self.clone());
        tokio::spawn(async move {
            let mut talk = Talk { body, head: Some(head), pieces: Some(pieces) };
            edge::handle(&edge, &asked, &mut talk, &*computer).await;
            drop(taken);
        });
        match begins.await {
            Ok(head) => reply(head, Pieces { rest, _permit: permit }),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    }

    /// Looks at the start whether the models can be asked.
    pub(crate) async fn check_models(&self) {
        self.computer.check_models().await;
    }

    /// Does now, and once a minute, what has to be done without being asked. Never comes back.
    pub(crate) async fn tend(&self) {
        loop {
            // What could not be done is done the next time; the database has said why.
            drop(edge::tend(&self.edge, &*self.computer).await);
            tokio::time::sleep(TEND).await;
        }
    }

    /// Ends what runs without being asked: nothing new begins, and what is under way may go on for a while.
    pub(crate) async fn stop(&self) {
        edge::stages::stop(&self.edge, &*self.computer).await;
    }

    /// Comes back when every request has been answered and its cost is counted.
    pub(crate) async fn settled(&self) {
        let all = u32::try_from(AT_ONCE).unwrap_or(u32::MAX);
        let _ = self.room.acquire_many(all).await;
    }
}

fn headers(map: &HeaderMap) -> Vec<(String, String)> {
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    map.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect()
}

fn reply(head: ReplyHead, pieces: Pieces) -> Response {
    let mut response = Response::new(Body::new(pieces));
    *response.status_mut() = StatusCode::from_u16(head.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in head.headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().append(HeaderName::from_static(name), value);
        }
    }
    response
}

/// A request being answered.
struct Talk {
    body: Body,
    head: Option<oneshot::Sender<ReplyHead>>,
    /// None once the reply is whole.
    pieces: Option<mpsc::Sender<Bytes>>,
}

impl Exchange for Talk {
    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Gone> {
        loop {
            let frame = std::future::poll_fn(|context| Pin::new(&mut self.body).poll_frame(context)).await;
            match frame {
                None => return Ok(None),
                Some(Err(_)) => return Err(Gone),
                Some(Ok(frame)) => {
                    // Trailers are of no interest.
                    if let Ok(bytes) = frame.into_data() {
                        return Ok(Some(bytes.into()));
                    }
                }
            }
        }
    }

    async fn head(&mut self, head: ReplyHead) -> Result<(), Gone> {
        self.head.take().ok_or(Gone)?.send(head).map_err(|_| Gone)
    }

    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), Gone> {
        self.pieces.as_ref().ok_or(Gone)?.send(bytes.into()).await.map_err(|_| Gone)
    }

    async fn end(&mut self) {
        self.pieces = None;
    }
}

/// The body of a reply, as its pieces come.
struct Pieces {
    rest: mpsc::Receiver<Bytes>,
    _permit: Arc<OwnedSemaphorePermit>,
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.rest.poll_recv(context).map(|piece| piece.map(|bytes| Ok(Frame::data(bytes))))
    }
}
