//! Habits that spoil an interview though every name in it is right: strategies nobody will ever meet, questions that lead.
//!
//! All of them are warnings: the interview runs.

use std::collections::BTreeSet;

use crate::{
    diagnostic::Diagnostic,
    documents::part::Part,
    llm::rules::{LanguagePack, List},
    methodology::{FocusKind, Methodology, Phase, QuestionPool, Strategy},
    study::{CoreQuestion, Texts},
    text::{contains_phrase, words},
};

/// Strategies that are never asked or cannot win, weights that do nothing, and rungs that lead in a circle.
pub(in crate::documents) fn practice(methodology: &Methodology, part: &mut Part<'_>) {
    if part.findings.iter().any(Diagnostic::is_error) {
        return; // Names that do not fit come first; habits are for what runs.
    }
    for (index, strategy) in methodology.strategies.iter().enumerate() {
        let place = format!("strategies[{index}]");
        if !part.is_as_written(&place) {
            continue;
        }
        if is_ruled_out(methodology, strategy) {
            let message =
                format!("the strategy `{}` has the weight 0 in every phase, so it is never asked", strategy.id);
            part.warn(
                "never_applies",
                &format!("{place}.id"),
                message,
                "give it a weight above 0 in a phase, or remove it",
            );
        } else if has_no_focus(methodology, strategy) {
            let message =
                format!("the strategy `{}` leaves out the ends of the ladder and is about nothing else", strategy.id);
            let hint = "name a type that is no end, or remove `exclude_terminal`";
            part.warn("never_applies", &format!("{place}.focus"), message, hint);
        } else if let Some((other, best, worst)) = outdone(methodology, strategy) {
            let message = format!(
                "the strategy `{}` scores {best:.2} at the very best, `{}` {worst:.2} at the very worst, in every phase: it \
                 never wins",
                strategy.id, other.id
            );
            let hint = "raise its `base`, its weights or a bonus, or remove it";
            part.warn("cannot_win", &format!("{place}.id"), message, hint);
        } else if cannot_win(methodology, strategy) {
            let message = format!("nothing ever speaks for the strategy `{}`, so another one always wins", strategy.id);
            part.warn(
                "cannot_win",
                &format!("{place}.id"),
                message,
                "give it a weight or a bonus above 0, or remove it",
            );
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

/// No weight, base or bonus is above 0, while another strategy of its kind has one.
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

/// A strategy that is always there to be asked and beats this one in every phase, with the best score this one and the worst
/// score that one can have where they come closest. Signals are 0–1, so weights bound what they add.
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

/// Whoever asks for the end of a ladder needs a type that is one.
fn no_end(methodology: &Methodology, part: &mut Part<'_>) {
    let asks_for_ends = |strategy: &Strategy| {
        strategy.focus.exclude_terminal || strategy.weights.keys().any(|key| key.starts_with("graph.chain_completion"))
    };
    let has_end = methodology.ontology.nodes.iter().any(|node| node.terminal);
    if let (false, Some(strategy)) = (has_end, methodology.strategies.iter().find(|it| asks_for_ends(it))) {
        let message = format!(
            "no type is an end of the ladder, so no line of reasons is ever complete; `{}` asks for that",
            strategy.id
        );
        part.warn("no_end", "ontology.nodes", message, "add `terminal: true` to the highest type");
    }
}

/// A ladder leads upwards; where it leads back down as well, no line of reasons has an end.
fn circles(methodology: &Methodology, part: &mut Part<'_>) {
    let level = |id: &str| methodology.ontology.node(id).and_then(|node| node.level);
    for (index, edge) in methodology.ontology.edges.iter().enumerate().filter(|(_, edge)| &*edge.id == "leads_to") {
        let pairs: Vec<(&str, &str)> = edge.permitted.iter().map(|(source, target)| (&**source, &**target)).collect();
        for (position, (source, target)) in edge.permitted.iter().enumerate() {
            let falls = level(source) > level(target) && level(target).is_some();
            if falls && is_reached(source, target, &pairs) {
                let message = format!(
                    "`{source}` leads to `{target}`, which leads up to it again, so a line of reasons can go round in a circle"
                );
                let path = format!("ontology.edges[{index}].permitted[{position}]");
                part.warn("cycle_in_levels", &path, message, "permit the way up only");
            }
        }
    }
}

/// Whether steps of these pairs lead from one type to another.
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

/// Wordings of a study that lead, or ask two things at once, by the phrases of the language.
pub(in crate::documents) fn wordings(texts: &Texts, core: &[CoreQuestion], pack: &LanguagePack, part: &mut Part<'_>) {
    for (index, question) in texts.opening.iter().enumerate() {
        wording(question, &format!("texts.opening[{index}]"), pack, part);
    }
    for (index, question) in core.iter().enumerate() {
        wording(&question.ask, &format!("core[{index}].ask"), pack, part);
    }
}

/// The same for the questions of a tactic in one language.
pub(in crate::documents) fn pool_wordings(pool: &QuestionPool, path: &str, pack: &LanguagePack, part: &mut Part<'_>) {
    let by_kind = [("node", &pool.node), ("pair", &pool.pair), ("element", &pool.element), ("global", &pool.global)];
    let by_kind = by_kind.into_iter().map(|(kind, questions)| (kind.to_owned(), questions));
    let by_type = pool.types.iter().map(|(node_type, questions)| (format!("types.{node_type}"), questions));
    for (kind, questions) in by_kind.chain(by_type) {
        for (index, question) in questions.iter().enumerate() {
            wording(question, &format!("{path}.{kind}[{index}]"), pack, part);
        }
    }
}

fn wording(question: &str, path: &str, pack: &LanguagePack, part: &mut Part<'_>) {
    if let Some(phrase) = found(question, pack.list(List::Leading)) {
        let message = format!("\"{question}\" suggests its answer with \"{phrase}\"");
        part.warn("leading_question", path, message, "ask so that either answer is as easy to give");
    }
    if let Some(phrase) = second_thing(question, pack) {
        let message = format!("\"{question}\" asks a second thing with \"{phrase}\"");
        part.warn("double_barrelled", path, message, "ask one thing; the next question can ask the other");
    } else if question.matches(['?', '؟', '？']).count() > 1 {
        let message = format!("\"{question}\" is more than one question");
        part.warn("double_barrelled", path, message, "ask one thing; the next question can ask the other");
    }
}

/// The phrase by which a question that has asked goes on to ask a second thing. What opens with "and what" asks one.
fn second_thing<'a>(question: &str, pack: &'a LanguagePack) -> Option<&'a str> {
    let said: Vec<_> = words(question).collect();
    let said: Vec<&str> = said.iter().map(|word| &**word).collect();
    (1..said.len()).find_map(|at| {
        let (before, rest) = said.split_at(at);
        let phrase = pack.list(List::DoubleBarrelled).iter().find(|phrase| begins(rest, phrase))?;
        let is_form_known = !pack.list(List::OpenForm).is_empty();
        let asks = !is_form_known
            || (0..at).any(|at| {
                pack.list(List::OpenForm).iter().any(|form| before.get(at..).is_some_and(|rest| begins(rest, form)))
            })
            || pack.list(List::Auxiliary).iter().any(|verb| begins(before, verb));
        asks.then_some(phrase.as_str())
    })
}

/// Whether the first of these words are those of a phrase.
fn begins(said: &[&str], phrase: &str) -> bool {
    let mut said = said.iter();
    words(phrase).all(|word| said.next().is_some_and(|said| *word == **said))
}

/// The first of these phrases that stands in a question.
fn found<'a>(question: &str, phrases: &'a [String]) -> Option<&'a str> {
    let said: Vec<_> = words(question).collect();
    let said: Vec<&str> = said.iter().map(|word| &**word).collect();
    let stands = |phrase: &&String| {
        let spoken: Vec<_> = words(phrase).collect();
        let spoken: Vec<&str> = spoken.iter().map(|word| &**word).collect();
        contains_phrase(&said, &spoken)
    };
    phrases.iter().find(stands).map(String::as_str)
}
