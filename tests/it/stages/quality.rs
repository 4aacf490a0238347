//! Figures of data quality, where elements stand, what stages without a model say, and the methods paragraph.

use querent_engine::{
    engine::{
        policy::StopReason,
        session::{Input, InterviewRecord, SkipKind, StoppedBy, TypingStats},
        text::slice,
    },
    studio::{
        review::{
            ElementStatus, MethodsText, elements, methods_text,
            quality::{FlagKind, Quality},
        },
        scoring::{Improvement, ImprovementKind, Measures, improvements},
        stages::{
            SessionScore, StageStatus,
            judge::ScoringResult,
            local::{chat, summary, synthesis},
        },
    },
};

use super::world::{Case, FROZEN, TREAT, study};

fn quality(case: &Case) -> Quality {
    Quality::of(&case.session, &case.seen())
}

fn flags(case: &Case) -> Vec<FlagKind> {
    quality(case).flags.iter().map(|flag| flag.id).collect()
}

/// The golden interview, each answer typed like this and sent so many seconds after its question.
fn typed(manner: Option<TypingStats>, seconds: u64) -> Case {
    let mut now = 1_700_000_000_000;
    TREAT.with(|input| match input {
        Input::Answer { manner: how, at, .. } => {
            now += seconds * 1000;
            (*how, *at) = (manner, now);
        }
        Input::Start { at, .. }
        | Input::Skip { at, .. }
        | Input::Edit { at, .. }
        | Input::Remark { at, .. }
        | Input::Stop { at, .. }
        | Input::Replies { at, .. } => *at = now,
    })
}

fn manner(pasted: u32, typing_ms: u64) -> TypingStats {
    TypingStats { pasted, keys: 40, first_ms: Some(4_000), typing_ms }
}

#[test]
fn an_interview_at_an_ordinary_pace_has_no_flag() {
    let case = typed(Some(manner(0, 20_000)), 30);
    let found = quality(&case);
    assert_eq!(found.flags, [], "{found:#?}");
    assert_eq!((found.pasted, found.median_seconds), (Some(0.0), Some(24.0)), "as the page measured it");
    assert!(found.turns.iter().filter_map(|turn| turn.words_per_minute).all(|speed| (10.0..120.0).contains(&speed)));
    assert!(found.function_words.unwrap() > 0.3);
}

#[test]
fn what_cannot_be_known_is_none_and_flags_nothing() {
    let untold = quality(&typed(None, 30));
    assert_eq!((untold.pasted, untold.median_seconds), (None, Some(30.0)), "by the times of the log");
    assert!(untold.turns.iter().all(|turn| turn.pasted.is_none() && turn.words_per_minute.is_none()));
    let simulated = typed(None, 1).with(|input| {
        if let Input::Start { seed, .. } = input {
            *seed = 7;
        }
    });
    let simulated = quality(&simulated);
    assert!(simulated.is_simulated);
    assert_eq!((simulated.median_seconds, simulated.total_seconds, simulated.flags.len()), (None, None, 0));
    let mut unknown = typed(None, 30);
    let mut bare = unknown.session.study.clone();
    bare.pack = querent_engine::engine::language::LanguagePack::default();
    let seen = InterviewRecord { study: &bare, ..unknown.seen() };
    assert_eq!(Quality::of(&unknown.session, &seen).function_words, None, "a language without word lists");
    unknown.session.log.clear();
    assert_eq!(quality(&unknown).total_seconds, None);
}

