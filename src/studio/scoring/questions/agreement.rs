//! How far scores agree with the grades of people: rank correlations.

use super::{QuestionScores, TranscriptTurn};

/// Scores and grades of one interview.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Points and grade of each graded question; A is 1, B is ½, C is 0.
    pub pairs: Vec<(f64, f64)>,
    /// The score of all questions.
    pub total: f64,
    /// Share of A and half of B, 0–1.
    pub share: f64,
}

impl Agreement {
    /// Compares the scores of a transcript with its grades; none without grades.
    pub fn of(exchanges: &[TranscriptTurn], scores: &QuestionScores) -> Option<Self> {
        let graded = exchanges.iter().skip(1).zip(&scores.questions);
        let value = |grade: char| match grade {
            'A' => 1.0,
            'B' => 0.5,
            _ => 0.0,
        };
        let pairs: Vec<(f64, f64)> =
            graded.filter_map(|(exchange, score)| Some((f64::from(score.points), value(exchange.grade?)))).collect();
        let sum: f64 = pairs.iter().map(|(_, grade)| grade).sum();
        let count = u32::try_from(pairs.len()).ok().filter(|count| *count > 0)?;
        Some(Self { share: sum / f64::from(count), total: f64::from(scores.total?), pairs })
    }
}

/// Spearman's rank correlation, with mean ranks for ties; none for fewer than three pairs or a constant side.
pub fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let left = ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let right = ranks(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    let count = f64::from(u32::try_from(pairs.len()).ok().filter(|count| *count >= 3)?);
    let mean = f64::midpoint(count, 1.0);
    let (mut product, mut first, mut second) = (0.0, 0.0, 0.0);
    for (left, right) in left.iter().zip(&right) {
        product += (left - mean) * (right - mean);
        first += (left - mean) * (left - mean);
        second += (right - mean) * (right - mean);
    }
    (first > 0.0 && second > 0.0).then(|| product / (first * second).sqrt())
}

/// The rank of each value from 1, the mean rank for equal values.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| other.total_cmp(value).is_eq()).count();
        let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
        count(below) + f64::midpoint(count(equal), 1.0)
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_order_correlates_fully_and_reversed_order_inversely() {
        let close = |pairs: &[(f64, f64)], value: f64| (rank_correlation(pairs).unwrap_or(9.0) - value).abs() < 1e-9;
        assert!(close(&[(1.0, 10.0), (2.0, 20.0), (3.0, 90.0)], 1.0));
        assert!(close(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)], -1.0));
        assert_eq!(rank_correlation(&[(1.0, 1.0), (2.0, 1.0), (3.0, 1.0)]), None);
        assert!(close(&[(1.0, 1.0), (1.0, 1.0), (3.0, 2.0), (4.0, 3.0)], 1.0));
    }
}
