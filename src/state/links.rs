//! Which nodes speak of which element: by what the reading found, else by the words of the label.

use std::cell::LazyCell;

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
    // Where a reading found the elements of every idea, nobody asks what they are called.
    let terms = LazyCell::new(|| terms(elements));
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
            let spoken = terms.iter().filter(|term| term.pairs & !pairs == 0 && term.is_in(&label));
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
struct Term<'a> {
    element: usize,
    text: &'a str,
    /// Pairs of the text in lower case.
    pairs: u128,
}

impl Term<'_> {
    fn is_in(&self, label: &str) -> bool {
        label.contains(&self.text.to_lowercase())
    }
}

fn terms(elements: &[Element]) -> Vec<Term<'_>> {
    let mut terms = Vec::new();
    for (element, found) in elements.iter().enumerate() {
        for text in [&found.label].into_iter().chain(&found.aliases) {
            // An empty alias would stand for everything that was ever said.
            if !text.is_empty() {
                let pairs = if text.is_ascii() { pairs(text) } else { pairs(&text.to_lowercase()) };
                terms.push(Term { element, text, pairs });
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

/// Which pairs of neighbouring bytes a text holds, capital letters of ASCII taken as small ones, folded to 128 bits: it can
/// only hold a text whose bits it holds.
fn pairs(text: &str) -> u128 {
    let bytes = text.as_bytes().windows(2);
    bytes.fold(0, |pairs, pair| match pair {
        [a, b] => pairs | 1 << (a.to_ascii_lowercase().wrapping_mul(31).wrapping_add(b.to_ascii_lowercase()) & 127),
        _ => pairs,
    })
}
