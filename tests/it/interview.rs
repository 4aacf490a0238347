//! The machine: what it refuses, what it keeps, how it is resumed and replayed.

use querent_engine::engine::{
    interview::{ANSWER_LIMIT, Interview, InterviewError, Step, replay},
    policy::StopReason,
    session::{Disputed, Input, LogEntry, SkipKind, StoppedBy, TypingStats},
    study::{CoreQuestion, CoreQuestionTime},
};

use crate::{
    program::shipped_study,
    tiny::{answer, question, skip, start, study, told},
};

#[test]
fn the_opening_question_is_the_studys() {
    assert_eq!(question(&told(&[])), "What comes to mind when you think of tea?");
}

#[test]
fn no_question_is_put_twice() {
    let mut interview = told(&[]);
    let mut asked = vec![question(&interview)];
    for turn in 1..10 {
        interview.handle(answer("It is warm and I like that very much.", turn)).unwrap();
        let next = question(&interview);
        assert!(!asked.contains(&next), "asked twice: {next}");
        asked.push(next);
    }
}

#[test]
fn the_budget_of_turns_ends_an_interview_and_a_remark_is_still_welcome() {
    let mut interview = told(&["Warm."; 10]);
    let Step::Finished { outcome } = interview.step() else { panic!("still asking") };
    assert_eq!((outcome.reason, outcome.turns, outcome.text.as_str()), (StopReason::MaxTurns, 10, "Goodbye."));
    let remark =
        Input::Remark { text: "Nice.".into(), fit: Some(4), correction: String::new(), at: 9, disputed: Vec::new() };
    assert!(matches!(interview.handle(remark), Ok(Step::Finished { .. })));
    assert_eq!(interview.turns().len(), 10);
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let mut interview = told(&["Warm, mostly."]);
    let log = interview.log().to_vec();
    let too_long = "x".repeat(ANSWER_LIMIT + 1);
    let misfits = [
        (start(), "out_of_order"),
        (
            Input::Remark { text: String::new(), fit: None, correction: String::new(), at: 1, disputed: Vec::new() },
            "out_of_order",
        ),
        (answer("", 1), "empty_answer"),
        (answer(" \n\t ", 1), "empty_answer"),
        (answer(&too_long, 1), "answer_too_long"),
        (Input::Edit { turn: 7, text: "x".into(), at: 1, manner: None }, "not_editable"),
    ];
    for (input, code) in misfits {
        let failure = interview.handle(input).unwrap_err();
        assert_eq!(failure.code(), code, "{failure}");
        assert_eq!(interview.log(), log);
    }
    let mut new = Interview::new(study()).unwrap();
    assert!(matches!(new.handle(answer("hello", 1)), Err(InterviewError::OutOfOrder { input: "answer", .. })));
}

#[test]
fn any_text_is_an_answer() {
    let texts = [
        "🫖☕️🫖",
        "إنه دافئ",
        "\u{0}\u{7}\u{1b}[31m",
        "a\u{301}\u{200d}\u{202e}b",
        "{focus} {{topic}}",
        "</script><b>",
    ];
    let mut interview = told(&[]);
    for text in texts {
        interview.handle(answer(text, 5)).unwrap();
    }
    interview.handle(answer(&"word ".repeat(4_000), 5)).unwrap();
    let said: Vec<_> = interview.turns().iter().filter_map(|turn| turn.answer.as_deref()).collect();
    assert_eq!(said[..6], texts);
}

#[test]
fn a_skipped_question_spends_a_turn_and_reads_nothing() {
    let mut interview = told(&["It is warm."]);
    let skipped = question(&interview);
    interview.handle(skip(SkipKind::Skipped, 5)).unwrap();
    let turn = interview.turns().last().unwrap();
    assert_eq!((turn.turn, turn.answer.as_ref(), turn.reading.as_ref()), (2, None, None));
    assert_ne!(question(&interview), skipped);
}

