//! JSON whose objects keep their order, and comparison within a tolerance.

use std::{fs, path::Path, sync::LazyLock};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// Numbers are equal within this.
const TOLERANCE: f64 = 1e-9;

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Json {
    Null(()),
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Map(IndexMap<String, Json>),
}

static NULL: Json = Json::Null(());
static EMPTY: LazyLock<IndexMap<String, Json>> = LazyLock::new(IndexMap::new);

impl Json {
    pub(super) fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub(super) fn of(value: &impl Serialize) -> Self {
        serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
    }

    /// The entry of an object; null if there is none.
    pub(super) fn at(&self, key: &str) -> &Self {
        self.map().get(key).unwrap_or(&NULL)
    }

    /// Entries of an object; none if it is null.
    pub(super) fn map(&self) -> &IndexMap<String, Json> {
        match self {
            Self::Map(map) => map,
            Self::Null(()) => &EMPTY,
            _ => panic!("{self:?} is not an object"),
        }
    }

    /// Items of a list; none if it is null.
    pub(super) fn list(&self) -> &[Json] {
        match self {
            Self::List(list) => list,
            Self::Null(()) => &[],
            _ => panic!("{self:?} is not a list"),
        }
    }

    pub(super) fn text(&self) -> &str {
        self.as_text().unwrap_or_else(|| panic!("{self:?} is not a text"))
    }

    pub(super) fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts of vectors are small")]
    pub(super) fn count(&self) -> Option<u32> {
        self.number().map(|number| number as u32)
    }

    pub(super) fn is_true(&self) -> bool {
        matches!(self, Self::Flag(true))
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(self, Self::Null(()))
    }
}

impl<V: Into<Json>> From<Vec<V>> for Json {
    fn from(list: Vec<V>) -> Self {
        Self::List(list.into_iter().map(Into::into).collect())
    }
}

impl<V: Into<Json>, const N: usize> From<[(&str, V); N]> for Json {
    fn from(entries: [(&str, V); N]) -> Self {
        Self::Map(entries.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect())
    }
}

impl From<f64> for Json {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Json {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<bool> for Json {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<V: Into<Json>> From<Option<V>> for Json {
    fn from(value: Option<V>) -> Self {
        value.map_or(Self::Null(()), Into::into)
    }
}

impl<V: Into<Json>> From<IndexMap<String, V>> for Json {
    fn from(map: IndexMap<String, V>) -> Self {
        Self::Map(map.into_iter().map(|(key, value)| (key, value.into())).collect())
    }
}

/// Whether both hold the same; the order of an object's entries does not matter.
pub(super) fn same(expected: &Json, found: &Json) -> Result<(), String> {
    differ("", expected, found, false)
}

/// Whether everything expected is found; further entries of objects do not matter.
pub(super) fn holds(expected: &Json, found: &Json) -> Result<(), String> {
    differ("", expected, found, true)
}

fn differ(path: &str, expected: &Json, found: &Json, may_hold_more: bool) -> Result<(), String> {
    let wrong = || Err(format!("{path}: expected {expected:?}, found {found:?}"));
    match (expected, found) {
        (Json::Null(()), Json::Null(())) => Ok(()),
        (Json::Flag(a), Json::Flag(b)) if a == b => Ok(()),
        (Json::Number(a), Json::Number(b)) if (a - b).abs() <= TOLERANCE => Ok(()),
        (Json::Text(a), Json::Text(b)) if a == b => Ok(()),
        (Json::List(a), Json::List(b)) if a.len() == b.len() => a
            .iter()
            .zip(b)
            .enumerate()
            .try_for_each(|(at, (a, b))| differ(&format!("{path}[{at}]"), a, b, may_hold_more)),
        (Json::Map(a), Json::Map(b)) => {
            if let Some(key) = b.keys().find(|key| !may_hold_more && !a.contains_key(*key)) {
                return Err(format!("{path}.{key}: not expected, found {:?}", b.get(key)));
            }
            a.iter().try_for_each(|(key, a)| match b.get(key) {
                Some(b) => differ(&format!("{path}.{key}"), a, b, may_hold_more),
                None => Err(format!("{path}.{key}: expected {a:?}, found nothing")),
            })
        }
        _ => wrong(),
    }
}
