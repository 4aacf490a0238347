//! Reading request bodies within limits of size, time and nesting.

use serde::de::DeserializeOwned;

use super::{ApiError, ErrorCode, Host, HttpExchange, HttpRequest, with_timeout};

/// Reads the body of a request, at most `most` bytes within `ms` milliseconds.
pub(in crate::edge) async fn read_body<H: Host, E: HttpExchange>(
    host: &H,
    exchange: &mut E,
    request: &HttpRequest,
    (most, ms): (usize, u64),
) -> Result<Vec<u8>, ApiError> {
    let announced = request.header("content-length").and_then(|length| length.trim().parse::<u64>().ok());
    if announced.is_some_and(|length| length > most as u64) {
        return Err(ErrorCode::TooLarge.into());
    }
    with_timeout(host, ms, async {
        let mut body = Vec::new();
        while let Some(chunk) = exchange.chunk().await.map_err(|_| ErrorCode::BadRequest)? {
            if body.len() + chunk.len() > most {
                return Err(ErrorCode::TooLarge.into());
            }
            body.extend(chunk);
        }
        Ok(body)
    })
    .await
    .unwrap_or_else(|| Err(ErrorCode::BadRequest.into()))
}

/// Parses JSON that nests no deeper than `depth`.
pub(in crate::edge) fn parse_json<T: DeserializeOwned>(bytes: &[u8], depth: usize) -> Result<T, ApiError> {
    if !is_shallow(bytes, depth) {
        return Err(ErrorCode::BadRequest.into());
    }
    serde_json::from_slice(bytes).map_err(|_| ErrorCode::BadRequest.into())
}

/// Whether JSON nests no deeper than `most`. Counts the brackets outside strings, without parsing.
pub(in crate::edge) fn is_shallow(json: &[u8], most: usize) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    for byte in json {
        match (in_text, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_text = !in_text,
            (false, b'[' | b'{') => depth += 1,
            (false, b']' | b'}') => depth = depth.saturating_sub(1),
            (true | false, _) => {}
        }
        if depth > most {
            return false;
        }
    }
    true
}
