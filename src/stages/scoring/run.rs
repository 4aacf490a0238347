//! The judge's dialogue without its wires: what to ask next, what to make of what came back.
//!
//! Invariant: it neither waits, calls nor tells time. Whoever runs it asks the models, keeps deadlines and records, and
//! ends it with [`Run::stop`] where one passes.

use super::{Finding, RUBRIC_VERSION, RuleScore, hash::prompt_hash};
use crate::{
    llm::{FailureKind, ReportContext, Task, reports},
    stages::{ContextTooLong, Material, Status, truncate::fit},
    study::{Scoring, Study},
};

/// Most characters of a report that is sent back to its judge: 8,000 tokens.
const SENT_BACK: usize = 28_000;

/// What to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Ask the models of class judge this, and tell the run with [`Run::hear`] what became of it.
    Ask {
        /// [`Task::ScoreAnalysis`] or [`Task::MissingTools`].
        task: Task,
        /// What the prompt is rendered from.
        context: ReportContext,
    },
    /// It is over.
    Done(Finding),
}

/// A scoring that is under way.
#[derive(Clone, Debug)]
pub struct Run {
    study: Study,
    scoring: Scoring,
    rules: RuleScore,
    /// What the rules would have found, for where nobody can be asked.
    by_rules: Finding,
    /// The session as the judge sees it.
    session: ReportContext,
    finding: Finding,
    /// The longest report so far, and the latest one.
    longest: String,
    latest: String,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The report is wanted; so many replies had no total.
    Report {
        unread: u32,
    },
    /// What would have helped is wanted.
    Tools,
    Done,
}

impl Run {
    /// Begins. Nothing is asked yet.
    ///
    /// # Errors
    /// [`ContextTooLong`] if the interview cannot be shown within the study's budget.
    pub fn new(material: &Material<'_>, scoring: &Scoring) -> Result<Self, ContextTooLong> {
        let study = material.investigation.study;
        let rules = RuleScore::of(&material.investigation);
        let whole = material.judged(&rules.measures);
        let session = fit(whole, Task::ScoreAnalysis, study, scoring.context_token_budget)?;
        let finding = Finding {
            status: Status::Active,
            rule_score: Some(rules.total_score),
            rubric_version: RUBRIC_VERSION,
            prompt_hash: Some(prompt_hash(study)),
            context_truncated: session.truncated,
            ..Finding::default()
        };
        let state = State::Report { unread: 0 };
        let (longest, latest) = (String::new(), String::new());
        let by_rules = Finding::by_rules(&material.investigation);
        let (study, scoring) = (study.clone(), scoring.clone());
        Ok(Self { study, scoring, rules, by_rules, session, finding, longest, latest, state })
    }

    /// A run that is over at once: the rules have judged.
    pub fn by_rules(material: &Material<'_>, scoring: &Scoring) -> Self {
        let finding = Finding::by_rules(&material.investigation);
        Self {
            study: material.investigation.study.clone(),
            scoring: scoring.clone(),
            rules: RuleScore::of(&material.investigation),
            by_rules: finding.clone(),
            session: ReportContext::default(),
            finding,
            longest: String::new(),
            latest: String::new(),
            state: State::Done,
        }
    }

    /// What to do next. Asked again before anything was heard it says the same.
    pub fn next(&self) -> Next {
        match self.state {
            State::Report { unread: 0 } => Next::Ask { task: Task::ScoreAnalysis, context: self.session.clone() },
            State::Report { .. } => Next::Ask {
                task: Task::ScoreAnalysis,
                context: ReportContext { earlier: Some(sent_back(&self.latest)), ..ReportContext::default() },
            },
            State::Tools => Next::Ask { task: Task::MissingTools, context: self.tools() },
            State::Done => Next::Done(self.finding.clone()),
        }
    }

    /// Takes what became of what was asked. Once it is over nothing changes it.
    pub fn hear(&mut self, reply: Result<&str, FailureKind>) {
        match (self.state, reply) {
            (State::Report { unread }, Ok(reply)) => self.take_report(reply, unread),
            (State::Report { unread: 0 }, Err(FailureKind::Unavailable)) if self.scoring.allow_rules => {
                self.finding = self.by_rules.clone();
                self.state = State::Done;
            }
            (State::Report { .. }, Err(kind)) => {
                let status = if kind == FailureKind::Cancelled { Status::Cancelled } else { Status::Failed };
                self.end(status, format!("score report: {}", crate::stages::timeline::word(&kind)));
            }
            (State::Tools, Ok(reply)) => {
                let report = reports::readable(reply);
                let problem = report.is_empty().then(|| "improvement report: empty".to_owned());
                self.finding.tool_improvement_report = Some(report).filter(|report| !report.is_empty());
                self.complete(problem);
            }
            (State::Tools, Err(FailureKind::Cancelled)) => {
                self.end(Status::Cancelled, "improvement report: cancelled".to_owned());
            }
            (State::Tools, Err(kind)) => {
                self.complete(Some(format!("improvement report: {}", crate::stages::timeline::word(&kind))));
            }
            (State::Done, _) => {}
        }
    }

    /// Ends it before its time: the deadline passed, or somebody called it off. What was found so far is kept.
    pub fn stop(&mut self, status: Status, why: &str) {
        if self.state != State::Done {
            self.end(status, why.to_owned());
        }
    }

    fn take_report(&mut self, reply: &str, unread: u32) {
        let score = reports::score(reply);
        // A retry may say the number alone: the longest report is the one worth keeping.
        let report = score.as_ref().map_or(reply.trim(), |score| &score.analysis);
        if report.chars().count() > self.longest.chars().count() {
            report.clone_into(&mut self.longest);
        }
        if let Some(score) = score {
            let longest = std::mem::take(&mut self.longest);
            self.finding.read(&longest);
            self.finding.judge(score.total.into(), &self.rules);
            self.state = State::Tools;
            // Where even its shortest form and the report are too much, there is nothing to ask.
            if let Err(too_long) = self.fitted_tools() {
                self.complete(Some(format!("improvement report: {too_long}")));
            }
        } else if unread >= self.scoring.max_extraction_retries {
            self.end(
                Status::Failed,
                format!("no total could be read from the score report, asked {} times", unread + 1),
            );
        } else {
            reply.clone_into(&mut self.latest);
            self.state = State::Report { unread: unread + 1 };
        }
    }

    fn tools(&self) -> ReportContext {
        self.fitted_tools().unwrap_or_default()
    }

    /// The session with the report; what takes the report's room is left out of the session.
    fn fitted_tools(&self) -> Result<ReportContext, ContextTooLong> {
        let earlier = self.finding.score_analysis.as_deref().map(sent_back);
        let context = ReportContext { earlier, ..self.session.clone() };
        fit(context, Task::MissingTools, &self.study, self.scoring.context_token_budget)
    }

    fn complete(&mut self, problem: Option<String>) {
        self.finding.status = Status::Completed;
        self.finding.error_message = problem;
        self.state = State::Done;
    }

    fn end(&mut self, status: Status, why: String) {
        if !self.longest.is_empty() {
            let longest = std::mem::take(&mut self.longest);
            self.finding.read(&longest);
        }
        self.finding.status = status;
        self.finding.error_message = Some(why);
        self.state = State::Done;
    }
}

fn sent_back(report: &str) -> String {
    report.chars().take(SENT_BACK).collect()
}