#[test]
fn pasting_fast_typing_haste_and_pauses_are_flagged_with_figure_threshold_and_turns() {
    let pasted = typed(Some(manner(500, 2_000)), 30);
    let found = quality(&pasted);
    assert_eq!(found.pasted, Some(1.0));
    let flag = &found.flags[0];
    assert_eq!((flag.id, flag.value, flag.threshold), (FlagKind::Pasted, 1.0, 0.5));
    assert!(flag.turns.len() > 5 && flag.sentence.contains("pasted"), "{flag:?}");
    assert!(!flags(&pasted).contains(&FlagKind::FastTyping), "pasted words are not typed");
    assert!(flags(&typed(Some(manner(0, 3_000)), 30)).contains(&FlagKind::FastTyping));
    assert_eq!(flags(&typed(None, 1)), [FlagKind::Speeding]);
    assert_eq!(flags(&typed(None, 600)), [FlagKind::LongPause]);
}

#[test]
fn the_same_answers_again_and_words_alone_are_flagged() {
    let oat_milk = study("oat_milk");
    let same = Case::told(&oat_milk, &["It is creamy.", "It is creamy!", "it is creamy", "It is creamy", "Price."]);
    assert!(flags(&same).contains(&FlagKind::StraightAnswers), "{:?}", flags(&same));
    let short = Case::told(&oat_milk, &["It is creamy and mild.", "ok", "no", "yes", "Coffee tastes better."]);
    let found = quality(&short);
    let flag = found.flags.iter().find(|flag| flag.id == FlagKind::OneWordRun).unwrap();
    assert_eq!((flag.turns.as_slice(), flag.value), (&[2, 3, 4][..], 3.0));
}

#[test]
fn an_answer_in_another_language_is_told_by_the_words_it_lacks() {
    let german =
        ["Der Schaum ist so cremig, dass mein Kaffee wie im Café schmeckt.", "Das macht den Morgen ruhiger für alle."];
    let english =
        ["The foam is so creamy that my coffee tastes like in a café.", "It makes the morning calmer for us all."];
    let arabic =
        ["أحب القهوة في الصباح لأنها تعطيني طاقة وتساعدني على التركيز.", "هذا يجعلني أشعر أنني مستعد لكل شيء في اليوم."];
    for (id, own) in [("oat_milk", english), ("pedelec", german), ("qahwa", arabic)] {
        let study = study(id);
        for said in [english, german, arabic] {
            let case = Case::told(&study, &said);
            let found = quality(&case);
            let is_flagged = found.flags.iter().any(|flag| flag.id == FlagKind::OffLanguage);
            assert_eq!(is_flagged, said != own, "{id}: {said:?} {:?}", found.function_words);
        }
    }
}

#[test]
fn edits_and_skips_are_counted_and_an_edit_keeps_the_time_of_the_first_wording() {
    let mut interview = querent_engine::engine::interview::Interview::new(study("oat_milk")).unwrap();
    let answer = |text: &str, at| Input::Answer { text: text.into(), at, manner: None };
    for input in [
        Input::Start { session: "e".into(), seed: 0, locale: "en".into(), at: 1_000 },
        answer("The creamy texture.", 21_000),
        Input::Edit { turn: 1, text: "The creamy texture, mostly.".into(), at: 90_000, manner: None },
        Input::Skip { kind: SkipKind::Skipped, at: 95_000 },
        Input::Stop { by: StoppedBy::Respondent, at: 99_000 },
    ] {
        interview.handle(input).unwrap();
    }
    let case = Case::of(interview.session());
    let found = quality(&case);
    assert_eq!((found.answers, found.skips, found.edits), (1, 1, 1));
    assert_eq!((found.turns[0].seconds, found.turns[0].is_edited), (Some(20.0), true));
    assert_eq!(found.total_seconds, Some(98.0));
}

