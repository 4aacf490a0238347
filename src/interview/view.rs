//! What the "How it works" panel shows: the graph with its quotes, coverage, the course so far, and the last decision.

use serde::Serialize;

use crate::{
    dialogue::{Depth, Level},
    id::{EdgeId, Name, NodeId},
    policy::Term,
};

/// What the "How it works" panel shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct View {
    /// Turns completed.
    pub turn: u32,
    /// Budget of turns.
    pub max_turns: u32,
    /// Phase the interview is in.
    pub phase: String,
    /// Phases in order.
    pub phases: Vec<Name>,
    /// Node types in order: id, name, level, terminal.
    pub node_types: Vec<ViewType>,
    /// Active nodes in order of registration.
    pub nodes: Vec<ViewNode>,
    /// Active edges in order of registration.
    pub edges: Vec<ViewEdge>,
    /// Elements of the concept in order.
    pub elements: Vec<ViewElement>,
    /// Turns so far.
    pub course: Vec<ViewTurn>,
    /// The choice of the question that waits; none for the opening question.
    pub decision: Option<ViewDecision>,
}

/// A node type as a row of the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewType {
    /// Id.
    pub id: Name,
    /// Name on the screen.
    pub name: String,
    /// Rung of the ladder.
    pub level: Option<u32>,
    /// Whether chains end here.
    pub terminal: bool,
}

/// A quote with its text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewQuote {
    /// Turn of the answer.
    pub turn: u32,
    /// The words.
    pub text: String,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewNode {
    /// Id.
    pub id: NodeId,
    /// Label.
    pub label: String,
    /// Id of its type.
    pub node_type: Name,
    /// Turn that brought it.
    pub turn: u32,
    /// -1 against, 0, 1 for.
    pub stance: i8,
    /// Times it was asked about.
    pub focus_count: u32,
    /// Whether the question that waits is about it.
    pub is_focus: bool,
    /// Where it was said.
    pub quotes: Vec<ViewQuote>,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewEdge {
    /// Id.
    pub id: EdgeId,
    /// Start.
    pub source: NodeId,
    /// End.
    pub target: NodeId,
    /// Name of its type on the screen, "leads to".
    pub name: String,
    /// Whether the ontology permits it.
    pub permitted: bool,
    /// Where it was said.
    pub quotes: Vec<ViewQuote>,
}

/// Coverage of an element.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewElement {
    /// Id.
    pub id: Name,
    /// Name.
    pub label: String,
    /// Whether an idea is linked to it.
    pub covered: bool,
    /// Depth, 0–1.
    pub depth: f64,
    /// Ideas linked to it.
    pub node_count: usize,
    /// Whether the question that waits is about it.
    pub is_focus: bool,
}

/// A turn of the course.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewTurn {
    /// Number.
    pub turn: u32,
    /// Engagement; none if the question was skipped.
    pub momentum: Option<Level>,
    /// Depth of the answer; none if the question was skipped.
    pub response_depth: Option<Depth>,
    /// Ideas it brought.
    pub new_nodes: usize,
    /// Phase it was in.
    pub phase: String,
    /// Strategy chosen after it.
    pub strategy: Option<String>,
}

/// The choice of a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewDecision {
    /// Turn after which it was made.
    pub turn: u32,
    /// Phase.
    pub phase: Name,
    /// Probes that were scored.
    pub candidates: u32,
    /// Other probes with the same score.
    pub ties: u32,
    /// Whether no probe was eligible.
    pub is_fallback: bool,
    /// The probe chosen.
    pub chosen: ViewRanked,
    /// The best probe of each other strategy, best first.
    pub alternatives: Vec<ViewRanked>,
}

/// A scored probe with names.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewRanked {
    /// Id of the strategy.
    pub strategy: Name,
    /// Its name on the screen.
    pub strategy_name: String,
    /// What it asks for.
    pub strategy_description: String,
    /// Kind of focus: `node`, `element`, `global`, …
    pub focus_kind: String,
    /// What the focus is called.
    pub focus: String,
    /// Turn that brought the focus node, if it is one.
    pub focus_turn: Option<u32>,
    /// Score; none on a fallback.
    pub score: Option<f64>,
    /// Lines of the score; absent signals left out.
    pub terms: Vec<Term>,
    /// Lines left out because their signal added nothing.
    pub silent_terms: usize,
}
