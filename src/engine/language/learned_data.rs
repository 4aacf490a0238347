//! Learned data of languages, by its hash.
//!
//! A study names the data by hash, so that its own file stays small. A host registers the data before the interview; a
//! study whose data is missing is read by the rules.

use std::sync::{Arc, PoisonError, RwLock};

use crate::engine::{sorted::SortedMap, text::sha256};

/// Files of learned data of a language, in `locales/`, in order: `en.tags.txt` and so on.
pub const LEARNED_FILES: [&str; 3] = ["tags", "classes", "weights"];

static REGISTERED: RwLock<SortedMap<String, Arc<str>>> = RwLock::new(SortedMap::new());

/// Registers data and returns its hash, under which packs name it.
pub fn register_learned(data: &str) -> String {
    let hash = sha256(data.as_bytes());
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    if !registered.contains_key(&hash) {
        registered.insert(hash.clone(), data.into());
    }
    hash
}

/// Returns registered data.
pub fn learned(hash: &str) -> Option<Arc<str>> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    let found = registered.get(hash).cloned();
    drop(registered);
    found.or_else(|| shipped(hash))
}

/// The program and the researchers' engine carry the shipped data, so that they replay sessions without its files. The
/// engine of a respondent's page does not.
#[cfg(feature = "studio")]
fn shipped(hash: &str) -> Option<Arc<str>> {
    const SHIPPED: &str = concat!(
        include_str!("../../../config/locales/en.tags.txt"),
        include_str!("../../../config/locales/en.classes.txt"),
        include_str!("../../../config/locales/en.weights.txt"),
    );
    static HASH: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    (HASH.get_or_init(|| sha256(SHIPPED.as_bytes())) == hash).then(|| SHIPPED.into())
}

#[cfg(not(feature = "studio"))]
fn shipped(_hash: &str) -> Option<Arc<str>> {
    None
}
