//! Who plays a part where it is not the rules: models over the network, or what they said before.

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
    llm::Outcome,
    simulation::{Asking, Models},
};
use serde::Deserialize;

use super::super::{
    caller::{Caller, Spent},
    open,
    replies::{self, Found, Replies},
};

/// Where replies come from.
#[derive(Debug)]
pub(super) enum Source {
    /// From models.
    Models(Box<Caller>),
    /// From a file, without a network.
    File(Replies),
}

impl Source {
    /// What was spent until now.
    pub(super) fn spent(&self) -> Spent {
        match self {
            Self::Models(caller) => caller.spent(),
            Self::File(_) => Spent::default(),
        }
    }
}

/// A part that is not played by the rules.
#[derive(Debug)]
pub(super) struct Voice<'a> {
    pub(super) source: &'a Source,
    /// Models to ask before those of the task's class.
    pub(super) chosen: Vec<String>,
    pub(super) record: Option<&'a Record>,
    /// Recorded replies to other words than were said now.
    pub(super) outdated: AtomicU64,
}

impl Models for Voice<'_> {
    fn ask(&self, asking: &Asking) -> Outcome {
        let outcome = match self.source {
            Source::Models(caller) => {
                let draw = asking.asked.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok());
                caller.ask(&asking.prompt, &self.chosen, asking.budget, draw.unwrap_or_default())
            }
            Source::File(replies) => match replies.find(&asking.id, &asking.asked) {
                Found::Reply(outcome) => outcome,
                Found::Missing => replies::unavailable(),
                Found::Outdated => {
                    self.outdated.fetch_add(1, Ordering::Relaxed);
                    replies::unavailable()
                }
            },
        };
        if let Some(record) = self.record {
            record.write(&replies::written(&asking.id, &asking.asked, &outcome));
        }
        outcome
    }
}

/// A file of replies in the making: every one is there as soon as it came, for it was paid for.
#[derive(Debug)]
pub(super) struct Record {
    path: PathBuf,
    file: Mutex<(File, std::io::Result<()>)>,
}

impl Record {
    pub(super) fn begin(path: PathBuf) -> Result<Self> {
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

    /// Puts the lines in order, so that the same simulation gives the same file however many interviews ran side by side.
    pub(super) fn end(self) -> Result<()> {
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
