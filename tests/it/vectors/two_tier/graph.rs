//! Graph utilities: clusters and what is measured on them, chains, saturation of types.

use querent_engine::engine::policy::two_tier::scorers;
use serde_json::{Map, Value, json};

use super::scenario::{Scenario, items, number, text};

pub(super) fn metrics(input: &Value) -> Value {
    let scenario = Scenario::of(input);
    let facts = scenario.facts();
    let (hops, relevance) = (number(&input["config"]["max_hops"]), input["config"]["min_relevance"].as_f64().unwrap());
    let visited: Vec<u32> = items(&input["visited"]).iter().filter_map(|id| scenario.position(id)).collect();
    let live = |members: &&Vec<u32>| members.iter().all(|node| facts.graph.node(*node).is_some());
    let named = |members: &Vec<u32>| members.iter().map(|node| scenario.id(*node).to_owned()).collect::<Vec<_>>();
    let clusters: Vec<_> = facts.graph.clusters().clusters().iter().filter(live).map(named).collect();
    let mut focus = Map::new();
    for id in items(&input["focus_nodes"]) {
        let node = scenario.position(id).unwrap();
        let around = facts.graph.periphery(node, hops, relevance);
        let unvisited: Vec<_> = around.iter().filter(|found| !visited.contains(&found.node)).collect();
        let size = facts.graph.node(node).map_or(0, |_| facts.graph.cluster(node).len());
        focus.insert(
            text(id).to_owned(),
            json!({
                "cluster_size": size,
                "local_cluster_density": facts.graph.cluster_density(node),
                "degree": facts.graph.degree(node),
                "median_cluster_degree": facts.graph.median_cluster_degree(node),
                "peripheral_count": unvisited.len(),
                "peripheral_max_relevance": unvisited.iter().map(|found| found.relevance).fold(0.0, f64::max),
                "has_opposite_stance": facts.graph.has_opposite_stance(node),
            }),
        );
    }
    json!({"clusters": clusters, "modularity": facts.graph.clusters().modularity(&facts.graph.simple), "focus": focus})
}

pub(super) fn modularity(input: &Value) -> Value {
    let scenario = Scenario::of(input);
    let facts = scenario.facts();
    json!({"modularity": facts.graph.clusters().modularity(&facts.graph.simple)})
}

pub(super) fn chain_depth(input: &Value) -> Value {
    let chains = Scenario::of(input).facts().graph.chains();
    json!({
        "avg_chain_length": chains.average(),
        "max_chain_length": chains.longest,
        "chain_count": chains.count,
        "complete_chains": chains.complete,
    })
}

pub(super) fn chao1(input: &Value) -> Value {
    json!({"ratio": scorers::chao1(Scenario::of(input).facts().graph.type_counts())})
}
