//! One session as a researcher looks at it.

use querent_engine::{
    engine::{
        interview::Interview,
        session::{Input, LogEntry, Overview, Session, SkipKind, TypingStats},
    },
    studio::review::{ResponseKind, ReviewError, SessionReview},
};
use serde_json::{Value, json};

use crate::{golden, program::root};

/// The session in a record file, as an export writes it.
fn recorded(session: &str) -> String {
    let session: Value = serde_json::from_str(session).unwrap();
    let score = json!({"score_id": "s1", "session_id": "x", "status": "completed", "total_score": 84});
    json!({"record_format": 1, "session": session, "scores": [score]}).to_string()
}

/// An interview about oat milk with everything in it that a respondent can do.
fn eventful() -> (Interview, String) {
    let session: Session = serde_json::from_str(golden::session("oat_milk-treat")).unwrap();
    let mut interview = Interview::new(session.study).unwrap();
    let manner = Some(TypingStats { pasted: 4, keys: 20, first_ms: Some(900), typing_ms: 7000 });
    let answer = |text: &str, at, manner| Input::Answer { text: text.to_owned(), at, manner };
    for input in [
        Input::Start { session: "eventful".to_owned(), seed: 0, locale: "en".to_owned(), at: 1_000 },
        answer("🥛🥛 The barista one froths properly, so my flat white tastes like the café.", 21_000, manner),
        answer("No idea.", 30_000, None),
        Input::Edit { turn: 2, text: "It makes the morning a small ritual.".to_owned(), at: 40_000, manner: None },
        Input::Skip { kind: SkipKind::Skipped, at: 50_000 },
        answer("I feel calm, so I am patient with everyone.", 61_000, None),
        Input::Skip { kind: SkipKind::Declined, at: 70_000 },
        Input::Stop { by: querent_engine::engine::session::StoppedBy::Respondent, at: 80_000 },
    ] {
        interview.handle(input).unwrap();
    }
    let node = interview.graph().active_nodes().next().unwrap().id;
    let remark = json!({"type": "remark", "text": " Thanks. ", "fit": 3, "correction": "Not the price.", "at": 90_000,
        "disputed": [{"of": "node", "node": node, "text": "froth, not taste"}, {"of": "line", "line": 0}]});
    interview.handle(serde_json::from_value(remark).unwrap()).unwrap();
    let text = serde_json::to_string(&interview.session()).unwrap();
    (interview, text)
}

#[test]
fn an_overview_is_that_of_the_session_whether_in_a_record_or_alone() {
    for (_, session) in golden::all() {
        let alone = Overview::of(session).unwrap();
        assert_eq!(alone, Overview::of(&recorded(session)).unwrap());
        let record = SessionReview::open(session).unwrap();
        assert_eq!(alone, record.overview().unwrap());
        assert_eq!(alone.answers + alone.skips, u32::try_from(record.turns().len()).unwrap());
    }
}

#[test]
fn an_overview_counts_what_was_done() {
    let (_, text) = eventful();
    let overview = Overview::of(&text).unwrap();
    assert_eq!((overview.answers, overview.skips, overview.edits), (3, 2, 1));
    assert_eq!((overview.started_at, overview.last_at), (1_000, 90_000));
    assert_eq!((overview.fit, overview.has_correction), (Some(3), true));
    assert_eq!(overview.words, 14 + 7 + 9);
    assert_eq!(overview.session, "eventful");
}

