//! A participant that is a model: over the network, or from recorded replies.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use anyhow::{Context, Result};
use querent_engine::{
    engine::model::ReplyOutcome,
    studio::simulation::{ModelCaller, SimulatedCall},
};
use serde::Deserialize;

use super::super::{
    model_caller::{ProviderCaller, SpendingTotal},
    open,
    recorded_replies::{self, Lookup, RecordedReplies},
};

/// Source of replies.
#[derive(Debug)]
pub(super) enum ReplySource {
    /// Models over the network.
    Models(Box<ProviderCaller>),
    /// A file of recorded replies.
    File(RecordedReplies),
}

impl ReplySource {
    /// Returns the cost so far.
    pub(super) fn spent(&self) -> SpendingTotal {
        match self {
            Self::Models(caller) => caller.spent(),
            Self::File(_) => SpendingTotal::default(),
        }
    }
}

/// A respondent or interviewer that is a model.
#[derive(Debug)]
pub(super) struct ModelParticipant<'a> {
    pub(super) source: &'a ReplySource,
    /// Models that are tried before those of the task's class.
    pub(super) chosen: Vec<String>,
    pub(super) record: Option<&'a ReplyFile>,
    /// Number of recorded replies to other prompts.
    pub(super) other_prompts: AtomicU64,
}

impl ModelCaller for ModelParticipant<'_> {
    fn ask(&self, asking: &SimulatedCall) -> ReplyOutcome {
        let outcome = match self.source {
            ReplySource::Models(caller) => {
                let draw = asking.asked.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok());
                caller.ask(&asking.prompt, &self.chosen, asking.budget, draw.unwrap_or_default())
            }
            ReplySource::File(replies) => match replies.lookup(&asking.id, &asking.asked) {
                Lookup::Reply(outcome) => outcome,
                Lookup::Missing => recorded_replies::unavailable(),
                Lookup::OtherPrompt => {
                    self.other_prompts.fetch_add(1, Ordering::Relaxed);
                    recorded_replies::unavailable()
                }
            },
        };
        if let Some(record) = self.record {
            record.write(&recorded_replies::render_line(&asking.id, &asking.asked, &outcome));
        }
        outcome
    }
}

/// A file for replies. Every reply is written at once, because it was paid for.
#[derive(Debug)]
pub(super) struct ReplyFile {
    path: PathBuf,
    file: Mutex<(File, std::io::Result<()>)>,
}

impl ReplyFile {
    pub(super) fn create(path: PathBuf) -> Result<Self> {
        open::write(&path, b"")?;
        let file = File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Self { path, file: Mutex::new((file, Ok(()))) })
    }

    fn write(&self, line: &str) {
        let mut held = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, written) = &mut *held;
        if written.is_ok() {
            *written = writeln!(file, "{line}");
        }
    }

    /// Sorts the lines, so that the file does not depend on the number of jobs.
    pub(super) fn finish(self) -> Result<()> {
        #[derive(Deserialize)]
        struct Head {
            id: String,
        }
        let unwritable = || format!("{} cannot be written", self.path.display());
        let (file, written) = self.file.into_inner().unwrap_or_else(PoisonError::into_inner);
        written.with_context(unwritable)?;
        drop(file);
        let text = open::text(Path::new(&self.path))?;
        let mut lines: Vec<(String, u32, &str)> = Vec::new();
        for line in text.lines() {
            let Head { id } = serde_json::from_str(line)?;
            let (interview, call) = id.rsplit_once('/').unwrap_or(("", &id));
            let turn = call.trim_start_matches('t').split('.').next().and_then(|turn| turn.parse().ok());
            lines.push((interview.to_owned(), turn.unwrap_or_default(), line));
        }
        lines.sort();
        let sorted: String = lines.into_iter().flat_map(|(_, _, line)| [line, "\n"]).collect();
        open::write(&self.path, sorted.as_bytes())
    }
}
