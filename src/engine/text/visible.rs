//! Invisible characters, and truncation of a text.

/// Whether a character is invisible: soft hyphens, direction marks, zero-width spaces, tags. Joiners belong to letters.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// The first `most` characters of a text, cut at a blank if possible. None if the text is not longer.
pub fn first_words(text: &str, most: usize) -> Option<&str> {
    let (limit, _) = text.char_indices().nth(most)?;
    let head = text.get(..limit).unwrap_or_default();
    Some(head.rfind(char::is_whitespace).and_then(|blank| head.get(..blank)).unwrap_or(head))
}
