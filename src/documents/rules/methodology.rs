//! What must hold in a methodology: names that exist, keys its strategies can see, phases that leave something to ask.
//!
//! What a problem is, is the policy's to say; here it gets its place in the document and words.

use super::{id, keys, text};
use crate::{
    documents::{explain, part::Part},
    id::Name,
    methodology::{FocusKind, Methodology, Ontology, QuestionPool, Strategy},
    policy::signal_pools::{Code, Problem, check_methodology},
    signals::PHASES,
};

/// Rules about a methodology as a whole.
pub(in crate::documents) fn methodology(methodology: &Methodology, part: &mut Part<'_>) {
    names(methodology, part);
    let problems = check_methodology(methodology);
    for (position, problem) in problems.iter().enumerate() {
        if is_follow_up(problem, methodology, part) {
            continue;
        }
        // The policy names what is wrong; where it is wrong twice, the second problem is at the second place.
        let earlier = problems.iter().take(position).filter(|other| *other == problem).count();
        let places = places(problem, methodology);
        let place = places.get(earlier).or(places.last()).unwrap_or(&problem.path);
        let (message, hint) = words(problem, methodology);
        match problem.code {
            Code::UnknownStrategy if is_listed(place) => {
                part.refuse(problem.code.name(), place, message, &hint);
            }
            Code::UnknownKey | Code::KeyOutOfScope | Code::UnknownPhase | Code::UnknownStrategy => {
                part.refuse_key(problem.code.name(), place, message, &hint);
            }
            Code::UnknownSignal
            | Code::DuplicateName
            | Code::UnknownNodeType
            | Code::TerminalAtLowestLevel
            | Code::NoDescription
            | Code::UnknownTactic
            | Code::BadBase
            | Code::BadWeight
            | Code::NoClosingStrategy
            | Code::Negative
            | Code::NoStrategyAllowed
            | Code::NothingCounts
            | Code::NothingAsks
            | Code::RaisedAndHeldBack
            | Code::DuplicateId => part.refuse(problem.code.name(), place, message, &hint),
        }
    }
}

/// Whether a problem may be there only because something else could not be read: an entry that would have the name and
/// stands there without an id, a flag that is neither true nor false.
fn is_follow_up(problem: &Problem, methodology: &Methodology, part: &Part<'_>) -> bool {
    let Methodology { ontology, strategies, tactics, .. } = methodology;
    match problem.code {
        Code::UnknownNodeType => {
            problem.value.as_deref() == Some("") || ontology.nodes.iter().any(|node| node.id.is_empty())
        }
        Code::UnknownStrategy => strategies.iter().any(|strategy| strategy.id.is_empty()),
        Code::UnknownTactic => tactics.iter().any(|tactic| tactic.id.is_empty()),
        Code::NoClosingStrategy => {
            (0..strategies.len()).any(|index| !part.is_as_written(&format!("strategies[{index}].closes")))
        }
        Code::DuplicateName => problem.path.ends_with('.'),
        Code::UnknownKey | Code::KeyOutOfScope => {
            let id = problem.path.split_once('.').map(|(_, id)| id).unwrap_or_default();
            let mut named = strategies.iter().enumerate().filter(|(_, strategy)| &*strategy.id == id);
            named.any(|(index, _)| !part.is_as_written(&format!("strategies[{index}].focus")))
        }
        Code::UnknownSignal
        | Code::TerminalAtLowestLevel
        | Code::NoDescription
        | Code::BadBase
        | Code::BadWeight
        | Code::UnknownPhase
        | Code::Negative
        | Code::NoStrategyAllowed
        | Code::NothingCounts
        | Code::NothingAsks
        | Code::RaisedAndHeldBack
        | Code::DuplicateId => false,
    }
}

/// Everywhere in the document such a problem can be, in order.
fn places(problem: &Problem, methodology: &Methodology) -> Vec<String> {
    let value = problem.value.as_deref().unwrap_or_default();
    let (list, id) = problem.path.split_once('.').unwrap_or((&problem.path, ""));
    match problem.code {
        Code::DuplicateName => repeated(list, id, methodology),
        Code::TerminalAtLowestLevel => {
            at(&methodology.ontology.nodes, |node| &*node.id == id && node.terminal, "ontology.nodes", "terminal")
        }
        Code::UnknownNodeType if list == "edges" => ends(id, value, methodology),
        Code::UnknownNodeType | Code::UnknownStrategy | Code::BadWeight if list == "requires" => {
            required(id, value, methodology)
        }
        Code::UnknownNodeType => listed(id, methodology, "focus.types", |strategy| &strategy.focus.types, value),
        Code::UnknownTactic => listed(id, methodology, "tactics", |strategy| &strategy.tactics, value),
        Code::NoDescription => of_strategy(id, methodology, "description"),
        Code::BadBase => of_strategy(id, methodology, "base"),
        Code::BadWeight if list == "phases" => vec![format!("{}.{value}", problem.path)],
        Code::UnknownKey | Code::KeyOutOfScope | Code::BadWeight => {
            let weighs = |strategy: &Strategy| &*strategy.id == id && strategy.weights.contains_key(value);
            at(&methodology.strategies, weighs, "strategies", &format!("weights.{value}"))
        }
        Code::UnknownStrategy | Code::Negative => vec![format!("{}.{value}", problem.path)],
        Code::NoStrategyAllowed => vec![format!("{}.weights", problem.path)],
        Code::NothingCounts => of_requirement(id, methodology, "types"),
        Code::NothingAsks => of_requirement(id, methodology, "id"),
        Code::RaisedAndHeldBack => of_requirement(id, methodology, &format!("raises.{value}")),
        Code::UnknownSignal | Code::NoClosingStrategy | Code::UnknownPhase | Code::DuplicateId => Vec::new(),
    }
}

