//! Stages without a model, computed from the graph and the answers. Every quote is a part of an answer.

use std::collections::{BTreeMap, BTreeSet};

use super::{ContextPurpose, StageContext, render_synthesis::turn_marks};
use crate::{
    engine::{
        graph::{Node, Operation, Quote},
        id::NodeId,
        model::ReportContext,
        session::InterviewRecord,
        text::{WordSet, slice, tokens},
    },
    studio::reports::{
        ElementFinding, ElementStance, ReportContradiction, Synthesis, local_summary, local_synthesis, search,
    },
};

/// Most quotes of a finding or of a side of a contradiction.
const QUOTES: usize = 3;
/// Least characters of an informative quote. Shorter ones are used only if there is no other.
const INFORMATIVE: u32 = 8;
/// Edge type between contradicting ideas.
const CONFLICTS: &str = "conflicts_with";
/// Most contradictions.
const CONTRADICTIONS: usize = 10;
/// Most characters of a quoted passage.
const PASSAGE: usize = 400;

/// The synthesis: lines of reasons as themes, findings on elements, and contradictions. Open points are elements without a
/// mention and vague ideas.
pub fn synthesis(interview: &InterviewRecord<'_>) -> Synthesis {
    let mut synthesis = local_synthesis(&context(interview));
    for finding in &mut synthesis.element_findings {
        complete(finding, interview);
    }
    synthesis.contradictions = contradictions(interview);
    let label =
        |id: &String| interview.study.concept.element(id).map_or_else(|| id.clone(), |element| element.label.clone());
    let unheard = synthesis.open_points.iter().map(label);
    let vague = interview.graph.active_nodes().filter(|node| node.ambiguous).map(|node| format!("“{}”", node.label));
    synthesis.open_points = unheard.chain(vague).collect();
    synthesis
}

/// The executive summary, at most four lines.
pub fn summary(interview: &InterviewRecord<'_>) -> Vec<String> {
    local_summary(&synthesis(interview))
}

/// The answer to a researcher's question, Markdown: the turns with its words, best first. Each has its mark, the best passage
/// of the answer, and the question.
pub fn chat(question: &str, interview: &InterviewRecord<'_>) -> String {
    let context = context(interview);
    let hits = search(question, &context.transcript, &interview.study.pack);
    let wanted = interview.study.pack.content(question);
    let lines = hits.iter().filter_map(|hit| {
        let past = context.transcript.iter().find(|past| past.turn == hit.turn)?;
        let said = match passage(&past.answer, &wanted, interview) {
            Some(passage) => format!("“{}”", passage.replace('\n', " ")),
            // The study's own text for a skipped question.
            None => interview.study.interface.get("skipped").cloned().unwrap_or_default(),
        };
        Some(format!("-{} {said}  \n  {}", turn_marks(&[past.turn]), past.question))
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        "Nothing in this interview holds a word of this question.".to_owned()
    } else {
        lines.join("\n")
    }
}

/// The sentence of an answer with most words of a question; on a tie the first.
fn passage(answer: &str, wanted: &WordSet, interview: &InterviewRecord<'_>) -> Option<String> {
    let mut sentences: Vec<(u32, u32)> = Vec::new();
    let mut start = None;
    for token in tokens(answer) {
        let from = *start.get_or_insert(token.start);
        // A mark without a word before it belongs to the sentence before.
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

/// Completes a finding: a mixed stance if both sides occur, and informative quotes.
fn complete(finding: &mut ElementFinding, interview: &InterviewRecord<'_>) {
    let nodes = linked(&finding.element_id, interview);
    let has = |stance: i8| nodes.iter().any(|node| node.stance.signum() == stance);
    let has_turned = changed_stances(interview).iter().any(|(node, _)| nodes.iter().any(|linked| linked.id == node.id));
    if has_turned || (has(1) && has(-1)) {
        finding.stance = ElementStance::Mixed;
    }
    let quotes = informative(nodes.iter().flat_map(|node| node.quotes.iter().copied()));
    if !quotes.is_empty() {
        finding.turns = turns(quotes.iter());
        finding.quotes = quotes;
    }
}

/// Revised ideas, ideas with a changed stance, and pairs of ideas in conflict.
fn contradictions(interview: &InterviewRecord<'_>) -> Vec<ReportContradiction> {
    let graph = interview.graph;
    let revised = graph.nodes().filter_map(|old| Some((old, graph.node(old.superseded_by?)?)));
    let opposed = graph.edges().filter(|edge| &*edge.edge_type == CONFLICTS);
    let opposed = opposed.filter_map(|edge| Some((graph.node(edge.source)?, graph.node(edge.target)?)));
    let mut found: Vec<ReportContradiction> =
        revised.chain(opposed).map(|(one, other)| contradiction(one, other)).collect();
    for (node, turn) in changed_stances(interview) {
        let before = node.quotes.iter().rev().find(|quote| quote.turn < turn);
        let after = node.quotes.iter().find(|quote| quote.turn == turn);
        let quotes: Vec<Quote> = before.into_iter().chain(after).copied().collect();
        found.push(ReportContradiction { summary: node.label.clone(), turns: turns(quotes.iter()), quotes });
    }
    found.retain(|contradiction| contradiction.quotes.len() > 1);
    found.truncate(CONTRADICTIONS);
    found
}

/// Ideas whose stance changed sides, with the turn of the change.
fn changed_stances<'a>(interview: &InterviewRecord<'a>) -> Vec<(&'a Node, u32)> {
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

fn contradiction(one: &Node, other: &Node) -> ReportContradiction {
    let quote = |node: &Node| informative(node.quotes.iter().copied()).first().copied();
    let quotes: Vec<Quote> = [one, other].into_iter().filter_map(quote).collect();
    ReportContradiction { summary: format!("{} ↔ {}", one.label, other.label), turns: turns(quotes.iter()), quotes }
}

/// Ideas linked to an element at the end.
fn linked<'a>(id: &str, interview: &InterviewRecord<'a>) -> Vec<&'a Node> {
    let covered = interview.turns.last().map(|turn| turn.state.coverage.elements.as_slice()).unwrap_or_default();
    let found = covered.iter().filter(|found| &*found.element == id).flat_map(|found| &found.linked_nodes);
    found.filter_map(|node| interview.graph.node(*node)).collect()
}

/// The first informative quotes, each once; if there is none, the first quote.
fn informative(quotes: impl Iterator<Item = Quote>) -> Vec<Quote> {
    let mut all: Vec<Quote> = Vec::new();
    for quote in quotes {
        if !all.contains(&quote) {
            all.push(quote);
        }
    }
    let mut informative: Vec<Quote> =
        all.iter().filter(|quote| quote.end.saturating_sub(quote.start) >= INFORMATIVE).copied().collect();
    if informative.is_empty() {
        informative = all.first().copied().into_iter().collect();
    }
    informative.truncate(QUOTES);
    informative
}

fn turns<'a>(quotes: impl Iterator<Item = &'a Quote>) -> Vec<u32> {
    quotes.map(|quote| quote.turn).collect::<BTreeSet<u32>>().into_iter().collect()
}

fn context(interview: &InterviewRecord<'_>) -> ReportContext {
    StageContext::of(ContextPurpose::MainTimeline, *interview, &[]).report_context()
}
