//! The parts of prompts about the study: topic, method, types.

use super::{
    escape::{self, JsonBlock},
    frame::PromptStudy,
    problem::RenderError,
    template::{Slots, Template},
};
use crate::engine::language::language_name;
use crate::engine::{
    concept::Element,
    methodology::{EdgeType, NodeType},
};

/// Maximum characters of the stimulus text.
const STIMULUS: usize = 1_200;

/// Maximum examples of a node type.
const EXAMPLES: usize = 3;

const RULE: &str = include_str!("rule.md");
const MARKS: &str = include_str!("marks.md");

impl PromptStudy<'_> {
    /// The English name of the language, else its tag.
    pub(super) fn language_name(&self) -> String {
        let tag = || format!("the language with the tag {}", escape::json(self.language));
        language_name(self.language).map_or_else(tag, str::to_owned)
    }

    /// Topic and objective.
    pub(super) fn brief(&self) -> JsonBlock {
        let mut material = JsonBlock::default();
        material.put("topic", &self.concept.topic);
        if let Some(objective) = &self.concept.objective {
            material.put("objective", objective);
        }
        material
    }

    /// Topic, objective and the elements with their aliases.
    pub(super) fn with_elements(&self) -> JsonBlock {
        let mut material = self.brief();
        material.put_all("parts", &self.concept.elements.iter().map(element).collect::<Vec<_>>());
        material
    }

    /// Topic, objective and the elements.
    pub(super) fn with_parts(&self) -> JsonBlock {
        let mut material = self.brief();
        let parts = self.concept.elements.iter().map(|element| format!("{}: {}", element.id, element.label));
        material.put_all("parts", &parts.collect::<Vec<_>>());
        material
    }

    /// Topic, objective and the stimulus.
    pub(super) fn with_stimulus(&self) -> JsonBlock {
        let mut material = self.brief();
        if let Some(text) = self.concept.stimulus.as_ref().and_then(|stimulus| stimulus.text.as_deref()) {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            material.put("respondent_sees", &escape::truncate(&text, STIMULUS));
        }
        material
    }

    /// Name and goal of the method.
    pub(super) fn method(&self) -> String {
        format!("{}. {}", self.methodology.name, self.methodology.goal)
    }

    /// A line for each node type, by level; types without a level come last.
    pub(super) fn node_types(&self) -> String {
        let mut nodes: Vec<&NodeType> = self.methodology.ontology.nodes.iter().collect();
        nodes.sort_by_key(|node| node.level.unwrap_or(u32::MAX));
        lines(nodes, node_type)
    }

    /// A line for each edge type.
    pub(super) fn edge_types(&self) -> String {
        lines(&self.methodology.ontology.edges, edge_type)
    }

    /// The guidelines for reading answers.
    pub(super) fn guidelines(&self) -> String {
        lines(&self.methodology.ontology.guidelines, |line| format!("- {line}"))
    }
}

/// The rule that text between tags is data, and the explanation of placeholders.
pub(super) fn rule(template: &mut Template, frame: &PromptStudy<'_>) -> Result<String, RenderError> {
    let rule = template.text(RULE, &Slots::new())?;
    Ok(if frame.redacts { format!("{}\n{rule}", template.text(MARKS, &Slots::new())?) } else { rule })
}

fn lines<T>(items: impl IntoIterator<Item = T>, line: impl Fn(T) -> String) -> String {
    items.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Renders `creamy_texture: Creamy texture; silky, smooth, foam`.
fn element(element: &Element) -> String {
    let aliases = element.aliases.join(", ");
    format!("{}: {}{}{aliases}", element.id, element.label, if aliases.is_empty() { "" } else { "; " })
}

fn node_type(node: &NodeType) -> String {
    let rung = node.level.map(|level| format!(" ({level})")).unwrap_or_default();
    let examples: Vec<&str> = node.examples.iter().take(EXAMPLES).map(String::as_str).collect();
    let examples = if examples.is_empty() { String::new() } else { format!(" E.g. {}.", examples.join("; ")) };
    format!("- {}{rung}: {}{examples}", node.id, node.description.trim())
}

/// Renders the permitted pairs, grouped by targets: `attribute, value > value`. Pairs with wildcards are omitted.
fn edge_type(edge: &EdgeType) -> String {
    let mut sources: Vec<(&str, Vec<&str>)> = Vec::new();
    for (source, target) in edge.permitted.iter().filter(|(source, target)| &**source != "*" || &**target != "*") {
        match sources.iter_mut().find(|(known, _)| *known == &**source) {
            Some((_, targets)) => targets.push(target),
            None => sources.push((source, vec![target])),
        }
    }
    let mut groups: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (source, targets) in sources {
        match groups.iter_mut().find(|(_, known)| *known == targets) {
            Some((group, _)) => group.push(source),
            None => groups.push((vec![source], targets)),
        }
    }
    let pairs: Vec<String> =
        groups.iter().map(|(from, to)| format!("{} > {}", from.join(", "), to.join(", "))).collect();
    let pairs = if pairs.is_empty() { "Any type to any type.".to_owned() } else { pairs.join("; ") };
    // "triggered_by" runs from what was set off to what set it off; its name says so.
    let name = edge.name.trim();
    let name = if name.replace(' ', "_") == *edge.id { String::new() } else { format!(" (“{name}”)") };
    format!("- {}{name}: {} {pairs}", edge.id, edge.description.trim())
}