#[test]
fn a_declined_subject_is_not_brought_up_again() {
    let mut interview = told(&["Hm."]);
    let focus = |interview: &Interview| match interview.step() {
        Step::Ask { question, .. } => question.probe.unwrap().focus,
        other => panic!("{other:?}"),
    };
    let declined = focus(&interview);
    interview.handle(skip(SkipKind::Declined, 5)).unwrap();
    for at in 6..10 {
        assert_ne!(focus(&interview), declined);
        interview.handle(answer("Hm, yes.", at)).unwrap();
    }
}

#[test]
fn an_edit_replaces_the_last_answer_and_keeps_what_was_asked() {
    let mut interview = told(&["It is warm.", "It is wet."]);
    let withdrawn = question(&interview);
    interview.handle(Input::Edit { turn: 2, text: "It calms me.".into(), at: 9, manner: None }).unwrap();
    assert_eq!(interview.turns().len(), 2);
    assert_eq!(interview.turns()[1].answer.as_deref(), Some("It calms me."));
    assert_ne!(question(&interview), withdrawn);
    interview.handle(Input::Edit { turn: 2, text: "It wakes me.".into(), at: 10, manner: None }).unwrap();
    assert_eq!(interview.turns()[1].answer.as_deref(), Some("It wakes me."));
    assert_eq!(interview.log().iter().filter(|entry| matches!(entry, LogEntry::Input(_))).count(), 5);
}

#[test]
fn stopping_keeps_what_was_said() {
    let mut interview = told(&["It is warm."]);
    let step = interview.handle(Input::Stop { by: StoppedBy::Respondent, at: 9 }).unwrap();
    let Step::Finished { outcome } = step else { panic!("{step:?}") };
    assert_eq!((outcome.reason, outcome.turns), (StopReason::RespondentStopped, 1));
    assert!(matches!(interview.handle(answer("more", 10)), Err(InterviewError::OutOfOrder { .. })));
}

#[test]
fn a_remark_about_what_is_not_there_is_refused_and_changes_nothing() {
    let mut interview = told(&["It is warm, because the cup is hot.", "It calms me."]);
    interview.handle(Input::Stop { by: StoppedBy::Respondent, at: 9 }).unwrap();
    let Step::Finished { outcome } = interview.step() else { panic!("still asking") };
    let lines = u32::try_from(outcome.summary.len()).unwrap();
    let idea = interview.graph().active_nodes().next().unwrap().id;
    let said = |fit, disputed| Input::Remark { text: String::new(), fit, correction: String::new(), at: 10, disputed };
    let node = |node, text: &str| Disputed::Node { node, text: text.to_owned() };
    let line = |line| Disputed::Line { line, text: String::new() };
    let log = interview.log().to_vec();
    let stranger = serde_json::from_str("\"n999\"").unwrap();
    for (remark, code, words) in [
        (said(Some(0), vec![]), "fit", "`fit` is 0; a rating is 1, 2, 3 or 4"),
        (said(Some(5), vec![]), "fit", "`fit` is 5"),
        (said(None, vec![node(stranger, "")]), "no_such_node", "no idea `n999`"),
        (said(None, vec![line(0), line(lines)]), "no_such_line", "has no line"),
        (said(None, vec![node(idea, &"x".repeat(ANSWER_LIMIT + 1))]), "answer_too_long", "20001"),
    ] {
        let failure = interview.handle(remark).unwrap_err();
        assert_eq!(failure.code(), code, "{failure}");
        assert!(failure.to_string().contains(words), "{failure}");
        assert_eq!(interview.log(), log);
    }
    interview.handle(said(Some(2), vec![line(0), line(lines - 1), node(idea, "It was hot.")])).unwrap();
    assert_eq!(interview.log().len(), log.len() + 1);
}

