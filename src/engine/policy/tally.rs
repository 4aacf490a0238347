//! The tally of a score: terms applied one at a time. The score is the last total, so the tally explains it.
//!
//! Every weight of every policy is applied in `apply`, called by [`Tally::push`].

use std::{fmt, ops::Deref};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engine::id::Name;

/// Effect of a term on the running total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Op {
    /// Starts the tally: total = raw.
    Base,
    /// total + weight × raw.
    Add,
    /// The signal has no value: total unchanged.
    Absent,
    /// total × raw^weight.
    Multiply,
    /// total × raw.
    Scale,
    /// total + raw.
    Offset,
    /// The source rules the probe out: total unchanged.
    Veto,
}

/// One line of a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Term {
    /// Origin: `base`, a signal key, a scorer, `phase.mid`, `bonus.mid`, a gate.
    #[cfg_attr(not(target_arch = "wasm32"), schemars(with = "String"))]
    pub source: TermSource,
    /// Operation.
    pub op: Op,
    /// Value of the source. None if absent.
    pub raw: Option<f64>,
    /// Weight of the source.
    pub weight: f64,
    /// Total after the term.
    pub total: f64,
}

/// Origin of a term: a word of the policy or of a study. Cheap to clone, since a turn has hundreds of terms.
#[derive(Clone, Debug)]
pub enum TermSource {
    /// A word of the policy: `base`, `declined`.
    Word(&'static str),
    /// A word of a study: a signal key, `phase.mid`.
    Name(Name),
}

impl Deref for TermSource {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Word(word) => word,
            Self::Name(name) => name,
        }
    }
}

impl fmt::Display for TermSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl PartialEq for TermSource {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl PartialEq<&str> for TermSource {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl From<&'static str> for TermSource {
    fn from(word: &'static str) -> Self {
        Self::Word(word)
    }
}

impl From<Name> for TermSource {
    fn from(name: Name) -> Self {
        Self::Name(name)
    }
}

impl From<String> for TermSource {
    fn from(text: String) -> Self {
        Self::Name(text.into())
    }
}

impl Serialize for TermSource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for TermSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

/// The terms of a score.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tally {
    /// Terms in the order they were applied.
    pub terms: Vec<Term>,
}

impl Tally {
    /// Applies a term to the total: the one place where a weight is applied.
    pub fn push(&mut self, source: impl Into<TermSource>, op: Op, raw: Option<f64>, weight: f64) {
        let total = apply(self.total(), op, raw, weight);
        self.terms.push(Term { source: source.into(), op, raw, weight, total });
    }

    /// The score so far.
    pub fn total(&self) -> f64 {
        self.terms.last().map_or(0.0, |term| term.total)
    }

    /// Each term with its change of the score.
    pub fn changes(&self) -> impl Iterator<Item = (&Term, f64)> {
        let before = std::iter::once(0.0).chain(self.terms.iter().map(|term| term.total));
        self.terms.iter().zip(before).map(|(term, before)| (term, term.total - before))
    }

    /// Whether a term rules the probe out.
    pub fn is_vetoed(&self) -> bool {
        self.terms.iter().any(|term| term.op == Op::Veto)
    }

    /// The score recalculated from the terms. Always equals [`Tally::total`].
    pub fn replay(&self) -> f64 {
        self.terms.iter().fold(0.0, |total, term| apply(total, term.op, term.raw, term.weight))
    }
}

/// The total after a term.
fn apply(total: f64, op: Op, raw: Option<f64>, weight: f64) -> f64 {
    let Some(raw) = raw else { return total };
    match op {
        Op::Base => raw,
        Op::Add => total + weight * raw,
        Op::Absent | Op::Veto => total,
        // `pow` is not exact on every platform, and x¹ is x.
        #[expect(clippy::float_cmp, reason = "1 is exact")]
        Op::Multiply if weight == 1.0 => total * raw,
        Op::Multiply => total * libm::pow(raw, weight),
        Op::Scale => total * raw,
        Op::Offset => total + raw,
    }
}
