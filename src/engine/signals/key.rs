//! Keys of weights: each names a signal, a band of a number, a side of a flag, or a word.

use std::sync::LazyLock;

use super::{
    catalogue::{ELEMENT, NODE, SignalScope, globals, names},
    signal::Test,
};
use crate::engine::sort;

/// A resolved key: a signal and a test of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignalKey {
    /// Subject of the signal.
    pub scope: SignalScope,
    /// Position of the signal in its scope.
    pub slot: usize,
    /// Test of the value.
    pub test: Test,
}

/// Every signal by name.
static BY_NAME: LazyLock<Vec<(&str, SignalScope, usize)>> = LazyLock::new(|| {
    let slots = globals().enumerate().map(|(slot, _)| slot);
    let slots = slots.chain(0..NODE.len()).chain(0..ELEMENT.len());
    let mut names: Vec<_> = names().zip(slots).map(|((name, scope), slot)| (name, scope, slot)).collect();
    sort::by_key(&mut names, |(name, ..)| *name);
    names
});

impl SignalKey {
    /// Resolves a key. None if it names no signal or no ending of its kind.
    pub fn parse(text: &str) -> Option<Self> {
        find(text).and_then(|(scope, slot)| Self::of(scope, slot, None)).or_else(|| {
            let (name, ending) = text.rsplit_once('.')?;
            let (scope, slot) = find(name)?;
            Self::of(scope, slot, Some(ending))
        })
    }

    fn of(scope: SignalScope, slot: usize, ending: Option<&str>) -> Option<Self> {
        let test = match scope {
            SignalScope::Global => globals().nth(slot)?.test(ending),
            SignalScope::Node => NODE.get(slot)?.test(ending),
            SignalScope::Element => ELEMENT.get(slot)?.test(ending),
        };
        test.map(|test| Self { scope, slot, test })
    }
}

fn find(name: &str) -> Option<(SignalScope, usize)> {
    let at = BY_NAME.binary_search_by_key(&name, |(name, ..)| *name).ok()?;
    BY_NAME.get(at).map(|(_, scope, slot)| (*scope, *slot))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops where something is missing")]
mod tests {
    use super::*;

    #[test]
    fn every_signal_has_its_own_name() {
        assert!(BY_NAME.windows(2).all(|pair| pair[0].0 != pair[1].0));
    }

    #[test]
    fn bands_belong_to_numbers_and_words_to_words() {
        assert_eq!(SignalKey::parse("llm.certainty.low").unwrap().test, Test::Low);
        assert_eq!(SignalKey::parse("graph.node.exhausted").unwrap().test, Test::Itself);
        assert_eq!(SignalKey::parse("graph.node.exhausted.false").unwrap().test, Test::Not);
        assert_eq!(SignalKey::parse("meta.interview.phase.late").unwrap().test, Test::Word(2));
        for wrong in ["", "certainty", "llm.response_depth", "llm.response_depth.Surface", "graph.node.exhausted.low"] {
            assert_eq!(SignalKey::parse(wrong), None, "{wrong}");
        }
    }
}
