//! The settings of a policy, read and held against what the policy itself knows to be wrong.

use serde_json::Value;

use super::{
    explain::{self, Kind},
    part::Part,
    pieces::{Wanted, general, tactics},
};
use crate::{
    diagnostic::Diagnostic,
    policy::{Policy, arbitration, two_tier},
};

/// Words of the policies there are, as `policy:` names them. A new policy is one word here and one arm below.
const POLICIES: [&str; 3] = ["signal_pools", "arbitration", "two_tier"];

/// The settings of a policy. Which one is said by `policy:`; in a file named after its policy that line may be missing.
/// Questions are taken in one language, its own or those of a document of words; without a language the first each tactic
/// has.
pub(super) fn policy(part: &mut Part<'_>, file: Option<&str>, wanted: Wanted<'_>) -> Option<Policy> {
    let word = part.word("policy").or_else(|| file.map(str::to_owned)).unwrap_or_default();
    part.take("policy");
    match word.as_str() {
        "signal_pools" => part.typed().map(Policy::SignalPools),
        "arbitration" => arbitration(part, wanted).map(Box::new).map(Policy::Arbitration),
        "two_tier" => two_tier(part, wanted).map(Box::new).map(Policy::TwoTier),
        unknown => {
            let message = format!("there is no policy `{unknown}`");
            part.refuse("unknown_policy", "policy", message, &explain::did_you_mean(unknown, &POLICIES));
            None
        }
    }
}

fn arbitration(part: &mut Part<'_>, wanted: Wanted<'_>) -> Option<arbitration::Config> {
    let mut inner = part.take("tactics");
    let config: Option<arbitration::Config> = part.typed();
    let tactics = inner.as_mut().map(|inner| tactics(inner, wanted, None)).unwrap_or_default();
    let problems = inner.map(|inner| inner.findings).unwrap_or_default();
    let config = config.map(|mut config| {
        if let Some(words) = wanted.words {
            config.strategies.rename(|strategies| words.put_names(strategies));
        }
        arbitration::Config { tactics, ..config }
    });
    // A tactic that could not be read has lost its questions, and a strategy its id; that they are missed is no news.
    let is_sound = problems.is_empty() && part.is_as_written("strategies");
    for finding in config.iter().flat_map(arbitration::Config::check).filter(|_| is_sound) {
        part.refuse("policy_setting", &finding.path, finding.problem, &finding.remedy);
    }
    part.findings.extend(problems);
    config
}

fn two_tier(part: &mut Part<'_>, wanted: Wanted<'_>) -> Option<two_tier::Config> {
    let mut inner = part.take("tactics");
    let written = part.json();
    let config: Option<two_tier::Config> = part.typed();
    two_tier_problems(&written, part);
    let config = config.map(|mut config| {
        if let Some(words) = wanted.words {
            words.put_names(&mut config.asking);
        }
        config.tactics = match (&mut inner, wanted.words) {
            (Some(inner), _) => tactics(inner, wanted, None),
            (None, Some(words)) => config.tactics.into_iter().map(|tactic| words.tactic(tactic)).collect(),
            (None, None) => config.tactics,
        };
        config
    });
    let is_english = wanted.language.is_none_or(|language| general(language) == "en");
    if inner.is_none() && wanted.words.is_none() && !is_english {
        let message = "the tactics of the policy are not given, and those that would stand in ask in English";
        let hint = "add `tactics:` with questions in the study's language, or a file of words such as \
                    `policies/two_tier.de.yaml`";
        part.refuse("missing_language", "tactics", message, hint);
    }
    part.findings.extend(inner.into_iter().flat_map(|inner| inner.findings));
    config
}

/// What the policy finds in its settings. It knows their meaning, so what it says about a place goes before what the
/// types say, and where the types only know that something is wrong somewhere, it knows the place.
fn two_tier_problems(written: &Value, part: &mut Part<'_>) {
    use two_tier::check::{Severity, check};
    let by_type = std::mem::take(&mut part.findings);
    for problem in check(written) {
        let (message, hint) = in_plain_words(problem.message, problem.hint);
        match problem.severity {
            Severity::Error => part.refuse("policy_setting", &problem.pointer, message, &hint),
            Severity::Warning => part.warn("policy_setting", &problem.pointer, message, &hint),
        }
    }
    let has_errors = part.findings.iter().any(|finding| finding.is_error() && !finding.path.is_empty());
    let further = by_type.into_iter().filter(|found| {
        let is_vague = found.code == "invalid" && has_errors;
        !is_vague && part.findings.iter().all(|known| known.place != found.place)
    });
    let further: Vec<_> = further.collect();
    // Of a word inside a mapping the types know the very place.
    part.findings.retain(|finding| {
        let is_inside = |other: &Diagnostic| {
            other.path.len() > finding.path.len()
                && other.path.starts_with(&finding.path)
                && other.value.as_ref().is_some_and(|word| finding.message.contains(&format!("`{word}`")))
        };
        !further.iter().any(|other| other.code == "unknown_word" && is_inside(other))
    });
    let is_told = !further.is_empty();
    part.findings.retain(|finding| !(is_told && finding.is_error() && finding.path.is_empty()));
    part.findings.extend(further);
}

/// What `serde` says of an unknown word, with the word that was meant.
fn in_plain_words(message: String, hint: String) -> (String, String) {
    match explain::kind(&message) {
        Kind::UnknownWord { word, known } => {
            (format!("there is no `{word}` here"), explain::did_you_mean(&word, &known))
        }
        Kind::UnknownField { .. } | Kind::MissingField { .. } | Kind::WrongType { .. } | Kind::Other { .. } => {
            (message, hint)
        }
    }
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
