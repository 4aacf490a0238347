//! The words of a methodology in another language: `methodologies/ID.LANGUAGE.yaml` beside `methodologies/ID.yaml`.
//!
//! Ontology, weights and phases stay in one place, so a translator touches words only, and a methodologist no translation.
//! What is missing here is reported here.

use indexmap::IndexMap;
use serde::Deserialize;

use super::{
    explain,
    part::Part,
    pieces::{farewells, in_language},
    rules::{self, Purpose},
};
use crate::{
    id::Name,
    methodology::{Methodology, QuestionPool, Tactic},
};

/// Words of a methodology in one language, as written.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Wordings {
    /// Id of the methodology these are the words of.
    methodology: Name,
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
    /// Names of node types, by id.
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
        for strategy in &mut methodology.strategies {
            if let Some(name) = self.strategies.get(&strategy.id) {
                strategy.name.clone_from(name);
            }
        }
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

/// Words of a methodology, held against the methodology they are the words of.
pub(super) fn wordings(part: &mut Part<'_>, methodology: Option<&Methodology>) -> Option<Wordings> {
    let wordings: Wordings = part.typed()?;
    rules::language(&wordings.language, part);
    if let Some(methodology) = methodology {
        if wordings.methodology != methodology.id {
            let message = format!("these stand beside the methodology `{}`", methodology.id);
            part.refuse("id_differs", "methodology", message, "name it, or rename the file");
        }
        names(&wordings.strategies, "strategies", "strategy", methodology.strategies.iter().map(|it| &it.id), part);
        names(&wordings.types, "types", "node type", methodology.ontology.nodes.iter().map(|it| &it.id), part);
        questions(&wordings, methodology, part);
    }
    Some(wordings)
}

/// Every name is one there is, and none is missing.
fn names<'a>(
    given: &IndexMap<Name, String>,
    key: &str,
    what: &str,
    known: impl Iterator<Item = &'a Name> + Clone,
    part: &mut Part<'_>,
) {
    for (id, text) in given {
        let path = format!("{key}.{id}");
        unknown(id, &path, what, known.clone(), part);
        rules::text(text, &path, part);
    }
    for id in known.filter(|id| !given.contains_key(*id)) {
        let message = format!("the {what} `{id}` has no name in this language");
        part.warn("missing_translation", key, message, &format!("add `{id}:` under `{key}`"));
    }
}

fn unknown<'a>(id: &Name, path: &str, what: &str, known: impl Iterator<Item = &'a Name>, part: &mut Part<'_>) {
    let known: Vec<&Name> = known.collect();
    if !known.contains(&id) {
        let hint = explain::did_you_mean(id, &known);
        part.refuse_key("unknown_name", path, format!("the methodology has no {what} `{id}`"), &hint);
    }
}

/// Every tactic has questions about all that it asks about in the language it was written in.
fn questions(wordings: &Wordings, methodology: &Methodology, part: &mut Part<'_>) {
    let farewells = farewells(methodology);
    for (id, pool) in &wordings.tactics {
        let path = format!("tactics.{id}");
        unknown(id, &path, "tactic", methodology.tactics.iter().map(|tactic| &tactic.id), part);
        let purpose = if farewells.contains(id) { Purpose::Farewell } else { Purpose::Question };
        rules::questions(pool, purpose, &path, part);
        rules::question_types(pool, &methodology.ontology, &path, part);
    }
    for tactic in &methodology.tactics {
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
