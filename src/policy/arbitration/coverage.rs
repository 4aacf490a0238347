//! What was heard about each element of the concept, and what is still missing.

use super::facts::Network;
use crate::{
    concept::Requirements,
    dialogue::{Focus, GapKind},
    graph::{Neighbours, Reaction},
    id::{Name, NodeId},
};

/// What was heard about one element.
#[derive(Clone, Debug)]
pub struct ElementCoverage {
    /// Its id.
    pub id: Name,
    /// What has to be heard about it.
    pub requirements: Requirements,
    /// Nodes about it, in the order they were linked, each once.
    pub nodes: Vec<NodeId>,
    /// The latest reaction to it.
    pub reaction: Option<Reaction>,
    /// Whether its meaning was grasped.
    pub understood: Understanding,
    /// Questions asked about its gaps. Never reset.
    pub focus_count: u32,
    /// Whether it was asked about enough. For good.
    pub is_exhausted: bool,
}

impl ElementCoverage {
    /// An element nobody has spoken of.
    pub fn new(id: &Name, requirements: &Requirements) -> Self {
        Self {
            id: id.clone(),
            requirements: requirements.clone(),
            nodes: Vec::new(),
            reaction: None,
            understood: Understanding::Open,
            focus_count: 0,
            is_exhausted: false,
        }
    }
}

/// Whether an element's meaning was grasped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Understanding {
    /// Nothing shows it, or it was withdrawn.
    #[default]
    Open,
    /// The respondent has shown to grasp it.
    Shown,
}

/// What an element still lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Id of the element.
    pub element: Name,
    /// What it lacks.
    pub kind: GapKind,
    /// The element it is not connected to.
    pub target: Option<Name>,
    /// Questions asked about the element's gaps so far.
    pub focus_count: u32,
    /// Whether it may still be asked about.
    pub is_open: bool,
}

impl Gap {
    /// What a question about this gap is about.
    pub fn focus(&self) -> Focus {
        Focus::Gap { element: self.element.clone(), gap: self.kind, target: self.target.clone() }
    }
}

/// What was heard about every element. Events that name an unknown element are ignored.
#[derive(Clone, Debug)]
pub struct Coverage {
    elements: Vec<ElementCoverage>,
    threshold: u32,
}

impl Coverage {
    /// Coverage of these elements; the `threshold`th question about its gaps exhausts an element.
    pub fn new(elements: impl IntoIterator<Item = ElementCoverage>, threshold: u32) -> Self {
        Self { elements: elements.into_iter().collect(), threshold }
    }

    /// Elements in concept order.
    pub fn elements(&self) -> &[ElementCoverage] {
        &self.elements
    }

    /// What was heard about an element.
    pub fn element(&self, id: &str) -> Option<&ElementCoverage> {
        self.elements.iter().find(|element| &*element.id == id)
    }

    /// The same, to be changed.
    pub fn element_mut(&mut self, id: &str) -> Option<&mut ElementCoverage> {
        self.elements.iter_mut().find(|element| &*element.id == id)
    }

    /// A node is about an element. A node the graph does not have is about nothing.
    pub fn map(&mut self, element: &str, node: NodeId, graph: &Network<'_>) {
        if let Some(element) = self.element_mut(element)
            && graph.place(node).is_some()
            && !element.nodes.contains(&node)
        {
            element.nodes.push(node);
        }
    }

    /// The respondent reacted to an element; a later reaction replaces an earlier one.
    pub fn react(&mut self, element: &str, reaction: Option<Reaction>) {
        if let Some(element) = self.element_mut(element) {
            element.reaction = reaction;
        }
    }

    /// The respondent has shown to grasp an element, or no longer does.
    pub fn understand(&mut self, element: &str, understood: Understanding) {
        if let Some(element) = self.element_mut(element) {
            element.understood = understood;
        }
    }

    /// A question about a gap of an element was asked.
    pub fn focus(&mut self, element: &str) {
        let threshold = self.threshold;
        if let Some(element) = self.element_mut(element) {
            element.focus_count += 1;
            element.is_exhausted |= element.focus_count >= threshold;
        }
    }

