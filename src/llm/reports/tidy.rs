//! Texts of models as they may be shown: bounded, without HTML, without signs nobody sees.

use super::Drops;

/// A text without HTML and hidden signs, cut at a blank after its first characters.
pub(super) fn tidy(text: &str, most: usize, drops: &mut Drops) -> String {
    let text = without_html(text, drops);
    let mut kept = text.trim();
    if let Some((at, _)) = kept.char_indices().nth(most) {
        drops.count("too_long");
        let head = kept.get(..at).unwrap_or_default();
        kept = head.rfind(char::is_whitespace).and_then(|blank| head.get(..blank)).unwrap_or(head).trim_end();
    }
    kept.to_owned()
}

/// One line of a text.
pub(super) fn line(text: &str, most: usize, drops: &mut Drops) -> String {
    tidy(&text.split_whitespace().collect::<Vec<_>>().join(" "), most, drops)
}

fn without_html(text: &str, drops: &mut Drops) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        clean.push_str(before);
        if after.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
            drops.count("html");
            // A tag without an end takes the rest of the line only.
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
    clean.retain(|c| !is_hidden(c));
    clean
}

fn is_hidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{200B}' | '\u{200E}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
}

/// The text within a Markdown fence that holds all of it.
pub(super) fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let Some(inner) = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```")) else { return text };
    inner.split_once('\n').map_or(inner, |(_, body)| body).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_go_and_a_smaller_than_stays() {
        let mut drops = Drops::default();
        assert_eq!(tidy("a <b>bold</b> 3 < 4 <img src=x onerror=alert(1)", 99, &mut drops), "a bold 3 < 4");
        assert_eq!(drops.0.get("html"), Some(&3));
        assert_eq!(tidy("<scr<script>ipt>x", 99, &mut drops), "ipt>x");
    }

    #[test]
    fn a_long_text_is_cut_at_a_blank() {
        assert_eq!(tidy("one two three", 9, &mut Drops::default()), "one two");
    }
}
