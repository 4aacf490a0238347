//! The report on a session.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    checked::{DropCounter, ReportError, ValidatedReport},
    sanitize::{sanitize, sanitize_line},
};
use crate::engine::{
    graph::Quote,
    id::Name,
    model::{ANSWER_SEEN, PastTurn, ReportContext},
    untrusted::{
        partial_json::{self, Completeness, ObjectShape},
        quote::SearchableText,
    },
};

/// Maximum entries of each list, and maximum characters of each text.
const MOST_THEMES: usize = 8;
const MOST_CHAINS: usize = 20;
const MOST_FINDINGS: usize = 50;
const MOST_CONTRADICTIONS: usize = 10;
const MOST_OPEN: usize = 10;
const TITLE: usize = 120;
const SUMMARY: usize = 800;
const NARRATIVE: usize = 6_000;

/// The report on a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Synthesis {
    /// Themes, most important first.
    pub themes: Vec<Theme>,
    /// The most important chains of reasons.
    pub chains: Vec<ReportChain>,
    /// Findings on elements of the concept.
    pub element_findings: Vec<ElementFinding>,
    /// Contradictions between statements.
    pub contradictions: Vec<ReportContradiction>,
    /// Open questions.
    pub open_points: Vec<String>,
    /// The report as prose, at most 6,000 characters; empty in the local form.
    pub narrative: String,
}

/// A theme.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// Its title.
    pub title: String,
    /// Summary of the statements.
    pub summary: String,
    /// Turns that support it, ascending.
    pub turns: Vec<u32>,
    /// Supporting quotes.
    pub quotes: Vec<Quote>,
}

/// A chain of reasons.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportChain {
    /// Labels of ideas, lowest level first.
    pub path: Vec<String>,
    /// Strength, 0–1.
    pub strength: f64,
    /// Turns that support it, ascending.
    pub turns: Vec<u32>,
}

/// A finding on an element of the concept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ElementFinding {
    /// Id of the element.
    pub element_id: Name,
    /// The respondent's stance.
    pub stance: ElementStance,
    /// Summary of the statements.
    pub summary: String,
    /// Turns that support it, ascending.
    pub turns: Vec<u32>,
    /// Supporting quotes; empty in a model's finding.
    pub quotes: Vec<Quote>,
}

/// A respondent's stance on an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ElementStance {
    /// For it.
    For,
    /// Against it.
    Against,
    /// Both.
    Mixed,
    /// Neither.
    #[default]
    Neutral,
}

/// A contradiction between statements.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportContradiction {
    /// The contradiction.
    pub summary: String,
    /// Turns of the statements, ascending.
    pub turns: Vec<u32>,
    /// The statements.
    pub quotes: Vec<Quote>,
}

/// Validates a model's report against the session.
///
/// # Errors
/// [`Unusable`] if the reply contains no object or nothing valid.
pub fn validate_synthesis(reply: &str, context: &ReportContext) -> Result<ValidatedReport<Synthesis>, ReportError> {
    let shape = ObjectShape { keys: &["themes", "chains", "element_findings", "narrative"], open: &[] };
    let parsed = partial_json::parse(reply, shape)?;
    let mut validator =
        SynthesisValidator { context, answers: searchable_answers(context), drops: DropCounter::default() };
    if parsed.ending != Completeness::Whole {
        validator.drops.count("truncated");
    }
    let report = validator.report(&parsed.object);
    if report.themes.is_empty() && report.chains.is_empty() && report.element_findings.is_empty() {
        return Err(ReportError::Nothing);
    }
    Ok(validator.drops.finish(report))
}

