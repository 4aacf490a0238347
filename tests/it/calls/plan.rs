//! When who is asked again, under a clock and a random source of the test's own.

use querent_engine::{
    engine::{
        id::Name,
        model::{CallBudget, CallFailure, Completion, FailureKind, FinishReason, Task, TokenUsage},
    },
    studio::{
        calling::{CallAttempt, CallPlan, NextStep, ProviderHealth},
        providers::{AttemptFailure, DecodedReply, OptionalField},
        settings::LlmSettings,
    },
};
use serde_json::json;

use super::record;

/// Three models of three providers, `a` before `b` before `c`.
fn settings() -> LlmSettings {
    let mut settings = LlmSettings::default();
    for (name, context) in [("a", 10_000), ("b", 5_000), ("c", 50_000)] {
        let provider = json!({"kind": "openai", "key_env": "KEY"});
        settings.providers.insert(name.into(), serde_json::from_value(provider).unwrap());
        let changes = json!({"provider": name, "context_tokens": context});
        settings.models.insert(name.into(), record(&changes));
    }
    let names: Vec<Name> = ["a", "b", "c"].map(Name::from).to_vec();
    settings.classes = serde_json::from_value(json!({"analysis": names, "question": names, "report": names})).unwrap();
    settings
}

/// A call under a clock that moves only by what the plan waits and what the test lets attempts take.
struct Call {
    settings: LlmSettings,
    health: ProviderHealth,
    plan: CallPlan,
    now: u64,
    random: u64,
}

impl Call {
    fn new(settings: LlmSettings, deadline_ms: u32) -> (Self, NextStep) {
        Self::after(settings, ProviderHealth::default(), 1_000_000, deadline_ms)
    }

    fn after(settings: LlmSettings, health: ProviderHealth, now: u64, deadline_ms: u32) -> (Self, NextStep) {
        let usable: Vec<Name> = settings.models.keys().cloned().collect();
        let budget = CallBudget { deadline_ms, max_output: 1_000 };
        let plan = CallPlan::new(&settings, Task::TurnAnalysis, &[], &usable, budget, now);
        let mut call = Self { settings, health, plan, now, random: u64::MAX / 2 };
        let first = call.plan.next(&call.settings, &mut call.health, now);
        (call, first)
    }

    fn told(&mut self, took_ms: u64, outcome: Result<DecodedReply, AttemptFailure>) -> NextStep {
        self.now += took_ms;
        let next = self.plan.after_attempt(outcome, &self.settings, &mut self.health, self.now, self.random);
        if let NextStep::Call(attempt) = &next {
            self.now += attempt.wait_ms;
        }
        next
    }

    fn fails(&mut self, kind: FailureKind) -> NextStep {
        self.told(100, Err(AttemptFailure::of(kind)))
    }
}

fn reply() -> DecodedReply {
    let usage = TokenUsage { input: 1_000, output: 100, ..TokenUsage::default() };
    DecodedReply { output: "Why?".into(), finish: FinishReason::Stop, model: None, usage, usage_estimated: false }
}

fn model(next: &NextStep) -> &str {
    match next {
        NextStep::Call(attempt) => &attempt.model,
        other => panic!("{other:?}"),
    }
}

fn attempt(next: NextStep) -> CallAttempt {
    match next {
        NextStep::Call(attempt) => attempt,
        other => panic!("{other:?}"),
    }
}

fn failure(next: NextStep) -> CallFailure {
    match next {
        NextStep::GiveUp(failure) => failure,
        other => panic!("{other:?}"),
    }
}

