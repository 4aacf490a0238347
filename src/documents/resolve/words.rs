//! The words of a study's language: of its methodology and policy, of the page, and those the rules know.

use super::{Documents, check, open, pieces, wordings};
use crate::{
    diagnostic::Diagnostic,
    documents::{
        part::Part,
        pieces::Words,
        wordings::{Original, Wordings},
    },
    llm::rules::LanguagePack,
    methodology::Methodology,
};

impl Documents<'_> {
    /// The words of the methodology in the study's language, if they have a document of their own.
    pub(super) fn wordings(
        &self,
        study: &Part<'_>,
        language: &str,
        findings: &mut Vec<Diagnostic>,
    ) -> Option<Wordings> {
        let id = study.word("methodology")?;
        let names = [language, pieces::general(language)].map(|tag| wordings::file_of(&id, tag));
        let name = names.into_iter().find(|name| self.files.get(name).is_some())?;
        let document = open(self.files, &name, findings)?;
        let mut part = document.part();
        let original = check::methodology(self.files, &id);
        let words = wordings::wordings(&mut part, original.as_ref().map(Original::Methodology), self.files);
        findings.append(&mut part.findings);
        words
    }

    /// The words of a policy in a language, if they have a document of their own: beside its settings, else beside those of
    /// the policy it is a variant of.
    pub(super) fn policy_wordings(
        &self,
        (id, word): (&str, Option<&str>),
        language: &str,
        findings: &mut Vec<Diagnostic>,
    ) -> Option<Wordings> {
        let tags = [language, pieces::general(language)];
        for id in [Some(id), word].into_iter().flatten() {
            let names = tags.map(|tag| wordings::file_of_policy(id, tag));
            let Some(name) = names.into_iter().find(|name| self.files.get(name).is_some()) else { continue };
            let document = open(self.files, &name, findings)?;
            let mut part = document.part();
            let original = check::policy(self.files, id);
            let original = original.as_ref().map(|policy| Original::Policy(id, policy));
            let words = wordings::wordings(&mut part, original, self.files);
            findings.append(&mut part.findings);
            return words;
        }
        None
    }

    /// The words of the page's controls.
    pub(super) fn interface(&self, study: &mut Part<'_>, language: &str, findings: &mut Vec<Diagnostic>) -> Words {
        let name = self.locale(language, ".yaml").or_else(|| {
            let message = format!("no words of the page in `{language}`; those in English stand in");
            let known: Vec<String> = self.files.ids("locales").iter().map(|tag| format!("`{tag}`")).collect();
            let hint = match known.as_slice() {
                [] => "words of a language stand in `locales/LANGUAGE.yaml`".to_owned(),
                known => format!("there are {}; words of another stand in `locales/LANGUAGE.yaml`", known.join(", ")),
            };
            study.warn("unknown_language", "language", message, &hint);
            self.locale(pieces::ENGLISH, ".yaml")
        });
        let Some(name) = name else { return Words::new() };
        let Some(document) = open(self.files, &name, findings) else { return Words::new() };
        let mut part = document.part();
        let tag = name.rsplit('/').next().and_then(|file| file.strip_suffix(".yaml")).unwrap_or_default();
        let english = pieces::english(self.files, tag);
        let mut words = pieces::locale(&mut part, tag, english.as_ref()).unwrap_or_default();
        findings.append(&mut part.findings);
        // A control without words could not be used.
        for (key, text) in english.into_iter().flatten() {
            words.entry(key).or_insert(text);
        }
        words
    }

    /// The words the rules know.
    pub(super) fn pack(&self, study: &mut Part<'_>, language: &str, findings: &mut Vec<Diagnostic>) -> LanguagePack {
        let Some(name) = self.locale(language, ".pack.yaml") else {
            // Without words of the page either, the language has been warned of already.
            if self.locale(language, ".yaml").is_some() {
                let message = format!("no word lists in `{language}`: without a model, little is read from answers");
                let shown = self.files.shown(&format!("locales/{language}.pack.yaml"));
                study.warn("no_pack", "language", message, &format!("add {shown}, or use a model"));
            }
            return LanguagePack::default();
        };
        let Some(document) = open(self.files, &name, findings) else { return LanguagePack::default() };
        let mut part = document.part();
        let pack = part.typed().unwrap_or_default();
        findings.append(&mut part.findings);
        pack
    }

    /// The file of a language: of `en-GB`, else of `en`.
    pub(super) fn locale(&self, language: &str, ending: &str) -> Option<String> {
        [language, pieces::general(language)]
            .into_iter()
            .map(|tag| format!("locales/{tag}{ending}"))
            .find(|name| self.files.get(name).is_some())
    }

    /// That nothing of a methodology can be asked in a language, in one finding.
    pub(super) fn no_questions(&self, methodology: &str, language: &str, study: &mut Part<'_>) {
        study.findings.retain(|finding| !matches!(finding.code.as_str(), "unknown_language" | "no_pack"));
        let known = self.files.ids("locales");
        let lower = language.to_lowercase();
        let meant = known.iter().find(|tag| lower.starts_with(**tag)).copied();
        let hint = match meant {
            Some(tag) => format!("did you mean `{tag}`?"),
            None => format!(
                "there are words in {}; write its questions in {}, the words of the page in {} and those the rules know in {}",
                known.iter().map(|tag| format!("`{tag}`")).collect::<Vec<_>>().join(", "),
                self.files.shown(&wordings::file_of(methodology, language)),
                self.files.shown(&format!("locales/{language}.yaml")),
                self.files.shown(&format!("locales/{language}.pack.yaml")),
            ),
        };
        let message = format!("the methodology `{methodology}` has no questions in `{language}`");
        study.refuse("missing_language", "language", message, &hint);
    }
}

/// Whether no tactic of a methodology has questions in the language of the study. What says so of each is taken out: it is one
/// mistake.
pub(super) fn silent(methodology: &Methodology, before: usize, findings: &mut Vec<Diagnostic>) -> bool {
    let is_missing = |finding: &Diagnostic| finding.code == "missing_language";
    let missing =
        findings.iter().skip(before).filter(|finding| is_missing(finding) && finding.path.ends_with(".questions"));
    if methodology.tactics.is_empty() || missing.count() < methodology.tactics.len() {
        return false;
    }
    let mut position = 0;
    findings.retain(|finding| {
        position += 1;
        position <= before || !is_missing(finding)
    });
    true
}
