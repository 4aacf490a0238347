//! Keys: what the weights of a strategy name. A signal itself, a band of a number, a side of a flag, a word.

use std::sync::LazyLock;

use super::{ELEMENT, NODE, Test, globals, names};
use crate::order;

/// What a signal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The interview as a whole.
    Global,
    /// A node.
    Node,
    /// An element of the concept.
    Element,
}

/// A key, resolved: which signal, and what is asked of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// What the signal is about.
    pub scope: Scope,
    /// Position of the signal among those of its scope.
    pub slot: usize,
    /// What is asked of its value.
    pub test: Test,
}

/// Every signal by name.
static BY_NAME: LazyLock<Vec<(&str, Scope, usize)>> = LazyLock::new(|| {
    let slots = globals().enumerate().map(|(slot, _)| slot);
    let slots = slots.chain(0..NODE.len()).chain(0..ELEMENT.len());
    let mut names: Vec<_> = names().zip(slots).map(|((name, scope), slot)| (name, scope, slot)).collect();
    order::by_key(&mut names, |(name, ..)| *name);
    names
});

impl Key {
    /// Resolves a key; none if it names no signal or no band of its kind.
    pub fn parse(text: &str) -> Option<Self> {
        find(text).and_then(|(scope, slot)| Self::of(scope, slot, None)).or_else(|| {
            let (name, ending) = text.rsplit_once('.')?;
            let (scope, slot) = find(name)?;
            Self::of(scope, slot, Some(ending))
        })
    }

    fn of(scope: Scope, slot: usize, ending: Option<&str>) -> Option<Self> {
        let test = match scope {
            Scope::Global => globals().nth(slot)?.test(ending),
            Scope::Node => NODE.get(slot)?.test(ending),
            Scope::Element => ELEMENT.get(slot)?.test(ending),
        };
        test.map(|test| Self { scope, slot, test })
    }
}

fn find(name: &str) -> Option<(Scope, usize)> {
    let at = BY_NAME.binary_search_by_key(&name, |(name, ..)| *name).ok()?;
    BY_NAME.get(at).map(|(_, scope, slot)| (*scope, *slot))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops where something is missing")]
mod tests {
    use super::*;

    #[test]
    fn every_signal_has_a_name_of_its_own() {
        assert!(BY_NAME.windows(2).all(|pair| pair[0].0 != pair[1].0));
    }

    #[test]
    fn bands_belong_to_numbers_and_words_to_words() {
        assert_eq!(Key::parse("llm.certainty.low").unwrap().test, Test::Low);
        assert_eq!(Key::parse("graph.node.exhausted").unwrap().test, Test::Itself);
        assert_eq!(Key::parse("graph.node.exhausted.false").unwrap().test, Test::Not);
        assert_eq!(Key::parse("meta.interview.phase.late").unwrap().test, Test::Word(2));
        for wrong in ["", "certainty", "llm.response_depth", "llm.response_depth.Surface", "graph.node.exhausted.low"] {
            assert_eq!(Key::parse(wrong), None, "{wrong}");
        }
    }
}
