//! `querent check --list`: everything that documents can name, from the registries in the code.

use anyhow::Result;
use querent_engine::{
    engine::{
        methodology::{FocusKind, GlobalFocus},
        model::{Task, TaskClass},
        policy::{
            Policy,
            arbitration::{self, Select, scorers::Scorers},
            parameters,
            two_tier::{
                gates::Gate,
                generator::{
                    ElementSelect, FocusType, Generator, GeneratorCondition, GeneratorTarget, NodeSelect, NodesSelect,
                    Tie,
                },
                scorers::Scorer,
            },
        },
        signals::{ELEMENT, GLOBAL, Maximum, NODE, Signal, SignalKind},
    },
    studio::{
        documents::schema::{Described, described},
        settings::ProviderKind,
    },
};
use serde::Serialize;
use serde_json::Value;

use super::table::{self, Align};
use crate::native::print;

/// Entries of one kind.
#[derive(Debug, Serialize)]
struct CatalogueGroup {
    group: &'static str,
    entries: Vec<PrintedEntry>,
}

/// An entry that documents can name.
#[derive(Debug, Serialize)]
struct PrintedEntry {
    name: String,
    doc: String,
    /// Range of its values, if it has any.
    #[serde(skip_serializing_if = "String::is_empty")]
    range: String,
    parameters: Vec<CatalogueParameter>,
}

/// A parameter of an entry.
#[derive(Debug, Serialize)]
struct CatalogueParameter {
    name: String,
    doc: String,
    /// Unit and range.
    #[serde(skip_serializing_if = "String::is_empty")]
    range: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<Value>,
}

/// Output format of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListFormat {
    /// Tables for people.
    Tables,
    /// JSON for programs.
    Json,
}

/// Prints everything that documents can name.
pub(super) fn print_catalogue(form: ListFormat) -> Result<()> {
    let groups = groups();
    match form {
        ListFormat::Json => print::line(serde_json::to_string_pretty(&groups)?),
        ListFormat::Tables => groups.iter().for_each(print_group),
    }
    Ok(())
}

fn group(group: &'static str, entries: Vec<PrintedEntry>) -> CatalogueGroup {
    CatalogueGroup { group, entries }
}

fn entry(name: &str, doc: &str, range: String, parameters: Vec<CatalogueParameter>) -> PrintedEntry {
    PrintedEntry { name: name.to_owned(), doc: doc.trim().to_owned(), range, parameters }
}

fn groups() -> Vec<CatalogueGroup> {
    let mut groups = vec![
        group("Policies (`policy`)", words::<Policy>()),
        group("two_tier: gates (`gates`)", registry(Gate::catalogue())),
        group("two_tier: scorers (`scorers`)", registry(Scorer::catalogue())),
        group("two_tier: what a generator proposes (`focus`)", words::<Generator>()),
        group("two_tier: kinds of focus (`focus_type`)", words::<FocusType>()),
        group("two_tier: targets (`target.kind`)", words::<GeneratorTarget>()),
        group("two_tier: single ideas (`kind: node`, `select`)", words::<NodeSelect>()),
        group("two_tier: several ideas (`kind: nodes`, `select`)", words::<NodesSelect>()),
        group("two_tier: elements (`kind: element`, `select`)", words::<ElementSelect>()),
        group("two_tier: order of equals (`tie`)", words::<Tie>()),
        group("two_tier: conditions of a generator (`when`)", words::<GeneratorCondition>()),
        group("arbitration: scorers (`scorers`)", registry(Scorers::catalogue())),
        group("arbitration: what a strategy picks (`focus`)", words::<Select>()),
        group("arbitration: signals of conditions (`when`)", conditions()),
        group("signal_pools: what a strategy is about (`focus.kind`)", words::<FocusKind>()),
        group("signal_pools: names of a global focus (`focus.say`)", words::<GlobalFocus>()),
    ];
    groups.extend(pools());
    groups.extend(models());
    groups
}

/// Returns the entries of the model settings.
fn models() -> [CatalogueGroup; 3] {
    let task = |task: &Task| {
        let range = format!(
            "temperature {:.1}, {} tokens, {} s",
            f64::from(task.temperature()) / 100.0,
            task.max_output(),
            task.deadline_ms() / 1000
        );
        entry(task.id(), task.doc(), range, Vec::new())
    };
    [
        group(
            "llm.yaml: providers (`kind`)",
            ProviderKind::ALL.iter().map(|kind| entry(kind.id(), kind.doc(), String::new(), Vec::new())).collect(),
        ),
        group("llm.yaml: classes of models (`classes`)", words::<TaskClass>()),
        group("llm.yaml: tasks (`tasks`)", Task::ALL.iter().map(task).collect()),
    ]
}

