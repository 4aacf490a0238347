//! Schemas of the vectors as ontologies: bundled ones by name, others in place.

use std::{fs, path::PathBuf};

use querent_engine::engine::{
    id::Name,
    index_map::IndexMap,
    methodology::{EdgeType, NodeType, Ontology},
};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Schema {
    Bundled(String),
    Custom { node_types: IndexMap<String, Terminal>, edge_types: IndexMap<String, Ends> },
}

#[derive(Deserialize)]
pub(super) struct Terminal {
    terminal: bool,
}

#[derive(Deserialize)]
pub(super) struct Ends {
    sources: Vec<String>,
    targets: Vec<String>,
}

#[derive(Deserialize)]
struct Bundled {
    terminal: IndexMap<String, bool>,
    rules: IndexMap<String, (Vec<String>, Vec<String>)>,
}

pub(super) fn ontology(schema: &Schema) -> Ontology {
    match schema {
        Schema::Custom { node_types, edge_types } => build(
            node_types.iter().map(|(id, kind)| (id.as_str(), kind.terminal)),
            edge_types.iter().map(|(id, ends)| (id.as_str(), &ends.sources, &ends.targets)),
        ),
        Schema::Bundled(name) => {
            let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/data/arbitration_schemas.json");
            let text = fs::read_to_string(path).unwrap();
            let bundled: IndexMap<String, Bundled> = serde_json::from_str(&text).unwrap();
            let schema = bundled.get(name).unwrap_or_else(|| panic!("no schema {name}"));
            build(
                schema.terminal.iter().map(|(id, terminal)| (id.as_str(), *terminal)),
                schema.rules.iter().map(|(id, (sources, targets))| (id.as_str(), sources, targets)),
            )
        }
    }
}

fn build<'a>(
    nodes: impl Iterator<Item = (&'a str, bool)>,
    edges: impl Iterator<Item = (&'a str, &'a Vec<String>, &'a Vec<String>)>,
) -> Ontology {
    let node = |(id, terminal): (&str, bool)| NodeType {
        id: Name::from(id),
        name: id.to_owned(),
        level: None,
        terminal,
        description: String::new(),
        examples: Vec::new(),
    };
    let pairs = |sources: &[String], targets: &[String]| -> Vec<(Name, Name)> {
        let pair = |source: &String| {
            let source = Name::from(source.as_str());
            targets.iter().map(move |target| (source.clone(), Name::from(target.as_str())))
        };
        sources.iter().flat_map(pair).collect()
    };
    let edge = |(id, sources, targets): (&str, &Vec<String>, &Vec<String>)| EdgeType {
        id: Name::from(id),
        name: id.to_owned(),
        description: String::new(),
        permitted: pairs(sources, targets),
        ladder: None,
    };
    Ontology { nodes: nodes.map(node).collect(), edges: edges.map(edge).collect(), guidelines: Vec::new() }
}
