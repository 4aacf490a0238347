//! Assembles a study from the documents it names.

mod language;
pub(super) mod written;

use self::{language::remove_missing_questions, written::WrittenStudy};
use super::{
    dedupe::drop_implied,
    files::Files,
    language::{ENGLISH, is_tag},
    markdown_concept::read_markdown_concept,
    methodology::read_methodology,
    model_settings::{default_redaction, settings_beside},
    open,
    part::Part,
    policy::read_policy,
    rules,
    tactics::QuestionSource,
    translation::Translation,
    validate::{CONCEPT, STUDY},
};
use crate::engine::{
    concept::Concept,
    diagnostic::{Diagnostic, did_you_mean},
    limits::Limits,
    policy::{Policy, signal_pools},
    study::{CoreQuestion, CoreQuestionTime, FORMAT, Study},
};

/// File name that findings show for a policy chosen by a caller.
const CHOICE: &str = "the policy asked for";

/// A study with the findings of its documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The study, if there is no error.
    pub study: Option<Study>,
    /// All findings, warnings included, sorted by file and place.
    pub findings: Vec<Diagnostic>,
}

/// Assembles the study of a document.
///
/// # Errors
/// All findings, if one of them is an error.
pub fn study(files: &Files, name: &str) -> Result<Study, Vec<Diagnostic>> {
    let Resolved { study, findings } = resolve(files, name);
    study.ok_or(findings)
}

/// Assembles the study of a document, with the findings of every document it is made from.
pub fn resolve(files: &Files, name: &str) -> Resolved {
    let mut findings = Vec::new();
    let study = Assembler { files }.study(name, &mut findings);
    drop_implied(&mut findings);
    findings.sort();
    findings.dedup();
    let study = study.filter(|_| !findings.iter().any(Diagnostic::is_error));
    Resolved { study, findings }
}

/// Returns a study with another policy, by the id of a policy document or of a policy.
///
/// # Errors
/// All findings: an unknown policy, or one without questions for this study.
pub fn with_policy(files: &Files, study: &Study, id: &str) -> Result<Study, Vec<Diagnostic>> {
    let mut findings = Vec::new();
    let mut files = files.clone();
    files.insert(CHOICE, format!("policy: {}", serde_json::Value::from(id)));
    let Some(document) = open::open(&files, CHOICE, &mut findings) else { return Err(findings) };
    let mut part = document.part();
    let policy = Assembler { files: &files }.policy(&mut part, &study.language, &mut findings);
    if let Some(policy) = &policy {
        rules::policy_can_ask(policy, &study.methodology, &mut part);
    }
    findings.append(&mut part.findings);
    let policy = policy.filter(|_| !findings.iter().any(Diagnostic::is_error)).ok_or(findings)?;
    Ok(Study { policy, ..study.clone() })
}

/// Returns the ids by which a study can name its policy, sorted.
pub fn policy_ids(files: &Files) -> Vec<String> {
    let mut ids: Vec<String> = files.ids("policies").into_iter().map(str::to_owned).collect();
    ids.push("signal_pools".to_owned());
    ids.sort();
    ids.dedup();
    ids
}

/// Assembles studies from documents.
struct Assembler<'a> {
    files: &'a Files,
}

