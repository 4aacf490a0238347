//! What must hold in the study itself: its name, language, limits and texts.

use std::collections::BTreeSet;

use super::{id, questions, text};
use crate::{
    documents::{explain, part::Part},
    limits::Limits,
    llm::Calls,
    origin::Origin,
    study::{CoreQuestion, Privacy, Scoring, Texts},
};

/// Rules about the head of a study.
pub(in crate::documents) fn study(study_id: &str, tag: &str, title: &str, part: &mut Part<'_>) {
    id(study_id, "id", part);
    text(title, "title", part);
    language(tag, part);
}

/// A language tag has the form of one.
pub(in crate::documents) fn language(language: &str, part: &mut Part<'_>) {
    if !is_tag(language) && (part.has("language") || language.is_empty()) && part.is_as_written("language") {
        let message = format!("`{language}` is not a language tag");
        part.refuse("bad_language", "language", message, "write a tag like `en`, `pt-BR` or `ar`");
    }
}

/// Whether a language tag has the form of one.
pub(in crate::documents) fn is_tag(language: &str) -> bool {
    let is_subtag = |tag: &str| (1..=8).contains(&tag.len()) && tag.chars().all(|c| c.is_ascii_alphanumeric());
    language.split('-').all(is_subtag)
}

/// Rules about the pages around a frame.
pub(in crate::documents) fn embed_in(origins: &[String], part: &mut Part<'_>) {
    for (index, origin) in origins.iter().enumerate() {
        if let Err(invalid) = Origin::parse(origin) {
            let hint = "write scheme, host and, unless it is the usual one, port, such as `https://survey.example`";
            let message = format!("`{origin}` is not an origin: {}", invalid.problem);
            part.refuse("bad_origin", &format!("embed_in[{index}]"), message, hint);
        }
    }
}

/// Rules about what follows a session.
pub(in crate::documents) fn after(scoring: &Scoring, privacy: &Privacy, part: &mut Part<'_>) {
    let ranges = [
        ("scoring.timeout_s", Some(scoring.timeout_s), 30, 3_600),
        ("scoring.max_extraction_retries", Some(scoring.max_extraction_retries), 0, 10),
        ("scoring.context_token_budget", Some(scoring.context_token_budget), 4_000, 1_000_000),
        ("privacy.retention_days", privacy.retention_days, 1, 3_650),
    ];
    for (path, value, least, most) in ranges {
        if let Some(value) = value.filter(|value| !(least..=most).contains(value)) {
            let message = format!("`{path}` is {value}; it may be {least} to {most}");
            part.refuse("out_of_range", path, message, "change it, or remove it for the default");
        }
    }
    if let Some(model) = &scoring.model {
        text(model, "scoring.model", part);
    }
}

/// Rules about limits.
pub(in crate::documents) fn limits(limits: &Limits, part: &mut Part<'_>) {
    let Limits {
        max_turns,
        min_turns,
        late_turns,
        target_depth,
        zero_yield,
        shallow,
        plateau,
        fatigue,
        yield_gap,
        chain_steps,
    } = *limits;
    // Where the most turns are no number of turns, nothing can be held against them.
    let is_sound = part.is_as_written("limits.max_turns") && (1..=200).contains(&max_turns);
    let turns = if is_sound { max_turns } else { u32::MAX };
    let counts = [
        ("max_turns", max_turns, 1, 200),
        ("min_turns", min_turns, 0, turns),
        ("late_turns", late_turns, 0, turns),
        ("zero_yield", zero_yield, 1, 200),
        ("shallow", shallow, 1, 200),
        ("plateau", plateau, 1, 200),
        ("fatigue", fatigue, 0, 200),
        ("yield_gap", yield_gap, 1, 200),
        ("chain_steps", chain_steps, 1, 1_000_000),
    ];
    for (key, value, least, most) in counts {
        if !(least..=most).contains(&value) {
            let upper = if most == turns { format!("`max_turns`, {most}") } else { most.to_string() };
            let message = format!("`{key}` is {value}; it may be {least} to {upper}");
            part.refuse("out_of_range", &format!("limits.{key}"), message, "change it, or remove it for the default");
        }
    }
    if late_turns == max_turns && part.has("limits.late_turns") {
        let message =
            "with `late_turns` as many as `max_turns` every turn is late: the phases early and mid never come";
        part.warn(
            "unreachable_phase",
            "limits.late_turns",
            message,
            "make it a few turns, or remove it for the default",
        );
    }
    if !(0.0..=1.0).contains(&target_depth) {
        let message = format!("`target_depth` is {target_depth}; it may be 0 to 1");
        part.refuse("out_of_range", "limits.target_depth", message, "change it, or remove it for the default");
    }
}

