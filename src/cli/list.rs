//! `querent check --list`: what documents can name, from the registries in the code.

use anyhow::Result;
use querent_engine::{
    documents::schema::{Described, described},
    llm::{Class, Task, providers::Kind as ProviderKind},
    methodology::{FocusKind, GlobalFocus},
    policy::{
        Policy,
        arbitration::{self, Select},
        focus::{ElementSelect, FocusType, Generator, NodeSelect, NodesSelect, Target, Tie, When},
        gates::Gate,
        parameters,
        scorers::{arbitration as multipliers, two_tier::Scorer},
    },
    signals::{ELEMENT, GLOBAL, Kind, Maximum, NODE, Signal},
};
use serde::Serialize;
use serde_json::Value;

use super::{
    print,
    table::{self, Align},
};

/// Things of one kind that documents can name.
#[derive(Debug, Serialize)]
struct Group {
    group: &'static str,
    entries: Vec<Entry>,
}

/// Something documents can name.
#[derive(Debug, Serialize)]
struct Entry {
    name: String,
    doc: String,
    /// Values it can have, if it has any.
    #[serde(skip_serializing_if = "String::is_empty")]
    range: String,
    parameters: Vec<Parameter>,
}

/// A setting of such a thing.
#[derive(Debug, Serialize)]
struct Parameter {
    name: String,
    doc: String,
    /// Unit and range.
    #[serde(skip_serializing_if = "String::is_empty")]
    range: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<Value>,
}

/// How the list is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Tables, for people.
    Tables,
    /// JSON, for programs.
    Json,
}

/// Prints everything documents can name.
pub(super) fn list(form: Form) -> Result<()> {
    let groups = groups();
    match form {
        Form::Json => print::line(serde_json::to_string_pretty(&groups)?),
        Form::Tables => groups.iter().for_each(say),
    }
    Ok(())
}

fn groups() -> Vec<Group> {
    let mut groups = vec![
        Group { group: "Policies (`policy`)", entries: words::<Policy>() },
        Group { group: "two_tier: gates (`gates`)", entries: registry(Gate::catalogue()) },
        Group { group: "two_tier: scorers (`scorers`)", entries: registry(Scorer::catalogue()) },
        Group { group: "two_tier: what a generator proposes (`focus`)", entries: words::<Generator>() },
        Group { group: "two_tier: kinds of focus (`focus_type`)", entries: words::<FocusType>() },
        Group { group: "two_tier: targets (`target.kind`)", entries: words::<Target>() },
        Group { group: "two_tier: single ideas (`kind: node`, `select`)", entries: words::<NodeSelect>() },
        Group { group: "two_tier: several ideas (`kind: nodes`, `select`)", entries: words::<NodesSelect>() },
        Group { group: "two_tier: elements (`kind: element`, `select`)", entries: words::<ElementSelect>() },
        Group { group: "two_tier: order of equals (`tie`)", entries: words::<Tie>() },
        Group { group: "two_tier: conditions of a generator (`when`)", entries: words::<When>() },
        Group {
            group: "arbitration: scorers (`scorers`)",
            entries: multipliers::CATALOGUE.iter().map(scorer).collect(),
        },
        Group { group: "arbitration: what a strategy picks (`focus`)", entries: words::<Select>() },
        Group { group: "arbitration: signals of conditions (`when`)", entries: conditions() },
        Group { group: "signal_pools: what a strategy is about (`focus.kind`)", entries: words::<FocusKind>() },
        Group { group: "signal_pools: names of a global focus (`focus.say`)", entries: words::<GlobalFocus>() },
    ];
    groups.extend(pools());
    groups.extend(models());
    groups
}

/// What the settings of models can name.
fn models() -> [Group; 3] {
    let plain = |name: &str, doc: &str, range: String| Entry {
        name: name.to_owned(),
        doc: doc.trim().to_owned(),
        range,
        parameters: Vec::new(),
    };
    let task = |task: &Task| {
        let range = format!(
            "temperature {:.1}, {} tokens, {} s",
            f64::from(task.temperature()) / 100.0,
            task.max_output(),
            task.deadline_ms() / 1000
        );
        plain(task.id(), task.doc(), range)
    };
    [
        Group {
            group: "llm.yaml: providers (`kind`)",
            entries: ProviderKind::ALL.iter().map(|kind| plain(kind.id(), kind.doc(), String::new())).collect(),
        },
        Group { group: "llm.yaml: classes of models (`classes`)", entries: words::<Class>() },
        Group { group: "llm.yaml: tasks (`tasks`)", entries: Task::ALL.iter().map(task).collect() },
    ]
}

