//! Compares two versions respondent by respondent, with a sign test.

use querent_engine::studio::simulation::{
    SimulationFigures,
    sign_test::{SignCounts, adjust_p_values},
};

use super::figure::{FIGURES, Per};

/// Level of significance.
const LEVEL: f64 = 0.05;

/// The number of an interview and its values of the figures that every interview has.
#[derive(Clone, Debug)]
pub(super) struct InterviewFigures {
    number: u64,
    values: Box<[Option<f64>]>,
}

impl InterviewFigures {
    pub(super) fn of(number: u64, figures: &SimulationFigures) -> Self {
        let values = FIGURES.iter().filter(|figure| figure.per == Per::Interview).map(|figure| (figure.of)(figures));
        Self { number, values: values.collect() }
    }
}

/// Comparison of a figure between version A and version B.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairedFigure {
    pub(super) signs: SignCounts,
    /// p-value of the sign test.
    pub(super) p: f64,
    /// p-value with Holm's correction over all figures.
    pub(super) p_holm: f64,
}

impl PairedFigure {
    /// Returns the table cells: higher, lower, p and the mark of a significant difference.
    pub(super) fn cells(&self) -> Vec<String> {
        let SignCounts { higher, lower, equal: _ } = self.signs;
        if higher + lower == 0 {
            return vec!["0".to_owned(), "0".to_owned(), String::new(), String::new()];
        }
        let p = if self.p_holm < 0.001 { "< .001".to_owned() } else { format!("{:.3}", self.p_holm) };
        let p = p.replacen("0.", ".", 1);
        let mark = if self.p_holm < LEVEL { "*" } else { "" };
        vec![higher.to_string(), lower.to_string(), p, mark.to_owned()]
    }
}

/// Compares every figure over the interviews that both versions ran.
pub(super) fn of(a: &[InterviewFigures], b: &[InterviewFigures]) -> Vec<(&'static str, PairedFigure)> {
    let keys = FIGURES.iter().filter(|figure| figure.per == Per::Interview).map(|figure| figure.key);
    let mut pairs: Vec<(&'static str, SignCounts)> = keys.map(|key| (key, SignCounts::default())).collect();
    let by_number = |all: &[InterviewFigures]| {
        let mut sorted: Vec<InterviewFigures> = all.to_vec();
        sorted.sort_by_key(|one| one.number);
        sorted
    };
    let (a, b) = (by_number(a), by_number(b));
    let mut others = b.iter().peekable();
    for one in &a {
        while others.next_if(|other| other.number < one.number).is_some() {}
        let Some(other) = others.next_if(|other| other.number == one.number) else { continue };
        for ((_, signs), values) in pairs.iter_mut().zip(one.values.iter().zip(&other.values)) {
            if let (Some(first), Some(second)) = values {
                signs.count(*first, *second);
            }
        }
    }
    let chances: Vec<f64> = pairs.iter().map(|(_, signs)| signs.p_value()).collect();
    let raised = adjust_p_values(&chances);
    let all = pairs.into_iter().zip(chances).zip(raised);
    all.map(|(((key, signs), p), p_holm)| (key, PairedFigure { signs, p, p_holm })).collect()
}

/// Describes the result and the columns.
pub(super) fn describe(pairings: &[(&'static str, PairedFigure)]) -> Vec<String> {
    let respondents =
        pairings.iter().map(|(_, it)| it.signs.higher + it.signs.lower + it.signs.equal).max().unwrap_or(0);
    let names: Vec<&str> = FIGURES
        .iter()
        .filter(|figure| pairings.iter().any(|(key, pairing)| *key == figure.key && pairing.p_holm < LEVEL))
        .map(|figure| figure.name)
        .collect();
    let found = match names.as_slice() {
        [] => format!("No difference is significant, with {respondents} respondents."),
        names => format!("Significant differences (*), with {respondents} respondents: {}.", names.join("; ")),
    };
    vec![
        found,
        "higher, lower: respondents with a higher or lower value in B than in A. p: probability of such an uneven split by"
            .to_owned(),
        "chance alone; exact sign test over the same respondents, corrected for all figures together (Holm).".to_owned(),
    ]
}