/// A key of every entry of a list that fits.
fn at<T>(entries: &[T], fits: impl Fn(&T) -> bool, list: &str, key: &str) -> Vec<String> {
    let fitting = entries.iter().enumerate().filter(|(_, entry)| fits(entry));
    fitting.map(|(index, _)| format!("{list}[{index}].{key}")).collect()
}

fn of_strategy(id: &str, methodology: &Methodology, key: &str) -> Vec<String> {
    at(&methodology.strategies, |strategy| &*strategy.id == id, "strategies", key)
}

fn of_requirement(id: &str, methodology: &Methodology, key: &str) -> Vec<String> {
    at(&methodology.requires, |requirement| &*requirement.id == id, "requires", key)
}

/// Where a name stands in a requirement.
fn required(id: &str, name: &str, methodology: &Methodology) -> Vec<String> {
    let mut places = Vec::new();
    for (index, requirement) in methodology.requires.iter().enumerate().filter(|(_, found)| &*found.id == id) {
        let lists = [
            ("types", &requirement.types),
            ("joined_with", &requirement.joined_with),
            ("holds_back", &requirement.holds_back),
        ];
        for (key, list) in lists {
            let named = list.iter().enumerate().filter(|(_, found)| &***found == name);
            places.extend(named.map(|(position, _)| format!("requires[{index}].{key}[{position}]")));
        }
        if requirement.raises.contains_key(name) {
            places.push(format!("requires[{index}].raises.{name}"));
        }
    }
    places
}

/// Whether a place is an entry of a list, and not a key.
fn is_listed(place: &str) -> bool {
    place.ends_with(']')
}

/// The ids of a list that are there again.
fn repeated(list: &str, id: &str, methodology: &Methodology) -> Vec<String> {
    let Methodology { ontology, strategies, .. } = methodology;
    let places = match list {
        "nodes" => at(&ontology.nodes, |node| &*node.id == id, "ontology.nodes", "id"),
        "edges" => at(&ontology.edges, |edge| &*edge.id == id, "ontology.edges", "id"),
        "requires" => of_requirement(id, methodology, "id"),
        _ => at(strategies, |strategy| &*strategy.id == id, "strategies", "id"),
    };
    places.into_iter().skip(1).collect()
}

/// Where a name stands in a list of a strategy.
fn listed(
    id: &str,
    methodology: &Methodology,
    key: &str,
    list: impl Fn(&Strategy) -> &[Name],
    name: &str,
) -> Vec<String> {
    let strategies = methodology.strategies.iter().enumerate().filter(|(_, strategy)| &*strategy.id == id);
    strategies
        .flat_map(|(index, strategy)| {
            let named = list(strategy).iter().enumerate().filter(|(_, found)| &***found == name);
            named.map(|(position, _)| format!("strategies[{index}].{key}[{position}]")).collect::<Vec<_>>()
        })
        .collect()
}

/// Where a type stands at an end of an edge's permitted pairs.
fn ends(id: &str, name: &str, methodology: &Methodology) -> Vec<String> {
    let mut places = Vec::new();
    for (index, edge) in methodology.ontology.edges.iter().enumerate().filter(|(_, edge)| &*edge.id == id) {
        for (position, (source, target)) in edge.permitted.iter().enumerate() {
            let ends = [source, target].into_iter().enumerate().filter(|(_, end)| &***end == name);
            places.extend(ends.map(|(end, _)| format!("ontology.edges[{index}].permitted[{position}][{end}]")));
        }
    }
    places
}

