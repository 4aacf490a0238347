//! Words a question by rules, from the tactics of the chosen strategy.

use crate::engine::{
    id::Name,
    methodology::{QuestionPool, Tactic},
    policy::conversation::EarlierQuestions,
    reader::QuestionFit,
    text::{WordSet, alike, plain_words},
};

/// Minimum share of common words of two similar questions, 0–1.
const ALIKE: f64 = 0.85;

/// Questions before one that does not name its idea may return.
const SOON: usize = 6;

/// The context of a question.
#[derive(Clone, Debug)]
pub struct WordingRequest<'a> {
    /// Tactics in order of preference: the strategy's own, then any other.
    pub tactics: &'a [&'a Tactic],
    /// The answer that questions about its idea are held against.
    pub fit: Option<&'a QuestionFit<'a>>,
    /// The subject in the words of the respondent or the concept.
    pub focus: &'a str,
    /// The pool of questions.
    pub about: QuestionTarget<'a>,
    /// The concept's topic.
    pub topic: &'a str,
    /// Words of all earlier questions, by [`question_words`], including withdrawn ones.
    pub asked: &'a [WordSet],
    /// Keys of questions that do not name the idea, in order of preference.
    pub that: &'a [&'a str],
    /// Questions asked before.
    pub earlier: &'a EarlierQuestions<'a>,
    /// Tactics of earlier questions, with repetition.
    pub used: &'a [Name],
}

/// The subject of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionTarget<'a> {
    /// A node of this type.
    Node(&'a str),
    /// Two nodes.
    Pair,
    /// An element of the concept.
    Element,
    /// The conversation as a whole.
    Global,
}

/// A rendered question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordedQuestion {
    /// The question.
    pub text: String,
    /// Its tactic.
    pub tactic: Name,
}

/// Renders the question: the k-th use of a tactic starts at its k-th wording and takes the first that is new. None if no
/// wording is new.
pub fn word_question(wording: &WordingRequest<'_>) -> Option<WordedQuestion> {
    word_with(wording, usize::MAX).or_else(|| word_with(wording, SOON))
}

/// The same, with questions that do not name the idea only if they were not asked in the last `soon` questions.
fn word_with(wording: &WordingRequest<'_>, soon: usize) -> Option<WordedQuestion> {
    wording.tactics.iter().find_map(|tactic| {
        if matches!(wording.about, QuestionTarget::Node(_)) && !tactic.questions.that.is_empty() {
            return unnamed(tactic, wording, soon);
        }
        let pool = pool(&tactic.questions, wording.about);
        let start = wording.used.iter().filter(|used| **used == tactic.id).count() % pool.len().max(1);
        let texts = pool.iter().cycle().skip(start).take(pool.len()).map(|template| fill(template, wording));
        let mut unlike = texts.filter(|text| {
            let new = question_words(text);
            !wording.asked.iter().any(|old| alike(old, &new, ALIKE))
        });
        unlike.next().map(|text| WordedQuestion { text, tactic: tactic.id.clone() })
    })
}

/// Whether a question asks for what the answer rules out.
fn does_not_fit(wording: &WordingRequest<'_>, text: &str) -> bool {
    wording.fit.is_some_and(|fit| fit.probability(text) <= 0.0)
}

/// A question that does not name the idea. Such questions return only where no tactic has a new one, not soon, and never with
/// the opening words of the question before.
fn unnamed(tactic: &Tactic, wording: &WordingRequest<'_>, soon: usize) -> Option<WordedQuestion> {
    let pool = wording.that.iter().find_map(|key| tactic.questions.that.get(*key)).filter(|pool| !pool.is_empty())?;
    let asked = wording.earlier;
    let start = wording.used.iter().filter(|used| **used == tactic.id).count() % pool.len().max(1);
    let texts = pool.iter().cycle().skip(start).take(pool.len()).map(|template| fill(template, wording));
    let texts: Vec<(usize, bool, String)> =
        texts.map(|text| (asked.age(&text), asked.repeats(&text) || does_not_fit(wording, &text), text)).collect();
    let fresh = texts.iter().find(|(age, is_same, _)| *age >= soon && !is_same);
    let oldest = || texts.iter().max_by_key(|(age, is_same, _)| (!is_same, *age));
    let (_, _, text) = if soon == usize::MAX { fresh } else { fresh.or_else(oldest) }?;
    Some(WordedQuestion { text: text.clone(), tactic: tactic.id.clone() })
}

