//! Warnings about valid documents that make poor interviews: unreachable strategies, leading questions.

use std::collections::BTreeSet;

use crate::{
    engine::{
        diagnostic::Diagnostic,
        language::{LanguagePack, PhraseSet, WordList},
        methodology::{FocusKind, Methodology, Phase, QuestionPool, Strategy},
        study::{CoreQuestion, Texts},
        text::words,
    },
    studio::documents::part::Part,
};

/// Warns about strategies that never apply or never win, weights without effect, and cycles in the ladder.
pub(in crate::studio::documents) fn practice(methodology: &Methodology, part: &mut Part<'_>) {
    if part.findings.iter().any(Diagnostic::is_error) {
        return; // Errors come first.
    }
    for (index, strategy) in methodology.strategies.iter().enumerate() {
        let place = format!("strategies[{index}]");
        if !part.is_as_written(&place) {
            continue;
        }
        if is_ruled_out(methodology, strategy) {
            let message =
                format!("the strategy `{}` has the weight 0 in every phase, so it is never asked", strategy.id);
            let hint = "give it a weight above 0 in a phase, or remove it";
            part.warn("never_applies", &format!("{place}.id"), message, hint);
        } else if has_no_focus(methodology, strategy) {
            let message =
                format!("the strategy `{}` excludes terminal types and is about terminal types only", strategy.id);
            let hint = "name a type that is not terminal, or remove `exclude_terminal`";
            part.warn("never_applies", &format!("{place}.focus"), message, hint);
        } else if let Some((other, best, worst)) = outdone(methodology, strategy) {
            let message = format!(
                "the strategy `{}` scores at most {best:.2} and `{}` at least {worst:.2}, in every phase: it never wins",
                strategy.id, other.id
            );
            let hint = "raise its `base`, its weights or a bonus, or remove it";
            part.warn("cannot_win", &format!("{place}.id"), message, hint);
        } else if cannot_win(methodology, strategy) {
            let message = format!(
                "the strategy `{}` has no positive base, weight or bonus, so another one always wins",
                strategy.id
            );
            let hint = "give it a weight or a bonus above 0, or remove it";
            part.warn("cannot_win", &format!("{place}.id"), message, hint);
        }
        for (key, _) in strategy.weights.iter().filter(|(_, weight)| **weight == 0.0) {
            let message = format!("the weight 0 of `{key}` changes nothing");
            part.warn("idle_weight", &format!("{place}.weights.{key}"), message, "give it a weight, or remove it");
        }
    }
    circles(methodology, part);
    no_end(methodology, part);
}

fn is_ruled_out(methodology: &Methodology, strategy: &Strategy) -> bool {
    let mut phases = methodology.phases.values().peekable();
    phases.peek().is_some() && phases.all(|phase| phase.weights.get(&strategy.id) == Some(&0.0))
}

fn has_no_focus(methodology: &Methodology, strategy: &Strategy) -> bool {
    let focus = &strategy.focus;
    let is_end = |id| methodology.ontology.node(id).is_some_and(|node| node.terminal);
    focus.kind == FocusKind::Node
        && focus.exclude_terminal
        && !focus.types.is_empty()
        && focus.types.iter().all(|id| is_end(id))
}

/// Whether no weight, base or bonus is above 0, while another strategy has one.
fn cannot_win(methodology: &Methodology, strategy: &Strategy) -> bool {
    let is_for = |strategy: &Strategy| {
        let mut bonuses = methodology.phases.values().filter_map(|phase| phase.bonuses.get(&strategy.id));
        strategy.base > 0.0
            || strategy.weights.values().any(|weight| *weight > 0.0)
            || bonuses.any(|bonus| *bonus > 0.0)
    };
    let mut others = methodology.strategies.iter().filter(|other| other.id != strategy.id && !other.closes);
    !strategy.closes && !is_for(strategy) && others.any(is_for)
}

