//! The nodes of each element: by the extraction, else by the words of the label.

use crate::engine::{
    concept::Element,
    graph::{ActiveGraph, Slot},
    sort,
    text::Folded,
};

/// Words and phrases that name the elements of a concept, prepared for a search in labels.
#[derive(Clone, Debug, Default)]
pub struct ElementNames(Vec<(usize, Folded)>);

impl ElementNames {
    /// Labels and aliases of these elements.
    pub fn of(elements: &[Element]) -> Self {
        let names = elements.iter().enumerate().flat_map(|(at, element)| {
            let texts = [&element.label].into_iter().chain(&element.aliases);
            // An empty alias would match every label.
            texts.filter(|text| !text.is_empty()).map(move |text| (at, Folded::of(text)))
        });
        Self(names.collect())
    }
}

/// Nodes linked to each element, in element order.
pub(super) fn of(active: &ActiveGraph<'_>, elements: &[Element], names: &ElementNames) -> Vec<Vec<Slot>> {
    let mut linked = vec![Vec::new(); elements.len()];
    if elements.is_empty() {
        return linked;
    }
    let mut by_id: Vec<(&str, usize)> = elements.iter().enumerate().map(|(at, element)| (&*element.id, at)).collect();
    sort::ascending(&mut by_id);
    for (slot, node) in (0..).zip(&active.nodes) {
        let mut link = |element: usize| {
            if let Some(nodes) = linked.get_mut(element)
                && nodes.last() != Some(&slot)
            {
                nodes.push(slot);
            }
        };
        if node.elements.is_empty() {
            let label = active.label(slot);
            let spoken = names.0.iter().filter(|(_, name)| label.is_some_and(|label| label.contains(name)));
            spoken.for_each(|(element, _)| link(*element));
        } else {
            for id in &node.elements {
                // Ids are unique in a concept. Of two equal ids, the first would count.
                let at = by_id.partition_point(|(known, _)| *known < &**id);
                by_id.get(at).filter(|(known, _)| *known == &**id).into_iter().for_each(|(_, element)| link(*element));
            }
        }
    }
    linked
}
