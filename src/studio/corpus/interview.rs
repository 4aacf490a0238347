//! A topic of the corpus: its interviews, turn by turn, with codes.

use serde::{Deserialize, Serialize};

use crate::engine::{
    concept::Element,
    id::Name,
    reader::{
        labelled::{ExistingNode, LabelledAnswer},
        learned::{CodedAnswer, CodedEnd, CodedIdea},
    },
};

/// The interviews of one topic.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusTopic {
    /// The topic.
    pub topic: String,
    /// Id of the methodology.
    pub methodology: Name,
    /// Elements of the concept.
    pub elements: Vec<Element>,
    /// The interviews.
    pub interviews: Vec<CodedInterview>,
}

/// An interview with one respondent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodedInterview {
    /// Who answers.
    pub voice: String,
    /// The turns.
    pub turns: Vec<CorpusTurn>,
}

/// A question with its coded answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusTurn {
    /// The question.
    pub question: String,
    /// What the question is about.
    #[serde(default)]
    pub focus: Option<String>,
    /// The answer.
    pub answer: String,
    /// What the answer does.
    pub act: String,
    /// Its ideas.
    #[serde(default)]
    pub ideas: Vec<CorpusIdea>,
    /// Its connections.
    #[serde(default)]
    pub links: Vec<Vec<LinkPart>>,
    /// Its tone.
    pub sentiment: String,
    /// Its depth.
    pub depth: String,
    /// Its engagement.
    pub momentum: String,
    /// Acceptable next steps.
    #[serde(default)]
    pub next: Vec<String>,
}

/// A coded idea.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusIdea {
    /// Its words in the answer.
    pub span: String,
    /// Its type.
    #[serde(rename = "type")]
    pub node_type: Name,
    /// Other acceptable types.
    #[serde(default)]
    pub or: Vec<Name>,
    /// What its words are.
    pub kind: String,
    /// The element that it is about.
    #[serde(default)]
    pub element: Option<Name>,
    /// The reaction to it.
    #[serde(default)]
    pub reaction: Option<String>,
    /// Whether another coder could leave it out.
    #[serde(default)]
    pub optional: bool,
    /// The earlier idea that it repeats.
    #[serde(default)]
    pub again: Option<String>,
}

/// A part of a connection: the number of an idea, or a word.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LinkPart {
    /// Number of an idea, from 1.
    Number(usize),
    /// `focus`, an earlier span, an edge type, or `optional`.
    Word(String),
}

/// A coded answer with its context.
#[derive(Clone, Debug)]
pub struct Item {
    /// The topic.
    pub topic: String,
    /// Who answers.
    pub voice: String,
    /// The answer and its context, for the reader.
    pub answer: LabelledAnswer,
    /// The turn, with its codes.
    pub turn: CorpusTurn,
    /// The codes for fitting.
    pub coded: CodedAnswer,
}

/// Parses a topic of the corpus.
///
/// # Errors
/// YAML of another form.
pub fn parse(text: &str) -> Result<CorpusTopic, serde_yaml::Error> {
    serde_yaml::from_str(text)
}

/// The coded answers of a topic, each with the ideas known before it.
pub fn items(topic: &CorpusTopic, file: &str) -> Vec<Item> {
    let mut found = Vec::new();
    for (number, interview) in topic.interviews.iter().enumerate() {
        let mut known: Vec<ExistingNode> = Vec::new();
        for (turn_number, turn) in interview.turns.iter().enumerate() {
            found.push(Item {
                topic: file.to_owned(),
                voice: format!("{file}-{number}"),
                answer: LabelledAnswer {
                    id: format!("{file}-{number}-{turn_number}"),
                    methodology: topic.methodology.clone(),
                    concept: topic.topic.clone(),
                    elements: topic.elements.clone(),
                    question: turn.question.clone(),
                    focus: turn.focus.clone(),
                    existing_nodes: known.clone(),
                    answer: turn.answer.clone(),
                },
                turn: turn.clone(),
                coded: coded(turn),
            });
            let new = turn.ideas.iter().filter(|idea| idea.again.is_none());
            known.extend(
                new.map(|idea| ExistingNode { label: idea.span.clone(), node_type: idea.node_type.to_string() }),
            );
        }
    }
    found
}

fn coded(turn: &CorpusTurn) -> CodedAnswer {
    let mut from = 0;
    let ideas = turn.ideas.iter().map(|idea| {
        let after = turn.answer.get(from..).and_then(|rest| rest.find(&idea.span)).map(|at| at + from);
        let start = after.or_else(|| turn.answer.find(&idea.span)).unwrap_or_default();
        from = start + idea.span.len();
        let chars = |end: usize| {
            turn.answer.get(..end).map_or(0, |text| u32::try_from(text.chars().count()).unwrap_or_default())
        };
        CodedIdea {
            span: (chars(start), chars(start + idea.span.len())),
            types: std::iter::once(&idea.node_type).chain(&idea.or).cloned().collect(),
            kind: idea.kind.clone(),
            reaction: idea.reaction.clone().unwrap_or_default(),
            is_optional: idea.optional,
        }
    });
    let end = |part: Option<&LinkPart>| match part {
        Some(LinkPart::Number(number)) => Some(CodedEnd::Idea(number.checked_sub(1)?)),
        Some(LinkPart::Word(word)) if word == "focus" => Some(CodedEnd::Known(turn.focus.clone()?)),
        Some(LinkPart::Word(word)) => Some(CodedEnd::Known(word.clone())),
        None => None,
    };
    let optional = |link: &[LinkPart]| matches!(link.last(), Some(LinkPart::Word(word)) if word == "optional");
    let links = turn.links.iter().filter_map(|link| Some((end(link.first())?, end(link.get(1))?, optional(link))));
    CodedAnswer {
        ideas: ideas.collect(),
        links: links.collect(),
        act: turn.act.clone(),
        sentiment: turn.sentiment.clone(),
        depth: turn.depth.clone(),
        momentum: turn.momentum.clone(),
    }
}
