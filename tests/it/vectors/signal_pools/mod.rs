//! Vectors of the `signal_pools` policy, topic by topic.

mod config;
mod continuation;
mod documents;
mod graph;
mod nodes;
mod questions;
mod ranking;
mod scenario;
mod sessions;
mod text;
mod world;

use super::Check;

/// The check of a topic.
pub(super) fn check(topic: &str) -> Option<Check> {
    Some(match topic {
        "chains" => graph::chains,
        "config" => config::problems,
        "continuation" => continuation::continuation,
        "depth" => graph::coverage,
        "documents" => documents::figures,
        "nodes" => nodes::nodes,
        "questions" => questions::questions,
        "ranking" => ranking::ranking,
        "sessions" => sessions::sessions,
        "signals" => graph::signals,
        "text" => text::text,
        _ => return None,
    })
}
