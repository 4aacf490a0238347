//! Vectors about texts: questions, labels, edges, replies, concept documents.

use querent_engine::engine::{
    concept::{Element, Requirements, markdown},
    graph::{
        matcher::{LabelCandidate, Matcher, Tier},
        validate::{CheckedEdge, permitted_edge_types, validate},
    },
    language::english,
    methodology,
    untrusted::question::{self, REPEAT_SIMILARITY, is_repeat},
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    findings::{self, Context, End, KnownEdge, KnownNode},
    scenario::{Graph, Overrides, Scenario},
    schema::{Schema, ontology},
};

#[derive(Deserialize)]
pub(super) struct Dedup {
    history: Vec<Asked>,
    candidate: String,
    #[serde(default)]
    config: Overrides,
}

#[derive(Deserialize)]
struct Asked {
    question: String,
}

pub(super) fn question_dedup(input: &Dedup) -> Value {
    let threshold = input.config.similarity_threshold.unwrap_or(REPEAT_SIMILARITY);
    let asked: Vec<&str> = input.history.iter().map(|turn| turn.question.as_str()).collect();
    let compared = &asked[asked.len().saturating_sub(6)..];
    let likeness = compared.iter().map(|earlier| question::similarity(&input.candidate, earlier));
    json!({
        "duplicate": is_repeat(&input.candidate, compared.iter().copied(), threshold),
        "normalized": question::normalise(&input.candidate),
        "compared": compared.len(),
        "max_similarity": likeness.reduce(f64::max),
    })
}

#[derive(Deserialize)]
pub(super) struct Reply {
    reply: String,
}

