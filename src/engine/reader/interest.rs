//! How much an idea of an answer is worth asking about: "she felt small" before "it was a Tuesday".
//!
//! A linear model over what the idea shows (its words, their classes, tense, person, place in the answer) and how near it is
//! to the topic and to the question, with weights fitted to ideas that interviewers graded.

use std::ops::Range;

use super::{known_context::ConceptWords, learned::bucket, question_fit::shows, saying::Sayings, spoken::Spoken};
use crate::engine::{
    graph::Span,
    language::{Family, Features, LinearDecision, PartOfSpeech, WordList},
    text::WordSet,
};

/// What an idea is held against, beside its answer.
#[derive(Clone, Copy, Debug)]
pub struct InterestContext<'a> {
    /// Id of the methodology.
    pub methodology: &'a str,
    /// Words of the concept.
    pub subject: &'a ConceptWords,
    /// The question that was answered.
    pub asked: &'a str,
}

/// The decision whether an idea is worth asking about. None where the language has no weights.
pub fn interest_decision(sayings: &Sayings<'_>, context: InterestContext<'_>, idea: Span) -> Option<LinearDecision> {
    let spoken = sayings.spoken()?;
    let range = sayings.tokens(idea)?;
    Some(LinearDecision::among(Family::Interest, features(&spoken, context, &range), &["", "worth"]))
}

/// How much an idea is worth asking about, 0–1. None where the language has no weights.
pub fn interest(sayings: &Sayings<'_>, context: InterestContext<'_>, idea: Span) -> Option<f64> {
    let weights = &sayings.model()?.weights;
    weights.tables.get(&Family::Interest)?;
    weights.probabilities(&interest_decision(sayings, context, idea)?).get(1).copied()
}

fn features(spoken: &Spoken<'_>, context: InterestContext<'_>, range: &Range<usize>) -> Features {
    let answer = spoken.answer;
    let mut features = Features::default();
    features.add(&["bias"]);
    features.add(&["m", context.methodology]);
    let form = spoken.saying(range).map(|saying| saying.form);
    for shown in shows(spoken, context.methodology, range, form) {
        features.add(&[&shown]);
        features.add(&[context.methodology, &shown]);
    }
    near(spoken, context, range, &mut features);
    place(spoken, range, &mut features);
    for at in range.clone().filter(|&at| answer.is_word(at)) {
        features.add(&["w", answer.word(at)]);
        if let Some(stem) = answer.stem(at) {
            features.add(&["stem", stem]);
        }
        let classes = spoken.words.get(at).map_or(0, |word| word.classes);
        for class in spoken.model.class_names(classes) {
            features.add(&["c", class]);
            features.add(&["c", class, context.methodology]);
        }
        features.add(&["tag", spoken.tag(at).map_or("-", PartOfSpeech::name)]);
    }
    features
}

/// Common words with the topic, its elements and the question.
fn near(spoken: &Spoken<'_>, context: InterestContext<'_>, range: &Range<usize>, features: &mut Features) {
    let answer = spoken.answer;
    let words = answer.content(range.clone());
    let asked = answer.lexicon.content(context.asked);
    let shared = |other: &WordSet| if words.is_disjoint(other) { "0" } else { "1" };
    let topic = shared(context.subject.topic());
    let element = if context.subject.names_element(&words) { "1" } else { "0" };
    let question = shared(&asked);
    features.add(&["near", topic, element, question]);
    features.add(&["topic", topic]);
    features.add(&["element", element]);
    features.add(&["question", question, bucket(answer.weight(range.clone()))]);
    features.add(&["weight", bucket(answer.weight(range.clone()))]);
}

/// Where the idea stands in the answer, and the words beside it.
fn place(spoken: &Spoken<'_>, range: &Range<usize>, features: &mut Features) {
    let answer = spoken.answer;
    let all = answer.words(answer.all());
    let before = answer.words(0..range.start);
    let third = (before * 3).checked_div(all).unwrap_or_default();
    let length = bucket(all);
    features.add(&["third", bucket(third), length]);
    features.add(&["first", if before <= 1 { "1" } else { "0" }]);
    let after = answer.words(range.end..answer.all().end);
    features.add(&["last", if after <= 1 { "1" } else { "0" }, length]);
    let window = spoken.window(range);
    for (name, at) in [
        ("before", window.start.checked_sub(1)),
        ("opening", Some(window.start)),
        ("prior", range.start.checked_sub(1)),
        ("next", Some(range.end)),
    ] {
        let word = at.filter(|&at| answer.is_word(at)).map_or("-", |at| answer.word(at));
        features.add(&[name, word]);
    }
    let speaks = window.clone().any(|at| answer.is(at, WordList::SelfWord));
    let others = window.clone().any(|at| spoken.is_third_person(at));
    features.add(&["who", if speaks { "self" } else { "" }, if others { "others" } else { "" }]);
    features.add(&[
        "number",
        if range.clone().any(|at| answer.word(at).contains(|letter: char| letter.is_ascii_digit())) {
            "1"
        } else {
            "0"
        },
    ]);
}
