//! The words of a methodology or of a policy in another language: `methodologies/ID.LANGUAGE.yaml` beside
//! `methodologies/ID.yaml`, and `policies/ID.LANGUAGE.yaml` beside `policies/ID.yaml`.
//!
//! Ontology, weights and phases stay in one place, so a translator touches words only, and a methodologist no translation.
//! What is missing here is reported here.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::Deserialize;

use super::{
    Files, explain,
    part::Part,
    pieces::{farewells, in_language, pack_of},
    rules::{self, Purpose},
};
use crate::{
    id::Name,
    methodology::{Methodology, QuestionPool, Strategy, Tactic},
    policy::Policy,
};

/// What there are words of, in the language it was written in.
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

/// Words of a methodology or a policy in one language, as written.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Wordings {
    /// Id of the methodology these are the words of, for a document in `methodologies`.
    #[serde(default)]
    methodology: Option<Name>,
    /// Id of the policy these are the words of, for a document in `policies`.
    #[serde(default)]
    policy: Option<Name>,
    /// Language, a BCP 47 tag.
    language: String,
    /// Name a researcher reads.
    #[serde(default)]
    name: Option<String>,
    /// What such an interview wants to find, in one sentence.
    #[serde(default)]
    goal: Option<String>,
    /// What the method is.
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

impl Wordings {
    /// The questions of a tactic.
    pub(super) fn questions(&self, tactic: &str) -> Option<&QuestionPool> {
        self.tactics.get(tactic)
    }

    /// A tactic with these questions; as it is where there are none.
    pub(super) fn tactic(&self, tactic: Tactic) -> Tactic {
        match self.questions(&tactic.id) {
            Some(questions) => Tactic { questions: questions.clone(), ..tactic },
            None => tactic,
        }
    }

    /// The strategies' names in these words.
    pub(super) fn put_names(&self, strategies: &mut [Strategy]) {
        for strategy in strategies {
            if let Some(name) = self.strategies.get(&strategy.id) {
                strategy.name.clone_from(name);
            }
        }
    }

    /// The methodology in these words.
    pub(super) fn put(&self, methodology: &mut Methodology) {
        let texts = [
            (&self.name, &mut methodology.name),
            (&self.goal, &mut methodology.goal),
            (&self.description, &mut methodology.description),
        ];
        for (said, text) in texts {
            if let Some(said) = said {
                text.clone_from(said);
            }
        }
        self.put_names(&mut methodology.strategies);
        for node in &mut methodology.ontology.nodes {
            if let Some(name) = self.types.get(&node.id) {
                node.name.clone_from(name);
            }
        }
    }
}

/// The file of a methodology's words in a language, without its folder: `means_end_chain.de.yaml`.
pub(super) fn file_of(methodology: &str, language: &str) -> String {
    format!("methodologies/{methodology}.{language}.yaml")
}

/// The same for a policy: `policies/two_tier.de.yaml`.
pub(super) fn file_of_policy(policy: &str, language: &str) -> String {
    format!("policies/{policy}.{language}.yaml")
}

/// Words, held against what they are the words of.
pub(super) fn wordings(part: &mut Part<'_>, original: Option<Original<'_>>, files: &Files) -> Option<Wordings> {
    let wordings: Wordings = part.typed()?;
    rules::language(&wordings.language, part);
    if let Some(original) = original {
        let what = original.what();
        let (named, other) = match original {
            Original::Methodology(_) => (&wordings.methodology, ("policy", wordings.policy.is_some())),
            Original::Policy(..) => (&wordings.policy, ("methodology", wordings.methodology.is_some())),
        };
        if named.as_deref() != Some(original.id()) {
            let message = format!("these stand beside the {what} `{}`", original.id());
            part.refuse("id_differs", what, message, "name it, or rename the file");
        }
        if other.1 {
            part.refuse("id_differs", other.0, format!("these are the words of a {what}"), "leave this out");
        }
        let strategies = original.strategies().iter().map(|it| &it.id);
        names(&wordings.strategies, ("strategies", "strategy", what), strategies, part);
        let types = match original {
            Original::Methodology(methodology) => methodology.ontology.nodes.iter().map(|it| &it.id).collect(),
            Original::Policy(..) => Vec::new(),
        };
        names(&wordings.types, ("types", "node type", what), types.into_iter(), part);
        questions(&wordings, original, part);
    }
    if let Some(pack) = pack_of(files, &wordings.language) {
        for (id, pool) in &wordings.tactics {
            rules::pool_wordings(pool, &format!("tactics.{id}"), &pack, part);
        }
    }
    Some(wordings)
}

