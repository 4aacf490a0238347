//! The hash of a log: `h0 = sha256("")`, `h(n+1) = sha256(hex of h(n) + text of the entry)`. Equal hashes mean equal entries
//! in the same order.

use crate::engine::text::sha256;

/// The hash of an empty log.
pub(super) const EMPTY_HASH: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// The hash of a log with one more entry.
pub(in crate::edge) fn next_hash(before: &str, entry: &str) -> String {
    sha256([before, entry].concat().as_bytes())
}

/// The hash of a whole log.
pub fn chain_hash(entries: &[String]) -> String {
    entries.iter().fold(EMPTY_HASH.to_owned(), |hash, entry| next_hash(&hash, entry))
}
