//! The judge's dialogue as a state machine: the next request, and the effect of its reply.
//!
//! Invariant: it never waits, calls a model or reads a clock. The caller asks the models, keeps deadlines and records, and
//! calls [`Run::stop`] when a deadline passes.

use super::{ScoringResult, prompt_hash};
use crate::{
    engine::{
        json,
        model::{FailureKind, ReportContext, Task},
        study::{Scoring, Study},
    },
    studio::{
        reports,
        scoring::{RUBRIC_VERSION, RuleScore},
        stages::{ContextTooLong, StageContext, StageStatus, fit},
    },
};

/// Most characters of a report that is sent back to the judge: 8,000 tokens.
const SENT_BACK: usize = 28_000;

/// What the caller does next.
#[derive(Clone, Debug, PartialEq)]
pub enum JudgeStep {
    /// Ask the models of class judge, and pass the result to [`Run::take_reply`].
    Ask {
        /// [`Task::ScoreAnalysis`] or [`Task::MissingTools`].
        task: Task,
        /// The context of the prompt.
        context: ReportContext,
    },
    /// The run is over.
    Done(ScoringResult),
}

/// A scoring in progress.
#[derive(Clone, Debug)]
pub struct JudgeRun {
    study: Study,
    scoring: Scoring,
    rules: RuleScore,
    /// The result by the rules, used if no model is available.
    by_rules: ScoringResult,
    /// The session in the judge's prompt.
    session: ReportContext,
    result: ScoringResult,
    /// The longest report so far.
    longest: String,
    /// The latest report.
    latest: String,
    state: JudgeState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JudgeState {
    /// The report is due; this number of replies had no readable total.
    Report {
        unread: u32,
    },
    /// The improvement report is due.
    Tools,
    Done,
}

impl JudgeRun {
    /// A run that has asked nothing yet.
    ///
    /// # Errors
    /// [`ContextTooLong`] if the interview does not fit into the study's budget of tokens.
    pub fn new(material: &StageContext<'_>, scoring: &Scoring) -> Result<Self, ContextTooLong> {
        let study = material.investigation.study;
        let rules = RuleScore::of(&material.investigation);
        let whole = material.judge_context(&rules.measures);
        let session = fit(whole, Task::ScoreAnalysis, study, scoring.context_token_budget)?;
        let result = ScoringResult {
            status: StageStatus::Active,
            rule_score: Some(rules.total_score),
            rubric_version: RUBRIC_VERSION,
            prompt_hash: Some(prompt_hash(study)),
            context_truncated: session.truncated,
            ..ScoringResult::default()
        };
        let state = JudgeState::Report { unread: 0 };
        let (longest, latest) = (String::new(), String::new());
        let by_rules = ScoringResult::by_rules(&material.investigation);
        let (study, scoring) = (study.clone(), scoring.clone());
        Ok(Self { study, scoring, rules, by_rules, session, result, longest, latest, state })
    }

    /// A run that is over at once, with the result by the rules.
    pub fn by_rules(material: &StageContext<'_>, scoring: &Scoring) -> Self {
        let result = ScoringResult::by_rules(&material.investigation);
        Self {
            study: material.investigation.study.clone(),
            scoring: scoring.clone(),
            rules: RuleScore::of(&material.investigation),
            by_rules: result.clone(),
            session: ReportContext::default(),
            result,
            longest: String::new(),
            latest: String::new(),
            state: JudgeState::Done,
        }
    }

    /// What to do next. It stays the same until a reply is taken.
    pub fn next(&self) -> JudgeStep {
        match self.state {
            JudgeState::Report { unread: 0 } => {
                JudgeStep::Ask { task: Task::ScoreAnalysis, context: self.session.clone() }
            }
            JudgeState::Report { .. } => JudgeStep::Ask {
                task: Task::ScoreAnalysis,
                context: ReportContext { earlier: Some(sent_back(&self.latest)), ..ReportContext::default() },
            },
            JudgeState::Tools => {
                JudgeStep::Ask { task: Task::MissingTools, context: self.tools_context().unwrap_or_default() }
            }
            JudgeState::Done => JudgeStep::Done(self.result.clone()),
        }
    }

