//! A YAML document as a tree of nodes with their places in the text.
//!
//! Invariant: a tree is never deeper than [`MAX_DEPTH`], so functions may recurse into it.

use std::fmt;

use serde_yaml::Value;

use crate::engine::diagnostic::Place;

/// Deepest nesting of lists and mappings in a document. Shipped documents reach 7.
pub(super) const MAX_DEPTH: usize = 64;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PathStep {
    /// Into a mapping.
    Key(String),
    /// Into a list, from 0.
    Index(usize),
}

/// A path from the top of a document to a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Path(pub(super) Vec<PathStep>);

impl Path {
    pub(super) fn key(&self, key: &str) -> Self {
        self.then(PathStep::Key(key.to_owned()))
    }

    pub(super) fn index(&self, index: usize) -> Self {
        self.then(PathStep::Index(index))
    }

    pub(super) fn last_key(&self) -> Option<&str> {
        match self.0.last()? {
            PathStep::Key(key) => Some(key),
            PathStep::Index(_) => None,
        }
    }

    pub(super) fn join(&self, rest: &Self) -> Self {
        Self(self.0.iter().chain(&rest.0).cloned().collect())
    }

    pub(super) fn starts_with(&self, prefix: &Self) -> bool {
        self.0.starts_with(&prefix.0)
    }

    pub(super) fn split_last(&self) -> Option<(Self, &PathStep)> {
        self.0.split_last().map(|(last, rest)| (Self(rest.to_vec()), last))
    }

    /// Returns the last key with the indices after it, `elements[3]`.
    pub(super) fn name(&self) -> String {
        let is_key = |step: &PathStep| matches!(step, PathStep::Key(_));
        let start = self.0.iter().rposition(is_key).unwrap_or_default();
        Self(self.0.iter().skip(start).cloned().collect()).to_string()
    }

    fn then(&self, step: PathStep) -> Self {
        Self(self.0.iter().cloned().chain([step]).collect())
    }
}

impl fmt::Display for PathStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => f.write_str(key),
            Self::Index(index) => write!(f, "[{index}]"),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            let dot = if position > 0 && matches!(step, PathStep::Key(_)) { "." } else { "" };
            write!(f, "{dot}{step}")?;
        }
        Ok(())
    }
}

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct YamlNode {
    pub(super) place: Place,
    pub(super) content: YamlContent,
}

/// The content of a node.
#[derive(Clone, Debug)]
pub(super) enum YamlContent {
    /// A scalar without quotes. Its type follows from its spelling.
    Plain(String),
    /// A scalar in quotes or a block scalar: always a text.
    Text(String),
    List(Vec<YamlNode>),
    Map(Vec<YamlEntry>),
}

/// A key of a mapping and its value.
#[derive(Clone, Debug)]
pub(super) struct YamlEntry {
    pub(super) key: String,
    pub(super) place: Place,
    pub(super) node: YamlNode,
}

impl YamlNode {
    /// Returns the value one step further.
    pub(super) fn child(&self, step: &PathStep) -> Option<&Self> {
        match (&self.content, step) {
            (YamlContent::List(nodes), PathStep::Index(index)) => nodes.get(*index),
            (YamlContent::Map(_), PathStep::Key(key)) => self.entry(key).map(|entry| &entry.node),
            _ => None,
        }
    }

    /// Returns the entry of a mapping.
    pub(super) fn entry(&self, key: &str) -> Option<&YamlEntry> {
        match &self.content {
            YamlContent::Map(entries) => entries.iter().find(|entry| entry.key == key),
            YamlContent::Plain(_) | YamlContent::Text(_) | YamlContent::List(_) => None,
        }
    }

    /// Returns the value at the end of a path.
    pub(super) fn at(&self, path: &Path) -> Option<&Self> {
        path.0.iter().try_fold(self, |node, step| node.child(step))
    }

    /// Returns the deepest value on a path that exists. A missing value is reported at this place.
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

    /// Returns the place of the key at the end of a path, or of the value if the last step is an index.
    pub(super) fn key_place(&self, path: &Path) -> Place {
        let Some((parent, PathStep::Key(key))) = path.split_last() else { return self.nearest(path).place };
        self.at(&parent).and_then(|node| node.entry(key)).map_or_else(|| self.nearest(path).place, |entry| entry.place)
    }

