//! A request and its reply, as the other end sees them.

use std::collections::VecDeque;

use querent_engine::edge::{Disconnected, HttpExchange, HttpRequest, ResponseHead};
use serde_json::Value;

use super::world::PAGE;

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) request: HttpRequest,
    pub(crate) body: Vec<Vec<u8>>,
    /// The last piece comes again and again.
    pub(crate) endless: bool,
    /// The body never comes.
    pub(crate) stalls: bool,
    /// The other end goes after so many pieces of the reply.
    pub(crate) leaves_after: Option<usize>,
    /// The other end takes no piece of the reply.
    pub(crate) stops_reading: bool,
}

impl Asked {
    pub(crate) fn new(method: &str, path: &str) -> Self {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let request = HttpRequest {
            method: method.to_owned(),
            path: format!("/api/v1/{path}"),
            query: query.to_owned(),
            headers: vec![("origin".to_owned(), PAGE.to_owned())],
            address: Some("192.0.2.7".to_owned()),
            own_origin: None,
        };
        Self { request, body: Vec::new(), endless: false, stalls: false, leaves_after: None, stops_reading: false }
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.request.headers.retain(|(known, _)| known != name);
        self.request.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.request.headers.retain(|(known, _)| known != name);
        self
    }

    pub(crate) fn bearing(self, token: &str) -> Self {
        self.with("authorization", &format!("Bearer {token}"))
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        let mut asked = self.with("content-type", "application/json");
        asked.body = vec![body.to_string().into_bytes()];
        asked
    }
}

/// What came back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
    /// Bytes of the request that were taken in.
    pub(crate) took_in: usize,
    /// Whether the end of the reply was said.
    pub(crate) is_whole: bool,
}

impl Said {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// Status and code of a refusal.
    pub(crate) fn refusal(&self) -> (u16, String) {
        (self.status, self.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
    }

    /// The events of a stream: name and data.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        let text = self.text();
        let events = text.split("\n\n").filter(|event| !event.is_empty());
        events
            .map(|event| {
                let (name, data) = event.split_once('\n').unwrap();
                let name = name.strip_prefix("event: ").unwrap().to_owned();
                (name, serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap())
            })
            .collect()
    }
}

pub(crate) struct Talk {
    pub(crate) pieces: VecDeque<Vec<u8>>,
    pub(crate) asked: Asked,
    pub(crate) said: Said,
}

impl HttpExchange for Talk {
    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Disconnected> {
        if self.asked.stalls {
            std::future::pending::<()>().await;
        }
        let piece = self.pieces.pop_front();
        if let Some(piece) = &piece {
            self.said.took_in += piece.len();
            if self.asked.endless && self.pieces.is_empty() {
                self.pieces.push_back(piece.clone());
            }
        }
        Ok(piece)
    }

    async fn head(&mut self, head: ResponseHead) -> Result<(), Disconnected> {
        assert_eq!(self.said.status, 0, "the head was sent before");
        self.said.status = head.status;
        self.said.headers = head.headers;
        Ok(())
    }

    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), Disconnected> {
        assert_ne!(self.said.status, 0, "the head comes first");
        if self.asked.stops_reading {
            std::future::pending::<()>().await;
        }
        match &mut self.asked.leaves_after {
            Some(0) => return Err(Disconnected),
            Some(pieces) => *pieces -= 1,
            None => {}
        }
        assert!(!self.said.is_whole, "nothing follows the end");
        self.said.body.extend(bytes);
        Ok(())
    }

    async fn end(&mut self) {
        self.said.is_whole = true;
    }
}
