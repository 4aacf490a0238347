//! Documents in memory, by name. They come from a folder or from a page.

use std::collections::BTreeMap;

/// Name of the document with the model settings. It lies beside the folders.
pub const LLM: &str = "llm.yaml";

/// Most bytes of a document. Shipped documents stay below 64 KB.
pub(super) const MAX_BYTES: usize = 256 * 1024;

/// Documents by name, `studies/oat_milk.yaml`. `/` separates folders on every system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    prefix: String,
    entries: BTreeMap<String, Vec<u8>>,
}

impl Files {
    /// Creates an empty set. The prefix is shown before every name, `config/`.
    pub fn under(prefix: impl Into<String>) -> Self {
        Self { prefix: prefix.into(), entries: BTreeMap::new() }
    }

    /// Adds a document, or replaces the one with this name.
    pub fn insert(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.entries.insert(name.into(), bytes.into());
    }

    /// Returns the names of all documents, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// Returns the bytes of a document.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.entries.get(name).map(Vec::as_slice)
    }

    /// Returns a name as findings show it.
    pub fn shown(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Returns the ids of the documents in a folder. Names with a dot belong to another document: `en.pack`,
    /// `means_end_chain.de`.
    pub(super) fn ids(&self, folder: &str) -> Vec<&str> {
        let mut ids: Vec<&str> = self
            .names()
            .filter_map(|name| name.strip_prefix(folder)?.strip_prefix('/'))
            // A concept may be Markdown.
            .filter_map(|name| name.strip_suffix(".yaml").or_else(|| name.strip_suffix(".md")))
            .filter(|id| !id.contains(['/', '.']))
            .collect();
        ids.dedup();
        ids
    }
}

impl<N: Into<String>, B: Into<Vec<u8>>> FromIterator<(N, B)> for Files {
    fn from_iter<I: IntoIterator<Item = (N, B)>>(documents: I) -> Self {
        let mut files = Self::default();
        for (name, bytes) in documents {
            files.insert(name, bytes);
        }
        files
    }
}
