//! Reading an answer with models: what is asked for, when it is asked again, and what stands in for what did not come.

use super::{
    Interview,
    calls::{self, Errand, left_ms, request, spent_ms},
    turn::Heard,
};
use crate::{
    dialogue::{Reading, Source},
    graph::Extraction,
    llm::{
        AnswerContext, CallRecord, Context, FailureKind, Mode, Request, Section, SectionSource, Task,
        analysis::{self, Analysis, Ground},
        rules::{self, Known},
    },
    session::Read,
    text::{Kind, tokens},
};

/// Words of an answer under which it is only read by a model if the rules find something in it.
const FEW_WORDS: usize = 3;
/// Words of an answer under which small words, "no, not really", are not worth a call.
const SHORT: usize = 6;
/// Share of a turn's budget, in hundredths, without which a failed extraction is not asked for again.
const REPAIR_SHARE: u64 = 40;

/// An answer that models are reading.
#[derive(Clone, Debug)]
pub(super) struct OpenReading {
    pub(super) heard: Heard,
    pub(super) by_rules: (Extraction, Reading),
    pub(super) errand: Errand,
}

impl Interview {
    /// Requests for the reading of an answer. None where the study has no model, and where the rules settle the matter: the
    /// respondent wishes to stop or is in distress, or there is nothing in the answer to read.
    pub(super) fn ask_to_read(&self, heard: &Heard, answer: &str, by_rules: &(Extraction, Reading)) -> Errand {
        let mut errand = Errand::default();
        if self.study.models.is_empty() || is_settled(answer, by_rules) {
            return errand;
        }
        let Some(left) = left_ms(self.study.calls.turn_budget_ms, 0) else { return errand };
        let turn = heard.context.turn;
        let id = |part: &str| format!("{}.{part}", self.prefix(turn));
        let ask = |part: &str, task: Task, context: AnswerContext| {
            request(id(part), task, turn, Context::Answer(Box::new(context)), left)
        };
        let full = AnswerContext {
            isolates: self.isolates(),
            qualitative: self.wants_qualitative(turn),
            ..self.answer_context(&heard.context, answer)
        };
        errand.requests = match self.study.calls.mode {
            Mode::Batched => {
                let recent = if full.qualitative { self.long_past() } else { full.recent.clone() };
                vec![ask("analysis", Task::TurnAnalysis, AnswerContext { recent, ..full })]
            }
            Mode::Split => {
                self.parts(&full).into_iter().map(|(part, task, context)| ask(part, task, context)).collect()
            }
        };
        errand
    }

    /// One task for each part, with what that part needs.
    fn parts(&self, full: &AnswerContext) -> Vec<(&'static str, Task, AnswerContext)> {
        let plain = AnswerContext { isolates: Vec::new(), qualitative: false, ..full.clone() };
        let alone = AnswerContext { existing_nodes: Vec::new(), ..plain.clone() };
        let mut parts = vec![
            ("extractability", Task::ExtractabilityCheck, alone.clone()),
            ("extraction", Task::GraphExtraction, plain.clone()),
            ("momentum", Task::MomentumAssessment, alone.clone()),
            ("signals", Task::ResponseSignals, alone.clone()),
            ("ambiguity", Task::Ambiguity, alone.clone()),
        ];
        if full.qualitative {
            let context = AnswerContext { qualitative: true, recent: self.long_past(), ..alone };
            parts.push(("qualitative", Task::QualitativeSignals, context));
        }
        if !full.isolates.is_empty() {
            let context = AnswerContext { isolates: full.isolates.clone(), ..plain };
            parts.push(("plausibility", Task::PlausibilityCheck, context));
        }
        parts
    }

    /// The policy reads the six qualitative signals, it is their turn, and there is a conversation to read them from.
    fn wants_qualitative(&self, turn: u32) -> bool {
        let every = self.study.calls.qualitative_every.max(1);
        self.study.policy.reads_qualitative() && turn >= 2 && turn.is_multiple_of(every)
    }

    /// What could be used of what models said so far.
    pub(super) fn analyse(&self, open: &OpenReading) -> Analysis {
        let said: Vec<(Task, &str)> = open.errand.said.iter().map(|(task, text)| (*task, text.as_str())).collect();
        let known: Vec<_> =
            self.now.graph.active_nodes().map(|node| (self.known_as(&node.label), &node.node_type)).collect();
        let (answer, hidden) = self.hidden(open.heard.answer.as_deref().unwrap_or_default());
        let earlier: Vec<_> = self.now.history.iter().filter_map(|exchange| exchange.answer.as_deref()).collect();
        let earlier: Vec<_> = earlier.into_iter().map(|answer| self.hidden(answer).0).collect();
        let analysis = analysis::read(
            &said,
            &Ground {
                ontology: &self.study.methodology.ontology,
                elements: &self.study.concept.elements,
                pack: &self.study.pack,
                known: known.iter().map(|(label, node_type)| Known { label, node_type, words: None }).collect(),
                answer: &answer,
                earlier: earlier.iter().map(AsRef::as_ref).collect(),
                isolates: &self.isolates(),
                qualitative: self.wants_qualitative(open.heard.context.turn),
                strict_quotes: self.study.calls.strict_quotes,
                marks: self.allowed_marks(),
            },
        );
        match hidden {
            Some(hidden) => self.unveil(analysis, &hidden),
            None => analysis,
        }
    }

