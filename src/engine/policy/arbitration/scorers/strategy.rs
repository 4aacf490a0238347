//! Ids of the strategies that scorers know.

pub(super) const ENSURE_COVERAGE: &str = "ensure_coverage";
pub(super) const RESOLVE_AMBIGUITY: &str = "resolve_ambiguity";
pub(super) const CONNECT_ISOLATE: &str = "connect_isolate";
pub(super) const RESOLVE_SCHEMA_TENSION: &str = "resolve_schema_tension";
pub(super) const DEEPEN_BRANCH: &str = "deepen_branch";
pub(super) const EXPLORE_BREADTH: &str = "explore_breadth";
pub(super) const INTRODUCE_SEED: &str = "introduce_seed";

/// Whether a strategy stays with the current topic.
pub(super) fn is_depth(id: &str) -> bool {
    [DEEPEN_BRANCH, RESOLVE_SCHEMA_TENSION, CONNECT_ISOLATE].contains(&id)
}

/// Whether a strategy opens another topic.
pub(super) fn is_breadth(id: &str) -> bool {
    [ENSURE_COVERAGE, EXPLORE_BREADTH, INTRODUCE_SEED].contains(&id)
}
