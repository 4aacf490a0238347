//! Calls that read an answer: the requests, the repair of a failed reading, and the merge with the reading by the rules.

use super::{
    Interview, model_context,
    pending_calls::{self, PendingCalls, left_ms, request, request_id, spent_ms},
    redact,
    state::{PendingReading, Utterance},
};
use crate::engine::{
    dialogue::{Reading, Source},
    graph::Extraction,
    model::{AnswerContext, CallMode, CallRecord, FailureKind, Request, Section, SectionSource, Task, TaskContext},
    reader::{self, KnownIdea},
    session::AnswerReading,
    text::{TokenKind, tokens},
    untrusted::analysis::{self, Analysis, ValidationContext},
};

/// Models read an answer with fewer words only if the rules find something in it.
const FEW_WORDS: usize = 3;
/// Models do not read an answer with fewer words if all of them are fillers, as in "no, not really".
const SHORT: usize = 6;
/// Least share of a turn's budget for the retry of an extraction, in percent.
const REPAIR_PERCENT: u64 = 40;

/// Requests for the reading of an answer. There are none without models, and none if the rules settle the answer.
pub(super) fn request_reading(
    interview: &Interview,
    utterance: &Utterance,
    answer: &str,
    by_rules: &(Extraction, Reading),
) -> PendingCalls {
    let mut calls = PendingCalls::default();
    let study = &interview.study;
    // After the last turn nothing is chosen any more, and the goodbye waits for no model.
    let is_last = utterance.context.turn >= study.limits.max_turns;
    if study.models.is_empty() || is_last || is_settled(answer, by_rules) {
        return calls;
    }
    let Some(left) = left_ms(study.calls.turn_budget_ms, 0) else { return calls };
    let turn = utterance.context.turn;
    let ask = |part: &str, task: Task, context: AnswerContext| {
        request(request_id(interview, turn, part), task, turn, TaskContext::Answer(Box::new(context)), left)
    };
    let full = AnswerContext {
        isolates: model_context::isolates(interview),
        qualitative: wants_qualitative(interview, turn),
        ..model_context::answer_context(interview, &utterance.context, answer)
    };
    calls.requests = match study.calls.mode {
        CallMode::Batched => {
            let recent = if full.qualitative { model_context::long_history(interview) } else { full.recent.clone() };
            vec![ask("analysis", Task::TurnAnalysis, AnswerContext { recent, ..full })]
        }
        CallMode::Split => {
            split(interview, &full).into_iter().map(|(part, task, context)| ask(part, task, context)).collect()
        }
    };
    calls
}

/// One task for each part of the reading, with the context that the part needs.
fn split(interview: &Interview, full: &AnswerContext) -> Vec<(&'static str, Task, AnswerContext)> {
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
        let recent = model_context::long_history(interview);
        parts.push(("qualitative", Task::QualitativeSignals, AnswerContext { qualitative: true, recent, ..alone }));
    }
    if !full.isolates.is_empty() {
        let context = AnswerContext { isolates: full.isolates.clone(), ..plain };
        parts.push(("plausibility", Task::PlausibilityCheck, context));
    }
    parts
}

/// Whether the policy uses qualitative signals, this turn is due for them, and there is a history to read them from.
fn wants_qualitative(interview: &Interview, turn: u32) -> bool {
    let every = interview.study.calls.qualitative_every.max(1);
    interview.study.policy.reads_qualitative() && turn >= 2 && turn.is_multiple_of(every)
}

/// The usable parts of the replies so far.
pub(super) fn analyse_replies(interview: &Interview, pending: &PendingReading) -> Analysis {
    let Interview { study, state, .. } = interview;
    let replies: Vec<(Task, &str)> = pending.calls.outputs.iter().map(|(task, text)| (*task, text.as_str())).collect();
    let labels = state.graph.active_nodes().map(|node| (redact::label(interview, &node.label), &node.node_type));
    let known: Vec<_> = labels.collect();
    let (answer, hidden) = redact::hide(interview, pending.utterance.answer.as_deref().unwrap_or_default());
    let earlier = state.history.iter().filter_map(|exchange| exchange.answer.as_deref());
    let earlier: Vec<_> = earlier.map(|answer| redact::hide(interview, answer).0).collect();
    let analysis = analysis::read(
        &replies,
        &ValidationContext {
            ontology: &study.methodology.ontology,
            elements: &study.concept.elements,
            pack: &study.pack,
            known: known.iter().map(|(label, node_type)| KnownIdea { label, node_type, words: None }).collect(),
            answer: &answer,
            earlier: earlier.iter().map(AsRef::as_ref).collect(),
            isolates: &model_context::isolates(interview),
            qualitative: wants_qualitative(interview, pending.utterance.context.turn),
            strict_quotes: study.calls.strict_quotes,
            marks: redact::allowed_marks(interview),
        },
    );
    match hidden {
        Some(hidden) => redact::restore_analysis(interview, analysis, &hidden),
        None => analysis,
    }
}

