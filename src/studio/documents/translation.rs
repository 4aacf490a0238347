//! Translations of a methodology or a policy: `methodologies/ID.LANGUAGE.yaml` and `policies/ID.LANGUAGE.yaml`.
//!
//! A translation holds texts only; ontology, weights and phases stay in the original. Missing texts are reported in the
//! translation.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::{
    files::Files,
    locale::pack_of,
    part::Part,
    rules::{self, Purpose, farewell_tactics},
    validate::TRANSLATION,
};
use crate::engine::{
    id::Name,
    index_map::IndexMap,
    methodology::{Methodology, QuestionPool, Strategy, Tactic},
    policy::Policy,
};

/// The document that a translation belongs to, in its original language.
#[derive(Clone, Copy, Debug)]
pub(super) enum Original<'a> {
    /// A methodology.
    Methodology(&'a Methodology),
    /// A policy, by the id of its document.
    Policy(&'a str, &'a Policy),
}

impl<'a> Original<'a> {
    fn what(self) -> &'static str {
        match self {
            Self::Methodology(_) => "methodology",
            Self::Policy(..) => "policy",
        }
    }

    fn id(self) -> &'a str {
        match self {
            Self::Methodology(methodology) => &methodology.id,
            Self::Policy(id, _) => id,
        }
    }

    fn strategies(self) -> &'a [Strategy] {
        match self {
            Self::Methodology(methodology) => &methodology.strategies,
            Self::Policy(_, Policy::Arbitration(config)) => config.strategies.plain(),
            Self::Policy(_, Policy::TwoTier(config)) => &config.asking,
            Self::Policy(_, Policy::SignalPools(_)) => &[],
        }
    }

    fn tactics(self) -> &'a [Tactic] {
        match self {
            Self::Methodology(methodology) => &methodology.tactics,
            Self::Policy(_, Policy::Arbitration(config)) => &config.tactics,
            Self::Policy(_, Policy::TwoTier(config)) => &config.tactics,
            Self::Policy(_, Policy::SignalPools(_)) => &[],
        }
    }
}

/// Texts of a methodology or a policy in one language, as written.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Translation {
    /// Id of the translated methodology, for a document in `methodologies`.
    #[serde(default)]
    methodology: Option<Name>,
    /// Id of the translated policy, for a document in `policies`.
    #[serde(default)]
    policy: Option<Name>,
    /// Language, a BCP 47 tag.
    language: String,
    /// Name for researchers.
    #[serde(default)]
    name: Option<String>,
    /// Goal of such an interview, in one sentence.
    #[serde(default)]
    goal: Option<String>,
    /// Description of the method.
    #[serde(default)]
    description: Option<String>,
    /// Names of strategies, by id.
    #[serde(default)]
    strategies: IndexMap<Name, String>,
    /// Names of node types, by id; a policy has none.
    #[serde(default)]
    types: IndexMap<Name, String>,
    /// Plain questions, by tactic.
    #[serde(default)]
    tactics: IndexMap<Name, QuestionPool>,
}

impl Translation {
    /// Returns the questions of a tactic.
    pub(super) fn questions(&self, tactic: &str) -> Option<&QuestionPool> {
        self.tactics.get(tactic)
    }

    /// Returns a tactic with the translated questions, or unchanged if there are none.
    pub(super) fn translate_tactic(&self, tactic: Tactic) -> Tactic {
        match self.questions(&tactic.id) {
            Some(questions) => Tactic { questions: questions.clone(), ..tactic },
            None => tactic,
        }
    }

    /// Translates the names of strategies.
    pub(super) fn apply_names(&self, strategies: &mut [Strategy]) {
        for strategy in strategies {
            if let Some(name) = self.strategies.get(&strategy.id) {
                strategy.name.clone_from(name);
            }
        }
    }

    /// Translates a methodology.
    pub(super) fn apply(&self, methodology: &mut Methodology) {
        let texts = [
            (&self.name, &mut methodology.name),
            (&self.goal, &mut methodology.goal),
            (&self.description, &mut methodology.description),
        ];
        for (translated, text) in texts {
            if let Some(translated) = translated {
                text.clone_from(translated);
            }
        }
        self.apply_names(&mut methodology.strategies);
        for node in &mut methodology.ontology.nodes {
            if let Some(name) = self.types.get(&node.id) {
                node.name.clone_from(name);
            }
        }
    }
}

/// Returns the file of a methodology's translation: `methodologies/means_end_chain.de.yaml`.
pub(super) fn file_of_methodology(methodology: &str, language: &str) -> String {
    format!("methodologies/{methodology}.{language}.yaml")
}

/// Returns the file of a policy's translation: `policies/two_tier.de.yaml`.
pub(super) fn file_of_policy(policy: &str, language: &str) -> String {
    format!("policies/{policy}.{language}.yaml")
}

