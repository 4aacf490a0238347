//! Rules about the study itself: names, language, limits and texts.

use std::collections::BTreeSet;

use super::{id, in_range, questions, text};
use crate::{
    engine::{
        diagnostic::did_you_mean,
        limits::Limits,
        model::CallSettings,
        study::{CoreQuestion, Privacy, Scoring, Texts},
    },
    studio::{
        documents::{language::is_tag, part::Part},
        origin::Origin,
    },
};

/// Checks id, title and language of a study.
pub(in crate::studio::documents) fn study(study_id: &str, tag: &str, title: &str, part: &mut Part<'_>) {
    id(study_id, "id", part);
    text(title, "title", part);
    language(tag, part);
}

/// Checks the form of a language tag.
pub(in crate::studio::documents) fn language(language: &str, part: &mut Part<'_>) {
    if !is_tag(language) && (part.has("language") || language.is_empty()) && part.is_as_written("language") {
        let message = format!("`{language}` is not a language tag");
        part.refuse("bad_language", "language", message, "write a tag like `en`, `pt-BR` or `ar`");
    }
}

/// Checks the origins of pages that may embed the interview.
pub(in crate::studio::documents) fn embed_in(origins: &[String], part: &mut Part<'_>) {
    for (index, origin) in origins.iter().enumerate() {
        if let Err(invalid) = Origin::parse(origin) {
            let hint = "write scheme, host and a non-default port, such as `https://survey.example`";
            let message = format!("`{origin}` is not an origin: {}", invalid.problem);
            part.refuse("bad_origin", &format!("embed_in[{index}]"), message, hint);
        }
    }
}

/// Checks the settings for finished sessions.
pub(in crate::studio::documents) fn after_session(scoring: &Scoring, privacy: &Privacy, part: &mut Part<'_>) {
    in_range(scoring.timeout_s, 30..=3_600, "scoring.timeout_s", part);
    in_range(scoring.max_extraction_retries, 0..=10, "scoring.max_extraction_retries", part);
    in_range(scoring.context_token_budget, 4_000..=1_000_000, "scoring.context_token_budget", part);
    if let Some(days) = privacy.retention_days {
        in_range(days, 1..=3_650, "privacy.retention_days", part);
    }
    if let Some(model) = &scoring.model {
        text(model, "scoring.model", part);
    }
}

/// Checks the limits.
pub(in crate::studio::documents) fn limits(limits: &Limits, part: &mut Part<'_>) {
    let Limits { max_turns, late_turns, .. } = *limits;
    // An invalid `max_turns` is no bound for the others.
    let is_sound = part.is_as_written("limits.max_turns") && (1..=200).contains(&max_turns);
    let turns = if is_sound { max_turns } else { u32::MAX };
    let counts = [
        ("max_turns", max_turns, 1, 200),
        ("min_turns", limits.min_turns, 0, turns),
        ("late_turns", late_turns, 0, turns),
        ("zero_yield", limits.zero_yield, 1, 200),
        ("shallow", limits.shallow, 1, 200),
        ("plateau", limits.plateau, 1, 200),
        ("fatigue", limits.fatigue, 0, 200),
        ("yield_gap", limits.yield_gap, 1, 200),
        ("chain_steps", limits.chain_steps, 1, 1_000_000),
    ];
    for (key, value, least, most) in counts {
        if (least..=most).contains(&value) {
            continue;
        }
        let upper = if most == turns { format!("`max_turns`, {most}") } else { most.to_string() };
        let message = format!("`{key}` is {value}; it may be {least} to {upper}");
        part.refuse("out_of_range", &format!("limits.{key}"), message, "change it, or remove it for the default");
    }
    if late_turns == max_turns && part.has("limits.late_turns") {
        let message = "`late_turns` equals `max_turns`, so every turn is late: the phases early and mid never occur";
        let hint = "write a smaller number, or remove it for the default";
        part.warn("unreachable_phase", "limits.late_turns", message, hint);
    }
    in_range(limits.target_depth, 0.0..=1.0, "limits.target_depth", part);
}

/// Checks the models and the call settings.
pub(in crate::studio::documents) fn models(models: &[String], calls: &CallSettings, part: &mut Part<'_>) {
    let CallSettings { turn_budget_ms, qualitative_every, forbidden, .. } = calls;
    in_range(*turn_budget_ms, 1_000..=120_000, "calls.turn_budget_ms", part);
    in_range(*qualitative_every, 1..=20, "calls.qualitative_every", part);
    for (index, word) in forbidden.iter().enumerate() {
        text(word, &format!("calls.forbidden[{index}]"), part);
    }
    for (index, model) in models.iter().enumerate() {
        let path = format!("models[{index}]");
        if text(model, &path, part) && models.iter().take(index).any(|earlier| earlier == model) {
            let message = format!("the model `{model}` is listed twice");
            part.warn("repeated", &path, message, "remove one; the first model is the first choice");
        }
    }
}