#[test]
fn each_element_stands_where_the_record_puts_it() {
    let standing = |case: &Case| -> Vec<(String, ElementStatus)> {
        elements(&case.seen()).into_iter().map(|found| (found.element.to_string(), found.standing)).collect()
    };
    let treat = standing(&TREAT);
    assert!(treat.iter().any(|(_, standing)| *standing == ElementStatus::Covered), "{treat:?}");
    // The same interview, ended by somebody else: what was not reached was not left out by design.
    let unheard = Case::told(&study("oat_milk"), &["The creamy texture, I love it."]);
    let found = standing(&unheard);
    assert_eq!(found[0], ("creamy_texture".into(), ElementStatus::Covered), "{found:?}");
    assert!(found[1..].iter().all(|(_, standing)| *standing == ElementStatus::NotReached), "it goes on: {found:?}");
    let mut ended = TREAT.seen().outcome.unwrap().clone();
    let seen = unheard.seen();
    for (reason, expected) in [
        (StopReason::MaxTurns, ElementStatus::LeftOut),
        (StopReason::FatigueDetected, ElementStatus::LeftOut),
        (StopReason::RespondentStopped, ElementStatus::NotReached),
        (StopReason::ClosedByHost, ElementStatus::NotReached),
    ] {
        ended.reason = reason;
        let found = elements(&InterviewRecord { outcome: Some(&ended), ..seen });
        assert!(found[1..].iter().all(|found| found.standing == expected), "{reason:?}: {found:?}");
    }
}

#[test]
fn an_element_whose_every_question_was_passed_over_is_declined_and_one_answered_beside_it_is_touched() {
    let mut case = Case::told(&study("oat_milk"), &["The creamy texture, I love it.", "Hm.", "Hm."]);
    let mut turns = case.seen().turns.to_vec();
    let focus = querent_engine::engine::dialogue::Focus::Element { element: "nutrition".into() };
    let probe = querent_engine::engine::dialogue::Probe {
        strategy: "cover_element".into(),
        focus,
        anchor: None,
        description: String::new(),
    };
    turns[1].question.probe = Some(probe.clone());
    turns[1].answer = None;
    let of = |case: &Case| elements(&case.seen()).into_iter().find(|found| &*found.element == "nutrition").unwrap();
    case.turns = Some(turns.clone());
    let found = of(&case);
    assert_eq!((found.standing, found.asked.as_slice(), found.spoken.len()), (ElementStatus::Declined, &[2][..], 0));
    turns[2].question.probe = Some(probe);
    case.turns = Some(turns);
    assert_eq!((of(&case).standing, of(&case).asked), (ElementStatus::Touched, vec![2, 3]));
}

#[test]
fn a_synthesis_without_a_model_quotes_only_what_was_said() {
    for case in [&*TREAT, &*FROZEN] {
        let seen = case.seen();
        let found = synthesis(&seen);
        assert!(!found.themes.is_empty() && !found.chains.is_empty() && !found.element_findings.is_empty());
        let themes = found.themes.iter().flat_map(|theme| &theme.quotes);
        let findings = found.element_findings.iter().flat_map(|finding| &finding.quotes);
        let contradictions = found.contradictions.iter().flat_map(|found| &found.quotes);
        for quote in themes.chain(findings).chain(contradictions) {
            let turn = seen.turns.iter().find(|turn| turn.turn == quote.turn).unwrap();
            let answer = turn.answer.as_deref().unwrap();
            assert!(quote.start < quote.end && !slice(answer, quote.start, quote.end).trim().is_empty());
        }
        let labels: Vec<&str> = seen.graph.active_nodes().map(|node| node.label.as_str()).collect();
        assert!(found.chains.iter().flat_map(|chain| &chain.path).all(|label| labels.contains(&label.as_str())));
        assert!((1..=4).contains(&summary(&seen).len()));
    }
}

#[test]
fn what_is_liked_and_disliked_stands_against_itself() {
    let said = ["I love the creamy texture of it.", "But I hate the creamy texture when it is cold."];
    let case = Case::told(&study("oat_milk"), &said);
    let found = synthesis(&case.seen());
    let finding = found.element_findings.iter().find(|finding| &*finding.element_id == "creamy_texture").unwrap();
    assert_eq!(serde_json::to_value(finding.stance).unwrap(), "mixed");
    let contradiction = &found.contradictions[0];
    assert_eq!(contradiction.turns, [1, 2]);
    assert!(contradiction.summary.contains("creamy texture"), "{contradiction:?}");
    assert!(found.open_points.iter().any(|point| point == "Nutritional profile"), "by name: {:?}", found.open_points);
}

