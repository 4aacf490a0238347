//! The kinds of documents a study is made from, each read on its own.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::Deserialize;

use super::{
    Files,
    part::Part,
    resolve::open,
    rules::{self, Purpose},
    wordings::{self, Wordings},
};
use crate::{
    concept::Concept,
    diagnostic::Diagnostic,
    id::Name,
    llm::{rules::LanguagePack, settings::LlmSettings},
    methodology::{Methodology, QuestionPool, Tactic},
    simulation::{Facts, Persona},
};

/// The language whose words stand in where those of another are missing.
pub(super) const ENGLISH: &str = "en";

/// A tactic as written, with its questions by language.
#[derive(Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenTactic {
    /// Id: `laddering`.
    id: Name,
    /// What it does.
    description: String,
    /// Advice on the wording, for a model.
    #[serde(default)]
    guidance: Option<String>,
    /// Plain questions by language.
    #[serde(default)]
    questions: IndexMap<String, QuestionPool>,
}

/// The settings of models.
pub(super) fn llm(part: &mut Part<'_>) -> Option<LlmSettings> {
    let settings: Option<LlmSettings> = part.typed();
    if let Some(settings) = &settings {
        rules::llm(settings, part);
    }
    settings
}

/// Words of the page in a language, as written.
#[derive(Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Locale {
    /// Language, a BCP 47 tag.
    language: String,
    /// Which way it is written.
    direction: Direction,
    /// Words of the page's controls, by key.
    interface: IndexMap<String, String>,
}

/// Which way a language is written.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum Direction {
    /// From left to right.
    Ltr,
    /// From right to left.
    Rtl,
}

/// A concept.
pub(super) fn concept(part: &mut Part<'_>) -> Option<Concept> {
    let concept = part.typed()?;
    rules::concept(&concept, part);
    Some(concept)
}

