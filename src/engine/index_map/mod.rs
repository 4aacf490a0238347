//! The map of the engine: in order of insertion, with keys found by hash.
//!
//! As the `indexmap` crate, but the hash table is compiled once and not for each type of key and value.

mod document;

use std::{
    borrow::Borrow,
    fmt,
    hash::{BuildHasher as _, Hash},
    iter::Map,
    ops, slice, vec,
};

use foldhash::fast::RandomState;

/// A map in order of insertion.
#[derive(Clone)]
pub struct IndexMap<K, V> {
    entries: Vec<(K, V)>,
    table: Table,
}

impl<K, V> IndexMap<K, V> {
    /// An empty map.
    pub fn new() -> Self {
        Self { entries: Vec::new(), table: Table::default() }
    }

    /// Number of entries.
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries.
    pub fn iter(&self) -> Iter<'_, K, V> {
        self.into_iter()
    }

    /// The entries, with values to be changed.
    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        self.into_iter()
    }

    /// The keys.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(key, _)| key)
    }

    /// The values.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(_, value)| value)
    }

    /// The values, to be changed.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> + ExactSizeIterator {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    /// The values alone.
    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> + ExactSizeIterator {
        self.entries.into_iter().map(|(_, value)| value)
    }

    /// The entry at a position.
    pub fn get_index(&self, at: usize) -> Option<(&K, &V)> {
        self.entries.get(at).map(|(key, value)| (key, value))
    }
}

impl<K: Hash + Eq, V> IndexMap<K, V> {
    /// The position of a key.
    pub fn get_index_of<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        if self.table.slots.is_empty() {
            return self.entries.iter().position(|(known, _)| known.borrow() == key);
        }
        let is_key = |at: usize| self.entries.get(at).is_some_and(|(known, _)| known.borrow() == key);
        self.table.find(self.table.hash(key), &is_key)
    }

    /// The entry of a key.
    pub fn get_key_value<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        self.get_index(self.get_index_of(key)?)
    }

    /// The value of a key.
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.get_key_value(key).map(|(_, value)| value)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let at = self.get_index_of(key)?;
        self.entries.get_mut(at).map(|(_, value)| value)
    }

    /// Whether the map has a key.
    pub fn contains_key<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.get_index_of(key).is_some()
    }

    /// Sets the value of a key. Returns the value before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        if let Some(known) = self.get_mut(&key) {
            return Some(std::mem::replace(known, value));
        }
        self.push(key, value);
        None
    }

    /// Adds a key that the map does not have.
    fn push(&mut self, key: K, value: V) {
        self.table.push(self.table.hash(&key));
        self.entries.push((key, value));
    }

    /// The place of a key.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        Entry { map: self, key }
    }

    /// Removes a key. Later entries move up.
    pub fn shift_remove<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = self.get_index_of(key)?;
        self.table.remove(at);
        Some(self.entries.remove(at).1)
    }

    /// Removes entries that do not fit.
    pub fn retain(&mut self, fits: impl Fn(&K, &V) -> bool) {
        *self = std::mem::take(self).into_iter().filter(|(key, value)| fits(key, value)).collect();
    }
}

/// The place of a key in a map.
pub struct Entry<'a, K, V> {
    map: &'a mut IndexMap<K, V>,
    key: K,
}

impl<'a, K: Hash + Eq, V> Entry<'a, K, V> {
    /// The value of the key, set first if the key is new.
    pub fn or_insert_with(self, value: impl FnOnce() -> V) -> &'a mut V {
        let Self { map, key } = self;
        let at = map.get_index_of(&key).unwrap_or(map.len());
        if at == map.len() {
            map.push(key, value());
        }
        &mut map.entries[at].1
    }

    /// The value of the key, set first if the key is new.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    /// The value of the key, set to the default first if the key is new.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

/// Entries up to which keys are compared one by one.
const FEW: usize = 8;

/// A slot without an entry.
const FREE: u32 = u32::MAX;

/// The positions of entries by hash, with linear probing.
#[derive(Clone, Default)]
struct Table {
    hasher: RandomState,
    /// The hash of each entry.
    hashes: Vec<u32>,
    /// Positions of entries. The length is a power of two, at least twice the number of entries; 0 for few entries.
    slots: Vec<u32>,
}

impl Table {
    #[expect(clippy::cast_possible_truncation, reason = "both halves count")]
    fn hash<Q: Hash + ?Sized>(&self, key: &Q) -> u32 {
        let hash = self.hasher.hash_one(key);
        (hash ^ hash >> 32) as u32
    }

