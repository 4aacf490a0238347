//! Reads a methodology with its questions in one language.

use super::{
    files::Files,
    open,
    part::Part,
    rules,
    tactics::{QuestionSource, read_tactics},
    validate::METHODOLOGY,
};
use crate::engine::{diagnostic::Diagnostic, methodology::Methodology};

/// Reads a methodology. Its questions come from the methodology itself or from its translation.
pub(super) fn read_methodology(part: &mut Part<'_>, source: QuestionSource<'_>) -> Option<Methodology> {
    let mut inner = part.take("tactics");
    let methodology: Option<Methodology> = part.typed(&METHODOLOGY);
    let tactics = inner.as_mut().map(|inner| read_tactics(inner, source, methodology.as_ref())).unwrap_or_default();
    let of_tactics = inner.map(|inner| inner.findings).unwrap_or_default();
    let mut methodology = methodology.map(|methodology| Methodology { tactics, ..methodology });
    if let Some((translation, methodology)) = source.translation.zip(methodology.as_mut()) {
        translation.apply(methodology);
    }
    if let Some(methodology) = &methodology {
        rules::methodology(methodology, part);
        rules::practice(methodology, part);
        // A tactic with findings may have lost its questions, so a strategy without them is no new finding.
        if of_tactics.is_empty() {
            rules::strategies_can_ask(methodology, part);
        }
    }
    part.findings.extend(of_tactics);
    part.findings.iter_mut().for_each(use_code_of_policy);
    methodology
}

/// Reads a methodology in its original language. Its own check reports the findings in it.
pub(super) fn original(files: &Files, id: &str) -> Option<Methodology> {
    let read = |part: &mut Part<'_>| read_methodology(part, QuestionSource::default());
    open::read(files, &format!("methodologies/{id}.yaml"), &mut Vec::new(), read)
}

/// The policy has its own codes for type errors at these places.
fn use_code_of_policy(finding: &mut Diagnostic) {
    let is_number = matches!(finding.code.as_str(), "wrong_type" | "not_finite");
    let code = if finding.code == "unknown_word" && finding.path.ends_with(".focus.kind") {
        "unknown_focus_kind"
    } else if is_number && finding.path.ends_with("].base") {
        "bad_base"
    } else if is_number && [".weights.", ".bonuses."].iter().any(|table| finding.path.contains(table)) {
        "bad_weight"
    } else {
        return;
    };
    code.clone_into(&mut finding.code);
}
