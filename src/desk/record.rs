//! A session opened for looking at.

use serde::Deserialize;

use super::{Key, Member, Problem, TurnLook, WhatIf, keys, member, turns, what_if};
use crate::{
    interview::{Interview, View},
    llm::reports::{Hit, Synthesis, search},
    session::{Costs, Entry, Input, Overview, Session},
    stages::{
        self, ElementStanding, Execution, Interaction, Investigation, Material, Methods, Purpose, SessionScore, Stage,
        local,
        quality::Quality,
        scoring::{Finding, RuleScore},
    },
};

/// A session opened for looking at, with the records of what followed it where the file holds them.
#[derive(Clone, Debug)]
pub struct Record {
    text: String,
    session: Session,
    interview: Interview,
    /// Where in the log each turn ends, the opening question first.
    ends: Vec<usize>,
    stages: Vec<Stage>,
    executions: Vec<Execution>,
    interactions: Vec<Interaction>,
    scores: Vec<SessionScore>,
}

/// The numbers that say what a file is.
#[derive(Deserialize)]
struct Formats {
    format: Option<u32>,
    record_format: Option<u32>,
}

/// A record file with its session typed: read in one pass, so that an error names its line and column.
#[derive(Deserialize)]
struct Filed {
    session: Session,
    #[serde(default)]
    stages: Vec<Stage>,
    #[serde(default)]
    executions: Vec<Execution>,
    #[serde(default)]
    interactions: Vec<Interaction>,
    #[serde(default)]
    scores: Vec<SessionScore>,
}

impl Record {
    /// Opens a session file or a record file; the session is replayed.
    ///
    /// # Errors
    /// [`Problem`] says what is wrong with the file.
    pub fn open(file: &str) -> Result<Self, Problem> {
        let Filed { session, stages, executions, interactions, scores } = read(file)?;
        let interview = Interview::resume(session.study.clone(), &session.log)?;
        let ends = ends(&session.log);
        Ok(Self { text: file.to_owned(), session, interview, ends, stages, executions, interactions, scores })
    }

    /// The session at a glance.
    ///
    /// # Errors
    /// [`Problem`] if the file is none after all.
    pub fn overview(&self) -> Result<Overview, Problem> {
        Overview::of(&self.text).map_err(|error| match error {
            crate::session::NotASession::Unreadable(error) => error.into(),
            crate::session::NotASession::Format { found } => {
                Problem::Format { field: "format", found, known: crate::session::FORMAT }
            }
        })
    }

    /// Every turn.
    pub fn turns(&self) -> Vec<TurnLook> {
        turns::look(&self.interview, &self.session.log)
    }

    /// What the panel of the interview showed after a turn, 0 for the opening question. Computed anew by a replay of the log
    /// up to there, so keep it where it is shown again and again.
    ///
    /// # Errors
    /// [`Problem::NoTurn`] if the session has no such turn.
    pub fn view_at(&self, turn: u32) -> Result<View, Problem> {
        let turns = u32::try_from(self.interview.turns().len()).unwrap_or(u32::MAX);
        if turn > turns {
            return Err(Problem::NoTurn { turn, turns });
        }
        if turn == turns {
            return Ok(self.interview.view());
        }
        let end = usize::try_from(turn).ok().and_then(|turn| self.ends.get(turn)).copied();
        let log = end.and_then(|end| self.session.log.get(..end)).unwrap_or(&self.session.log);
        Ok(Interview::resume(self.session.study.clone(), log)?.view())
    }

    /// What the respondent made of the summary and the map; none if nobody said.
    pub fn member(&self) -> Option<Member> {
        member::member(&self.session, &self.interview)
    }

    /// Every number of the study that may be changed to see what it would have done.
    pub fn keys(&self) -> Vec<Key> {
        keys::keys(&self.session.study)
    }

    /// What would have been chosen under changed values, each written `KEY=VALUE`.
    ///
    /// # Errors
    /// [`Problem::Refused`] names the key or value that does not fit, and what was meant.
    pub fn what_if(&self, settings: &[String]) -> Result<WhatIf, Problem> {
        what_if::what_if(&self.session, &self.interview, settings)
    }

