//! The code a respondent keeps to have their session deleted: `XXXX-XXXX-XXXX`, twelve of 32 letters and digits, which are
//! 60 bits. Only its hash is kept.

use crate::{edge::host::Host, text::sha256};

/// Letters and digits nobody takes for each other.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Letters of a code.
const LETTERS: usize = 12;

/// A new code.
pub(in crate::edge) fn mint<H: Host>(host: &H) -> String {
    let mut drawn = [0; LETTERS];
    host.random(&mut drawn);
    let letter = |byte: &u8| ALPHABET.get(usize::from(byte % 32)).copied().map_or('0', char::from);
    let letters: Vec<char> = drawn.iter().map(letter).collect();
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// The hash of a code as somebody types it: small letters, missing hyphens, an O for a 0 or an I for a 1 are all right.
/// Nothing if it has not the form of a code.
pub(in crate::edge) fn hash(typed: &str) -> Option<String> {
    let meant = |c: char| match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    let is_blank = |c: &char| *c == '-' || c.is_whitespace();
    let letters: String = typed.chars().filter(|c| !is_blank(c)).map(meant).take(LETTERS + 1).collect();
    let is_code = letters.len() == LETTERS && letters.bytes().all(|byte| ALPHABET.contains(&byte));
    is_code.then(|| sha256(letters.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_known_however_it_is_typed() {
        let known = hash("0K1Z-ABCD-9W7T");
        assert!(known.is_some());
        for typed in ["0k1z-abcd-9w7t", "okiz abcd 9w7t", "OKLZABCD9W7T", " 0K1Z-ABCD-9W7T\n"] {
            assert_eq!(hash(typed), known, "{typed}");
        }
        for wrong in ["", "0K1Z-ABCD", "0K1Z-ABCD-9W7U", "0K1Z-ABCD-9W7T-0", "ÄK1Z-ABCD-9W7T"] {
            assert_eq!(hash(wrong), None, "{wrong}");
        }
    }
}
