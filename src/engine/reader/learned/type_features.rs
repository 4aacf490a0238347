//! What speaks for the type, the kind and the reaction of an idea.

use std::ops::Range;

use super::{
    super::{
        classification::{Classifier, focus_type},
        clause::Clause,
        element,
        idea::Idea,
        idea_phrase::verbatim,
    },
    tagged_answer::{LISTS, TaggedAnswer, bucket, role},
};
use crate::engine::{
    id::Name,
    language::{Choice, Family, Features, LinearDecision, key},
    methodology::NodeType,
};

/// The kinds of ideas.
pub(super) const KINDS: [&str; 6] = ["thing", "action", "state", "event", "feeling", "value"];
/// The reactions, the first for none.
pub(super) const REACTIONS: [&str; 6] = ["", "positive", "negative", "skeptical", "curious", "neutral"];

/// What is known of an idea before its type.
pub(super) struct IdeaPlace<'a> {
    pub(super) range: &'a Range<usize>,
    /// Types of the ideas before it in the answer.
    pub(super) before: &'a [Name],
    /// Number of ideas of the answer.
    pub(super) count: usize,
}

/// Words of the phrase: tags, classes, stems, and the words that open it.
fn words(answer: &TaggedAnswer<'_>, range: &Range<usize>, features: &mut Features) {
    let said = answer.parsed.answer;
    for class in answer.classes(range.clone()) {
        features.add(&["c", class]);
    }
    for stem in said.stems(range.clone()) {
        features.add(&["w", stem]);
    }
    for (list, name) in LISTS {
        if said.any(range.clone(), list) {
            features.add(&["l", name]);
        }
    }
    let shapes =
        [range.start, range.start + 1, range.start + 2].map(|at| answer.shape(Some(at).filter(|at| *at < range.end)));
    features.add(&["s", shapes[0]]);
    features.add(&["s", shapes[0], shapes[1]]);
    features.add(&["s", shapes[0], shapes[1], shapes[2]]);
    features.add(&["first", said.word(range.start)]);
    let tags: Vec<&str> = range.clone().map(|at| answer.tag(Some(at))).collect();
    features.add(&["last", tags.last().copied().unwrap_or_default()]);
    for tag in ["VERB", "NOUN", "ADJ", "AUX", "PRON", "NUM", "ADV", "PRON+AUX", "AUX+NOT"] {
        if tags.contains(&tag) {
            features.add(&["t", tag]);
        }
    }
    features.add(&["len", bucket(said.words(range.clone()))]);
    let before = answer.shape(range.start.checked_sub(1));
    features.add(&["b", before]);
    features.add(&["bb", answer.shape(range.start.checked_sub(2)), before]);
}

fn surroundings(answer: &TaggedAnswer<'_>, place: &IdeaPlace<'_>, features: &mut Features) {
    let parsed = answer.parsed;
    if let Some((_, clause)) = answer.clause(place.range.start) {
        features.add(&["role", role(clause.role)]);
        for (list, name) in LISTS {
            if parsed.answer.any(clause.range.clone(), list) {
                features.add(&["cl", name]);
            }
        }
        let start = clause.range.start;
        features.add(&["open", answer.shape(Some(start)), answer.shape(Some(start + 1))]);
    }
    features.add(&["asked", parsed.known_context.asked.and_then(|asked| asked.types.first()).map_or("-", |id| id)]);
    features.add(&["focus", focus_type(parsed.context).filter(|_| parsed.context.focus.is_some()).unwrap_or("-")]);
    features.add(&["element", if parsed.context.focus_element.is_some() { "1" } else { "0" }]);
    features.add(&["before", place.before.last().map_or("-", |id| id)]);
    features.add(&["n", bucket(place.before.len()), bucket(place.count)]);
    question(answer, features);
    let stems = parsed.answer.content(place.range.clone());
    features.add(&["names", if parsed.known_context.elements(&stems).next().is_some() { "1" } else { "0" }]);
}

/// Words of the question, which say more than the list of its kinds.
fn question(answer: &TaggedAnswer<'_>, features: &mut Features) {
    let context = answer.parsed.context;
    let focus = context.focus.filter(|focus| !focus.is_empty());
    let text = focus.map_or_else(|| context.question.to_owned(), |focus| context.question.replace(focus, ","));
    let words = crate::engine::text::word_list(&text);
    for word in &words {
        features.add(&["q", word]);
    }
    for pair in words.windows(2) {
        let [a, b] = pair else { continue };
        features.add(&["q2", a, b]);
    }
}