    /// Parses a path, `strategies[0].focus` or `/strategies/0/focus`. Keys may contain dots, so the keys of the document
    /// decide where one ends.
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

    /// Parses the first step of a text. The longest key that fits wins. An entry of a list is named by position or by id:
    /// `[0]`, `/0` or `.deepen`.
    fn step<'a>(&self, text: &'a str) -> Option<(PathStep, &'a str)> {
        match &self.content {
            YamlContent::List(nodes) => {
                let in_brackets = text.strip_prefix('[').and_then(|text| text.split_once(']'));
                let in_pointer = text.strip_prefix('/').map(|text| text.split_at(text.find('/').unwrap_or(text.len())));
                let position = in_brackets.or(in_pointer);
                if let Some((Ok(index), rest)) = position.map(|(index, rest)| (index.parse(), rest)) {
                    return Some((PathStep::Index(index), rest));
                }
                let ids = nodes.iter().map(|node| node.entry("id").and_then(|entry| entry.node.text()));
                let fitting = ids.enumerate().filter_map(|(index, id)| Some((index, after(text, id?)?)));
                fitting.min_by_key(|(_, rest)| rest.len()).map(|(index, rest)| (PathStep::Index(index), rest))
            }
            YamlContent::Map(entries) => {
                let fitting = entries.iter().filter_map(|entry| Some((&entry.key, after(text, &entry.key)?)));
                fitting.min_by_key(|(_, rest)| rest.len()).map(|(key, rest)| (PathStep::Key(key.clone()), rest))
            }
            YamlContent::Plain(_) | YamlContent::Text(_) => None,
        }
    }

    /// Returns the value without places.
    pub(super) fn value(&self) -> Value {
        match &self.content {
            YamlContent::Plain(text) => plain(text),
            YamlContent::Text(text) => Value::String(text.clone()),
            YamlContent::List(nodes) => Value::Sequence(nodes.iter().map(Self::value).collect()),
            YamlContent::Map(entries) => {
                Value::Mapping(entries.iter().map(|entry| (Value::String(entry.key.clone()), entry.value())).collect())
            }
        }
    }

    /// Returns the text of a single value as written.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.content {
            YamlContent::Plain(text) | YamlContent::Text(text) => Some(text),
            YamlContent::List(_) | YamlContent::Map(_) => None,
        }
    }
}

impl YamlEntry {
    /// Returns the value without its place. Ids and versions are always texts.
    fn value(&self) -> Value {
        match &self.node.content {
            YamlContent::Plain(text) if ["id", "version"].contains(&self.key.as_str()) && !text.is_empty() => {
                Value::String(text.clone())
            }
            YamlContent::Plain(_) | YamlContent::Text(_) | YamlContent::List(_) | YamlContent::Map(_) => {
                self.node.value()
            }
        }
    }
}

/// Returns the value of a text without quotes, by the rules of `serde_yaml`.
fn plain(text: &str) -> Value {
    // Only texts that may be a number, a flag or null are parsed. `---` alone would start a document.
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

/// Returns the rest of a path after a key, or none if the path does not start with this key.
fn after<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(['.', '/']).unwrap_or(text).strip_prefix(key)?;
    (rest.is_empty() || rest.starts_with(['.', '[', '/'])).then_some(rest)
}

/// Returns the value at the end of a path.
pub(super) fn value_at<'a>(value: &'a mut Value, path: &Path) -> Option<&'a mut Value> {
    path.0.iter().try_fold(value, |value, step| match (value, step) {
        (Value::Sequence(entries), PathStep::Index(index)) => entries.get_mut(*index),
        (Value::Mapping(entries), PathStep::Key(key)) => entries.get_mut(key.as_str()),
        _ => None,
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops where something is missing")]
mod tests {
    use super::*;
    use crate::studio::documents::yaml::parse;

    const DOCUMENT: &str = "\
graph: 0
strategies:
  - {id: deepen, weights: {graph.max_depth: 1, graph.max_depth.low: 2, graph: 3}}
  - {id: deepen.more, weights: {}}
";

    fn place(path: &str) -> (String, Place) {
        let root = parse("a.yaml", DOCUMENT.as_bytes()).root.unwrap();
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
