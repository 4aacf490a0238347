//! Sorts lists with one shared implementation.
//!
//! The standard sort is compiled for every type and comparison, at five kilobytes of WebAssembly each. This module
//! compiles it once, for the positions of a list.

use std::cmp::Ordering;

/// Sorts a list with a stable sort.
pub(crate) fn by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut places = places(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        (_, _) => Ordering::Equal,
    });
    for start in 0..items.len() {
        let mut at = start;
        // Follows each cycle of entries that swap places, and marks entries that are in place.
        while let Some(from) = places.get_mut(at).map(|place| std::mem::replace(place, at))
            && from != start
            && from != at
        {
            items.swap(at, from);
            at = from;
        }
    }
}

/// Sorts a list by a key with a stable sort.
pub(crate) fn by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts a list of values.
pub(crate) fn ascending<T: Ord>(items: &mut [T]) {
    by(items, T::cmp);
}

/// Sorts a list of values and drops repeated ones.
pub(crate) fn distinct<T: Ord>(items: &mut Vec<T>) {
    ascending(items);
    items.dedup();
}

/// The previous position of each entry of the sorted list.
fn places(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    #[expect(clippy::disallowed_methods, reason = "the one standard sort of the engine")]
    places.sort_by(|a, b| compare(*a, *b));
    places
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the standard sort is the oracle")]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_ordered_as_by_the_sort_of_the_standard_library() {
        let mut seed = 7_u64;
        for length in 0..60_usize {
            let mut ours: Vec<(u64, usize)> = (0..length)
                .map(|at| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (seed >> 61, at)
                })
                .collect();
            let mut theirs = ours.clone();
            theirs.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
            by(&mut ours, |a, b| b.0.cmp(&a.0));
            assert_eq!(ours, theirs);
            theirs.sort_by_key(|(key, _)| *key);
            by_key(&mut ours, |(key, _)| *key);
            assert_eq!(ours, theirs);
        }
    }
}
