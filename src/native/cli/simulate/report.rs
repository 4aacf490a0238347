//! The report of a simulation, as tables for people and as JSON for programs.

use querent_engine::{
    engine::study::Study,
    studio::{
        personas::{ANY, ConceptFacts},
        simulation::{Ratio, SimulationCallStats, SimulationFigures},
    },
};
use serde_json::{Map, Value, json};

use super::{
    super::table::{Align, lines},
    comparison::{self, PairedFigure},
    figure::{FIGURES, Figure, FigureUnit, float},
    options::RULES,
    runner::Totals,
};
use crate::native::print;

/// Results of a study's interviews.
#[derive(Debug)]
pub(super) struct SimulationReport {
    study: String,
    hash: String,
    policy: String,
    /// Whether the concept has its own facts instead of stand-ins.
    has_facts: bool,
    seed: u64,
    /// The options --respondent and --interviewer.
    speakers: (String, String),
    personas: Vec<(String, Totals)>,
    all: Totals,
    seconds: f64,
}

impl SimulationReport {
    pub(super) fn of(
        study: &Study,
        hash: &str,
        facts: &ConceptFacts,
        (respondent, interviewer): (&str, &str),
        seed: u64,
        (personas, seconds): (Vec<(String, Totals)>, f64),
    ) -> Self {
        let mut all = Totals::default();
        for (_, totals) in &personas {
            all.add(totals);
        }
        let policy = serde_json::to_value(&study.policy).unwrap_or_default();
        Self {
            study: study.id.to_string(),
            hash: hash.to_owned(),
            policy: policy.get("policy").and_then(Value::as_str).unwrap_or_default().to_owned(),
            has_facts: &*facts.concept != ANY,
            speakers: (respondent.to_owned(), interviewer.to_owned()),
            seed,
            personas,
            all,
            seconds,
        }
    }

    fn turns_per_second(&self) -> f64 {
        if self.seconds > 0.0 { (float(self.all.figures.turns) / self.seconds).round() } else { 0.0 }
    }

    fn head(&self) -> Map<String, Value> {
        let ids: Vec<&str> = self.personas.iter().map(|(id, _)| id.as_str()).collect();
        let head = json!({
            "study": self.study, "study_hash": self.hash, "policy": self.policy, "personas": ids, "seed": self.seed,
            "respondent": self.speakers.0, "interviewer": self.speakers.1,
            "facts": if self.has_facts { "concept" } else { "stand-ins" },
        });
        head.as_object().cloned().unwrap_or_default()
    }

    /// Returns the figures of all interviews as one object.
    pub(super) fn summary(&self) -> Value {
        let mut summary = self.head();
        summary.extend(self.record(&self.all));
        summary.insert("turns_per_second".to_owned(), self.turns_per_second().into());
        summary.into()
    }

    /// Returns the figures and the results of model calls.
    fn record(&self, totals: &Totals) -> Map<String, Value> {
        let mut record = figures(&totals.figures);
        for (_, key, spoken) in self.spoken(totals) {
            record.insert(key.to_owned(), json!(spoken));
        }
        record
    }

    /// Returns the whole report, by persona.
    pub(super) fn whole(&self) -> Value {
        let mut whole = self.without_time();
        whole["turns_per_second"] = self.turns_per_second().into();
        whole
    }

    /// Returns the report without times, which is the same in every run.
    pub(super) fn without_time(&self) -> Value {
        let mut whole = self.head();
        whole.insert("all".to_owned(), self.record(&self.all).into());
        let by_persona: Map<_, _> =
            self.personas.iter().map(|(id, held)| (id.clone(), self.record(held).into())).collect();
        whole.insert("by_persona".to_owned(), by_persona.into());
        whole.into()
    }

