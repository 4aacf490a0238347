//! Combines the sections of several replies, and resolves contradictions between them.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{
    extraction::extraction,
    fields::{self, SECTIONS},
    qualitative::qualitative,
    section::{ambiguity, extractability, momentum, plausibility, signals},
    types::{Analysis, DropCounts, SafetyJudgement, ValidationContext},
    value::count_unknown,
};
use crate::engine::{
    dialogue::{
        Depth, Level, Momentum, Reading,
        qualitative::{AmbiguityReading, Signals},
    },
    graph::{Extraction, matcher::Matcher},
    model::{ANSWER_SEEN, Section, SectionSource, Task},
    untrusted::{
        partial_json::{Completeness, ObjectShape, Parsed, PartialJsonError, parse},
        quote::SearchableText,
    },
};

/// Keys around the arguments of a tool call that a model sent as text.
const ENVELOPES: [&str; 3] = ["arguments", "input", "parameters"];

/// Further keys that models put around a reply. A truncated reply is read inside them too.
const WRAPPERS: [&str; 6] = ["turn_analysis", "analysis", "result", "response", "output", "data"];

/// Most objects around a reply.
const MOST_WRAPPED: usize = 3;

/// New ideas from which an answer is engaged.
const ENGAGED_NEW_IDEAS: usize = 3;

/// Ideas from which an answer is not superficial.
const SUBSTANTIAL_IDEAS: usize = 4;

/// Validates the replies about one answer, in the order of the requests. The last usable version of a section wins.
pub fn read(parts: &[(Task, &str)], ground: &ValidationContext<'_>) -> Analysis {
    let mut sections = Sections::new(ground);
    for (task, reply) in parts {
        sections.add_reply(*task, reply);
    }
    let mut analysis = sections.finish();
    analysis.is_whole_unreadable = !parts.is_empty() && analysis.sections.is_empty();
    analysis
}

/// The sections so far.
struct Sections<'g, 'a> {
    ground: &'g ValidationContext<'a>,
    answer: SearchableText,
    drops: DropCounts,
    analysis: Analysis,
    extractability: Option<(bool, Option<String>)>,
    extraction: Option<Extraction>,
    momentum: Option<Momentum>,
    signals: Option<(Reading, SafetyJudgement)>,
    ambiguity: Option<AmbiguityReading>,
    qualitative: Option<Signals>,
    plausibility: Option<Vec<(String, f64)>>,
}

impl<'g, 'a> Sections<'g, 'a> {
    fn new(ground: &'g ValidationContext<'a>) -> Self {
        Self {
            ground,
            answer: SearchableText::new(ground.answer, ANSWER_SEEN),
            drops: DropCounts::default(),
            analysis: Analysis::default(),
            extractability: None,
            extraction: None,
            momentum: None,
            signals: None,
            ambiguity: None,
            qualitative: None,
            plausibility: None,
        }
    }

    /// Adds the sections of a reply.
    fn add_reply(&mut self, task: Task, reply: &str) {
        let requested = requested(task, self.ground);
        let is_batch = task == Task::TurnAnalysis;
        match parse_reply(reply, &keys(&requested, is_batch)) {
            Err(_) => requested.iter().for_each(|(section, _)| self.add_missing(*section, "unreadable")),
            Ok(parsed) => {
                self.drops.add("refused_number", parsed.invalid_numbers);
                if is_batch {
                    let known: Vec<&str> = SECTIONS.iter().map(|(_, key)| *key).chain(["language"]).collect();
                    count_unknown(&parsed.object, &known, &mut self.drops);
                }
                for (section, key) in requested {
                    let object = section_object(&parsed.object, section, key, is_batch);
                    self.add_section(section, object.as_deref(), parsed.ending);
                }
            }
        }
    }

    fn add_section(&mut self, section: Section, object: Option<&Map<String, Value>>, ending: Completeness) {
        let problem = match (ending, object) {
            (Completeness::Truncated, _) => "truncated",
            (Completeness::Malformed, _) | (Completeness::Whole, Some(_)) => "malformed",
            (Completeness::Whole, None) => "absent",
        };
        if object.is_some_and(|object| self.read(section, object)) {
            let source = match self.analysis.missing.shift_remove(&section) {
                Some(_) => SectionSource::LlmRetry,
                None => SectionSource::Llm,
            };
            self.analysis.sections.entry(section).or_insert(source);
        } else {
            self.add_missing(section, problem);
        }
    }

