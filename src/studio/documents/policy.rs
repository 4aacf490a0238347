//! Reads the settings of a policy and adds the findings of the policy's own check.

use serde_json::Value;

use super::{
    files::Files,
    language::{ENGLISH, primary},
    open,
    part::Part,
    tactics::{QuestionSource, read_tactics},
    validate::POLICY,
};
use crate::engine::{
    diagnostic::{Diagnostic, Severity, did_you_mean},
    policy::{Policy, arbitration, two_tier},
};

/// Values of the key `policy`. A new policy needs one word here and one arm below.
const POLICIES: [&str; 3] = ["signal_pools", "arbitration", "two_tier"];

/// Reads the settings of a policy. The key `policy` names it; a file named after its policy may leave the key out.
pub(super) fn read_policy(part: &mut Part<'_>, file: Option<&str>, source: QuestionSource<'_>) -> Option<Policy> {
    let word = part.word("policy").or_else(|| file.map(str::to_owned)).unwrap_or_default();
    part.take("policy");
    match word.as_str() {
        "signal_pools" => part.typed_at(&POLICY, &POLICY.policy_pointer(&word)).map(Policy::SignalPools),
        "arbitration" => read_arbitration(part, source).map(Box::new).map(Policy::Arbitration),
        "two_tier" => read_two_tier(part, source).map(Box::new).map(Policy::TwoTier),
        unknown => {
            let message = format!("there is no policy `{unknown}`");
            part.refuse("unknown_policy", "policy", message, &did_you_mean(unknown, &POLICIES));
            None
        }
    }
}

/// Reads a policy in its original language. Its own check reports the findings in it.
pub(super) fn original(files: &Files, id: &str) -> Option<Policy> {
    let read = |part: &mut Part<'_>| read_policy(part, Some(id), QuestionSource::default());
    open::read(files, &format!("policies/{id}.yaml"), &mut Vec::new(), read)
}

fn read_arbitration(part: &mut Part<'_>, source: QuestionSource<'_>) -> Option<arbitration::ArbitrationConfig> {
    let mut inner = part.take("tactics");
    let config: Option<arbitration::ArbitrationConfig> = part.typed_at(&POLICY, &POLICY.policy_pointer("arbitration"));
    let tactics = inner.as_mut().map(|inner| read_tactics(inner, source, None)).unwrap_or_default();
    let of_tactics = inner.map(|inner| inner.findings).unwrap_or_default();
    let config = config.map(|mut config| {
        if let Some(translation) = source.translation {
            config.strategies.rename(|strategies| translation.apply_names(strategies));
        }
        arbitration::ArbitrationConfig { tactics, ..config }
    });
    // A replaced tactic has lost its questions and a replaced strategy its id, so their absence is no new finding.
    let is_sound = of_tactics.is_empty() && part.is_as_written("strategies");
    for finding in config.iter().flat_map(arbitration::ArbitrationConfig::validate).filter(|_| is_sound) {
        part.refuse("policy_setting", &finding.path, finding.message, &finding.hint);
    }
    part.findings.extend(of_tactics);
    config
}

fn read_two_tier(part: &mut Part<'_>, source: QuestionSource<'_>) -> Option<two_tier::TwoTierConfig> {
    let mut inner = part.take("tactics");
    let written = part.json();
    let config: Option<two_tier::TwoTierConfig> = part.typed_at(&POLICY, &POLICY.policy_pointer("two_tier"));
    check_two_tier(&written, part);
    let config = config.map(|mut config| {
        if let Some(translation) = source.translation {
            translation.apply_names(&mut config.asking);
        }
        config.tactics = match (&mut inner, source.translation) {
            (Some(inner), _) => read_tactics(inner, source, None),
            (None, Some(translation)) => {
                config.tactics.into_iter().map(|tactic| translation.translate_tactic(tactic)).collect()
            }
            (None, None) => config.tactics,
        };
        config
    });
    let is_english = source.language.is_none_or(|language| primary(language) == ENGLISH);
    if inner.is_none() && source.translation.is_none() && !is_english {
        let message = "the policy has no tactics of its own, and the built-in ones have English questions only";
        let hint = "add `tactics:` with questions in the study's language, or a translation such as \
                    `policies/two_tier.de.yaml`";
        part.refuse("missing_language", "tactics", message, hint);
    }
    part.findings.extend(inner.into_iter().flat_map(|inner| inner.findings));
    config
}

/// Adds the findings of the policy's own check. It knows what the settings mean, so at the same place its finding replaces
/// that of the schema; a finding of the schema further inside replaces that of the policy.
fn check_two_tier(written: &Value, part: &mut Part<'_>) {
    let of_schema = std::mem::take(&mut part.findings);
    for problem in two_tier::validate::validate(written) {
        let add = match problem.severity {
            Severity::Error => Part::refuse,
            Severity::Warning => Part::warn,
        };
        add(part, "policy_setting", &problem.path, problem.message, &problem.hint);
    }
    let has_errors = part.findings.iter().any(|finding| finding.is_error() && !finding.path.is_empty());
    let of_schema: Vec<Diagnostic> = of_schema
        .into_iter()
        .filter(|found| found.code != "invalid" || !has_errors)
        .filter(|found| part.findings.iter().all(|known| known.place != found.place))
        .collect();
    let is_implied = |finding: &Diagnostic| {
        let is_inside =
            |found: &Diagnostic| found.path.len() > finding.path.len() && found.path.starts_with(&finding.path);
        finding.is_error() && of_schema.iter().any(is_inside)
    };
    part.findings.retain(|finding| !is_implied(finding));
    part.findings.extend(of_schema);
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops where something is missing")]
mod tests {
    use super::*;

    #[test]
    fn every_policy_of_the_engine_can_be_read() {
        let error = serde_json::from_str::<Policy>(r#"{"policy": "?"}"#).unwrap_err().to_string();
        let mut known: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
        known.sort_unstable();
        let mut readable = POLICIES;
        readable.sort_unstable();
        assert_eq!(known, readable);
    }
}