    /// Takes the result of a request. A run that is over does not change.
    pub fn take_reply(&mut self, reply: Result<&str, FailureKind>) {
        match (self.state, reply) {
            (JudgeState::Report { unread }, Ok(reply)) => self.take_report(reply, unread),
            (JudgeState::Report { unread: 0 }, Err(FailureKind::Unavailable)) if self.scoring.allow_rules => {
                self.result = self.by_rules.clone();
                self.state = JudgeState::Done;
            }
            (JudgeState::Report { .. }, Err(kind)) => {
                let status = if kind == FailureKind::Cancelled { StageStatus::Cancelled } else { StageStatus::Failed };
                self.end(status, format!("score report: {}", json::word(&kind)));
            }
            (JudgeState::Tools, Ok(reply)) => {
                let report = reports::sanitize_report(reply);
                let problem = report.is_empty().then(|| "improvement report: empty".to_owned());
                self.result.tool_improvement_report = Some(report).filter(|report| !report.is_empty());
                self.complete(problem);
            }
            (JudgeState::Tools, Err(FailureKind::Cancelled)) => {
                self.end(StageStatus::Cancelled, "improvement report: cancelled".to_owned());
            }
            (JudgeState::Tools, Err(kind)) => {
                self.complete(Some(format!("improvement report: {}", json::word(&kind))));
            }
            (JudgeState::Done, _) => {}
        }
    }

    /// Ends the run early, after a deadline or a cancellation. The result so far is kept.
    pub fn stop(&mut self, status: StageStatus, why: &str) {
        if self.state != JudgeState::Done {
            self.end(status, why.to_owned());
        }
    }

    fn take_report(&mut self, reply: &str, unread: u32) {
        let score = reports::parse_score(reply);
        // A retry may give the total alone, so the longest report is kept.
        let report = score.as_ref().map_or(reply.trim(), |score| &score.analysis);
        if report.chars().count() > self.longest.chars().count() {
            report.clone_into(&mut self.longest);
        }
        if let Some(score) = score {
            let longest = std::mem::take(&mut self.longest);
            let (report, improvements) = reports::split_improvements(&longest);
            self.result.take_report(report);
            self.result.take_total(score.total.into(), &self.rules);
            // Both parts come in one reply, so that the session is sent once. A judge that left one out is asked for it.
            if let Some(improvements) = improvements {
                self.result.tool_improvement_report = Some(reports::sanitize_report(improvements));
                self.complete(None);
                return;
            }
            self.state = JudgeState::Tools;
            // If even the shortest form does not fit, no improvement report is requested.
            if let Err(too_long) = self.tools_context() {
                self.complete(Some(format!("improvement report: {too_long}")));
            }
        } else if unread >= self.scoring.max_extraction_retries {
            self.end(
                StageStatus::Failed,
                format!("no total could be read from the score report, asked {} times", unread + 1),
            );
        } else {
            reply.clone_into(&mut self.latest);
            self.state = JudgeState::Report { unread: unread + 1 };
        }
    }

    /// The session with the report. The session is cut to make room for the report.
    fn tools_context(&self) -> Result<ReportContext, ContextTooLong> {
        let earlier = self.result.score_analysis.as_deref().map(sent_back);
        let context = ReportContext { earlier, ..self.session.clone() };
        fit(context, Task::MissingTools, &self.study, self.scoring.context_token_budget)
    }

    fn complete(&mut self, problem: Option<String>) {
        self.result.status = StageStatus::Completed;
        self.result.error_message = problem;
        self.state = JudgeState::Done;
    }

    fn end(&mut self, status: StageStatus, why: String) {
        if !self.longest.is_empty() {
            let longest = std::mem::take(&mut self.longest);
            self.result.take_report(&longest);
        }
        self.result.status = status;
        self.result.error_message = Some(why);
        self.state = JudgeState::Done;
    }
}

fn sent_back(report: &str) -> String {
    report.chars().take(SENT_BACK).collect()
}
