//! A document as a tree that remembers where everything stands.
//!
//! Invariant: a tree is never deeper than [`MAX_DEPTH`], so whoever walks it may recurse.

use std::fmt;

use serde_yaml::Value;

use crate::diagnostic::Place;

/// Deepest nesting of lists and mappings in a document. Shipped documents reach 7.
pub(super) const MAX_DEPTH: usize = 64;

/// One step into a document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// Into a mapping.
    Key(String),
    /// Into a list, from 0.
    Index(usize),
}

/// A way into a document, from its top.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Path(pub(super) Vec<Step>);

impl Path {
    pub(super) fn key(&self, key: &str) -> Self {
        self.then(Step::Key(key.to_owned()))
    }

    pub(super) fn join(&self, rest: &Self) -> Self {
        Self(self.0.iter().chain(&rest.0).cloned().collect())
    }

    pub(super) fn starts_with(&self, prefix: &Self) -> bool {
        self.0.starts_with(&prefix.0)
    }

    pub(super) fn split_last(&self) -> Option<(Self, &Step)> {
        self.0.split_last().map(|(last, rest)| (Self(rest.to_vec()), last))
    }

    /// The end of the path by name: its last key with the indices after it, `elements[3]`.
    pub(super) fn name(&self) -> String {
        let is_key = |step: &Step| matches!(step, Step::Key(_));
        let start = self.0.iter().rposition(is_key).unwrap_or_default();
        Self(self.0.iter().skip(start).cloned().collect()).to_string()
    }

    fn then(&self, step: Step) -> Self {
        Self(self.0.iter().cloned().chain([step]).collect())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if position == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) content: Content,
}

/// What stands there.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// Without quotes: its type follows from how it is written.
    Plain(String),
    /// In quotes or as a block: always a text.
    Text(String),
    List(Vec<Node>),
    Map(Vec<Entry>),
}

/// A key of a mapping and its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) place: Place,
    pub(super) node: Node,
}

impl Node {
    /// What stands one step further.
    pub(super) fn child(&self, step: &Step) -> Option<&Self> {
        match (&self.content, step) {
            (Content::List(nodes), Step::Index(index)) => nodes.get(*index),
            (Content::Map(_), Step::Key(key)) => self.entry(key).map(|entry| &entry.node),
            _ => None,
        }
    }

    /// The entry of a mapping.
    pub(super) fn entry(&self, key: &str) -> Option<&Entry> {
        match &self.content {
            Content::Map(entries) => entries.iter().find(|entry| entry.key == key),
            Content::Plain(_) | Content::Text(_) | Content::List(_) => None,
        }
    }

    /// What stands at the end of a path.
    pub(super) fn at(&self, path: &Path) -> Option<&Self> {
        path.0.iter().try_fold(self, |node, step| node.child(step))
    }

    /// The deepest thing on a path that is written, so that something missing is reported where it belongs.
    pub(super) fn nearest(&self, path: &Path) -> &Self {
        let mut node = self;
        for step in &path.0 {
            match node.child(step) {
                Some(child) => node = child,
                None => break,
            }
        }
        node
    }

    /// Where the key at the end of a path stands; the value where the last step is into a list.
    pub(super) fn key_place(&self, path: &Path) -> Place {
        let Some((parent, Step::Key(key))) = path.split_last() else { return self.nearest(path).place };
        self.at(&parent).and_then(|node| node.entry(key)).map_or_else(|| self.nearest(path).place, |entry| entry.place)
    }

    /// The path a text stands for, `strategies[0].focus` or `/strategies/0/focus`. Keys may hold dots, so only the
    /// document itself can tell.
    pub(super) fn path(&self, text: &str) -> Path {
        let mut path = Path::default();
        let mut node = self;
        let mut rest = text;
        while !rest.is_empty() {
            let next = node.step(rest).and_then(|(step, after)| Some((node.child(&step)?, step, after)));
            let Some((child, step, after)) = next else {
                return path.key(rest.trim_start_matches(['.', '/']));
            };
            node = child;
            path = path.then(step);
            rest = after;
        }
        path
    }

    /// The step a text starts with: of all keys that fit the longest. An entry of a list goes by position or by id:
    /// `[0]`, `/0` or `.deepen`.
    fn step<'a>(&self, text: &'a str) -> Option<(Step, &'a str)> {
        match &self.content {
            Content::List(nodes) => {
                let in_brackets = text.strip_prefix('[').and_then(|text| text.split_once(']'));
                let in_pointer = text.strip_prefix('/').map(|text| text.split_at(text.find('/').unwrap_or(text.len())));
                let position = in_brackets.or(in_pointer);
                if let Some((Ok(index), rest)) = position.map(|(index, rest)| (index.parse(), rest)) {
                    return Some((Step::Index(index), rest));
                }
                let ids = nodes.iter().map(|node| node.entry("id").and_then(|entry| entry.node.text()));
                let fitting = ids.enumerate().filter_map(|(index, id)| Some((index, after(text, id?)?)));
                fitting.min_by_key(|(_, rest)| rest.len()).map(|(index, rest)| (Step::Index(index), rest))
            }
            Content::Map(entries) => {
                let fitting = entries.iter().filter_map(|entry| Some((&entry.key, after(text, &entry.key)?)));
                fitting.min_by_key(|(_, rest)| rest.len()).map(|(key, rest)| (Step::Key(key.clone()), rest))
            }
            Content::Plain(_) | Content::Text(_) => None,
        }
    }

    /// The value without places.
    pub(super) fn value(&self) -> Value {
        match &self.content {
            Content::Plain(text) => plain(text),
            Content::Text(text) => Value::String(text.clone()),
            Content::List(nodes) => Value::Sequence(nodes.iter().map(Self::value).collect()),
            Content::Map(entries) => {
                Value::Mapping(entries.iter().map(|entry| (Value::String(entry.key.clone()), entry.value())).collect())
            }
        }
    }

    /// The text of a single value as written.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Plain(text) | Content::Text(text) => Some(text),
            Content::List(_) | Content::Map(_) => None,
        }
    }
}

