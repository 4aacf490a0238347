//! A session at a glance, read from its file without replaying it: what a list of many sessions shows.

use serde::{Deserialize, Serialize, de::Error as _};

use super::Disputed;
use crate::{
    id::Name,
    policy::{Policy, StopReason},
};

/// A session at a glance. Nothing here needs the graph, so a thousand files are read in a moment.
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
    /// How probes were chosen: `signal_pools`.
    pub policy: String,
    /// When it began, milliseconds since the epoch.
    pub started_at: u64,
    /// When something was last heard of it, milliseconds since the epoch.
    pub last_at: u64,
    /// Why it ended; none while it goes on.
    pub reason: Option<StopReason>,
    /// Answers given. An edited one counts once.
    pub answers: u32,
    /// Questions passed over.
    pub skips: u32,
    /// Answers edited.
    pub edits: u32,
    /// Words of all answers.
    pub words: u32,
    /// How well the summary describes the respondent, 1–4; none if nobody said.
    pub fit: Option<u8>,
    /// Whether the respondent corrected something on the last screen.
    pub has_correction: bool,
    /// Whether a made-up respondent answered.
    pub is_simulated: bool,
    /// Entries of the log.
    pub entries: u32,
}

/// A file that holds no session.
#[derive(Debug, thiserror::Error)]
pub enum NotASession {
    /// It is no JSON, or something else than a session.
    #[error("this is no session file of Querent: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// It is of a format this version does not read.
    #[error("the session's format is {found}, this version reads {known}; open it with a newer version", known = super::FORMAT)]
    Format {
        /// The number in the file.
        found: u32,
    },
}

/// Only what is looked at; the rest is passed over unread. A record file holds the session one step further in.
#[derive(Deserialize)]
struct File {
    #[serde(default)]
    session: Option<Within>,
    #[serde(default)]
    format: Option<u32>,
    #[serde(default)]
    study: Option<Study>,
    #[serde(default)]
    study_hash: Option<String>,
    #[serde(default)]
    log: Option<Vec<Line>>,
    #[serde(default)]
    outcome: Option<Ending>,
}

#[derive(Deserialize)]
struct Within {
    format: u32,
    study: Study,
    study_hash: String,
    log: Vec<Line>,
    #[serde(default)]
    outcome: Option<Ending>,
}

#[derive(Deserialize)]
struct Study {
    id: Name,
    version: String,
    title: String,
    language: String,
    methodology: Method,
    policy: Chooser,
}

#[derive(Deserialize)]
struct Method {
    id: Name,
}

#[derive(Deserialize)]
struct Chooser {
    policy: String,
}

#[derive(Deserialize)]
struct Ending {
    reason: StopReason,
}

/// A line of the log. One flat shape for all of them, which is read without a second look: what makes them differ is told
/// by the words in `entry` and `type`, and a thousand files are waited for.
#[derive(Deserialize)]
struct Line {
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
    /// Reads the file of a session, or of a record with its session in it.
    ///
    /// # Errors
    /// [`NotASession`] says why it is none.
    pub fn of(file: &str) -> Result<Self, NotASession> {
        let File { session, format, study, study_hash, log, outcome } = serde_json::from_str(file)?;
        let missing = |field: &'static str| serde_json::Error::missing_field(field);
        let Within { format, study, study_hash, log, outcome } = match session {
            Some(within) => within,
            None => Within {
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
            overview.hear(kind, line, &mut last_words);
        }
        Ok(overview)
    }

    /// A session of this study, whose log is still empty.
    pub fn begin(study: &crate::study::Study, study_hash: &str) -> Self {
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

    /// Takes in one more entry of the log, as its text. `last_words` are the words of the last answer, which an edit
    /// replaces; whoever brings an overview forward keeps them beside it, from 0 on.
    ///
    /// # Errors
    /// The text is no entry.
    pub fn add(&mut self, entry: &str, last_words: &mut u32) -> Result<(), serde_json::Error> {
        let line: Line = serde_json::from_str(entry)?;
        if line.entry == EntryKind::Input {
            let kind = line.kind.ok_or_else(|| serde_json::Error::missing_field("type"))?;
            self.hear(kind, line, last_words);
        }
        self.entries = self.entries.saturating_add(1);
        Ok(())
    }

    fn hear(&mut self, kind: InputKind, line: Line, last_words: &mut u32) {
        let said = words(line.text.as_deref().unwrap_or_default());
        match kind {
            InputKind::Start => {
                self.session = line.session.unwrap_or_default();
                self.is_simulated = line.seed != 0;
                self.started_at = line.at;
            }
            InputKind::Answer => {
                self.answers += 1;
                self.words = self.words.saturating_add(said);
                *last_words = said;
            }
            InputKind::Edit => {
                self.edits += 1;
                self.words = self.words.saturating_sub(*last_words).saturating_add(said);
                *last_words = said;
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