#[test]
fn turns_are_those_of_the_interview_with_the_words_they_rest_on() {
    let eventful = eventful().1;
    for text in golden::all().map(|(_, text)| text).chain([eventful.as_str()]) {
        let record = SessionReview::open(text).unwrap();
        let interview = Interview::resume(record.session().study.clone(), &record.session().log).unwrap();
        let turns = record.turns();
        assert_eq!(turns.len(), interview.turns().len());
        for (look, turn) in turns.iter().zip(interview.turns()) {
            assert_eq!((look.turn, &look.question.text, &look.answer), (turn.turn, &turn.question.text, &turn.answer));
            let answer: Vec<char> = look.answer.clone().unwrap_or_default().chars().collect();
            for mark in &look.marks {
                assert!(answer.get(mark.start as usize..mark.end as usize).is_some(), "{mark:?} lies in the answer");
                assert!(!mark.nodes.is_empty() || !mark.edges.is_empty());
            }
            assert_eq!(look.ideas.iter().filter(|idea| idea.is_new).count(), turn.delta.new_nodes().count());
        }
        assert!(turns.iter().any(|turn| !turn.marks.is_empty()));
    }
}

#[test]
fn turns_say_what_was_skipped_declined_and_edited_and_how_long_it_took() {
    let record = SessionReview::open(&eventful().1).unwrap();
    let turns = record.turns();
    let kinds: Vec<ResponseKind> = turns.iter().map(|turn| turn.kind).collect();
    assert_eq!(
        kinds,
        [
            ResponseKind::Answered,
            ResponseKind::Answered,
            ResponseKind::Skipped,
            ResponseKind::Answered,
            ResponseKind::Declined
        ]
    );
    let took: Vec<u64> = turns.iter().map(|turn| turn.took_ms).collect();
    assert_eq!(took, [20_000, 9_000, 10_000, 11_000, 9_000]);
    assert_eq!(turns[0].manner.unwrap().keys, 20);
    let withdrawn: Vec<(&str, u64)> = turns[1].withdrawn.iter().map(|old| (old.text.as_str(), old.at)).collect();
    assert_eq!(withdrawn, [("No idea.", 30_000)]);
    assert_eq!(turns[1].answer.as_deref(), Some("It makes the morning a small ritual."));
    // Two milk glasses of two UTF-16 units each and four bytes: positions count neither.
    let answer: Vec<char> = turns[0].answer.as_deref().unwrap().chars().collect();
    let mark = &turns[0].marks[0];
    let words: String = answer[mark.start as usize..mark.end as usize].iter().collect();
    assert!(words.contains("froths properly"), "{words}");
}

#[test]
fn the_view_after_a_turn_is_the_one_the_page_showed_then() {
    let (_, text) = eventful();
    let record = SessionReview::open(&text).unwrap();
    let session: Session = serde_json::from_str(&text).unwrap();
    let mut page = Interview::new(session.study.clone()).unwrap();
    let mut shown = vec![];
    for entry in &session.log {
        let LogEntry::Input(input) = entry else { continue };
        if matches!(input, Input::Answer { .. } | Input::Skip { .. } | Input::Stop { .. }) {
            shown.push(page.view());
        }
        page.handle(input.clone()).unwrap();
    }
    shown.pop();
    shown.push(page.view());
    assert_eq!(shown.len(), record.turns().len() + 1);
    for (turn, view) in shown.iter().enumerate() {
        assert_eq!(*view, record.view_at(u32::try_from(turn).unwrap()).unwrap(), "after turn {turn}");
    }
    assert!(matches!(record.view_at(9), Err(ReviewError::NoTurn { turn: 9, turns: 5 })));
}

#[test]
fn what_the_respondent_disputes_is_named_in_their_words() {
    let (interview, text) = eventful();
    let member = SessionReview::open(&text).unwrap().member().unwrap();
    assert_eq!(
        (member.fit, member.texts, member.corrections),
        (Some(3), vec!["Thanks.".to_owned()], vec!["Not the price.".to_owned()])
    );
    let first = interview.graph().active_nodes().next().unwrap();
    assert_eq!((member.disputed[0].was.clone(), member.disputed[0].turn), (vec![first.label.clone()], Some(1)));
    assert_eq!(member.disputed[1].was, interview.record().outcome.unwrap().summary[0]);
    assert_eq!(SessionReview::open(golden::session("oat_milk-short")).unwrap().member(), None);
}

