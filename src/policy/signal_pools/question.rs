//! What whoever words a question is told: what the focus is called, and why this probe was chosen.

use super::super::{Op, Tally};
use crate::{
    concept::Concept,
    dialogue::Focus,
    graph::KnowledgeGraph,
    methodology::{GlobalFocus, Strategy},
    order,
    signals::{Value, Values},
};

/// What the focus is called: the label of the node or element, a summary, or the topic.
pub fn focus_text<'a>(strategy: &Strategy, focus: &Focus, concept: &'a Concept, graph: &'a KnowledgeGraph) -> &'a str {
    let label = match focus {
        Focus::Node { node } | Focus::Pair { a: node, .. } => graph.node(*node).map(|node| &node.label),
        Focus::Nodes { nodes } => nodes.first().and_then(|node| graph.node(*node)).map(|node| &node.label),
        Focus::Element { element } | Focus::Gap { element, .. } => {
            concept.element(element).map(|element| &element.label)
        }
        Focus::Global => None,
    };
    let is_summary = *focus == Focus::Global && strategy.focus.say == GlobalFocus::Summary;
    match label {
        Some(label) => label,
        None if is_summary && graph.node_count() > 0 => "what we have talked about",
        None if !concept.topic.is_empty() => &concept.topic,
        None => "the topic",
    }
}

/// How far the talk has gone, in a word, by nodes on the longest chain.
pub fn depth_word(max_depth: u32) -> &'static str {
    match max_depth {
        0 => "starting",
        1 => "surface",
        2 => "developing",
        3 => "deep",
        4.. => "very deep",
    }
}

/// Why this probe: what stands out among the signals, the strategy, and the three largest additions to its score.
pub fn reasons(max_depth: u32, signals: &Values, strategy: &str, tally: &Tally) -> Vec<String> {
    let mut reasons = Vec::new();
    let mut because = |holds: bool, reason: &str| {
        if holds {
            reasons.push(reason.to_owned());
        }
    };
    let is_word = |name: &str, word: &str| matches!(signals.get(name), Some(Value::Word(found)) if found == word);
    let is_number = |name: &str, test: fn(f64) -> bool| matches!(signals.get(name), Some(Value::Number(n)) if test(*n));
    because(max_depth < 2, "low_depth");
    because(max_depth >= 4, "deep_values");
    let complete = signals.get("graph.chain_completion.has_complete");
    because(complete == Some(&Value::Flag(false)), "no_complete_chain");
    because(is_word("llm.response_depth", "surface"), "surface_response");
    because(is_word("llm.response_depth", "deep"), "deep_response");
    because(is_number("llm.certainty", |certainty| certainty <= 0.25), "uncertain");
    because(is_number("llm.certainty", |certainty| certainty >= 0.75), "confident");
    reasons.push(format!("strategy_{strategy}"));
    reasons.extend(largest_additions(tally).map(|(key, points)| format!("{key}: + {points:.2}")));
    reasons
}

fn largest_additions(tally: &Tally) -> impl Iterator<Item = (&str, f64)> {
    let adds = tally.terms.iter().filter(|term| term.op == Op::Add);
    let mut points: Vec<(&str, f64)> = adds
        .map(|term| (&*term.source, term.weight * term.raw.unwrap_or(0.0)))
        .filter(|(_, points)| *points > 0.0)
        .collect();
    order::by(&mut points, |(_, a), (_, b)| b.total_cmp(a));
    points.into_iter().take(3)
}

/// A model's question without what it was wrapped in, ending as a sentence.
pub fn clean(question: &str) -> String {
    let unquoted = |text: &'_ str, quote: char| {
        let inner = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        inner.map_or_else(|| text.to_owned(), |inner| inner.trim().to_owned())
    };
    let text = unquoted(&unquoted(question.trim(), '"'), '\'');
    if text.is_empty() || text.ends_with(['.', '?', '!']) { text } else { text + "?" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_largest_additions_are_reasons() {
        let mut tally = Tally::default();
        tally.push("base", Op::Base, Some(1.0), 1.0);
        for (key, raw, weight) in [("a", 1.0, 0.2), ("b", 1.0, 0.9), ("c", 0.5, 1.0), ("d", 1.0, -3.0), ("e", 1.0, 0.3)]
        {
            tally.push(key, Op::Add, Some(raw), weight);
        }
        let found = reasons(2, &Values::default(), "deepen", &tally);
        assert_eq!(found, ["strategy_deepen", "b: + 0.90", "c: + 0.50", "e: + 0.30"]);
    }

    #[test]
    fn a_lone_quote_is_not_a_pair() {
        assert_eq!(clean("\""), "\"?");
        assert_eq!(clean("\"'Why?'\""), "Why?");
    }
}