    /// The one call that may mend a reading: everything again in a shorter form if nothing could be read, or the extraction
    /// alone if only that is missing and time is left. What no model replied to is not asked again: whoever called has tried.
    pub(super) fn mend_reading(&self, open: &OpenReading, analysis: &Analysis) -> Option<Request> {
        let Errand { records, .. } = &open.errand;
        if records.iter().any(|record| calls::is_retry(&record.id)) {
            return None;
        }
        let budget = self.study.calls.turn_budget_ms;
        let left = left_ms(budget, spent_ms(records))?;
        let turn = open.heard.context.turn;
        let again = |part: &str, task| {
            let context = self.answer_context(&open.heard.context, open.heard.answer.as_deref().unwrap_or_default());
            let id = calls::retry(&format!("{}.{part}", self.prefix(turn)));
            Some(request(id, task, turn, Context::Answer(Box::new(context)), left))
        };
        let replied = |task| records.iter().any(|record| record.task == task && record.failure.is_none());
        if analysis.is_whole_unreadable && replied(Task::TurnAnalysis) {
            return again("analysis", Task::TurnAnalysis);
        }
        let is_missing = analysis.extraction.is_none();
        let has_time = u64::from(left) * 100 >= u64::from(budget) * REPAIR_SHARE;
        if is_missing && has_time && (replied(Task::TurnAnalysis) || replied(Task::GraphExtraction)) {
            return again("extraction", Task::GraphExtraction);
        }
        None
    }
}

/// Whether the rules settle the matter without a model.
fn is_settled(answer: &str, (extraction, reading): &(Extraction, Reading)) -> bool {
    let words = tokens(answer).iter().filter(|token| token.kind == Kind::Word).count();
    let says_nothing = !extraction.extractable && (words < FEW_WORDS || words < SHORT && rules::is_bare(extraction));
    reading.wants_to_stop || reading.distress || says_nothing
}

/// A reading by the rules alone, after these calls came to nothing.
pub(super) fn by_rules(turn: u32, rules: (Extraction, Reading), calls: Vec<CallRecord>) -> Read {
    let (extraction, reading) = standing_in(rules, &calls);
    Read { turn, source: Source::Rules { version: rules::VERSION }, extraction, reading, calls }
}

/// What the rules found, as it counts after these calls. Where a model was to read, an assessment of engagement that failed
/// stays away, so that it counts neither way, and a failed extraction is not the respondent's fault: nothing is asked again
/// for it. Where there was nobody to ask, the rules are the reader and count in full.
fn standing_in((extraction, reading): (Extraction, Reading), calls: &[CallRecord]) -> (Extraction, Reading) {
    if is_nobody_there(calls) {
        return (extraction, reading);
    }
    (Extraction { extractable: true, reason: None, ..extraction }, Reading { momentum: None, ..reading })
}

fn is_nobody_there(calls: &[CallRecord]) -> bool {
    calls.iter().all(|call| call.failure == Some(FailureKind::Unavailable))
}

/// The reading: what models gave, and the rules for what they did not give.
pub(super) fn conclude(open: OpenReading, analysis: Analysis) -> (Heard, Read) {
    let OpenReading { heard, by_rules, errand } = open;
    let Errand { mut records, .. } = errand;
    let (extraction, mut reading) = standing_in(by_rules, &records);
    // What a model found in the answer says by itself what it is about.
    reading.off_focus &= analysis.extraction.is_none();
    let nobody_there = is_nobody_there(&records);
    for record in &mut records {
        let delivers = if calls::is_retry(&record.id) { SectionSource::LlmRetry } else { SectionSource::Llm };
        let is_used = record.sections.keys().any(|section| analysis.sections.get(section) == Some(&delivers));
        for (section, source) in &mut record.sections {
            *source = analysis
                .sections
                .get(section)
                .copied()
                .unwrap_or_else(|| if nobody_there { SectionSource::Rules } else { stand_in(*section) });
        }
        if record.failure.is_none() && !is_used {
            record.failure = Some(FailureKind::BadOutput);
        }
    }
    let gave = |section: Option<Section>| {
        let mut useful = records.iter().rev().filter(|record| record.failure.is_none());
        useful.find(|record| section.is_none_or(|section| record.sections.contains_key(&section)))
    };
    let extracted = analysis.sections.contains_key(&Section::Extraction);
    let reader = gave(extracted.then_some(Section::Extraction)).and_then(|record| record.model.clone());
    let source = match reader {
        Some(model) if !analysis.sections.is_empty() => Source::Model { model },
        Some(_) | None => Source::Rules { version: rules::VERSION },
    };
    let lost = analysis.missing.values().map(|reason| (format!("part_{reason}"), 1));
    let drops: Vec<(String, u32)> = analysis.drops.into_iter().chain(lost).collect();
    if let Some(record) = records.iter_mut().rev().find(|record| record.model.is_some()) {
        for (reason, count) in drops {
            *record.drops.entry(reason).or_default() += count;
        }
    }
    let read = Read {
        turn: heard.context.turn,
        source,
        extraction: analysis.extraction.unwrap_or(extraction),
        reading: analysis.reading.or(reading),
        calls: records,
    };
    (heard, read)
}

/// What stands in for a part that did not arrive.
fn stand_in(section: Section) -> SectionSource {
    match section {
        Section::Extraction | Section::Signals | Section::Ambiguity => SectionSource::Rules,
        Section::Extractability | Section::Momentum | Section::Qualitative | Section::Plausibility => {
            SectionSource::Default
        }
    }
}