    /// Returns the results of model calls, with name and key.
    fn spoken<'a>(
        &'a self,
        totals: &'a Totals,
    ) -> impl Iterator<Item = (&'static str, &'static str, &'a SimulationCallStats)> {
        let parts = [
            (&self.speakers.0, ("answers", "answer_calls", &totals.answers)),
            (&self.speakers.1, ("questions", "question_calls", &totals.questions)),
        ];
        parts.into_iter().filter_map(|(speaker, part)| (speaker != RULES).then_some(part))
    }

    /// Returns a message for each part that should have come from a model but never did.
    pub(super) fn missing_models(&self) -> Vec<String> {
        let is_silent = |spoken: &SimulationCallStats| spoken.calls > 0 && spoken.failed == spoken.calls;
        let parts = self.spoken(&self.all).filter(|(_, _, spoken)| is_silent(spoken));
        parts.map(|(part, _, _)| format!("No {part} came from a model: the rules gave all of them.")).collect()
    }

    /// Renders the report as text.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut out = vec![format!(
            "{} under {}, seeds from {}: {} turns a second",
            self.study,
            self.policy,
            self.seed,
            self.turns_per_second()
        )];
        for (part, _, spoken) in self.spoken(&self.all) {
            out.push(format!("{part} by a model: {}", describe(spoken)));
        }
        if !self.has_facts {
            out.push("This concept has no facts, so stand-ins were used. Coverage means little then.".to_owned());
        }
        out.push(String::new());
        let mut columns = vec![("", Align::Left)];
        columns.extend(self.personas.iter().map(|(id, _)| (id.as_str(), Align::Right)));
        let is_several = self.personas.len() > 1;
        if is_several {
            columns.push(("all", Align::Right));
        }
        let held = self.personas.iter().map(|(_, held)| held).chain(is_several.then_some(&self.all));
        let held: Vec<&SimulationFigures> = held.map(|held| &held.figures).collect();
        let row = |figure: &Figure| {
            let cells = held.iter().map(|held| shown((figure.of)(held), figure.unit));
            std::iter::once(figure.name.to_owned()).chain(cells).collect::<Vec<_>>()
        };
        out.extend(lines(&columns, &FIGURES.iter().map(row).collect::<Vec<_>>()));
        let counts = counts(&self.all.figures);
        for (_, name, counts) in counts {
            out.push(String::new());
            out.push(format!("{name}: {}", mix(counts)));
        }
        out
    }
}

/// Returns the counted categories: key, name, counts.
fn counts(all: &SimulationFigures) -> [(&'static str, &'static str, &std::collections::BTreeMap<String, u64>); 3] {
    [
        ("stop_reasons", "ended by", &all.stop_reasons),
        ("strategies", "asked by", &all.strategies),
        ("tie_winners", "ties won by", &all.tie_winners),
    ]
}

/// Formats counts as shares, largest first.
fn mix(counts: &std::collections::BTreeMap<String, u64>) -> String {
    let all: u64 = counts.values().sum();
    let mut sorted: Vec<_> = counts.iter().collect();
    sorted.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let one = |(name, count): (&String, &u64)| {
        format!("{} {}", name.replace('_', " "), shown(Ratio { some: *count, all }.of(), FigureUnit::Share))
    };
    if sorted.is_empty() { "none".to_owned() } else { sorted.into_iter().map(one).collect::<Vec<_>>().join(", ") }
}

/// Describes the results of model calls in one line.
fn describe(spoken: &SimulationCallStats) -> String {
    let names = |counts: &std::collections::BTreeMap<String, u64>| {
        let names: Vec<String> = counts.iter().map(|(name, n)| format!("{} {n}", name.replace('_', " "))).collect();
        names.join(", ")
    };
    let mut parts = vec![format!("{} of {} calls used", spoken.calls - spoken.failed.min(spoken.calls), spoken.calls)];
    for (before, counts) in [("", &spoken.models), ("failed: ", &spoken.failures), ("changed: ", &spoken.drops)] {
        if !counts.is_empty() {
            parts.push(format!("{before}{}", names(counts)));
        }
    }
    parts.push(format!("{} tokens in, {} out", spoken.input_tokens, spoken.output_tokens));
    parts.push(match (spoken.cost_nano_usd, spoken.unpriced) {
        (0, 1..) => "no price known".to_owned(),
        (cost, 0) => format!("US$ {}", print::dollars(cost)),
        (cost, _) => format!("US$ {} or more", print::dollars(cost)),
    });
    parts.join("; ")
}

