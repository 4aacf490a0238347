//! The texts of a study's language: translations, interface texts and the language pack.

use super::{
    super::{
        language::ENGLISH,
        locale::{InterfaceTexts, read_english, read_locale, read_pack},
        methodology, policy,
        translation::{self, Original, Translation, read_translation},
    },
    Assembler, open,
};
use crate::{
    engine::{
        diagnostic::Diagnostic,
        language::{LEARNED_FILES, LanguagePack, SafetyPatterns, register_learned},
        methodology::Methodology,
    },
    studio::documents::part::Part,
};

impl Assembler<'_> {
    /// Reads the translation of the methodology into the study's language, if there is one.
    pub(super) fn methodology_translation(
        &self,
        study: &Part<'_>,
        language: &str,
        findings: &mut Vec<Diagnostic>,
    ) -> Option<Translation> {
        let id = study.word("methodology")?;
        let name = open::in_language(self.files, language, |tag| translation::file_of_methodology(&id, tag))?;
        open::read(self.files, &name, findings, |part| {
            let original = methodology::original(self.files, &id);
            read_translation(part, original.as_ref().map(Original::Methodology), self.files)
        })
    }

    /// Reads the translation of a policy, if there is one: of its document, else of the policy that the document is a
    /// variant of.
    pub(super) fn policy_translation(
        &self,
        (id, word): (&str, Option<&str>),
        language: &str,
        findings: &mut Vec<Diagnostic>,
    ) -> Option<Translation> {
        [Some(id), word].into_iter().flatten().find_map(|id| {
            let name = open::in_language(self.files, language, |tag| translation::file_of_policy(id, tag))?;
            open::read(self.files, &name, findings, |part| {
                let original = policy::original(self.files, id);
                read_translation(part, original.as_ref().map(|policy| Original::Policy(id, policy)), self.files)
            })
        })
    }

    /// Reads the interface texts of the page.
    pub(super) fn interface(
        &self,
        study: &mut Part<'_>,
        language: &str,
        findings: &mut Vec<Diagnostic>,
    ) -> InterfaceTexts {
        let name = self.locale(language, ".yaml").or_else(|| {
            let message = format!("there are no interface texts in `{language}`; the English ones are used");
            let known: Vec<String> = self.files.ids("locales").iter().map(|tag| format!("`{tag}`")).collect();
            let hint = match known.as_slice() {
                [] => "the texts of a language belong in `locales/LANGUAGE.yaml`".to_owned(),
                known => format!(
                    "there are {}; the texts of another language belong in `locales/LANGUAGE.yaml`",
                    known.join(", ")
                ),
            };
            study.warn("unknown_language", "language", message, &hint);
            self.locale(ENGLISH, ".yaml")
        });
        let Some(name) = name else { return InterfaceTexts::new() };
        let tag = name.rsplit('/').next().and_then(|file| file.strip_suffix(".yaml")).unwrap_or_default();
        let english = read_english(self.files, tag);
        let texts = open::read(self.files, &name, findings, |part| read_locale(part, tag, english.as_ref()));
        let mut texts = texts.unwrap_or_default();
        // Every control needs a text.
        for (key, text) in english.into_iter().flatten() {
            texts.entry(key).or_insert(text);
        }
        texts
    }

    /// Reads the language pack.
    pub(super) fn pack(&self, study: &mut Part<'_>, language: &str, findings: &mut Vec<Diagnostic>) -> LanguagePack {
        let name = self.locale(language, ".pack.yaml");
        let is_there = name.is_some();
        let pack = name.and_then(|name| open::read(self.files, &name, findings, read_pack));
        let reads_little = pack.as_ref().map_or(!is_there, |pack| !pack.reads_answers());
        // Without interface texts, the language has a warning already.
        if reads_little && self.locale(language, ".yaml").is_some() {
            let message =
                format!("there is no language pack for `{language}`: without a model, little is read from answers");
            let shown = self.files.shown(&format!("locales/{language}.pack.yaml"));
            study.warn("no_pack", "language", message, &format!("add {shown}, or use a model"));
        }
        let mut pack = pack.unwrap_or_default();
        if pack.safety.is_empty() {
            let shown = self.files.shown(&format!("locales/{language}.pack.yaml"));
            let message = format!("there are no safety words for `{language}`: answers of people in danger are probed");
            study.warn("no_safety", "language", message, &format!("add `safety` to {shown}"));
        }
        pack.safety_elsewhere = self.safety_elsewhere(language);
        pack.stop_weights = self.stop_weights(language);
        pack.learned = self.learned(language);
        pack
    }

    /// The safety patterns of the other languages.
    fn safety_elsewhere(&self, language: &str) -> Vec<SafetyPatterns> {
        let own = self.locale(language, ".pack.yaml");
        let names = self.files.names().filter(|name| name.starts_with("locales/") && name.ends_with(".pack.yaml"));
        let others = names.filter(|name| own.as_deref() != Some(*name));
        let read = others.filter_map(|name| open::read(self.files, name, &mut Vec::new(), read_pack));
        read.map(|pack| pack.safety).filter(|safety| !safety.is_empty()).collect()
    }

    fn stop_weights(&self, language: &str) -> String {
        let bytes = self.locale(language, ".stop.txt").and_then(|name| self.files.get(&name));
        bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default().to_owned()
    }

    /// Registers the learned data of a language and returns its hash.
    fn learned(&self, language: &str) -> Option<String> {
        let mut data = String::new();
        for file in LEARNED_FILES {
            let name = self.locale(language, &format!(".{file}.txt"))?;
            data.push_str(std::str::from_utf8(self.files.get(&name)?).ok()?);
        }
        Some(register_learned(&data))
    }

    fn locale(&self, language: &str, ending: &str) -> Option<String> {
        open::in_language(self.files, language, |tag| format!("locales/{tag}{ending}"))
    }

    /// Reports in one finding that a methodology has no questions in a language.
    pub(super) fn report_no_questions(&self, methodology: &str, language: &str, study: &mut Part<'_>) {
        study.findings.retain(|finding| !matches!(finding.code.as_str(), "unknown_language" | "no_pack" | "no_safety"));
        let known = self.files.ids("locales");
        let lower = language.to_lowercase();
        let meant = known.iter().find(|tag| lower.starts_with(**tag)).copied();
        let hint = match meant {
            Some(tag) => format!("did you mean `{tag}`?"),
            None => format!(
                "there are {}; write its questions in {}, the interface texts in {} and the language pack in {}",
                known.iter().map(|tag| format!("`{tag}`")).collect::<Vec<_>>().join(", "),
                self.files.shown(&translation::file_of_methodology(methodology, language)),
                self.files.shown(&format!("locales/{language}.yaml")),
                self.files.shown(&format!("locales/{language}.pack.yaml")),
            ),
        };
        let message = format!("the methodology `{methodology}` has no questions in `{language}`");
        study.refuse("missing_language", "language", message, &hint);
    }
}

/// Whether no tactic of a methodology has questions in the study's language. Removes the findings about each tactic then,
/// because it is one mistake.
pub(super) fn remove_missing_questions(
    methodology: &Methodology,
    before: usize,
    findings: &mut Vec<Diagnostic>,
) -> bool {
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
