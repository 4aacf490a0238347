//! What the settings of models beside a study say about it.

use super::{Documents, check};
use crate::{
    diagnostic::Diagnostic,
    documents::files::LLM,
    llm::{redaction::Redaction, settings::LlmSettings},
};

/// The key under which settings of models say what is hidden.
const KEY: &[u8] = b"redaction";

impl Documents<'_> {
    /// The settings of models beside the study, if there are any and they can be read; what is wrong with them is told with
    /// them.
    pub(super) fn settings(&self) -> Option<LlmSettings> {
        self.files.get(LLM).and_then(|_| check::llm(self.files, LLM).0)
    }

    /// What the settings of models hide, for a study that does not say it itself.
    pub(super) fn usual_redaction(&self, findings: &mut Vec<Diagnostic>) -> Option<Redaction> {
        let bytes = self.files.get(LLM)?;
        // Most settings hide nothing: they are not read for every study.
        if !bytes.windows(KEY.len()).any(|window| window == KEY) {
            return None;
        }
        let (settings, mut problems) = check::llm(self.files, LLM);
        problems.retain(|_| settings.is_none());
        findings.append(&mut problems);
        settings?.redaction
    }
}
