//! Cuts the question out of what a model wrote around it.

use super::clean;

/// A sentence ends after these.
const ENDS: [char; 8] = ['.', '!', '?', '…', '؟', '？', '。', '！'];

/// Labels before a question, beside those [`clean`] knows.
const LABELS: [&str; 9] =
    ["question", "q", "next question", "follow-up question", "follow-up", "interviewer", "answer", "output", "final"];

/// Whether a character ends a question, in a language. Greek asks with a semicolon.
pub(super) fn asks(character: char, language: &str) -> bool {
    matches!(character, '?' | '؟' | '？' | '\u{37E}') || (character == ';' && language.starts_with("el"))
}

/// The question of a reply: without fence, list, label, quotes and emphasis; its last asking sentence and at most one
/// lead-in before it. A reply that ends in no mark gets the one of its language.
pub(super) fn question(reply: &str, language: &str) -> String {
    let body = without_fence(reply);
    let item = first_item(body, language).unwrap_or_else(|| last_paragraph(body, language));
    let mut text = bare(&item.split_whitespace().collect::<Vec<_>>().join(" ")).to_owned();
    if text.chars().last().is_some_and(|last| !ENDS.contains(&last) && !asks(last, language)) {
        text.push(mark(language));
    }
    let sentences = sentences(&text, language);
    let Some(last) = sentences.iter().rposition(|sentence| ends_asking(sentence, language)) else { return text };
    let lead_in = last.checked_sub(1).and_then(|before| sentences.get(before));
    let lead_in = lead_in.filter(|sentence| !ends_asking(sentence, language));
    let kept = lead_in.into_iter().chain(sentences.get(last)).copied().collect::<Vec<_>>();
    kept.join(" ").trim().to_owned()
}

fn mark(language: &str) -> char {
    match language.get(..2) {
        Some("ar" | "fa" | "ur") => '؟',
        Some("zh" | "ja") => '？',
        Some("el") => ';',
        Some(_) | None => '?',
    }
}

fn ends_asking(sentence: &str, language: &str) -> bool {
    sentence.trim_end_matches(['"', '”', '»', ')', '\'']).ends_with(|last| asks(last, language))
}

/// What stands in the first fence, if there is one; a word that names its language is cut.
fn without_fence(reply: &str) -> &str {
    let Some((_, fenced)) = reply.split_once("```") else { return reply };
    let body = fenced.split_once("```").map_or(fenced, |(body, _)| body);
    match body.split_once('\n') {
        Some((first, rest)) if !first.contains(char::is_whitespace) => rest,
        Some(_) | None => body,
    }
}

/// The first asking item of a list of candidates; none if it is no list.
fn first_item<'a>(body: &'a str, language: &str) -> Option<&'a str> {
    let items: Vec<&str> = body.lines().filter_map(item).collect();
    let first = items.iter().find(|item| ends_asking(bare(item), language)).copied();
    first.filter(|_| items.len() >= 2)
}

/// A line of a list without its number or dot.
fn item(line: &str) -> Option<&str> {
    let line = line.trim();
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if numbered.len() < line.len() {
        numbered.strip_prefix(['.', ')'])?
    } else {
        line.strip_prefix(['-', '*', '•'])?
    };
    rest.strip_prefix(char::is_whitespace).map(str::trim)
}

/// The last paragraph that asks, else all of it: thoughts and announcements stand before it.
fn last_paragraph<'a>(body: &'a str, language: &str) -> &'a str {
    let paragraphs = body.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty());
    paragraphs.filter(|paragraph| paragraph.contains(|c| asks(c, language))).last().unwrap_or(body)
}

/// Without quotes and emphasis around the whole, and without a label before it.
fn bare(text: &str) -> &str {
    let mut text = text.trim();
    // Layers are few; each round takes one off.
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

/// Cuts a text after each mark that ends a sentence and has a blank, a letter of a script without blanks, or nothing
/// behind it.
fn sentences<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, character)) = chars.next() {
        let wide = matches!(character, '。' | '？' | '！');
        let ends = wide || ENDS.contains(&character) || asks(character, language);
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
            ("What is it? And why does it matter?", "And why does it matter?"),
            ("Why does that matter? I chose this because it is open.", "Why does that matter?"),
            ("You said “why not?” just now. What is behind it?", "You said “why not?” just now. What is behind it?"),
        ] {
            assert_eq!(question(reply, "en"), expected, "{reply}");
        }
    }

    #[test]
    fn the_mark_is_the_one_of_the_language() {
        assert_eq!(question("ما رأيك في ذلك", "ar"), "ما رأيك في ذلك؟");
        assert_eq!(question("それはなぜ大切ですか", "ja"), "それはなぜ大切ですか？");
        assert_eq!(question("Γιατί είναι σημαντικό;", "el"), "Γιατί είναι σημαντικό;");
    }

    #[test]
    fn a_statement_stays_one() {
        assert_eq!(question("I will not answer that.", "en"), "I will not answer that.");
    }
}