/// Models outside the model settings: one of the embedding page, and the one built into the browser.
const ELSEWHERE: [&str; 2] = ["host", "browser"];

/// Checks that the model settings beside the study name the models.
pub(in crate::studio::documents) fn known_models(models: &[String], known: &[&str], part: &mut Part<'_>) {
    let known: Vec<&str> = known.iter().copied().chain(ELSEWHERE).collect();
    for (index, model) in models.iter().enumerate() {
        if !model.trim().is_empty() && !known.contains(&model.as_str()) {
            let message = format!("`llm.yaml` names no model `{model}`");
            part.refuse("unknown_model", &format!("models[{index}]"), message, &did_you_mean(model, &known));
        }
    }
}

/// Phrases that promise that answers stay on the device, in lower case.
const STAYS: [&str; 6] =
    ["on this device", "sent to nobody", "auf diesem gerät", "niemandem", "على هذا الجهاز", "لا تُرسل إلى أحد"];

/// Warns about a collecting study that promises that answers stay on the device.
pub(in crate::studio::documents) fn promises(texts: &Texts, part: &mut Part<'_>) {
    let facts = texts.intro.facts.iter().enumerate();
    let facts = facts.map(|(index, fact)| (format!("texts.intro.facts[{index}].text"), &fact.text));
    let others = [("texts.intro.lead".to_owned(), &texts.intro.lead), ("texts.goodbye".to_owned(), &texts.goodbye)];
    for (path, said) in facts.chain(others) {
        let said = said.to_lowercase();
        let Some(words) = STAYS.into_iter().find(|words| said.contains(words)) else { continue };
        let message = format!("this says “{words}”, but the study collects: answers are sent to the endpoint");
        part.warn("untrue_promise", &path, message, "say where answers are sent, or remove `collect: true`");
    }
}

/// Checks the texts for the respondent.
pub(in crate::studio::documents) fn texts(texts: &Texts, part: &mut Part<'_>) {
    if !part.has("texts") {
        let hint = "add `texts:` with `intro: {title: …, lead: …}`, `opening`, `thanks`, `goodbye` and `safety`";
        let message = "`texts` is missing: the texts for the respondent and the first question";
        part.refuse("missing_field", "texts", message, hint);
        return;
    }
    if !part.is_as_written("texts") && texts == &Texts::default() {
        return; // It is not a mapping and has its own finding.
    }
    if texts.opening.is_empty() {
        let hint = "add `texts: {opening: [\"…?\"]}`";
        part.refuse("no_opening", "texts.opening", "there is no opening question", hint);
    }
    for (index, question) in texts.opening.iter().enumerate() {
        questions::opening(question, &format!("texts.opening[{index}]"), part);
    }
    text(&texts.thanks, "texts.thanks", part);
    text(&texts.goodbye, "texts.goodbye", part);
    if part.has("texts.intro") {
        text(&texts.intro.title, "texts.intro.title", part);
        text(&texts.intro.lead, "texts.intro.lead", part);
    } else {
        let message = "`texts.intro` is missing: the first screen";
        part.refuse("missing_field", "texts.intro", message, "add `intro: {title: …, lead: …}`");
    }
    for (index, fact) in texts.intro.facts.iter().enumerate() {
        text(&fact.term, &format!("texts.intro.facts[{index}].term"), part);
        text(&fact.text, &format!("texts.intro.facts[{index}].text"), part);
    }
    if texts.safety.trim().is_empty() {
        let message =
            "there is no `safety` text; it is shown when the interview ends because a respondent is in distress";
        part.warn("no_safety", "texts.safety", message, "add `safety:` with a contact for help");
    }
    if part.has("texts.pause") {
        text(&texts.pause, "texts.pause", part);
    }
    let optional = [
        ("texts.intro.consent", &texts.intro.consent),
        ("texts.intro.fine_print", &texts.intro.fine_print),
        ("texts.completion_code", &texts.completion_code),
    ];
    for (path, value) in optional {
        if let Some(value) = value {
            text(value, path, part);
        }
    }
}

/// Checks the fixed questions.
pub(in crate::studio::documents) fn core(core: &[CoreQuestion], limits: &Limits, part: &mut Part<'_>) {
    let mut seen = BTreeSet::new();
    for (index, question) in core.iter().enumerate() {
        let path = format!("core[{index}]");
        id(&question.id, &format!("{path}.id"), part);
        if !seen.insert(&question.id) {
            let message = format!("another question has the id `{}` already", question.id);
            part.refuse("duplicate_id", &format!("{path}.id"), message, "give every question an id of its own");
        }
        questions::opening(&question.ask, &format!("{path}.ask"), part);
        if let Some(turn) = question.after_turn
            && !(1..=limits.max_turns).contains(&turn)
        {
            let message = format!("turn {turn} never occurs; the interview has turns 1 to {}", limits.max_turns);
            let hint = "name an earlier turn, or write `when: last`";
            part.refuse("out_of_range", &format!("{path}.after_turn"), message, hint);
        }
    }
}