/// Rules about models and how they are called.
pub(in crate::documents) fn models(models: &[String], calls: &Calls, part: &mut Part<'_>) {
    let Calls { turn_budget_ms, qualitative_every, forbidden, .. } = calls;
    let ranges = [
        ("turn_budget_ms", *turn_budget_ms, 1_000, 120_000, " milliseconds"),
        ("qualitative_every", *qualitative_every, 1, 20, " turns"),
    ];
    for (key, value, least, most, unit) in ranges {
        if !(least..=most).contains(&value) {
            let message = format!("`{key}` is {value}; it may be {least} to {most}{unit}");
            part.refuse("out_of_range", &format!("calls.{key}"), message, "change it, or remove it for the default");
        }
    }
    for (index, word) in forbidden.iter().enumerate() {
        text(word, &format!("calls.forbidden[{index}]"), part);
    }
    for (index, model) in models.iter().enumerate() {
        let path = format!("models[{index}]");
        if text(model, &path, part) && models.iter().take(index).any(|earlier| earlier == model) {
            let message = format!("the model `{model}` is named twice");
            part.warn("repeated", &path, message, "remove one; the order is the order of choice");
        }
    }
}

/// Models that no settings name: one of the page around, and the one built into the browser.
const ELSEWHERE: [&str; 2] = ["host", "browser"];

/// Models are those the settings beside the study name.
pub(in crate::documents) fn known_models(models: &[String], known: &[&str], part: &mut Part<'_>) {
    let known: Vec<&str> = known.iter().copied().chain(ELSEWHERE).collect();
    for (index, model) in models.iter().enumerate() {
        if !model.trim().is_empty() && !known.contains(&model.as_str()) {
            let message = format!("`llm.yaml` names no model `{model}`");
            part.refuse("unknown_model", &format!("models[{index}]"), message, &explain::did_you_mean(model, &known));
        }
    }
}

/// Words by which a study says that answers stay where they are, in lower case, by language.
const STAYS: [&str; 6] =
    ["on this device", "sent to nobody", "auf diesem gerät", "niemandem", "على هذا الجهاز", "لا تُرسل إلى أحد"];

/// A study that collects does not say that answers stay on the device: the page tells respondents where they go, and two
/// sentences that differ are worse than none.
pub(in crate::documents) fn promises(texts: &Texts, part: &mut Part<'_>) {
    let facts = texts.intro.facts.iter().enumerate();
    let facts = facts.map(|(index, fact)| (format!("texts.intro.facts[{index}].text"), &fact.text));
    let others = [("texts.intro.lead".to_owned(), &texts.intro.lead), ("texts.goodbye".to_owned(), &texts.goodbye)];
    for (path, said) in facts.chain(others) {
        let said = said.to_lowercase();
        let Some(words) = STAYS.into_iter().find(|words| said.contains(words)) else { continue };
        let message = format!("this says “{words}”, but the study collects: its answers are sent to the endpoint");
        part.warn("untrue_promise", &path, message, "say where answers go, or take `collect: true` away");
    }
}

/// Rules about what the respondent reads.
pub(in crate::documents) fn texts(texts: &Texts, part: &mut Part<'_>) {
    if !part.has("texts") {
        let hint = "add `texts:` with `intro: {title: …, lead: …}`, `opening`, `thanks`, `goodbye` and `safety`";
        part.refuse(
            "missing_field",
            "texts",
            "`texts` is missing: what the respondent reads, and the first question",
            hint,
        );
        return;
    }
    if !part.is_as_written("texts") && texts == &Texts::default() {
        return; // It is no mapping, which is reported by itself.
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
        let message = "there is no `safety` text for somebody in distress, at whose words the interview ends";
        part.warn("no_safety", "texts.safety", message, "add `safety:` with whom to turn to");
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

/// Rules about the questions asked of everyone.
pub(in crate::documents) fn core(core: &[CoreQuestion], limits: &Limits, part: &mut Part<'_>) {
    let mut seen = BTreeSet::new();
    for (index, question) in core.iter().enumerate() {
        let path = format!("core[{index}]");
        id(&question.id, &format!("{path}.id"), part);
        if !seen.insert(&question.id) {
            let message = format!("the id `{}` is already that of another question", question.id);
            part.refuse("duplicate_id", &format!("{path}.id"), message, "give every question an id of its own");
        }
        questions::opening(&question.ask, &format!("{path}.ask"), part);
        if let Some(turn) = question.after_turn
            && !(1..=limits.max_turns).contains(&turn)
        {
            let message = format!("turn {turn} never comes; the interview has turns 1 to {}", limits.max_turns);
            part.refuse(
                "out_of_range",
                &format!("{path}.after_turn"),
                message,
                "name a turn that comes, or `when: last`",
            );
        }
    }
}