#[test]
fn a_question_is_answered_with_passages_and_their_turns() {
    let seen = TREAT.seen();
    let answer = chat("What about the foam of the coffee?", &seen);
    assert!(answer.starts_with("- [t"), "{answer}");
    for line in answer.lines().filter(|line| line.starts_with("- [t")) {
        let (mark, said) = line.trim_start_matches("- [t").split_once("] ").unwrap();
        let turn = seen.turns.iter().find(|turn| turn.turn.to_string() == mark).unwrap();
        let quote = said.trim().trim_start_matches('“').trim_end_matches('”');
        // A skipped question is quoted by the study's own word for it.
        assert!(turn.answer.as_deref().is_none_or(|answer| answer.contains(quote)), "{line}");
    }
    assert!(answer.contains("foams so well"), "{answer}");
    assert_eq!(chat("zebra", &seen), "Nothing in this interview holds a word of this question.");
}

#[test]
fn the_methods_paragraph_names_what_the_sessions_hold() {
    let scored =
        ScoringResult::by_rules(&FROZEN.seen()).into_row(SessionScore { started_at: 5, ..SessionScore::default() });
    let running = SessionScore { status: StageStatus::Active, started_at: 9, ..SessionScore::default() };
    let model = Case::golden("oat_milk-model");
    let found = methods_text(&[(&FROZEN.session, &[scored, running])]);
    insta::assert_snapshot!(
        "methods",
        format!("{}\n\n{}", found.paragraph, found.citation).replace(env!("CARGO_PKG_VERSION"), "VERSION")
    );
    assert_eq!(methods_text(&[]), MethodsText::default());
    let several = methods_text(&[(&TREAT.session, &[]), (&model.session, &[]), (&TREAT.session, &[])]);
    let paragraphs: Vec<&str> = several.paragraph.split("\n\n").collect();
    let versions = if TREAT.session.study_hash == model.session.study_hash { 1 } else { 2 };
    assert_eq!((paragraphs.len(), several.citation.lines().count()), (versions, versions), "one for each version");
    assert!(paragraphs[0].starts_with("2 semi-structured interviews"), "{}", paragraphs[0]);
    assert!(several.paragraph.contains("the model reader-small") && several.paragraph.contains("was not scored"));
}