#[test]
fn how_an_answer_was_typed_is_kept_and_changes_nothing_else() {
    let manner = TypingStats { pasted: 12, keys: 3, first_ms: Some(1500), typing_ms: 900 };
    let mut plain = told(&[]);
    let mut measured = told(&[]);
    let text = "It is warm, because the cup is hot.";
    plain.handle(answer(text, 1)).unwrap();
    measured.handle(Input::Answer { text: text.into(), at: 1, manner: Some(manner) }).unwrap();
    assert_eq!(serde_json::to_string(plain.turns()).unwrap(), serde_json::to_string(measured.turns()).unwrap());
    let kept = measured.log().iter().find_map(|entry| match entry {
        LogEntry::Input(Input::Answer { manner, .. }) => *manner,
        _ => None,
    });
    assert_eq!(kept, Some(manner));
}

/// A session with every kind of input in it.
fn eventful() -> Interview {
    let mut interview = told(&["It is warm, because the cup is hot.", "It calms me."]);
    for input in [
        skip(SkipKind::Skipped, 11),
        answer("My grandmother made it.", 12),
        Input::Edit { turn: 4, text: "My grandmother always made it.".into(), at: 13, manner: None },
        skip(SkipKind::Declined, 14),
        answer("It helps me to think.", 15),
        Input::Stop { by: StoppedBy::Host, at: 16 },
        Input::Remark { text: "Bye".into(), fit: Some(3), correction: "none".into(), at: 17, disputed: Vec::new() },
    ] {
        interview.handle(input).unwrap();
    }
    interview
}

#[test]
fn an_interview_resumes_from_every_point_of_its_log_as_if_nothing_had_happened() {
    let whole = eventful();
    let bytes = serde_json::to_string(&whole.session()).unwrap();
    let inputs: Vec<&Input> = whole
        .log()
        .iter()
        .filter_map(|entry| match entry {
            LogEntry::Input(input) => Some(input),
            _ => None,
        })
        .collect();
    for cut in 0..=whole.log().len() {
        let mut resumed = Interview::resume(study(), &whole.log()[..cut]).unwrap();
        let told = resumed.log().iter().filter(|entry| matches!(entry, LogEntry::Input(_))).count();
        for input in &inputs[told..] {
            resumed.handle((*input).clone()).unwrap();
        }
        assert_eq!(serde_json::to_string(&resumed.session()).unwrap(), bytes, "cut after entry {cut}");
        assert_eq!(resumed.turns(), whole.turns());
    }
}

#[test]
fn a_session_replays_without_a_difference_and_a_changed_one_with_the_first() {
    let mut session = eventful().session();
    let text = serde_json::to_string(&session).unwrap();
    session = serde_json::from_str(&text).unwrap();
    assert_eq!(replay(&session).unwrap().1, []);
    for entry in &mut session.log {
        if let LogEntry::Asked(asked) = entry
            && asked.turn == 3
        {
            asked.text = "Something else?".into();
        }
    }
    let (_, differences) = replay(&session).unwrap();
    assert_eq!((differences[0].turn, differences[0].what), (3, "question"));
}

#[test]
fn a_log_that_lost_its_beginning_is_refused_with_the_entry() {
    let log = eventful().log()[1..].to_vec();
    let failure = Interview::resume(study(), &log).unwrap_err();
    assert_eq!(
        failure.to_string(),
        "the session cannot be replayed: entry 1 of its log records the consequence of an input that is missing"
    );
    let failure = Interview::resume(study(), &eventful().log()[2..]).unwrap_err();
    assert!(matches!(failure, InterviewError::Log { entry: 1, .. }), "{failure}");
}

#[test]
fn a_study_that_cannot_be_used_says_why() {
    let mut other = study();
    other.format = 2;
    assert!(Interview::new(other).unwrap_err().to_string().contains("format is 2"));
    let mut silent = study();
    silent.texts.opening.clear();
    assert!(Interview::new(silent).unwrap_err().to_string().contains("texts.opening"));
}

/// An interview about oat milk after these answers; an empty one skips the question.
fn about_oat_milk(answers: &[&str]) -> Interview {
    let study = shipped_study("oat_milk");
    let mut interview = Interview::new(study).unwrap();
    interview.handle(start()).unwrap();
    for (turn, text) in (1..).zip(answers) {
        let input = if text.is_empty() { skip(SkipKind::Skipped, turn) } else { answer(text, turn) };
        interview.handle(input).unwrap();
    }
    interview
}

