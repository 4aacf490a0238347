//! The report on one session.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Checked, Drops, Unusable, tidy};
use crate::{
    graph::Quote,
    id::Name,
    llm::{ANSWER_SEEN, Past, ReportContext, analysis::quote::Said, intake},
};

/// Most entries of each list, and characters of each text.
const MOST_THEMES: usize = 8;
const MOST_CHAINS: usize = 20;
const MOST_FINDINGS: usize = 50;
const MOST_CONTRADICTIONS: usize = 10;
const MOST_OPEN: usize = 10;
const TITLE: usize = 120;
const SUMMARY: usize = 800;
const NARRATIVE: usize = 6_000;

/// What one session found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Synthesis {
    /// What it was about, most important first.
    pub themes: Vec<Theme>,
    /// Lines of reasons that carry most.
    pub chains: Vec<Chain>,
    /// What was heard of parts of the concept.
    pub element_findings: Vec<Finding>,
    /// Where statements stand against each other.
    pub contradictions: Vec<Contradiction>,
    /// What was not asked, or not understood.
    pub open_points: Vec<String>,
    /// All of it in prose, at most 6,000 characters; empty in the local form.
    pub narrative: String,
}

/// A theme.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// Its name.
    pub title: String,
    /// What was said.
    pub summary: String,
    /// Turns it rests on, ascending.
    pub turns: Vec<u32>,
    /// Where it was said.
    pub quotes: Vec<Quote>,
}

/// A line of reasons.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chain {
    /// Labels of ideas, lowest rung first.
    pub path: Vec<String>,
    /// How firmly it was said, 0–1.
    pub strength: f64,
    /// Turns it rests on, ascending.
    pub turns: Vec<u32>,
}

/// What was heard of a part of the concept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// Id of the element.
    pub element_id: Name,
    /// For or against it.
    pub stance: Stance,
    /// What was said.
    pub summary: String,
    /// Turns it rests on, ascending.
    pub turns: Vec<u32>,
    /// Where it was said; empty where a model wrote the finding.
    pub quotes: Vec<Quote>,
}

/// How the respondent stands to a part of the concept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
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

/// Statements that stand against each other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contradiction {
    /// In what.
    pub summary: String,
    /// Turns of the statements, ascending.
    pub turns: Vec<u32>,
    /// The statements.
    pub quotes: Vec<Quote>,
}

/// Reads a model's report and holds it against the session.
///
/// # Errors
/// [`Unusable`] if there is no object in the reply, or nothing in it that holds.
pub fn synthesis(reply: &str, context: &ReportContext) -> Result<Checked<Synthesis>, Unusable> {
    let shape = intake::Shape { keys: &["themes", "chains", "element_findings", "narrative"], open: &[] };
    let taken = intake::take(reply, shape)?;
    let mut held = Held { context, said: said(context), drops: Drops::default() };
    if taken.ending != intake::Ending::Whole {
        held.drops.count("truncated");
    }
    let report = held.report(&taken.object);
    if report.themes.is_empty() && report.chains.is_empty() && report.element_findings.is_empty() {
        return Err(Unusable::Nothing);
    }
    Ok(held.drops.checked(report))
}

