//! Words a question from the tactics of the chosen strategy.

use crate::{
    id::Name,
    methodology::{QuestionPool, Tactic},
    text::{WordSet, alike, is_alphanumeric, lowercase},
};

/// Two questions are alike from this share of common words on, 0–1.
const ALIKE: f64 = 0.85;

/// What a wording may look at.
#[derive(Clone, Debug)]
pub struct Wording<'a> {
    /// Tactics in order of preference: the strategy's own, then any other.
    pub tactics: &'a [&'a Tactic],
    /// What the question is about, as the person said it or as the concept calls it.
    pub focus: &'a str,
    /// Which pool of questions fits.
    pub about: About<'a>,
    /// The concept's topic.
    pub topic: &'a str,
    /// Words of every question asked before, by [`question_words`], withdrawn ones included.
    pub asked: &'a [WordSet],
    /// Tactics used before, one entry a use.
    pub used: &'a [Name],
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About<'a> {
    /// A node of this type.
    Node(&'a str),
    /// Two nodes at once.
    Pair,
    /// An element of the concept.
    Element,
    /// The conversation as a whole.
    Global,
}

/// A worded question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The question.
    pub text: String,
    /// The tactic that gave it.
    pub tactic: Name,
}

/// Words the question. The k-th use of a tactic starts at its k-th wording and goes on until one is unlike every earlier
/// question. None if every wording was used up.
pub fn ask(wording: &Wording<'_>) -> Option<Asked> {
    wording.tactics.iter().find_map(|tactic| {
        let pool = pool(&tactic.questions, wording.about);
        let start = wording.used.iter().filter(|used| **used == tactic.id).count() % pool.len().max(1);
        let texts = pool.iter().cycle().skip(start).take(pool.len()).map(|template| fill(template, wording));
        let mut unlike = texts.filter(|text| {
            let new = question_words(text);
            !wording.asked.iter().any(|old| alike(old, &new, ALIKE))
        });
        unlike.next().map(|text| Asked { text, tactic: tactic.id.clone() })
    })
}

/// The wordings of a tactic that fit: a pool of the node's type or of pairs, else of nodes.
fn pool<'a>(questions: &'a QuestionPool, about: About<'_>) -> &'a [String] {
    match about {
        About::Node(node_type) => {
            questions.types.get(node_type).filter(|pool| !pool.is_empty()).unwrap_or(&questions.node)
        }
        About::Pair => Some(&questions.pair).filter(|pool| !pool.is_empty()).unwrap_or(&questions.node),
        About::Element => &questions.element,
        About::Global => &questions.global,
    }
}

/// Fills the slots in one pass: what a respondent said is never read as a slot.
fn fill(template: &str, wording: &Wording<'_>) -> String {
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

/// Words by which two questions are compared.
pub fn question_words(text: &str) -> WordSet {
    lowercase(text).split(|c: char| !is_alphanumeric(c)).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;

    fn tactic(id: &str, node: &[&str]) -> Tactic {
        let questions =
            QuestionPool { node: node.iter().map(|text| (*text).to_owned()).collect(), ..QuestionPool::default() };
        Tactic { id: id.into(), description: String::new(), guidance: None, questions }
    }

    fn texts(tactics: &[Tactic], focus: &str, times: usize) -> Vec<Option<String>> {
        let tactics: Vec<&Tactic> = tactics.iter().collect();
        let (mut asked, mut used) = (Vec::new(), Vec::new());
        (0..times)
            .map(|_| {
                let wording = Wording {
                    tactics: &tactics,
                    focus,
                    about: About::Node("x"),
                    topic: "tea",
                    asked: &asked,
                    used: &used,
                };
                let question = ask(&wording)?;
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
