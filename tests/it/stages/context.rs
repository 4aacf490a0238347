//! Who sees which stages, and how an interview is made to fit.

use proptest::prelude::*;
use querent_engine::{
    engine::model::{ReportContext, Task, TaskContext, TimelineTurn},
    studio::{
        prompts::read_context,
        scoring::Measures,
        stages::{
            ContextPurpose, ContextTooLong, LATEST, StageContext, StageResult, StageStatus, StageType, estimate, fit,
        },
    },
};

use super::world::{Case, FROZEN, PURPOSES, TREAT, stage, stages, study};

fn judged(case: &Case) -> ReportContext {
    let seen = case.seen();
    StageContext::of(ContextPurpose::ScoringContext, seen, &stages(&seen)).judge_context(&Measures::of(&seen))
}

#[test]
fn each_purpose_includes_the_types_the_table_gives_it_and_no_other() {
    use StageType::{Chat, ExecSummary, Investigation, Scoring, Synthesis};
    let table: [(ContextPurpose, [(StageType, bool); 5]); 5] = [
        (
            ContextPurpose::NextStageContext,
            [(Investigation, true), (Synthesis, true), (Chat, false), (ExecSummary, false), (Scoring, false)],
        ),
        (
            ContextPurpose::ChatContext,
            [(Investigation, true), (Synthesis, true), (Chat, true), (ExecSummary, false), (Scoring, false)],
        ),
        (
            ContextPurpose::ScoringContext,
            [(Investigation, true), (Synthesis, true), (Chat, false), (ExecSummary, true), (Scoring, false)],
        ),
        (
            ContextPurpose::MainTimeline,
            [(Investigation, true), (Synthesis, true), (Chat, false), (ExecSummary, false), (Scoring, false)],
        ),
        (
            ContextPurpose::FullSession,
            [(Investigation, true), (Synthesis, true), (Chat, true), (ExecSummary, true), (Scoring, true)],
        ),
    ];
    assert_eq!(table.map(|(purpose, _)| purpose), PURPOSES);
    for (purpose, cells) in table {
        for (kind, is_included) in cells {
            assert_eq!(purpose.includes().contains(&kind), is_included, "{purpose:?} {kind:?}");
        }
    }
}

#[test]
fn a_status_may_become_what_the_machine_allows_and_nothing_else() {
    use StageStatus::{Active, Cancelled, Completed, Failed, Pending, TimedOut};
    let all = [Pending, Active, Completed, Failed, TimedOut, Cancelled];
    let allowed = |from, to| match from {
        Pending => [Pending, Active, Failed, Cancelled].contains(&to),
        Active => to != Pending,
        Completed | Failed | TimedOut | Cancelled => from == to,
    };
    for from in all {
        for to in all {
            assert_eq!(from.may_become(to), allowed(from, to), "{from:?} to {to:?}");
        }
        assert_eq!(from.is_terminal(), ![Pending, Active].contains(&from));
    }
}

#[test]
fn readers_take_either_word_for_what_runs() {
    for word in ["active", "in_progress", "started"] {
        assert_eq!(serde_json::from_value::<StageStatus>(word.into()).unwrap(), StageStatus::Active);
    }
    assert!(serde_json::from_value::<StageStatus>("running".into()).is_err());
    assert_eq!(serde_json::to_value(StageStatus::Active).unwrap(), "active");
    let score = querent_engine::studio::stages::SessionScore { status: StageStatus::Active, ..Default::default() };
    assert_eq!(serde_json::to_value(score).unwrap()["status"], "in_progress");
}

#[test]
fn material_holds_what_the_purpose_includes_of_completed_stages() {
    let seen = TREAT.seen();
    let stages = stages(&seen);
    for purpose in PURPOSES {
        let material = StageContext::of(purpose, seen, &stages);
        let has = |kind| purpose.includes().contains(&kind);
        assert_eq!(material.synthesis.is_some(), has(StageType::Synthesis), "{purpose:?}");
        let summary: &[&str] =
            if has(StageType::ExecSummary) { &["A small luxury that should cost less."] } else { &[] };
        assert_eq!(material.summary, summary, "{purpose:?}");
        assert_eq!(material.talk.len(), usize::from(has(StageType::Chat)), "{purpose:?}");
    }
}

