//! The result of a scoring: a score without ids and times.

use crate::{
    engine::{index_map::IndexMap, model::TimelineTruncation, session::InterviewRecord},
    studio::{
        scoring::{Category, FailureTag, RUBRIC_VERSION, RuleScore},
        stages::{SessionScore, StageStatus},
    },
};

/// A larger distance between judge and rules makes a score suspect, in points.
const SUSPECT: u32 = 30;

/// The result of a scoring.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoringResult {
    /// Completed, failed, timed out or cancelled.
    pub status: StageStatus,
    /// The total, 0–100, after ceilings.
    pub total_score: Option<u32>,
    /// The report without its last line. It is kept even if no total could be read.
    pub score_analysis: Option<String>,
    /// The improvement report.
    pub tool_improvement_report: Option<String>,
    /// Failures of the interview in the order of the vocabulary; none without a report.
    pub failure_tags: Option<Vec<String>>,
    /// Points by category, if all of them could be read.
    pub category_points: Option<IndexMap<Category, f64>>,
    /// The total of the rules.
    pub rule_score: Option<u32>,
    /// Whether the judge's total, before ceilings, is more than 30 points from that of the rules, without their limit
    /// by the questions.
    pub suspect: bool,
    /// The error of the scoring.
    pub error_message: Option<String>,
    /// Parts of the interview left out of the judge's prompt.
    pub context_truncated: Option<TimelineTruncation>,
    /// Version of the rubric.
    pub rubric_version: u32,
    /// SHA-256 of the judge's prompts without the session; none for a score by rules.
    pub prompt_hash: Option<String>,
    /// Whether the rules judged, without a model.
    pub is_by_rules: bool,
    /// Notes for the log: `category_sum_mismatch` if points and total differ by more than 3.
    pub notes: Vec<&'static str>,
}

impl ScoringResult {
    /// The result by the rules, with their improvement report.
    pub fn by_rules(interview: &InterviewRecord<'_>) -> Self {
        let score = RuleScore::of(interview);
        let report = score.improvement_report(interview);
        Self {
            status: StageStatus::Completed,
            total_score: Some(score.total_score),
            score_analysis: Some(without_total(&score.score_analysis)),
            tool_improvement_report: Some(report),
            failure_tags: Some(score.failure_tags.iter().map(|tag| tag.id().to_owned()).collect()),
            rule_score: Some(score.total_score),
            category_points: Some(score.category_points),
            rubric_version: RUBRIC_VERSION,
            is_by_rules: true,
            ..Self::default()
        }
    }

    /// A row with this result. Ids, times, trigger and model stay. A score by rules has no model and the provider `rules`.
    #[must_use]
    pub fn into_row(self, row: SessionScore) -> SessionScore {
        let provider = if self.is_by_rules { Some("rules".to_owned()) } else { row.provider };
        SessionScore {
            prompt_hash: self.prompt_hash,
            total_score: self.total_score,
            score_analysis: self.score_analysis,
            tool_improvement_report: self.tool_improvement_report,
            failure_tags: self.failure_tags,
            status: self.status,
            error_message: self.error_message,
            category_points: self.category_points,
            rule_score: self.rule_score,
            suspect: self.suspect,
            model: row.model.filter(|_| !self.is_by_rules),
            provider,
            rubric_version: self.rubric_version,
            context_truncated: self.context_truncated,
            ..row
        }
    }

    /// Takes a judge's total: applies and reports the ceilings, and compares the total with that of the rules.
    pub(super) fn take_total(&mut self, total: u32, rules: &RuleScore) {
        let mut capped = total;
        if let Some(ceiling) = rules.ceilings.first().filter(|ceiling| ceiling.total() < total) {
            capped = ceiling.total();
            let line = format!("Total lowered from {total} to {capped}: {}.", ceiling.doc());
            let analysis = self.score_analysis.get_or_insert_default();
            let gap = if analysis.is_empty() { "" } else { "\n\n" };
            analysis.extend([gap, line.as_str()]);
        }
        if let Some(points) = &self.category_points
            && (points.values().sum::<f64>() - f64::from(total)).abs() > 3.0
        {
            self.notes.push("category_sum_mismatch");
        }
        self.total_score = Some(capped);
        // The total before ceilings, since a ceiling would hide a manipulated judge.
        // The judge rates the categories, so the score of the questions stays out of the comparison.
        self.suspect = total.abs_diff(rules.category_total) > SUSPECT;
    }

    /// Takes a judge's report: its failure tags and its table of points.
    pub(super) fn take_report(&mut self, analysis: &str) {
        let vocabulary: Vec<&str> = FailureTag::ALL.iter().map(|tag| tag.id()).collect();
        let tags = crate::studio::reports::parse_failure_tags(analysis, &vocabulary);
        let categories: Vec<(&str, f64)> =
            Category::ALL.iter().map(|category| (category.id(), category.points())).collect();
        let points = crate::studio::reports::parse_points(analysis, &categories);
        self.failure_tags = Some(tags.into_iter().map(str::to_owned).collect());
        self.category_points = points.map(|points| Category::ALL.iter().copied().zip(points).collect());
        self.score_analysis = Some(crate::studio::reports::sanitize_report(analysis));
    }
}

/// A report without its last line.
fn without_total(report: &str) -> String {
    report.rsplit_once('\n').map_or("", |(analysis, _)| analysis).trim_end().to_owned()
}
