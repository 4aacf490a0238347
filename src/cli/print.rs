//! The one place that writes to the terminal: results to standard output, remarks to standard error.

use std::{
    fmt::Display,
    io::{self, Write},
};

/// A line of the result. A reader that went away (`querent explain … | head`) is no error.
pub(crate) fn line(text: impl Display) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}

/// A line beside the result: what is being done, or what went wrong.
pub(crate) fn remark(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Billionths of a dollar as dollars, to a millionth.
pub(super) fn dollars(nano: u64) -> String {
    let millionths = nano.div_ceil(1_000);
    format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000)
}
