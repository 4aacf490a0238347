//! Fits the weights: logistic regression by stochastic descent, in a fixed order, with the same bytes each time.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{
    coded_act::CodedAct,
    graded::{GradedIdeas, GradedQuestions},
    interview::Item,
};
use crate::engine::{
    language::{Family, LanguagePack, Weights, pack},
    methodology::Ontology,
    reader::learned::{Example, examples},
};

/// Fewest examples of a feature.
const LEAST_COUNT: f32 = 3.0;

/// Smallest slope that moves weights.
const LEAST_SLOPE: f32 = 1e-4;

/// How weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct Fitting {
    /// Passes over the examples.
    pub passes: u32,
    /// Step of the descent.
    pub rate: f32,
    /// Strength of the pull to zero.
    pub decay: f32,
}

/// The settings of a family, chosen by reading topics that were left out.
fn settings(family: Family) -> Fitting {
    let (passes, rate, decay) = match family {
        Family::Phrase => (6, 0.05, 100.0),
        Family::Link | Family::Reaction => (10, 0.06, 150.0),
        Family::NodeType | Family::Kind => (15, 0.06, 20.0),
        Family::Sentiment => (15, 0.06, 40.0),
        Family::Question | Family::Interest => (10, 0.06, 40.0),
        Family::Stop => (30, 0.1, 1.0),
        Family::Act | Family::Depth | Family::Momentum | Family::Extractable => (15, 0.06, 3.0),
    };
    Fitting { passes, rate, decay }
}

/// What weights are fitted to.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// Answers coded in full.
    pub answers: Vec<Item>,
    /// Questions graded after an answer.
    pub questions: Vec<GradedQuestions>,
    /// Ideas graded as subjects of the next question.
    pub ideas: Vec<GradedIdeas>,
    /// Replies coded by what they do.
    pub acts: Vec<CodedAct>,
}

impl Corpus {
    /// The cases of some topics.
    #[must_use]
    pub fn of(&self, is_wanted: &dyn Fn(&str) -> bool) -> Self {
        Self {
            answers: self.answers.iter().filter(|item| is_wanted(&item.topic)).cloned().collect(),
            questions: self.questions.iter().filter(|graded| is_wanted(&graded.topic)).cloned().collect(),
            ideas: self.ideas.iter().filter(|graded| is_wanted(&graded.topic)).cloned().collect(),
            acts: self.acts.iter().filter(|coded| is_wanted(&coded.topic)).cloned().collect(),
        }
    }
}

/// Fits all families to a corpus. Kinds and phrases come first, since later decisions look at them.
pub fn fit(corpus: &Corpus, pack: &LanguagePack, data: &str, ontology: &dyn Fn(&str) -> Option<Ontology>) -> Weights {
    let mut weights = Weights::default();
    if !corpus.questions.is_empty() {
        let pack = pack.clone().with_model(pack.parse_model(data));
        let examples: Vec<Example> = corpus.questions.iter().flat_map(|graded| graded.examples(&pack)).collect();
        weights.tables.insert(Family::Question, descend(Family::Question, &examples));
    }
    if !corpus.ideas.is_empty() {
        let pack = pack.clone().with_model(pack.parse_model(data));
        let examples: Vec<Example> = corpus.ideas.iter().flat_map(|graded| graded.examples(&pack)).collect();
        weights.tables.insert(Family::Interest, descend(Family::Interest, &examples));
    }
    let stages: [&[Family]; 2] = [
        &[Family::Phrase, Family::Kind, Family::Reaction],
        &[
            Family::NodeType,
            Family::Link,
            Family::Act,
            Family::Sentiment,
            Family::Depth,
            Family::Momentum,
            Family::Extractable,
        ],
    ];
    for families in stages {
        let mut model = pack.parse_model(data);
        model.weights = weights.clone();
        let pack = pack.clone().with_model(model);
        let mut by_family: BTreeMap<Family, Vec<Example>> = BTreeMap::new();
        for item in &corpus.answers {
            let Some(ontology) = ontology(&item.answer.methodology) else { continue };
            item.answer.with_context(&pack, &ontology, |context| {
                for example in examples(context, &item.answer.answer, &item.coded, families) {
                    by_family.entry(example.decision.family).or_default().push(example);
                }
            });
        }
        if families.contains(&Family::Act) {
            let examples = corpus.acts.iter().filter_map(|coded| coded.example(&pack, ontology));
            by_family.entry(Family::Act).or_default().extend(examples);
        }
        for (family, mut examples) in by_family {
            if family == Family::NodeType {
                lift_rare(&mut examples);
            }
            weights.tables.insert(family, descend(family, &examples));
        }
    }
    weights
}

