//! The ladders of one interview: every longest chain of ideas along the links of the method's ladder.

use std::collections::{BTreeMap, BTreeSet};

use super::codebook::TypedLabel;
use crate::engine::{
    graph::{Edge, Node},
    id::NodeId,
    methodology::EdgeTypes,
    session::InterviewRecord,
};

/// Most ladders of one interview: forks multiply them.
const MOST_LADDERS: usize = 500;

/// What an interview gives the analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InterviewLadders {
    /// Chains of ideas, from the bottom up: each from an idea that nothing leads to, to one that leads to nothing else.
    pub ladders: Vec<Vec<TypedLabel>>,
    /// What was said, idea by idea.
    pub quotes: Vec<IdeaQuote>,
    /// Whether there are more ladders than the 500 that are taken.
    pub is_cut: bool,
}

/// The words that an idea rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdeaQuote {
    /// The idea.
    pub idea: TypedLabel,
    /// Turn of the answer.
    pub turn: u32,
    /// First code point of the words in the answer.
    pub start: u32,
    /// The words, exactly as they stand in the answer.
    pub words: String,
}

impl InterviewLadders {
    /// The ladders and quotes of an interview.
    pub fn of(record: &InterviewRecord<'_>) -> Self {
        let nodes: BTreeMap<NodeId, &Node> = record.graph.active_nodes().map(|node| (node.id, node)).collect();
        let (chains, is_cut) = chains(&ladder_links(record, &nodes));
        let idea = |id: &NodeId| nodes.get(id).copied().map(typed);
        let ladders = chains.iter().map(|chain| chain.iter().filter_map(idea).collect()).collect();
        Self { ladders, quotes: nodes.values().flat_map(|node| quotes(record, node)).collect(), is_cut }
    }
}

fn typed(node: &Node) -> TypedLabel {
    TypedLabel { node_type: node.node_type.to_string(), label: node.label.clone() }
}

/// The words of an idea. A quote of an answer that is not there is left out.
fn quotes(record: &InterviewRecord<'_>, node: &Node) -> Vec<IdeaQuote> {
    let quotes = node.quotes.iter().map(|quote| (quote, record.quoted(*quote)));
    let said = quotes.filter(|(_, words)| !words.is_empty());
    said.map(|(quote, words)| IdeaQuote {
        idea: typed(node),
        turn: quote.turn,
        start: quote.start,
        words: words.to_owned(),
    })
    .collect()
}

/// The longest chains of links, and whether there are more.
fn chains(links: &BTreeSet<(NodeId, NodeId)>) -> (Vec<Vec<NodeId>>, bool) {
    let mut next: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
    for (from, to) in links {
        next.entry(*from).or_default().push(*to);
    }
    let targets: BTreeSet<NodeId> = links.iter().map(|(_, to)| *to).collect();
    let starts = next.keys().rev().filter(|start| !targets.contains(start));
    let mut chains: Vec<Vec<NodeId>> = Vec::new();
    // The last one is taken first: starts and successors in reverse come out in order.
    let mut open: Vec<Vec<NodeId>> = starts.map(|start| vec![*start]).collect();
    while let Some(chain) = open.pop() {
        if chains.len() >= MOST_LADDERS {
            return (chains, true);
        }
        let after = chain.last().and_then(|last| next.get(last)).into_iter().flatten();
        let longer: Vec<NodeId> = after.filter(|idea| !chain.contains(idea)).copied().collect();
        if longer.is_empty() {
            chains.push(chain);
        } else {
            open.extend(longer.into_iter().rev().map(|idea| chain.iter().copied().chain([idea]).collect()));
        }
    }
    (chains, false)
}

/// The links of the method's ladder between ideas that stand, each once.
fn ladder_links(record: &InterviewRecord<'_>, nodes: &BTreeMap<NodeId, &Node>) -> BTreeSet<(NodeId, NodeId)> {
    let ontology = &record.study.methodology.ontology;
    let is_link = |edge: &&Edge| {
        let (Some(source), Some(target)) = (nodes.get(&edge.source), nodes.get(&edge.target)) else { return false };
        ontology.is_ladder_link(EdgeTypes {
            source: &source.node_type,
            target: &target.node_type,
            edge_type: &edge.edge_type,
        })
    };
    record.graph.edges().filter(is_link).map(|edge| (edge.source, edge.target)).collect()
}