/// Every name is one there is, and none is missing.
fn names<'a>(
    given: &IndexMap<Name, String>,
    (key, what, owner): (&str, &str, &str),
    known: impl Iterator<Item = &'a Name> + Clone,
    part: &mut Part<'_>,
) {
    for (id, text) in given {
        let path = format!("{key}.{id}");
        unknown(id, &path, (what, owner), known.clone(), part);
        rules::text(text, &path, part);
    }
    for id in known.filter(|id| !given.contains_key(*id)) {
        let message = format!("the {what} `{id}` has no name in this language");
        part.warn("missing_translation", key, message, &format!("add `{id}:` under `{key}`"));
    }
}

fn unknown<'a>(
    id: &Name,
    path: &str,
    (what, owner): (&str, &str),
    known: impl Iterator<Item = &'a Name>,
    part: &mut Part<'_>,
) {
    let known: Vec<&Name> = known.collect();
    if !known.contains(&id) {
        let hint = explain::did_you_mean(id, &known);
        part.refuse_key("unknown_name", path, format!("the {owner} has no {what} `{id}`"), &hint);
    }
}

/// Every tactic has questions about all that it asks about in the language it was written in.
fn questions(wordings: &Wordings, original: Original<'_>, part: &mut Part<'_>) {
    let farewells = match original {
        Original::Methodology(methodology) => farewells(methodology),
        // The last question of a policy waits for an answer.
        Original::Policy(..) => BTreeSet::new(),
    };
    for (id, pool) in &wordings.tactics {
        let path = format!("tactics.{id}");
        let tactics = original.tactics().iter().map(|tactic| &tactic.id);
        unknown(id, &path, ("tactic", original.what()), tactics, part);
        let purpose = if farewells.contains(id) { Purpose::Farewell } else { Purpose::Question };
        rules::questions(pool, purpose, &path, part);
        if let Original::Methodology(methodology) = original {
            rules::question_types(pool, &methodology.ontology, &path, part);
        }
    }
    for tactic in original.tactics() {
        if let Some(pool) = wordings.tactics.get(&tactic.id) {
            kinds(tactic, pool, part);
        } else {
            let message = format!("the tactic `{}` has no questions in `{}`", tactic.id, wordings.language);
            let hint = format!("add `{}:` with its questions under `tactics`", tactic.id);
            part.refuse("missing_translation", "tactics", message, &hint);
        }
    }
}

fn kinds(tactic: &Tactic, pool: &QuestionPool, part: &mut Part<'_>) {
    let Tactic { id, questions, .. } = tactic;
    let kinds = [
        ("node", &questions.node, &pool.node),
        ("pair", &questions.pair, &pool.pair),
        ("element", &questions.element, &pool.element),
        ("global", &questions.global, &pool.global),
    ];
    let missing = kinds.iter().filter(|(_, original, given)| !original.is_empty() && given.is_empty());
    let types = questions.types.keys().filter(|name| pool.types.get(*name).is_none_or(Vec::is_empty));
    let names: Vec<String> =
        missing.map(|(kind, ..)| (*kind).to_owned()).chain(types.map(|name| format!("types.{name}"))).collect();
    for name in names {
        let message = format!("the tactic `{id}` asks about `{name}` in its own language, and not in this one");
        part.refuse("missing_translation", &format!("tactics.{id}"), message, &format!("add questions under `{name}`"));
    }
}

/// The questions of a tactic in a language: its own, else those of the words in that language.
pub(super) fn of_tactic<'a>(
    own: &'a IndexMap<String, QuestionPool>,
    tactic: &str,
    language: Option<&str>,
    words: Option<&'a Wordings>,
) -> Option<&'a QuestionPool> {
    let Some(language) = language else { return own.values().next() };
    in_language(own, language).or_else(|| words.and_then(|words| words.questions(tactic)))
}
