//! Interviews from the folder of golden sessions, and stages that were made of them.

use std::sync::LazyLock;

use querent_engine::{
    engine::{
        interview::Interview,
        session::{Input, InterviewRecord, LogEntry, Session, Turn},
        study::Study,
    },
    studio::{
        documents::{self, folder},
        stages::{ContextPurpose, Stage, StageResult, StageStatus, StageType, local},
    },
};

use crate::{golden, program::root};

/// A session with the interview it folds into.
pub(super) struct Case {
    pub(super) session: Session,
    pub(super) interview: Interview,
    /// Turns that were tampered with, in place of those of the interview.
    pub(super) turns: Option<Vec<Turn>>,
}

pub(super) static TREAT: LazyLock<Case> = LazyLock::new(|| Case::golden("oat_milk-treat"));
/// A session that stays as it is when golden ones are written anew, for what is looked at word by word.
pub(super) static FROZEN: LazyLock<Case> =
    LazyLock::new(|| Case::of(serde_json::from_str(include_str!("frozen.json")).unwrap()));

impl Case {
    pub(super) fn golden(name: &str) -> Self {
        Self::of(serde_json::from_str(golden::session(name)).unwrap())
    }

    pub(super) fn of(session: Session) -> Self {
        let interview = Interview::resume(session.study.clone(), &session.log).unwrap();
        Self { session, interview, turns: None }
    }

    /// An interview of a shipped study with these answers, under its rules.
    pub(super) fn told(study: &Study, answers: &[&str]) -> Self {
        let mut interview = Interview::new(study.clone()).unwrap();
        let start = Input::Start { session: "told".into(), seed: 0, locale: study.language.clone(), at: 0 };
        interview.handle(start).unwrap();
        for (at, answer) in (1..).zip(answers) {
            let input = Input::Answer { text: (*answer).to_owned(), at: at * 20_000, manner: None };
            if interview.handle(input).is_err() {
                break;
            }
        }
        Self { session: interview.session(), interview, turns: None }
    }

    pub(super) fn seen(&self) -> InterviewRecord<'_> {
        let seen = self.interview.record();
        InterviewRecord { turns: self.turns.as_deref().unwrap_or(seen.turns), ..seen }
    }

    /// The same log with something changed in what the respondent told.
    pub(super) fn with(&self, mut change: impl FnMut(&mut Input)) -> Self {
        let mut session = self.session.clone();
        for entry in &mut session.log {
            if let LogEntry::Input(input) = entry {
                change(input);
            }
        }
        Self { session, interview: self.interview.clone(), turns: None }
    }
}

pub(super) fn study(id: &str) -> Study {
    let files = folder::folder(&root().join("config")).unwrap();
    documents::study(&files, &format!("studies/{id}.yaml")).unwrap()
}

pub(super) fn stage(index: u32, stage_type: StageType, status: StageStatus, result: Option<StageResult>) -> Stage {
    Stage { stage_index: index, stage_type: stage_type.into(), status, result, ..Stage::default() }
}

/// A completed stage of every type, a failed synthesis and a chat without an answer among them, out of order.
pub(super) fn stages(seen: &InterviewRecord<'_>) -> Vec<Stage> {
    let chat = |answer: &str| Some(StageResult::Chat { question: "What of price?".into(), answer: answer.into() });
    let synthesis = || serde_json::to_value(local::synthesis(seen)).unwrap();
    let summary = |line: &str| Some(StageResult::ExecSummary { lines: vec![line.into()] });
    vec![
        stage(6, StageType::Scoring, StageStatus::Completed, None),
        stage(4, StageType::Chat, StageStatus::Completed, chat("Too high [t10].")),
        stage(1, StageType::Investigation, StageStatus::Completed, None),
        stage(2, StageType::Synthesis, StageStatus::Completed, Some(StageResult::Synthesis { synthesis: synthesis() })),
        stage(3, StageType::ExecSummary, StageStatus::Completed, summary("A small luxury that should cost less.")),
        stage(5, StageType::Chat, StageStatus::Active, chat("")),
        stage(7, StageType::ExecSummary, StageStatus::Failed, summary("Not to be shown.")),
    ]
}

pub(super) const PURPOSES: [ContextPurpose; 5] = ContextPurpose::ALL;
