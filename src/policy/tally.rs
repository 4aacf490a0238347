//! The explanation of a score is its calculation: terms applied one at a time, the score is the last total.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

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
    pub source: Cow<'static, str>,
    /// What it does.
    pub op: Op,
    /// The value it works with; none if absent.
    pub raw: Option<f64>,
    /// Its weight.
    pub weight: f64,
    /// The total after it.
    pub total: f64,
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
    pub fn push(&mut self, source: impl Into<Cow<'static, str>>, op: Op, raw: Option<f64>, weight: f64) {
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