/// What is wrong, and what to do about it.
fn words(problem: &Problem, methodology: &Methodology) -> (String, String) {
    let value = problem.value.as_deref().unwrap_or_default();
    let name = problem.path.split_once('.').map(|(_, name)| name).unwrap_or_default();
    let Methodology { ontology, strategies, tactics, .. } = methodology;
    match problem.code {
        Code::DuplicateName => (format!("the id `{name}` is already taken in this list"), "give it another".to_owned()),
        Code::UnknownNodeType => no_such("node type", value, ontology.nodes.iter().map(|node| &node.id)),
        Code::UnknownTactic => no_such("tactic", value, tactics.iter().map(|tactic| &tactic.id)),
        Code::UnknownStrategy => no_such("strategy", value, strategies.iter().map(|strategy| &strategy.id)),
        Code::UnknownPhase => (format!("there is no phase `{name}`"), explain::did_you_mean(name, &PHASES)),
        Code::UnknownKey => {
            let kind = methodology.strategy(name).map(|strategy| strategy.focus.kind).unwrap_or_default();
            (format!("there is no signal key `{value}`"), keys::instead_of(value, kind))
        }
        Code::KeyOutOfScope => out_of_scope(value, methodology.strategy(name)),
        Code::TerminalAtLowestLevel => (
            format!("the type `{name}` is the lowest rung and an end at once, so a line would end where it starts"),
            "remove `terminal`, or put a lower level below it".to_owned(),
        ),
        Code::NoStrategyAllowed => (
            format!("the phase `{name}` gives every strategy the weight 0, so nothing could be asked"),
            "give at least one strategy a weight above 0".to_owned(),
        ),
        Code::Negative => (
            format!("the phase weight of `{value}` is negative"),
            "write 0 to rule it out in this phase, or take points off with a bonus below 0".to_owned(),
        ),
        Code::NoClosingStrategy => {
            ("no strategy closes the interview".to_owned(), "add `closes: true` to the one that ends it".to_owned())
        }
        Code::NothingCounts => (
            format!("the requirement `{name}` counts no type of idea, so it could never be met"),
            "list under `types` what must have been said".to_owned(),
        ),
        Code::NothingAsks => (
            format!("the requirement `{name}` raises no strategy, so nobody would ask for what is missing"),
            "name under `raises` the strategy that asks for it, with points".to_owned(),
        ),
        Code::RaisedAndHeldBack => (
            format!("the requirement `{name}` raises `{value}` and holds it back at once"),
            "remove it from one of the two".to_owned(),
        ),
        Code::NoDescription => (
            format!("the strategy `{name}` has no description"),
            "write what it asks for, for whoever words the question".to_owned(),
        ),
        Code::UnknownSignal | Code::BadBase | Code::BadWeight | Code::DuplicateId => {
            (problem.to_string(), "write a plain number".to_owned())
        }
    }
}

fn no_such<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a Name>) -> (String, String) {
    let known: Vec<&Name> = known.collect();
    (format!("there is no {what} `{name}`"), explain::did_you_mean(name, &known))
}

fn out_of_scope(key: &str, strategy: Option<&Strategy>) -> (String, String) {
    let (about, sees) = match strategy.map(|strategy| strategy.focus.kind).unwrap_or_default() {
        FocusKind::Node => ("nodes", "signals of nodes and of the interview as a whole"),
        FocusKind::Element => ("elements", "signals of elements and of the interview as a whole"),
        FocusKind::Global => ("the conversation as a whole", "signals of the interview as a whole"),
    };
    (
        format!("a strategy about {about} cannot see `{key}`"),
        format!("it sees {sees}; remove the key, or change the focus"),
    )
}

/// Questions by node type are for types there are.
pub(in crate::documents) fn question_types(pool: &QuestionPool, ontology: &Ontology, path: &str, part: &mut Part<'_>) {
    for node_type in pool.types.keys().filter(|node_type| ontology.node(node_type).is_none()) {
        let known: Vec<&str> = ontology.nodes.iter().map(|node| &*node.id).collect();
        let (place, message) = (format!("{path}.types.{node_type}"), format!("there is no node type `{node_type}`"));
        part.refuse_key("unknown_node_type", &place, message, &explain::did_you_mean(node_type, &known));
    }
}

fn names(methodology: &Methodology, part: &mut Part<'_>) {
    id(&methodology.id, "id", part);
    text(&methodology.name, "name", part);
    text(&methodology.goal, "goal", part);
    for (index, node) in methodology.ontology.nodes.iter().enumerate() {
        id(&node.id, &format!("ontology.nodes[{index}].id"), part);
        text(&node.name, &format!("ontology.nodes[{index}].name"), part);
        text(&node.description, &format!("ontology.nodes[{index}].description"), part);
    }
    for (index, edge) in methodology.ontology.edges.iter().enumerate() {
        id(&edge.id, &format!("ontology.edges[{index}].id"), part);
        text(&edge.name, &format!("ontology.edges[{index}].name"), part);
        text(&edge.description, &format!("ontology.edges[{index}].description"), part);
    }
    for (index, requirement) in methodology.requires.iter().enumerate() {
        id(&requirement.id, &format!("requires[{index}].id"), part);
        text(&requirement.description, &format!("requires[{index}].description"), part);
        if !(1..=100).contains(&requirement.least) {
            let (place, message) =
                (format!("requires[{index}].least"), format!("{} is out of range", requirement.least));
            part.refuse("out_of_range", &place, message, "write a number from 1 to 100");
        }
        if !(1..=200).contains(&requirement.tries) {
            let (place, message) =
                (format!("requires[{index}].tries"), format!("{} is out of range", requirement.tries));
            part.refuse("out_of_range", &place, message, "write a number from 1 to 200");
        }
    }
    for (index, strategy) in methodology.strategies.iter().enumerate() {
        id(&strategy.id, &format!("strategies[{index}].id"), part);
        text(&strategy.name, &format!("strategies[{index}].name"), part);
    }
}