#[test]
fn what_would_have_helped_rests_on_what_was_counted() {
    let pick = |found: &[Improvement], kind: &str| found.iter().find(|item| item.kind == kind).cloned();
    assert_eq!(pick(&improvements(&TREAT.seen()), "selection"), None, "who is far behind is rightly left alone");
    // One that was never chosen, close behind the choice at every turn.
    let mut close = Case::golden("oat_milk-treat");
    let mut turns = close.seen().turns.to_vec();
    let chosen: Vec<_> =
        turns.iter().filter_map(|turn| Some(turn.decision.as_ref()?.chosen.probe.strategy.clone())).collect();
    let loser = turns.iter().filter_map(|turn| turn.decision.as_ref()).flat_map(|decision| &decision.alternatives);
    let loser = loser.map(|ranked| ranked.probe.strategy.clone()).find(|id| !chosen.contains(id)).unwrap();
    for decision in turns.iter_mut().filter_map(|turn| turn.decision.as_mut()) {
        let best = decision.chosen.score.unwrap();
        for ranked in decision.alternatives.iter_mut().filter(|ranked| ranked.probe.strategy == loser) {
            ranked.score = Some(best - 0.01);
        }
    }
    close.turns = Some(turns);
    let never = pick(&improvements(&close.seen()), "selection").unwrap();
    assert_eq!((never.part, &*never.name), (ImprovementKind::Improve, &*loser));
    assert!(never.turns.len() >= 3 && never.why.contains("Close at"), "{never:?}");
    // A topic beside the concept, again and again.
    let said = [
        "Parking near the shop is hard.",
        "The parking costs a fortune.",
        "Because parking takes forever.",
        "I never find parking at noon.",
    ];
    let mut case = Case::told(&study("oat_milk"), &said);
    // The rules take an answer to be about the element that was asked about; here it was about none.
    let mut turns = case.seen().turns.to_vec();
    for element in &mut turns.last_mut().unwrap().state.coverage.elements {
        element.linked_nodes.clear();
    }
    case.turns = Some(turns);
    let labels: Vec<_> = case.seen().graph.active_nodes().map(|node| (&node.label, &node.elements)).collect();
    let topic = pick(&improvements(&case.seen()), "stimulus_element").unwrap_or_else(|| panic!("{labels:?}"));
    assert!(
        topic.part == ImprovementKind::Missing && topic.name.starts_with("park") && topic.turns.len() >= 3,
        "{topic:?}"
    );
    // Tired answers, where the only strategies ask on about one idea.
    let mut tired = Case::told(&study("oat_milk"), &["It is creamy.", "ok", "no", "yes", "no"]);
    assert_eq!(pick(&improvements(&tired.seen()), "strategy"), None, "the study has strategies to ease off with");
    let mut turns = tired.seen().turns.to_vec();
    for turn in &mut turns[1..4] {
        let reading = turn.reading.as_mut().unwrap();
        reading.momentum = Some(querent_engine::engine::dialogue::Momentum {
            level: querent_engine::engine::dialogue::Level::Low,
            indicators: Vec::new(),
        });
    }
    tired.turns = Some(turns);
    let mut bare = tired.session.study.clone();
    bare.methodology.strategies.retain(|strategy| &*strategy.id == "deepen");
    let seen = InterviewRecord { study: &bare, ..tired.seen() };
    let easing = pick(&improvements(&seen), "strategy").unwrap();
    assert_eq!(easing.name, "easing off");
    assert!(easing.turns.windows(3).any(|turns| turns == [2, 3, 4]), "{easing:?}");
    let report = ScoringResult::by_rules(&seen).tool_improvement_report.unwrap();
    assert!(report.starts_with("**Missing**\n\n1. `strategy` **easing off**"), "{report}");
}

#[test]
fn connections_the_method_has_no_place_for_are_told_from_two_on() {
    use querent_engine::engine::{
        graph::{Edge, GraphDelta, Operation},
        id::{EdgeId, NodeId},
    };
    let case = Case::told(&study("oat_milk"), &["The creamy texture."]);
    let mut graph = case.seen().graph.clone();
    let count = graph.edge_count();
    assert!(graph.node_count() > 0 && graph.edges().all(|edge| edge.permitted));
    let mut found = Vec::new();
    for (added, at) in (1..=2).zip(count..) {
        let edge = Edge {
            id: EdgeId(u32::try_from(at).unwrap()),
            source: NodeId(0),
            target: NodeId(0),
            edge_type: "leads_to".into(),
            turn: added,
            confidence: 0.5,
            permitted: false,
            quotes: Vec::new(),
        };
        graph.apply(&GraphDelta { operations: vec![Operation::AddEdge(edge)] }).unwrap();
        let seen = InterviewRecord { graph: &graph, ..case.seen() };
        found = improvements(&seen).into_iter().filter(|item| item.kind == "node_or_edge_type").collect();
        assert_eq!(found.len(), usize::from(added == 2), "{found:?}");
    }
    assert_eq!(found[0].turns, [1, 2]);
}

#[test]
fn the_measures_are_told_one_a_line() {
    let lines = Measures::of(&TREAT.seen()).lines();
    assert!(lines.len() > 20 && lines.iter().all(|line| line.contains(": ") && !line.contains('\n')), "{lines:#?}");
    assert!(lines.contains(&"leading questions: none".to_owned()));
}
