//! Writes to the terminal: results to standard output, messages to standard error. No other module does.

use std::{
    fmt::Display,
    io::{self, Write},
};

/// Prints a line of the result. A closed pipe (`querent explain … | head`) is not an error.
pub(crate) fn line(text: impl Display) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}

/// Prints a message about progress or an error.
pub(crate) fn remark(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Formats billionths of a US dollar as dollars with six decimals.
pub(crate) fn dollars(nano: u64) -> String {
    let millionths = nano.div_ceil(1_000);
    format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000)
}
