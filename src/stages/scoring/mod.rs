//! The `scoring` stage: how well an interview was led, by figures that need no model.
//!
//! Invariant: the same session gives the same score, and every point can be traced to a figure and to turns.

#[cfg(feature = "studio")]
mod finding;
#[cfg(feature = "studio")]
mod hash;
#[cfg(feature = "studio")]
mod improvement;
mod judge;
mod measures;
mod question;
mod report;
mod rubric;
#[cfg(feature = "studio")]
mod run;
mod threads;
#[cfg(feature = "studio")]
mod told;

use indexmap::IndexMap;
use serde::Serialize;

#[cfg(feature = "studio")]
pub use self::{
    finding::Finding,
    hash::prompt_hash,
    improvement::{Improvement, Part, improvements},
    run::{Next, Run},
};
pub use self::{
    measures::{COVERAGE_TARGET, Measures},
    rubric::{Category, Ceiling, FailureTag},
};
use super::Investigation;

/// Version of the rubric and of the formulas behind it.
pub const RUBRIC_VERSION: u32 = 1;

/// What the rules make of an interview.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RuleScore {
    /// The total, 0–100.
    pub total_score: u32,
    /// Points of each category, in halves.
    pub category_points: IndexMap<Category, f64>,
    /// Limits that applied, lowest first.
    pub ceilings: Vec<Ceiling>,
    /// What went wrong, in the order of the vocabulary.
    pub failure_tags: Vec<FailureTag>,
    /// The report, Markdown; its last line is the total.
    pub score_analysis: String,
    /// The figures behind it.
    pub measures: Measures,
}

impl RuleScore {
    /// Judges an interview.
    pub fn of(interview: &Investigation<'_>) -> Self {
        let mut score = Self::without_report(interview);
        score.score_analysis = report::report(&score, interview);
        score
    }

    /// Judges an interview, for whoever reads no report: it is empty.
    pub(crate) fn without_report(interview: &Investigation<'_>) -> Self {
        let measures = Measures::of(interview);
        let category_points = judge::points(&measures, interview);
        let ceilings = judge::ceilings(&measures, interview);
        let failure_tags = judge::failure_tags(&measures, interview);
        let sum = category_points.values().sum::<f64>();
        let capped = ceilings.iter().map(|ceiling| f64::from(ceiling.total())).fold(sum, f64::min);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a sum of points is 0 to 100")]
        let total_score = (capped + 0.5).floor().clamp(0.0, 100.0) as u32;
        Self { total_score, category_points, ceilings, failure_tags, score_analysis: String::new(), measures }
    }
}
