//! Puts the parts of one or several replies together and holds them against each other.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{
    Analysis, Drops, Ground,
    extraction::extraction,
    fields::{self, SECTIONS},
    qualitative::qualitative,
    quote::Said,
    section::{ambiguity, extractability, momentum, plausibility, signals},
    value::count_unknown,
};
use crate::{
    dialogue::{
        Depth, Level, Momentum, Reading,
        qualitative::{Ambiguity, Signals},
    },
    graph::{Extraction, matcher::Matcher},
    llm::{
        ANSWER_SEEN, Section, SectionSource, Task,
        intake::{Ending, Shape, Taken, Unreadable, take},
    },
};

/// Keys around the arguments of a tool, where a model sent a call of one as text.
const ENVELOPES: [&str; 3] = ["arguments", "input", "parameters"];

/// Verified new ideas with which an answer does not withdraw.
const NEW_IDEAS_OF_THE_WILLING: usize = 3;

/// Verified ideas with which an answer is not on the surface.
const IDEAS_BELOW_THE_SURFACE: usize = 4;

/// Parts found so far.
pub(super) struct Collected<'g, 'a> {
    ground: &'g Ground<'a>,
    said: Said,
    drops: Drops,
    analysis: Analysis,
    extractability: Option<(bool, Option<String>)>,
    extraction: Option<Extraction>,
    momentum: Option<Momentum>,
    signals: Option<Reading>,
    ambiguity: Option<Ambiguity>,
    qualitative: Option<Signals>,
    plausibility: Option<Vec<(String, f64)>>,
}

