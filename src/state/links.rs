//! Which nodes speak of which element: by what the reading found, else by the words of the label.

use crate::{
    concept::Element,
    graph::{ActiveGraph, Slot},
};

/// Nodes linked to each element, in element order.
pub(super) fn of(active: &ActiveGraph<'_>, elements: &[Element]) -> Vec<Vec<Slot>> {
    let mut linked = vec![Vec::new(); elements.len()];
    if elements.is_empty() {
        return linked;
    }
    let mut by_id: Vec<(&str, usize)> = elements.iter().enumerate().map(|(at, element)| (&*element.id, at)).collect();
    by_id.sort_unstable();
    let terms = terms(elements);
    let mut label = String::new();
    for (slot, node) in (0..).zip(&active.nodes) {
        let mut link = |element: usize| {
            if let Some(nodes) = linked.get_mut(element)
                && nodes.last() != Some(&slot)
            {
                nodes.push(slot);
            }
        };
        if node.elements.is_empty() {
            lower(&node.label, &mut label);
            let pairs = pairs(&label);
            let spoken = terms.iter().filter(|term| term.pairs & !pairs == 0 && label.contains(&term.text));
            spoken.for_each(|term| link(term.element));
        } else {
            for id in &node.elements {
                // Ids are unique in a concept; the first of two equal ones would count.
                let at = by_id.partition_point(|(known, _)| *known < &**id);
                by_id.get(at).filter(|(known, _)| *known == &**id).into_iter().for_each(|(_, element)| link(*element));
            }
        }
    }
    linked
}

/// A word or phrase that stands for an element.
struct Term {
    element: usize,
    text: String,
    pairs: u128,
}

fn terms(elements: &[Element]) -> Vec<Term> {
    let mut terms = Vec::new();
    for (at, element) in elements.iter().enumerate() {
        for text in [&element.label].into_iter().chain(&element.aliases) {
            let text = text.to_lowercase();
            // An empty alias would stand for everything that was ever said.
            if !text.is_empty() {
                terms.push(Term { element: at, pairs: pairs(&text), text });
            }
        }
    }
    terms
}

fn lower(text: &str, into: &mut String) {
    into.clear();
    if text.is_ascii() {
        into.push_str(text);
        into.make_ascii_lowercase();
    } else {
        into.push_str(&text.to_lowercase());
    }
}

/// Which pairs of neighbouring bytes a text holds, folded to 128 bits: it can only hold a text whose bits it holds.
fn pairs(text: &str) -> u128 {
    let bytes = text.as_bytes().windows(2);
    bytes.fold(0, |pairs, pair| match pair {
        [a, b] => pairs | 1 << (a.wrapping_mul(31).wrapping_add(*b) & 127),
        _ => pairs,
    })
}
