//! Stages without a model: what follows from the graph and from the words that were said. Every quote is a part of an answer.

use std::collections::{BTreeMap, BTreeSet};

use super::{Investigation, Material, Purpose, told::marks};
use crate::{
    graph::{Node, Operation, Quote},
    id::NodeId,
    llm::reports::{Contradiction, Finding, Stance, Synthesis, local_summary, local_synthesis, search},
    text::{WordSet, slice, tokens},
};

/// Quotes of a finding or of a side of a contradiction.
const QUOTES: usize = 3;
/// Characters of a quote that says something by itself; shorter ones are shown only where there is no other.
const TELLING: u32 = 8;
/// Name of the edge type that sets ideas against each other.
const CONFLICTS: &str = "conflicts_with";
/// Most contradictions.
const CONTRADICTIONS: usize = 10;
/// Most characters of a passage that answers a question.
const PASSAGE: usize = 400;

/// What the interview found: lines of reasons as themes, parts of the concept with what was said of them, ideas that stand
/// against each other, and as open points the parts nobody spoke of and the ideas that stayed vague.
pub fn synthesis(interview: &Investigation<'_>) -> Synthesis {
    let mut synthesis = local_synthesis(&context(interview));
    for finding in &mut synthesis.element_findings {
        mend(finding, interview);
    }
    synthesis.contradictions = contradictions(interview);
    let label =
        |id: &String| interview.study.concept.element(id).map_or_else(|| id.clone(), |element| element.label.clone());
    let unheard = synthesis.open_points.iter().map(label);
    let vague = interview.graph.active_nodes().filter(|node| node.ambiguous).map(|node| format!("“{}”", node.label));
    synthesis.open_points = unheard.chain(vague).collect();
    synthesis
}

/// What it found in at most four lines.
pub fn summary(interview: &Investigation<'_>) -> Vec<String> {
    local_summary(&synthesis(interview))
}

