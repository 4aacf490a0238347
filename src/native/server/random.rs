//! Random bytes from the operating system.

use crate::native::print;

/// Fills the slice with unpredictable bytes.
pub(super) fn fill_random(bytes: &mut [u8]) {
    if getrandom::fill(bytes).is_err() {
        // A predictable key must never sign.
        print::remark("error: the operating system provides no random numbers");
        std::process::abort();
    }
}

/// Unpredictable bytes in hexadecimal.
pub(super) fn random_hex(bytes: usize) -> String {
    let mut drawn = vec![0; bytes];
    fill_random(&mut drawn);
    drawn.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
