//! Topic `ranking`: given signals, every eligible pair in order, and how its score came about.

use querent_engine::engine::{
    id::NodeId,
    signals::{ELEMENT, ElementSignals, NODE, NodeSignals, Scalar, Signal, SignalSet, SignalValue, globals},
};

use super::{
    super::{
        Case,
        json::{Json, holds, same},
    },
    scenario,
    world::policy,
};

pub(super) fn ranking(case: &Case<'_>) -> Result<(), String> {
    let methodology = scenario::methodology(case.input.at("methodology"), case.data);
    let names: Vec<&String> = case.input.at("node_signals").map().keys().collect();
    let ranked = policy().ranking(&methodology, &set(case.input)).map_err(|error| error.to_string())?;
    let pairs: Vec<Json> = ranked
        .iter()
        .map(|ranked| {
            let node = ranked.probe.focus.node().map(|node| names[node.index()].clone());
            let focus = node.or_else(|| ranked.probe.focus.element().map(ToString::to_string));
            vec![Json::from(&*ranked.probe.strategy), focus.into(), ranked.score.into()].into()
        })
        .collect();
    for ranked in &ranked {
        if ranked.score != Some(ranked.tally.replay()) || ranked.score != Some(ranked.tally.total()) {
            return Err(format!("the tally of {:?} gives {}", ranked.probe, ranked.tally.replay()));
        }
    }
    let terms = case.input.at("config").at("terms").count().unwrap_or(0);
    let terms: Vec<Json> = ranked.iter().take(terms as usize).map(|ranked| Json::of(&ranked.tally)).collect();
    let found = Json::from([("pairs", Json::from(pairs)), ("terms", terms.into())]);
    if case.expected.at("terms").is_null() { holds(case.expected, &found) } else { same(case.expected, &found) }
}

fn set(input: &Json) -> SignalSet {
    let mut set = SignalSet::default();
    for (scalar, signal) in set.global.iter_mut().zip(globals()) {
        *scalar = value(signal, input.at("signals").at(signal.name));
    }
    for (at, (id, signals)) in (0..).zip(input.at("node_signals").map()) {
        let node_type = input.at("node_types").at(id).as_text().unwrap_or("unknown");
        let known = set.types.iter().position(|name| &**name == node_type);
        let type_of = known.unwrap_or(set.types.len());
        if known.is_none() {
            set.types.push(node_type.into());
        }
        let values = std::array::from_fn(|slot| value(&NODE[slot], signals.at(NODE[slot].name)));
        set.nodes.push(NodeSignals { node: NodeId(at), type_of: u32::try_from(type_of).unwrap(), values });
    }
    for (id, signals) in input.at("element_signals").map() {
        let values = std::array::from_fn(|slot| value(&ELEMENT[slot], signals.at(ELEMENT[slot].name)));
        set.elements.push(ElementSignals { element: id.as_str().into(), values });
    }
    set
}

fn value<View>(signal: &Signal<View>, given: &Json) -> Scalar {
    let value = match given {
        Json::Null(()) => return Scalar::ABSENT,
        Json::Flag(flag) => SignalValue::Flag(*flag),
        Json::Number(number) => SignalValue::Number(*number),
        Json::Text(text) => SignalValue::Word(text.clone().into()),
        Json::List(_) | Json::Map(_) => panic!("{given:?} is no value of {}", signal.name),
    };
    signal.scalar(&value).unwrap_or_else(|| panic!("{value:?} is no value of {}", signal.name))
}
