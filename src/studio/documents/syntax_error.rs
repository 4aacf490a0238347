//! Translates errors of the YAML parser into words for authors.
//!
//! The parser names its own states and gives no error codes, so this module matches fragments of its messages.

/// Returns the line of a mistake, from 1. The parser reports a line without a colon where the next line begins.
pub(super) fn line(message: &str, text: &str, met: u32) -> u32 {
    if !message.contains("simple key expect") {
        return met;
    }
    let is_sound = |line: &str| {
        let line = line.trim();
        line.is_empty() || line.starts_with('#') || line.contains(": ") || line.ends_with(':')
    };
    let lines: Vec<&str> = text.lines().take(usize::try_from(met).unwrap_or(usize::MAX)).collect();
    let wrong = lines.iter().rposition(|line| !is_sound(line)).and_then(|index| u32::try_from(index + 1).ok());
    wrong.unwrap_or(met)
}

/// Returns the problem and how to fix it.
pub(super) fn describe(error: &str) -> (String, &'static str) {
    let has = |words: &[&str]| words.iter().any(|word| error.contains(word));
    let (message, hint) = if has(&["tab"]) {
        ("there is a tab in the indentation", "indent with spaces; YAML forbids tabs")
    } else if has(&["quoted scalar, found unexpected", "indentation in quoted scalar"]) {
        ("the quote opened here is not closed", "put the closing quote at the end of the text")
    } else if has(&["trailing content after double-quoted"]) {
        (
            "after the closing quote more text follows",
            "put the whole text in single quotes, '…', or write the quotes within as “…”",
        )
    } else if has(&["escape c", "hexadecimal number"]) {
        (
            "a backslash in double quotes starts an unknown escape",
            "write `\\\\` for a backslash, or use single quotes, '…'",
        )
    } else if has(&["comment intercepting"]) {
        (
            "the next line continues the text before this comment, because it is indented deeper",
            "indent the next line as this one",
        )
    } else if has(&["simple key expect ':'", "simple key expected"]) {
        (
            "this line is neither `key: value` nor part of a text",
            "write a colon and a blank after the key, `key: value`",
        )
    } else if has(&["mapping values are not allowed"]) {
        (
            "a key with a value is not possible here",
            "a text with `: ` needs quotes; write a key on its own line, indented like the keys beside it",
        )
    } else if has(&["unknown anchor"]) {
        ("anchors (`&name`) and aliases (`*name`) are not used here", "write the value out; there is no inheritance")
    } else if has(&["expected ',' or ']'", "expected ',' or '}'", "flow construct"]) {
        (
            "a bracket or brace is not closed, or a comma is missing in it",
            "close it, or put a text that holds brackets, braces or commas in quotes",
        )
    } else if has(&["expected '-' indicator"]) {
        (
            "the list ends here, in the middle of a line",
            "start every entry with `- `, indented like the others; a text that starts with `{`, `[` or a quote and \
             continues after it needs quotes around all of it",
        )
    } else if has(&["block mapping, did not find expected key", "block sequence entries"]) {
        (
            "this line is not indented like those it belongs to",
            "indent it like the keys or entries beside it; a text that starts with a quote and continues after it needs \
             quotes around all of it",
        )
    } else if has(&["unexpected character"]) {
        ("a text cannot start with this character", "put the text in quotes")
    } else if has(&["unprintable"]) {
        ("there is an unprintable character here", "delete it; it may have come with a copied text")
    } else {
        (
            error,
            "check the indentation and the quotes of this line and the line before; a text with `: ` or ` #` needs quotes",
        )
    };
    (format!("this is not valid YAML: {message}"), hint)
}
