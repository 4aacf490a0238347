#![expect(clippy::unwrap_used, reason = "a failing test may panic")]

use std::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};

use super::*;
use crate::engine::index_map::IndexMap;

#[test]
fn keys_keep_their_order_and_numbers_their_bits() {
    let map: IndexMap<String, f64> = read(r#"{"z": 0.1, "a": 3, "m": -2, "b": 1e300}"#).unwrap();
    assert_eq!(
        map.into_iter().collect::<Vec<_>>(),
        [("z".to_owned(), 0.1), ("a".to_owned(), 3.0), ("m".to_owned(), -2.0), ("b".to_owned(), 1e300)]
    );
    assert_eq!(read::<IndexMap<u32, Option<bool>>>(r#"{"7": null}"#).unwrap(), IndexMap::from([(7, None)]));
    assert_eq!(read::<u64>("18446744073709551615").unwrap(), u64::MAX);
    assert_eq!(read::<[u8; 2]>("[1, 2]").unwrap(), [1, 2]);
}

#[test]
fn what_does_not_fit_is_named() {
    assert_eq!(
        read::<[u8; 2]>("[1, 2, 3]").unwrap_err().to_string(),
        "invalid length 3, expected fewer elements in array"
    );
    assert_eq!(read::<u8>("{").unwrap_err().to_string(), "EOF while parsing an object at line 1 column 1");
}

/// A pair as the page is shown it: by places.
struct Pair;

impl<'de> Visitor<'de> for Pair {
    type Value = (u8, Option<u8>);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pair")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let first = fields.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        Ok((first, fields.next_element()?))
    }
}

#[test]
fn fields_are_found_wherever_they_stand() {
    let pair = |text: &str| parse(text).unwrap().fields(&["first", "second"], Pair).map_err(|error| error.to_string());
    assert_eq!(pair(r#"{"second": 2, "first": 1}"#), Ok((1, Some(2))));
    assert_eq!(pair(r#"{"third": [3], "first": 1}"#), Ok((1, None)));
    assert_eq!(pair(r#"{"second": 2}"#), Err("missing field `first`".to_owned()));
    assert_eq!(pair(r#"{"first": 1, "first": 2}"#), Err("duplicate field `first`".to_owned()));
    assert_eq!(pair(r#"{"first": 1, "second": "x"}"#), Err("invalid type: string \"x\", expected u8".to_owned()));
    assert_eq!(pair("[1, 2]"), Err("invalid type: sequence, expected a pair".to_owned()));
}
#[test]
fn a_value_is_written_as_by_serde_json() {
    #[derive(serde::Serialize)]
    enum Kind {
        Plain,
        One(f64),
        Two(i8, char),
        Fields { a: Option<u8>, b: () },
    }
    #[derive(serde::Serialize)]
    struct All<'a> {
        texts: Vec<&'a str>,
        numbers: (f64, f64, f32, i64, u64, f64),
        kinds: [Kind; 4],
        counts: IndexMap<u32, bool>,
        empty: (Vec<u8>, IndexMap<String, u8>),
    }
    let all = All {
        texts: vec!["a\"b\\c/\n\r\t\u{8}\u{c}\u{1}\u{1f}\u{7f}ß\u{2028}😀", ""],
        numbers: (0.1, -0.0, 0.1, i64::MIN, u64::MAX, f64::NAN),
        kinds: [Kind::Plain, Kind::One(1e300), Kind::Two(-3, '"'), Kind::Fields { a: Some(4), b: () }],
        counts: IndexMap::from([(7, true), (3, false)]),
        empty: (Vec::new(), IndexMap::new()),
    };
    assert_eq!(write(&all).unwrap(), serde_json::to_string(&all).unwrap());
}
