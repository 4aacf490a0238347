//! What prompts say of the study: its topic, its method, its types.

use super::{
    Frame, RenderError, escape,
    escape::Material,
    template::{Draft, Slots},
};
use crate::{
    concept::Element,
    methodology::{EdgeType, NodeType},
};

/// Most characters of the stimulus text in a prompt.
const STIMULUS: usize = 1_200;

/// Most examples of a node type in a prompt.
const EXAMPLES: usize = 3;

const RULE: &str = include_str!("rule.md");
const MARKS: &str = include_str!("marks.md");

impl Frame<'_> {
    /// The language by its English name where that is sure, else by its tag.
    pub(super) fn language_name(&self) -> String {
        let name = match self.language.split('-').next().unwrap_or_default() {
            "ar" => "Arabic",
            "cs" => "Czech",
            "da" => "Danish",
            "de" => "German",
            "el" => "Greek",
            "en" => "English",
            "es" => "Spanish",
            "fi" => "Finnish",
            "fr" => "French",
            "hi" => "Hindi",
            "it" => "Italian",
            "ja" => "Japanese",
            "ko" => "Korean",
            "nl" => "Dutch",
            "pl" => "Polish",
            "pt" => "Portuguese",
            "ru" => "Russian",
            "sv" => "Swedish",
            "tr" => "Turkish",
            "uk" => "Ukrainian",
            "zh" => "Chinese",
            _ => return format!("the language with the tag {}", escape::json(self.language)),
        };
        name.to_owned()
    }

    /// Topic and objective.
    pub(super) fn brief(&self) -> Material {
        let mut material = Material::default();
        material.put("topic", &self.concept.topic);
        if let Some(objective) = &self.concept.objective {
            material.put("objective", objective);
        }
        material
    }

    /// Topic, objective and the parts of the concept with the words people use for them.
    pub(super) fn with_elements(&self) -> Material {
        let mut material = self.brief();
        material.put_all("parts", &self.concept.elements.iter().map(element).collect::<Vec<_>>());
        material
    }

    /// Topic, objective and the parts of the concept.
    pub(super) fn with_parts(&self) -> Material {
        let mut material = self.brief();
        let parts = self.concept.elements.iter().map(|element| format!("{}: {}", element.id, element.label));
        material.put_all("parts", &parts.collect::<Vec<_>>());
        material
    }

    /// Topic, objective and what the respondent has in view.
    pub(super) fn with_stimulus(&self) -> Material {
        let mut material = self.brief();
        if let Some(text) = self.concept.stimulus.as_ref().and_then(|stimulus| stimulus.text.as_deref()) {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            material.put("respondent_sees", &escape::cut(&text, STIMULUS));
        }
        material
    }

    /// Name and goal of the method.
    pub(super) fn method(&self) -> String {
        format!("{}. {}", self.methodology.name, self.methodology.goal)
    }

    /// A line a node type, rungs lowest first, then those off the ladder.
    pub(super) fn node_types(&self) -> String {
        let mut nodes: Vec<&NodeType> = self.methodology.ontology.nodes.iter().collect();
        nodes.sort_by_key(|node| node.level.unwrap_or(u32::MAX));
        lines(nodes, node_type)
    }

    /// A line an edge type.
    pub(super) fn edge_types(&self) -> String {
        lines(&self.methodology.ontology.edges, edge_type)
    }

    /// Advice to whoever reads an answer.
    pub(super) fn guidelines(&self) -> String {
        lines(&self.methodology.ontology.guidelines, |line| format!("- {line}"))
    }
}

/// The rule that marked text is data; where details are hidden, what their marks are.
pub(super) fn rule(draft: &mut Draft, frame: &Frame<'_>) -> Result<String, RenderError> {
    let rule = draft.text(RULE, &Slots::new())?;
    Ok(if frame.redacts { format!("{}\n{rule}", draft.text(MARKS, &Slots::new())?) } else { rule })
}

fn lines<T>(items: impl IntoIterator<Item = T>, line: impl Fn(T) -> String) -> String {
    items.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// `creamy_texture: Creamy texture; silky, smooth, foam`.
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

/// Pairs, sources with the same targets together: `attribute, value > value`. Pairs of any types are not told.
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
    format!("- {}: {} {pairs}", edge.id, edge.description.trim())
}