#[test]
fn of_several_syntheses_the_last_that_can_be_read_counts_and_a_result_of_another_type_never_does() {
    let seen = TREAT.seen();
    let synthesis = |open: &str| Some(StageResult::Synthesis { synthesis: serde_json::json!({"open_points": [open]}) });
    let broken = Some(StageResult::Synthesis { synthesis: serde_json::json!({"open_points": 7}) });
    let mixed = [
        stage(4, StageType::Synthesis, StageStatus::Completed, broken),
        stage(3, StageType::Synthesis, StageStatus::Completed, synthesis("later")),
        stage(2, StageType::Synthesis, StageStatus::Completed, synthesis("first")),
        stage(5, StageType::Chat, StageStatus::Completed, synthesis("smuggled")),
    ];
    let material = StageContext::of(ContextPurpose::ChatContext, seen, &mixed);
    assert_eq!(material.synthesis.unwrap().open_points, ["later"]);
}

#[test]
fn contexts_of_every_mix_of_stages_are_as_they_were_looked_at() {
    use StageType::{Chat, ExecSummary, Investigation, Scoring, Synthesis};
    let seen = FROZEN.seen();
    let measures = Measures::of(&seen);
    let all = stages(&seen);
    let mix = |kinds: &[StageType]| -> Vec<_> {
        all.iter().filter(|stage| stage.stage_type.known().is_some_and(|kind| kinds.contains(&kind))).cloned().collect()
    };
    let context = |kinds: &[StageType]| {
        StageContext::of(ContextPurpose::ScoringContext, seen, &mix(kinds)).judge_context(&measures)
    };
    insta::assert_json_snapshot!("judge_interview_alone", context(&[Investigation]));
    // What follows differs in what was written about the interview; that is looked at alone.
    let written = |kinds: &[StageType]| {
        let context = context(kinds);
        (context.ending, context.synthesis, context.summary)
    };
    insta::assert_json_snapshot!("judge_with_synthesis", written(&[Investigation, Synthesis]));
    insta::assert_json_snapshot!("judge_with_summary", written(&[Investigation, ExecSummary]));
    insta::assert_json_snapshot!("judge_with_everything", written(&StageType::ALL));
    assert_eq!(written(&StageType::ALL), written(&[Investigation, Synthesis, ExecSummary]));
    assert_eq!(context(&[Investigation]), context(&[Investigation, Chat, Scoring]), "nobody's talk is judged");
    let report = StageContext::of(ContextPurpose::ChatContext, seen, &all).chat_context("What of price?");
    insta::assert_json_snapshot!("chat_with_everything", report);
    let nobody = Case::told(&study("oat_milk"), &[]);
    let empty = StageContext::of(ContextPurpose::ScoringContext, nobody.seen(), &[])
        .judge_context(&Measures::of(&nobody.seen()));
    assert_eq!((empty.timeline.len(), empty.ending, empty.synthesis), (0, None, None));
}

#[test]
fn a_summary_that_repeats_the_synthesis_is_said_once() {
    let seen = TREAT.seen();
    let mut all = stages(&seen);
    let line = querent_engine::studio::stages::local::summary(&seen).remove(0);
    all[4].result = Some(StageResult::ExecSummary { lines: vec![line.clone(), "And another.".into()] });
    let context = StageContext::of(ContextPurpose::ScoringContext, seen, &all).judge_context(&Measures::of(&seen));
    assert!(context.synthesis.unwrap().contains(&line));
    assert_eq!(context.summary, ["And another."]);
}

