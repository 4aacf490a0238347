//! Marks for details and back.

use proptest::{collection::vec, prelude::*, sample::select};
use querent_engine::engine::{
    graph::Span,
    redaction::{AllowedPlaceholders, Placeholders, Redaction, Redactor, find_details},
    text::slice,
};

use super::{CORPUS, redaction};

fn noted(texts: &[&str]) -> (Redaction, Placeholders) {
    let (redaction, mut marks) = (redaction(), Placeholders::default());
    for text in texts {
        marks.note(text, &redaction);
    }
    (redaction, marks)
}

fn length(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap()
}

fn hidden(texts: &[&str], text: &str) -> String {
    let (redaction, marks) = noted(texts);
    Redactor { redaction: &redaction, marks: &marks }.hide(text).text
}

#[test]
fn the_same_value_is_the_same_mark_however_it_is_written() {
    let said = "+49 151 23456789 or 0049 151/234 567 89, Jane@Example.org, jane@example.org, DE89 3704 0044 0532 0130 00, de89370400440532013000";
    assert_eq!(hidden(&[said], said), "[PHONE_1] or [PHONE_1], [EMAIL_1], [EMAIL_1], [IBAN_1], [IBAN_1]");
}

#[test]
fn other_values_are_numbered_in_the_order_they_were_said() {
    let earlier = ["a1@example.org", "b2@example.org then 0151 2345678", "a1@example.org"];
    assert_eq!(hidden(&earlier, "b2@example.org, a1@example.org"), "[EMAIL_2], [EMAIL_1]");
}

#[test]
fn a_mark_somebody_typed_is_theirs() {
    let said = "I am jane@example.org, not [EMAIL_1] and not [email_2]";
    let (redaction, marks) = noted(&[said]);
    let hidden = Redactor { redaction: &redaction, marks: &marks }.hide(said).text;
    assert_eq!(hidden, "I am [EMAIL_1], not [MARK_1] and not [MARK_2]");
    assert_eq!(marks.restore(&hidden), said);
}

#[test]
fn what_is_restored_is_not_looked_at_again() {
    let said = "[MARK_2] [MARK_1]";
    let (redaction, marks) = noted(&[said]);
    let hidden = Redactor { redaction: &redaction, marks: &marks }.hide(said).text;
    assert_eq!((hidden.as_str(), marks.restore(&hidden).as_str()), ("[MARK_1] [MARK_2]", said));
}

#[test]
fn a_mark_nobody_gave_stays_and_may_not_stand_in_a_label() {
    let (_, marks) = noted(&["jane@example.org"]);
    assert_eq!(marks.restore("[EMAIL_1], [email_1] and [EMAIL_7]"), "jane@example.org, jane@example.org and [EMAIL_7]");
    assert_eq!(
        marks.restore("[EMAIL 1], [email-1], [Email1] [EMAIL_] email 1"),
        "jane@example.org, jane@example.org, jane@example.org [EMAIL_] email 1"
    );
    assert_eq!(AllowedPlaceholders::Of(&marks).strip("ask [EMAIL_1] or [EMAIL_7]"), "ask 1 or [EMAIL_7]");
    assert_eq!(AllowedPlaceholders::Any.strip("ask [EMAIL_7] [x]"), "ask 1 [x]");
    assert_eq!(AllowedPlaceholders::None.strip("ask [EMAIL_1]"), "ask [EMAIL_1]");
}

#[test]
fn what_no_answer_said_is_hidden_and_stands_for_nothing() {
    let (redaction, marks) = noted(&["nothing"]);
    let veil = Redactor { redaction: &redaction, marks: &marks };
    assert_eq!(veil.hide_derived("Please write to study@example.org").text, "Please write to [EMAIL]");
    assert_eq!(marks.restore("[EMAIL]"), "[EMAIL]");
}

#[test]
fn a_piece_of_a_detail_is_hidden_where_words_were_made_of_answers() {
    let (redaction, marks) = noted(&[
        "call me at 0151 23 45 67 89 or jane.doe@example.org, card 4111 1111 1111 1111, for my friends of an example",
    ]);
    let veil = Redactor { redaction: &redaction, marks: &marks };
    for (made, expected) in [
        ("call 0151 23 45", "call [PHONE_1]"),
        ("doe@example.org", "[EMAIL_1]"),
        ("write jane.doe@example", "write [EMAIL_1]"),
        ("card 4111 1111", "card [CARD_1]"),
        ("23 friends in 2023", "23 friends in 2023"),
        ("an example", "an example"),
    ] {
        assert_eq!(veil.hide_derived(made).text, expected);
    }
}

