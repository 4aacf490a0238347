//! Fits the weights that hear a wish to stop, from written phrasings.

use serde::Deserialize;

use super::fit::descend;
use crate::engine::{
    language::{Family, Weights, stop_decision, stop_words},
    reader::learned::Example,
    text::tokens,
};

/// How often the sentences that ask to stop are chosen again.
const ROUNDS: usize = 4;
/// Weight of a sentence that asks to stop: there are fewer of them.
const ASKS: f32 = 3.0;
/// Parts of the answers, each left out once to count false alarms.
const PARTS: usize = 3;
/// Of a thousand look-alikes left out, so many may be taken for a wish to stop.
const ALARMS_ALIKE: usize = 50;
/// Of a thousand other answers left out.
const ALARMS: usize = 2;

/// Answers written for one purpose each, in one language: a file of `tests/safety`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phrasings {
    /// Answers of people in danger or in acute distress.
    pub distress: Vec<String>,
    /// Answers that look like it and are harmless.
    pub harmless: Vec<String>,
    /// Wishes to stop the interview.
    pub stop: Vec<String>,
    /// Answers that look like it and go on.
    pub stop_harmless: Vec<String>,
}

impl Phrasings {
    /// Adds those of another file.
    pub fn extend(&mut self, other: Self) {
        self.distress.extend(other.distress);
        self.harmless.extend(other.harmless);
        self.stop.extend(other.stop);
        self.stop_harmless.extend(other.stop_harmless);
    }
}

/// Answers, each as its sentences, each as its words.
type Answers = Vec<Vec<Vec<String>>>;

/// Answers by what they ask.
#[derive(Clone, Debug)]
struct Cases {
    asks: Answers,
    /// They look like it.
    alike: Answers,
    rest: Answers,
}

impl Cases {
    /// Every third answer from one on, or all others.
    fn part(&self, first: usize, is_in: bool) -> Self {
        let of = |answers: &Answers| {
            let numbered = answers.iter().enumerate();
            numbered.filter(|(at, _)| (at % PARTS == first) == is_in).map(|(_, answer)| answer.clone()).collect()
        };
        Self { asks: of(&self.asks), alike: of(&self.alike), rest: of(&self.rest) }
    }
}

/// Fits the weights of a language to its phrasings. `ordinary` are other answers that go on.
pub fn fit_stop(phrasings: &Phrasings, ordinary: &[&str]) -> Weights {
    let Phrasings { distress, harmless, stop, stop_harmless } = phrasings;
    let rest = harmless.iter().chain(distress).map(String::as_str).chain(ordinary.iter().copied());
    let cases = Cases {
        asks: stop.iter().map(|answer| sentences(answer)).collect(),
        alike: stop_harmless.iter().map(|answer| sentences(answer)).collect(),
        rest: rest.map(sentences).collect(),
    };
    let mut weights = fit_cases(&cases);
    let any = stop_decision([]);
    let place = any.options.get(1).and_then(|yes| any.places(yes).next());
    let table = weights.tables.or_default(Family::Stop);
    if let Some(weight) = place.and_then(|place| table.get_mut(place)) {
        *weight -= surplus(&cases);
    }
    weights
}

/// How much too high the scores are for the wanted shares of false alarms, by answers that the weights were not fitted to.
fn surplus(cases: &Cases) -> f32 {
    let (mut alike, mut rest): (Vec<f32>, Vec<f32>) = (Vec::new(), Vec::new());
    for part in 0..PARTS {
        let weights = fit_cases(&cases.part(part, false));
        let left_out = cases.part(part, true);
        let score = |answer: &Vec<Vec<String>>| {
            let most = answer.iter().map(|words| probability(&weights, words)).fold(0.0, f64::max);
            #[expect(clippy::cast_possible_truncation, reason = "weights are as coarse")]
            let score = libm::log(most.max(1e-9) / (1.0 - most).max(1e-9)) as f32;
            score
        };
        alike.extend(left_out.alike.iter().map(score));
        rest.extend(left_out.rest.iter().map(score));
    }
    score_above(alike, ALARMS_ALIKE).max(score_above(rest, ALARMS))
}

/// The score above which so many of a thousand are.
fn score_above(mut scores: Vec<f32>, per_mille: usize) -> f32 {
    scores.sort_by(|a, b| b.total_cmp(a));
    scores.get(scores.len() * per_mille / 1000).copied().unwrap_or(f32::NEG_INFINITY)
}

/// Fits to answers of which at least one sentence asks to stop. Which one is not known: at first each counts a part, then the
/// one that the weights find, and every other one that they find too.
fn fit_cases(cases: &Cases) -> Weights {
    let example = |words: &[String], asks: bool, weight: f32| Example {
        decision: stop_decision(words.iter().cloned()),
        shares: if asks { vec![0.0, 1.0] } else { vec![1.0, 0.0] },
        weight,
    };
    let mut weights = Weights::default();
    for round in 0..ROUNDS {
        let others = cases.alike.iter().chain(&cases.rest).flatten();
        let mut examples: Vec<Example> = others.map(|words| example(words, false, 1.0)).collect();
        for answer in &cases.asks {
            let rated: Vec<f64> = answer.iter().map(|words| probability(&weights, words)).collect();
            let most = rated.iter().copied().fold(0.0, f64::max);
            #[expect(clippy::cast_precision_loss, reason = "an answer has few sentences")]
            let part = ASKS / answer.len().max(1) as f32;
            for (words, rated) in answer.iter().zip(rated) {
                if round == 0 {
                    examples.push(example(words, true, part));
                } else if rated >= most || rated > 0.5 {
                    examples.push(example(words, true, ASKS));
                }
            }
        }
        weights.tables.insert(Family::Stop, descend(Family::Stop, &examples));
    }
    weights
}

fn probability(weights: &Weights, words: &[String]) -> f64 {
    weights.probabilities(&stop_decision(words.iter().cloned())).get(1).copied().unwrap_or_default()
}

/// The words of each sentence, as the reader cuts an answer.
fn sentences(answer: &str) -> Vec<Vec<String>> {
    let tokens = tokens(answer);
    let sentences = tokens.split(|token| token.kind.ends_sentence());
    sentences.map(|sentence| stop_words(sentence).collect::<Vec<_>>()).filter(|words| !words.is_empty()).collect()
}
