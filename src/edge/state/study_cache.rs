//! Studies of collected sessions, compiled once for all sessions of a study.

use std::sync::{Arc, Mutex, PoisonError};

use crate::engine::interview::Interview;

/// Number of studies in the cache.
const CAPACITY: usize = 8;

/// Interviews that have not begun, by the hash of their study; the one used last at the end.
#[derive(Debug, Default)]
pub(in crate::edge) struct EndpointStudyCache(Mutex<Vec<(String, Arc<Interview>)>>);

impl EndpointStudyCache {
    /// An interview of the study with this hash.
    pub(in crate::edge) fn get(&self, hash: &str) -> Option<Arc<Interview>> {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = cache.iter().position(|(known, _)| known == hash)?;
        let entry = cache.remove(place);
        let interview = Arc::clone(&entry.1);
        cache.push(entry);
        Some(interview)
    }

    /// Adds an interview; drops the one that was not used for the longest time.
    pub(in crate::edge) fn insert(&self, hash: &str, interview: &Arc<Interview>) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= CAPACITY {
            cache.remove(0);
        }
        cache.push((hash.to_owned(), Arc::clone(interview)));
    }
}
