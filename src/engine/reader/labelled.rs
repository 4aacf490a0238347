//! Reads hand-labelled answers, to compare the reader with human coders.

use serde::{Deserialize, Serialize};

use super::{ConceptWords, KnownIdea, ReadingContext, read};
use crate::engine::language::LanguagePack;
use crate::engine::{
    concept::Element,
    dialogue::{AnswerAct, Depth, Level, Sentiment},
    graph::{IdeaKind, Reaction, Saying},
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
#[expect(clippy::struct_excessive_bools, reason = "independent findings, each passed on as it is")]
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
    /// What it does in the conversation.
    pub act: Option<AnswerAct>,
    /// Its tone.
    pub sentiment: Option<Sentiment>,
    /// The respondent does not know.
    pub knowledge_lack: bool,
    /// The respondent asks to stop.
    pub wants_to_stop: bool,
    /// The respondent may want to stop.
    pub may_want_to_stop: bool,
    /// The answer shows distress.
    pub distress: bool,
}

/// An idea of a prediction.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictedNode {
    /// Its label, in the respondent's words.
    pub label: String,
    /// Id of its type.
    #[serde(rename = "type")]
    pub node_type: Name,
    /// What it is, as words.
    pub kind: Option<IdeaKind>,
    /// How it can be said back.
    pub saying: Option<Saying>,
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

impl LabelledAnswer {
    /// Calls a function with the context of the answer.
    pub fn with_context<R>(
        &self,
        pack: &LanguagePack,
        ontology: &Ontology,
        then: impl FnOnce(&ReadingContext<'_>) -> R,
    ) -> R {
        let focus = self.focus.as_deref();
        let known = |node: &'_ ExistingNode| focus == Some(&node.label);
        let element = self.elements.iter().find(|element| focus == Some(&element.label));
        then(&ReadingContext {
            pack,
            methodology: &self.methodology,
            ontology,
            subject: &ConceptWords::of(pack, &self.elements, &self.concept),
            question: &self.question,
            focus,
            focus_element: element.filter(|_| !self.existing_nodes.iter().any(known)).map(|element| &element.id),
            known: self
                .existing_nodes
                .iter()
                .map(|node| KnownIdea { label: &node.label, node_type: &node.node_type, words: None })
                .collect(),
            previous_answer: None,
        })
    }
}

/// Reads one labelled answer with the ontology of its methodology.
pub fn predict(item: &LabelledAnswer, pack: &LanguagePack, ontology: &Ontology) -> Prediction {
    let (extraction, reading) = item.with_context(pack, ontology, |context| read(context, &item.answer));
    let nodes = extraction.nodes.into_iter().map(|node| PredictedNode {
        quote: slice(&item.answer, node.quote.start, node.quote.end).to_owned(),
        label: node.label,
        node_type: node.node_type,
        kind: node.kind,
        saying: node.saying,
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
        act: reading.act,
        sentiment: reading.sentiment,
        knowledge_lack: reading.knowledge_lack,
        wants_to_stop: reading.wants_to_stop,
        may_want_to_stop: reading.may_want_to_stop,
        distress: reading.distress,
    }
}