/// How often an option occurs whose examples have weight 1.
const USUAL_COUNT: f32 = 100.0;

/// Gives examples of rare options more weight: most ideas are of two or three types, and a method needs the others as much.
fn lift_rare(examples: &mut [Example]) {
    fn best(example: &Example) -> Option<u32> {
        let most = (0..example.shares.len()).max_by(|a, b| example.shares[*a].total_cmp(&example.shares[*b]))?;
        Some(example.decision.options.get(most)?.key)
    }
    let mut counts: BTreeMap<u32, f32> = BTreeMap::new();
    for key in examples.iter().filter_map(best) {
        *counts.entry(key).or_default() += 1.0;
    }
    for example in examples {
        let count = best(example).and_then(|key| counts.get(&key)).copied().unwrap_or(1.0);
        example.weight *= libm::sqrtf(USUAL_COUNT / count);
    }
}

/// An example with the places of each option's weights.
struct Placed<'a> {
    options: Vec<Vec<usize>>,
    example: &'a Example,
}

/// Descends with a step that shrinks for weights that were moved often (Adagrad). The pull to zero is shared out over the
/// examples of a weight, so that it is the same for rare and for frequent features.
pub(super) fn descend(family: Family, examples: &[Example]) -> Vec<f32> {
    let Fitting { passes, rate, decay } = settings(family);
    let placed: Vec<Placed<'_>> = examples
        .iter()
        .map(|example| {
            let decision = &example.decision;
            Placed {
                options: decision.options.iter().map(|option| decision.places(option).collect()).collect(),
                example,
            }
        })
        .collect();
    let counts = counts(&placed, family.size());
    let mut table = vec![0.0_f32; family.size()];
    let mut moved = vec![1e-6_f32; family.size()];
    let mut order: Vec<usize> = (0..placed.len()).collect();
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    for _ in 0..passes {
        shuffle(&mut order, &mut state);
        for placed in order.iter().filter_map(|&at| placed.get(at)) {
            for (places, slope) in placed.options.iter().zip(slopes(&table, placed)) {
                if slope.abs() < LEAST_SLOPE {
                    continue;
                }
                for &at in places {
                    let count = counts.get(at).copied().unwrap_or_default();
                    let (Some(weight), Some(moved)) = (table.get_mut(at), moved.get_mut(at)) else { continue };
                    if count >= LEAST_COUNT {
                        let slope = slope + decay * *weight / count;
                        *moved += slope * slope;
                        *weight -= rate * slope / moved.sqrt();
                    }
                }
            }
        }
    }
    table
}

/// How far the probability of each option is above its share.
fn slopes(table: &[f32], placed: &Placed<'_>) -> Vec<f32> {
    let score = |places: &Vec<usize>| places.iter().filter_map(|&at| table.get(at)).sum::<f32>();
    let scores: Vec<f32> = placed.options.iter().map(score).collect();
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = scores.iter().map(|score| libm::expf(score - most)).collect();
    let sum: f32 = powers.iter().sum();
    let shares = powers.iter().zip(&placed.example.shares);
    shares.map(|(power, share)| (power / sum - share) * placed.example.weight).collect()
}

/// In how many examples each weight occurs.
fn counts(placed: &[Placed<'_>], size: usize) -> Vec<f32> {
    let mut counts = vec![0.0_f32; size];
    for placed in placed {
        let mut seen: Vec<usize> = placed.options.iter().flatten().copied().collect();
        seen.sort_unstable();
        seen.dedup();
        for at in seen {
            counts.get_mut(at).into_iter().for_each(|count| *count += 1.0);
        }
    }
    counts
}

fn shuffle(order: &mut [usize], state: &mut u64) {
    for at in (1..order.len()).rev() {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let other = usize::try_from(*state >> 33).unwrap_or_default() % (at + 1);
        order.swap(at, other);
    }
}

/// The weights as lines of data.
pub fn lines(weights: &Weights) -> String {
    let mut text = String::new();
    for (family, name, _) in Family::ALL {
        let Some(table) = weights.tables.get(&family) else { continue };
        let most = table.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let scale = (most / 31.0).max(1e-6);
        #[expect(clippy::cast_possible_truncation, reason = "between -31 and 31")]
        let packed: Vec<i8> = table.iter().map(|weight| (weight / scale).round() as i8).collect();
        let _ = writeln!(text, "weights {name} {scale} {}", pack(&packed));
    }
    text
}
