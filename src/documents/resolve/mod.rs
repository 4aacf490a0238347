//! Puts a study together from the documents it names.

mod models;
mod words;

use serde::Deserialize;
use serde_yaml::Value;

use super::{
    Files, check, explain,
    fold::fold,
    markdown,
    part::Part,
    pieces::{self, Wanted},
    policies,
    read::read,
    rules,
    tree::{Node, Path},
    wordings,
};
use crate::{
    concept::Concept,
    diagnostic::{Diagnostic, Place, Severity},
    id::Name,
    limits::Limits,
    llm::{Calls, redaction::Redaction},
    policy::{Policy, signal_pools},
    study::{CoreQuestion, FORMAT, Privacy, Scoring, Study, Texts, When},
};

/// Name under which a policy that was asked for shows in findings.
const CHOICE: &str = "the policy asked for";

/// What the documents of a study gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The study, if there is no error.
    pub study: Option<Study>,
    /// Everything found, warnings included, in the order of files and places.
    pub findings: Vec<Diagnostic>,
}

/// The study of this document.
///
/// # Errors
/// Every finding at once, if one of them is an error.
pub fn study(files: &Files, name: &str) -> Result<Study, Vec<Diagnostic>> {
    let Resolved { study, findings } = resolve(files, name);
    study.ok_or(findings)
}

/// Puts the study of this document together and reports what is wrong with any document it is made from.
pub fn resolve(files: &Files, name: &str) -> Resolved {
    let mut findings = Vec::new();
    let study = Documents { files }.study(name, &mut findings);
    fold(&mut findings);
    findings.sort();
    findings.dedup();
    let study = study.filter(|_| !findings.iter().any(Diagnostic::is_error));
    Resolved { study, findings }
}

/// A study with another policy: the id of a file of settings, or the word of a policy.
///
/// # Errors
/// Every finding at once: an unknown policy, or one that cannot be asked with this study.
pub fn with_policy(files: &Files, study: &Study, id: &str) -> Result<Study, Vec<Diagnostic>> {
    let mut findings = Vec::new();
    let mut files = files.clone();
    files.insert(CHOICE, format!("policy: {}", serde_json::Value::from(id)));
    let Some(document) = open(&files, CHOICE, &mut findings) else { return Err(findings) };
    let mut part = document.part();
    let policy = Documents { files: &files }.policy(&mut part, &study.language, &mut findings);
    if let Some(policy) = &policy {
        rules::policy_can_ask(policy, &study.methodology, &mut part);
    }
    findings.append(&mut part.findings);
    let policy = policy.filter(|_| !findings.iter().any(Diagnostic::is_error)).ok_or(findings)?;
    Ok(Study { policy, ..study.clone() })
}

/// Ids by which a study can name its policy, in order.
pub fn policy_ids(files: &Files) -> Vec<String> {
    let mut ids: Vec<String> = files.ids("policies").into_iter().map(str::to_owned).collect();
    ids.push("signal_pools".to_owned());
    ids.sort();
    ids.dedup();
    ids
}

/// A study as written.
#[derive(Debug, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "an id or a mapping, read as a piece of its own; here they are only required")]
pub(super) struct Written {
    /// Id of the study.
    id: Name,
    /// Version of the study. Default 1.
    #[serde(default = "first_version")]
    version: String,
    /// Language of the interview, a BCP 47 tag.
    language: String,
    /// Title on the page.
    title: String,
    /// WHAT to explore: the id of a concept, or the concept itself.
    #[cfg_attr(not(target_arch = "wasm32"), schemars(with = "super::schema::Named<crate::concept::Concept>"))]
    concept: Value,
    /// HOW to explore it: the id of a methodology, or the methodology itself.
    #[cfg_attr(not(target_arch = "wasm32"), schemars(with = "super::schema::Named<crate::methodology::Methodology>"))]
    methodology: Value,
    /// How the next probe is chosen: the id of a policy, or its settings.
    #[cfg_attr(not(target_arch = "wasm32"), schemars(with = "super::schema::Named<Policy>"))]
    policy: Value,
    /// How far the interview may go.
    #[serde(default)]
    limits: Limits,
    /// What the respondent reads beside the questions.
    #[serde(default)]
    texts: Texts,
    /// Questions asked of everyone, in fixed wording, besides those the interview finds. Default none.
    #[serde(default)]
    core: Vec<CoreQuestion>,
    /// Whether sessions are sent to the endpoint as they go on, and kept there. Default false.
    #[serde(default)]
    collect: bool,
    /// How finished sessions are scored at the endpoint.
    #[serde(default)]
    scoring: Scoring,
    /// What the endpoint keeps, and for how long.
    #[serde(default)]
    privacy: Privacy,
    /// Origins of pages that may frame the interview and hear how it goes, the session at its end included:
    /// `https://survey.example`. Default none: a page around a frame hears nothing.
    #[serde(default)]
    embed_in: Vec<String>,
    /// Models by name as the endpoint knows them, first choice first; `browser` is the one built into the respondent's
    /// browser. Default none: the rules model alone, and where the endpoint has a key, what it offers.
    #[serde(default)]
    models: Vec<String>,
    /// How they are called.
    #[serde(default)]
    calls: Calls,
    /// What of an answer no model is shown: `{}` hides every kind of detail, `{hide: []}` none. Default: what the settings of
    /// models say, and where they say nothing, models see answers as they are.
    #[serde(default)]
    redaction: Option<Redaction>,
}