    /// Slots from that of a hash on.
    fn probe(&self, hash: u32) -> impl Iterator<Item = usize> + use<> {
        let mask = self.slots.len().wrapping_sub(1);
        (0..=mask).map(move |step| (hash as usize).wrapping_add(step) & mask)
    }

    fn find(&self, hash: u32, is_key: &dyn Fn(usize) -> bool) -> Option<usize> {
        let found = self.probe(hash).map_while(|slot| self.slots.get(slot).filter(|at| **at != FREE));
        let mut same = found.map(|at| *at as usize).filter(|at| self.hashes.get(*at) == Some(&hash));
        same.find(|at| is_key(*at))
    }

    fn push(&mut self, hash: u32) {
        self.hashes.push(hash);
        if self.hashes.len() > FEW {
            if self.hashes.len() * 2 > self.slots.len() {
                self.fill();
            } else {
                self.place(self.hashes.len() - 1);
            }
        }
    }

    fn remove(&mut self, at: usize) {
        self.hashes.remove(at);
        self.fill();
    }

    fn fill(&mut self) {
        let length = if self.hashes.len() > FEW { (self.hashes.len() * 4).next_power_of_two() } else { 0 };
        self.slots = vec![FREE; length];
        if length > 0 {
            (0..self.hashes.len()).for_each(|at| self.place(at));
        }
    }

    fn place(&mut self, at: usize) {
        let Some(hash) = self.hashes.get(at) else { return };
        let free = self.probe(*hash).find(|slot| self.slots.get(*slot) == Some(&FREE));
        if let Some(slot) = free.and_then(|slot| self.slots.get_mut(slot)) {
            *slot = u32::try_from(at).unwrap_or(FREE);
        }
    }
}

impl<K, V> Default for IndexMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for IndexMap<K, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_map().entries(self).finish()
    }
}

/// As sets of entries: the order does not count.
impl<K: Hash + Eq, V: PartialEq> PartialEq for IndexMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

impl<K: Hash + Eq, V: Eq> Eq for IndexMap<K, V> {}

impl<K: Hash + Eq + Borrow<Q>, Q: Hash + Eq + ?Sized, V> ops::Index<&Q> for IndexMap<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        let at = self.get_index_of(key).unwrap_or(self.len());
        &self.entries[at].1
    }
}

impl<K: Hash + Eq, V> Extend<(K, V)> for IndexMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Hash + Eq, V> FromIterator<(K, V)> for IndexMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: Hash + Eq, V, const N: usize> From<[(K, V); N]> for IndexMap<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

/// The entries of a map.
pub type Iter<'a, K, V> = Map<slice::Iter<'a, (K, V)>, fn(&(K, V)) -> (&K, &V)>;

/// The entries of a map, with values to be changed.
pub type IterMut<'a, K, V> = Map<slice::IterMut<'a, (K, V)>, fn(&mut (K, V)) -> (&K, &mut V)>;

impl<'a, K, V> IntoIterator for &'a IndexMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.entries.iter().map(|(key, value)| (key, value))
    }
}

impl<'a, K, V> IntoIterator for &'a mut IndexMap<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;

    fn into_iter(self) -> IterMut<'a, K, V> {
        self.entries.iter_mut().map(|(key, value)| (&*key, value))
    }
}

impl<K, V> IntoIterator for IndexMap<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(self) -> vec::IntoIter<(K, V)> {
        self.entries.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_of_any_size_keeps_the_order_of_insertion() {
        let mut map = IndexMap::new();
        for number in 0..1000_u32 {
            assert_eq!(map.insert(number.wrapping_mul(2_654_435_761).to_string(), number), None);
            assert_eq!(map.insert(number.wrapping_mul(2_654_435_761).to_string(), number), Some(number));
        }
        assert!(map.values().copied().eq(0..1000));
        for removed in [0, 500, 999] {
            let found = map.iter().find(|(_, value)| **value == removed);
            let key = found.map(|(key, _)| key.clone()).unwrap_or_default();
            assert_eq!((map.shift_remove(&key), map.get(&key), map.len() < 1000), (Some(removed), None, true));
        }
        assert!(map.iter().all(|(key, value)| map.get(key.as_str()) == Some(value)));
        assert_eq!(map.get("none"), None);
    }

    #[test]
    fn an_entry_is_added_once() {
        let mut map: IndexMap<&str, u32> = [("b", 1), ("a", 2)].into();
        *map.entry("b").or_default() += 4;
        *map.entry("c").or_insert(7) += 1;
        assert!(map.iter().eq([(&"b", &5), (&"a", &2), (&"c", &8)]));
        assert_eq!(map, [("c", 8), ("b", 5), ("a", 2)].into());
    }
}
