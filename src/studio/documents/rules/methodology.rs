//! Rules about a methodology. The policy finds the problems; this module adds their places and words.

use super::{id, keys, text};
use crate::{
    engine::{
        diagnostic::did_you_mean,
        id::Name,
        methodology::{FocusKind, Methodology, Ontology, QuestionPool, Strategy},
        policy::signal_pools::{Code, MethodologyProblem, check_methodology},
        signals::PHASES,
    },
    studio::documents::part::Part,
};

/// Checks a methodology as a whole.
pub(in crate::studio::documents) fn methodology(methodology: &Methodology, part: &mut Part<'_>) {
    names(methodology, part);
    let problems = check_methodology(methodology);
    for (position, problem) in problems.iter().enumerate() {
        if is_follow_up(problem, methodology, part) {
            continue;
        }
        // The second of two equal problems is at the second place.
        let earlier = problems.iter().take(position).filter(|other| *other == problem).count();
        let places = places(problem, methodology);
        let place = places.get(earlier).or(places.last()).unwrap_or(&problem.path);
        let (message, hint) = describe(problem, methodology);
        let is_key = !place.ends_with(']')
            && matches!(
                problem.code,
                Code::UnknownKey | Code::KeyOutOfScope | Code::UnknownPhase | Code::UnknownStrategy
            );
        let refuse = if is_key { Part::refuse_key } else { Part::refuse };
        refuse(part, problem.code.name(), place, message, &hint);
    }
}

/// Whether a problem may only follow from another finding: an entry without an id, or an invalid flag.
fn is_follow_up(problem: &MethodologyProblem, methodology: &Methodology, part: &Part<'_>) -> bool {
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
        Code::TerminalAtLowestLevel
        | Code::NoDescription
        | Code::BadBase
        | Code::BadWeight
        | Code::UnknownPhase
        | Code::Negative
        | Code::NoStrategyAllowed
        | Code::NothingCounts
        | Code::NothingAsks
        | Code::RaisedAndHeldBack => false,
    }
}

/// Returns all places in the document where such a problem can be, in order.
fn places(problem: &MethodologyProblem, methodology: &Methodology) -> Vec<String> {
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
        Code::NoClosingStrategy | Code::UnknownPhase => Vec::new(),
    }
}

/// Returns a key of every entry of a list that matches.
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

/// Returns the places of a name in a requirement.
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

/// Returns the places of repeated ids in a list.
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

/// Returns the places of a name in a list of a strategy.
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

/// Returns the places of a type in an edge's permitted pairs.
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

