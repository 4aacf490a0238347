//! The questions that may follow an answer without naming what they are about, and those asked before.

use crate::engine::{
    id::Name,
    index_map::IndexMap,
    language::QuestionKind,
    methodology::Tactic,
    reader::{QuestionFit, opening},
    text::lowercase,
};

/// The age of a question that was not asked yet.
const NEVER: usize = usize::MAX;
/// Questions before one that asks for the same thing.
const AGAIN: usize = 3;

/// Questions about an idea of the last answer that do not name it.
#[derive(Clone, Debug)]
pub struct UnnamedQuestions<'a> {
    /// The answer that they are held against.
    pub fit: &'a QuestionFit<'a>,
    /// Tactics of the strategy.
    pub tactics: Vec<&'a Tactic>,
    /// Keys of the tactics' questions, in order of preference.
    pub that: &'a [&'a str],
    /// Questions for more of what was just said, and how much worse than usual they fit now, 0–1.
    pub more: (&'a [String], f64),
    /// Whether the strategy takes up words of the answer.
    pub takes_up: bool,
    /// Questions asked before.
    pub earlier: &'a EarlierQuestions<'a>,
}

impl UnnamedQuestions<'_> {
    /// The question that fits best of those not asked yet, with how well it fits, 0–1, and its tactic. None if none fits.
    pub fn best(&self) -> Option<(f64, &str, &Name)> {
        let rated = |text: &str, cost: f64| self.fit.probability(text) - cost;
        let own = self.tactics.iter().flat_map(|tactic| {
            let questions = tactic.questions.unnamed(self.that);
            questions.map(|text| (rated(text, 0.0), text, &tactic.id))
        });
        let first = self.tactics.first().map(|tactic| &tactic.id);
        let (more, cost) = self.more;
        let more = more.iter().filter_map(|text| Some((rated(text, cost), text, first?)));
        let heard = if self.takes_up { self.fit.take_up() } else { &[] };
        let heard = heard.iter().filter_map(|(fits, text)| Some((*fits, text, first?)));
        let mut best: Option<(f64, &String, &Name)> = None;
        for (fits, text, tactic) in heard.chain(own).chain(more) {
            if fits > best.map_or(0.0, |(best, ..)| best) && self.earlier.is_fresh(text) {
                best = Some((fits, text, tactic));
            }
        }
        best.map(|(fits, text, tactic)| (fits, text.as_str(), tactic))
    }
}

/// Whether two questions ask for the same thing.
fn asks_same(kinds: &IndexMap<QuestionKind, Vec<String>>, a: &str, b: &str) -> bool {
    let (a, b) = (lowercase(a), lowercase(b));
    let holds = |text: &str, words: &Vec<String>| words.iter().any(|words| text.contains(&**words));
    kinds.values().any(|words| holds(&a, words) && holds(&b, words))
}

/// Questions asked before, in lower case, newest last.
#[derive(Clone, Debug)]
pub struct EarlierQuestions<'a> {
    asked: Vec<String>,
    kinds: &'a IndexMap<QuestionKind, Vec<String>>,
}

impl<'a> EarlierQuestions<'a> {
    /// The questions, newest last, with the words of questions that ask for the same thing.
    pub fn new<'b>(asked: impl Iterator<Item = &'b str>, kinds: &'a IndexMap<QuestionKind, Vec<String>>) -> Self {
        Self { asked: asked.map(|asked| lowercase(asked).into_owned()).collect(), kinds }
    }

    /// How many questions ago a text was asked.
    pub fn age(&self, text: &str) -> usize {
        let text = lowercase(text);
        self.asked.iter().rev().position(|asked| asked.ends_with(&*text)).unwrap_or(NEVER)
    }

    /// Whether a text opens with the words of the last question, or asks for the same thing as one of the last two.
    pub fn repeats(&self, text: &str) -> bool {
        let mut recent = self.asked.iter().rev().take(AGAIN);
        recent.next().is_some_and(|last| opening(last) == opening(text) || asks_same(self.kinds, last, text))
            || recent.any(|earlier| asks_same(self.kinds, earlier, text))
    }

    /// Whether a text was not asked yet and does not repeat one of the last questions.
    fn is_fresh(&self, text: &str) -> bool {
        self.age(text) == NEVER && !self.repeats(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_of_a_kind_ask_for_the_same_thing() {
        let words = |words: &[&str]| words.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let kinds: IndexMap<_, _> = [
            (QuestionKind::Feeling, words(&["how was that", "what was that like"])),
            (QuestionKind::Sequel, words(&["what happened"])),
        ]
        .into_iter()
        .collect();
        assert!(asks_same(&kinds, "So you waited. What was that like?", "How was that for you?"));
        assert!(!asks_same(&kinds, "What was that like?", "What happened then?"));
        assert!(!asks_same(&kinds, "Who was there?", "Who was there?"), "of no kind");
    }
}
