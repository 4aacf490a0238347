//! The scenario format of the `signal_pools` vectors, turned into the types of the engine.

use std::path::Path;

use querent_engine::engine::{
    concept::{Concept, Element, Requirements},
    id::Name,
    index_map::IndexMap,
    limits::Limits,
    methodology::{
        Conversation, EdgeType, FocusKind, FocusRule, GlobalFocus, Methodology, NodeType, Ontology, Phase,
        QuestionPool, Strategy, Tactic,
    },
};

use super::super::json::Json;

/// The techniques every methodology of the scenarios may use.
const TECHNIQUES: [&str; 8] =
    ["laddering", "elaboration", "probing", "challenging", "synthesis", "validation", "comparison", "closing"];

/// A methodology given by name or as an object; nothing gives one without types and strategies.
pub(super) fn methodology(value: &Json, data: &Path) -> Methodology {
    match value {
        Json::Text(name) => methodology(&Json::read(&data.join(format!("signal_pools_{name}.json"))), data),
        _ => Methodology {
            id: name(value.at("name")).unwrap_or_else(|| "none".into()),
            name: String::new(),
            version: None,
            goal: String::new(),
            opening_bias: String::new(),
            description: String::new(),
            ontology: ontology(value),
            strategies: value.at("strategies").list().iter().map(strategy).collect(),
            tactics: TECHNIQUES.iter().map(|id| tactic(id)).collect(),
            phases: value.at("phases").map().iter().map(|(id, value)| (id.as_str().into(), phase(value))).collect(),
            requires: Vec::new(),
            conversation: Conversation::default(),
        },
    }
}

fn name(value: &Json) -> Option<Name> {
    value.as_text().map(Into::into)
}

fn names(value: &Json) -> Vec<Name> {
    value.list().iter().filter_map(name).collect()
}

fn ontology(value: &Json) -> Ontology {
    let node = |value: &Json| NodeType {
        id: value.at("name").text().into(),
        name: String::new(),
        level: value.at("level").count(),
        terminal: value.at("terminal").is_true(),
        description: String::new(),
        examples: Vec::new(),
    };
    let edge = |value: &Json| EdgeType {
        id: value.at("name").text().into(),
        name: String::new(),
        description: String::new(),
        permitted: value.at("permitted").list().iter().map(pair).collect(),
        ladder: None,
    };
    Ontology {
        nodes: value.at("nodes").list().iter().map(node).collect(),
        edges: value.at("edges").list().iter().map(edge).collect(),
        guidelines: Vec::new(),
    }
}

fn pair(value: &Json) -> (Name, Name) {
    let [source, target] = value.list() else { panic!("{value:?} is not a pair") };
    (source.text().into(), target.text().into())
}

/// A strategy. What is not a number becomes one that is not finite, for the check of methodologies to find.
fn strategy(value: &Json) -> Strategy {
    let number = |value: &Json| value.number().unwrap_or(f64::NAN);
    Strategy {
        id: value.at("name").text().into(),
        name: value.at("name").text().to_owned(),
        description: value.at("description").as_text().unwrap_or_default().to_owned(),
        guidance: None,
        tactics: name(value.at("technique")).into_iter().collect(),
        moves_as: None,
        focus: focus(value.at("focus")),
        base: if value.at("base").is_null() { 0.0 } else { number(value.at("base")) },
        closes: value.at("closes").is_true(),
        varies: false,
        weights: value.at("weights").map().iter().map(|(key, value)| (key.as_str().into(), number(value))).collect(),
    }
}

/// What a strategy can be about. An unknown kind is found by [`super::config`] before it comes here.
pub(super) fn focus(value: &Json) -> FocusRule {
    FocusRule {
        kind: match value.at("kind").as_text() {
            Some("element") => FocusKind::Element,
            Some("global") => FocusKind::Global,
            _ => FocusKind::Node,
        },
        types: names(value.at("types")),
        exclude_terminal: value.at("exclude_terminal").is_true(),
        say: match value.at("say").as_text() {
            Some("summary") => GlobalFocus::Summary,
            _ => GlobalFocus::Topic,
        },
    }
}

fn tactic(id: &str) -> Tactic {
    Tactic { id: id.into(), description: String::new(), guidance: None, questions: QuestionPool::default() }
}

fn phase(value: &Json) -> Phase {
    let table = |value: &Json| -> IndexMap<Name, f64> {
        value.map().iter().map(|(id, value)| (id.as_str().into(), value.number().unwrap_or(f64::NAN))).collect()
    };
    Phase { description: String::new(), weights: table(value.at("weights")), bonuses: table(value.at("bonuses")) }
}

/// A concept; ids of elements are numbers there and names here.
pub(super) fn concept(value: &Json) -> Concept {
    Concept {
        id: "concept".into(),
        name: value.at("name").as_text().unwrap_or_default().to_owned(),
        topic: value.at("context").at("topic").as_text().unwrap_or_default().to_owned(),
        objective: None,
        insight: None,
        promise: None,
        reason_to_believe: None,
        stimulus: None,
        elements: value.at("elements").list().iter().map(element).collect(),
    }
}

fn element(value: &Json) -> Element {
    Element {
        id: element_id(value.at("id")),
        label: value.at("label").as_text().unwrap_or_default().to_owned(),
        say: None,
        aliases: value.at("aliases").list().iter().map(|alias| alias.text().to_owned()).collect(),
        requirements: Requirements::default(),
    }
}

/// An element's id as a decimal text.
pub(super) fn element_id(value: &Json) -> Name {
    match value {
        Json::Text(text) => text.as_str().into(),
        _ => value.number().map_or_else(|| panic!("{value:?} is no id"), |number| number.to_string().into()),
    }
}

/// Limits; `config` may hold the effort of a search.
pub(super) fn limits(value: &Json, config: &Json) -> Limits {
    // The reference does not let go of a tired person.
    let mut limits = Limits { fatigue: 0, ..Limits::default() };
    let set = |limit: &mut u32, value: &Json| *limit = value.count().unwrap_or(*limit);
    set(&mut limits.max_turns, value.at("max_turns"));
    set(&mut limits.min_turns, value.at("min_turns"));
    set(&mut limits.late_turns, value.at("late_turns"));
    set(&mut limits.zero_yield, value.at("zero_yield"));
    set(&mut limits.shallow, value.at("shallow"));
    set(&mut limits.plateau, value.at("plateau"));
    set(&mut limits.yield_gap, value.at("yield_gap"));
    set(&mut limits.chain_steps, value.at("chain_steps"));
    set(&mut limits.chain_steps, config.at("chain_steps"));
    limits.target_depth = value.at("target_depth").number().unwrap_or(limits.target_depth);
    limits
}