/// Returns a strategy that always applies and beats this one in every phase, with the best score of this one and the worst
/// score of that one in the phase where they are closest. Signals are 0–1, so the weights bound the scores.
fn outdone<'a>(methodology: &'a Methodology, strategy: &Strategy) -> Option<(&'a Strategy, f64, f64)> {
    let sum = |strategy: &Strategy, keeps: fn(f64) -> bool| {
        strategy.base + strategy.weights.values().filter(|weight| keeps(**weight)).sum::<f64>()
    };
    let raised =
        |id: &str| methodology.requires.iter().filter_map(|it| it.raises.get(id)).filter(|by| **by > 0.0).sum::<f64>();
    let in_phase = |score: f64, phase: &Phase, id: &str| {
        score * phase.weights.get(id).unwrap_or(&1.0) + phase.bonuses.get(id).unwrap_or(&0.0)
    };
    let phases: Vec<&Phase> = methodology.phases.values().collect();
    let is_always_there = |other: &&Strategy| {
        let is_asked = |phase: &&Phase| phase.weights.get(&other.id).is_none_or(|weight| *weight > 0.0);
        other.id != strategy.id && !other.closes && other.focus.kind == FocusKind::Global && phases.iter().all(is_asked)
    };
    let rivals = methodology.strategies.iter().filter(is_always_there);
    rivals.filter(|_| !phases.is_empty() && !strategy.closes).find_map(|other| {
        let mut nearest: Option<(f64, f64)> = None;
        for phase in &phases {
            let best = in_phase(sum(strategy, |weight| weight > 0.0), phase, &strategy.id) + raised(&strategy.id);
            let worst = in_phase(sum(other, |weight| weight < 0.0), phase, &other.id);
            if best >= worst {
                return None;
            }
            if nearest.is_none_or(|(before, than)| worst - best < than - before) {
                nearest = Some((best, worst));
            }
        }
        nearest.map(|(best, worst)| (other, best, worst))
    })
}

/// Warns if a strategy refers to terminal types and there is none.
fn no_end(methodology: &Methodology, part: &mut Part<'_>) {
    let asks_for_ends = |strategy: &Strategy| {
        strategy.focus.exclude_terminal || strategy.weights.keys().any(|key| key.starts_with("graph.chain_completion"))
    };
    let has_end = methodology.ontology.nodes.iter().any(|node| node.terminal);
    if let (false, Some(strategy)) = (has_end, methodology.strategies.iter().find(|it| asks_for_ends(it))) {
        let message = format!(
            "no type is terminal, so no chain is ever complete, but the strategy `{}` depends on it",
            strategy.id
        );
        part.warn("no_end", "ontology.nodes", message, "add `terminal: true` to the highest type");
    }
}

/// Warns about cycles in the ladder: edges that lead up and back down.
fn circles(methodology: &Methodology, part: &mut Part<'_>) {
    let level = |id: &str| methodology.ontology.node(id).and_then(|node| node.level);
    for (index, edge) in methodology.ontology.edges.iter().enumerate().filter(|(_, edge)| &*edge.id == "leads_to") {
        let pairs: Vec<(&str, &str)> = edge.permitted.iter().map(|(source, target)| (&**source, &**target)).collect();
        for (position, (source, target)) in edge.permitted.iter().enumerate() {
            let falls = level(source) > level(target) && level(target).is_some();
            if falls && is_reached(source, target, &pairs) {
                let message =
                    format!("`{source}` leads to `{target}`, which leads back to it, so a chain can be a cycle");
                let path = format!("ontology.edges[{index}].permitted[{position}]");
                part.warn("cycle_in_levels", &path, message, "permit the upward edge only");
            }
        }
    }
}

/// Whether these pairs connect one type with another.
fn is_reached(wanted: &str, from: &str, pairs: &[(&str, &str)]) -> bool {
    let mut reached = BTreeSet::from([from]);
    loop {
        let further: Vec<&str> =
            pairs.iter().filter(|(source, _)| reached.contains(source)).map(|(_, target)| *target).collect();
        let before = reached.len();
        reached.extend(further);
        if reached.contains(wanted) || reached.len() == before {
            return reached.contains(wanted);
        }
    }
}