impl Assembler<'_> {
    fn study(&self, name: &str, findings: &mut Vec<Diagnostic>) -> Option<Study> {
        let document = open::open(self.files, name, findings)?;
        let mut part = document.part();
        let written = part.typed::<WrittenStudy>(&STUDY);
        if let Some(written) = &written {
            rules::study(&written.id, &written.language, &written.title, &mut part);
            let stem = name.strip_prefix("studies/").and_then(|file| file.split('.').next());
            let is_reported = !part.is_as_written("id") || part.findings.iter().any(|finding| finding.path == "id");
            if let Some(stem) = stem.filter(|stem| *stem != &*written.id && !is_reported) {
                let message = format!("the id `{}` differs from the name of the file", written.id);
                let hint = format!("write `id: {stem}`, or rename the file: sessions are identified by the id");
                part.warn("id_differs", "id", message, &hint);
            }
            rules::limits(&written.limits, &mut part);
            rules::embed_in(&written.embed_in, &mut part);
            rules::after_session(&written.scoring, &written.privacy, &mut part);
            rules::models(&written.models, &written.calls, &mut part);
            rules::redaction(written.redaction.as_ref(), &mut part);
            rules::texts(&written.texts, &mut part);
            if written.collect {
                rules::promises(&written.texts, &mut part);
            }
            rules::core(&written.core, &written.limits, &mut part);
        }
        let study = written.and_then(|written| self.assemble(written, &mut part, findings));
        findings.append(&mut part.findings);
        study
    }

    fn assemble(&self, written: WrittenStudy, part: &mut Part<'_>, findings: &mut Vec<Diagnostic>) -> Option<Study> {
        let concept = match self.markdown_concept(part, findings) {
            Some(concept) => concept,
            None => self.referenced(part, "concept", "concepts", findings, read_concept),
        };
        if let Some(settings) = settings_beside(self.files).filter(|_| !written.models.is_empty()) {
            let known: Vec<&str> = settings.models.keys().map(|name| &**name).collect();
            rules::known_models(&written.models, &known, part);
        }
        if let (Some(redaction), Some(concept)) = (&written.redaction, &concept) {
            rules::hidden_topic(redaction, concept, part);
        }
        // An invalid tag has its own finding. Questions in any language are checked then.
        let is_tag = part.is_as_written("language") && is_tag(&written.language);
        let language = if is_tag { written.language.as_str() } else { ENGLISH };
        let translation = self.methodology_translation(part, language, findings).filter(|_| is_tag);
        let source = QuestionSource {
            language: is_tag.then_some(language),
            translation: translation.as_ref(),
            files: Some(self.files),
        };
        let before = findings.len();
        let methodology =
            self.referenced(part, "methodology", "methodologies", findings, |part| read_methodology(part, source));
        let policy = self.policy(part, language, findings);
        if let (Some(concept), Some(methodology)) = (&concept, &methodology) {
            rules::uncovered(concept, methodology, part);
        }
        let has_no_questions = methodology.as_ref().is_some_and(|it| remove_missing_questions(it, before, findings));
        if let (Some(policy), Some(methodology)) = (&policy, &methodology) {
            rules::policy_can_ask(policy, methodology, part);
        }
        let mut interface = self.interface(part, language, findings);
        let pack = self.pack(part, language, findings);
        if let Some(methodology) = methodology.as_ref().filter(|_| has_no_questions) {
            self.report_no_questions(&methodology.id, language, part);
        }
        rules::wordings(&written.texts, &written.core, &pack, part);
        let redaction = written.redaction.or_else(|| default_redaction(self.files, findings));
        // Interface texts about redaction are kept only where there is redaction.
        interface.retain(|key, _| redaction.is_some() || !key.starts_with("hidden_"));
        Some(Study {
            format: FORMAT,
            id: written.id,
            version: written.version,
            language: written.language,
            title: written.title,
            concept: concept?,
            methodology: methodology?,
            policy: policy?,
            limits: with_core_turns(&written.limits, &written.core),
            texts: written.texts,
            interface,
            pack,
            core: written.core,
            collect: written.collect,
            scoring: written.scoring,
            privacy: written.privacy,
            embed_in: written.embed_in,
            models: written.models,
            calls: written.calls,
            redaction,
        })
    }

    /// Reads the concept if it is a Markdown document.
    #[expect(clippy::option_option, reason = "none: there is no such document; some none: it cannot be used")]
    fn markdown_concept(&self, study: &mut Part<'_>, findings: &mut Vec<Diagnostic>) -> Option<Option<Concept>> {
        let id = study.word("concept")?;
        let name = format!("concepts/{id}.md");
        let bytes = self.files.get(&name)?;
        let other = format!("concepts/{id}.yaml");
        if self.files.get(&other).is_some() {
            let (prose, other) = (self.files.shown(&name), self.files.shown(&other));
            let message = format!("the concept `{id}` has two documents: {other} is read, {prose} is ignored");
            study.warn("two_documents", "concept", message, "remove one of the two");
            return None;
        }
        Some(read_markdown_concept(&self.files.shown(&name), &id, bytes, findings))
    }

    /// Reads the part that a key of the study names or holds.
    fn referenced<T>(
        &self,
        study: &mut Part<'_>,
        key: &str,
        folder: &str,
        findings: &mut Vec<Diagnostic>,
        read: impl Fn(&mut Part<'_>) -> Option<T>,
    ) -> Option<T> {
        if let Some(mut inner) = study.inner(key) {
            let found = read(&mut inner);
            findings.append(&mut inner.findings);
            return found;
        }
        let Some(id) = study.word(key) else {
            let message = format!("expected the id of a {key}, or the {key} itself as a mapping");
            study.refuse("wrong_type", key, message, &did_you_mean("", &self.files.ids(folder)));
            return None;
        };
        let name = format!("{folder}/{id}.yaml");
        if self.files.get(&name).is_none() {
            let known = self.files.ids(folder);
            let hint = if known.is_empty() {
                format!(
                    "a study belongs in a folder `studies` beside `{folder}` and the other folders: put it into \
                     `config/studies`, or copy the whole folder `config`"
                )
            } else {
                did_you_mean(&id, &known)
            };
            let shown = self.files.shown(&name);
            study.refuse("missing_file", key, format!("no {key} `{id}`: there is no file {shown}"), &hint);
            return None;
        }
        open::read(self.files, &name, findings, |part| {
            if let Some(own) = part.word("id").filter(|own| *own != id) {
                let message = format!("the id `{own}` differs from the name of the file");
                part.refuse("id_differs", "id", message, &format!("write `id: {id}`, or rename the file"));
            }
            read(part)
        })
    }

    fn source<'s>(&'s self, language: &'s str, translation: Option<&'s Translation>) -> QuestionSource<'s> {
        QuestionSource { language: Some(language), translation, files: Some(self.files) }
    }

    /// Reads the policy, named by id or given as a mapping. `signal_pools` needs no document, because its strategies and
    /// weights are those of the methodology.
    fn policy(&self, study: &mut Part<'_>, language: &str, findings: &mut Vec<Diagnostic>) -> Option<Policy> {
        if let Some(mut inner) = study.inner("policy") {
            let word = inner.word("policy").unwrap_or_default();
            let translation = self.policy_translation((&word, None), language, findings);
            let source = self.source(language, translation.as_ref());
            let policy = read_policy(&mut inner, None, source);
            findings.append(&mut inner.findings);
            return policy;
        }
        let known = || self.files.ids("policies").into_iter().chain(["signal_pools"]).collect::<Vec<_>>();
        let Some(id) = study.word("policy") else {
            let message = "expected the id of a policy, or its settings as a mapping";
            study.refuse("wrong_type", "policy", message, &did_you_mean("", &known()));
            return None;
        };
        let name = format!("policies/{id}.yaml");
        if self.files.get(&name).is_some() {
            let document = open::open(self.files, &name, findings)?;
            let mut part = document.part();
            let word = part.word("policy");
            let translation = self.policy_translation((&id, word.as_deref()), language, findings);
            let policy = read_policy(&mut part, Some(&id), self.source(language, translation.as_ref()));
            findings.append(&mut part.findings);
            return policy;
        }
        if id == "signal_pools" {
            return Some(Policy::SignalPools(signal_pools::SignalPoolsConfig::default()));
        }
        let shown = self.files.shown(&name);
        let message = format!("there is no policy `{id}`, and no file {shown}");
        study.refuse("unknown_policy", "policy", message, &did_you_mean(&id, &known()));
        None
    }
}

/// Adds one turn for each fixed question within the interview. Questions after its end need no turn.
fn with_core_turns(limits: &Limits, core: &[CoreQuestion]) -> Limits {
    let within = core.iter().filter(|question| !question.is_at(CoreQuestionTime::Last)).count();
    Limits { max_turns: limits.max_turns.saturating_add(u32::try_from(within).unwrap_or(u32::MAX)), ..limits.clone() }
}

/// Reads the concept of a part.
pub(super) fn read_concept(part: &mut Part<'_>) -> Option<Concept> {
    let concept = part.typed(&CONCEPT)?;
    rules::concept(&concept, part);
    Some(concept)
}
