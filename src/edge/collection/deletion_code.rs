//! The code with which a respondent deletes the own session: `XXXX-XXXX-XXXX`, twelve of 32 letters and digits, 60 bits.
//! Only its hash is stored.

use crate::{edge::http::Host, engine::text::sha256};

/// Letters and digits without look-alikes.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Number of letters of a code.
const LETTERS: usize = 12;

/// Generates a code.
pub(in crate::edge) fn new_code<H: Host>(host: &H) -> String {
    let mut drawn = [0; LETTERS];
    host.random(&mut drawn);
    let letter = |byte: &u8| ALPHABET.get(usize::from(byte % 32)).copied().map_or('0', char::from);
    let letters: Vec<char> = drawn.iter().map(letter).collect();
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// The hash of a typed code; none if it does not have the form of a code. Accepts lower case, missing hyphens, O for 0, and
/// I or L for 1.
pub(in crate::edge) fn hash_code(typed: &str) -> Option<String> {
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
        let known = hash_code("0K1Z-ABCD-9W7T");
        assert!(known.is_some());
        for typed in ["0k1z-abcd-9w7t", "okiz abcd 9w7t", "OKLZABCD9W7T", " 0K1Z-ABCD-9W7T\n"] {
            assert_eq!(hash_code(typed), known, "{typed}");
        }
        for wrong in ["", "0K1Z-ABCD", "0K1Z-ABCD-9W7U", "0K1Z-ABCD-9W7T-0", "ÄK1Z-ABCD-9W7T"] {
            assert_eq!(hash_code(wrong), None, "{wrong}");
        }
    }
}