/// The pools of signals. Those of the interview as a whole are named as their signals begin.
fn pools() -> impl Iterator<Item = Group> {
    let titles = [
        "signal_pools: signals of the graph (`weights`)",
        "signal_pools: signals of the answer (`weights`)",
        "signal_pools: signals of the course of the interview (`weights`)",
        "signal_pools: signals made of signals (`weights`)",
    ];
    let global = titles
        .into_iter()
        .zip(GLOBAL)
        .map(|(group, pool)| Group { group, entries: pool.iter().map(|known| signal(known)).collect() });
    let node = Group {
        group: "signal_pools: signals of a node (`weights`)",
        entries: NODE.iter().map(|known| signal(known)).collect(),
    };
    let element = Group {
        group: "signal_pools: signals of an element (`weights`)",
        entries: ELEMENT.iter().map(|known| signal(known)).collect(),
    };
    global.chain([node, element])
}

fn signal<View>(signal: &Signal<View>) -> Entry {
    let range = match &signal.kind {
        Kind::Number(Maximum::Of(full), _) => format!("0–1, full at {full}; .low .mid .high"),
        Kind::Number(Maximum::Ladder, _) => "0–1, full at the top of the ladder; .low .mid .high".to_owned(),
        Kind::Flag(_) => ".true .false".to_owned(),
        Kind::Word(words, _) => words.iter().map(|word| format!(".{word}")).collect::<Vec<_>>().join(" "),
    };
    Entry { name: signal.name.to_owned(), doc: signal.meaning.to_owned(), range, parameters: Vec::new() }
}

fn conditions() -> Vec<Entry> {
    let named = |name: &str, doc: &str| Entry {
        name: name.to_owned(),
        doc: doc.to_owned(),
        range: String::new(),
        parameters: Vec::new(),
    };
    arbitration::SIGNALS.iter().map(|signal| named(signal.name, signal.doc)).collect()
}

fn registry(catalogue: Vec<parameters::Entry>) -> Vec<Entry> {
    let entry = |entry: parameters::Entry| {
        let parameter = |parameter: &parameters::Parameter| Parameter {
            name: parameter.name.to_owned(),
            doc: parameter.doc.trim().to_owned(),
            range: parameter.range.to_owned(),
            default: entry.defaults.get(parameter.name).cloned(),
        };
        let parameters = entry.parameters.iter().map(parameter).collect();
        Entry { name: entry.id.to_owned(), doc: entry.doc.trim().to_owned(), range: String::new(), parameters }
    };
    catalogue.into_iter().map(entry).collect()
}

fn scorer(entry: &multipliers::Entry) -> Entry {
    let parameter = |parameter: &multipliers::Parameter| Parameter {
        name: parameter.name.to_owned(),
        doc: parameter.doc.trim().to_owned(),
        range: format!("{}, {}–{}", parameter.unit, parameter.low, parameter.high),
        default: Some(parameter.default.into()),
    };
    let parameters = entry.parameters.iter().map(parameter).collect();
    Entry { name: entry.name.to_owned(), doc: entry.doc.trim().to_owned(), range: String::new(), parameters }
}

/// The words of an enumeration or the keys of a mapping, as its type documents them.
fn words<T: schemars::JsonSchema>() -> Vec<Entry> {
    let parameter = |key: Described| Parameter {
        name: key.name,
        doc: key.doc,
        range: String::new(),
        default: key.default.filter(|value| !value.is_object() && !value.is_array()),
    };
    let entry = |word: Described| Entry {
        name: word.name,
        doc: word.doc,
        range: String::new(),
        parameters: word.keys.into_iter().map(parameter).collect(),
    };
    described::<T>().into_iter().map(entry).collect()
}

/// The beginning of a long default; the JSON has it whole.
fn short(text: &str) -> String {
    match text.char_indices().nth(32) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn say(group: &Group) {
    let mut rows = Vec::new();
    for entry in &group.entries {
        rows.push(vec![entry.name.clone(), String::new(), entry.range.clone(), entry.doc.clone()]);
        rows.extend(entry.parameters.iter().map(|parameter| {
            let default = parameter.default.as_ref().map(|value| short(&value.to_string())).unwrap_or_default();
            vec![format!("  {}", parameter.name), default, parameter.range.clone(), parameter.doc.clone()]
        }));
    }
    let heads = ["name", "default", "range", "what it is"].map(|head| (head, Align::Left));
    // A column that is empty in the whole group is left out.
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