fn figures(held: &SimulationFigures) -> Map<String, Value> {
    let mut record = Map::new();
    for figure in &FIGURES {
        let value = (figure.of)(held).map(|value| (value * 1e6).round() / 1e6);
        record.insert(figure.key.to_owned(), value.map_or(Value::Null, plain));
    }
    for (key, _, counts) in counts(held) {
        record.insert(key.to_owned(), json!(counts));
    }
    record
}

/// 12 rather than 12.0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number from 0 below 2^52")]
fn plain(value: f64) -> Value {
    let is_count = value.fract() == 0.0 && (0.0..4e15).contains(&value);
    if is_count { Value::from(value as u64) } else { Value::from(value) }
}

fn shown(value: Option<f64>, unit: FigureUnit) -> String {
    match (value, unit) {
        (None, _) => "–".to_owned(),
        (Some(value), FigureUnit::Share) => format!("{:.1} %", value * 100.0),
        (Some(value), FigureUnit::Number) if value.fract() == 0.0 => format!("{value}"),
        (Some(value), FigureUnit::Number) => format!("{value:.2}"),
    }
}

/// Returns both reports, the difference B − A of every figure, and the comparison by respondent.
pub(super) fn both(a: &SimulationReport, b: &SimulationReport) -> Value {
    let difference: Map<_, _> = FIGURES
        .iter()
        .map(|figure| {
            let value = (figure.of)(&b.all.figures)
                .zip((figure.of)(&a.all.figures))
                .map(|(b, a)| ((b - a) * 1e6).round() / 1e6);
            (figure.key.to_owned(), json!(value))
        })
        .collect();
    let paired: Map<_, _> = comparison::of(&a.all.each, &b.all.each)
        .into_iter()
        .map(|(key, pairing)| {
            let PairedFigure { signs, p, p_holm } = pairing;
            let record = json!({
                "higher": signs.higher, "lower": signs.lower, "equal": signs.equal, "p": p, "p_holm": p_holm,
            });
            (key.to_owned(), record)
        })
        .collect();
    json!({ "a": a.whole(), "b": b.whole(), "difference": difference, "paired": paired })
}

/// Renders two versions side by side.
pub(super) fn side_by_side(a: &SimulationReport, b: &SimulationReport) -> Vec<String> {
    let title = |report: &SimulationReport| {
        format!("{} ({}, {})", report.study, report.policy, report.hash.get(..8).unwrap_or(""))
    };
    let personas: Vec<&str> = a.personas.iter().map(|(id, _)| id.as_str()).collect();
    let mut out = vec![
        format!("A: {}", title(a)),
        format!("B: {}", title(b)),
        format!("Same respondents for both: {}, seeds from {}", personas.join(", "), a.seed),
        String::new(),
    ];
    let pairings = comparison::of(&a.all.each, &b.all.each);
    let row = |figure: &Figure| {
        let (first, second) = ((figure.of)(&a.all.figures), (figure.of)(&b.all.figures));
        let change = match (first.zip(second).map(|(a, b)| b - a), figure.unit) {
            (Some(change), _) if change.abs() < 5e-4 => "=".to_owned(),
            (Some(change), FigureUnit::Share) => format!("{:+.1} points", change * 100.0),
            (Some(change), FigureUnit::Number) => format!("{change:+.2}"),
            (None, _) => String::new(),
        };
        let paired = pairings.iter().find(|(key, _)| *key == figure.key).map(|(_, pairing)| pairing.cells());
        let cells = vec![figure.name.to_owned(), shown(first, figure.unit), shown(second, figure.unit), change];
        cells.into_iter().chain(paired.unwrap_or_default()).collect()
    };
    let columns = [
        ("", Align::Left),
        ("A", Align::Right),
        ("B", Align::Right),
        ("B less A", Align::Right),
        ("higher", Align::Right),
        ("lower", Align::Right),
        ("p", Align::Right),
        ("", Align::Left),
    ];
    out.extend(lines(&columns, &FIGURES.iter().map(row).collect::<Vec<_>>()));
    out.push(String::new());
    out.extend(comparison::describe(&pairings));
    for ((_, name, of_a), (_, _, of_b)) in counts(&a.all.figures).into_iter().zip(counts(&b.all.figures)) {
        out.push(String::new());
        out.push(name.to_owned());
        out.push(format!("  A  {}", mix(of_a)));
        out.push(format!("  B  {}", mix(of_b)));
    }
    out
}
