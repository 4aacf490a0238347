//! Calls and tokens of a turn, one call for all parts against one call a part. `-- --nocapture models::tokens` prints them.
#![expect(clippy::print_stdout, reason = "the table is for readers")]

use querent_engine::{
    engine::{
        model::{CallMode, ReplyOutcome, TaskClass},
        study::Study,
    },
    studio::prompts::{Tag, render},
};

use super::{
    interviewed,
    provider::{Fault, Scripted},
    study,
};

/// What the calls of a turn take, on average.
struct Taken {
    calls: f64,
    input: f64,
    output: f64,
    /// Calls one after the other.
    rounds: f64,
}

/// Interviews a willing respondent and renders every prompt, as an endpoint would.
fn taken(study: &Study, class: TaskClass) -> Taken {
    let mut provider = Scripted::new(study, Fault::None);
    let interview = interviewed(study, "cooperative", 6, &mut provider);
    let turns = f64::from(u32::try_from(interview.turns().len()).unwrap());
    let mut again = Scripted::new(study, Fault::None);
    let (mut calls, mut input, mut output) = (0_u32, 0_u32, 0_usize);
    let mut rounds = std::collections::BTreeSet::new();
    for request in provider.seen.iter().filter(|request| request.task.class() == class) {
        let prompt = render(request.task, &request.context, &study.frame(), &Tag::new(&request.id, b"nonce"));
        let prompt = prompt.unwrap_or_else(|problem| panic!("{} cannot be rendered: {problem}", request.id));
        let replies = again.serve(std::slice::from_ref(request));
        let ReplyOutcome::Completion(completion) = &replies[0].outcome else { panic!("{replies:?}") };
        calls += 1;
        input += prompt.tokens() + prompt.output.tokens();
        output += (completion.output.len() * 2).div_ceil(7);
        rounds.insert(request.turn);
    }
    let output = u32::try_from(output).unwrap();
    let rounds = u32::try_from(rounds.len()).unwrap();
    Taken {
        calls: f64::from(calls) / turns,
        input: f64::from(input) / turns,
        output: f64::from(output) / turns,
        rounds: f64::from(rounds) / turns,
    }
}

#[test]
fn one_call_for_all_parts_takes_a_fifth_of_the_calls_and_fewer_tokens_than_one_a_part() {
    println!("policy        mode     part      calls  rounds  tokens in  tokens out   (a turn, estimated)");
    for policy in ["signal_pools", "two_tier", "arbitration"] {
        let mut input = Vec::new();
        for mode in [CallMode::Batched, CallMode::Split] {
            let mut study = study(policy);
            study.calls.mode = mode;
            for (class, name) in [(TaskClass::Analysis, "reading"), (TaskClass::Question, "question")] {
                let Taken { calls, input: read, output, rounds } = taken(&study, class);
                println!("{policy:<13} {mode:<8?} {name:<9} {calls:>5.2} {rounds:>7.2} {read:>10.0} {output:>11.0}");
                assert!(rounds <= 1.0, "one call after the other for one part of a turn");
                if class == TaskClass::Analysis {
                    input.push((calls, read));
                }
            }
        }
        let [(one, together), (many, apart)] = input[..] else { panic!() };
        assert!(many >= 5.0 * one && apart > together, "{policy}: {one} {many} {together} {apart}");
    }
}
