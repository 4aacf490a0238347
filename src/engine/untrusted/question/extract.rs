//! Extracts the question from a reply.

use crate::engine::language::question_mark;

/// Characters that end a sentence.
const ENDS: [char; 8] = ['.', '!', '?', '…', '؟', '？', '。', '！'];

/// Labels before a question, in addition to those in [`clean`].
const LABELS: [&str; 9] =
    ["question", "q", "next question", "follow-up question", "follow-up", "interviewer", "answer", "output", "final"];

/// Whether a character ends a question in a language; in Greek, a semicolon does.
pub(super) fn is_question_mark(character: char, language: &str) -> bool {
    matches!(character, '?' | '؟' | '？' | '\u{37E}') || character == question_mark(language)
}

/// Extracts the question and at most one sentence before it, without fence, list, label, quotes and emphasis. A reply
/// without a final mark gets a question mark. Two questions both stay, for the guard to reject: half of a question is not
/// what the model was asked for.
pub(super) fn extract_question(reply: &str, language: &str) -> String {
    let body = without_fence(reply);
    let item = first_item(body, language).unwrap_or_else(|| last_paragraph(body, language));
    let mut text = strip_decoration(&item.split_whitespace().collect::<Vec<_>>().join(" ")).to_owned();
    if text.chars().last().is_some_and(|last| !ENDS.contains(&last) && !is_question_mark(last, language)) {
        text.push(question_mark(language));
    }
    let sentences = split_sentences(&text, language);
    if sentences.iter().filter(|sentence| is_question(sentence, language)).count() > 1 {
        return text;
    }
    let Some(last) = sentences.iter().rposition(|sentence| is_question(sentence, language)) else { return text };
    let lead_in = last.checked_sub(1).and_then(|before| sentences.get(before));
    let kept = lead_in.into_iter().chain(sentences.get(last)).copied().collect::<Vec<_>>();
    kept.join(" ").trim().to_owned()
}

/// Strips quotes around a question, and labels before it.
pub fn clean(reply: &str) -> &str {
    let mut question = reply.trim();
    for quote in ['"', '\''] {
        let inner = question.strip_prefix(quote);
        // A single quote mark alone becomes empty.
        let inner = inner.and_then(|rest| if rest.is_empty() { Some(rest) } else { rest.strip_suffix(quote) });
        question = inner.unwrap_or(question);
    }
    for announcement in ["Question:", "Q:", "Next question:"] {
        let length = announcement.len();
        if question.get(..length).is_some_and(|start| start.eq_ignore_ascii_case(announcement)) {
            question = question.get(length..).unwrap_or_default().trim();
        }
    }
    question
}

fn is_question(sentence: &str, language: &str) -> bool {
    sentence.trim_end_matches(['"', '”', '»', ')', '\'']).ends_with(|last| is_question_mark(last, language))
}

/// The content of the first code fence, if any, without the name of its language.
fn without_fence(reply: &str) -> &str {
    let Some((_, fenced)) = reply.split_once("```") else { return reply };
    let body = fenced.split_once("```").map_or(fenced, |(body, _)| body);
    match body.split_once('\n') {
        Some((first, rest)) if !first.contains(char::is_whitespace) => rest,
        Some(_) | None => body,
    }
}

/// The first question of a list; none if the text is not a list.
fn first_item<'a>(body: &'a str, language: &str) -> Option<&'a str> {
    let items: Vec<&str> = body.lines().filter_map(list_item).collect();
    let first = items.iter().find(|item| is_question(strip_decoration(item), language)).copied();
    first.filter(|_| items.len() >= 2)
}

/// The text of a list item.
fn list_item(line: &str) -> Option<&str> {
    let line = line.trim();
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if numbered.len() < line.len() {
        numbered.strip_prefix(['.', ')'])?
    } else {
        line.strip_prefix(['-', '*', '•'])?
    };
    rest.strip_prefix(char::is_whitespace).map(str::trim)
}

/// The last paragraph with a question; else the whole text.
fn last_paragraph<'a>(body: &'a str, language: &str) -> &'a str {
    let paragraphs = body.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty());
    paragraphs.filter(|paragraph| paragraph.contains(|c| is_question_mark(c, language))).last().unwrap_or(body)
}

/// Strips quotes and emphasis around the text, and a label before it.
fn strip_decoration(text: &str) -> &str {
    let mut text = text.trim();
    // Each round removes one layer.
    for _ in 0..6 {
        let before = text;
        text = clean(text);
        for (open, close) in [("**", "**"), ("*", "*"), ("_", "_"), ("“", "”"), ("„", "“"), ("«", "»"), ("`", "`")]
        {
            let inner = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
            text = inner.filter(|inner| !inner.contains(open) && !inner.contains(close)).unwrap_or(text).trim();
        }
        if let Some((label, rest)) = text.split_once(':')
            && LABELS.contains(&label.trim_matches(['*', '_', ' ', '#']).to_lowercase().as_str())
        {
            text = rest.trim_start_matches(['*', '_', ' ']).trim();
        }
        if text == before {
            break;
        }
    }
    text
}

/// Splits a text into sentences. A blank or the end follows each final mark, except in scripts without blanks.
fn split_sentences<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, character)) = chars.next() {
        let wide = matches!(character, '。' | '？' | '！');
        let ends = wide || ENDS.contains(&character) || is_question_mark(character, language);
        let apart = wide || chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        if ends && apart {
            let end = at + character.len_utf8();
            found.extend(text.get(start..end).map(str::trim));
            start = end;
        }
    }
    found.extend(text.get(start..).map(str::trim).filter(|rest| !rest.is_empty()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_model_writes_around_a_question_is_cut() {
        for (reply, expected) in [
            ("Question: \"Why does that matter?\"", "Why does that matter?"),
            ("**Why does that matter?**", "Why does that matter?"),
            ("**Question:** Why does that matter?", "Why does that matter?"),
            ("```text\nWhy does that matter?\n```", "Why does that matter?"),
            ("“Why does that matter?”", "Why does that matter?"),
            ("Why does\n that   matter", "Why does that matter?"),
            ("Sure, here are three:\n1. Why does that matter?\n2. What else?", "Why does that matter?"),
            ("- Why does that matter?\n- What else is there?", "Why does that matter?"),
            ("I will ask about calm.\n\nYou said calm. Why does that matter?", "You said calm. Why does that matter?"),
            ("One. Two. Three. Why?", "Three. Why?"),
            ("What is it? And why does it matter?", "What is it? And why does it matter?"),
            ("Why does that matter? I chose this because it is open.", "Why does that matter?"),
            ("You said “why not?” just now. What is behind it?", "You said “why not?” just now. What is behind it?"),
        ] {
            assert_eq!(extract_question(reply, "en"), expected, "{reply}");
        }
    }

    #[test]
    fn the_mark_is_the_one_of_the_language() {
        assert_eq!(extract_question("ما رأيك في ذلك", "ar"), "ما رأيك في ذلك؟");
        assert_eq!(extract_question("それはなぜ大切ですか", "ja"), "それはなぜ大切ですか？");
        assert_eq!(extract_question("Γιατί είναι σημαντικό;", "el"), "Γιατί είναι σημαντικό;");
    }

    #[test]
    fn a_statement_stays_one() {
        assert_eq!(extract_question("I will not answer that.", "en"), "I will not answer that.");
    }

    #[test]
    fn quotes_go_before_announcements() {
        assert_eq!(clean("\"Question: Why?\""), "Why?");
        assert_eq!(clean("'Why?\""), "'Why?\"");
    }
}
