//! The kinds of documents a study is made from, each read on its own.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::Deserialize;

use super::{
    explain,
    part::Part,
    rules::{self, Purpose},
};
use crate::{
    concept::Concept,
    diagnostic::Diagnostic,
    id::Name,
    llm::rules::LanguagePack,
    methodology::{Methodology, QuestionPool, Tactic},
    policy::{Policy, two_tier},
    simulation::Persona,
};

/// A tactic as written, with its questions by language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenTactic {
    id: Name,
    description: String,
    #[serde(default)]
    guidance: Option<String>,
    #[serde(default)]
    questions: IndexMap<String, QuestionPool>,
}

/// Words of the page in a language, as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Locale {
    language: String,
    direction: Direction,
    interface: IndexMap<String, String>,
}

/// Which way a language is written.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Direction {
    Ltr,
    Rtl,
}

/// A concept.
pub(super) fn concept(part: &mut Part<'_>) -> Option<Concept> {
    let concept = part.typed()?;
    rules::concept(&concept, part);
    Some(concept)
}

/// A methodology with its questions in one language; without a language the first each tactic has.
pub(super) fn methodology(part: &mut Part<'_>, language: Option<&str>) -> Option<Methodology> {
    let mut inner = part.take("tactics");
    let methodology: Option<Methodology> = part.typed();
    let tactics = inner.as_mut().map(|inner| tactics(inner, language, methodology.as_ref())).unwrap_or_default();
    let problems = inner.map(|inner| inner.findings).unwrap_or_default();
    let methodology = methodology.map(|methodology| Methodology { tactics, ..methodology });
    if let Some(methodology) = &methodology {
        rules::methodology(methodology, part);
        // A tactic that could not be read has lost its questions; that a strategy misses them would be no news.
        if problems.is_empty() {
            rules::strategies_can_ask(methodology, part);
        }
    }
    part.findings.extend(problems);
    part.findings.iter_mut().for_each(name_as_policy_does);
    methodology
}

/// What serde finds at these places has a name of its own in the policy's list of problems.
fn name_as_policy_does(finding: &mut Diagnostic) {
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

/// Tactics that only strategies that end the interview use: they take leave and need not ask.
fn farewells(methodology: &Methodology) -> BTreeSet<Name> {
    let (closing, others): (Vec<_>, Vec<_>) = methodology.strategies.iter().partition(|strategy| strategy.closes);
    let used_otherwise = |tactic: &Name| others.iter().any(|strategy| strategy.tactics.contains(tactic));
    closing.iter().flat_map(|strategy| &strategy.tactics).filter(|tactic| !used_otherwise(tactic)).cloned().collect()
}

fn tactics(part: &mut Part<'_>, language: Option<&str>, methodology: Option<&Methodology>) -> Vec<Tactic> {
    let farewells = methodology.map(farewells).unwrap_or_default();
    let written: Vec<WrittenTactic> = part.typed().unwrap_or_default();
    let mut tactics = Vec::new();
    let mut written_ids = BTreeSet::new();
    for (index, tactic) in written.into_iter().enumerate() {
        if written_ids.contains(&tactic.id) {
            let message = format!("the id `{}` is already taken in this list", tactic.id);
            part.refuse("duplicate_name", &format!("[{index}].id"), message, "give it another");
        }
        rules::text(&tactic.description, &format!("[{index}].description"), part);
        written_ids.insert(tactic.id.clone());
        let purpose = if farewells.contains(&tactic.id) { Purpose::Farewell } else { Purpose::Question };
        for (language, pool) in &tactic.questions {
            let path = format!("[{index}].questions.{language}");
            rules::questions(pool, purpose, &path, part);
            if let Some(methodology) = methodology {
                rules::question_types(pool, &methodology.ontology, &path, part);
            }
        }
        let found = match language {
            Some(language) => in_language(&tactic.questions, language),
            None => tactic.questions.values().next(),
        };
        let questions = found.cloned().unwrap_or_else(|| {
            let language = language.unwrap_or("en");
            let known: Vec<&str> = tactic.questions.keys().map(String::as_str).collect();
            let message = format!("the tactic `{}` has no questions in `{language}`", tactic.id);
            let hint = format!("add `{language}:` here; given: {}", known.join(", "));
            part.refuse("missing_language", &format!("[{index}].questions"), message, &hint);
            QuestionPool::default()
        });
        let WrittenTactic { id, description, guidance, questions: _ } = tactic;
        tactics.push(Tactic { id, description, guidance, questions });
    }
    tactics
}

fn in_language<'a, T>(by_language: &'a IndexMap<String, T>, language: &str) -> Option<&'a T> {
    by_language.get(language).or_else(|| by_language.get(general(language)))
}

