//! The hash of a log: `h0 = sha256("")`, `h(n+1) = sha256(hex of h(n), then the entry's text)`, lower-case hexadecimal. Whoever
//! has the same hash has the same entries in the same order, each once.

use sha2::{Digest, Sha256};

use crate::edge::token::hex;

/// The hash of a log without entries.
pub fn empty() -> String {
    hex(&Sha256::digest(b""))
}

/// The hash of a log with one more entry.
pub fn link(before: &str, entry: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(before.as_bytes());
    hash.update(entry.as_bytes());
    hex(&hash.finalize())
}

/// The hash of a whole log.
pub fn over<'a>(entries: impl IntoIterator<Item = &'a str>) -> String {
    entries.into_iter().fold(empty(), |hash, entry| link(&hash, entry))
}