/// A methodology with its questions in one language, its own or those of a document of words; without a language the
/// first each tactic has.
pub(super) fn methodology(part: &mut Part<'_>, wanted: Wanted<'_>) -> Option<Methodology> {
    let mut inner = part.take("tactics");
    let methodology: Option<Methodology> = part.typed();
    let tactics = inner.as_mut().map(|inner| tactics(inner, wanted, methodology.as_ref())).unwrap_or_default();
    let problems = inner.map(|inner| inner.findings).unwrap_or_default();
    let mut methodology = methodology.map(|methodology| Methodology { tactics, ..methodology });
    if let Some((words, methodology)) = wanted.words.zip(methodology.as_mut()) {
        words.put(methodology);
    }
    if let Some(methodology) = &methodology {
        rules::methodology(methodology, part);
        rules::practice(methodology, part);
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
pub(super) fn farewells(methodology: &Methodology) -> BTreeSet<Name> {
    let (closing, others): (Vec<_>, Vec<_>) = methodology.strategies.iter().partition(|strategy| strategy.closes);
    // Where nobody closes, that is said by itself, and which tactics were to take leave is not known.
    let others = if closing.is_empty() { Vec::new() } else { others };
    let closing = if closing.is_empty() { methodology.strategies.iter().collect() } else { closing };
    let used_otherwise = |tactic: &Name| others.iter().any(|strategy| strategy.tactics.contains(tactic));
    closing.iter().flat_map(|strategy| &strategy.tactics).filter(|tactic| !used_otherwise(tactic)).cloned().collect()
}

/// Which language questions are wanted in. None: whatever comes first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted<'a> {
    pub(super) language: Option<&'a str>,
    pub(super) words: Option<&'a Wordings>,
    /// The documents at hand: phrases that lead are told by the words of their language.
    pub(super) files: Option<&'a Files>,
}

/// The words the rules know in a language, if there is a document of them; what is wrong with it is told with it.
pub(super) fn pack_of(files: &Files, language: &str) -> Option<LanguagePack> {
    let names = [language, general(language)].map(|tag| format!("locales/{tag}.pack.yaml"));
    let name = names.into_iter().find(|name| files.get(name).is_some())?;
    open(files, &name, &mut Vec::new())?.part().typed()
}

/// Tactics with their questions in one language.
pub(super) fn tactics(part: &mut Part<'_>, wanted: Wanted<'_>, methodology: Option<&Methodology>) -> Vec<Tactic> {
    let Wanted { language, words, files } = wanted;
    let farewells = methodology.map(farewells).unwrap_or_default();
    let written: Vec<WrittenTactic> = part.typed().unwrap_or_default();
    let mut tactics = Vec::new();
    let mut written_ids = BTreeSet::new();
    let mut packs: IndexMap<String, Option<LanguagePack>> = IndexMap::new();
    for (index, tactic) in written.into_iter().enumerate() {
        if written_ids.contains(&tactic.id) {
            let message = format!("the id `{}` is already taken in this list", tactic.id);
            part.refuse("duplicate_name", &format!("[{index}].id"), message, "give it another");
        }
        rules::text(&tactic.description, &format!("[{index}].description"), part);
        written_ids.insert(tactic.id.clone());
        let purpose = if farewells.contains(&tactic.id) { Purpose::Farewell } else { Purpose::Question };
        for (tag, pool) in &tactic.questions {
            let path = format!("[{index}].questions.{tag}");
            rules::questions(pool, purpose, &path, part);
            let is_asked = words_in(language, tag) && part.is_as_written(&path);
            if let Some(files) = files.filter(|_| is_asked) {
                let pack = packs.entry(tag.clone()).or_insert_with(|| pack_of(files, tag));
                if let Some(pack) = pack {
                    rules::pool_wordings(pool, &path, pack, part);
                }
            }
            if let Some(methodology) = methodology {
                rules::question_types(pool, &methodology.ontology, &path, part);
            }
        }
        let found = wordings::of_tactic(&tactic.questions, &tactic.id, language, words).cloned();
        // Where there is a document of words for a methodology, it tells what is missing in it. One for a policy may be that of
        // the policy this is a variant of, and does not know its tactics.
        let told_there = methodology.and(words).map(|_| QuestionPool::default());
        let questions = found.or(told_there).unwrap_or_else(|| {
            let language = language.unwrap_or(ENGLISH);
            let known: Vec<&str> = tactic.questions.keys().map(String::as_str).collect();
            let message = format!("the tactic `{}` has no questions in `{language}`", tactic.id);
            let given = known.join(", ");
            let hint = match methodology {
                Some(methodology) => {
                    let file = wordings::file_of(&methodology.id, language);
                    format!("add `{language}:` here, or all of them in `{file}`; given: {given}")
                }
                None => format!("add `{language}:` here; given: {given}"),
            };
            part.refuse("missing_language", &format!("[{index}].questions"), message, &hint);
            QuestionPool::default()
        });
        let WrittenTactic { id, description, guidance, questions: _ } = tactic;
        tactics.push(Tactic { id, description, guidance, questions });
    }
    tactics
}

/// Whether questions in this language are those that are wanted; all are where none is named.
fn words_in(wanted: Option<&str>, language: &str) -> bool {
    wanted.is_none_or(|wanted| general(wanted) == general(language))
}

pub(super) fn in_language<'a, T>(by_language: &'a IndexMap<String, T>, language: &str) -> Option<&'a T> {
    by_language.get(language).or_else(|| by_language.get(general(language)))
}

/// `en` of `en-GB`.
pub(super) fn general(language: &str) -> &str {
    language.split(['-', '_']).next().unwrap_or(language)
}

/// Words of the page's controls, by key.
pub(super) type Words = IndexMap<String, String>;

/// The words of the page in English, which those of every other language are held against.
pub(super) fn english(files: &Files, other_than: &str) -> Option<Words> {
    let name = format!("locales/{ENGLISH}.yaml");
    let document = (other_than != ENGLISH).then(|| open(files, &name, &mut Vec::new()))??;
    document.part().typed::<Locale>().map(|locale| locale.interface)
}

/// The words of the page's controls, in a file of this name without its ending, and under `direction` which way they run.
pub(super) fn locale(part: &mut Part<'_>, file: &str, english: Option<&Words>) -> Option<Words> {
    let Locale { language, direction, mut interface } = part.typed()?;
    rules::language(&language, part);
    if rules::is_tag(&language) {
        rules::locale(file, &language, &interface, english, part);
    }
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

/// What simulated respondents know about a concept.
pub(super) fn facts(part: &mut Part<'_>) -> Option<Facts> {
    let facts: Facts = part.typed()?;
    rules::facts(&facts, part);
    Some(facts)
}

/// A simulated respondent.
pub(super) fn persona(part: &mut Part<'_>) -> Option<Persona> {
    let persona: Persona = part.typed()?;
    rules::persona(&persona, part);
    Some(persona)
}
