//! Whether two versions differ by more than chance before the same respondents.
//!
//! Every respondent meets both versions, so they are compared respondent by respondent: the sign test (Dixon and Mood 1946) asks
//! whether one version comes out higher more often than a fair coin would have it. It supposes nothing about how the values are
//! spread; for yes and no it is the exact test of `McNemar`. Where many figures are looked at, one of them stands out by chance:
//! Holm (1979) raises each probability so that it holds for all of them together.

/// Pairs in which the second value is higher, lower, or the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// Pairs whose second value is higher.
    pub higher: u64,
    /// Pairs whose second value is lower.
    pub lower: u64,
    /// Pairs of equal values.
    pub equal: u64,
}

/// Values that differ by less than this are equal: they are quotients of small whole numbers.
const EQUAL: f64 = 1e-9;

impl Signs {
    /// Counts a pair.
    pub fn count(&mut self, first: f64, second: f64) {
        let by = second - first;
        if by > EQUAL {
            self.higher += 1;
        } else if by < -EQUAL {
            self.lower += 1;
        } else {
            self.equal += 1;
        }
    }

    /// Probability, 0–1, of a split at least as uneven if higher and lower were equally likely: the exact sign test, two-sided,
    /// without the equal pairs.
    #[expect(clippy::cast_precision_loss, reason = "counts of interviews stay far below 2^52")]
    pub fn chance(self) -> f64 {
        let (few, all) = (self.higher.min(self.lower), self.higher + self.lower);
        let (n, k) = (all as f64, few as f64);
        let of_few =
            libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0) - n * std::f64::consts::LN_2;
        // Each smaller tail is a known part of the next: the sum goes down from the greatest until nothing is added.
        let (mut part, mut sum, mut at) = (1.0, 1.0, k);
        while at > 0.0 && part > sum * f64::EPSILON {
            part *= at / (n - at + 1.0);
            sum += part;
            at -= 1.0;
        }
        (2.0 * sum * libm::exp(of_few)).min(1.0)
    }
}

/// Probabilities of several tests, each raised so that it holds for all of them together (Holm 1979).
#[expect(clippy::cast_precision_loss, reason = "a handful of figures")]
pub fn together(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    let of = |index: usize| chances.get(index).copied().unwrap_or(1.0);
    order.sort_by(|a, b| of(*a).total_cmp(&of(*b)));
    let mut raised = vec![1.0; chances.len()];
    let mut least: f64 = 0.0;
    for (rank, index) in order.into_iter().enumerate() {
        least = least.max((of(index) * (chances.len() - rank) as f64).min(1.0));
        if let Some(slot) = raised.get_mut(index) {
            *slot = least;
        }
    }
    raised
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(higher: u64, lower: u64) -> f64 {
        Signs { higher, lower, equal: 5 }.chance()
    }

    #[test]
    fn the_sign_test_gives_the_sums_of_binomial_coefficients() {
        for (higher, lower, expected) in [
            (0, 0, 1.0),
            (1, 0, 1.0),
            (5, 5, 1.0),
            (6, 0, 2.0 / 64.0),
            (14, 3, 2.0 * f64::from(1 + 17 + 136 + 680) / 131_072.0),
            (3, 14, 2.0 * f64::from(1 + 17 + 136 + 680) / 131_072.0),
        ] {
            assert!((chance(higher, lower) - expected).abs() < 1e-12, "{higher} {lower}: {}", chance(higher, lower));
        }
    }

    #[test]
    fn thousands_of_pairs_are_no_trouble() {
        // The normal approximation with continuity, z = (5200 - 5000 - 0.5) / 50, gives 6.6e-5.
        assert!((chance(5_200, 4_800) - 6.6e-5).abs() < 1e-6, "{}", chance(5_200, 4_800));
        assert!(chance(100_000, 0) < 1e-300);
    }

    #[test]
    fn many_tests_raise_what_each_of_them_takes() {
        let raised = together(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(raised.iter().zip(expected).all(|(raised, expected)| (raised - expected).abs() < 1e-12), "{raised:?}");
    }
}
