//! Small maps and sets as sorted lists, in the order of their keys.
//!
//! The standard B-tree costs two to five kilobytes of WebAssembly for each type of key. The maps of the engine have tens of
//! entries, where a sorted list is as fast.

use std::{borrow::Borrow, ops::Deref};

/// A map in the order of its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> SortedMap<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Whether the map has no key.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().and_then(|at| self.0.get(at)).map(|(_, value)| value)
    }

    /// Whether the map has a key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        match self.find(&key) {
            Ok(at) => drop(self.0.get_mut(at).map(|(_, known)| std::mem::replace(known, value))),
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    /// The value of a key, set to the default first if the key is new.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let at = self.find(&key).unwrap_or_else(|at| {
            self.0.insert(at, (key, V::default()));
            at
        });
        &mut self.0[at].1
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        entries.into_iter().for_each(|(key, value)| map.insert(key, value));
        map
    }
}

/// A set in the order of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedSet<T>(Vec<T>);

impl<T: Ord> SortedSet<T> {
    /// An empty set.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Whether the set has a value.
    pub fn contains<Q: Ord + ?Sized>(&self, value: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.0.binary_search_by(|known| known.borrow().cmp(value)).is_ok()
    }

    /// Adds a value. Returns whether it is new.
    pub fn insert(&mut self, value: T) -> bool {
        let place = self.0.binary_search(&value);
        if let Err(at) = place {
            self.0.insert(at, value);
        }
        place.is_err()
    }
}

impl<T> Deref for SortedSet<T> {
    type Target = [T];

    /// The values in order.
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        values.into_iter().for_each(|value| {
            self.insert(value);
        });
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut set = Self::default();
        set.extend(values);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_of_a_key_counts() {
        let mut map: SortedMap<&str, u32> = [("b", 1), ("a", 2), ("b", 3)].into_iter().collect();
        assert_eq!((map.get("b"), map.get("c"), map.contains_key("a")), (Some(&3), None, true));
        *map.or_default("c") += 4;
        *map.or_default("a") += 4;
        assert_eq!(map.0, [("a", 6), ("b", 3), ("c", 4)]);
    }

    #[test]
    fn a_set_is_in_order_without_repeats() {
        let mut set: SortedSet<u32> = [3, 1, 3, 2].into_iter().collect();
        assert_eq!(*set, [1, 2, 3]);
        assert_eq!((set.insert(2), set.insert(0)), (false, true));
        assert!(set.contains(&0) && !set.contains(&4));
    }
}