/// The local report: chains of reasons, findings on elements, and the other elements as open points. It adds no sentences,
/// so it fits every language.
pub fn local_synthesis(context: &ReportContext) -> Synthesis {
    let answers = searchable_answers(context);
    let longest = context.chains.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let mut chains: Vec<ReportChain> = context
        .chains
        .iter()
        .filter(|path| path.len() > 1)
        .map(|path| ReportChain {
            path: path.clone(),
            strength: share(path.len(), longest),
            turns: turns_of(path, &answers),
        })
        .collect();
    chains.sort_by_key(|chain| std::cmp::Reverse(chain.path.len()));
    chains.truncate(MOST_CHAINS);
    let themes = chains.iter().take(MOST_THEMES).map(|chain| theme(chain, &answers)).collect();
    let (heard, unheard): (Vec<_>, Vec<_>) = context.elements.iter().partition(|element| element.nodes > 0);
    let element_findings = heard
        .into_iter()
        .map(|element| {
            let quotes: Vec<Quote> = element.quotes.iter().filter_map(|quote| find(quote, &answers)).take(3).collect();
            ElementFinding {
                element_id: element.element.clone(),
                stance: match element.stance {
                    1.. => ElementStance::For,
                    0 => ElementStance::Neutral,
                    ..0 => ElementStance::Against,
                },
                summary: String::new(),
                turns: ascending(quotes.iter().map(|quote| quote.turn)),
                quotes,
            }
        })
        .collect();
    let open_points = unheard.into_iter().map(|element| element.element.to_string()).collect();
    Synthesis { themes, chains, element_findings, open_points, ..Synthesis::default() }
}

#[expect(clippy::cast_precision_loss, reason = "a line of reasons has a handful of ideas")]
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

/// A chain of reasons as a theme. Its last idea is the title.
fn theme(chain: &ReportChain, answers: &[(u32, SearchableText)]) -> Theme {
    let quotes = chain.path.iter().filter_map(|label| find(label, answers)).collect();
    Theme {
        title: chain.path.last().cloned().unwrap_or_default(),
        summary: chain.path.join(" → "),
        turns: chain.turns.clone(),
        quotes,
    }
}

/// The answers of a session with their turns.
fn searchable_answers(context: &ReportContext) -> Vec<(u32, SearchableText)> {
    context.transcript.iter().map(|past| (past.turn, SearchableText::new(&past.answer, ANSWER_SEEN))).collect()
}

/// Finds the first answer with a quote.
fn find(quote: &str, answers: &[(u32, SearchableText)]) -> Option<Quote> {
    answers.iter().find_map(|(turn, answer)| {
        answer.find(quote).map(|span| Quote { turn: *turn, start: span.start, end: span.end })
    })
}

fn turns_of(labels: &[String], answers: &[(u32, SearchableText)]) -> Vec<u32> {
    ascending(labels.iter().filter_map(|label| find(label, answers)).map(|quote| quote.turn))
}

fn ascending(turns: impl Iterator<Item = u32>) -> Vec<u32> {
    turns.collect::<BTreeSet<u32>>().into_iter().collect()
}

/// Validates a reply against the session.
struct SynthesisValidator<'a> {
    context: &'a ReportContext,
    answers: Vec<(u32, SearchableText)>,
    drops: DropCounter,
}