    /// Validates a section. Returns false if it is unusable.
    fn read(&mut self, section: Section, object: &Map<String, Value>) -> bool {
        let Self { ground, answer, drops, .. } = self;
        match section {
            Section::Extractability => keep(&mut self.extractability, extractability(object, drops)),
            Section::Extraction => keep(&mut self.extraction, extraction(object, ground, answer, drops)),
            Section::Momentum => keep(&mut self.momentum, momentum(object, drops)),
            Section::Signals => keep(&mut self.signals, signals(object, ground.answer, drops)),
            Section::Ambiguity => keep(&mut self.ambiguity, ambiguity(object, drops)),
            Section::Qualitative => keep(&mut self.qualitative, qualitative(object, ground, answer, drops)),
            Section::Plausibility => keep(&mut self.plausibility, plausibility(object, ground, drops)),
        }
    }

    fn add_missing(&mut self, section: Section, problem: &str) {
        if !self.analysis.sections.contains_key(&section) {
            self.analysis.missing.insert(section, problem.to_owned());
        }
    }

    /// The result, without contradictions between sections.
    fn finish(mut self) -> Analysis {
        let extraction = self.consistent_extraction();
        let found = extraction.as_ref();
        if let Some(momentum) = self.momentum.as_mut().filter(|momentum| momentum.level == Level::Low)
            && found.is_some_and(|found| count_new_ideas(found, self.ground) >= ENGAGED_NEW_IDEAS)
        {
            momentum.level = Level::Neutral;
            self.drops.one("corrected_momentum");
        }
        let (mut reading, judgement) = self.signals.take().unwrap_or_default();
        if reading.response_depth == Some(Depth::Surface)
            && found.is_some_and(|found| found.nodes.len() >= SUBSTANTIAL_IDEAS)
        {
            reading.response_depth = Some(Depth::Moderate);
            self.drops.one("corrected_depth");
        }
        let ambiguity = self.ambiguity.as_ref().map(|reading| reading.ambiguity);
        let signals = Signals { ambiguity: self.ambiguity, ..self.qualitative.unwrap_or_default() };
        let reading = Reading {
            momentum: self.momentum,
            ambiguity,
            qualitative: (signals.count() > 0).then(|| Box::new(signals)),
            plausibility: self.plausibility.unwrap_or_default(),
            ..reading
        };
        let extractable = self.extractability.map(|(extractable, _)| extractable);
        Analysis { extraction, extractable, reading, judgement, drops: self.drops.0, ..self.analysis }
    }

    /// The extraction, consistent with the extractability. An answer with ideas is extractable. An answer that is not
    /// extractable needs no list of ideas.
    fn consistent_extraction(&mut self) -> Option<Extraction> {
        let (extractable, reason) = self.extractability.clone().unwrap_or((true, None));
        let Some(extraction) = self.extraction.take() else {
            let source = *self.analysis.sections.get(&Section::Extractability).filter(|_| !extractable)?;
            self.analysis.missing.shift_remove(&Section::Extraction);
            self.analysis.sections.insert(Section::Extraction, source);
            return Some(Extraction { reason, ..Extraction::default() });
        };
        let has_found = !(extraction.nodes.is_empty() && extraction.edges.is_empty());
        if has_found && !extractable {
            self.drops.one("corrected_extractability");
            self.extractability = Some((true, None));
        }
        if has_found || extractable {
            return Some(extraction);
        }
        Some(Extraction { extractable, reason, ..extraction })
    }
}

fn keep<T>(place: &mut Option<T>, found: Option<T>) -> bool {
    let is_found = found.is_some();
    if is_found {
        *place = found;
    }
    is_found
}

/// The sections that a task requests.
fn requested(task: Task, ground: &ValidationContext<'_>) -> Vec<(Section, &'static str)> {
    let only = task.section();
    if only.is_none() && task != Task::TurnAnalysis {
        return Vec::new();
    }
    let is_requested = |section: Section| match section {
        Section::Qualitative => ground.qualitative,
        Section::Plausibility => !ground.isolates.is_empty(),
        Section::Extractability | Section::Extraction | Section::Momentum | Section::Signals | Section::Ambiguity => {
            true
        }
    };
    let sections = SECTIONS.into_iter();
    sections.filter(|(section, _)| only.map_or_else(|| is_requested(*section), |only| only == *section)).collect()
}

