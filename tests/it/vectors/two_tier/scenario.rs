//! The scenario of the specification, as the engine's own evidence.

use std::collections::BTreeMap;

use querent_engine::engine::{
    id::Name,
    policy::two_tier::{
        Candidate, CandidateFocus, TwoTierConfig, TwoTierFacts,
        evidence::{Evidence, EvidenceEdge, EvidenceElement, EvidenceNode, EvidenceTurn, LadderTypes},
    },
};
use serde_json::{Map, Value, json};

const LADDER: [&str; 5] =
    ["attribute", "functional_consequence", "psychosocial_consequence", "instrumental_value", "terminal_value"];

/// A position no node has.
const NOWHERE: u32 = u32::MAX;

/// A scenario with what the engine needs to borrow.
pub(super) struct Scenario<'a> {
    input: &'a Value,
    pub(super) config: TwoTierConfig,
    positions: BTreeMap<&'a str, u32>,
    aliases: Vec<Vec<String>>,
}

pub(super) fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

pub(super) fn number(value: &Value) -> u32 {
    value.as_u64().map_or(0, |number| u32::try_from(number).unwrap())
}

pub(super) fn config(input: &Value) -> TwoTierConfig {
    let mut config = input.get("config").cloned().unwrap_or(json!({}));
    for key in ["policy", "min_relevance", "max_hops", "resolution"] {
        config.as_object_mut().unwrap().remove(key);
    }
    serde_json::from_value(config).unwrap()
}

impl<'a> Scenario<'a> {
    pub(super) fn of(input: &'a Value) -> Self {
        let positions = (0..).zip(items(&input["graph"]["nodes"])).map(|(index, node)| (text(&node["id"]), index));
        let aliases = items(&input["concept"]["elements"])
            .iter()
            .map(|element| items(&element["aliases"]).iter().map(|alias| text(alias).to_owned()).collect());
        Self { input, config: config(input), positions: positions.collect(), aliases: aliases.collect() }
    }

    pub(super) fn facts(&self) -> TwoTierFacts<'_> {
        self.config.facts(self.evidence())
    }

    pub(super) fn phase(&self) -> Name {
        self.input["phase"].as_str().map_or_else(|| self.config.phase(&self.facts()).unwrap().phase, Name::from)
    }

    fn evidence(&self) -> Evidence<'_> {
        let input = self.input;
        let elements = items(&input["concept"]["elements"]);
        let names = |value: &Value| items(value).iter().map(|id| text(id).into()).collect();
        Evidence {
            pack: Default::default(),
            concept: text(&input["concept"]["label"]),
            elements: elements
                .iter()
                .zip(&self.aliases)
                .map(|(element, aliases)| EvidenceElement {
                    id: text(&element["id"]).into(),
                    label: text(&element["label"]),
                    aliases,
                })
                .collect(),
            ladder: self.ladder(),
            nodes: items(&input["graph"]["nodes"]).iter().map(node).collect(),
            edges: items(&input["graph"]["edges"]).iter().map(|value| self.edge(value)).collect(),
            turns: items(&input["history"]).iter().map(|value| self.turn(value)).collect(),
            seen: Some(names(&input["coverage"]["elements_seen"])),
            total: names(&input["coverage"]["elements_total"]),
            turn: number(&input["turn"]),
            phase: serde_json::from_value(input["phase_state"].clone()).unwrap(),
            low_info_turns: number(&input["counters"]["consecutive_low_info_turns"]),
            signals: super::texts::signals(&input["signals"]),
        }
    }

    fn ladder(&self) -> LadderTypes<'_> {
        let given = self.input["methodology"]["node_types"].as_array();
        let types: Vec<&str> = given.map_or(LADDER.to_vec(), |types| types.iter().map(text).collect());
        LadderTypes {
            types: types.len(),
            lowest: types.iter().take(1).copied().collect(),
            highest: types.iter().rev().take(2).copied().collect(),
        }
    }

    pub(super) fn position(&self, id: &Value) -> Option<u32> {
        id.as_str().map(|id| self.positions.get(id).copied().unwrap_or(NOWHERE))
    }

    pub(super) fn id(&self, position: u32) -> &str {
        text(&self.input["graph"]["nodes"][position as usize]["id"])
    }

    fn edge(&self, edge: &Value) -> EvidenceEdge {
        EvidenceEdge {
            source: self.position(&edge["source"]).unwrap(),
            target: self.position(&edge["target"]).unwrap(),
            relevance: edge["relevance"].as_f64().unwrap_or(0.5),
            weight: edge["weight"].as_f64().unwrap_or(1.0),
            revises: edge["type"] == "revises",
        }
    }

    fn turn<'s>(&'s self, turn: &'s Value) -> EvidenceTurn<'s> {
        EvidenceTurn {
            question: turn["question"].as_str(),
            answer: turn["response"].as_str(),
            strategy: turn["strategy"].as_str().map(Name::from),
            node: self.position(&turn["focus"]["node_id"]),
        }
    }

    /// A probe given in a scenario.
    pub(super) fn candidate(&self, probe: &Value) -> Candidate {
        let focus = &probe["focus"];
        let strategy = text(&probe["strategy"]);
        Candidate {
            strategy: strategy.into(),
            category: self.config.strategy(strategy).map_or_else(|| "".into(), |strategy| strategy.category.clone()),
            focus: CandidateFocus {
                focus_type: serde_json::from_value(focus["focus_type"].clone()).unwrap(),
                node: self.position(&focus["node_id"]),
                nodes: items(&focus["node_ids"]).iter().filter_map(|id| self.position(id)).collect(),
                element: focus["element_id"].as_str().map(Name::from),
                anchor: self.position(&focus["anchor_node_id"]),
                description: text(&focus["focus_description"]).to_owned(),
                confidence: focus["confidence"].as_f64().unwrap_or(1.0),
            },
        }
    }

    /// A probe in the words of the specification.
    pub(super) fn written(&self, candidate: &Candidate) -> Value {
        let mut written = Map::new();
        let focus = &candidate.focus;
        written.insert("focus_type".into(), json!(focus.focus_type));
        let mut put = |key: &str, value: Option<Value>| value.map(|value| written.insert(key.into(), value));
        put("node_id", focus.node.map(|node| json!(self.id(node))));
        let nodes: Vec<&str> = focus.nodes.iter().map(|node| self.id(*node)).collect();
        put("node_ids", (!nodes.is_empty()).then(|| json!(nodes)));
        put("element_id", focus.element.as_ref().map(|id| json!(id)));
        put("anchor_node_id", focus.anchor.map(|node| json!(self.id(node))));
        put("focus_description", Some(json!(focus.description)));
        put("confidence", Some(json!(focus.confidence)));
        json!({"strategy": candidate.strategy, "focus": written})
    }
}

fn node(node: &Value) -> EvidenceNode<'_> {
    EvidenceNode {
        label: node["label"].as_str().unwrap_or_else(|| text(&node["id"])),
        node_type: text(&node["type"]),
        turn: number(&node["turn"]),
        confidence: node["confidence"].as_f64().unwrap_or(0.7),
        stance: node["stance"].as_i64().map_or(0, |stance| i8::try_from(stance).unwrap()),
        is_superseded: false,
        elements: &[],
    }
}