/// Reads a translation and compares it with its original.
pub(super) fn read_translation(
    part: &mut Part<'_>,
    original: Option<Original<'_>>,
    files: &Files,
) -> Option<Translation> {
    let translation: Translation = part.typed(&TRANSLATION)?;
    rules::language(&translation.language, part);
    if let Some(original) = original {
        let what = original.what();
        let (named, other) = match original {
            Original::Methodology(_) => (&translation.methodology, ("policy", translation.policy.is_some())),
            Original::Policy(..) => (&translation.policy, ("methodology", translation.methodology.is_some())),
        };
        if named.as_deref() != Some(original.id()) {
            let message = format!("this file translates the {what} `{}`", original.id());
            part.refuse("id_differs", what, message, "write this id, or rename the file");
        }
        if other.1 {
            part.refuse("id_differs", other.0, format!("this file translates a {what}"), "remove this key");
        }
        let strategies = original.strategies().iter().map(|it| &it.id);
        check_names(&translation.strategies, ("strategies", "strategy", what), strategies, part);
        let types = match original {
            Original::Methodology(methodology) => methodology.ontology.nodes.iter().map(|it| &it.id).collect(),
            Original::Policy(..) => Vec::new(),
        };
        check_names(&translation.types, ("types", "node type", what), types.into_iter(), part);
        check_questions(&translation, original, part);
    }
    if let Some(pack) = pack_of(files, &translation.language) {
        for (id, pool) in &translation.tactics {
            rules::pool_wordings(pool, &format!("tactics.{id}"), &pack, part);
        }
    }
    Some(translation)
}

/// Every id exists in the original, and every name is translated.
fn check_names<'a>(
    given: &IndexMap<Name, String>,
    (key, what, owner): (&str, &str, &str),
    known: impl Iterator<Item = &'a Name> + Clone,
    part: &mut Part<'_>,
) {
    for (id, text) in given {
        let path = format!("{key}.{id}");
        require_known(id, &path, (what, owner), known.clone(), part);
        rules::text(text, &path, part);
    }
    for id in known.filter(|id| !given.contains_key(*id)) {
        let message = format!("the {what} `{id}` has no name in this language");
        let finding = part.warn("missing_translation", key, message, &format!("add `{id}:` under `{key}`"));
        if let Some(finding) = finding {
            finding.suggestion = Some(id.to_string());
        }
    }
}

fn require_known<'a>(
    id: &Name,
    path: &str,
    (what, owner): (&str, &str),
    known: impl Iterator<Item = &'a Name>,
    part: &mut Part<'_>,
) {
    let known: Vec<&Name> = known.collect();
    if !known.contains(&id) {
        let message = format!("the {owner} has no {what} `{id}`");
        part.refuse_unknown_key("unknown_name", path, message, (id, &known));
    }
}

/// Every tactic has questions for all kinds of focus that its original has questions for.
fn check_questions(translation: &Translation, original: Original<'_>, part: &mut Part<'_>) {
    let farewells = match original {
        Original::Methodology(methodology) => farewell_tactics(methodology),
        // The last question of a policy expects an answer.
        Original::Policy(..) => BTreeSet::new(),
    };
    for (id, pool) in &translation.tactics {
        let path = format!("tactics.{id}");
        let tactics = original.tactics().iter().map(|tactic| &tactic.id);
        require_known(id, &path, ("tactic", original.what()), tactics, part);
        let purpose = if farewells.contains(id) { Purpose::Farewell } else { Purpose::Question };
        rules::questions(pool, purpose, &path, part);
        if let Original::Methodology(methodology) = original {
            rules::question_types(pool, &methodology.ontology, &path, part);
        }
    }
    for tactic in original.tactics() {
        if let Some(pool) = translation.tactics.get(&tactic.id) {
            check_kinds(tactic, pool, part);
        } else {
            let message = format!("the tactic `{}` has no questions in `{}`", tactic.id, translation.language);
            let hint = format!("add `{}:` with its questions under `tactics`", tactic.id);
            let finding = part.refuse("missing_translation", "tactics", message, &hint);
            if let Some(finding) = finding {
                finding.suggestion = Some(tactic.id.to_string());
            }
        }
    }
}

fn check_kinds(tactic: &Tactic, pool: &QuestionPool, part: &mut Part<'_>) {
    let Tactic { id, questions, .. } = tactic;
    let kinds = questions.by_kind().into_iter().zip(pool.by_kind());
    let missing = kinds.filter(|((_, original), (_, given))| !original.is_empty() && given.is_empty());
    let types = questions.types.keys().filter(|name| pool.types.get(*name).is_none_or(Vec::is_empty));
    let names: Vec<String> =
        missing.map(|((kind, _), _)| kind.to_owned()).chain(types.map(|name| format!("types.{name}"))).collect();
    for name in names {
        let message =
            format!("the tactic `{id}` has questions under `{name}` in its original language, but not in this one");
        part.refuse("missing_translation", &format!("tactics.{id}"), message, &format!("add questions under `{name}`"));
    }
}