/// Keys that identify the object of a reply.
fn keys(requested: &[(Section, &'static str)], is_batch: bool) -> Vec<&'static str> {
    let own = requested.iter().flat_map(|(section, _)| {
        let fields = fields::keys(*section);
        // In a batch, the main field of a section may be one level too high.
        let count = if is_batch { 1 } else { fields.len() };
        fields.into_iter().take(count)
    });
    requested.iter().map(|(_, key)| *key).chain(own).collect()
}

/// Parses the object of a reply, also inside a tool call or other objects.
fn parse_reply(reply: &str, keys: &[&'static str]) -> Result<Parsed, PartialJsonError> {
    let known: Vec<&str> = keys.iter().copied().chain(ENVELOPES).chain(WRAPPERS).collect();
    let open: Vec<&str> = SECTIONS.iter().map(|(_, key)| *key).chain(ENVELOPES).chain(WRAPPERS).collect();
    let shape = ObjectShape { keys: &known, open: &open };
    let mut parsed = parse(reply, shape)?;
    if keys.iter().any(|key| parsed.object.contains_key(*key)) {
        return Ok(parsed);
    }
    if let Some(Value::String(arguments)) = ENVELOPES.iter().find_map(|key| parsed.object.get(*key)) {
        return parse(arguments, shape);
    }
    let inner = unwrapped(&parsed.object, keys, MOST_WRAPPED).cloned();
    if let Some(inner) = inner {
        parsed.object = inner;
    }
    Ok(parsed)
}

/// The first object inside this one that has one of the keys.
fn unwrapped<'o>(object: &'o Map<String, Value>, keys: &[&str], levels: usize) -> Option<&'o Map<String, Value>> {
    let inner = || object.values().filter_map(Value::as_object);
    let deeper = || inner().find_map(|inner| unwrapped(inner, keys, levels - 1));
    let direct = inner().find(|inner| keys.iter().any(|key| inner.contains_key(*key)));
    direct.or_else(|| if levels > 1 { deeper() } else { None })
}

/// The object of a section: under its key, one level higher or lower, or the whole reply if it has only one section. A bare
/// value becomes the main field of the section.
fn section_object<'o>(
    object: &'o Map<String, Value>,
    section: Section,
    key: &str,
    is_batch: bool,
) -> Option<Cow<'o, Map<String, Value>>> {
    let fields = fields::keys(section);
    let main = fields.first().copied().unwrap_or_default();
    match object.get(key) {
        Some(Value::Object(part)) => Some(Cow::Borrowed(with_field(part, main))),
        _ if !is_batch => Some(Cow::Borrowed(with_field(object, main))),
        None if object.contains_key(main) => {
            let own = object.iter().filter(|(field, _)| fields.contains(&field.as_str()));
            Some(Cow::Owned(own.map(|(field, value)| (field.clone(), value.clone())).collect()))
        }
        None | Some(Value::Null) => None,
        Some(_) if section == Section::Signals => Some(Cow::Owned(Map::new())),
        Some(bare) => {
            let mut part = Map::new();
            part.insert(main.to_owned(), bare.clone());
            Some(Cow::Owned(part))
        }
    }
}

/// The object itself, or the first object in it that has this field while the object itself has not.
fn with_field<'o>(object: &'o Map<String, Value>, field: &str) -> &'o Map<String, Value> {
    if object.contains_key(field) {
        return object;
    }
    let mut inner = object.values().filter_map(Value::as_object);
    inner.find(|inner| inner.contains_key(field)).unwrap_or(object)
}

/// Number of ideas that are not in the graph.
fn count_new_ideas(found: &Extraction, ground: &ValidationContext<'_>) -> usize {
    let (matcher, rules) = (Matcher::default(), ground.pack.label_rules());
    let is_known = |label: &str| ground.known.iter().any(|known| matcher.is_same(&rules, known.label, label));
    found.nodes.iter().filter(|node| !is_known(&node.label)).count()
}
