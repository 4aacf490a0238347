//! Questions that stay with the last answer in place of the chosen probe.

use querent_engine::engine::{
    interview::{Step, replay},
    model::{ReplyOutcome, TaskContext},
    session::Input,
};

use super::{
    ANSWERS,
    provider::{Fault, Scripted},
    started, study,
};

const QUESTIONS: [&str; 3] = [
    "What is that treat in the morning like for you?",
    "When did you first notice that?",
    "How long has the guilt been with you?",
];

#[test]
fn a_model_may_ask_on_from_the_answer_twice_running_and_a_replay_knows() {
    for policy in ["signal_pools", "two_tier", "arbitration"] {
        let study = study(policy);
        let mut provider = Scripted::new(&study, Fault::None);
        let mut interview = started(&study, &mut provider);
        for (answer, (asked, may_stay)) in ANSWERS.into_iter().zip(QUESTIONS.into_iter().zip([true, true, false])) {
            let told = Input::Answer { text: answer.to_owned(), at: 1, manner: None };
            let Step::Call { requests } = interview.handle(told).unwrap() else { panic!("no reading") };
            let replies = provider.serve(&requests);
            let step = interview.handle(Input::Replies { replies, at: 2 }).unwrap();
            let Step::Call { requests } = step else { panic!("no wording: {step:?}") };
            let TaskContext::Question(context) = &requests[0].context else { panic!("{requests:?}") };
            assert_eq!(context.may_stay, may_stay, "{policy}: {answer}");
            let mut replies = provider.serve(&requests);
            let ReplyOutcome::Completion(completion) = &mut replies[0].outcome else { panic!("{replies:?}") };
            completion.output = format!("{{\"question\": \"{asked}\", \"stays\": true}}");
            let step = interview.handle(Input::Replies { replies, at: 3 }).unwrap();
            let Step::Ask { question, .. } = step else { panic!("not asked: {step:?}") };
            assert_eq!((question.text.as_str(), question.stays), (asked, may_stay), "{policy}");
            assert_eq!((question.probe.is_none(), question.tactic.is_none()), (may_stay, may_stay), "{policy}");
        }
        let (again, differences) = replay(&interview.session()).unwrap();
        assert_eq!(differences, [], "{policy}");
        assert_eq!(again.turns(), interview.turns(), "{policy}");
    }
}