/// `en` of `en-GB`.
pub(super) fn general(language: &str) -> &str {
    language.split(['-', '_']).next().unwrap_or(language)
}

/// Words of the policies there are, as `policy:` names them. A new policy is one word here and one arm below.
const POLICIES: [&str; 2] = ["signal_pools", "two_tier"];

/// The settings of a policy. Which one is said by `policy:`; in a file named after its policy that line may be missing.
/// Its questions come in one language; without a language in the first each tactic has.
pub(super) fn policy(part: &mut Part<'_>, file: Option<&str>, language: Option<&str>) -> Option<Policy> {
    let word = part.word("policy").or_else(|| file.map(str::to_owned)).unwrap_or_default();
    part.take("policy");
    match word.as_str() {
        "signal_pools" => part.typed().map(Policy::SignalPools),
        "two_tier" => two_tier(part, language).map(Box::new).map(Policy::TwoTier),
        unknown => {
            let message = format!("there is no policy `{unknown}`");
            part.refuse("unknown_policy", "policy", message, &explain::did_you_mean(unknown, &POLICIES));
            None
        }
    }
}

fn two_tier(part: &mut Part<'_>, language: Option<&str>) -> Option<two_tier::Config> {
    let mut inner = part.take("tactics");
    let tactics = inner.as_mut().map(|inner| tactics(inner, language, None));
    part.findings.extend(inner.map(|inner| inner.findings).unwrap_or_default());
    let written = part.typed().unwrap_or_default();
    let problems = two_tier::check::rules(&written);
    for two_tier::check::Problem { pointer, message, severity } in &problems {
        match severity {
            two_tier::check::Severity::Error => part.refuse("policy_setting", &dotted(pointer), message, ""),
            two_tier::check::Severity::Warning => part.warn("policy_setting", &dotted(pointer), message, ""),
        }
    }
    // What the rules refuse, the types refuse too, in other words.
    if problems.iter().any(|problem| problem.severity == two_tier::check::Severity::Error) {
        return None;
    }
    let config: two_tier::Config = part.typed()?;
    if let Some(tactics) = tactics {
        return Some(two_tier::Config { tactics, ..config });
    }
    if let Some(other) = language.filter(|language| general(language) != "en") {
        let message = format!("this policy brings no questions in `{other}`");
        part.refuse("missing_language", "", message, "copy `tactics` from `two_tier.yaml` and translate them");
    }
    Some(config)
}

/// `/scorers/0/weight` as `scorers[0].weight`.
fn dotted(pointer: &str) -> String {
    let steps = pointer.split('/').skip(1);
    let written =
        steps.map(|step| if step.parse::<usize>().is_ok() { format!("[{step}]") } else { format!(".{step}") });
    written.collect::<String>().trim_start_matches('.').to_owned()
}

/// The words of the page's controls, and under `direction` which way they run.
pub(super) fn locale(part: &mut Part<'_>) -> Option<IndexMap<String, String>> {
    let Locale { language, direction, mut interface } = part.typed()?;
    rules::language(&language, part);
    for (key, words) in &interface {
        rules::text(words, &format!("interface.{key}"), part);
    }
    let direction = match direction {
        Direction::Ltr => "ltr",
        Direction::Rtl => "rtl",
    };
    interface.insert("direction".to_owned(), direction.to_owned());
    Some(interface)
}

/// The words the rules know.
pub(super) fn pack(part: &mut Part<'_>) -> Option<LanguagePack> {
    part.typed()
}

/// A simulated respondent.
pub(super) fn persona(part: &mut Part<'_>) -> Option<Persona> {
    let persona: Persona = part.typed()?;
    rules::persona(&persona, part);
    Some(persona)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops where something is missing")]
mod tests {
    use super::*;

    #[test]
    fn every_policy_of_the_engine_can_be_read() {
        let error = serde_json::from_str::<Policy>(r#"{"policy": "?"}"#).unwrap_err().to_string();
        let known: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
        assert_eq!(known, POLICIES);
    }
}
