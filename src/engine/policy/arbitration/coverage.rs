//! Coverage of each element by its requirements, and the gaps that are left.

use super::facts::Network;
use crate::engine::{
    concept::Requirements,
    dialogue::{Focus, GapKind},
    graph::{Neighbours, Reaction},
    id::{Name, NodeId},
    number::{count, ratio},
};

/// Coverage of one element.
#[derive(Clone, Debug)]
pub struct RequiredElement {
    /// Id of the element.
    pub id: Name,
    /// Its requirements.
    pub requirements: Requirements,
    /// Nodes linked to it, in order, each once.
    pub nodes: Vec<NodeId>,
    /// Latest reaction to it.
    pub reaction: Option<Reaction>,
    /// Whether the respondent understands it.
    pub understood: Understanding,
    /// Number of questions about its gaps. Never reset.
    pub focus_count: u32,
    /// Whether the number of questions reached the threshold. Never reset.
    pub is_exhausted: bool,
}

impl RequiredElement {
    /// An element that has not come up.
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

/// Whether the respondent understands an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Understanding {
    /// No answer shows it, or the reading was withdrawn.
    #[default]
    Open,
    /// An answer shows it.
    Shown,
}

/// A requirement of an element that is not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementGap {
    /// Id of the element.
    pub element: Name,
    /// Kind of the gap.
    pub kind: GapKind,
    /// The element it is not connected to.
    pub target: Option<Name>,
    /// Number of questions about the element's gaps.
    pub focus_count: u32,
    /// Whether the element is not exhausted.
    pub is_open: bool,
}

impl ElementGap {
    /// The focus of a question about this gap.
    pub fn focus(&self) -> Focus {
        Focus::Gap { element: self.element.clone(), gap: self.kind, target: self.target.clone() }
    }
}

/// Coverage of all elements. Events that name an unknown element are ignored.
#[derive(Clone, Debug)]
pub struct RequiredCoverage {
    elements: Vec<RequiredElement>,
    threshold: u32,
}

impl RequiredCoverage {
    /// Coverage of these elements. The `threshold`th question about its gaps exhausts an element.
    pub fn new(elements: impl IntoIterator<Item = RequiredElement>, threshold: u32) -> Self {
        Self { elements: elements.into_iter().collect(), threshold }
    }

    /// Elements in concept order.
    pub fn elements(&self) -> &[RequiredElement] {
        &self.elements
    }

    /// Coverage of an element.
    pub fn element(&self, id: &str) -> Option<&RequiredElement> {
        self.elements.iter().find(|element| &*element.id == id)
    }

    /// Coverage of an element, mutable.
    pub fn element_mut(&mut self, id: &str) -> Option<&mut RequiredElement> {
        self.elements.iter_mut().find(|element| &*element.id == id)
    }

    /// Links a node of the graph to an element.
    pub fn link(&mut self, element: &str, node: NodeId, graph: &Network<'_>) {
        if let Some(element) = self.element_mut(element)
            && graph.place(node).is_some()
            && !element.nodes.contains(&node)
        {
            element.nodes.push(node);
        }
    }

    /// Records a reaction to an element. It replaces an earlier one.
    pub fn record_reaction(&mut self, element: &str, reaction: Option<Reaction>) {
        if let Some(element) = self.element_mut(element) {
            element.reaction = reaction;
        }
    }

    /// Records whether the respondent understands an element.
    pub fn record_understanding(&mut self, element: &str, understood: Understanding) {
        if let Some(element) = self.element_mut(element) {
            element.understood = understood;
        }
    }

    /// Counts a question about a gap of an element.
    pub fn record_question(&mut self, element: &str) {
        let threshold = self.threshold;
        if let Some(element) = self.element_mut(element) {
            element.focus_count += 1;
            element.is_exhausted |= element.focus_count >= threshold;
        }
    }

    /// All gaps, in element order.
    pub fn gaps(&self, graph: &Network<'_>) -> Vec<ElementGap> {
        let mut gaps = Vec::new();
        let joined = self.joined(graph);
        for (at, element) in self.elements.iter().enumerate() {
            let gap = |kind, target| ElementGap {
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

    /// A matrix of elements that an edge joins, in either direction, row by row. Visits each edge once.
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
            for &a in about.of(count(source)) {
                for &b in about.of(count(target)) {
                    mark(a as usize, b as usize);
                    mark(b as usize, a as usize);
                }
            }
        }
        joined
    }

    /// Places of nodes, each with the position of an element it is linked to.
    fn places(&self, graph: &Network<'_>) -> impl Iterator<Item = (u32, u32)> + Clone {
        self.elements.iter().enumerate().flat_map(move |(at, element)| {
            let places = element.nodes.iter().filter_map(|node| graph.place(*node));
            places.map(move |place| (count(place), count(at)))
        })
    }

    fn is_joined(&self, joined: &[bool], from: usize, target: &str) -> bool {
        let to = self.elements.iter().position(|element| &*element.id == target);
        to.and_then(|to| joined.get(from * self.elements.len() + to)).copied().unwrap_or_default()
    }

    /// Elements without a gap as a share of all, 0–1. None without elements.
    pub fn ratio(&self, gaps: &[ElementGap]) -> Option<f64> {
        let complete = self.elements.iter().filter(|element| gaps.iter().all(|gap| gap.element != element.id)).count();
        share(complete, self.elements.len())
    }

    /// One minus open gaps per element, ≤ 1. Exhausted elements have no open gaps. None without elements.
    pub fn closing_ratio(&self, gaps: &[ElementGap]) -> Option<f64> {
        let open = gaps.iter().filter(|gap| gap.is_open).count();
        share(open, self.elements.len()).map(|open| 1.0 - open)
    }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| ratio(part, whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coverage(names: &[&str]) -> RequiredCoverage {
        let elements = names
            .iter()
            .map(|name| RequiredElement::new(&Name::from(*name), &Requirements::default()))
            .collect::<Vec<_>>();
        RequiredCoverage::new(elements, 3)
    }

    #[test]
    fn the_third_question_about_an_element_exhausts_it() {
        let mut coverage = coverage(&["a", "b"]);
        for element in ["a", "a", "b", "a"] {
            coverage.record_question(element);
        }
        let counts: Vec<_> = coverage.elements().iter().map(|one| (one.focus_count, one.is_exhausted)).collect();
        assert_eq!(counts, [(3, true), (1, false)]);
    }

    #[test]
    fn an_unmentioned_element_has_no_other_gap() {
        let gaps = coverage(&["a"]).gaps(&Network::default());
        assert_eq!(gaps.iter().map(|gap| gap.kind).collect::<Vec<_>>(), [GapKind::Unmentioned]);
    }

    #[test]
    fn an_unknown_element_changes_nothing() {
        let mut coverage = coverage(&["a"]);
        coverage.record_question("ghost");
        coverage.link("ghost", NodeId(0), &Network::default());
        assert_eq!(coverage.elements().len(), 1);
        assert_eq!(coverage.ratio(&coverage.gaps(&Network::default())), Some(0.0));
    }
}