impl Entry {
    /// The value without places. Ids and versions are texts, however much like numbers they look.
    fn value(&self) -> Value {
        match &self.node.content {
            Content::Plain(text) if ["id", "version"].contains(&self.key.as_str()) && !text.is_empty() => {
                Value::String(text.clone())
            }
            Content::Plain(_) | Content::Text(_) | Content::List(_) | Content::Map(_) => self.node.value(),
        }
    }
}

/// The value of a text without quotes, by the rules of `serde_yaml`.
fn plain(text: &str) -> Value {
    // Only what can be a number, a flag or nothing at all goes through the parser: the rest is text, and `---` alone
    // would start a document.
    let is_word = text.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-._~".contains(letter));
    let starts_other = text.starts_with(|first: char| "+-.~0123456789nNtTfF".contains(first)) || text.is_empty();
    if !is_word || !starts_other || text == "---" || text == "..." {
        return Value::String(text.to_owned());
    }
    match serde_yaml::from_str(text) {
        Ok(value @ (Value::Null | Value::Bool(_) | Value::Number(_))) => value,
        Ok(_) | Err(_) => Value::String(text.to_owned()),
    }
}

/// What follows a key in a path written as text; none if the path goes on otherwise.
fn after<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(['.', '/']).unwrap_or(text).strip_prefix(key)?;
    (rest.is_empty() || rest.starts_with(['.', '[', '/'])).then_some(rest)
}

/// Walks a value along a path.
pub(super) fn value_at<'a>(value: &'a mut Value, path: &Path) -> Option<&'a mut Value> {
    path.0.iter().try_fold(value, |value, step| match (value, step) {
        (Value::Sequence(entries), Step::Index(index)) => entries.get_mut(*index),
        (Value::Mapping(entries), Step::Key(key)) => entries.get_mut(key.as_str()),
        _ => None,
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops where something is missing")]
mod tests {
    use super::*;
    use crate::documents::read::read;

    const DOCUMENT: &str = "\
graph: 0
strategies:
  - {id: deepen, weights: {graph.max_depth: 1, graph.max_depth.low: 2, graph: 3}}
  - {id: deepen.more, weights: {}}
";

    fn place(path: &str) -> (String, Place) {
        let root = read("a.yaml", DOCUMENT.as_bytes()).root.unwrap();
        let path = root.path(path);
        (path.to_string(), root.nearest(&path).place)
    }

    #[test]
    fn keys_with_dots_are_found_and_the_longest_wins() {
        let key = "strategies[0].weights.graph.max_depth";
        assert_eq!(place(key), (key.to_owned(), Place { line: 3, column: 45 }));
        assert_eq!(place(&format!("{key}.low")).1, Place { line: 3, column: 69 });
        assert_eq!(place("strategies[0].weights.graph").1, Place { line: 3, column: 79 });
    }

    #[test]
    fn entries_of_a_list_go_by_their_id_too() {
        assert_eq!(place("strategies.deepen.weights.graph").0, "strategies[0].weights.graph");
        assert_eq!(place("strategies.deepen.more.weights").0, "strategies[1].weights");
    }

    #[test]
    fn a_json_pointer_is_a_path_too() {
        assert_eq!(place("/strategies/0/weights/graph.max_depth.low").0, "strategies[0].weights.graph.max_depth.low");
        assert_eq!(place("/strategies/1").1, Place { line: 4, column: 5 });
        assert_eq!(place("").1, Place { line: 1, column: 1 });
    }

    #[test]
    fn what_is_not_written_has_the_place_of_what_it_should_be_in() {
        let (path, found) = place("strategies[1].focus.kind");
        assert_eq!((path.as_str(), found), ("strategies[1].focus.kind", Place { line: 4, column: 5 }));
        assert_eq!(place("strategies[7]").1, Place { line: 3, column: 3 });
    }

    #[test]
    fn only_what_looks_like_a_value_is_one() {
        for (text, value) in [
            ("1.5", Value::from(1.5)),
            ("true", Value::from(true)),
            ("", Value::Null),
            ("~", Value::Null),
            ("no", Value::from("no")),
            ("1 2", Value::from("1 2")),
            ("---", Value::from("---")),
            ("1.2.3", Value::from("1.2.3")),
            ("None", Value::from("None")),
        ] {
            assert_eq!(plain(text), value, "{text}");
        }
    }
}
