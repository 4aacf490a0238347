//! What the log says of a question: who worded it, and a digest that tells whether a replay went the same way.

use super::{Difference, Interview, Recorded};
use crate::{
    dialogue::{Probe, Source},
    session::{AskedQuestion, Entry, Question},
    text::sha256,
};

impl Interview {
    /// The question the log holds, with a note where it would be another one today.
    pub(super) fn as_recorded(&mut self, fresh: &Question, recorded: &AskedQuestion) -> Question {
        let by_rules = matches!(recorded.source, Source::Rules { .. });
        if fresh.probe != recorded.probe {
            let show = |probe: &Option<Probe>| serde_json::to_string(probe).unwrap_or_default();
            self.differ(fresh.turn, "probe", show(&recorded.probe), show(&fresh.probe));
        } else if by_rules && fresh.text != recorded.text {
            self.differ(fresh.turn, "question", recorded.text.clone(), fresh.text.clone());
        }
        let focus = recorded.probe.as_ref().map(|probe| self.focus_text(probe)).unwrap_or_default();
        Question {
            turn: fresh.turn,
            text: recorded.text.clone(),
            probe: recorded.probe.clone(),
            focus,
            tactic: recorded.tactic.clone(),
            source: recorded.source.clone(),
            turns_left: fresh.turns_left,
        }
    }

    pub(super) fn log_question(&mut self, question: &Question, digest: String, recorded: Recorded<'_>) {
        if let Some(recorded) = recorded.asked
            && recorded.digest != digest
        {
            self.differ(question.turn, "state", recorded.digest.clone(), digest.clone());
        }
        self.log.push(Entry::Asked(AskedQuestion {
            turn: question.turn,
            source: question.source.clone(),
            text: question.text.clone(),
            probe: question.probe.clone(),
            tactic: question.tactic.clone(),
            digest,
            calls: Vec::new(),
        }));
    }

    fn differ(&mut self, turn: u32, what: &'static str, recorded: String, found: String) {
        self.differences.push(Difference { turn, what, recorded, found });
    }
}

/// First 16 digits of the SHA-256 of a record: equal digests, equal state.
pub(super) fn digest<T: serde::Serialize>(record: &T) -> String {
    let json = serde_json::to_vec(record).unwrap_or_default();
    sha256(&json).chars().take(16).collect()
}