#[test]
fn keys_may_be_set_to_what_they_are_and_change_nothing() {
    for policy in [None, Some("two_tier"), Some("arbitration")] {
        let text = match policy {
            None => golden::session("oat_milk-treat").to_owned(),
            Some(id) => {
                let session: Session = serde_json::from_str(golden::session("oat_milk-treat")).unwrap();
                let files = querent_engine::studio::documents::folder::folder(&root().join("config"));
                let study =
                    querent_engine::studio::documents::with_policy(&files.unwrap(), &session.study, id).unwrap();
                let mut interview = Interview::new(study).unwrap();
                for entry in session.log.iter().take(9) {
                    if let LogEntry::Input(input) = entry {
                        interview.handle(input.clone()).unwrap();
                    }
                }
                serde_json::to_string(&interview.session()).unwrap()
            }
        };
        let record = SessionReview::open(&text).unwrap();
        let keys = record.numbers();
        assert!(keys.len() > 30, "{policy:?} has {} keys", keys.len());
        // Each takes the whole study apart and puts it together again, so of the other policies a few will do.
        let each = if policy.is_some() { 9 } else { 1 };
        let keys: Vec<_> = keys.into_iter().step_by(each).collect();
        let settings: Vec<String> = keys.iter().map(|key| format!("{}={}", key.key, key.value)).collect();
        let same = record.what_if(&settings).unwrap();
        assert_eq!((same.different, same.settings.len()), (0, keys.len()), "{policy:?}");
        assert!(same.compared > 0);
    }
}

#[test]
fn a_changed_weight_changes_choices_and_names_them() {
    let record = SessionReview::open(golden::session("oat_milk-treat")).unwrap();
    let keys = record.numbers();
    let base = keys.iter().find(|key| key.key.ends_with("deepen.base")).unwrap();
    let what_if = record.what_if(&[format!("{}=-50", base.key)]).unwrap();
    assert!(what_if.different > 0);
    let (look, said) = what_if.turns.iter().zip(&what_if.said).find(|(look, _)| !look.is_same).unwrap();
    assert_eq!(look.turn, said.turn);
    assert_ne!(said.now.strategy, "Deepen");
    let is_named =
        |names: &[String], terms: usize| names.len() == terms && names.iter().all(|name| !name.contains('_'));
    assert!(is_named(&said.now.terms, look.now.terms.len()), "{:?}", said.now.terms);
    assert!(is_named(&said.recorded.terms, look.recorded.terms.len()), "{:?}", said.recorded.terms);
    assert!(!said.recorded.terms.is_empty());
    let refused = record.what_if(&["strategies.depen.base=1".to_owned()]).unwrap_err();
    assert!(refused.to_string().contains("depen") && refused.to_string().contains("deepen"), "{refused}");
    assert_eq!(refused.code(), "refused");
}

#[test]
fn a_file_that_is_no_session_is_told_what_it_is_not() {
    let session = golden::session("oat_milk-short");
    for (text, code, part) in [
        (session[..session.floor_char_boundary(session.len() / 2)].to_owned(), "cut", "ends in the middle"),
        ("hello".to_owned(), "unreadable", "no session file"),
        ("{}".to_owned(), "unreadable", "neither `format` nor `record_format`"),
        (session.replacen("\"format\":1", "\"format\":9", 1), "format", "`format` is 9, this version reads 1"),
        (recorded(session).replace("\"record_format\":1", "\"record_format\":7"), "format", "`record_format` is 7"),
        (session.replacen("\"entry\":\"input\"", "\"entry\":\"imput\"", 1), "unreadable", "imput"),
    ] {
        let problem = SessionReview::open(&text).unwrap_err();
        assert_eq!(problem.code(), code, "{problem}");
        assert!(problem.to_string().contains(part), "{problem}");
    }
}