impl<'g, 'a> Collected<'g, 'a> {
    pub(super) fn new(ground: &'g Ground<'a>) -> Self {
        Self {
            ground,
            said: Said::new(ground.answer, ANSWER_SEEN),
            drops: Drops::default(),
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

    /// Takes in a reply.
    pub(super) fn reply(&mut self, task: Task, reply: &str) {
        let asked = asked(task, self.ground);
        let is_batch = task == Task::TurnAnalysis;
        match object(reply, &keys(&asked, is_batch)) {
            Err(_) => asked.iter().for_each(|(section, _)| self.miss(*section, "unreadable")),
            Ok(taken) => {
                self.drops.add("refused_number", taken.refused_numbers);
                if is_batch {
                    let known: Vec<&str> = SECTIONS.iter().map(|(_, key)| *key).chain(["language"]).collect();
                    count_unknown(&taken.object, &known, &mut self.drops);
                }
                for (section, key) in asked {
                    self.part(section, part(&taken.object, section, key, is_batch).as_deref(), taken.ending);
                }
            }
        }
    }

    /// Takes in a part.
    fn part(&mut self, section: Section, part: Option<&Map<String, Value>>, ending: Ending) {
        let problem = match (ending, part) {
            (Ending::Truncated, _) => "truncated",
            (Ending::Malformed, _) | (Ending::Whole, Some(_)) => "malformed",
            (Ending::Whole, None) => "absent",
        };
        if part.is_some_and(|part| self.read(section, part)) {
            let source = match self.analysis.missing.shift_remove(&section) {
                Some(_) => SectionSource::LlmRetry,
                None => SectionSource::Llm,
            };
            self.analysis.sections.entry(section).or_insert(source);
        } else {
            self.miss(section, problem);
        }
    }

    /// Reads a part; false if it cannot be used.
    fn read(&mut self, section: Section, part: &Map<String, Value>) -> bool {
        let Self { ground, said, drops, .. } = self;
        match section {
            Section::Extractability => keep(&mut self.extractability, extractability(part, drops)),
            Section::Extraction => keep(&mut self.extraction, extraction(part, ground, said, drops)),
            Section::Momentum => keep(&mut self.momentum, momentum(part, drops)),
            Section::Signals => keep(&mut self.signals, signals(part, ground.answer, drops)),
            Section::Ambiguity => keep(&mut self.ambiguity, ambiguity(part, drops)),
            Section::Qualitative => keep(&mut self.qualitative, qualitative(part, ground, said, drops)),
            Section::Plausibility => keep(&mut self.plausibility, plausibility(part, ground, drops)),
        }
    }

    fn miss(&mut self, section: Section, problem: &str) {
        if !self.analysis.sections.contains_key(&section) {
            self.analysis.missing.insert(section, problem.to_owned());
        }
    }

    /// Everything found, after the parts were held against each other.
    pub(super) fn analysis(mut self) -> Analysis {
        let extraction = self.settled_extraction();
        let found = extraction.as_ref();
        if let Some(momentum) = self.momentum.as_mut().filter(|momentum| momentum.level == Level::Low)
            && found.is_some_and(|found| new_ideas(found, self.ground) >= NEW_IDEAS_OF_THE_WILLING)
        {
            momentum.level = Level::Neutral;
            self.drops.one("corrected_momentum");
        }
        let mut reading = self.signals.take().unwrap_or_default();
        if reading.response_depth == Some(Depth::Surface)
            && found.is_some_and(|found| found.nodes.len() >= IDEAS_BELOW_THE_SURFACE)
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
        Analysis { extraction, extractable, reading, drops: self.drops.0, ..self.analysis }
    }

    /// Ideas and whether there are any, at one: an answer with ideas can be coded, whatever the model says of it; one that
    /// cannot be coded needs no list of ideas.
    fn settled_extraction(&mut self) -> Option<Extraction> {
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

/// The parts a task is to bring.
fn asked(task: Task, ground: &Ground<'_>) -> Vec<(Section, &'static str)> {
    let only = task.part();
    if only.is_none() && task != Task::TurnAnalysis {
        return Vec::new();
    }
    let is_asked = |section: Section| match section {
        Section::Qualitative => ground.qualitative,
        Section::Plausibility => !ground.isolates.is_empty(),
        Section::Extractability | Section::Extraction | Section::Momentum | Section::Signals | Section::Ambiguity => {
            true
        }
    };
    let sections = SECTIONS.into_iter();
    sections.filter(|(section, _)| only.map_or_else(|| is_asked(*section), |only| only == *section)).collect()
}

/// Keys by which the object of a reply is known.
fn keys(asked: &[(Section, &'static str)], is_batch: bool) -> Vec<&'static str> {
    let own = asked.iter().filter(|_| !is_batch).flat_map(|(section, _)| fields::keys(*section));
    asked.iter().map(|(_, key)| *key).chain(own).collect()
}

/// The object of a reply, out of the call of a tool if the model sent one.
fn object(reply: &str, keys: &[&'static str]) -> Result<Taken, Unreadable> {
    let known: Vec<&str> = keys.iter().copied().chain(ENVELOPES).collect();
    let open: Vec<&str> = SECTIONS.iter().map(|(_, key)| *key).chain(ENVELOPES).collect();
    let shape = Shape { keys: &known, open: &open };
    let mut taken = take(reply, shape)?;
    if keys.iter().any(|key| taken.object.contains_key(*key)) {
        return Ok(taken);
    }
    match ENVELOPES.iter().find_map(|key| taken.object.remove(*key)) {
        Some(Value::Object(object)) => Ok(Taken { object, ..taken }),
        Some(Value::String(arguments)) => take(&arguments, shape),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_)) | None => Ok(taken),
    }
}

/// The object of a part: under its key, or the reply itself where it has but one part. What stands for a part without an
/// object around it is taken for its main field.
fn part<'o>(
    object: &'o Map<String, Value>,
    section: Section,
    key: &str,
    is_batch: bool,
) -> Option<Cow<'o, Map<String, Value>>> {
    match object.get(key) {
        Some(Value::Object(part)) => Some(Cow::Borrowed(part)),
        _ if !is_batch => Some(Cow::Borrowed(object)),
        None | Some(Value::Null) => None,
        Some(_) if section == Section::Signals => Some(Cow::Owned(Map::new())),
        Some(bare) => {
            let field = fields::keys(section).first().copied().unwrap_or_default();
            let mut part = Map::new();
            part.insert(field.to_owned(), bare.clone());
            Some(Cow::Owned(part))
        }
    }
}

/// Ideas of a reading that were not known before.
fn new_ideas(found: &Extraction, ground: &Ground<'_>) -> usize {
    let matcher = Matcher::default();
    let is_known = |label: &str| ground.known.iter().any(|known| matcher.is_same(known.label, label));
    found.nodes.iter().filter(|node| !is_known(&node.label)).count()
}
