//! Answers to a researcher's questions about a session.

use super::{Checked, Drops, Unusable, tidy};
use crate::{
    llm::{
        Past,
        rules::{LanguagePack, List},
    },
    text::{WordSet, words},
};

/// Most characters of an answer.
const MOST: usize = 6_000;

/// Most turns a search shows.
const MOST_HITS: usize = 5;

/// A turn that fits a question.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Hit {
    /// The turn.
    pub turn: u32,
    /// Share of the question's words that stand in it, 0–1.
    pub share: f64,
}

/// Reads a model's answer: Markdown without HTML; marks like `[t7]` stay where the turn exists.
///
/// # Errors
/// [`Unusable::Nothing`] if nothing is left.
pub fn chat(reply: &str, transcript: &[Past]) -> Result<Checked<String>, Unusable> {
    let mut drops = Drops::default();
    let text = tidy::tidy(reply, MOST, &mut drops);
    let text = without_images(&marked(&text, transcript, &mut drops), &mut drops);
    if text.is_empty() { Err(Unusable::Nothing) } else { Ok(drops.checked(text)) }
}

/// Takes out marks of turns that do not exist, with the blank before them.
fn marked(text: &str, transcript: &[Past], drops: &mut Drops) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[t") {
        kept.push_str(before);
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let number = after.get(..end).and_then(|digits| digits.parse::<u32>().ok());
        let tail = after.get(end..).and_then(|tail| tail.strip_prefix(']'));
        let Some((turn, tail)) = number.zip(tail) else {
            kept.push_str("[t");
            rest = after;
            continue;
        };
        if transcript.iter().any(|past| past.turn == turn) {
            kept.extend(["[t", turn.to_string().as_str(), "]"]);
        } else {
            drops.count("turn_unknown");
            kept.truncate(kept.trim_end_matches(' ').len());
        }
        rest = tail;
    }
    kept + rest
}

/// An image would fetch an address as soon as it is shown: its mark becomes a link's, which waits for a click.
fn without_images(text: &str, drops: &mut Drops) -> String {
    for _ in text.matches("![") {
        drops.count("image");
    }
    text.replace("![", "[").trim().to_owned()
}

/// What a search finds where no model answers: turns that hold words of the question, best first, at most 5. Words that
/// carry no idea do not count.
#[expect(clippy::cast_precision_loss, reason = "a question has a handful of words")]
pub fn search(question: &str, transcript: &[Past], pack: &LanguagePack) -> Vec<Hit> {
    let wanted = content(question, pack);
    let mut hits: Vec<Hit> = transcript
        .iter()
        .map(|past| {
            let held = content(&format!("{} {}", past.question, past.answer), pack);
            let share = wanted.shared(&held) as f64 / wanted.len().max(1) as f64;
            Hit { turn: past.turn, share }
        })
        .filter(|hit| hit.share > 0.0)
        .collect();
    hits.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.turn.cmp(&b.turn)));
    hits.truncate(MOST_HITS);
    hits
}

/// Stems of the words that carry an idea.
fn content(text: &str, pack: &LanguagePack) -> WordSet {
    let is_empty = |word: &str| {
        [List::Stop, List::Auxiliary, List::Preposition, List::Conjunction, List::Interrogative]
            .into_iter()
            .any(|list| pack.list(list).iter().any(|entry| entry == word))
    };
    words(text).filter(|word| !is_empty(word)).map(|word| pack.stems.of(&word)).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;

    fn transcript() -> Vec<Past> {
        let past = |turn, answer: &str| Past { turn, question: String::new(), answer: answer.to_owned() };
        vec![past(1, "The foam is creamy."), past(2, "A treat in the morning."), past(7, "The foam makes the morning.")]
    }

    #[test]
    fn marks_of_turns_stay_where_the_turn_exists() {
        let checked = chat("Foam [t1] matters [t99], and [t7]. [the rest] [tx]", &transcript()).unwrap();
        assert_eq!(checked.report, "Foam [t1] matters, and [t7]. [the rest] [tx]");
        assert_eq!(checked.drops.get("turn_unknown"), Some(&1));
    }

    #[test]
    fn an_answer_holds_no_html_and_fetches_nothing() {
        let checked = chat("Yes.<script>alert(1)</script> ![x](https://evil.example/?q=1)", &transcript()).unwrap();
        assert_eq!(checked.report, "Yes.alert(1) [x](https://evil.example/?q=1)");
        assert_eq!(chat("<br>", &transcript()), Err(Unusable::Nothing));
    }

    #[test]
    fn a_search_ranks_turns_by_the_words_they_share_with_the_question() {
        let turns: Vec<u32> =
            search("foam morning", &transcript(), &LanguagePack::default()).iter().map(|hit| hit.turn).collect();
        assert_eq!(turns, [7, 1, 2]);
        assert_eq!(search("price", &transcript(), &LanguagePack::default()), []);
    }
}
