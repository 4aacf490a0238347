//! Studies of kept sessions, each read and made ready once for the many sessions that were held under it.

use std::sync::{Arc, Mutex, PoisonError};

use super::{
    collection::{self, Unloadable},
    host::Host,
};
use crate::interview::Interview;

/// Studies kept at hand; a study that is not among them is read again.
const ROOM: usize = 8;

/// The studies at hand, the one used last at the end.
#[derive(Debug, Default)]
pub(super) struct Shelf(Mutex<Vec<(String, Arc<Interview>)>>);

impl Shelf {
    /// An interview that has not begun, under the study with this hash.
    pub(super) async fn interview<H: Host>(&self, host: &H, hash: &str) -> Result<Arc<Interview>, Unloadable> {
        if let Some(there) = self.take(hash) {
            return Ok(there);
        }
        let unreadable = |why: String| Unloadable::Unreadable(why);
        let text = collection::study(host, hash).await?;
        let text = text.ok_or_else(|| unreadable("its study is not kept here".to_owned()))?;
        let study: crate::study::Study = serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
        let fresh = Arc::new(Interview::new(study).map_err(|failure| unreadable(failure.to_string()))?);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= ROOM {
            kept.remove(0);
        }
        kept.push((hash.to_owned(), Arc::clone(&fresh)));
        Ok(fresh)
    }

    fn take(&self, hash: &str) -> Option<Arc<Interview>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().position(|(known, _)| known == hash)?;
        let one = kept.remove(found);
        let there = Arc::clone(&one.1);
        kept.push(one);
        Some(there)
    }
}