#[test]
fn the_timeline_tells_of_each_turn_why_it_was_asked_and_what_was_made_of_it() {
    let context = judged(&TREAT);
    let seen = TREAT.seen();
    assert_eq!(context.timeline.len(), seen.turns.len());
    assert!(context.timeline[0].choice.is_none(), "the opening question is the study's");
    assert_eq!(context.timeline[0].worded_by, "study");
    for (told, turn) in context.timeline.iter().zip(seen.turns).skip(1) {
        let choice = told.choice.as_ref().unwrap();
        let probe = turn.question.probe.as_ref().unwrap();
        assert_eq!((&choice.strategy, &choice.tactic), (&probe.strategy, &turn.question.tactic));
        assert!((1..=3).contains(&choice.reasons.len()), "{choice:?}");
        assert!(choice.runner_up.as_ref().is_some_and(|next| next.strategy != choice.strategy));
        assert_eq!(told.answer, turn.answer);
        let found = turn.extraction.as_ref().map(|found| (found.nodes.len(), found.edges.len()));
        assert_eq!(told.analysis.as_ref().map(|found| (found.nodes.len(), found.edges.len())), found);
        assert_eq!(told.momentum.is_some(), turn.reading.as_ref().is_some_and(|reading| reading.momentum.is_some()));
    }
}

#[test]
fn failed_calls_stand_at_the_turn_whose_question_or_reading_they_were_for() {
    let case = Case::golden("oat_milk-model");
    let context = judged(&case);
    let told: Vec<&String> = context.timeline.iter().flat_map(|turn| &turn.fallbacks).collect();
    let failed = case.seen().turns.iter().flat_map(|turn| &turn.calls).filter(|call| call.failure.is_some()).count();
    // A question that was asked for and never answered belongs to no turn.
    assert!(!told.is_empty() && told.len() <= failed, "{told:?} of {failed}");
}

#[test]
fn what_a_judge_is_shown_of_golden_sessions_is_within_the_contract() {
    for name in ["oat_milk-treat", "meal_kit-gave_up", "oat_milk-short", "oat_milk-model"] {
        let case = Case::golden(name);
        for (task, context) in [
            (Task::ScoreAnalysis, judged(&case)),
            (Task::Synthesis, StageContext::of(ContextPurpose::MainTimeline, case.seen(), &[]).report_context()),
        ] {
            let written = serde_json::to_value(&context).unwrap();
            let read = read_context(task, written).unwrap_or_else(|problem| panic!("{name}: {problem}"));
            assert_eq!(read, TaskContext::Report(Box::new(context)), "{name}");
        }
    }
}

/// A long interview: the golden one, again and again, with answers of this length.
fn long(turns: usize, answer: usize) -> ReportContext {
    let mut context = judged(&TREAT);
    let told: Vec<TimelineTurn> = context.timeline.iter().skip(1).cycle().take(turns).cloned().collect();
    context.timeline = told;
    for (turn, number) in context.timeline.iter_mut().zip(1..) {
        turn.turn = number;
        turn.answer = Some("word ".repeat(answer / 5));
    }
    context
}

/// What is kept of each turn: reading, second reasons, the whole answer.
fn kept(context: &ReportContext) -> Vec<[bool; 3]> {
    let kept = |turn: &TimelineTurn| {
        let is_ranked = turn.choice.as_ref().is_some_and(|choice| choice.runner_up.is_some());
        let is_whole = turn.answer.as_ref().is_none_or(|answer| !answer.contains("characters omitted"));
        [turn.analysis_omitted.is_none(), is_ranked, is_whole]
    };
    context.timeline.iter().map(kept).collect()
}

fn tokens(context: &ReportContext, task: Task) -> u64 {
    use querent_engine::studio::prompts::{Tag, render};
    let study = &TREAT.session.study;
    let prompt =
        render(task, &TaskContext::Report(Box::new(context.clone())), &study.frame(), &Tag::new("score.1", b"nonce"))
            .unwrap();
    estimate((prompt.system.len() + prompt.user.len()) as u64)
}