fn proposed(interview: &Interview) -> Option<StopReason> {
    let Step::Ask { question, .. } = interview.step() else { panic!("not asking") };
    question.proposes
}

const DESPAIR: &str = "To be honest I want to kill myself.";

#[test]
fn a_respondent_in_distress_chooses_whether_to_stop() {
    let paused = about_oat_milk(&[DESPAIR]);
    assert_eq!(proposed(&paused), Some(StopReason::Safety));
    assert_eq!(question(&paused), paused.study().texts.pause);
    for agreement in ["Yes please", "stop, I have to go now"] {
        let outcome = about_oat_milk(&[DESPAIR, agreement]).outcome().cloned().unwrap();
        assert_eq!(outcome.reason, StopReason::Safety, "{agreement}");
        assert_eq!(outcome.text, paused.study().texts.safety);
    }
    for refusal in [
        "",
        "oh my, NO, I don't want to kill myself lol, that was a joke",
        "no, let's go on",
        "please go on",
        "yes, keep going",
        "Right, where was I? I like it in my coffee.",
        "I would rather tell you about the coffee.",
        "Not yet. I like it in my coffee.",
    ] {
        let going_on = about_oat_milk(&[DESPAIR, refusal]);
        assert_eq!(proposed(&going_on), None, "{refusal}");
        assert_eq!(proposed(&about_oat_milk(&[DESPAIR, refusal, DESPAIR])), Some(StopReason::Safety), "{refusal}");
    }
    for despair in [DESPAIR, "No. I want to kill myself, I can't go on", "I have no reason to live, I want to die"] {
        assert_eq!(about_oat_milk(&[DESPAIR, despair]).outcome().unwrap().reason, StopReason::Safety, "{despair}");
    }
    let mut stopped = about_oat_milk(&[DESPAIR]);
    stopped.handle(Input::Stop { by: StoppedBy::Respondent, at: 9 }).unwrap();
    assert_eq!(stopped.outcome().unwrap().reason, StopReason::Safety);
    let (replayed, differences) = replay(&paused.session()).unwrap();
    assert_eq!((differences, proposed(&replayed)), (Vec::new(), Some(StopReason::Safety)));
}

#[test]
fn a_respondent_who_may_want_to_stop_is_asked_once() {
    let unsure = "Could we finish up? I've a call at three.";
    let asked = about_oat_milk(&[unsure]);
    assert_eq!(proposed(&asked), Some(StopReason::RespondentStopped));
    assert_eq!(question(&asked), asked.study().pack.talk.stop_here.asks);
    let stopped = about_oat_milk(&[unsure, "yes"]);
    assert_eq!(stopped.outcome().unwrap().reason, StopReason::RespondentStopped);
    assert_eq!(proposed(&about_oat_milk(&[unsure, "no", unsure])), None, "asked twice");
}

#[test]
fn a_study_without_a_pause_ends_at_words_of_distress() {
    let mut study = shipped_study("oat_milk");
    study.texts.pause.clear();
    let mut interview = Interview::new(study).unwrap();
    interview.handle(start()).unwrap();
    interview.handle(answer(DESPAIR, 1)).unwrap();
    assert_eq!(interview.outcome().unwrap().reason, StopReason::Safety);
}

#[test]
fn a_pause_takes_no_place_among_the_questions_that_everybody_is_asked() {
    let mut study = shipped_study("oat_milk");
    let asks = ["How old are you?", "Where do you live?"];
    study.core = asks
        .iter()
        .map(|ask| CoreQuestion {
            id: (*ask).into(),
            ask: (*ask).to_owned(),
            when: CoreQuestionTime::First,
            after_turn: None,
        })
        .collect();
    let mut interview = Interview::new(study).unwrap();
    interview.handle(start()).unwrap();
    interview.handle(answer(DESPAIR, 1)).unwrap();
    interview.handle(skip(SkipKind::Skipped, 2)).unwrap();
    assert_eq!(question(&interview), asks[1]);
}