/// Warns about questions of a study that are leading or double-barrelled, by the phrases of the language pack.
pub(in crate::studio::documents) fn wordings(
    texts: &Texts,
    core: &[CoreQuestion],
    pack: &LanguagePack,
    part: &mut Part<'_>,
) {
    for (index, question) in texts.opening.iter().enumerate() {
        wording(question, &format!("texts.opening[{index}]"), pack, part);
    }
    for (index, question) in core.iter().enumerate() {
        wording(&question.ask, &format!("core[{index}].ask"), pack, part);
    }
}

/// Warns about leading or double-barrelled questions of a tactic in one language.
pub(in crate::studio::documents) fn pool_wordings(
    pool: &QuestionPool,
    path: &str,
    pack: &LanguagePack,
    part: &mut Part<'_>,
) {
    let by_kind = [("node", &pool.node), ("pair", &pool.pair), ("element", &pool.element), ("global", &pool.global)];
    let by_kind = by_kind.into_iter().map(|(kind, questions)| (kind.to_owned(), questions));
    let by_type = pool.types.iter().map(|(node_type, questions)| (format!("types.{node_type}"), questions));
    let unnamed = pool.that.iter().map(|(key, questions)| (format!("that.{key}"), questions));
    for (kind, questions) in by_kind.chain(by_type).chain(unnamed) {
        for (index, question) in questions.iter().enumerate() {
            wording(question, &format!("{path}.{kind}[{index}]"), pack, part);
        }
    }
}

fn wording(question: &str, path: &str, pack: &LanguagePack, part: &mut Part<'_>) {
    if let Some(phrase) = found(question, pack.list(WordList::Leading)) {
        let message = format!("\"{question}\" suggests its answer with \"{phrase}\"");
        part.warn("leading_question", path, message, "ask so that either answer is as easy to give");
    }
    if let Some(phrase) = second_thing(question, pack) {
        let message = format!("\"{question}\" asks a second thing with \"{phrase}\"");
        part.warn("double_barrelled", path, message, "ask one thing at a time");
    } else if question.matches(['?', '؟', '？']).count() > 1 {
        let message = format!("\"{question}\" is more than one question");
        part.warn("double_barrelled", path, message, "ask one thing at a time");
    }
}

/// Returns the phrase that starts a second question. A question that begins with "and what" asks one thing only.
fn second_thing<'a>(question: &str, pack: &'a LanguagePack) -> Option<&'a str> {
    let said: Vec<_> = words(question).collect();
    let said: Vec<&str> = said.iter().map(|word| &**word).collect();
    (1..said.len()).find_map(|at| {
        let (before, rest) = said.split_at(at);
        let phrase = pack.list(WordList::DoubleBarrelled).iter().find(|phrase| begins(rest, phrase))?;
        let is_form_known = !pack.list(WordList::OpenForm).is_empty();
        let asks = !is_form_known
            || (0..at).any(|at| {
                pack.list(WordList::OpenForm).iter().any(|form| before.get(at..).is_some_and(|rest| begins(rest, form)))
            })
            || pack.list(WordList::Auxiliary).iter().any(|verb| begins(before, verb));
        asks.then_some(phrase.as_str())
    })
}

/// Whether these words begin with a phrase.
fn begins(said: &[&str], phrase: &str) -> bool {
    let mut said = said.iter();
    words(phrase).all(|word| said.next().is_some_and(|said| *word == **said))
}

/// Returns the first of these phrases that a question contains.
fn found<'a>(question: &str, phrases: &'a [String]) -> Option<&'a str> {
    let said: Vec<_> = words(question).collect();
    let occurs = |phrase: &&String| {
        let mut set = PhraseSet::default();
        set.insert(words(phrase), ());
        set.is_in(said.iter().map(|word| &**word))
    };
    phrases.iter().find(occurs).map(String::as_str)
}
