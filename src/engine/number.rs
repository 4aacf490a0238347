//! Counts as numbers of another type, and numbers as texts.

/// A count as 32 bits. Greater counts become the greatest number.
pub(crate) fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}

/// A count as a number.
#[expect(clippy::cast_precision_loss, reason = "counts of an interview are far below 2^52")]
pub(crate) fn float(items: usize) -> f64 {
    items as f64
}

/// One count as a share of another.
pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    float(part) / float(whole)
}

/// A number in its shortest form, as the standard library writes it up to 10¹⁶. The library's own code for it is twenty
/// kilobytes of WebAssembly.
pub(crate) fn text(number: f64) -> String {
    if number.is_finite() {
        let mut buffer = zmij::Buffer::new();
        let written = buffer.format_finite(number);
        written.strip_suffix(".0").unwrap_or(written).to_owned()
    } else if number.is_nan() {
        "NaN".to_owned()
    } else {
        (if number > 0.0 { "inf" } else { "-inf" }).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_as_by_the_standard_library() {
        for number in [0.0, -0.0, 1.0, -3.0, 0.1, 12.25, 1e15, -1e-5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(text(number), number.to_string());
        }
    }
}