/// The type of an idea.
pub(super) fn node_type(
    answer: &TaggedAnswer<'_>,
    judge: &Classifier<'_>,
    place: &IdeaPlace<'_>,
    rules_before: &[Idea],
) -> Option<LinearDecision> {
    let parsed = answer.parsed;
    let context = parsed.context;
    let mut features = Features::default();
    words(answer, place.range, &mut features);
    surroundings(answer, place, &mut features);
    features.add(&["bias"]);
    let (_, clause) = answer.clause(place.range.start)?;
    let phrase = verbatim(parsed.answer, place.range.clone())?;
    let within = place.range.start.min(clause.range.start)..place.range.end;
    let clause = Clause { range: within, ..clause.clone() };
    let verdict = judge.judge(parsed.answer, parsed.known_context, &clause, &phrase, rules_before, None);
    let evidence = judge.evidence(parsed.answer, parsed.known_context, &clause, &phrase);
    let levels = context.ontology.levels();
    let step = |level: Option<u32>| {
        level.and_then(|level| i64::try_from(levels.iter().position(|known| *known == level)?).ok())
    };
    let level_of = |id: &str| step(context.ontology.node(id).and_then(|node| node.level));
    let focus = context.focus.and_then(|_| focus_type(context)).and_then(level_of);
    let last = place.before.last().and_then(|id| level_of(id)).or(focus);
    let kind = best_kind(answer, place);
    let option = |node: &NodeType| {
        let mut own = Features::default();
        let level = step(node.level).map_or_else(|| "none".to_owned(), |level| level.to_string());
        let id = &*node.id;
        if verdict.as_ref().is_some_and(|verdict| verdict.node_type == node.id) {
            own.add(&["rules"]);
            own.add(&["rules", id]);
        }
        let told = evidence.get(id).copied().unwrap_or_default();
        own.add(&[
            "told",
            if told > 1.9 {
                "2"
            } else if told > 0.0 {
                "1"
            } else {
                "0"
            },
            if evidence.is_empty() { "none" } else { "some" },
        ]);
        if let Some(asked) = parsed.known_context.asked {
            let place_asked = asked.types.iter().position(|known| *known == node.id).map_or("-", bucket);
            own.add(&["asked", place_asked, bucket(place.before.len().min(2))]);
        }
        for (name, from) in [("focus", focus), ("last", last)] {
            let rise = match (from, step(node.level)) {
                (Some(from), Some(to)) => (to - from).clamp(-3, 3).to_string(),
                _ => "none".to_owned(),
            };
            own.add(&[name, &rise]);
            own.add(&[
                name,
                &rise,
                bucket(place.before.len().min(2)),
                if parsed.context.focus.is_some() { "1" } else { "0" },
            ]);
        }
        own.add(&["repeat", if place.before.contains(&node.id) { "1" } else { "0" }, id]);
        for class in answer.classes(place.range.clone()) {
            own.add(&["level", &level, class]);
        }
        own.add(&["kind", kind, id]);
        own.add(&["kind", kind, &level, if node.terminal { "top" } else { "" }]);
        Choice { key: key(&format!("{}:{id}", context.methodology)), own }
    };
    Some(LinearDecision {
        family: Family::NodeType,
        features,
        options: context.ontology.nodes.iter().map(option).collect(),
    })
}

/// What the words of an idea are.
pub(super) fn kind(answer: &TaggedAnswer<'_>, place: &IdeaPlace<'_>) -> LinearDecision {
    let mut features = Features::default();
    words(answer, place.range, &mut features);
    features.add(&["bias"]);
    features.add(&["method", answer.parsed.context.methodology]);
    LinearDecision::among(Family::Kind, features, &KINDS)
}

/// The most likely kind; "-" without weights.
fn best_kind(answer: &TaggedAnswer<'_>, place: &IdeaPlace<'_>) -> &'static str {
    let weights = &answer.model.weights;
    if !weights.tables.contains_key(&Family::Kind) {
        return "-";
    }
    weights.best(&kind(answer, place)).and_then(|best| KINDS.get(best)).copied().unwrap_or("-")
}

/// The reaction to an idea.
pub(super) fn reaction(answer: &TaggedAnswer<'_>, place: &IdeaPlace<'_>) -> LinearDecision {
    let parsed = answer.parsed;
    let mut features = Features::default();
    words(answer, place.range, &mut features);
    features.add(&["bias"]);
    let sign = |balance: i32| match balance.signum() {
        1 => "+",
        -1 => "-",
        _ => "0",
    };
    features.add(&["phrase", sign(element::balance(parsed.answer, place.range.clone()))]);
    features.add(&["valence", sign(answer.valence(place.range.clone()))]);
    features.add(&["valences", sign(answer.valence(place.range.clone())), sign(answer.valence(parsed.answer.all()))]);
    features.add(&["answer", sign(element::balance(parsed.answer, parsed.answer.all()))]);
    features.add(&["tone", sign(i32::from(parsed.known_context.asked.map_or(0, |asked| asked.tone)))]);
    if let Some((number, clause)) = answer.clause(place.range.start) {
        let stance = element::stance(parsed.answer, parsed.sentences.get(clause.sentence), clause.range.clone());
        features.add(&["clause", sign(stance.balance), stance.instead.map_or("-", |_| "doubt")]);
        features.add(&["role", role(clause.role)]);
        features.add(&["role", role(clause.role), sign(stance.balance)]);
        features.add(&[
            "clause-valence",
            sign(answer.valence(clause.range.clone())),
            sign(answer.valence(place.range.clone())),
        ]);
        let next = parsed.clauses.get(number + 1);
        features.add(&["next", next.map_or("-", |next| role(next.role))]);
        for (list, name) in LISTS {
            if parsed.answer.any(clause.range.clone(), list) {
                features.add(&["cl", name]);
            }
        }
        for class in answer.classes(clause.range.clone()) {
            features.add(&["cc", class]);
        }
    }
    question(answer, &mut features);
    LinearDecision::among(Family::Reaction, features, &REACTIONS)
}
