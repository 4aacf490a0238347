//! A session at a glance, read from its file without replaying it: what a list of many sessions shows.

use serde::{Deserialize, Serialize, de::IgnoredAny};

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

/// Only what is looked at; the rest is passed over unread.
#[derive(Deserialize)]
struct File {
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

/// A line of the log. Readings and questions are not looked into.
#[derive(Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case")]
enum Line {
    Input(Told),
    Read(IgnoredAny),
    Asked(IgnoredAny),
    Unasked(IgnoredAny),
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Told {
    Start {
        session: String,
        #[serde(default)]
        seed: u64,
        at: u64,
    },
    Answer {
        text: String,
        at: u64,
    },
    Replies {
        at: u64,
    },
    Skip {
        at: u64,
    },
    Edit {
        text: String,
        at: u64,
    },
    Remark {
        #[serde(default)]
        fit: Option<u8>,
        #[serde(default)]
        correction: String,
        #[serde(default)]
        disputed: Vec<Disputed>,
        at: u64,
    },
    Stop {
        at: u64,
    },
}

impl Overview {
    /// Reads the file of a session.
    ///
    /// # Errors
    /// [`NotASession`] says why it is none.
    pub fn of(file: &str) -> Result<Self, NotASession> {
        let File { format, study, study_hash, log, outcome } = serde_json::from_str(file)?;
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
        for line in log {
            match line {
                Line::Input(told) => overview.hear(&told, &mut last_words),
                Line::Read(_) | Line::Asked(_) | Line::Unasked(_) => {}
            }
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
        match serde_json::from_str(entry)? {
            Line::Input(told) => self.hear(&told, last_words),
            Line::Read(_) | Line::Asked(_) | Line::Unasked(_) => {}
        }
        self.entries = self.entries.saturating_add(1);
        Ok(())
    }

    fn hear(&mut self, told: &Told, last_words: &mut u32) {
        let at = match told {
            Told::Start { session, seed, at } => {
                self.session.clone_from(session);
                self.is_simulated = *seed != 0;
                self.started_at = *at;
                at
            }
            Told::Answer { text, at } => {
                self.answers += 1;
                *last_words = words(text);
                self.words += *last_words;
                at
            }
            Told::Edit { text, at } => {
                self.edits += 1;
                let now = words(text);
                self.words = self.words.saturating_sub(*last_words) + now;
                *last_words = now;
                at
            }
            Told::Skip { at } => {
                self.skips += 1;
                at
            }
            Told::Remark { fit, correction, disputed, at } => {
                self.fit = fit.or(self.fit);
                self.has_correction |= !correction.trim().is_empty() || !disputed.is_empty();
                at
            }
            Told::Replies { at } | Told::Stop { at } => at,
        };
        self.last_at = self.last_at.max(*at);
    }
}

fn words(text: &str) -> u32 {
    u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX)
}
