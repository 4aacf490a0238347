//! Reads hand-labelled answers, to compare the reader with human coders.

use serde::{Deserialize, Serialize};

use super::{ConceptWords, KnownIdea, ReadingContext, read};
use crate::engine::language::LanguagePack;
use crate::engine::{
    concept::Element,
    dialogue::{Depth, Level, Sentiment},
    graph::Reaction,
    id::Name,
    methodology::Ontology,
    text::slice,
};

/// A labelled answer and its context. The labels themselves are not read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct LabelledAnswer {
    /// Id of the item.
    pub id: String,
    /// Id of the methodology.
    pub methodology: Name,
    /// The topic of the interview.
    pub concept: String,
    /// Elements of the concept.
    #[serde(default)]
    pub elements: Vec<Element>,
    /// The question answered.
    pub question: String,
    /// The subject of the question.
    #[serde(default)]
    pub focus: Option<String>,
    /// Known ideas before the answer.
    #[serde(default)]
    pub existing_nodes: Vec<ExistingNode>,
    /// The answer.
    pub answer: String,
}

/// A known idea before an answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ExistingNode {
    /// Its label.
    pub label: String,
    /// Id of its node type.
    #[serde(rename = "type")]
    pub node_type: String,
}

/// The reader's result for a labelled answer: one line of a prediction file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// Id of the item.
    pub id: String,
    /// Whether the answer contains anything to code.
    pub extractable: bool,
    /// Ideas.
    pub nodes: Vec<PredictedNode>,
    /// Connections.
    pub edges: Vec<PredictedEdge>,
    /// Engagement.
    pub momentum: Option<Level>,
    /// Its depth of content.
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
    /// Its label, in the respondent's words.
    pub label: String,
    /// Id of its type.
    #[serde(rename = "type")]
    pub node_type: Name,
    /// Its exact quote.
    pub quote: String,
    /// The element that it is about.
    pub element: Option<Name>,
    /// Reaction to it.
    pub reaction: Option<Reaction>,
}

/// A connection of a prediction.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictedEdge {
    /// Label of its source.
    pub source: String,
    /// Label of its target.
    pub target: String,
    /// Id of its type.
    #[serde(rename = "type")]
    pub edge_type: Name,
    /// Confidence, 0–1.
    pub confidence: f64,
}

/// Reads one labelled answer with the ontology of its methodology.
pub fn predict(item: &LabelledAnswer, pack: &LanguagePack, ontology: &Ontology) -> Prediction {
    let focus = item.focus.as_deref();
    let known = |node: &'_ ExistingNode| focus == Some(&node.label);
    let element = item.elements.iter().find(|element| focus == Some(&element.label));
    let context = ReadingContext {
        pack,
        methodology: &item.methodology,
        ontology,
        subject: &ConceptWords::of(pack, &item.elements, &item.concept),
        question: &item.question,
        focus,
        focus_element: element.filter(|_| !item.existing_nodes.iter().any(known)).map(|element| &element.id),
        known: item
            .existing_nodes
            .iter()
            .map(|node| KnownIdea { label: &node.label, node_type: &node.node_type, words: None })
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
