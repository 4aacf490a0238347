//! The explanation of a score is its calculation: terms applied one at a time, the score is the last total.

use std::{fmt, ops::Deref};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::id::Name;

/// What a term does to the running total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The probe is out, for the reason named by the source: total unchanged.
    Veto,
}

/// One line of a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// Where it comes from: `base`, a signal key, a scorer, `phase.mid`, `bonus.mid`, a gate.
    pub source: Source,
    /// What it does.
    pub op: Op,
    /// The value it works with; none if absent.
    pub raw: Option<f64>,
    /// Its weight.
    pub weight: f64,
    /// The total after it.
    pub total: f64,
}

/// What a term comes from: a word of the policy's own or of a study. Cheap to copy, since a turn has hundreds.
#[derive(Clone, Debug)]
pub enum Source {
    /// Of the policy's own: `base`, `declined`.
    Word(&'static str),
    /// Of a study, or made of its words: a signal key, `phase.mid`.
    Name(Name),
}

impl Deref for Source {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Word(word) => word,
            Self::Name(name) => name,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl PartialEq<&str> for Source {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl From<&'static str> for Source {
    fn from(word: &'static str) -> Self {
        Self::Word(word)
    }
}

impl From<Name> for Source {
    fn from(name: Name) -> Self {
        Self::Name(name)
    }
}

impl From<String> for Source {
    fn from(text: String) -> Self {
        Self::Name(text.into())
    }
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

/// A score, line by line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tally {
    /// Terms in the order they were applied.
    pub terms: Vec<Term>,
}

impl Tally {
    /// Applies a term.
    pub fn push(&mut self, source: impl Into<Source>, op: Op, raw: Option<f64>, weight: f64) {
        let total = apply(self.total(), op, raw, weight);
        self.terms.push(Term { source: source.into(), op, raw, weight, total });
    }

    /// The score so far.
    pub fn total(&self) -> f64 {
        self.terms.last().map_or(0.0, |term| term.total)
    }

    /// Whether a veto is on the tally.
    pub fn is_vetoed(&self) -> bool {
        self.terms.iter().any(|term| term.op == Op::Veto)
    }

    /// The score calculated anew from the terms; equals [`Tally::total`], always.
    pub fn replay(&self) -> f64 {
        self.terms.iter().fold(0.0, |total, term| apply(total, term.op, term.raw, term.weight))
    }
}

fn apply(total: f64, op: Op, raw: Option<f64>, weight: f64) -> f64 {
    let Some(raw) = raw else { return total };
    match op {
        Op::Base => raw,
        Op::Add => total + weight * raw,
        Op::Absent | Op::Veto => total,
        // No power at weight 1: it would not be exact on every platform, and x¹ is x.
        #[expect(clippy::float_cmp, reason = "1 is exact")]
        Op::Multiply if weight == 1.0 => total * raw,
        Op::Multiply => total * libm::pow(raw, weight),
        Op::Scale => total * raw,
        Op::Offset => total + raw,
    }
}
