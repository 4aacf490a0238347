//! Makes texts of models safe to show: bounded, without HTML and invisible characters.

use super::checked::DropCounter;
use crate::engine::text::{first_words, is_invisible};

/// A judge's report without HTML and invisible characters, at most 40,000 characters.
pub fn sanitize_report(report: &str) -> String {
    sanitize(report, 40_000, &mut DropCounter::default())
}

/// Removes HTML and invisible characters, and truncates the text at a blank.
pub(super) fn sanitize(text: &str, most: usize, drops: &mut DropCounter) -> String {
    let text = without_html(text, drops);
    let Some(head) = first_words(text.trim(), most) else { return text.trim().to_owned() };
    drops.count("too_long");
    head.trim_end().to_owned()
}

/// The same for a text in one line.
pub(super) fn sanitize_line(text: &str, most: usize, drops: &mut DropCounter) -> String {
    sanitize(&text.split_whitespace().collect::<Vec<_>>().join(" "), most, drops)
}

fn without_html(text: &str, drops: &mut DropCounter) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        clean.push_str(before);
        if after.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
            drops.count("html");
            // A tag without an end extends to the end of the line.
            let end = after.find(['>', '\n']);
            let past = end.map_or(after.len(), |end| {
                if after.get(end..).is_some_and(|e| e.starts_with('>')) { end + 1 } else { end }
            });
            rest = after.get(past..).unwrap_or_default();
        } else {
            clean.push('<');
            rest = after;
        }
    }
    clean.push_str(rest);
    clean.retain(|c| !is_invisible(c) && (!c.is_control() || matches!(c, '\n' | '\t')));
    clean
}

/// Removes a Markdown fence around the whole text.
pub(super) fn strip_fence(text: &str) -> &str {
    let text = text.trim();
    let Some(inner) = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```")) else { return text };
    inner.split_once('\n').map_or(inner, |(_, body)| body).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_go_and_a_smaller_than_stays() {
        let mut drops = DropCounter::default();
        assert_eq!(sanitize("a <b>bold</b> 3 < 4 <img src=x onerror=alert(1)", 99, &mut drops), "a bold 3 < 4");
        assert_eq!(sanitize("<scr<script>ipt>x", 99, &mut drops), "ipt>x");
        assert_eq!(drops.finish(()).drops.get("html"), Some(&4));
    }

    #[test]
    fn a_long_text_is_cut_at_a_blank() {
        assert_eq!(sanitize("one two three", 9, &mut DropCounter::default()), "one two");
    }
}