impl SynthesisValidator<'_> {
    fn report(&mut self, reply: &Map<String, Value>) -> Synthesis {
        Synthesis {
            themes: self.each(reply, "themes", MOST_THEMES, Self::theme),
            chains: self.each(reply, "chains", MOST_CHAINS, Self::chain),
            element_findings: self.each(reply, "element_findings", MOST_FINDINGS, Self::finding),
            contradictions: self.each(reply, "contradictions", MOST_CONTRADICTIONS, Self::contradiction),
            open_points: self.open_points(reply),
            narrative: sanitize(text(reply, "narrative"), NARRATIVE, &mut self.drops),
        }
    }

    fn each<T>(
        &mut self,
        reply: &Map<String, Value>,
        key: &str,
        most: usize,
        read: impl Fn(&mut Self, &Map<String, Value>) -> Option<T>,
    ) -> Vec<T> {
        let mut read_all = Vec::new();
        for entry in list(reply, key) {
            match entry.as_object() {
                Some(_) if read_all.len() >= most => self.drops.count("too_many"),
                Some(object) => read_all.extend(read(self, object)),
                None => self.drops.count("malformed"),
            }
        }
        read_all
    }

    fn theme(&mut self, entry: &Map<String, Value>) -> Option<Theme> {
        let (turns, quotes) = self.evidence(entry)?;
        let title = sanitize_line(text(entry, "title"), TITLE, &mut self.drops);
        if title.is_empty() || turns.is_empty() {
            self.drops.count("unsupported");
            return None;
        }
        Some(Theme { title, summary: self.summary(entry), turns, quotes })
    }

    fn chain(&mut self, entry: &Map<String, Value>) -> Option<ReportChain> {
        let labels: Vec<&str> = list(entry, "path").filter_map(Value::as_str).collect();
        let known: Option<Vec<String>> = labels.iter().map(|label| self.label(label)).collect();
        let Some(path) = known.filter(|path| path.len() > 1) else {
            self.drops.count("label_unknown");
            return None;
        };
        let strength = entry.get("strength").and_then(Value::as_f64).unwrap_or(0.5).clamp(0.0, 1.0);
        Some(ReportChain { path, strength, turns: self.turns(entry).unwrap_or_default() })
    }

    fn finding(&mut self, entry: &Map<String, Value>) -> Option<ElementFinding> {
        let id = text(entry, "element_id");
        let element = self.context.elements.iter().find(|element| &*element.element == id);
        let Some(element) = element else {
            self.drops.count("element_unknown");
            return None;
        };
        let turns = self.turns(entry).unwrap_or_default();
        if turns.is_empty() {
            self.drops.count("unsupported");
            return None;
        }
        let stance = entry.get("stance").and_then(|value| crate::engine::json::read_value(value.clone()).ok());
        Some(ElementFinding {
            element_id: element.element.clone(),
            stance: stance.unwrap_or_default(),
            summary: self.summary(entry),
            turns,
            quotes: Vec::new(),
        })
    }

    /// Both statements need evidence: two turns, or two quotes.
    fn contradiction(&mut self, entry: &Map<String, Value>) -> Option<ReportContradiction> {
        let (turns, quotes) = self.evidence(entry)?;
        let summary = self.summary(entry);
        if summary.is_empty() || (turns.len() < 2 && quotes.len() < 2) {
            self.drops.count("unsupported");
            return None;
        }
        Some(ReportContradiction { summary, turns, quotes })
    }

    fn open_points(&mut self, reply: &Map<String, Value>) -> Vec<String> {
        let points: Vec<&str> = list(reply, "open_points").filter_map(Value::as_str).collect();
        let points = points.into_iter().map(|point| sanitize_line(point, SUMMARY, &mut self.drops));
        points.filter(|point| !point.is_empty()).take(MOST_OPEN).collect()
    }

    fn summary(&mut self, entry: &Map<String, Value>) -> String {
        sanitize_line(text(entry, "summary"), SUMMARY, &mut self.drops)
    }

    /// The turns and quotes of an entry, including the turns of the quotes; none if it cites a turn that does not exist, and
    /// no quote of it was said.
    fn evidence(&mut self, entry: &Map<String, Value>) -> Option<(Vec<u32>, Vec<Quote>)> {
        let mut quotes = Vec::new();
        for quote in list(entry, "quotes").filter_map(Value::as_str) {
            match find(quote, &self.answers) {
                Some(found) => quotes.push(found),
                None => self.drops.count("quote_mismatch"),
            }
        }
        let cited = self.turns(entry);
        if cited.is_none() && quotes.is_empty() {
            self.drops.count("unsupported");
            return None;
        }
        let turns = cited.unwrap_or_default().into_iter();
        Some((ascending(turns.chain(quotes.iter().map(|quote| quote.turn))), quotes))
    }

    /// The turns that an entry cites; none if one of them does not exist, which makes the entry an invention.
    fn turns(&mut self, entry: &Map<String, Value>) -> Option<Vec<u32>> {
        let mut turns = Vec::new();
        for turn in list(entry, "turns") {
            // Models write 2, 2.0 or "t2".
            let named = turn.as_str().and_then(|turn| turn.trim_start_matches('t').parse::<f64>().ok());
            let number = turn.as_f64().or(named);
            let is_it = |past: &&PastTurn| number.is_some_and(|number| number.total_cmp(&f64::from(past.turn)).is_eq());
            let Some(past) = self.context.transcript.iter().find(is_it) else {
                self.drops.count("turn_unknown");
                return None;
            };
            turns.push(past.turn);
        }
        Some(ascending(turns.into_iter()))
    }

    /// A label in the graph's spelling.
    fn label(&self, label: &str) -> Option<String> {
        let wanted = label.trim().to_lowercase();
        let known = self.context.nodes.iter().find(|node| node.label.to_lowercase() == wanted);
        known.map(|node| node.label.clone())
    }
}

fn list<'a>(object: &'a Map<String, Value>, key: &str) -> impl Iterator<Item = &'a Value> {
    object.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn text<'a>(object: &'a Map<String, Value>, key: &str) -> &'a str {
    object.get(key).and_then(Value::as_str).unwrap_or_default()
}
