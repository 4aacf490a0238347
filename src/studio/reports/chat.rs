//! Answers to a researcher's questions about a session.

use super::{
    checked::{DropCounter, ReportError, ValidatedReport},
    sanitize::sanitize,
};
use crate::engine::{
    language::{LanguagePack, WordList},
    model::PastTurn,
    text::{WordSet, words},
};

/// Maximum characters of an answer.
const MOST: usize = 6_000;

/// Maximum turns in a search result.
const MOST_HITS: usize = 5;

/// A turn that matches a question.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct SearchHit {
    /// The turn.
    pub turn: u32,
    /// Share of the question's words in it, 0–1.
    pub share: f64,
}

/// Validates a model's answer: Markdown without HTML. References such as `[t7]` stay if the turn exists.
///
/// # Errors
/// [`Unusable::Nothing`] if the answer is empty.
pub fn validate_chat_answer(reply: &str, transcript: &[PastTurn]) -> Result<ValidatedReport<String>, ReportError> {
    let mut drops = DropCounter::default();
    let text = sanitize(reply, MOST, &mut drops);
    let text = without_images(&without_unknown_turns(&text, transcript, &mut drops), &mut drops);
    if text.is_empty() { Err(ReportError::Nothing) } else { Ok(drops.finish(text)) }
}

/// Removes references to unknown turns, with the blank before them.
fn without_unknown_turns(text: &str, transcript: &[PastTurn], drops: &mut DropCounter) -> String {
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

/// Turns images into links: an image would be fetched without a click.
fn without_images(text: &str, drops: &mut DropCounter) -> String {
    for _ in text.matches("![") {
        drops.count("image");
    }
    text.replace("![", "[").trim().to_owned()
}

/// Searches turns for the content words of a question, without a model. Returns at most 5, best first.
#[expect(clippy::cast_precision_loss, reason = "a question has a handful of words")]
pub fn search(question: &str, transcript: &[PastTurn], pack: &LanguagePack) -> Vec<SearchHit> {
    let wanted = content_words(question, pack);
    let mut hits: Vec<SearchHit> = transcript
        .iter()
        .map(|past| {
            let found = content_words(&format!("{} {}", past.question, past.answer), pack);
            let share = wanted.shared(&found) as f64 / wanted.len().max(1) as f64;
            SearchHit { turn: past.turn, share }
        })
        .filter(|hit| hit.share > 0.0)
        .collect();
    hits.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.turn.cmp(&b.turn)));
    hits.truncate(MOST_HITS);
    hits
}

/// Stems of the content words.
fn content_words(text: &str, pack: &LanguagePack) -> WordSet {
    let is_function_word = |word: &str| {
        [WordList::Stop, WordList::Auxiliary, WordList::Preposition, WordList::Conjunction, WordList::Interrogative]
            .into_iter()
            .any(|list| pack.list(list).iter().any(|entry| entry == word))
    };
    words(text).filter(|word| !is_function_word(word)).map(|word| pack.stem(&word)).collect()
}