pub(super) fn question_extract(input: &Reply) -> Value {
    json!({"question": question::clean(&input.reply)})
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum NodeDedup {
    Pair {
        a: String,
        b: String,
        #[serde(default)]
        config: Overrides,
    },
    Lookup {
        graph: Graph,
        label: String,
        #[serde(rename = "type")]
        node_type: String,
        #[serde(default)]
        config: Overrides,
    },
}

fn matcher(config: &Overrides) -> Matcher {
    let default = Matcher::default();
    Matcher { jaccard_threshold: config.jaccard_threshold.unwrap_or(default.jaccard_threshold), ..default }
}

pub(super) fn node_dedup(input: &NodeDedup) -> Value {
    let rules = english().label_rules();
    match input {
        NodeDedup::Pair { a, b, config } => json!({
            "lemmas_a": rules.word_set(a).iter().collect::<Vec<_>>(),
            "lemmas_b": rules.word_set(b).iter().collect::<Vec<_>>(),
            "similarity": rules.similarity(a, b),
            "same": matcher(config).is_same(&rules, a, b),
        }),
        NodeDedup::Lookup { graph, label, node_type, config } => {
            let known = graph.nodes.iter().map(|node| LabelCandidate {
                label: &node.label,
                node_type: node.kind.as_deref(),
                cosine: None,
            });
            let found = matcher(config).find(&rules, label, node_type, known);
            let tier = found.map(|(_, tier)| match tier {
                Tier::Exact => "exact",
                Tier::Words => "jaccard",
                Tier::Embeddings => "embeddings",
            });
            json!({"match": found.map(|(position, _)| &graph.nodes[position].id), "tier": tier})
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum EdgeValidity {
    Graph { schema: Schema, graph: Graph },
    Triple { schema: Schema, source_type: Option<String>, target_type: Option<String>, edge_type: String },
}

pub(super) fn edge_validity(input: &EdgeValidity) -> Value {
    match input {
        EdgeValidity::Graph { schema, graph } => {
            let type_of =
                |id: &str| graph.nodes.iter().rev().find(|node| node.id == id).and_then(|node| node.kind.as_deref());
            let misfits = validate(
                &ontology(schema),
                graph.nodes.iter().filter_map(|node| node.kind.as_deref()),
                graph.edges.iter().map(|edge| CheckedEdge {
                    source: type_of(&edge.source),
                    target: type_of(&edge.target),
                    edge_type: &edge.kind,
                }),
            );
            json!({
                "node_type_errors": misfits.node_types,
                "edge_type_errors": misfits.edge_types,
                "rule_errors": misfits.pairs,
            })
        }
        EdgeValidity::Triple { schema, source_type, target_type, edge_type } => {
            let ontology = ontology(schema);
            let (source, target) = (source_type.as_deref().unwrap_or(""), target_type.as_deref().unwrap_or(""));
            let is_terminal = |id: &str| ontology.node(id).is_some_and(|found| found.terminal);
            json!({
                "valid": ontology.permits(methodology::EdgeTypes { source, target, edge_type }),
                "valid_edge_types": permitted_edge_types(&ontology, source, target).collect::<Vec<_>>(),
                "source_terminal": is_terminal(source),
                "target_terminal": is_terminal(target),
            })
        }
    }
}

pub(super) fn extraction_parse(scenario: &Scenario) -> Value {
    let ontology = ontology(&scenario.schema);
    let elements: Vec<Element> = scenario
        .concept
        .elements
        .iter()
        .map(|one| Element {
            id: one.id.as_str().into(),
            label: one.id.clone(),
            say: None,
            aliases: Vec::new(),
            requirements: Requirements::default(),
        })
        .collect();
    let graph = &scenario.graph;
    let place = |id: &str| graph.nodes.iter().position(|node| node.id == id);
    let context = Context {
        ontology: &ontology,
        elements: &elements,
        nodes: graph
            .nodes
            .iter()
            .map(|node| KnownNode { label: &node.label, node_type: node.kind.as_deref(), is_ambiguous: node.ambiguous })
            .collect(),
        edges: graph
            .edges
            .iter()
            .filter_map(|edge| {
                Some(KnownEdge { source: place(&edge.source)?, target: place(&edge.target)?, edge_type: &edge.kind })
            })
            .collect(),
        matcher: matcher(&scenario.config),
    };
    let found = findings::parse(&scenario.reply, &context);
    let end = |end: End| match end {
        End::Known(node) => json!({"existing": graph.nodes[node].id}),
        End::New(node) => json!({"new": found.nodes[node].label}),
    };
    // The vectors name new nodes by label alone: two of one label and different types look the same there.
    let mut mappings: Vec<Value> = Vec::new();
    for (node, element) in &found.mappings {
        let mapping = json!({"node": end(*node), "element": element});
        if !mappings.contains(&mapping) {
            mappings.push(mapping);
        }
    }
    json!({
        "extractable": found.extractable,
        "nodes": found.nodes.iter().map(|node| json!({
            "label": node.label, "type": node.node_type, "ambiguous": node.is_ambiguous, "quote": node.quote,
        })).collect::<Vec<_>>(),
        "mentions": found.mentions.iter().map(|mention| json!({
            "node": graph.nodes[mention.node].id, "ambiguous": mention.is_ambiguous,
        })).collect::<Vec<_>>(),
        "edges": found.edges.iter().map(|edge| json!({
            "source": end(edge.source), "target": end(edge.target), "type": edge.edge_type, "quote": edge.quote,
            "invalid": !edge.permitted,
        })).collect::<Vec<_>>(),
        "element_mappings": mappings,
        "reactions": found.reactions.iter().map(|(id, one)| (id.to_string(), json!(one))).collect::<Map<_, _>>(),
        "understood": found.understood,
    })
}

#[derive(Deserialize)]
pub(super) struct Document {
    document: String,
}

pub(super) fn concept_parse(input: &Document) -> Value {
    let parsed = markdown::parse(&input.document);
    let elements = parsed.parts.iter().map(|part| {
        json!({
            "id": part.kind.id(),
            "content": part.content,
            "element_type": part.kind.element_type(),
            "requirements": part.requirements,
        })
    });
    json!({"name": parsed.name, "description": parsed.description, "elements": elements.collect::<Vec<_>>()})
}