fn completion(next: NextStep) -> Completion {
    match next {
        NextStep::Done(completion) => completion,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_first_choice_is_asked_and_its_reply_is_the_reply() {
    let (mut call, first) = Call::new(settings(), 15_000);
    let first = attempt(first);
    assert_eq!((&*first.model, first.wait_ms, first.max_output, first.temperature_hundredths), ("a", 0, 1_000, 20));
    assert_eq!((first.timers.first_ms, first.timers.gap_ms, first.timers.total_ms), (8_000, 5_000, 15_000));
    let done = completion(call.told(1_234, Ok(reply())));
    assert_eq!(
        (done.output.as_str(), done.model.as_str(), done.effort.attempts, done.effort.latency_ms),
        ("Why?", "a", 1, 1_234)
    );
    assert_eq!((done.effort.cost_nano_usd, done.effort.fallback_from), (Some(1_000 * 1_000 + 100 * 5_000), None));
}

#[test]
fn each_failure_leads_where_the_table_says() {
    use FailureKind::{
        Auth, BadOutput, BudgetExhausted, Cancelled, ContextTooLong, InvalidRequest, Overloaded, Permission,
        QuotaExhausted, RateLimited, Refused, TimeoutFirst, TimeoutStall, TimeoutTotal, Transport, Unavailable,
    };
    // Where the first such failure of `a` leads, and the second.
    let table = [
        (Auth, "b", "c"),
        (Permission, "b", "c"),
        (QuotaExhausted, "b", "c"),
        (RateLimited, "b", "c"),
        (Overloaded, "a", "b"),
        (Transport, "a", "b"),
        (InvalidRequest, "b", "c"),
        (ContextTooLong, "c", "-"),
        (Refused, "-", "-"),
        (TimeoutFirst, "a", "b"),
        (TimeoutStall, "b", "c"),
        (TimeoutTotal, "b", "c"),
        (BadOutput, "a", "b"),
        (Cancelled, "-", "-"),
        (BudgetExhausted, "-", "-"),
        (Unavailable, "b", "c"),
    ];
    for (kind, first, second) in table {
        let (mut call, _) = Call::new(settings(), 25_000);
        let mut led = Vec::new();
        for _ in 0..2 {
            match call.fails(kind) {
                NextStep::Call(attempt) => led.push(attempt.model.to_string()),
                NextStep::GiveUp(failure) => {
                    assert_eq!(failure.kind, kind);
                    led.push("-".to_owned());
                }
                NextStep::Done(done) => panic!("{done:?}"),
            }
        }
        assert_eq!(led, [first, second], "{kind:?}");
    }
}

#[test]
fn with_every_provider_dead_the_rules_are_next_and_soon() {
    for kind in [FailureKind::Overloaded, FailureKind::Transport, FailureKind::Auth, FailureKind::TimeoutStall] {
        let (mut call, mut next) = Call::new(settings(), 25_000);
        let mut attempts = 0;
        while let NextStep::Call(_) = next {
            attempts += 1;
            assert!(attempts <= 9, "{kind:?}");
            next = call.fails(kind);
        }
        let failure = failure(next);
        assert_eq!((failure.kind, failure.effort.attempts), (kind, attempts));
        assert!(failure.effort.latency_ms <= 25_000, "{kind:?}: {}", failure.effort.latency_ms);
        assert!(!failure.message.is_empty());
    }
    let mut none = settings();
    none.classes.clear();
    let (_, next) = Call::new(none, 25_000);
    let failure = failure(next);
    assert_eq!((failure.kind, failure.effort.attempts), (FailureKind::Unavailable, 0));
}

#[test]
fn the_last_model_gets_all_its_retries_and_one_with_others_behind_it_does_not() {
    let mut alone = settings();
    alone.models.retain(|name, _| &**name == "a");
    let (mut call, _) = Call::new(alone, 60_000);
    assert_eq!(model(&call.fails(FailureKind::Overloaded)), "a");
    assert_eq!(model(&call.fails(FailureKind::Overloaded)), "a");
    assert_eq!(failure(call.fails(FailureKind::Overloaded)).effort.attempts, 3);
}

#[test]
fn waits_are_spread_evenly_from_nothing_to_a_doubling_limit() {
    // A fixed seed; SplitMix64 (Steele, Lea and Flood, 2014).
    let mut seed = 42_u64;
    let mut random = || {
        seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (seed ^ (seed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    };
    let mut alone = settings();
    alone.models.retain(|name, _| &**name == "a");
    alone.retries.max = 5;
    alone.breaker.failures = 100;
    let mut waits: [Vec<u64>; 5] = Default::default();
    for _ in 0..4_000 {
        let (mut call, _) = Call::new(alone.clone(), 600_000);
        for waits in &mut waits {
            call.random = random();
            waits.push(attempt(call.fails(FailureKind::Overloaded)).wait_ms);
        }
    }
    for (waits, most) in waits.iter().zip([500_u64, 1_000, 2_000, 4_000, 8_000]) {
        let mean = waits.iter().sum::<u64>() / u64::try_from(waits.len()).unwrap();
        let (least, longest) = (*waits.iter().min().unwrap(), *waits.iter().max().unwrap());
        assert!(longest <= most && longest > most * 98 / 100 && least < most / 50, "{least}–{longest} of {most}");
        assert!((most * 48 / 100..most * 52 / 100).contains(&mean), "{mean} of {most}");
        let mut quarters = [0_u32; 4];
        for wait in waits {
            quarters[usize::try_from((wait * 4 / (most + 1)).min(3)).unwrap()] += 1;
        }
        assert!(quarters.iter().all(|count| (900..1_100).contains(count)), "{quarters:?} of {most}");
    }
    alone.retries.cap_ms = 1_500;
    let (mut call, _) = Call::new(alone, 600_000);
    call.random = u64::MAX;
    let waits: Vec<u64> = (0..5).map(|_| attempt(call.fails(FailureKind::Overloaded)).wait_ms).collect();
    assert_eq!(waits, [500, 1_000, 1_500, 1_500, 1_500]);
}

#[test]
fn a_provider_that_says_when_to_come_back_is_obeyed_if_there_is_time() {
    let limited = |retry_after_ms| AttemptFailure { retry_after_ms, ..AttemptFailure::of(FailureKind::RateLimited) };
    let (mut call, _) = Call::new(settings(), 15_000);
    let next = attempt(call.told(100, Err(limited(Some(3_000)))));
    assert_eq!((&*next.model, next.wait_ms), ("a", 3_000), "at least as long as it says, though the draw was shorter");
    assert_eq!(next.timers.total_ms, 11_900, "what is left");
    let next = attempt(call.told(100, Err(limited(Some(1_000)))));
    assert_eq!((&*next.model, next.wait_ms), ("b", 0), "after the second");
    let (mut call, _) = Call::new(settings(), 15_000);
    let next = attempt(call.told(100, Err(limited(Some(20_000)))));
    assert_eq!((&*next.model, next.wait_ms), ("b", 0), "too long to wait for");
    let (mut call, _) = Call::new(settings(), 15_000);
    let next = attempt(call.told(100, Err(limited(Some(14_500)))));
    assert_eq!((&*next.model, next.wait_ms), ("b", 0), "no time would be left for the reply");
}

#[test]
fn no_attempt_runs_beyond_the_deadline() {
    let (mut call, first) = Call::new(settings(), 6_000);
    assert_eq!(attempt(first).timers.total_ms, 6_000);
    let next = attempt(call.told(4_000, Err(AttemptFailure::of(FailureKind::TimeoutStall))));
    assert_eq!((next.timers.first_ms, next.timers.gap_ms, next.timers.total_ms), (2_000, 2_000, 2_000));
    let failure = failure(call.told(1_500, Err(AttemptFailure::of(FailureKind::TimeoutStall))));
    assert_eq!(
        (failure.kind, failure.effort.attempts),
        (FailureKind::TimeoutStall, 2),
        "half a second is not enough for a third"
    );
}

#[test]
fn a_reply_that_comes_at_once_has_one_clock() {
    let mut whole = settings();
    let model = whole.models.get_mut("a").unwrap();
    (model.streams, model.timeout_s) = (false, Some(12));
    let (_, first) = Call::new(whole, 60_000);
    let timers = attempt(first).timers;
    assert_eq!((timers.first_ms, timers.gap_ms, timers.total_ms), (12_000, 12_000, 12_000));
}

#[test]
fn a_refused_field_is_dropped_at_once_and_for_good() {
    let refused =
        |field| AttemptFailure { unsupported: Some(field), ..AttemptFailure::of(FailureKind::InvalidRequest) };
    let (mut call, first) = Call::new(settings(), 15_000);
    assert!(!attempt(first).dropped.has(OptionalField::Temperature));
    let next = attempt(call.told(100, Err(refused(OptionalField::Temperature))));
    assert_eq!((&*next.model, next.wait_ms, next.dropped.has(OptionalField::Temperature)), ("a", 0, true));
    let next = attempt(call.told(100, Err(refused(OptionalField::Temperature))));
    assert_eq!(&*next.model, "b", "refused again, though it was not sent");
    assert!(!next.dropped.has(OptionalField::Temperature), "another model may take it");
    let (_, first) = Call::after(call.settings.clone(), call.health.clone(), call.now + 600_000, 15_000);
    let first = attempt(first);
    assert_eq!(
        (&*first.model, first.dropped.has(OptionalField::Temperature)),
        ("a", true),
        "remembered in the next call"
    );
}

#[test]
fn a_prompt_that_is_too_long_goes_to_models_that_see_more() {
    let (mut call, _) = Call::new(settings(), 15_000);
    assert_eq!(model(&call.fails(FailureKind::ContextTooLong)), "c", "b sees less than a");
}

#[test]
fn a_switch_lasts_five_minutes_and_then_the_first_choice_is_tried() {
    let (mut call, _) = Call::new(settings(), 15_000);
    assert_eq!(model(&call.fails(FailureKind::Overloaded)), "a");
    assert_eq!(model(&call.fails(FailureKind::Overloaded)), "b");
    let switched = call.now;
    let done = completion(call.told(100, Ok(reply())));
    assert_eq!((done.model.as_str(), done.effort.fallback_from.as_deref(), done.effort.attempts), ("b", Some("a"), 3));
    for (after, expected) in [(1_000, "b"), (299_000, "b"), (300_001, "a")] {
        let (mut later, first) = Call::after(call.settings.clone(), call.health.clone(), switched + after, 15_000);
        assert_eq!(model(&first), expected, "{after} ms later");
        let done = completion(later.told(100, Ok(reply())));
        assert_eq!(done.effort.fallback_from.as_deref(), (expected == "b").then_some("a"));
    }
}

#[test]
fn a_provider_out_of_money_is_left_alone_for_an_hour() {
    let mut settings = settings();
    settings.models.retain(|name, _| &**name != "c");
    let (mut call, _) = Call::new(settings, 15_000);
    assert_eq!(model(&call.fails(FailureKind::QuotaExhausted)), "b");
    let closed = call.now;
    let later = |after| Call::after(call.settings.clone(), call.health.clone(), closed + after, 15_000);
    let (mut dry, first) = later(3_000_000);
    assert_eq!(model(&first), "b", "the switch is over, the account is not full");
    assert_eq!(failure(dry.fails(FailureKind::Auth)).kind, FailureKind::Auth, "and it is not asked even as the last");
    assert_eq!(model(&later(3_600_001).1), "a");
}

#[test]
fn a_provider_that_keeps_failing_is_not_asked_at_all_for_half_a_minute() {
    let mut alone = settings();
    alone.models.retain(|name, _| &**name == "a");
    let (mut call, _) = Call::new(alone, 60_000);
    while let NextStep::Call(_) = call.fails(FailureKind::Overloaded) {}
    let opened = call.now;
    let (_, next) = Call::after(call.settings.clone(), call.health.clone(), opened + 100, 15_000);
    assert_eq!(failure(next).kind, FailureKind::Unavailable);
    let (mut probe, next) = Call::after(call.settings.clone(), call.health.clone(), opened + 30_001, 15_000);
    assert_eq!(model(&next), "a", "the probe");
    let (_, other) = Call::after(call.settings.clone(), probe.health.clone(), opened + 30_002, 15_000);
    assert_eq!(failure(other).kind, FailureKind::Unavailable, "one only");
    completion(probe.told(100, Ok(reply())));
    let (_, next) = Call::after(call.settings.clone(), probe.health.clone(), opened + 30_200, 15_000);
    assert_eq!(model(&next), "a", "well again");
}

#[test]
fn a_model_that_goes_in_circles_is_not_its_providers_fault() {
    let circles = AttemptFailure { is_loop: true, ..AttemptFailure::of(FailureKind::BadOutput) };
    let (mut call, _) = Call::new(settings(), 25_000);
    assert_eq!(model(&call.told(100, Err(circles.clone()))), "a");
    assert_eq!(model(&call.told(100, Err(circles))), "b");
    let (_, next) = Call::after(call.settings.clone(), call.health.clone(), call.now, 15_000);
    assert_eq!(model(&next), "a", "the next call starts with it again");
}

#[test]
fn failed_attempts_are_paid_for_and_an_unknown_price_makes_the_sum_unknown() {
    let spent = |input, output| TokenUsage { input, output, ..TokenUsage::default() };
    let stalled = AttemptFailure {
        usage: spent(500, 10),
        usage_estimated: true,
        ..AttemptFailure::of(FailureKind::TimeoutStall)
    };
    let (mut call, _) = Call::new(settings(), 25_000);
    call.told(100, Err(stalled.clone()));
    let done = completion(call.told(100, Ok(reply())));
    assert_eq!((done.effort.usage.input, done.effort.usage.output, done.effort.usage_estimated), (1_500, 110, true));
    assert_eq!(done.effort.cost_nano_usd, Some(1_500 * 1_000 + 110 * 5_000));
    let mut unpriced = settings();
    unpriced.models.get_mut("a").unwrap().price = None;
    let (mut call, _) = Call::new(unpriced.clone(), 25_000);
    call.told(100, Err(stalled));
    assert_eq!(completion(call.told(100, Ok(reply()))).effort.cost_nano_usd, None, "one attempt of it has no price");
    let (mut call, _) = Call::new(unpriced, 25_000);
    call.told(100, Err(AttemptFailure::of(FailureKind::Auth)));
    let done = completion(call.told(100, Ok(reply())));
    assert_eq!(done.effort.cost_nano_usd, Some(1_500_000), "an attempt that took nothing costs nothing");
}

#[test]
fn a_studys_own_models_go_before_those_of_the_file() {
    let settings = settings();
    let usable: Vec<Name> = ["a", "b"].map(Name::from).to_vec();
    let first = |chosen: &[&str]| {
        let chosen: Vec<String> = chosen.iter().map(ToString::to_string).collect();
        let budget = CallBudget { deadline_ms: 15_000, max_output: 100 };
        let mut plan = CallPlan::new(&settings, Task::TurnAnalysis, &chosen, &usable, budget, 0);
        plan.next(&settings, &mut ProviderHealth::default(), 0)
    };
    assert_eq!(model(&first(&["b", "a"])), "b");
    assert_eq!(model(&first(&["nobody", "browser", "b"])), "b");
    assert_eq!(model(&first(&[])), "a");
    assert_eq!(failure(first(&["c"])).kind, FailureKind::Unavailable, "there is no key for it");
}
