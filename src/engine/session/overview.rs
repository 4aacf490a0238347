//! The overview of a session, read from its file without a replay. Lists of sessions show it.

use serde::{Deserialize, Serialize, de::Error as _};

use super::Disputed;
use crate::engine::{
    id::Name,
    policy::{Policy, StopReason},
};

/// The overview of a session. It needs no graph, so a thousand files are read quickly.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Overview {
    /// Id of the session.
    pub session: String,
    /// Id of the study.
    pub study: String,
    /// Version of the study.
    pub version: String,
    /// Hash of the study.
    pub study_hash: String,
    /// Title of the study.
    pub title: String,
    /// Language of the interview.
    pub language: String,
    /// Id of the methodology.
    pub methodology: String,
    /// Id of the policy: `signal_pools`.
    pub policy: String,
    /// Time of the start, milliseconds since the epoch.
    pub started_at: u64,
    /// Time of the last input, milliseconds since the epoch.
    pub last_at: u64,
    /// Reason of the end; none while it goes on.
    pub reason: Option<StopReason>,
    /// Answers; an edited one counts once.
    pub answers: u32,
    /// Questions skipped.
    pub skips: u32,
    /// Edits of answers.
    pub edits: u32,
    /// Words of all answers.
    pub words: u32,
    /// The respondent's rating of the summary, 1–4; none without a rating.
    pub fit: Option<u8>,
    /// Whether the respondent corrected something on the last screen.
    pub has_correction: bool,
    /// Whether a simulated respondent answered.
    pub is_simulated: bool,
    /// Entries of the log.
    pub entries: u32,
}

/// Why a file holds no readable session.
#[derive(Debug, thiserror::Error)]
pub enum NotASession {
    /// The file is not JSON, or not a session.
    #[error("this is no session file of Querent: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// This version does not read the format.
    #[error("the session's format is {found}, this version reads {known}; open it with a newer version", known = super::FORMAT)]
    Format {
        /// The number in the file.
        found: u32,
    },
}

/// The fields that the overview needs. A record file holds the session in a field of its own.
#[derive(Deserialize)]
struct OverviewFile {
    #[serde(default)]
    session: Option<SessionFields>,
    #[serde(default)]
    format: Option<u32>,
    #[serde(default)]
    study: Option<StudyFields>,
    #[serde(default)]
    study_hash: Option<String>,
    #[serde(default)]
    log: Option<Vec<LogLine>>,
    #[serde(default)]
    outcome: Option<OutcomeField>,
}

#[derive(Deserialize)]
struct SessionFields {
    format: u32,
    study: StudyFields,
    study_hash: String,
    log: Vec<LogLine>,
    #[serde(default)]
    outcome: Option<OutcomeField>,
}

#[derive(Deserialize)]
struct StudyFields {
    id: Name,
    version: String,
    title: String,
    language: String,
    methodology: MethodologyField,
    policy: PolicyField,
}

#[derive(Deserialize)]
struct MethodologyField {
    id: Name,
}

#[derive(Deserialize)]
struct PolicyField {
    policy: String,
}

#[derive(Deserialize)]
struct OutcomeField {
    reason: StopReason,
}

/// An entry of the log, flat for speed: `entry` and `type` tell the kinds apart.
#[derive(Deserialize)]
struct LogLine {
    entry: EntryKind,
    #[serde(default, rename = "type")]
    kind: Option<InputKind>,
    #[serde(default)]
    session: Option<String>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    at: u64,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    fit: Option<u8>,
    #[serde(default)]
    correction: Option<String>,
    #[serde(default)]
    disputed: Vec<Disputed>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EntryKind {
    Input,
    Read,
    Asked,
    Unasked,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum InputKind {
    Start,
    Answer,
    Replies,
    Skip,
    Edit,
    Remark,
    Stop,
}

impl Overview {
    /// Reads a session file, or the session in a record file.
    ///
    /// # Errors
    /// [`NotASession`] says what is wrong with the file.
    pub fn of(file: &str) -> Result<Self, NotASession> {
        let OverviewFile { session, format, study, study_hash, log, outcome } = serde_json::from_str(file)?;
        let missing = |field: &'static str| serde_json::Error::missing_field(field);
        let SessionFields { format, study, study_hash, log, outcome } = match session {
            Some(within) => within,
            None => SessionFields {
                format: format.ok_or_else(|| missing("format"))?,
                study: study.ok_or_else(|| missing("study"))?,
                study_hash: study_hash.ok_or_else(|| missing("study_hash"))?,
                log: log.ok_or_else(|| missing("log"))?,
                outcome,
            },
        };
        if format != super::FORMAT {
            return Err(NotASession::Format { found: format });
        }
        let mut overview = Self {
            study: study.id.to_string(),
            version: study.version,
            study_hash,
            title: study.title,
            language: study.language,
            methodology: study.methodology.id.to_string(),
            policy: study.policy.policy,
            reason: outcome.map(|outcome| outcome.reason),
            entries: u32::try_from(log.len()).unwrap_or(u32::MAX),
            ..Self::default()
        };
        let mut last_words = 0;
        for line in log.into_iter().filter(|line| line.entry == EntryKind::Input) {
            let kind = line.kind.ok_or_else(|| missing("type"))?;
            overview.count(kind, line, &mut last_words);
        }
        Ok(overview)
    }

    /// The overview of a session without an entry.
    pub fn begin(study: &crate::engine::study::Study, study_hash: &str) -> Self {
        Self {
            study: study.id.to_string(),
            version: study.version.clone(),
            study_hash: study_hash.to_owned(),
            title: study.title.clone(),
            language: study.language.clone(),
            methodology: study.methodology.id.to_string(),
            policy: match study.policy {
                Policy::SignalPools(_) => "signal_pools",
                Policy::TwoTier(_) => "two_tier",
                Policy::Arbitration(_) => "arbitration",
            }
            .to_owned(),
            ..Self::default()
        }
    }

    /// Adds an entry of the log, given as JSON text. `last_words` is the number of words of the last answer, which an edit
    /// replaces. The caller keeps it, from 0.
    ///
    /// # Errors
    /// The text is not an entry.
    pub fn add(&mut self, entry: &str, last_words: &mut u32) -> Result<(), serde_json::Error> {
        let line: LogLine = serde_json::from_str(entry)?;
        if line.entry == EntryKind::Input {
            let kind = line.kind.ok_or_else(|| serde_json::Error::missing_field("type"))?;
            self.count(kind, line, last_words);
        }
        self.entries = self.entries.saturating_add(1);
        Ok(())
    }

    fn count(&mut self, kind: InputKind, line: LogLine, last_words: &mut u32) {
        let count = words(line.text.as_deref().unwrap_or_default());
        match kind {
            InputKind::Start => {
                self.session = line.session.unwrap_or_default();
                self.is_simulated = line.seed != 0;
                self.started_at = line.at;
            }
            InputKind::Answer => {
                self.answers += 1;
                self.words = self.words.saturating_add(count);
                *last_words = count;
            }
            InputKind::Edit => {
                self.edits += 1;
                self.words = self.words.saturating_sub(*last_words).saturating_add(count);
                *last_words = count;
            }
            InputKind::Skip => self.skips += 1,
            InputKind::Remark => {
                self.fit = line.fit.or(self.fit);
                let is_corrected = line.correction.is_some_and(|correction| !correction.trim().is_empty());
                self.has_correction |= is_corrected || !line.disputed.is_empty();
            }
            InputKind::Replies | InputKind::Stop => {}
        }
        self.last_at = self.last_at.max(line.at);
    }
}

fn words(text: &str) -> u32 {
    u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX)
}
