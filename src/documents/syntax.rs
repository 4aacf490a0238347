//! What the YAML parser says of a text it cannot read, in the words of whoever wrote it.
//!
//! The parser's messages name states of a parser. The mistakes behind them are few, and each has its own remedy.

/// The line a mistake was made on, from 1: the parser meets a line that is no key only where the next one begins.
pub(super) fn line(said: &str, text: &str, met: u32) -> u32 {
    if !said.contains("simple key expect") {
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

/// What is wrong, and what to do about it.
pub(super) fn words(said: &str) -> (String, &'static str) {
    let has = |words: &[&str]| words.iter().any(|word| said.contains(word));
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
            "a backslash in double quotes starts a sign it does not name",
            "write `\\\\` for a backslash, or use single quotes, '…'",
        )
    } else if has(&["comment intercepting"]) {
        (
            "the line after this comment goes on with the text before it, since it is indented deeper",
            "indent the next line as this one",
        )
    } else if has(&["simple key expect ':'", "simple key expected"]) {
        (
            "this line is neither `key: value` nor part of a text",
            "write a colon and a blank after the key, `key: value`",
        )
    } else if has(&["mapping values are not allowed"]) {
        (
            "a key with a value cannot stand here",
            "a text that holds `: ` needs quotes; a key stands on a line of its own, indented as those beside it",
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
            "every entry starts with `- `, indented as the others; a text that starts with `{`, `[` or a quote and goes on \
             behind it needs quotes around all of it",
        )
    } else if has(&["block mapping, did not find expected key", "block sequence entries"]) {
        (
            "this line is not indented as those it belongs to",
            "indent it as the keys or entries beside it; a text that starts with a quote and goes on behind it needs quotes \
             around all of it",
        )
    } else if has(&["unexpected character"]) {
        ("a text cannot start with this sign", "put the text in quotes")
    } else if has(&["unprintable"]) {
        ("there is a sign here that cannot be printed", "delete it; it may have come with a copied text")
    } else {
        (
            said,
            "check the indentation and the quotes of this line and the one before; a text holding `: ` or ` #` needs quotes",
        )
    };
    (format!("this is not valid YAML: {message}"), hint)
}
