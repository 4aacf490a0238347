//! Counts as numbers of another type.

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
