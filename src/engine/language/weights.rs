//! Weights of linear models, hashed into one table a family.
//!
//! A decision has features and options. The score of an option is the sum of the weights of its features; the option
//! with key 0 scores 0. Data: one line a family, `weights FAMILY SCALE PACKED`, one sign of 64 a weight, and runs of zeros
//! as `.COUNT;`.

use crate::engine::sorted::SortedMap;

/// What a table decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Whether a phrase is an idea.
    Phrase,
    /// The type of an idea.
    NodeType,
    /// What the words of an idea are: a thing, an action, a feeling.
    Kind,
    /// Whether and in which direction two ideas are connected.
    Link,
    /// The reaction to an idea.
    Reaction,
    /// The tone of an answer.
    Sentiment,
    /// What an answer does.
    Act,
    /// The depth of an answer.
    Depth,
    /// The engagement of an answer.
    Momentum,
    /// Whether an answer holds an idea.
    Extractable,
    /// Whether a question fits an answer.
    Question,
    /// Whether an idea is worth asking about.
    Interest,
    /// Whether a sentence asks to stop.
    Stop,
}

impl Family {
    /// All families with their names in data and the sizes of their tables as powers of two.
    pub const ALL: [(Self, &'static str, u32); 13] = [
        (Self::Phrase, "phrase", 14),
        (Self::NodeType, "type", 15),
        (Self::Kind, "kind", 13),
        (Self::Link, "link", 14),
        (Self::Reaction, "reaction", 13),
        (Self::Sentiment, "sentiment", 13),
        (Self::Act, "act", 16),
        (Self::Depth, "depth", 11),
        (Self::Momentum, "momentum", 12),
        (Self::Extractable, "extractable", 13),
        (Self::Question, "question", 14),
        (Self::Interest, "interest", 14),
        (Self::Stop, "stop", 13),
    ];

    /// Number of weights in its table.
    pub fn size(self) -> usize {
        Self::ALL.iter().find(|(family, ..)| *family == self).map_or(1, |(.., bits)| 1 << bits)
    }
}

/// Features of a decision, as hashes.
#[derive(Clone, Debug, Default)]
pub struct Features(pub Vec<u32>);

impl Features {
    /// Adds a feature with the name that these parts make.
    pub fn add(&mut self, parts: &[&str]) {
        self.0.push(hash(parts));
    }
}

/// An option of a decision.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Distinguishes its weights for the shared features; 0 for an option that scores 0.
    pub key: u32,
    /// Features of this option alone.
    pub own: Features,
}

/// A choice between options.
#[derive(Clone, Debug)]
pub struct LinearDecision {
    /// The table that decides.
    pub family: Family,
    /// Features that all options share.
    pub features: Features,
    /// The options.
    pub options: Vec<Choice>,
}

impl LinearDecision {
    /// A decision between named options; those named "" score 0.
    pub fn among(family: Family, features: Features, names: &[&str]) -> Self {
        let option = |name: &&str| Choice { key: key(name), own: Features::default() };
        Self { family, features, options: names.iter().map(option).collect() }
    }

    /// The places in the table that an option's score sums.
    pub fn places<'a>(&'a self, option: &'a Choice) -> impl Iterator<Item = usize> + 'a {
        let mask = self.family.size() - 1;
        let shared = if option.key == 0 { &[][..] } else { &self.features.0 };
        let mixed = shared.iter().map(move |feature| mix(*feature, option.key) as usize & mask);
        mixed.chain(option.own.0.iter().map(move |feature| mix(*feature, 0x51ed) as usize & mask))
    }
}

/// The key of a named option.
pub fn key(name: &str) -> u32 {
    if name.is_empty() { 0 } else { hash(&[name]) | 1 }
}

/// FNV-1a over the parts, with a mark between them.
fn hash(parts: &[&str]) -> u32 {
    let mut state: u32 = 0x811c_9dc5;
    for part in parts {
        for byte in part.bytes().chain([0x1f]) {
            state = (state ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    state
}

fn mix(feature: u32, key: u32) -> u32 {
    let mut mixed = feature ^ key.rotate_left(13);
    mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x7feb_352d);
    mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x846c_a68b);
    mixed ^ (mixed >> 16)
}

/// The tables of a language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// Weights by family.
    pub tables: SortedMap<Family, Vec<f32>>,
}

impl Weights {
    /// Probability of each option, in order.
    pub fn probabilities(&self, decision: &LinearDecision) -> Vec<f64> {
        let scores = self.scores(decision);
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let powers: Vec<f64> = scores.iter().map(|score| libm::exp(score - most)).collect();
        let sum: f64 = powers.iter().sum();
        powers.iter().map(|power| power / sum).collect()
    }

    /// The most likely option.
    pub fn best(&self, decision: &LinearDecision) -> Option<usize> {
        let scores = self.scores(decision);
        (0..scores.len())
            .rev()
            .max_by(|&a, &b| scores.get(a).partial_cmp(&scores.get(b)).unwrap_or(std::cmp::Ordering::Equal))
    }

    fn scores(&self, decision: &LinearDecision) -> Vec<f64> {
        let Some(table) = self.tables.get(&decision.family) else { return vec![0.0; decision.options.len()] };
        let weight = |place: usize| table.get(place).copied().map_or(0.0, f64::from);
        decision.options.iter().map(|option| decision.places(option).map(weight).sum()).collect()
    }
}