/// The answer to a researcher's question, Markdown: the turns that hold its words, best first, each with its mark, the
/// passage of the answer that holds most of them, word for word, and the question it answers.
pub fn chat(question: &str, interview: &Investigation<'_>) -> String {
    let context = context(interview);
    let hits = search(question, &context.transcript, &interview.study.pack);
    let wanted = interview.study.pack.content(question);
    let lines = hits.iter().filter_map(|hit| {
        let past = context.transcript.iter().find(|past| past.turn == hit.turn)?;
        let said = match passage(&past.answer, &wanted, interview) {
            Some(passage) => format!("“{}”", passage.replace('\n', " ")),
            // The study's own word for it.
            None => interview.study.interface.get("skipped").cloned().unwrap_or_default(),
        };
        Some(format!("-{} {said}  \n  {}", marks(&[past.turn]), past.question))
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        "Nothing in this interview holds a word of this question.".to_owned()
    } else {
        lines.join("\n")
    }
}

/// The sentence of an answer that holds most words of a question; of equals the first.
fn passage(answer: &str, wanted: &WordSet, interview: &Investigation<'_>) -> Option<String> {
    let mut sentences: Vec<(u32, u32)> = Vec::new();
    let mut start = None;
    for token in tokens(answer) {
        let from = *start.get_or_insert(token.start);
        // A mark without a word before it belongs to the sentence it closes.
        match (token.kind.ends_sentence(), sentences.last_mut()) {
            (true, Some(last)) if from == token.start => last.1 = token.end,
            (true, _) => sentences.push((from, token.end)),
            (false, _) => continue,
        }
        start = None;
    }
    let end = u32::try_from(answer.chars().count()).unwrap_or(u32::MAX);
    sentences.extend(start.map(|from| (from, end)));
    let words = |span: &(u32, u32)| interview.study.pack.content(slice(answer, span.0, span.1)).shared(wanted);
    let best = sentences.iter().rev().max_by_key(|span| words(span))?;
    let text = slice(answer, best.0, best.1).trim();
    match text.char_indices().nth(PASSAGE) {
        Some((at, _)) => text.get(..at).map(str::to_owned),
        None => Some(text.to_owned()),
    }
}

/// A finding with both sides where there are two, and with quotes that say something.
fn mend(finding: &mut Finding, interview: &Investigation<'_>) {
    let nodes = linked(&finding.element_id, interview);
    let has = |stance: i8| nodes.iter().any(|node| node.stance.signum() == stance);
    let has_turned = turned(interview).iter().any(|(node, _)| nodes.iter().any(|linked| linked.id == node.id));
    if has_turned || (has(1) && has(-1)) {
        finding.stance = Stance::Mixed;
    }
    let quotes = telling(nodes.iter().flat_map(|node| node.quotes.iter().copied()));
    if !quotes.is_empty() {
        finding.turns = turns(quotes.iter());
        finding.quotes = quotes;
    }
}

/// Ideas that were taken back, ideas that were liked at one time and disliked at another, and ideas the respondent set
/// against each other.
fn contradictions(interview: &Investigation<'_>) -> Vec<Contradiction> {
    let graph = interview.graph;
    let revised = graph.nodes().filter_map(|old| Some((old, graph.node(old.superseded_by?)?)));
    let opposed = graph.edges().filter(|edge| &*edge.edge_type == CONFLICTS);
    let opposed = opposed.filter_map(|edge| Some((graph.node(edge.source)?, graph.node(edge.target)?)));
    let mut found: Vec<Contradiction> = revised.chain(opposed).map(|(one, other)| against(one, other)).collect();
    for (node, turn) in turned(interview) {
        let before = node.quotes.iter().rev().find(|quote| quote.turn < turn);
        let after = node.quotes.iter().find(|quote| quote.turn == turn);
        let quotes: Vec<Quote> = before.into_iter().chain(after).copied().collect();
        found.push(Contradiction { summary: node.label.clone(), turns: turns(quotes.iter()), quotes });
    }
    found.retain(|contradiction| contradiction.quotes.len() > 1);
    found.truncate(CONTRADICTIONS);
    found
}

/// Ideas whose stance went from one side to the other, with the turn at which it did.
fn turned<'a>(interview: &Investigation<'a>) -> Vec<(&'a Node, u32)> {
    let mut stances: BTreeMap<NodeId, i8> = BTreeMap::new();
    let mut found = Vec::new();
    for turn in interview.turns {
        for operation in &turn.delta.operations {
            let (node, stance) = match operation {
                Operation::AddNode(node) => (node.id, node.stance),
                Operation::RefineNode { node, stance, .. } => (*node, *stance),
                Operation::MentionNode { .. }
                | Operation::MarkNode { .. }
                | Operation::AddEdge(_)
                | Operation::MentionEdge { .. }
                | Operation::Supersede { .. } => continue,
            };
            let before = if stance == 0 { None } else { stances.insert(node, stance) };
            if before.is_some_and(|before| before.signum() != stance.signum()) {
                found.extend(interview.graph.node(node).map(|node| (node, turn.turn)));
            }
        }
    }
    found
}

fn against(one: &Node, other: &Node) -> Contradiction {
    let telling = |node: &Node| telling(node.quotes.iter().copied()).first().copied();
    let quotes: Vec<Quote> = [one, other].into_iter().filter_map(telling).collect();
    Contradiction { summary: format!("{} ↔ {}", one.label, other.label), turns: turns(quotes.iter()), quotes }
}

/// Ideas linked to an element at the end.
fn linked<'a>(id: &str, interview: &Investigation<'a>) -> Vec<&'a Node> {
    let covered = interview.turns.last().map(|turn| turn.state.coverage.elements.as_slice()).unwrap_or_default();
    let found = covered.iter().filter(|found| &*found.element == id).flat_map(|found| &found.linked_nodes);
    found.filter_map(|node| interview.graph.node(*node)).collect()
}

/// The first few quotes that say something by themselves, each once; where none does, the first.
fn telling(quotes: impl Iterator<Item = Quote>) -> Vec<Quote> {
    let mut all: Vec<Quote> = Vec::new();
    for quote in quotes {
        if !all.contains(&quote) {
            all.push(quote);
        }
    }
    let mut telling: Vec<Quote> =
        all.iter().filter(|quote| quote.end.saturating_sub(quote.start) >= TELLING).copied().collect();
    if telling.is_empty() {
        telling = all.first().copied().into_iter().collect();
    }
    telling.truncate(QUOTES);
    telling
}

fn turns<'a>(quotes: impl Iterator<Item = &'a Quote>) -> Vec<u32> {
    quotes.map(|quote| quote.turn).collect::<BTreeSet<u32>>().into_iter().collect()
}

fn context(interview: &Investigation<'_>) -> crate::llm::ReportContext {
    Material::of(Purpose::MainTimeline, *interview, &[]).report_context()
}
