//! How the page names a key, and the clause that gives it as a reason.

/// Name of a key, gate or scorer on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Name in a table: `Links to other ideas`.
    pub name: &'static str,
    /// Clause after "because", where the key can be a reason: `it is linked to other ideas`.
    pub reason: Option<&'static str>,
}

impl Label {
    /// A name with a reason.
    pub const fn new(name: &'static str, reason: &'static str) -> Self {
        Self { name, reason: Some(reason) }
    }

    /// A name without a reason.
    pub const fn named(name: &'static str) -> Self {
        Self { name, reason: None }
    }
}
