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

/// Removes each sentence that cites an unknown turn: without its citation, an invented quote would pass for a plain
/// statement. A line without any other sentence goes as a whole.
fn without_unknown_turns(text: &str, transcript: &[PastTurn], drops: &mut DropCounter) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let sentences = split_sentences(line);
        let is_invented =
            |sentence: &&str| cited(sentence).any(|turn| !transcript.iter().any(|past| past.turn == turn));
        let (invented, kept): (Vec<&str>, Vec<&str>) = sentences.into_iter().partition(is_invented);
        for _ in &invented {
            drops.count("turn_unknown");
        }
        let rest = kept.concat();
        if invented.is_empty() || rest.chars().any(char::is_alphabetic) {
            lines.push(rest.trim_end().to_owned());
        }
    }
    lines.join("\n")
}

/// The turns that a text cites: `[t7]`.
fn cited(text: &str) -> impl Iterator<Item = u32> {
    text.split("[t").skip(1).filter_map(|after| after.split_once(']')?.0.parse().ok())
}

/// Signs after the end of a sentence.
const CLOSING: [char; 7] = ['”', '"', '’', ')', '*', '_', ' '];

/// A text without the citations at its end: "… twice. [t7]".
fn without_last_citation(text: &str) -> &str {
    let mut text = text;
    while let Some((before, number)) = text.strip_suffix(']').and_then(|text| text.rsplit_once("[t"))
        && number.chars().all(|c| c.is_ascii_digit())
    {
        text = before.trim_end();
    }
    text
}

/// The sentences of a line, each with the blank after it. A citation after the full stop belongs to the sentence before it.
fn split_sentences(line: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, _) in line.match_indices([' ', '\t']) {
        let before = without_last_citation(line.get(start..at).unwrap_or_default()).trim_end_matches(CLOSING);
        let is_citation_next = line.get(at..).is_some_and(|rest| rest.trim_start().starts_with("[t"));
        let text = before.trim_start_matches(|c: char| c.is_ascii_digit() || "-*•. ".contains(c));
        if before.ends_with(['.', '!', '?', '…']) && !text.is_empty() && !is_citation_next {
            sentences.extend(line.get(start..=at));
            start = at + 1;
        }
    }
    sentences.extend(line.get(start..).filter(|rest| !rest.is_empty()));
    sentences
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
