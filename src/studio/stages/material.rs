//! The context of a stage: the interview, and the results of other stages that its purpose includes.

use super::{ContextPurpose, Stage, StageResult, StageStatus, StageType, render_synthesis, timeline};
use crate::{
    engine::{
        graph::{Node, longest_paths},
        model::{ElementFacts, KnownLabel, PastTurn, ReportContext},
        session::InterviewRecord,
        text::prefix,
    },
    studio::{prompts::bounded, reports::Synthesis, scoring::Measures},
};

/// Version of the judge's context; part of the hash of a score's prompts.
pub const CONTEXT_VERSION: u32 = 1;

/// Most quotes of an element, by the contract of reports.
const QUOTES: usize = 10;
/// Most characters of a label.
const LABEL: usize = 80;
/// Most characters of a quote.
const QUOTE: usize = 300;
/// Most lines of reasons.
const LINES: usize = 20;
/// Most ideas of a line.
const LINE_LENGTH: usize = 12;
/// Most characters of a question of the transcript.
const QUESTION: usize = 300;
/// Most earlier questions of a chat, newest first.
const TALK: usize = 20;
/// Most characters of a question or an answer of a chat.
const SAID: usize = 6_000;

/// The context of a stage.
#[derive(Clone, Debug)]
pub struct StageContext<'a> {
    /// The interview.
    pub investigation: InterviewRecord<'a>,
    /// The synthesis, if there is one and the purpose includes it.
    pub synthesis: Option<Synthesis>,
    /// Lines of the executive summary, if the purpose includes it.
    pub summary: Vec<String>,
    /// Researchers' questions with their answers, oldest first, if the purpose includes them.
    pub talk: Vec<(String, String)>,
}

impl<'a> StageContext<'a> {
    /// The interview with the results of completed stages that this purpose includes. The last synthesis and the last summary
    /// count. Unreadable results are left out.
    pub fn of(purpose: ContextPurpose, investigation: InterviewRecord<'a>, stages: &[Stage]) -> Self {
        let mut material = Self { investigation, synthesis: None, summary: Vec::new(), talk: Vec::new() };
        let is_shown = |stage: &&Stage| {
            let is_wanted = stage.stage_type.known().is_some_and(|kind| purpose.includes().contains(&kind));
            stage.status == StageStatus::Completed && is_wanted && fits_type(stage)
        };
        let mut shown: Vec<&Stage> = stages.iter().filter(is_shown).collect();
        shown.sort_by_key(|stage| stage.stage_index);
        for result in shown.into_iter().filter_map(|stage| stage.result.as_ref()) {
            match result {
                StageResult::Synthesis { synthesis } => {
                    material.synthesis = crate::engine::json::read_value(synthesis.clone()).ok().or(material.synthesis);
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

    /// The context of a synthesis, a summary or a chat: transcript, graph, elements, end, and the synthesis as earlier report.
    pub fn report_context(&self) -> ReportContext {
        let InterviewRecord { graph, turns, .. } = self.investigation;
        let known = |node: &Node| KnownLabel { label: prefix(&node.label, LABEL), node_type: node.node_type.clone() };
        let label = |id| prefix(&graph.label(id), LABEL);
        let is_active = |id| graph.node(id).is_some_and(|node| node.superseded_by.is_none());
        let edges = graph.edges().filter(|edge| edge.permitted && is_active(edge.source) && is_active(edge.target));
        let lines = longest_paths(graph, &self.investigation.study.methodology.ontology, LINE_LENGTH);
        let latest = self.talk.len().saturating_sub(TALK);
        ReportContext {
            transcript: turns
                .iter()
                .map(|turn| PastTurn {
                    turn: turn.turn,
                    question: prefix(&turn.question.text, QUESTION),
                    answer: turn.answer.clone().unwrap_or_default(),
                })
                .collect(),
            nodes: graph.active_nodes().map(known).collect(),
            edges: edges.map(|edge| (label(edge.source), edge.edge_type.clone(), label(edge.target))).collect(),
            chains: lines.iter().take(LINES).map(|line| line.iter().map(|id| label(*id)).collect()).collect(),
            elements: self.element_facts(),
            ending: timeline::ending(&self.investigation),
            earlier: self.synthesis.as_ref().map(|synthesis| render_synthesis(synthesis, &self.investigation)),
            talk: self
                .talk
                .iter()
                .skip(latest)
                .map(|(asked, said)| (prefix(asked, SAID), prefix(said, SAID)))
                .collect(),
            ..ReportContext::default()
        }
    }

    /// The same with a researcher's question.
    pub fn chat_context(&self, question: &str) -> ReportContext {
        ReportContext { question: Some(prefix(question, 2_000)), ..self.report_context() }
    }

    /// The context of a judge: timeline, measures, synthesis and summary, without lines of the summary that the synthesis
    /// contains.
    pub fn judge_context(&self, measures: &Measures) -> ReportContext {
        let synthesis = self.synthesis.as_ref().map(|synthesis| render_synthesis(synthesis, &self.investigation));
        let is_in_synthesis = |line: &&String| synthesis.as_ref().is_some_and(|text| text.contains(line.as_str()));
        ReportContext {
            timeline: timeline::timeline(&self.investigation).iter().map(bounded).collect(),
            ending: timeline::ending(&self.investigation),
            measures: measures.lines(),
            summary: self.summary.iter().filter(|line| !is_in_synthesis(line)).cloned().collect(),
            synthesis,
            ..ReportContext::default()
        }
    }

    /// Facts about each element, in the order of the concept.
    fn element_facts(&self) -> Vec<ElementFacts> {
        let InterviewRecord { graph, turns, .. } = self.investigation;
        let covered = turns.last().map(|turn| turn.state.coverage.elements.as_slice()).unwrap_or_default();
        covered
            .iter()
            .map(|element| {
                let nodes: Vec<&Node> = element.linked_nodes.iter().filter_map(|id| graph.node(*id)).collect();
                let mut quotes: Vec<String> = Vec::new();
                for quote in nodes.iter().flat_map(|node| &node.quotes) {
                    let words = prefix(self.investigation.quoted(*quote), QUOTE);
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

/// Whether the result of a stage fits its type.
fn fits_type(stage: &Stage) -> bool {
    match (&stage.result, stage.stage_type.known()) {
        (None, _)
        | (Some(StageResult::Synthesis { .. }), Some(StageType::Synthesis))
        | (Some(StageResult::ExecSummary { .. }), Some(StageType::ExecSummary))
        | (Some(StageResult::Chat { .. }), Some(StageType::Chat)) => true,
        (Some(_), _) => false,
    }
}
