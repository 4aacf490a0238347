//! What an interview tells so far, as plain lists: what `two_tier` decides on, whoever fills it in.

use super::phase::PhaseState;
use crate::{dialogue::qualitative::Signals, id::Name};

/// What an interview tells so far. Positions count nodes in order of registration.
#[derive(Clone, Debug, Default)]
pub struct Evidence<'a> {
    /// Name of the concept.
    pub concept: &'a str,
    /// Elements of the concept, in order.
    pub elements: Vec<Element<'a>>,
    /// Rungs of the ladder.
    pub ladder: Ladder<'a>,
    /// Ideas, superseded ones included.
    pub nodes: Vec<Node<'a>>,
    /// Connections.
    pub edges: Vec<Edge>,
    /// Turns so far, oldest first.
    pub turns: Vec<Turn<'a>>,
    /// Ids of elements spoken of. None: those an answer names or a live idea is linked to.
    pub seen: Option<Vec<Name>>,
    /// Ids of elements to be spoken of.
    pub total: Vec<Name>,
    /// The turn being planned: the number of turns so far.
    pub turn: u32,
    /// Phase of the turn before, if known.
    pub phase: Option<PhaseState>,
    /// Turns in a row that brought little new.
    pub low_info_turns: u32,
    /// Readings of the respondent made by a model.
    pub signals: Signals,
}

/// An element of the concept.
#[derive(Clone, Debug)]
pub struct Element<'a> {
    /// Its id.
    pub id: Name,
    /// Its name.
    pub label: &'a str,
    /// Other words for it.
    pub aliases: &'a [String],
}

/// Rungs of the ladder.
#[derive(Clone, Debug, Default)]
pub struct Ladder<'a> {
    /// Node types the methodology has.
    pub types: usize,
    /// Types on the lowest rung: chains start there.
    pub lowest: Vec<&'a str>,
    /// Types on the two highest rungs: chains end there.
    pub highest: Vec<&'a str>,
}

/// An idea.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// Its label.
    pub label: &'a str,
    /// Id of its type.
    pub node_type: &'a str,
    /// Turn that brought it.
    pub turn: u32,
    /// How sure the reading is, 0–1.
    pub confidence: f64,
    /// Attitude: -1, 0 or 1.
    pub stance: i8,
    /// Whether another idea took its place.
    pub is_superseded: bool,
    /// Elements the reading linked it to, beside those its label names.
    pub elements: &'a [Name],
}

/// A connection.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Position it leaves; beyond the nodes if unknown.
    pub source: u32,
    /// Position it enters; beyond the nodes if unknown.
    pub target: u32,
    /// How much it counts for the periphery, 0–1.
    pub relevance: f64,
    /// How much it counts for clusters, > 0.
    pub weight: f64,
    /// Whether its source takes the place of its target.
    pub revises: bool,
}

/// A turn.
#[derive(Clone, Debug, Default)]
pub struct Turn<'a> {
    /// The question, if one was asked.
    pub question: Option<&'a str>,
    /// The answer, if one was given.
    pub answer: Option<&'a str>,
    /// Strategy of the question.
    pub strategy: Option<Name>,
    /// Position of the idea it was about.
    pub node: Option<u32>,
}
