//! The score of an interview by rules: how well it was conducted, from figures that need no model.
//!
//! Invariant: the same session gives the same score, and every point follows from a figure and from turns.

mod rubric;
mod question_style;
mod questions;
mod threads;
mod measures;
mod measure_lines;
mod points;
mod report;
mod improvement;

use serde::Serialize;

pub use self::{
    improvement::{Improvement, ImprovementKind, improvements},
    measures::{COVERAGE_TARGET, Measures},
    questions::{
        Agreement, QuestionFinding, QuestionRule, QuestionScore, QuestionScores, Transcript, TranscriptError,
        TranscriptTurn, rank_correlation,
    },
    rubric::{Category, Ceiling, FailureTag},
};
use crate::engine::{index_map::IndexMap, session::InterviewRecord};

/// Version of the rubric and of its formulas.
pub const RUBRIC_VERSION: u32 = 2;

/// The score of an interview by the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RuleScore {
    /// The total, 0–100: that of the categories, but at most the score of the questions.
    pub total_score: u32,
    /// The total of the categories under the ceilings, 0–100, without the questions. A judge's total is compared with it.
    pub category_total: u32,
    /// Points of each category, in halves.
    pub category_points: IndexMap<Category, f64>,
    /// Ceilings that apply, lowest first.
    pub ceilings: Vec<Ceiling>,
    /// What went wrong, in the order of [`FailureTag::ALL`].
    pub failure_tags: Vec<FailureTag>,
    /// The report, Markdown. Its last line is the total.
    pub score_analysis: String,
    /// The figures behind the score.
    pub measures: Measures,
    /// The score of each question.
    pub questions: QuestionScores,
}

impl RuleScore {
    /// Scores an interview.
    pub fn of(interview: &InterviewRecord<'_>) -> Self {
        let mut score = Self::without_report(interview);
        score.score_analysis = report::report(&score, interview);
        score
    }

    /// Scores an interview, without the report.
    pub(crate) fn without_report(interview: &InterviewRecord<'_>) -> Self {
        let measures = Measures::of(interview);
        let category_points = points::points(&measures, interview);
        let ceilings = points::ceilings(&measures, interview);
        let failure_tags = points::failure_tags(&measures, interview);
        let questions = QuestionScores::of_record(interview);
        let sum = category_points.values().sum::<f64>();
        let capped = ceilings.iter().map(|ceiling| f64::from(ceiling.total())).fold(sum, f64::min);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a sum of points is 0 to 100")]
        let category_total = (capped + 0.5).floor().clamp(0.0, 100.0) as u32;
        // Good figures must not hide bad questions, so the questions limit the total.
        let total_score = questions.total.map_or(category_total, |total| total.min(category_total));
        Self {
            total_score,
            category_total,
            category_points,
            ceilings,
            failure_tags,
            score_analysis: String::new(),
            measures,
            questions,
        }
    }
}

/// "turn 3", "turns 3, 7"; empty for no turn.
fn turn_list(turns: &[u32]) -> String {
    let numbers: Vec<String> = turns.iter().map(u32::to_string).collect();
    match numbers.as_slice() {
        [] => String::new(),
        [turn] => format!("turn {turn}"),
        _ => format!("turns {}", numbers.join(", ")),
    }
}
