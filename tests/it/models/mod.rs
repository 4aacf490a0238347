//! Interviews led with models: a scripted provider stands for them, and stands in for everything that can go wrong.

mod calls;
mod hidden;
mod machine;
mod outages;
mod partial_json;
mod parts;
mod provider;
mod replies;
mod stays;
mod tokens;

use querent_engine::{
    engine::{
        interview::{Interview, Step},
        model::CallMode,
        policy::Policy,
        session::{Input, Turn},
        study::Study,
    },
    studio::{documents, personas::FactBank, simulation::SimulatedRespondent},
};

use self::provider::Scripted;
use crate::policies;

/// What a respondent tells of oat milk.
const ANSWERS: [&str; 4] = [
    "It is creamy, so my coffee feels like a treat in the morning.",
    "I like that it froths well, because it makes my latte look professional.",
    "Because it is plant-based, I feel less guilty.",
    "It saves me time, and that gives me more time with my family.",
];

/// The study of oat milk under a policy, with a model.
fn study(policy: &str) -> Study {
    let mut study = policies::study(&policies::files(policy));
    study.models.push("scripted".to_owned());
    study
}

/// The same, one task for each part of a reading.
fn split(policy: &str) -> Study {
    let mut study = study(policy);
    study.calls.mode = CallMode::Split;
    study
}

/// Starts an interview; the provider words the opening if it is to.
fn started(study: &Study, provider: &mut Scripted<'_>) -> Interview {
    let mut interview = Interview::new(study.clone()).unwrap();
    let start = Input::Start { session: "s-1".into(), seed: 7, locale: "en".into(), at: 0 };
    let step = interview.handle(start).unwrap();
    serve(&mut interview, step, provider);
    interview
}

/// Hands requests to the provider until there are none, and gives the number of rounds.
fn serve(interview: &mut Interview, mut step: Step, provider: &mut Scripted<'_>) -> (Step, u32) {
    let mut rounds = 0;
    while let Step::Call { requests } = step {
        assert!(!requests.is_empty(), "a call for nothing");
        let replies = provider.serve(&requests);
        step = interview.handle(Input::Replies { replies, at: 1 }).unwrap();
        rounds += 1;
    }
    (step, rounds)
}

/// Tells an answer and serves every call it brings.
fn answer(interview: &mut Interview, text: &str, provider: &mut Scripted<'_>) -> (Step, u32) {
    let step = interview.handle(Input::Answer { text: text.to_owned(), at: 1, manner: None }).unwrap();
    serve(interview, step, provider)
}

/// Interviews a persona to the end.
fn interviewed(study: &Study, who: &str, seed: u64, provider: &mut Scripted<'_>) -> Interview {
    let files = policies::files("signal_pools");
    let persona = documents::persona(&files, &format!("personas/{who}.yaml")).unwrap();
    let facts = documents::facts(&files, study).unwrap();
    let bank = FactBank::of(&facts, &study.concept, &study.methodology);
    let mut respondent = SimulatedRespondent::new(&persona, &bank, study, seed).unwrap();
    let mut interview = started(study, provider);
    loop {
        match interview.step() {
            Step::Ask { question, .. } => answer(&mut interview, &respondent.answer(&question), provider),
            Step::Finished { .. } => return interview,
            other => panic!("{other:?}"),
        };
    }
}

/// What the interviewer knew and chose, whoever told it: a turn without the record of its calls.
fn without_calls(turns: &[Turn]) -> Vec<Turn> {
    turns.iter().cloned().map(|turn| Turn { calls: Vec::new(), ..turn }).collect()
}

/// The study of oat milk under a policy none of whose scorers reads the six qualitative signals.
fn reads_nothing_qualitative() -> Study {
    let mut study = study("two_tier");
    let Policy::TwoTier(config) = &mut study.policy else { panic!("another policy") };
    let text = serde_json::to_string(&**config).unwrap();
    assert!(text.contains("\"use_llm_signals\":true"), "no scorer reads them as shipped");
    **config = serde_json::from_str(&text.replace("\"use_llm_signals\":true", "\"use_llm_signals\":false")).unwrap();
    study
}
