//! The parser of replies that may be truncated or surrounded by text.

use querent_engine::engine::untrusted::partial_json::{
    Completeness, MOST_BYTES, MOST_DEPTH, ObjectShape, Parsed, PartialJsonError, parse,
};
use serde_json::{Value, json};

const SHAPE: ObjectShape<'_> = ObjectShape { keys: &["nodes", "a"], open: &["a"] };

fn parsed(reply: &str) -> Parsed {
    parse(reply, SHAPE).unwrap()
}

#[test]
fn what_stands_around_the_object_is_left_out() {
    let replies = [
        "\u{feff}{\"a\": 1}",
        "```json\n{\"a\": 1}\n```",
        "```\n{\"a\": 1}",
        "Sure {here you are}: {\"a\": 1} Anything {\"a\": 2} else?",
        "<think>{\"draft\": {}}</think>{\"a\": 1}",
        "\"{\\\"a\\\": 1}\"",
        "[{\"a\": 1,}]",
    ];
    for reply in replies {
        assert_eq!(Value::Object(parsed(reply).object), json!({"a": 1.0}), "{reply}");
    }
}

#[test]
fn a_cut_reply_ends_at_the_last_complete_element() {
    let whole = r#"{"a": {"b": [{"c": 1}, {"d": "two"}], "e": true}, "f": {"g": 1}}"#;
    let cut = |bytes: usize| (parsed(&whole[..bytes]).object, parsed(&whole[..bytes]).ending);
    let (object, ending) = cut(whole.find("\"two").unwrap() + 3);
    assert_eq!((Value::Object(object), ending), (json!({"a": {"b": [{"c": 1.0}]}}), Completeness::Truncated));
    let (object, _) = cut(whole.find("\"g").unwrap());
    assert_eq!(Value::Object(object), json!({"a": {"b": [{"c": 1.0}, {"d": "two"}], "e": true}}));
    assert_eq!(parsed(whole).ending, Completeness::Whole);
}

#[test]
fn a_number_or_a_word_at_the_end_may_have_gone_on() {
    assert!(parsed(r#"{"a": {"b": 1"#).object["a"].as_object().unwrap().is_empty());
    assert!(parsed(r#"{"a": {"b": tru"#).object["a"].as_object().unwrap().is_empty());
    assert_eq!(parsed(r#"{"a": {"b": tru"#).ending, Completeness::Truncated);
    assert_eq!(parsed(r#"{"a": {"b": trumpet"#).ending, Completeness::Malformed);
}

#[test]
fn numbers_that_are_none_are_refused_and_the_rest_is_read() {
    let found = parsed(r#"{"a": [1, NaN, -Infinity, 1e999, 05, -1.5e1], "b": Infinity, "c": 2}"#);
    assert_eq!(found.object["a"], json!([1.0, null, null, null, null, -15.0]));
    assert_eq!((found.invalid_numbers, &found.object["c"]), (5, &json!(2.0)));
}

#[test]
fn the_last_of_two_keys_counts_and_the_first_object_with_a_known_key() {
    assert_eq!(parsed(r#"{"x": 1} {"a": 1, "a": 2}"#).object["a"], json!(2.0));
    assert_eq!(parsed(r#"{} {"x": 1} {"y": 1}"#).object["x"], json!(1.0));
    assert!(parsed("{}").object.is_empty());
}

#[test]
fn what_is_too_long_too_deep_or_no_object_is_refused() {
    assert_eq!(parse(&"x".repeat(MOST_BYTES + 1), SHAPE), Err(PartialJsonError::TooLong(MOST_BYTES + 1)));
    let nested = |levels: usize| format!("{}{}", "{\"a\":".repeat(levels), "[");
    assert_eq!(parse(&nested(MOST_DEPTH), SHAPE), Err(PartialJsonError::TooDeep));
    assert!(parse(&nested(MOST_DEPTH - 1), SHAPE).is_ok());
    for reply in ["", "[1, 2]", "I could not read that.", "\"", "{", "{oops", "\u{feff}"] {
        assert_eq!(parse(reply, SHAPE), Err(PartialJsonError::NoObject), "{reply}");
    }
}

#[test]
fn escapes_are_read_and_half_a_pair_is_replaced() {
    let found = parsed("{\"a\": [\"\\ud83d\\ude00\\u00e9\\n\", \"\\ud83dx\", \"\\u12\", \"line\nbreak\", \"it\\'s\"]}");
    assert_eq!(found.object["a"], json!(["😀é\n", "\u{fffd}x", "\u{fffd}12", "line\nbreak", "it's"]));
}
