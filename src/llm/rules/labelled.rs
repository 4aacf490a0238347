//! Reads hand-labelled answers, so that the reading can be scored against what a coder found.

use serde::{Deserialize, Serialize};

use super::{Known, LanguagePack, ReadingContext, Subject, read};
use crate::{
    concept::Element,
    dialogue::{Depth, Level, Sentiment},
    graph::Reaction,
    id::Name,
    methodology::Ontology,
    text::slice,
};

/// An answer with what was known when it was given. What the coder found is not read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Item {
    /// Id of the item.
    pub id: String,
    /// Id of the methodology.
    pub methodology: Name,
    /// What the interview is about.
    pub concept: String,
    /// Elements of the concept.
    #[serde(default)]
    pub elements: Vec<Element>,
    /// The question answered.
    pub question: String,
    /// What the question was about.
    #[serde(default)]
    pub focus: Option<String>,
    /// Ideas known before.
    #[serde(default)]
    pub existing_nodes: Vec<ExistingNode>,
    /// The answer.
    pub answer: String,
}

/// An idea known before an answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ExistingNode {
    /// Its label.
    pub label: String,
    /// Id of its node type.
    #[serde(rename = "type")]
    pub node_type: String,
}

/// What the rules found in a labelled answer, one line of a prediction file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// Id of the item.
    pub id: String,
    /// Whether anything of it can be coded.
    pub extractable: bool,
    /// Ideas.
    pub nodes: Vec<PredictedNode>,
    /// Connections.
    pub edges: Vec<PredictedEdge>,
    /// Engagement.
    pub momentum: Option<Level>,
    /// How much it holds.
    pub response_depth: Option<Depth>,
    /// Its tone.
    pub sentiment: Option<Sentiment>,
    /// The respondent does not know.
    pub knowledge_lack: bool,
    /// The respondent asks to stop.
    pub wants_to_stop: bool,
}

/// An idea of a prediction.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictedNode {
    /// The idea in the person's words.
    pub label: String,
    /// Id of its type.
    #[serde(rename = "type")]
    pub node_type: Name,
    /// Where it is said, word for word.
    pub quote: String,
    /// Element it is about.
    pub element: Option<Name>,
    /// Reaction to it.
    pub reaction: Option<Reaction>,
}

/// A connection of a prediction.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictedEdge {
    /// Label it starts from.
    pub source: String,
    /// Label it leads to.
    pub target: String,
    /// Id of its type.
    #[serde(rename = "type")]
    pub edge_type: Name,
    /// How sure the reading is, 0–1.
    pub confidence: f64,
}

/// Reads one labelled answer with the ontology of its methodology.
pub fn predict(item: &Item, pack: &LanguagePack, ontology: &Ontology) -> Prediction {
    let focus = item.focus.as_deref();
    let known = |node: &'_ ExistingNode| focus == Some(&node.label);
    let element = item.elements.iter().find(|element| focus == Some(&element.label));
    let context = ReadingContext {
        pack,
        methodology: &item.methodology,
        ontology,
        subject: &Subject::of(pack, &item.elements, &item.concept),
        question: &item.question,
        focus,
        focus_element: element.filter(|_| !item.existing_nodes.iter().any(known)).map(|element| &element.id),
        known: item
            .existing_nodes
            .iter()
            .map(|node| Known { label: &node.label, node_type: &node.node_type, words: None })
            .collect(),
        previous_answer: None,
    };
    let (extraction, reading) = read(&context, &item.answer);
    let nodes = extraction.nodes.into_iter().map(|node| PredictedNode {
        quote: slice(&item.answer, node.quote.start, node.quote.end).to_owned(),
        label: node.label,
        node_type: node.node_type,
        element: node.elements.into_iter().next(),
        reaction: node.reaction,
    });
    let edges = extraction.edges.into_iter().map(|edge| PredictedEdge {
        source: edge.source_label,
        target: edge.target_label,
        edge_type: edge.relation_type,
        confidence: edge.confidence,
    });
    Prediction {
        id: item.id.clone(),
        extractable: extraction.extractable,
        nodes: nodes.collect(),
        edges: edges.collect(),
        momentum: reading.momentum.map(|momentum| momentum.level),
        response_depth: reading.response_depth,
        sentiment: reading.sentiment,
        knowledge_lack: reading.knowledge_lack,
        wants_to_stop: reading.wants_to_stop,
    }
}
