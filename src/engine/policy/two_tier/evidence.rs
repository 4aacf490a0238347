//! The state of an interview as plain lists: the input of `two_tier`.

use super::phase::PhaseState;
use crate::engine::{dialogue::qualitative::Signals, id::Name, language::LanguagePack};

/// The state of an interview. Nodes are given by position, in order of registration.
#[derive(Clone, Debug, Default)]
pub struct Evidence<'a> {
    /// The language pack of the study. Default empty.
    pub pack: &'a LanguagePack,
    /// Name of the concept.
    pub concept: &'a str,
    /// Elements of the concept, in order.
    pub elements: Vec<EvidenceElement<'a>>,
    /// Rungs of the ladder.
    pub ladder: LadderTypes<'a>,
    /// Ideas, superseded ones included.
    pub nodes: Vec<EvidenceNode<'a>>,
    /// Connections.
    pub edges: Vec<EvidenceEdge>,
    /// Turns so far, oldest first.
    pub turns: Vec<EvidenceTurn<'a>>,
    /// Ids of the elements that came up. None: those that an answer names or a live node is linked to.
    pub seen: Option<Vec<Name>>,
    /// Ids of all elements to cover.
    pub total: Vec<Name>,
    /// Number of the turn to plan, which equals the number of turns so far.
    pub turn: u32,
    /// Phase of the turn before, if known.
    pub phase: Option<PhaseState>,
    /// Number of turns in a row with few new ideas.
    pub low_info_turns: u32,
    /// Qualitative readings made by a model.
    pub signals: Signals,
}

/// An element of the concept.
#[derive(Clone, Debug)]
pub struct EvidenceElement<'a> {
    /// Id.
    pub id: Name,
    /// Label.
    pub label: &'a str,
    /// Other words for it.
    pub aliases: &'a [String],
}

/// Node types at the ends of the ladder.
#[derive(Clone, Debug, Default)]
pub struct LadderTypes<'a> {
    /// Number of node types.
    pub types: usize,
    /// Types on the lowest rung, where chains start.
    pub lowest: Vec<&'a str>,
    /// Types on the two highest rungs, where chains end.
    pub highest: Vec<&'a str>,
}

/// A node.
#[derive(Clone, Debug)]
pub struct EvidenceNode<'a> {
    /// Label.
    pub label: &'a str,
    /// Id of its type.
    pub node_type: &'a str,
    /// Turn that added it.
    pub turn: u32,
    /// Confidence of the reading, 0–1.
    pub confidence: f64,
    /// Attitude: -1, 0 or 1.
    pub stance: i8,
    /// Whether another node supersedes it.
    pub is_superseded: bool,
    /// Elements that the reading linked it to.
    pub elements: &'a [Name],
}

/// An edge.
#[derive(Clone, Copy, Debug)]
pub struct EvidenceEdge {
    /// Position of the source. Beyond the nodes if unknown.
    pub source: u32,
    /// Position of the target. Beyond the nodes if unknown.
    pub target: u32,
    /// Relevance for the periphery, 0–1.
    pub relevance: f64,
    /// Weight for clusters, > 0.
    pub weight: f64,
    /// Whether its source supersedes its target.
    pub revises: bool,
}

/// A turn.
#[derive(Clone, Debug, Default)]
pub struct EvidenceTurn<'a> {
    /// The question, if one was asked.
    pub question: Option<&'a str>,
    /// The answer, if one was given.
    pub answer: Option<&'a str>,
    /// Strategy of the question.
    pub strategy: Option<Name>,
    /// Position of the focus node.
    pub node: Option<u32>,
}
