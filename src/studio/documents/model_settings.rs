//! The model settings, `llm.yaml`.

use super::{
    files::{Files, LLM},
    open,
    part::Part,
    rules,
    validate::LLM as SCHEMA,
};
use crate::{
    engine::{diagnostic::Diagnostic, redaction::Redaction},
    studio::settings::LlmSettings,
};

/// The key that holds the redaction settings.
const REDACTION: &[u8] = b"redaction";

/// Reads the model settings, with all findings. Returns no settings if one of the findings is an error.
pub fn llm(files: &Files, name: &str) -> (Option<LlmSettings>, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    let settings = open::read(files, name, &mut findings, read_llm);
    findings.sort();
    (settings.filter(|_| !findings.iter().any(Diagnostic::is_error)), findings)
}

/// Reads the model settings of a part.
pub(super) fn read_llm(part: &mut Part<'_>) -> Option<LlmSettings> {
    let settings: Option<LlmSettings> = part.typed(&SCHEMA);
    if let Some(settings) = &settings {
        rules::llm(settings, part);
    }
    settings
}

/// Returns the model settings beside the study, if there are any without an error. Their own check reports the findings.
pub(super) fn settings_beside(files: &Files) -> Option<LlmSettings> {
    files.get(LLM).and_then(|_| llm(files, LLM).0)
}

/// Returns the redaction of the model settings, for a study without its own.
pub(super) fn default_redaction(files: &Files, findings: &mut Vec<Diagnostic>) -> Option<Redaction> {
    let bytes = files.get(LLM)?;
    // Most settings redact nothing, so they are not parsed for every study.
    if !bytes.windows(REDACTION.len()).any(|window| window == REDACTION) {
        return None;
    }
    let (settings, mut problems) = llm(files, LLM);
    problems.retain(|_| settings.is_none());
    findings.append(&mut problems);
    settings?.redaction
}
