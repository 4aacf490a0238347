//! What a stage is shown of a session: the interview, and those results of other stages that its purpose includes.

use super::{Investigation, Purpose, Stage, StageResult, StageType, Status, lines, scoring::Measures, timeline};
use crate::{
    graph::{Node, Quote},
    llm::{ElementFacts, KnownLabel, Past, ReportContext, prompts::bounded, reports::Synthesis},
    text::slice,
};

/// Version of the form in which a judge is shown an interview; part of the hash of a score's prompts.
pub const CONTEXT_VERSION: u32 = 1;

/// Most quotes of an element, and characters of a label or a quote, as the contract of a report has them.
const QUOTES: usize = 10;
const LABEL: usize = 80;
const QUOTE: usize = 300;
/// Most characters of a question of the transcript.
const QUESTION: usize = 300;
/// Most questions of a chat that are remembered, newest kept, and characters of each side.
const TALK: usize = 20;
const SAID: usize = 6_000;

/// What a stage is shown of a session.
#[derive(Clone, Debug)]
pub struct Material<'a> {
    /// The interview.
    pub investigation: Investigation<'a>,
    /// What it found, if the purpose includes it and it is there.
    pub synthesis: Option<Synthesis>,
    /// Lines of the executive summary, if the purpose includes it; else empty.
    pub summary: Vec<String>,
    /// Questions of researchers with their answers, oldest first, if the purpose includes them.
    pub talk: Vec<(String, String)>,
}

impl<'a> Material<'a> {
    /// The interview with those results of completed stages that this purpose includes, in the order of the stages. Of
    /// several syntheses or summaries the last counts. A result that cannot be read is left out.
    pub fn of(purpose: Purpose, investigation: Investigation<'a>, stages: &[Stage]) -> Self {
        let mut material = Self { investigation, synthesis: None, summary: Vec::new(), talk: Vec::new() };
        let is_shown = |stage: &&Stage| {
            let is_wanted = stage.stage_type.known().is_some_and(|kind| purpose.includes().contains(&kind));
            stage.status == Status::Completed && is_wanted && is_its_own(stage)
        };
        let mut shown: Vec<&Stage> = stages.iter().filter(is_shown).collect();
        shown.sort_by_key(|stage| stage.stage_index);
        for result in shown.into_iter().filter_map(|stage| stage.result.as_ref()) {
            match result {
                StageResult::Synthesis { synthesis } => {
                    material.synthesis = crate::json::read_value(synthesis.clone()).ok().or(material.synthesis);
                }
                StageResult::ExecSummary { lines } => material.summary.clone_from(lines),
                StageResult::Chat { question, answer } if !answer.is_empty() => {
                    material.talk.push((question.clone(), answer.clone()));
                }
                StageResult::Chat { .. } | StageResult::Other(_) => {}
            }
        }
        material
    }

    /// The interview as a synthesis, a summary or a chat is told of it: transcript, graph, what was heard of each part of
    /// the concept; as the earlier report the synthesis with how the interview ended.
    pub fn report_context(&self) -> ReportContext {
        let Investigation { graph, turns, .. } = self.investigation;
        let known = |node: &Node| KnownLabel { label: cut(&node.label, LABEL), node_type: node.node_type.clone() };
        let label = |id| graph.node(id).map_or_else(String::new, |node| cut(&node.label, LABEL));
        let is_active = |id| graph.node(id).is_some_and(|node| node.superseded_by.is_none());
        let edges = graph.edges().filter(|edge| edge.permitted && is_active(edge.source) && is_active(edge.target));
        let latest = self.talk.len().saturating_sub(TALK);
        ReportContext {
            transcript: turns
                .iter()
                .map(|turn| Past {
                    turn: turn.turn,
                    question: cut(&turn.question.text, QUESTION),
                    answer: turn.answer.clone().unwrap_or_default(),
                })
                .collect(),
            nodes: graph.active_nodes().map(known).collect(),
            edges: edges.map(|edge| (label(edge.source), edge.edge_type.clone(), label(edge.target))).collect(),
            chains: lines::lines(graph).iter().map(|line| line.iter().map(|id| label(*id)).collect()).collect(),
            elements: self.elements(),
            ending: timeline::ending(&self.investigation),
            earlier: self.synthesis.as_ref().map(|synthesis| super::told::synthesis(synthesis, &self.investigation)),
            talk: self.talk.iter().skip(latest).map(|(asked, said)| (cut(asked, SAID), cut(said, SAID))).collect(),
            ..ReportContext::default()
        }
    }

    /// The same with a researcher's question.
    pub fn question(&self, question: &str) -> ReportContext {
        ReportContext { question: Some(cut(question, 2_000)), ..self.report_context() }
    }

    /// The interview as its judge is told of it: turn by turn, with the measures, the synthesis and the summary. What the
    /// synthesis says already the summary does not say again.
    pub fn judged(&self, measures: &Measures) -> ReportContext {
        let synthesis = self.synthesis.as_ref().map(|synthesis| super::told::synthesis(synthesis, &self.investigation));
        let is_told = |line: &&String| synthesis.as_ref().is_some_and(|told| told.contains(line.as_str()));
        ReportContext {
            timeline: timeline::timeline(&self.investigation).iter().map(bounded).collect(),
            ending: timeline::ending(&self.investigation),
            measures: measures.lines(),
            summary: self.summary.iter().filter(|line| !is_told(line)).cloned().collect(),
            synthesis,
            ..ReportContext::default()
        }
    }

    /// What was heard of each element, in the order of the concept.
    fn elements(&self) -> Vec<ElementFacts> {
        let Investigation { graph, turns, .. } = self.investigation;
        let covered = turns.last().map(|turn| turn.state.coverage.elements.as_slice()).unwrap_or_default();
        covered
            .iter()
            .map(|element| {
                let nodes: Vec<&Node> = element.linked_nodes.iter().filter_map(|id| graph.node(*id)).collect();
                let mut quotes: Vec<String> = Vec::new();
                for quote in nodes.iter().flat_map(|node| &node.quotes) {
                    let words = cut(self.investigation.quoted(*quote), QUOTE);
                    if !words.is_empty() && !quotes.contains(&words) && quotes.len() < QUOTES {
                        quotes.push(words);
                    }
                }
                ElementFacts {
                    element: element.element.clone(),
                    nodes: u32::try_from(nodes.len()).unwrap_or(u32::MAX),
                    stance: nodes.iter().map(|node| i32::from(node.stance)).sum(),
                    quotes,
                }
            })
            .collect()
    }
}

impl<'a> Investigation<'a> {
    /// The words a quote stands for; empty if there is no such answer.
    pub fn quoted(&self, quote: Quote) -> &'a str {
        let turn = self.turns.iter().find(|turn| turn.turn == quote.turn);
        let answer = turn.and_then(|turn| turn.answer.as_deref()).unwrap_or_default();
        slice(answer, quote.start, quote.end)
    }
}

/// Whether a stage holds the kind of result its type says.
fn is_its_own(stage: &Stage) -> bool {
    let own = match &stage.result {
        None => return true,
        Some(StageResult::Synthesis { .. }) => StageType::Synthesis,
        Some(StageResult::ExecSummary { .. }) => StageType::ExecSummary,
        Some(StageResult::Chat { .. }) => StageType::Chat,
        Some(StageResult::Other(_)) => return false,
    };
    stage.stage_type.known() == Some(own)
}

/// The first characters of a text.
pub(super) fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