/// Returns the problem and how to fix it.
fn describe(problem: &MethodologyProblem, methodology: &Methodology) -> (String, String) {
    let value = problem.value.as_deref().unwrap_or_default();
    let name = problem.path.split_once('.').map(|(_, name)| name).unwrap_or_default();
    let Methodology { ontology, strategies, tactics, .. } = methodology;
    match problem.code {
        Code::DuplicateName => {
            (format!("the id `{name}` is already used in this list"), "choose another id".to_owned())
        }
        Code::UnknownNodeType => no_such("node type", value, ontology.nodes.iter().map(|node| &node.id)),
        Code::UnknownTactic => no_such("tactic", value, tactics.iter().map(|tactic| &tactic.id)),
        Code::UnknownStrategy => no_such("strategy", value, strategies.iter().map(|strategy| &strategy.id)),
        Code::UnknownPhase => (format!("there is no phase `{name}`"), did_you_mean(name, &PHASES)),
        Code::UnknownKey => {
            let kind = methodology.strategy(name).map(|strategy| strategy.focus.kind).unwrap_or_default();
            (format!("there is no signal key `{value}`"), keys::instead_of(value, kind))
        }
        Code::KeyOutOfScope => out_of_scope(value, methodology.strategy(name)),
        Code::TerminalAtLowestLevel => (
            format!("the type `{name}` is on the lowest level and terminal, so a chain would end where it starts"),
            "remove `terminal`, or add a lower level".to_owned(),
        ),
        Code::NoStrategyAllowed => (
            format!("the phase `{name}` gives every strategy the weight 0, so no question is possible"),
            "give at least one strategy a weight above 0".to_owned(),
        ),
        Code::Negative => (
            format!("the phase weight of `{value}` is negative"),
            "write 0 to exclude it in this phase, or lower its score with a negative bonus".to_owned(),
        ),
        Code::NoClosingStrategy => (
            "no strategy closes the interview".to_owned(),
            "add `closes: true` to the strategy that ends it".to_owned(),
        ),
        Code::NothingCounts => (
            format!("the requirement `{name}` has no types, so it can never be met"),
            "list under `types` the types of ideas that count".to_owned(),
        ),
        Code::NothingAsks => (
            format!("the requirement `{name}` raises no strategy, so no question would meet it"),
            "name under `raises` the strategy that asks for it, with its points".to_owned(),
        ),
        Code::RaisedAndHeldBack => (
            format!("the requirement `{name}` raises `{value}` and holds it back"),
            "remove it from one of the two".to_owned(),
        ),
        Code::NoDescription => (
            format!("the strategy `{name}` has no description"),
            "describe what it asks for; the model that words the question needs it".to_owned(),
        ),
        Code::BadBase | Code::BadWeight => (problem.to_string(), "write a plain number".to_owned()),
    }
}

fn no_such<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a Name>) -> (String, String) {
    let known: Vec<&Name> = known.collect();
    (format!("there is no {what} `{name}`"), did_you_mean(name, &known))
}

fn out_of_scope(key: &str, strategy: Option<&Strategy>) -> (String, String) {
    let (about, sees) = match strategy.map(|strategy| strategy.focus.kind).unwrap_or_default() {
        FocusKind::Node => ("nodes", "signals of nodes and of the whole interview"),
        FocusKind::Element => ("elements", "signals of elements and of the whole interview"),
        FocusKind::Global => ("the conversation as a whole", "signals of the whole interview"),
    };
    (
        format!("a strategy about {about} cannot use `{key}`"),
        format!("it can use {sees}; remove the key, or change the focus"),
    )
}

/// Checks that questions by node type name known types.
pub(in crate::studio::documents) fn question_types(
    pool: &QuestionPool,
    ontology: &Ontology,
    path: &str,
    part: &mut Part<'_>,
) {
    for node_type in pool.types.keys().filter(|node_type| ontology.node(node_type).is_none()) {
        let known: Vec<&str> = ontology.nodes.iter().map(|node| &*node.id).collect();
        let (place, message) = (format!("{path}.types.{node_type}"), format!("there is no node type `{node_type}`"));
        part.refuse_key("unknown_node_type", &place, message, &did_you_mean(node_type, &known));
    }
}

/// Checks that questions without a name of the idea have known keys.
pub(in crate::studio::documents) fn question_kinds(
    pool: &QuestionPool,
    ontology: &Ontology,
    path: &str,
    part: &mut Part<'_>,
) {
    const KINDS: [&str; 8] = ["any", "negative", "thing", "action", "state", "event", "feeling", "value"];
    let is_known = |key: &str| KINDS.contains(&key) || ontology.node(key).is_some();
    for key in pool.that.keys().filter(|key| !is_known(key)) {
        let types = ontology.nodes.iter().map(|node| &*node.id);
        let known: Vec<&str> = KINDS.into_iter().chain(types).collect();
        let (place, message) = (format!("{path}.that.{key}"), format!("there is no kind or node type `{key}`"));
        part.refuse_key("unknown_kind", &place, message, &did_you_mean(key, &known));
    }
    if !pool.that.is_empty() && !pool.that.contains_key("any") {
        let message = "ideas of other kinds have no question";
        part.refuse("no_questions", &format!("{path}.that"), message, "add questions under `any`");
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