#[test]
fn a_cut_goes_through_no_mark() {
    let (redaction, marks) = noted(&["to jane@example.org now"]);
    let hidden = Redactor { redaction: &redaction, marks: &marks }.hide("to jane@example.org now");
    assert_eq!(hidden.text, "to [EMAIL_1] now");
    for (most, expected) in [(3, "to "), (4, "to "), (11, "to "), (12, "to [EMAIL_1]"), (14, "to [EMAIL_1] n")] {
        assert_eq!(hidden.first_chars(most), expected, "{most}");
    }
}

#[test]
fn a_span_of_the_hidden_text_is_the_same_words_of_the_raw_one() {
    let raw = "🎉 ask jane@example.org or +49 151 23456789, it is fine";
    let (redaction, marks) = noted(&[raw]);
    let hidden = Redactor { redaction: &redaction, marks: &marks }.hide(raw);
    let place = |words: &str| {
        let start = hidden.text.find(words).map(|at| hidden.text[..at].chars().count()).unwrap();
        let span = Span { start: u32::try_from(start).unwrap(), end: length(words) + u32::try_from(start).unwrap() };
        let behind = hidden.raw_span(span);
        slice(raw, behind.start, behind.end).to_owned()
    };
    assert_eq!(hidden.text, "🎉 ask [EMAIL_1] or [PHONE_1], it is fine");
    assert_eq!(place("ask [EMAIL_1] or"), "ask jane@example.org or");
    assert_eq!(place("[PHONE_1]"), "+49 151 23456789");
    assert_eq!(place("EMAIL_1"), "jane@example.org");
    assert_eq!(place("🎉 ask "), "🎉 ask ");
    assert_eq!(place(" or "), " or ");
    assert_eq!(place("it is fine"), "it is fine");
}

/// Pieces of texts: details, what surrounds them, and what only looks like one.
fn piece() -> impl Strategy<Value = String> {
    let details: Vec<String> = CORPUS.iter().map(|case| case.text.clone()).collect();
    prop_oneof![
        3 => select(details),
        2 => "[a-z]{1,9}( [a-z]{1,9}){0,4}",
        1 => "[0-9+./:@-]{1,14}",
        1 => "\\PC{0,12}",
        1 => select(vec!["[EMAIL_1]", "[PHONE_2]", "[", "]", "[EMAIL_", "\n", "؟", "👩‍👩‍👧", "\u{200F}"]).prop_map(str::to_owned),
    ]
}

fn text() -> impl Strategy<Value = String> {
    vec(piece(), 0..7).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #[test]
    fn what_is_hidden_is_restored(text in text()) {
        let (redaction, marks) = noted(&[&text]);
        let hidden = Redactor { redaction: &redaction, marks: &marks }.hide(&text);
        // One value may have been written in two ways; every way of writing it is the same value.
        let again = Redactor { redaction: &redaction, marks: &marks }.hide(&marks.restore(&hidden.text));
        prop_assert_eq!(&again.text, &hidden.text);
        let whole = Span { start: 0, end: length(&hidden.text) };
        prop_assert_eq!(hidden.raw_span(whole), Span { start: 0, end: length(&text) });
        let written: std::collections::BTreeSet<&str> = marks.iter().map(|(_, value)| value).collect();
        let is_said_one_way = find_details(&text, &redaction).iter().all(|found| written.contains(slice(&text, found.start, found.end)));
        if is_said_one_way {
            prop_assert_eq!(marks.restore(&hidden.text), text);
        }
    }

    #[test]
    fn nothing_that_is_found_is_left(text in text()) {
        let (redaction, marks) = noted(&[&text]);
        let veil = Redactor { redaction: &redaction, marks: &marks };
        for hidden in [veil.hide(&text).text, veil.hide_derived(&text).text] {
            let left = find_details(&hidden, &redaction);
            prop_assert!(left.iter().all(|found| found.name == "MARK"), "{hidden:?} has {left:?}");
        }
    }

    #[test]
    fn places_lie_in_order_within_the_text(text in text()) {
        let mut before = 0;
        for found in find_details(&text, &redaction()) {
            prop_assert!(before <= found.start && found.start < found.end);
            before = found.end;
        }
        prop_assert!(before as usize <= text.chars().count());
    }
}