/// The report of an interview without a model: lines of reasons, parts of the concept with what was said of them, and
/// those nobody spoke of as open points. It holds no sentence of its own, so it is right in every language.
pub fn local_synthesis(context: &ReportContext) -> Synthesis {
    let said = said(context);
    let longest = context.chains.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let mut chains: Vec<Chain> = context
        .chains
        .iter()
        .filter(|path| path.len() > 1)
        .map(|path| Chain { path: path.clone(), strength: share(path.len(), longest), turns: turns_of(path, &said) })
        .collect();
    chains.sort_by_key(|chain| std::cmp::Reverse(chain.path.len()));
    chains.truncate(MOST_CHAINS);
    let themes = chains.iter().take(MOST_THEMES).map(|chain| theme(chain, &said)).collect();
    let (heard, unheard): (Vec<_>, Vec<_>) = context.elements.iter().partition(|element| element.nodes > 0);
    let element_findings = heard
        .into_iter()
        .map(|element| {
            let quotes: Vec<Quote> = element.quotes.iter().filter_map(|quote| find(quote, &said)).take(3).collect();
            Finding {
                element_id: element.element.clone(),
                stance: match element.stance {
                    1.. => Stance::For,
                    0 => Stance::Neutral,
                    ..0 => Stance::Against,
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

/// A line of reasons as a theme: named by where it ends.
fn theme(chain: &Chain, said: &[(u32, Said)]) -> Theme {
    let quotes = chain.path.iter().filter_map(|label| find(label, said)).collect();
    Theme {
        title: chain.path.last().cloned().unwrap_or_default(),
        summary: chain.path.join(" → "),
        turns: chain.turns.clone(),
        quotes,
    }
}

fn said(context: &ReportContext) -> Vec<(u32, Said)> {
    context.transcript.iter().map(|past| (past.turn, Said::new(&past.answer, ANSWER_SEEN))).collect()
}

/// Where a quote stands, in the first answer that holds it.
fn find(quote: &str, said: &[(u32, Said)]) -> Option<Quote> {
    said.iter().find_map(|(turn, answer)| {
        answer.find(quote).map(|span| Quote { turn: *turn, start: span.start, end: span.end })
    })
}

fn turns_of(labels: &[String], said: &[(u32, Said)]) -> Vec<u32> {
    ascending(labels.iter().filter_map(|label| find(label, said)).map(|quote| quote.turn))
}

fn ascending(turns: impl Iterator<Item = u32>) -> Vec<u32> {
    turns.collect::<BTreeSet<u32>>().into_iter().collect()
}

/// A reply in the making, held against the session.
struct Held<'a> {
    context: &'a ReportContext,
    said: Vec<(u32, Said)>,
    drops: Drops,
}

impl Held<'_> {
    fn report(&mut self, reply: &Map<String, Value>) -> Synthesis {
        Synthesis {
            themes: self.each(reply, "themes", MOST_THEMES, Self::theme),
            chains: self.each(reply, "chains", MOST_CHAINS, Self::chain),
            element_findings: self.each(reply, "element_findings", MOST_FINDINGS, Self::finding),
            contradictions: self.each(reply, "contradictions", MOST_CONTRADICTIONS, Self::contradiction),
            open_points: self.open_points(reply),
            narrative: tidy::tidy(text(reply, "narrative"), NARRATIVE, &mut self.drops),
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
        let (turns, quotes) = self.grounds(entry);
        let title = tidy::line(text(entry, "title"), TITLE, &mut self.drops);
        if title.is_empty() || turns.is_empty() {
            self.drops.count("unsupported");
            return None;
        }
        Some(Theme { title, summary: self.summary(entry), turns, quotes })
    }

    fn chain(&mut self, entry: &Map<String, Value>) -> Option<Chain> {
        let labels: Vec<&str> = list(entry, "path").filter_map(Value::as_str).collect();
        let known: Option<Vec<String>> = labels.iter().map(|label| self.label(label)).collect();
        let Some(path) = known.filter(|path| path.len() > 1) else {
            self.drops.count("label_unknown");
            return None;
        };
        let strength = entry.get("strength").and_then(Value::as_f64).unwrap_or(0.5).clamp(0.0, 1.0);
        Some(Chain { path, strength, turns: self.turns(entry) })
    }

    fn finding(&mut self, entry: &Map<String, Value>) -> Option<Finding> {
        let id = text(entry, "element_id");
        let element = self.context.elements.iter().find(|element| &*element.element == id);
        let Some(element) = element else {
            self.drops.count("element_unknown");
            return None;
        };
        let turns = self.turns(entry);
        if turns.is_empty() {
            self.drops.count("unsupported");
            return None;
        }
        let stance = entry.get("stance").and_then(|value| crate::json::read_value(value.clone()).ok());
        Some(Finding {
            element_id: element.element.clone(),
            stance: stance.unwrap_or_default(),
            summary: self.summary(entry),
            turns,
            quotes: Vec::new(),
        })
    }

    /// Both statements must be there: two turns, or two quotes of one.
    fn contradiction(&mut self, entry: &Map<String, Value>) -> Option<Contradiction> {
        let (turns, quotes) = self.grounds(entry);
        let summary = self.summary(entry);
        if summary.is_empty() || (turns.len() < 2 && quotes.len() < 2) {
            self.drops.count("unsupported");
            return None;
        }
        Some(Contradiction { summary, turns, quotes })
    }

    fn open_points(&mut self, reply: &Map<String, Value>) -> Vec<String> {
        let points: Vec<&str> = list(reply, "open_points").filter_map(Value::as_str).collect();
        let points = points.into_iter().map(|point| tidy::line(point, SUMMARY, &mut self.drops));
        points.filter(|point| !point.is_empty()).take(MOST_OPEN).collect()
    }

    fn summary(&mut self, entry: &Map<String, Value>) -> String {
        tidy::line(text(entry, "summary"), SUMMARY, &mut self.drops)
    }

    /// Turns and quotes; the turn of a quote that is found is one it rests on.
    fn grounds(&mut self, entry: &Map<String, Value>) -> (Vec<u32>, Vec<Quote>) {
        let mut quotes = Vec::new();
        for quote in list(entry, "quotes").filter_map(Value::as_str) {
            match find(quote, &self.said) {
                Some(found) => quotes.push(found),
                None => self.drops.count("quote_mismatch"),
            }
        }
        let turns = self.turns(entry);
        (ascending(turns.into_iter().chain(quotes.iter().map(|quote| quote.turn))), quotes)
    }

    fn turns(&mut self, entry: &Map<String, Value>) -> Vec<u32> {
        let mut turns = Vec::new();
        for turn in list(entry, "turns") {
            // Models write a turn as 2, as 2.0 and as "t2".
            let named = turn.as_str().and_then(|turn| turn.trim_start_matches('t').parse::<f64>().ok());
            let number = turn.as_f64().or(named);
            let is_it = |past: &&Past| number.is_some_and(|number| number.total_cmp(&f64::from(past.turn)).is_eq());
            match self.context.transcript.iter().find(is_it) {
                Some(past) => turns.push(past.turn),
                None => self.drops.count("turn_unknown"),
            }
        }
        ascending(turns.into_iter())
    }

    /// A label as the graph has it.
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