/// Whether a tactic can word a question about this.
pub(in crate::engine) fn has_questions(questions: &QuestionPool, about: QuestionTarget<'_>) -> bool {
    let is_unnamed = matches!(about, QuestionTarget::Node(_)) && !questions.that.is_empty();
    is_unnamed || !pool(questions, about).is_empty()
}

/// The suitable wordings of a tactic: the pool of the node's type or of pairs, else of nodes.
fn pool<'a>(questions: &'a QuestionPool, about: QuestionTarget<'_>) -> &'a [String] {
    match about {
        QuestionTarget::Node(node_type) => {
            questions.types.get(node_type).filter(|pool| !pool.is_empty()).unwrap_or(&questions.node)
        }
        QuestionTarget::Pair => Some(&questions.pair).filter(|pool| !pool.is_empty()).unwrap_or(&questions.node),
        QuestionTarget::Element => &questions.element,
        QuestionTarget::Global => &questions.global,
    }
}

/// Fills the slots in one pass, so a respondent's words never become a slot.
fn fill(template: &str, wording: &WordingRequest<'_>) -> String {
    let mut filled = String::with_capacity(template.len() + wording.focus.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        match after.split_once('}') {
            Some(("focus", tail)) => {
                filled.push_str(wording.focus);
                rest = tail;
            }
            Some(("topic", tail)) => {
                filled.push_str(wording.topic);
                rest = tail;
            }
            Some(_) | None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    filled
}

/// The words for comparison of two questions.
pub fn question_words(text: &str) -> WordSet {
    plain_words(text).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;
    use crate::engine::index_map::IndexMap;

    fn tactic(id: &str, node: &[&str]) -> Tactic {
        let questions =
            QuestionPool { node: node.iter().map(|text| (*text).to_owned()).collect(), ..QuestionPool::default() };
        Tactic { id: id.into(), description: String::new(), guidance: None, questions }
    }

    fn texts(tactics: &[Tactic], focus: &str, times: usize) -> Vec<Option<String>> {
        let tactics: Vec<&Tactic> = tactics.iter().collect();
        let kinds = IndexMap::default();
        let (mut asked, mut used) = (Vec::new(), Vec::new());
        (0..times)
            .map(|_| {
                let wording = WordingRequest {
                    tactics: &tactics,
                    focus,
                    about: QuestionTarget::Node("x"),
                    topic: "tea",
                    asked: &asked,
                    that: &[],
                    fit: None,
                    earlier: &EarlierQuestions::new([].into_iter(), &kinds),
                    used: &used,
                };
                let question = word_question(&wording)?;
                asked.push(question_words(&question.text));
                used.push(question.tactic);
                Some(question.text)
            })
            .collect()
    }

    #[test]
    fn a_tactic_uses_its_wordings_in_order_and_then_hands_over() {
        let tactics = [
            tactic("a", &["What is “{focus}” to you?", "Why {focus}, of all things?"]),
            tactic("b", &["And {topic}?"]),
        ];
        let texts = texts(&tactics, "calm", 4);
        assert_eq!(texts[0].as_deref(), Some("What is “calm” to you?"));
        assert_eq!(texts[1].as_deref(), Some("Why calm, of all things?"));
        assert_eq!(texts[2].as_deref(), Some("And tea?"));
        assert_eq!(texts[3], None);
    }

    #[test]
    fn words_of_the_respondent_are_never_read_as_a_slot() {
        let asked = texts(&[tactic("a", &["You said “{focus}”. Why?"])], "{topic} {focus}", 1);
        assert_eq!(asked[0].as_deref(), Some("You said “{topic} {focus}”. Why?"));
    }
}
