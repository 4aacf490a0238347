//! Validates the answer of a simulated respondent.
//!
//! An answer may contain instructions: it is data, as every respondent's words. Rejected are empty answers, models that speak
//! of themselves, and other languages.

use super::{
    checked::{DropCounter, ValidatedReport},
    sanitize::{sanitize_line, strip_fence},
};
use crate::engine::{language::is_written_in, model::AnswerLength};

/// Labels before an answer.
const LABELS: [&str; 5] = ["response", "answer", "respondent", "me", "reply"];

/// Phrases of a model that speaks of itself, for every language.
const OUT_OF_ROLE: [&str; 9] = [
    "as an ai",
    "as a language model",
    "an ai assistant",
    "an ai language model",
    "i'm an ai",
    "i am an ai",
    "i can't help with",
    "i cannot assist",
    "the persona",
];

/// Why a reply is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerRejection {
    /// It is empty.
    #[error("the reply is empty")]
    Nothing,
    /// The model speaks of itself.
    #[error("the model speaks of itself instead of playing the person")]
    StepsOut,
    /// It is in the script of another language.
    #[error("the reply is not written in the language of the study")]
    Script,
}

/// Cleans an answer: removes fence, quotes, label, HTML and invisible characters. An answer that is too long ends at a
/// sentence in its second half, else at a blank.
///
/// # Errors
/// [`NoAnswer`] with the reason to reject it.
pub fn validate_respondent_answer(
    reply: &str,
    length: AnswerLength,
    language: &str,
) -> Result<ValidatedReport<String>, AnswerRejection> {
    let mut drops = DropCounter::default();
    let whole = sanitize_line(strip_decoration(reply), usize::MAX, &mut drops);
    let lower = whole.to_lowercase().replace('’', "'");
    if whole.is_empty() {
        return Err(AnswerRejection::Nothing);
    }
    if OUT_OF_ROLE.iter().any(|words| lower.contains(words)) {
        return Err(AnswerRejection::StepsOut);
    }
    if !is_written_in(&whole, language) {
        return Err(AnswerRejection::Script);
    }
    let mut answer = sanitize_line(&whole, length.most(), &mut drops);
    if answer.len() < whole.len() {
        let end = answer.char_indices().rfind(|(_, sign)| matches!(sign, '.' | '!' | '?' | '؟' | '…' | '。'));
        if let Some((at, sign)) = end.filter(|(at, _)| at * 2 >= answer.len()) {
            answer.truncate(at + sign.len_utf8());
        }
    }
    Ok(drops.finish(answer))
}

/// Removes fence, quotes and label around a reply.
fn strip_decoration(reply: &str) -> &str {
    let mut text = strip_fence(reply);
    for _ in 0..4 {
        let before = text;
        for quote in ["\"\"\"", "'''", "\"", "“"] {
            let end = if quote == "“" { "”" } else { quote };
            let inner = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(end));
            text = inner.filter(|inner| !inner.contains(quote)).unwrap_or(text).trim();
        }
        if let Some((label, rest)) = text.split_once(':')
            && LABELS.contains(&label.trim_matches(['*', ' ']).to_lowercase().as_str())
        {
            text = rest.trim_start_matches(['*', ' ']).trim();
        }
        if text == before {
            break;
        }
    }
    text
}