/// Returns the signal pools: those of the whole interview, of nodes and of elements.
fn pools() -> impl Iterator<Item = CatalogueGroup> {
    let titles = [
        "signal_pools: signals of the graph (`weights`)",
        "signal_pools: signals of the answer (`weights`)",
        "signal_pools: signals over time (`weights`)",
        "signal_pools: signals derived from other signals (`weights`)",
    ];
    let global = titles
        .into_iter()
        .zip(GLOBAL)
        .map(|(group, pool)| CatalogueGroup { group, entries: pool.iter().map(signal).collect() });
    let node = group("signal_pools: signals of a node (`weights`)", NODE.iter().map(signal).collect());
    let element = group("signal_pools: signals of an element (`weights`)", ELEMENT.iter().map(signal).collect());
    global.chain([node, element])
}

fn signal<View>(signal: &Signal<View>) -> PrintedEntry {
    let range = match &signal.kind {
        SignalKind::Number(Maximum::Of(full), _) => format!("0–1, full at {full}; .low .mid .high"),
        SignalKind::Number(Maximum::Ladder, _) => "0–1, full at the top of the ladder; .low .mid .high".to_owned(),
        SignalKind::Flag(_) => ".true .false".to_owned(),
        SignalKind::Word(words, _) => words.iter().map(|word| format!(".{word}")).collect::<Vec<_>>().join(" "),
    };
    entry(signal.name, signal.meaning, range, Vec::new())
}

fn conditions() -> Vec<PrintedEntry> {
    arbitration::SIGNALS.iter().map(|signal| entry(signal.name, signal.doc, String::new(), Vec::new())).collect()
}

fn registry(catalogue: Vec<parameters::CatalogueEntry>) -> Vec<PrintedEntry> {
    let listed = |found: parameters::CatalogueEntry| {
        let defaults = found.defaults();
        let parameter = |parameter: &parameters::Parameter| CatalogueParameter {
            name: parameter.name.to_owned(),
            doc: parameter.doc.trim().to_owned(),
            range: parameter.range(),
            default: defaults.get(parameter.name).cloned(),
        };
        entry(found.id, found.doc, String::new(), found.parameters.iter().map(parameter).collect())
    };
    catalogue.into_iter().map(listed).collect()
}

/// Returns the words of an enumeration or the keys of a mapping with their documentation.
fn words<T: schemars::JsonSchema>() -> Vec<PrintedEntry> {
    let parameter = |key: Described| CatalogueParameter {
        name: key.name,
        doc: key.doc,
        range: String::new(),
        default: key.default.filter(|value| !value.is_object() && !value.is_array()),
    };
    let convert =
        |word: Described| entry(&word.name, &word.doc, String::new(), word.keys.into_iter().map(parameter).collect());
    described::<T>().into_iter().map(convert).collect()
}

/// Truncates a long default. The JSON output has it in full.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(32) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn print_group(group: &CatalogueGroup) {
    let mut rows = Vec::new();
    for entry in &group.entries {
        rows.push(vec![entry.name.clone(), String::new(), entry.range.clone(), entry.doc.clone()]);
        rows.extend(entry.parameters.iter().map(|parameter| {
            let default = parameter.default.as_ref().map(|value| shorten(&value.to_string())).unwrap_or_default();
            vec![format!("  {}", parameter.name), default, parameter.range.clone(), parameter.doc.clone()]
        }));
    }
    let heads = ["name", "default", "range", "description"].map(|head| (head, Align::Left));
    // Columns that are empty in the whole group are omitted.
    let is_used = |column: &usize| rows.iter().any(|row| row.get(*column).is_some_and(|cell| !cell.is_empty()));
    let used: Vec<usize> = (0..heads.len()).filter(is_used).collect();
    let heads: Vec<_> = used.iter().filter_map(|column| heads.get(*column).copied()).collect();
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| used.iter().filter_map(|column| row.get(*column).cloned()).collect()).collect();
    print::line(group.group);
    for line in table::lines(&heads, &rows) {
        print::line(format_args!("  {line}"));
    }
    print::line("");
}
