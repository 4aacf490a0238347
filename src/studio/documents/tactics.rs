//! Reads tactics with their questions in one language. Methodologies and policies share them.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::{
    files::Files,
    language::{ENGLISH, in_language, primary},
    locale::pack_of,
    part::Part,
    rules::{self, Purpose},
    translation::{Translation, file_of_methodology},
    validate::METHODOLOGY,
};
use crate::engine::{
    id::Name,
    index_map::IndexMap,
    language::LanguagePack,
    methodology::{Methodology, QuestionPool, Tactic},
};

/// A tactic as written, with its questions by language.
#[derive(Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenTactic {
    /// Id: `laddering`.
    id: Name,
    /// Purpose of the tactic.
    description: String,
    /// Advice for a model on how to word the question.
    #[serde(default)]
    guidance: Option<String>,
    /// Plain questions by language.
    #[serde(default)]
    questions: IndexMap<String, QuestionPool>,
}

/// Where the questions of tactics come from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QuestionSource<'a> {
    /// Language of the questions. None: the first language of each tactic.
    pub(super) language: Option<&'a str>,
    /// The translation with questions that the document itself lacks.
    pub(super) translation: Option<&'a Translation>,
    /// Documents that may hold the language packs. Their phrases tell leading questions.
    pub(super) files: Option<&'a Files>,
}

/// Reads tactics with their questions in one language.
pub(super) fn read_tactics(
    part: &mut Part<'_>,
    source: QuestionSource<'_>,
    methodology: Option<&Methodology>,
) -> Vec<Tactic> {
    let farewells = methodology.map(rules::farewell_tactics).unwrap_or_default();
    let written: Vec<WrittenTactic> = part.typed_at(&METHODOLOGY, "/properties/tactics").unwrap_or_default();
    let mut tactics = Vec::new();
    let mut written_ids = BTreeSet::new();
    let mut packs: IndexMap<String, Option<LanguagePack>> = IndexMap::new();
    for (index, tactic) in written.into_iter().enumerate() {
        if !written_ids.insert(tactic.id.clone()) {
            let message = format!("the id `{}` is already used in this list", tactic.id);
            part.refuse("duplicate_name", &format!("[{index}].id"), message, "choose another id");
        }
        rules::text(&tactic.description, &format!("[{index}].description"), part);
        let purpose = if farewells.contains(&tactic.id) { Purpose::Farewell } else { Purpose::Question };
        for (tag, pool) in &tactic.questions {
            let path = format!("[{index}].questions.{tag}");
            rules::questions(pool, purpose, &path, part);
            let is_wanted = source.language.is_none_or(|language| primary(language) == primary(tag));
            if let Some(files) = source.files.filter(|_| is_wanted && part.is_as_written(&path)) {
                let pack = packs.entry(tag.clone()).or_insert_with(|| pack_of(files, tag));
                if let Some(pack) = pack {
                    rules::pool_wordings(pool, &path, pack, part);
                }
            }
            if let Some(methodology) = methodology {
                rules::question_types(pool, &methodology.ontology, &path, part);
                rules::question_kinds(pool, &methodology.ontology, &path, part);
            }
        }
        let questions = questions_of(&tactic, source).cloned().unwrap_or_else(|| {
            // The check of a methodology's translation reports what is missing in it. A policy may have the translation of
            // another policy, which lacks its tactics.
            if methodology.and(source.translation).is_none() {
                missing_language(&tactic, index, source, methodology, part);
            }
            QuestionPool::default()
        });
        let WrittenTactic { id, description, guidance, questions: _ } = tactic;
        tactics.push(Tactic { id, description, guidance, questions });
    }
    tactics
}

/// Returns the questions of a tactic in the wanted language: its own, else those of the translation.
fn questions_of<'a>(tactic: &'a WrittenTactic, source: QuestionSource<'a>) -> Option<&'a QuestionPool> {
    let Some(language) = source.language else { return tactic.questions.values().next() };
    let translated = || source.translation.and_then(|translation| translation.questions(&tactic.id));
    in_language(&tactic.questions, language).or_else(translated)
}

fn missing_language(
    tactic: &WrittenTactic,
    index: usize,
    source: QuestionSource<'_>,
    methodology: Option<&Methodology>,
    part: &mut Part<'_>,
) {
    let language = source.language.unwrap_or(ENGLISH);
    let message = format!("the tactic `{}` has no questions in `{language}`", tactic.id);
    let elsewhere = methodology
        .map(|methodology| format!(", or add a translation `{}`", file_of_methodology(&methodology.id, language)));
    let given: Vec<&str> = tactic.questions.keys().map(String::as_str).collect();
    let hint = format!("add `{language}:` here{}; given: {}", elsewhere.unwrap_or_default(), given.join(", "));
    part.refuse("missing_language", &format!("[{index}].questions"), message, &hint);
}
