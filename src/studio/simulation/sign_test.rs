//! Tests whether two versions of a study differ by more than chance.
//!
//! Every respondent meets both versions, so the sign test (Dixon and Mood 1946) compares them pair by pair. It assumes nothing
//! about the distribution; for yes and no it is the exact test of `McNemar`. For several figures, the method of Holm (1979)
//! adjusts the probabilities.

/// Counts of pairs by the sign of their difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignCounts {
    /// Pairs whose second value is higher.
    pub higher: u64,
    /// Pairs whose second value is lower.
    pub lower: u64,
    /// Pairs of equal values.
    pub equal: u64,
}

/// Values that differ by less are equal, since they are quotients of small whole numbers.
const EQUAL: f64 = 1e-9;

impl SignCounts {
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

    /// The p-value, 0–1, of the exact two-sided sign test, without equal pairs.
    #[expect(clippy::cast_precision_loss, reason = "counts of interviews stay far below 2^52")]
    pub fn p_value(self) -> f64 {
        let (few, all) = (self.higher.min(self.lower), self.higher + self.lower);
        let (n, k) = (all as f64, few as f64);
        let of_few =
            libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0) - n * std::f64::consts::LN_2;
        // Each term follows from the next greater one; the sum ends when a term adds nothing.
        let (mut part, mut sum, mut at) = (1.0, 1.0, k);
        while at > 0.0 && part > sum * f64::EPSILON {
            part *= at / (n - at + 1.0);
            sum += part;
            at -= 1.0;
        }
        (2.0 * sum * libm::exp(of_few)).min(1.0)
    }
}

/// P-values of several tests, adjusted for all of them together (Holm 1979).
#[expect(clippy::cast_precision_loss, reason = "a handful of figures")]
pub fn adjust_p_values(chances: &[f64]) -> Vec<f64> {
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
        SignCounts { higher, lower, equal: 5 }.p_value()
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
        let raised = adjust_p_values(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(raised.iter().zip(expected).all(|(raised, expected)| (raised - expected).abs() < 1e-12), "{raised:?}");
    }
}