#[test]
fn the_oldest_results_go_first_then_rankings_then_the_middles_of_long_answers() {
    let study = &TREAT.session.study;
    let whole = long(20, 2_000);
    let all = tokens(&whole, Task::ScoreAnalysis);
    let fitted = |budget: u64| fit(whole.clone(), Task::ScoreAnalysis, study, u32::try_from(budget).unwrap()).ok();
    let cut = |context: &ReportContext, part: usize| -> Vec<usize> {
        let kept = kept(context);
        (0..kept.len()).filter(|turn| !kept[*turn][part]).collect()
    };
    let budgets: Vec<u64> = (8_000..all).step_by(331).collect();
    // The tightest budget that suffices shows what can be left out at all: a note is no shorter than a short reading.
    let least = budgets.iter().find_map(|budget| fitted(*budget)).unwrap();
    let most = [0, 1, 2].map(|part| cut(&least, part));
    let mut seen = std::collections::BTreeSet::new();
    for context in budgets.iter().filter_map(|budget| fitted(*budget)) {
        let truncated = context.truncated.unwrap();
        seen.insert(truncated.pass);
        for (part, most) in most.iter().enumerate() {
            let cut = cut(&context, part);
            assert!(cut.iter().all(|turn| *turn < context.timeline.len() - LATEST), "the latest turns are whole");
            let is_last = part + 1 == usize::from(truncated.pass);
            let is_prefix = if is_last { most.starts_with(&cut) } else { cut.is_empty() || cut == *most };
            assert!(is_prefix, "the oldest first, pass after pass: {cut:?} of {most:?}");
        }
        assert_eq!(truncated.omitted_results as usize, cut(&context, 0).len());
        let prompt = serde_json::to_string(&context).unwrap();
        assert!(prompt.contains("[result omitted: "), "what is left out is said");
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn what_does_not_fit_whatever_is_left_out_is_an_error_that_names_the_remedy() {
    let error = fit(long(30, 3_000), Task::ScoreAnalysis, &TREAT.session.study, 4_000).unwrap_err();
    assert!(error.tokens > 4_000);
    assert!(error.to_string().contains("scoring.context_token_budget"), "{error}");
}

#[test]
fn a_budget_is_the_studys_or_what_the_models_window_leaves() {
    use querent_engine::studio::stages::budget;
    assert_eq!(budget(60_000, 200_000, 4_000), 60_000);
    assert_eq!(budget(60_000, 16_000, 4_000), 10_000);
    assert_eq!(budget(60_000, 3_000, 4_000), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(12) })]

    #[test]
    fn a_smaller_budget_never_keeps_more_and_what_is_kept_is_within_it(
        turns in 5_usize..40, answer in 50_usize..3_500, budgets in (5_000_u32..60_000, 5_000_u32..60_000)
    ) {
        let study = &TREAT.session.study;
        let whole = long(turns, answer);
        let (less, more) = (budgets.0.min(budgets.1), budgets.0.max(budgets.1));
        let fitted = |budget| fit(whole.clone(), Task::ScoreAnalysis, study, budget);
        for budget in [less, more] {
            if let Ok(context) = fitted(budget) {
                prop_assert!(tokens(&context, Task::ScoreAnalysis) <= u64::from(budget));
                let newest = |context: &ReportContext| {
                    let from = context.timeline.len() - LATEST;
                    serde_json::to_string(&context.timeline[from..]).unwrap()
                };
                prop_assert_eq!(newest(&context), newest(&whole), "the newest turns to the byte");
                let questions = |context: &ReportContext| -> Vec<String> {
                    context.timeline.iter().map(|turn| turn.question.clone()).collect()
                };
                prop_assert_eq!(questions(&context), questions(&whole));
                let again = fit(context.clone(), Task::ScoreAnalysis, study, budget);
                prop_assert_eq!(again, Ok(context), "what fits is left as it is");
            }
        }
        match (fitted(less), fitted(more)) {
            (Ok(less), Ok(more)) => {
                for (less, more) in kept(&less).into_iter().zip(kept(&more)) {
                    for (less, more) in less.into_iter().zip(more) {
                        prop_assert!(!less || more);
                    }
                }
            }
            (Ok(_), Err(ContextTooLong { .. })) => prop_assert!(false, "a greater budget suffices where a smaller one does"),
            (Err(_), _) => {}
        }
    }
}
