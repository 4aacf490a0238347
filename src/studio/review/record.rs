//! A session opened for review.

use serde::Serialize;

use super::{
    ElementReview, MemberCheck, MethodsText, ReviewError, StudyNumber, TurnView, WhatIf, elements, member_check,
    methods_text, numbers, quality::Quality, turns, what_if,
};
use crate::{
    engine::{
        interview::{Interview, InterviewView},
        session::{Costs, Input, InterviewRecord, LogEntry, Overview, Session},
    },
    studio::{
        reports::{SearchHit, Synthesis, search},
        scoring::RuleScore,
        stages::{
            ContextPurpose, Execution, FileFormats, Interaction, RecordContent, SessionScore, Stage, StageContext,
            judge::ScoringResult, local,
        },
    },
};

/// A session opened for review, with the stage records of its file.
#[derive(Clone, Debug)]
pub struct SessionReview {
    text: String,
    session: Session,
    interview: Interview,
    /// Position in the log of the end of each turn, the opening question first.
    ends: Vec<usize>,
    records: StageRecords,
}

/// The stage records of a file; empty lists for a session file.
#[derive(Clone, Debug, Default, Serialize)]
pub struct StageRecords {
    /// Stages.
    pub stages: Vec<Stage>,
    /// Executions.
    pub executions: Vec<Execution>,
    /// Model calls of stages.
    pub interactions: Vec<Interaction>,
    /// Scores, oldest first.
    pub scores: Vec<SessionScore>,
}

impl SessionReview {
    /// Opens a session file or a record file, and replays the session.
    ///
    /// # Errors
    /// [`ReviewError`] says what is wrong with the file.
    pub fn open(file: &str) -> Result<Self, ReviewError> {
        let (session, records) = read(file)?;
        let interview = Interview::resume(session.study.clone(), &session.log)?;
        let ends = ends(&session.log);
        Ok(Self { text: file.to_owned(), session, interview, ends, records })
    }

    /// The overview of the session.
    ///
    /// # Errors
    /// [`ReviewError`] if the file is not a session.
    pub fn overview(&self) -> Result<Overview, ReviewError> {
        Overview::of(&self.text).map_err(|error| match error {
            crate::engine::session::NotASession::Unreadable(error) => error.into(),
            crate::engine::session::NotASession::Format { found } => {
                ReviewError::Format { field: "format", found, known: crate::engine::session::FORMAT }
            }
        })
    }

    /// Every turn.
    pub fn turns(&self) -> Vec<TurnView> {
        turns::turn_views(&self.interview, &self.session.log)
    }

    /// The interview's panel after a turn, 0 for the opening question. Each call replays the log up to the turn.
    ///
    /// # Errors
    /// [`ReviewError::NoTurn`] if the session has no such turn.
    pub fn view_at(&self, turn: u32) -> Result<InterviewView, ReviewError> {
        let turns = u32::try_from(self.interview.turns().len()).unwrap_or(u32::MAX);
        if turn > turns {
            return Err(ReviewError::NoTurn { turn, turns });
        }
        if turn == turns {
            return Ok(self.interview.view());
        }
        let end = usize::try_from(turn).ok().and_then(|turn| self.ends.get(turn)).copied();
        let log = end.and_then(|end| self.session.log.get(..end)).unwrap_or(&self.session.log);
        Ok(Interview::resume(self.session.study.clone(), log)?.view())
    }

    /// The respondent's comments on the summary and the map, if there are any.
    pub fn member(&self) -> Option<MemberCheck> {
        member_check::member_check(&self.session, &self.interview)
    }

    /// Every number of the study that [`Self::what_if`] may change.
    pub fn numbers(&self) -> Vec<StudyNumber> {
        numbers::study_numbers(&self.session.study)
    }

    /// The choices under changed values, each written `KEY=VALUE`.
    ///
    /// # Errors
    /// [`ReviewError::Refused`] names the key or value that does not fit, with a suggestion.
    pub fn what_if(&self, settings: &[String]) -> Result<WhatIf, ReviewError> {
        what_if::what_if(&self.session, &self.interview, settings)
    }

    /// Costs of the model calls.
    pub fn costs(&self) -> Costs {
        Costs::of(&self.session.log)
    }

    /// The score by rules.
    pub fn score(&self) -> RuleScore {
        RuleScore::of(&self.investigation())
    }

    /// The score by rules as a row, without ids and times.
    pub fn score_row(&self) -> SessionScore {
        ScoringResult::by_rules(&self.investigation()).into_row(SessionScore::default())
    }

    /// The synthesis, without a model.
    pub fn synthesis(&self) -> Synthesis {
        local::synthesis(&self.investigation())
    }

    /// The executive summary, at most four lines, without a model.
    pub fn summary(&self) -> Vec<String> {
        local::summary(&self.investigation())
    }

    /// Turns with the words of a question, best first, at most 5.
    pub fn search(&self, question: &str) -> Vec<SearchHit> {
        let context = StageContext::of(ContextPurpose::ChatContext, self.investigation(), &[]).report_context();
        search(question, &context.transcript, &self.session.study.pack)
    }

    /// The data quality: figures and flags, never a verdict.
    pub fn quality(&self) -> Quality {
        Quality::of(&self.session, &self.investigation())
    }

    /// The status of each element at the end.
    pub fn elements(&self) -> Vec<ElementReview> {
        elements(&self.investigation())
    }

    /// A methods paragraph and a citation for this session and the scores its file holds.
    pub fn methods(&self) -> MethodsText {
        methods_text(&[(&self.session, &self.records.scores)])
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The interview for later stages.
    pub fn investigation(&self) -> InterviewRecord<'_> {
        self.interview.record()
    }

    /// The stage records of the file.
    pub fn records(&self) -> &StageRecords {
        &self.records
    }
}

/// A methods paragraph and a citation for many sessions with their scores. Nothing is replayed.
///
/// # Errors
/// [`ReviewError`] says what is wrong with the first file that cannot be read.
pub fn methods<'a>(files: impl IntoIterator<Item = &'a str>) -> Result<MethodsText, ReviewError> {
    let files: Vec<(Session, StageRecords)> = files.into_iter().map(read).collect::<Result<_, _>>()?;
    let sessions: Vec<_> = files.iter().map(|(session, records)| (session, records.scores.as_slice())).collect();
    Ok(methods_text(&sessions))
}

/// Reads a session file or a record file.
fn read(file: &str) -> Result<(Session, StageRecords), ReviewError> {
    let formats: FileFormats = serde_json::from_str(file)?;
    if let Some(error) = ReviewError::in_formats(formats.format, formats.record_format) {
        return Err(error);
    }
    let (session, records): (Session, StageRecords) = if formats.record_format.is_some() {
        let RecordContent { session, stages, executions, interactions, scores } = serde_json::from_str(file)?;
        (session, StageRecords { stages, executions, interactions, scores })
    } else {
        (serde_json::from_str(file)?, StageRecords::default())
    };
    ReviewError::in_formats(Some(session.format), None).map_or(Ok((session, records)), Err)
}

/// The end of each turn in the log: the position of the input that starts the next one. An edit belongs to its turn.
fn ends(log: &[LogEntry]) -> Vec<usize> {
    let starts_turn = |entry: &LogEntry| {
        matches!(entry, LogEntry::Input(Input::Answer { .. } | Input::Skip { .. } | Input::Stop { .. }))
    };
    log.iter().enumerate().filter(|(_, entry)| starts_turn(entry)).map(|(position, _)| position).collect()
}
