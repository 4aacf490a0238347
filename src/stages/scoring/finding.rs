//! What a scoring came to: a score without ids and times.

use indexmap::IndexMap;

use super::{Category, FailureTag, RUBRIC_VERSION, RuleScore};
use crate::{
    llm::Truncation,
    stages::{Investigation, SessionScore, Status},
};

/// Judge and rules this far apart make a score suspect, in points.
const SUSPECT: u32 = 30;

/// What a scoring came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// Completed, failed, timed out or cancelled.
    pub status: Status,
    /// The total, 0–100, after ceilings.
    pub total_score: Option<u32>,
    /// The report without its last line; kept even where no total could be read.
    pub score_analysis: Option<String>,
    /// What would have helped the interviewer.
    pub tool_improvement_report: Option<String>,
    /// What went wrong in the interview, in the order of the vocabulary; none if there is no report.
    pub failure_tags: Option<Vec<String>>,
    /// Points by category, if all of them could be read.
    pub category_points: Option<IndexMap<Category, f64>>,
    /// What the rules make of it.
    pub rule_score: Option<u32>,
    /// Whether judge, before ceilings, and rules are more than 30 points apart.
    pub suspect: bool,
    /// What went wrong in the scoring.
    pub error_message: Option<String>,
    /// What the judge was not shown for want of room.
    pub context_truncated: Option<Truncation>,
    /// Version of the rubric.
    pub rubric_version: u32,
    /// SHA-256 of everything the judge was asked besides the session; none where the rules judged.
    pub prompt_hash: Option<String>,
    /// Whether the rules judged, so that the score has no model.
    pub is_by_rules: bool,
    /// For the log: `category_sum_mismatch` where the points do not add up to the judge's total, by more than 3.
    pub notes: Vec<&'static str>,
}

impl Finding {
    /// The finding of the rules: completed, with what would have helped as they see it.
    pub fn by_rules(interview: &Investigation<'_>) -> Self {
        let score = RuleScore::of(interview);
        let report = score.improvement_report(interview);
        Self {
            status: Status::Completed,
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

    /// The row of a score with this finding in it. Ids, times, who asked and the judge's model stay as they are; where the
    /// rules judged there is no model, and the provider is `rules`.
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

    /// Takes a judge's total: ceilings that the measures show are applied and told, and the rules' score is held against
    /// it.
    pub(super) fn judge(&mut self, total: u32, rules: &RuleScore) {
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
        // The judge's own number: a ceiling would hide that it was talked into a hundred.
        self.suspect = total.abs_diff(rules.total_score) > SUSPECT;
    }

    /// Takes a judge's report: failures it names, and its table of points.
    pub(super) fn read(&mut self, analysis: &str) {
        let vocabulary = FailureTag::ALL.map(FailureTag::id);
        let tags = crate::llm::reports::failure_tags(analysis, &vocabulary);
        let categories: Vec<(&str, f64)> =
            Category::ALL.iter().map(|category| (category.id(), category.points())).collect();
        let points = crate::llm::reports::points(analysis, &categories);
        self.failure_tags = Some(tags.into_iter().map(str::to_owned).collect());
        self.category_points = points.map(|points| Category::ALL.iter().copied().zip(points).collect());
        self.score_analysis = Some(crate::llm::reports::readable(analysis));
    }
}

/// A report without its last line.
fn without_total(report: &str) -> String {
    report.rsplit_once('\n').map_or("", |(analysis, _)| analysis).trim_end().to_owned()
}