    /// What is missing, in element order.
    pub fn gaps(&self, graph: &Network<'_>) -> Vec<Gap> {
        let mut gaps = Vec::new();
        let joined = self.joined(graph);
        for (at, element) in self.elements.iter().enumerate() {
            let gap = |kind, target| Gap {
                element: element.id.clone(),
                kind,
                target,
                focus_count: element.focus_count,
                is_open: !element.is_exhausted,
            };
            let required = &element.requirements;
            if required.mention && element.nodes.is_empty() {
                gaps.push(gap(GapKind::Unmentioned, None));
                continue;
            }
            if required.reaction && element.reaction.is_none() {
                gaps.push(gap(GapKind::NoReaction, None));
            }
            if required.comprehension && element.understood == Understanding::Open {
                gaps.push(gap(GapKind::NoComprehension, None));
            }
            let unconnected = required.connections_to.iter().filter(|target| !self.is_joined(&joined, at, target));
            gaps.extend(unconnected.map(|target| gap(GapKind::Unconnected, Some(target.clone()))));
        }
        gaps
    }

    /// Which elements an edge joins, in either direction: a row of all elements for each. Edges are looked at once.
    fn joined(&self, graph: &Network<'_>) -> Vec<bool> {
        let size = self.elements.len();
        let mut joined = vec![false; size * size];
        if self.elements.iter().all(|element| element.requirements.connections_to.is_empty()) {
            return joined;
        }
        let about = Neighbours::collect(graph.nodes().len(), self.places(graph));
        let mut mark = |from: usize, to: usize| {
            if let Some(mark) = joined.get_mut(from * size + to) {
                *mark = true;
            }
        };
        for edge in graph.edges() {
            let (Some(source), Some(target)) = (graph.place(edge.source), graph.place(edge.target)) else { continue };
            for &a in about.of(number(source)) {
                for &b in about.of(number(target)) {
                    mark(a as usize, b as usize);
                    mark(b as usize, a as usize);
                }
            }
        }
        joined
    }

    /// Places of nodes with the positions of the elements they are about.
    fn places(&self, graph: &Network<'_>) -> impl Iterator<Item = (u32, u32)> + Clone {
        self.elements.iter().enumerate().flat_map(move |(at, element)| {
            let places = element.nodes.iter().filter_map(|node| graph.place(*node));
            places.map(move |place| (number(place), number(at)))
        })
    }

    fn is_joined(&self, joined: &[bool], from: usize, target: &str) -> bool {
        let to = self.elements.iter().position(|element| &*element.id == target);
        to.and_then(|to| joined.get(from * self.elements.len() + to)).copied().unwrap_or_default()
    }

    /// Elements without any gap, as a share of all, 0–1, for reports; none without elements.
    pub fn ratio(&self, gaps: &[Gap]) -> Option<f64> {
        let complete = self.elements.iter().filter(|element| gaps.iter().all(|gap| gap.element != element.id)).count();
        share(complete, self.elements.len())
    }

    /// One minus open gaps per element, for closing only; an exhausted element counts as done. May be negative; none
    /// without elements.
    pub fn closing_ratio(&self, gaps: &[Gap]) -> Option<f64> {
        let open = gaps.iter().filter(|gap| gap.is_open).count();
        share(open, self.elements.len()).map(|open| 1.0 - open)
    }
}

/// Which ids are among these, by index.
#[expect(clippy::cast_possible_truncation, reason = "the graph numbers its nodes with 32 bits")]
fn number(position: usize) -> u32 {
    position as u32
}

#[expect(clippy::cast_precision_loss, reason = "a concept has few elements")]
fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coverage(names: &[&str]) -> Coverage {
        let elements = names
            .iter()
            .map(|name| ElementCoverage::new(&Name::from(*name), &Requirements::default()))
            .collect::<Vec<_>>();
        Coverage::new(elements, 3)
    }

    #[test]
    fn the_third_question_about_an_element_exhausts_it() {
        let mut coverage = coverage(&["a", "b"]);
        for element in ["a", "a", "b", "a"] {
            coverage.focus(element);
        }
        let counts: Vec<_> = coverage.elements().iter().map(|one| (one.focus_count, one.is_exhausted)).collect();
        assert_eq!(counts, [(3, true), (1, false)]);
    }

    #[test]
    fn an_element_nobody_mentioned_has_that_gap_alone() {
        let gaps = coverage(&["a"]).gaps(&Network::default());
        assert_eq!(gaps.iter().map(|gap| gap.kind).collect::<Vec<_>>(), [GapKind::Unmentioned]);
    }

    #[test]
    fn an_unknown_element_changes_nothing() {
        let mut coverage = coverage(&["a"]);
        coverage.focus("ghost");
        coverage.map("ghost", NodeId(0), &Network::default());
        assert_eq!(coverage.elements().len(), 1);
        assert_eq!(coverage.ratio(&coverage.gaps(&Network::default())), Some(0.0));
    }
}
