//! Validates a methodology for `signal_pools`. Finds all problems at once.

use std::fmt;

use super::scoring::is_visible;
use crate::engine::{
    id::Name,
    methodology::{Methodology, Strategy},
    signals::{PHASES, SignalKey},
};

/// A problem of a methodology.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodologyProblem {
    /// Place: `strategies.deepen`.
    pub path: String,
    /// Kind of the problem.
    pub code: Code,
    /// The wrong name, key or id, if there is one.
    pub value: Option<String>,
}

impl fmt::Display for MethodologyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.code.name())?;
        self.value.as_ref().map_or(Ok(()), |value| write!(f, " {value}"))
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// Kinds of problems.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code {
            $($(#[$doc])* $variant,)*
        }

        impl Code {
            /// Name in a diagnostic.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

codes! {
    /// Two node types, edge types or strategies share an id.
    DuplicateName = "duplicate_name",
    /// The ontology does not have the node type.
    UnknownNodeType = "unknown_node_type",
    /// The lowest type is terminal, so a line of reasons would end at its start.
    TerminalAtLowestLevel = "terminal_at_lowest_level",
    /// The strategy has no description for the prompt.
    NoDescription = "no_description",
    /// The methodology does not have the tactic.
    UnknownTactic = "unknown_tactic",
    /// The base is not a finite number.
    BadBase = "bad_base",
    /// A key names no signal, or no ending of its kind.
    UnknownKey = "unknown_key",
    /// The strategy cannot see the signal of a key.
    KeyOutOfScope = "key_out_of_scope",
    /// A weight is not a finite number.
    BadWeight = "bad_weight",
    /// No strategy closes the interview.
    NoClosingStrategy = "no_closing_strategy",
    /// The phase does not exist.
    UnknownPhase = "unknown_phase",
    /// The methodology does not have the strategy.
    UnknownStrategy = "unknown_strategy",
    /// A phase weight is below 0.
    Negative = "negative",
    /// A phase rules out every strategy.
    NoStrategyAllowed = "no_strategy_allowed",
    /// A requirement counts no node type, so it can never be met.
    NothingCounts = "nothing_counts",
    /// A requirement raises no strategy, so no question asks for it.
    NothingAsks = "nothing_asks",
    /// A requirement raises a strategy that it also holds back.
    RaisedAndHeldBack = "raised_and_held_back",
}

/// All problems of a methodology.
pub fn check_methodology(methodology: &Methodology) -> Vec<MethodologyProblem> {
    let mut found = ProblemList(Vec::new());
    found.ontology(methodology);
    let mut seen: Vec<&Name> = Vec::new();
    for strategy in &methodology.strategies {
        let path = format!("strategies.{}", strategy.id);
        found.when(seen.contains(&&strategy.id), &path, Code::DuplicateName, None);
        seen.push(&strategy.id);
        found.strategy(&path, strategy, methodology);
    }
    let closes = methodology.strategies.iter().any(|strategy| strategy.closes);
    found.when(!closes, "strategies", Code::NoClosingStrategy, None);
    found.phases(methodology);
    found.requires(methodology);
    found.0
}

struct ProblemList(Vec<MethodologyProblem>);

impl ProblemList {
    fn when(&mut self, holds: bool, path: &str, code: Code, value: Option<&str>) {
        if holds {
            self.0.push(MethodologyProblem { path: path.to_owned(), code, value: value.map(str::to_owned) });
        }
    }

    fn ontology(&mut self, methodology: &Methodology) {
        let ontology = &methodology.ontology;
        let lowest = ontology.levels().first().copied();
        for (at, node) in ontology.nodes.iter().enumerate() {
            let path = format!("nodes.{}", node.id);
            let is_repeated = ontology.nodes.iter().take(at).any(|other| other.id == node.id);
            self.when(is_repeated, &path, Code::DuplicateName, None);
            // Without levels each type is its own rung, in order.
            let is_lowest = lowest.map_or(at == 0, |lowest| node.level == Some(lowest));
            self.when(node.terminal && is_lowest, &path, Code::TerminalAtLowestLevel, None);
        }
        for (at, edge) in ontology.edges.iter().enumerate() {
            let path = format!("edges.{}", edge.id);
            let is_repeated = ontology.edges.iter().take(at).any(|other| other.id == edge.id);
            self.when(is_repeated, &path, Code::DuplicateName, None);
            for end in edge.permitted.iter().flat_map(|(source, target)| [source, target]) {
                let is_unknown = &**end != "*" && ontology.node(end).is_none();
                self.when(is_unknown, &path, Code::UnknownNodeType, Some(end));
            }
        }
    }

    fn strategy(&mut self, path: &str, strategy: &Strategy, methodology: &Methodology) {
        for node_type in &strategy.focus.types {
            let is_unknown = methodology.ontology.node(node_type).is_none();
            self.when(is_unknown, path, Code::UnknownNodeType, Some(node_type));
        }
        self.when(strategy.description.trim().is_empty(), path, Code::NoDescription, None);
        for tactic in &strategy.tactics {
            self.when(methodology.tactic(tactic).is_none(), path, Code::UnknownTactic, Some(tactic));
        }
        self.when(!strategy.base.is_finite(), path, Code::BadBase, None);
        for (name, weight) in &strategy.weights {
            let key = SignalKey::parse(name);
            self.when(key.is_none(), path, Code::UnknownKey, Some(name));
            let is_hidden = key.is_some_and(|key| !is_visible(key, strategy.focus.kind));
            self.when(is_hidden, path, Code::KeyOutOfScope, Some(name));
            self.when(!weight.is_finite(), path, Code::BadWeight, Some(name));
        }
    }

    fn requires(&mut self, methodology: &Methodology) {
        for (at, requirement) in methodology.requires.iter().enumerate() {
            let path = format!("requires.{}", requirement.id);
            let is_repeated = methodology.requires.iter().take(at).any(|other| other.id == requirement.id);
            self.when(is_repeated, &path, Code::DuplicateName, None);
            self.when(requirement.types.is_empty(), &path, Code::NothingCounts, None);
            for node_type in requirement.types.iter().chain(&requirement.joined_with) {
                let is_unknown = methodology.ontology.node(node_type).is_none();
                self.when(is_unknown, &path, Code::UnknownNodeType, Some(node_type));
            }
            for strategy in requirement.raises.keys().chain(&requirement.holds_back) {
                let is_unknown = methodology.strategy(strategy).is_none();
                self.when(is_unknown, &path, Code::UnknownStrategy, Some(strategy));
            }
            for (strategy, points) in &requirement.raises {
                self.when(!points.is_finite(), &path, Code::BadWeight, Some(strategy));
                let is_held = requirement.holds_back.contains(strategy);
                self.when(is_held, &path, Code::RaisedAndHeldBack, Some(strategy));
            }
            self.when(requirement.raises.is_empty(), &path, Code::NothingAsks, None);
        }
    }

    fn phases(&mut self, methodology: &Methodology) {
        for (name, phase) in &methodology.phases {
            let path = format!("phases.{name}");
            self.when(!PHASES.contains(&&**name), &path, Code::UnknownPhase, None);
            for (part, table) in [("weights", &phase.weights), ("bonuses", &phase.bonuses)] {
                let path = format!("{path}.{part}");
                for (strategy, value) in table {
                    let is_unknown = methodology.strategy(strategy).is_none();
                    self.when(is_unknown, &path, Code::UnknownStrategy, Some(strategy));
                    self.when(!value.is_finite(), &path, Code::BadWeight, Some(strategy));
                    self.when(part == "weights" && *value < 0.0, &path, Code::Negative, Some(strategy));
                }
            }
            let is_ruled_out = |strategy: &Strategy| phase.weights.get(&*strategy.id) == Some(&0.0);
            let is_empty = !methodology.strategies.is_empty() && methodology.strategies.iter().all(is_ruled_out);
            self.when(is_empty, &path, Code::NoStrategyAllowed, None);
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests fail loudly")]
mod tests {
    use super::*;
    use crate::engine::methodology::{Conversation, FocusKind, FocusRule, NodeType, Ontology, Phase};

    fn node(id: &str, level: u32, terminal: bool) -> NodeType {
        NodeType {
            id: id.into(),
            name: String::new(),
            level: Some(level),
            terminal,
            description: String::new(),
            examples: Vec::new(),
        }
    }

    fn strategy(id: &str, closes: bool) -> Strategy {
        Strategy {
            id: id.into(),
            name: String::new(),
            description: "Asks on.".to_owned(),
            guidance: None,
            tactics: Vec::new(),
            moves_as: None,
            focus: FocusRule { kind: FocusKind::Global, ..FocusRule::default() },
            base: 0.0,
            closes,
            varies: false,
            weights: [("llm.valence".into(), 1.0)].into_iter().collect(),
        }
    }

    fn methodology() -> Methodology {
        Methodology {
            id: "tiny".into(),
            name: String::new(),
            version: None,
            goal: String::new(),
            opening_bias: String::new(),
            description: String::new(),
            ontology: Ontology { nodes: vec![node("a", 1, false), node("b", 2, true)], ..Ontology::default() },
            strategies: vec![strategy("ask", false), strategy("close", true)],
            tactics: Vec::new(),
            phases: [("late".into(), Phase::default())].into_iter().collect(),
            requires: Vec::new(),
            conversation: Conversation::default(),
        }
    }

    fn problems(change: impl FnOnce(&mut Methodology)) -> Vec<String> {
        let mut methodology = methodology();
        change(&mut methodology);
        check_methodology(&methodology).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_sound_methodology_has_no_problem() {
        assert_eq!(problems(|_| ()), Vec::<String>::new());
    }

    #[test]
    fn a_line_of_reasons_may_not_end_where_it_starts() {
        let found = problems(|methodology| methodology.ontology.nodes = vec![node("a", 1, true), node("b", 2, true)]);
        assert_eq!(found, ["nodes.a: terminal_at_lowest_level"]);
    }

    #[test]
    fn a_phase_must_exist_and_leave_a_strategy() {
        let found = problems(|methodology| {
            let weights = [("ask".into(), 0.0), ("close".into(), 0.0)].into_iter().collect();
            methodology.phases = [("end".into(), Phase { weights, ..Phase::default() })].into_iter().collect();
        });
        assert_eq!(found, ["phases.end: unknown_phase", "phases.end: no_strategy_allowed"]);
    }

    #[test]
    fn a_requirement_names_what_exists_and_somebody_asks_for_it() {
        let requirement = |value: serde_json::Value| -> crate::engine::methodology::Requirement {
            serde_json::from_value(value).unwrap()
        };
        let found = problems(|methodology| {
            methodology.requires = vec![
                requirement(
                    serde_json::json!({"id": "fine", "description": "d", "types": ["b"], "raises": {"ask": 0.5}}),
                ),
                requirement(serde_json::json!({"id": "idle", "description": "d", "types": []})),
                requirement(serde_json::json!({"id": "lost", "description": "d", "types": ["c"], "joined_with": ["d"],
                    "raises": {"sak": 1.0, "ask": 1.0}, "holds_back": ["ask"]})),
                requirement(
                    serde_json::json!({"id": "fine", "description": "d", "types": ["a"], "raises": {"ask": 0.5}}),
                ),
            ];
        });
        let expected = [
            "requires.idle: nothing_counts",
            "requires.idle: nothing_asks",
            "requires.lost: unknown_node_type c",
            "requires.lost: unknown_node_type d",
            "requires.lost: unknown_strategy sak",
            "requires.lost: raised_and_held_back ask",
            "requires.fine: duplicate_name",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn all_problems_are_found_at_once() {
        let found = problems(|methodology| {
            for strategy in &mut methodology.strategies {
                strategy.base = f64::NAN;
                strategy.weights.insert("graph.element.depth".into(), f64::INFINITY);
                strategy.focus.types.push("c".into());
            }
        });
        let of = |id: &str| {
            let problems = [
                "unknown_node_type c",
                "bad_base",
                "key_out_of_scope graph.element.depth",
                "bad_weight graph.element.depth",
            ];
            problems.map(|problem| format!("strategies.{id}: {problem}"))
        };
        assert_eq!(found, [of("ask"), of("close")].concat());
    }
}