/// One retry for a failed reading: the whole analysis if nothing in it could be read, or else a missing extraction. A call
/// without a reply is not retried here, since the caller has done so.
pub(super) fn request_repair(interview: &Interview, pending: &PendingReading, analysis: &Analysis) -> Option<Request> {
    let records = &pending.calls.records;
    if records.iter().any(|record| pending_calls::is_retry(&record.id)) {
        return None;
    }
    let budget = interview.study.calls.turn_budget_ms;
    let left = left_ms(budget, spent_ms(records))?;
    let turn = pending.utterance.context.turn;
    let retry = |part: &str, task| {
        let answer = pending.utterance.answer.as_deref().unwrap_or_default();
        let context = model_context::answer_context(interview, &pending.utterance.context, answer);
        let id = pending_calls::retry_id(&request_id(interview, turn, part));
        Some(request(id, task, turn, TaskContext::Answer(Box::new(context)), left))
    };
    let replied = |task| records.iter().any(|record| record.task == task && record.failure.is_none());
    if analysis.is_whole_unreadable && replied(Task::TurnAnalysis) {
        return retry("analysis", Task::TurnAnalysis);
    }
    let has_time = u64::from(left) * 100 >= u64::from(budget) * REPAIR_PERCENT;
    let has_reply = replied(Task::TurnAnalysis) || replied(Task::GraphExtraction);
    if analysis.extraction.is_none() && has_time && has_reply {
        return retry("extraction", Task::GraphExtraction);
    }
    None
}

/// Whether the rules settle an answer: the respondent wants to stop, or says nothing that can be coded. Whether somebody is in
/// distress is for a model to say, if there is one.
fn is_settled(answer: &str, (extraction, reading): &(Extraction, Reading)) -> bool {
    let words = tokens(answer).iter().filter(|token| token.kind == TokenKind::Word).count();
    let says_nothing = !extraction.extractable && (words < FEW_WORDS || words < SHORT && reader::is_bare(extraction));
    reading.wants_to_stop || says_nothing && !reading.distress
}

/// A reading by the rules alone, with the calls that failed before it.
pub(super) fn read_by_rules(turn: u32, by_rules: (Extraction, Reading), calls: Vec<CallRecord>) -> AnswerReading {
    let (extraction, reading) = as_fallback(by_rules, &calls);
    AnswerReading { turn, source: Source::Rules { version: reader::VERSION }, extraction, reading, calls }
}

/// The reading by the rules as a fallback for failed calls. It carries no momentum, and an answer that could not be coded
/// does not count as unclear. Without a reachable model the rules are the reader and count in full.
fn as_fallback((extraction, reading): (Extraction, Reading), calls: &[CallRecord]) -> (Extraction, Reading) {
    if is_unavailable(calls) {
        return (extraction, reading);
    }
    (Extraction { extractable: true, reason: None, ..extraction }, Reading { momentum: None, ..reading })
}

fn is_unavailable(calls: &[CallRecord]) -> bool {
    calls.iter().all(|call| call.failure == Some(FailureKind::Unavailable))
}

/// The parts that models delivered, with the rules for the others. Every call record names the source of each part.
pub(super) fn merge_readings(pending: PendingReading, analysis: Analysis) -> (Utterance, AnswerReading) {
    let PendingReading { utterance, by_rules, calls: PendingCalls { mut records, .. } } = pending;
    let (extraction, mut reading) = as_fallback(by_rules, &records);
    // An extraction by a model shows by itself what the answer is about.
    reading.off_focus &= analysis.extraction.is_none();
    let unavailable = is_unavailable(&records);
    for record in &mut records {
        let delivers = if pending_calls::is_retry(&record.id) { SectionSource::LlmRetry } else { SectionSource::Llm };
        let is_used = record.sections.keys().any(|section| analysis.sections.get(section) == Some(&delivers));
        for (section, source) in &mut record.sections {
            let delivered = analysis.sections.get(section).copied();
            *source =
                delivered.unwrap_or_else(|| if unavailable { SectionSource::Rules } else { fallback_source(*section) });
        }
        if record.failure.is_none() && !is_used {
            record.failure = Some(FailureKind::BadOutput);
        }
    }
    // The reader is the model of the extraction, or else of the last usable reply.
    let extracted = analysis.sections.contains_key(&Section::Extraction);
    let is_reader = |record: &&CallRecord| {
        record.failure.is_none() && (!extracted || record.sections.contains_key(&Section::Extraction))
    };
    let model = records.iter().rev().find(is_reader).and_then(|record| record.model.clone());
    let source = match model {
        Some(model) if !analysis.sections.is_empty() => Source::Model { model },
        Some(_) | None => Source::Rules { version: reader::VERSION },
    };
    let missing = analysis.missing.values().map(|reason| (format!("part_{reason}"), 1));
    let drops: Vec<(String, u32)> = analysis.drops.into_iter().chain(missing).collect();
    if let Some(record) = records.iter_mut().rev().find(|record| record.model.is_some()) {
        for (reason, count) in drops {
            *record.drops.entry(reason).or_default() += count;
        }
    }
    let read = AnswerReading {
        turn: utterance.context.turn,
        source,
        extraction: analysis.extraction.unwrap_or(extraction),
        reading: analysis.judgement.apply(analysis.reading.or(reading)),
        calls: records,
    };
    (utterance, read)
}

/// The source of a section that no model delivered.
fn fallback_source(section: Section) -> SectionSource {
    match section {
        Section::Extraction | Section::Signals | Section::Ambiguity => SectionSource::Rules,
        Section::Extractability | Section::Momentum | Section::Qualitative | Section::Plausibility => {
            SectionSource::Default
        }
    }
}