    /// What the calls of models took.
    pub fn costs(&self) -> Costs {
        Costs::of(&self.session.log)
    }

    /// How well the interview was led, as the rules count it.
    pub fn score(&self) -> RuleScore {
        RuleScore::of(&self.investigation())
    }

    /// The score of the rules as the row of a score, without ids and times.
    pub fn score_row(&self) -> SessionScore {
        Finding::by_rules(&self.investigation()).into_row(SessionScore::default())
    }

    /// What the interview found, without a model.
    pub fn synthesis(&self) -> Synthesis {
        local::synthesis(&self.investigation())
    }

    /// What it found in at most four lines.
    pub fn summary(&self) -> Vec<String> {
        local::summary(&self.investigation())
    }

    /// Turns that hold the words of a question, best first, at most 5.
    pub fn search(&self, question: &str) -> Vec<Hit> {
        let context = Material::of(Purpose::ChatContext, self.investigation(), &[]).report_context();
        search(question, &context.transcript, &self.session.study.pack)
    }

    /// How the answers came about: figures and flags, never a verdict.
    pub fn quality(&self) -> Quality {
        Quality::of(&self.session, &self.investigation())
    }

    /// Where each element of the concept stands at the end.
    pub fn elements(&self) -> Vec<ElementStanding> {
        stages::elements(&self.investigation())
    }

    /// A methods paragraph and a citation for this session and the scores its file holds.
    pub fn methods(&self) -> Methods {
        stages::methods(&[(&self.session, &self.scores)])
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The interview as later stages see it.
    pub fn investigation(&self) -> Investigation<'_> {
        self.interview.investigation()
    }

    /// Stages the file holds.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Executions the file holds.
    pub fn executions(&self) -> &[Execution] {
        &self.executions
    }

    /// Calls of models for stages the file holds.
    pub fn interactions(&self) -> &[Interaction] {
        &self.interactions
    }

    /// Scores the file holds, oldest first.
    pub fn scores(&self) -> &[SessionScore] {
        &self.scores
    }
}

/// A methods paragraph and a citation for many sessions, with the scores their files hold. Nothing is replayed.
///
/// # Errors
/// [`Problem`] says what is wrong with the first file that cannot be read.
pub fn methods<'a>(files: impl IntoIterator<Item = &'a str>) -> Result<Methods, Problem> {
    let read: Vec<Filed> = files.into_iter().map(read).collect::<Result<_, _>>()?;
    let sessions: Vec<_> = read.iter().map(|filed| (&filed.session, filed.scores.as_slice())).collect();
    Ok(stages::methods(&sessions))
}

/// Reads a session file or a record file.
fn read(file: &str) -> Result<Filed, Problem> {
    let formats: Formats = serde_json::from_str(file)?;
    if let Some(problem) = Problem::of_formats(formats.format, formats.record_format) {
        return Err(problem);
    }
    let filed = if formats.record_format.is_some() {
        serde_json::from_str(file)?
    } else {
        let session = serde_json::from_str(file)?;
        Filed { session, stages: vec![], executions: vec![], interactions: vec![], scores: vec![] }
    };
    Problem::of_formats(Some(filed.session.format), None).map_or(Ok(filed), Err)
}

/// Where in the log each turn ends: before the input that begins the next one. What edits a turn belongs to it.
fn ends(log: &[Entry]) -> Vec<usize> {
    let begins = |(position, entry): (usize, &Entry)| match entry {
        Entry::Input(Input::Answer { .. } | Input::Skip { .. } | Input::Stop { .. }) => Some(position),
        Entry::Input(Input::Start { .. } | Input::Replies { .. } | Input::Edit { .. } | Input::Remark { .. })
        | Entry::Read(_)
        | Entry::Asked(_)
        | Entry::Unasked(_) => None,
    };
    log.iter().enumerate().filter_map(begins).collect()
}