fn first_version() -> String {
    "1".to_owned()
}

/// A document that was read.
pub(super) struct Document {
    file: String,
    root: Node,
}

impl Document {
    pub(super) fn part(&self) -> Part<'_> {
        Part::new(&self.file, &self.root, Path::default())
    }
}

struct Documents<'a> {
    files: &'a Files,
}

impl Documents<'_> {
    fn study(&self, name: &str, findings: &mut Vec<Diagnostic>) -> Option<Study> {
        let document = open(self.files, name, findings)?;
        let mut part = document.part();
        let written = part.typed::<Written>();
        if let Some(written) = &written {
            rules::study(&written.id, &written.language, &written.title, &mut part);
            let stem = name.strip_prefix("studies/").and_then(|file| file.split('.').next());
            let is_told = !part.is_as_written("id") || part.findings.iter().any(|finding| finding.path == "id");
            if let Some(stem) = stem.filter(|stem| *stem != &*written.id && !is_told) {
                let message = format!("the id `{}` differs from the name of the file", written.id);
                let hint = format!("write `id: {stem}`, or rename the file: sessions are told apart by the id");
                part.warn("id_differs", "id", message, &hint);
            }
            rules::limits(&written.limits, &mut part);
            rules::embed_in(&written.embed_in, &mut part);
            rules::after(&written.scoring, &written.privacy, &mut part);
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

    fn assemble(&self, written: Written, part: &mut Part<'_>, findings: &mut Vec<Diagnostic>) -> Option<Study> {
        let concept = match self.prose(part, findings) {
            Some(concept) => concept,
            None => self.referenced(part, "concept", "concepts", findings, pieces::concept),
        };
        if let Some(settings) = self.settings().filter(|_| !written.models.is_empty()) {
            let known: Vec<&str> = settings.models.keys().map(|name| &**name).collect();
            rules::known_models(&written.models, &known, part);
        }
        if let (Some(redaction), Some(concept)) = (&written.redaction, &concept) {
            rules::hidden_topic(redaction, concept, part);
        }
        // A tag that is none is reported by itself, and any questions will do.
        let is_tag = part.is_as_written("language") && rules::is_tag(&written.language);
        let language = if is_tag { written.language.as_str() } else { pieces::ENGLISH };
        let words = self.wordings(part, language, findings).filter(|_| is_tag);
        let wanted = Wanted { language: is_tag.then_some(language), words: words.as_ref(), files: Some(self.files) };
        let before = findings.len();
        let methodology =
            self.referenced(part, "methodology", "methodologies", findings, |part| pieces::methodology(part, wanted));
        let policy = self.policy(part, language, findings);
        if let (Some(concept), Some(methodology)) = (&concept, &methodology) {
            rules::uncovered(concept, methodology, part);
        }
        let is_silent = methodology.as_ref().is_some_and(|methodology| words::silent(methodology, before, findings));
        if let (Some(policy), Some(methodology)) = (&policy, &methodology) {
            rules::policy_can_ask(policy, methodology, part);
        }
        let mut interface = self.interface(part, language, findings);
        let pack = self.pack(part, language, findings);
        if let Some(methodology) = methodology.as_ref().filter(|_| is_silent) {
            self.no_questions(&methodology.id, language, part);
        }
        rules::wordings(&written.texts, &written.core, &pack, part);
        let redaction = written.redaction.or_else(|| self.usual_redaction(findings));
        // Words about what is hidden stand only where something is.
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
            limits: with_room(&written.limits, &written.core),
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

    /// The concept, if it is written as Markdown and not as YAML.
    #[expect(clippy::option_option, reason = "none: not written so; some none: written so, and of no use")]
    fn prose(&self, study: &mut Part<'_>, findings: &mut Vec<Diagnostic>) -> Option<Option<Concept>> {
        let id = study.word("concept")?;
        let name = format!("concepts/{id}.md");
        let bytes = self.files.get(&name)?;
        let other = format!("concepts/{id}.yaml");
        if self.files.get(&other).is_some() {
            let (prose, other) = (self.files.shown(&name), self.files.shown(&other));
            let message = format!("the concept `{id}` is written twice: {other} is read, {prose} is not");
            study.warn("two_documents", "concept", message, "remove one of the two");
            return None;
        }
        Some(markdown::concept(&self.files.shown(&name), &id, bytes, findings))
    }

    /// What a key of the study names or holds.
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
            study.refuse("wrong_type", key, message, &explain::did_you_mean("", &self.files.ids(folder)));
            return None;
        };
        let name = format!("{folder}/{id}.yaml");
        if self.files.get(&name).is_none() {
            let known = self.files.ids(folder);
            let hint = if known.is_empty() {
                format!(
                    "a study stands in a folder `studies` with `{folder}` and the others beside it: put it into \
                     `config/studies`, or copy `config` whole"
                )
            } else {
                explain::did_you_mean(&id, &known)
            };
            let shown = self.files.shown(&name);
            study.refuse("missing_file", key, format!("no {key} `{id}`: there is no file {shown}"), &hint);
            return None;
        }
        let document = open(self.files, &name, findings)?;
        let mut part = document.part();
        if let Some(own) = part.word("id").filter(|own| *own != id) {
            let message = format!("the id `{own}` differs from the name of the file");
            part.refuse("id_differs", "id", message, &format!("write `id: {id}`, or rename the file"));
        }
        let found = read(&mut part);
        findings.append(&mut part.findings);
        found
    }

    /// The policy: the id of a file of settings, or these settings as a mapping. `signal_pools` needs none, since its
    /// strategies and weights are the methodology's.
    fn policy(&self, study: &mut Part<'_>, language: &str, findings: &mut Vec<Diagnostic>) -> Option<Policy> {
        if let Some(mut inner) = study.inner("policy") {
            let word = inner.word("policy").unwrap_or_default();
            let words = self.policy_wordings((&word, None), language, findings);
            let wanted = Wanted { language: Some(language), words: words.as_ref(), files: Some(self.files) };
            let found = policies::policy(&mut inner, None, wanted);
            findings.append(&mut inner.findings);
            return found;
        }
        let known = || self.files.ids("policies").into_iter().chain(["signal_pools"]).collect::<Vec<_>>();
        let Some(id) = study.word("policy") else {
            let message = "expected the id of a policy, or its settings as a mapping";
            study.refuse("wrong_type", "policy", message, &explain::did_you_mean("", &known()));
            return None;
        };
        let name = format!("policies/{id}.yaml");
        if self.files.get(&name).is_some() {
            let document = open(self.files, &name, findings)?;
            let mut part = document.part();
            let word = part.word("policy");
            let words = self.policy_wordings((&id, word.as_deref()), language, findings);
            let wanted = Wanted { language: Some(language), words: words.as_ref(), files: Some(self.files) };
            let found = policies::policy(&mut part, Some(&id), wanted);
            findings.append(&mut part.findings);
            return found;
        }
        if id == "signal_pools" {
            return Some(Policy::SignalPools(signal_pools::Config::default()));
        }
        let shown = self.files.shown(&name);
        let message = format!("there is no policy `{id}`, and no file {shown}");
        study.refuse("unknown_policy", "policy", message, &explain::did_you_mean(&id, &known()));
        None
    }
}

/// The core is asked besides what the interview finds: its questions within the interview need turns of their own, those after
/// it come when the turns are spent.
fn with_room(limits: &Limits, core: &[CoreQuestion]) -> Limits {
    let within = core.iter().filter(|question| !question.stands(When::Last)).count();
    Limits { max_turns: limits.max_turns.saturating_add(u32::try_from(within).unwrap_or(u32::MAX)), ..limits.clone() }
}

/// Reads a document by name.
pub(super) fn open(files: &Files, name: &str, findings: &mut Vec<Diagnostic>) -> Option<Document> {
    let file = files.shown(name);
    let Some(bytes) = files.get(name) else {
        findings.push(Diagnostic {
            message: format!("there is no file {file}"),
            file,
            place: Place::default(),
            severity: Severity::Error,
            code: "missing_file".to_owned(),
            path: String::new(),
            value: None,
            hint: Some(explain::did_you_mean(name, &files.names().collect::<Vec<_>>())),
        });
        return None;
    };
    let mut reading = read(&file, bytes);
    findings.append(&mut reading.findings);
    reading.root.map(|root| Document { file, root })
}
