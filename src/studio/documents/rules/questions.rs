//! Rules about questions: every strategy has some, and every question is usable.

use std::collections::BTreeSet;

use super::text;
use crate::{
    engine::{
        diagnostic::did_you_mean,
        id::Name,
        methodology::{FocusKind, Methodology, QuestionPool, Strategy},
    },
    studio::documents::part::Part,
};

/// Purpose of a question text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::studio::documents) enum Purpose {
    /// To ask something.
    Question,
    /// To say goodbye; it needs no question mark.
    Farewell,
}

/// Known slots of a question.
const SLOTS: [&str; 2] = ["focus", "topic"];

/// Returns the tactics that only closing strategies use. They say goodbye and need no question.
pub(in crate::studio::documents) fn farewell_tactics(methodology: &Methodology) -> BTreeSet<Name> {
    let (closing, others): (Vec<_>, Vec<_>) = methodology.strategies.iter().partition(|strategy| strategy.closes);
    // A methodology without a closing strategy has its own finding. Any tactic may be a farewell then.
    let (closing, others) = if closing.is_empty() { (others, Vec::new()) } else { (closing, others) };
    let used_otherwise = |tactic: &Name| others.iter().any(|strategy| strategy.tactics.contains(tactic));
    closing.iter().flat_map(|strategy| &strategy.tactics).filter(|tactic| !used_otherwise(tactic)).cloned().collect()
}

/// Checks that every strategy of a methodology has questions for its kind of focus.
pub(in crate::studio::documents) fn strategies_can_ask(methodology: &Methodology, part: &mut Part<'_>) {
    for (index, strategy) in methodology.strategies.iter().enumerate() {
        let path = format!("strategies[{index}]");
        if ["focus", "tactics"].iter().all(|key| part.is_as_written(&format!("{path}.{key}"))) {
            can_ask(methodology, strategy, &path, part);
        }
    }
}

fn can_ask(methodology: &Methodology, strategy: &Strategy, path: &str, part: &mut Part<'_>) {
    let tactics: Vec<_> = strategy.tactics.iter().filter_map(|id| methodology.tactic(id)).collect();
    if tactics.len() < strategy.tactics.len() {
        return; // An unknown tactic has its own finding.
    }
    if tactics.is_empty() {
        let message = format!("the strategy `{}` has no tactic to ask with", strategy.id);
        part.refuse("no_tactic", &format!("{path}.tactics"), message, "list at least one tactic");
        return;
    }
    let has = |pool: &QuestionPool| match strategy.focus.kind {
        FocusKind::Node => {
            !pool.node.is_empty() || !pool.that.is_empty() || covers_every_type(methodology, strategy, pool)
        }
        FocusKind::Element => !pool.element.is_empty(),
        FocusKind::Global => !pool.global.is_empty(),
    };
    if !tactics.iter().any(|tactic| has(&tactic.questions)) {
        let (kind, about) = match strategy.focus.kind {
            FocusKind::Node => ("node", "a node"),
            FocusKind::Element => ("element", "an element"),
            FocusKind::Global => ("global", "the conversation as a whole"),
        };
        let message = format!("no tactic of the strategy `{}` has questions about {about}", strategy.id);
        let hint = format!("add questions under `{kind}` to one of its tactics");
        part.refuse("no_questions", &format!("{path}.tactics"), message, &hint);
    }
}

fn covers_every_type(methodology: &Methodology, strategy: &Strategy, pool: &QuestionPool) -> bool {
    let all = methodology.ontology.nodes.iter().map(|node| &node.id);
    let of = |id| pool.types.get(id).is_some_and(|questions| !questions.is_empty());
    if strategy.focus.types.is_empty() {
        all.clone().count() > 0 && all.clone().all(of)
    } else {
        strategy.focus.types.iter().all(of)
    }
}

/// Checks the questions of a tactic in one language.
pub(in crate::studio::documents) fn questions(pool: &QuestionPool, purpose: Purpose, path: &str, part: &mut Part<'_>) {
    let by_kind = pool.by_kind();
    for (kind, questions) in by_kind {
        wordings(questions, purpose, &format!("{path}.{kind}"), part);
    }
    for (node_type, questions) in &pool.types {
        wordings(questions, purpose, &format!("{path}.types.{node_type}"), part);
    }
    for (key, questions) in &pool.that {
        wordings(questions, purpose, &format!("{path}.that.{key}"), part);
    }
    if part.is_as_written(path)
        && pool.that.values().all(Vec::is_empty)
        && by_kind.iter().all(|(_, questions)| questions.is_empty())
        && pool.types.values().all(Vec::is_empty)
    {
        let message = "there is no question here";
        part.refuse("empty", path, message, "add questions under `that`, `node`, `types`, `element` or `global`");
    }
}

fn wordings(questions: &[String], purpose: Purpose, path: &str, part: &mut Part<'_>) {
    let mut seen = BTreeSet::new();
    for (index, question) in questions.iter().enumerate() {
        let path = format!("{path}[{index}]");
        wording(&SLOTS, question, purpose, &path, part);
        if !question.trim().is_empty() && !seen.insert(question.trim().to_lowercase()) {
            let message = "this question is already in the list";
            part.refuse("duplicate_question", &path, message, "word it differently, or remove it");
        }
    }
}

/// Checks a question without slots.
pub(super) fn opening(question: &str, path: &str, part: &mut Part<'_>) {
    wording(&[], question, Purpose::Question, path, part);
}

/// Checks that a question ends with a question mark and has known slots only.
fn wording(known: &[&str], question: &str, purpose: Purpose, path: &str, part: &mut Part<'_>) {
    if !text(question, path, part) {
        return;
    }
    // Question marks of Latin, Arabic, Greek, Ethiopic, Armenian and East Asian scripts.
    if purpose == Purpose::Question && !question.contains(['?', '؟', ';', '፧', '՞', '？']) {
        part.refuse("no_question_mark", path, "there is no question mark", "end it with `?`");
    }
    if let Some((_, doubled)) = question.split_once("{{") {
        let slot = doubled.split('}').next().unwrap_or_default();
        let hint = format!("write `{{{slot}}}`");
        part.refuse("unknown_slot", path, "the braces are doubled, so the respondent would see a pair of them", &hint);
        return;
    }
    for slot in slots(question) {
        if !known.contains(&slot) {
            let hint = match known {
                [] => "this question has no slots: write the words themselves".to_owned(),
                known => did_you_mean(slot, known),
            };
            part.refuse("unknown_slot", path, format!("nothing fills the slot `{{{slot}}}`"), &hint);
        }
    }
    if question.matches('{').count() != question.matches('}').count() {
        part.refuse("unknown_slot", path, "a brace is not closed", "write slots like `{topic}`");
    }
}

/// Returns the texts between braces.
pub(super) fn slots(question: &str) -> impl Iterator<Item = &str> {
    question.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(slot, _)| slot)
}
