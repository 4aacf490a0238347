//! Two versions compared respondent by respondent.

use querent_engine::simulation::{
    Figures,
    chance::{Signs, together},
};

use super::figure::{FIGURES, Per};

/// Probability below which a difference is told from chance.
const LEVEL: f64 = 0.05;

/// The figures of one interview: its number, and a value of every figure that each interview has.
#[derive(Clone, Debug)]
pub(super) struct One {
    number: u64,
    values: Box<[Option<f64>]>,
}

impl One {
    pub(super) fn of(number: u64, figures: &Figures) -> Self {
        let values = FIGURES.iter().filter(|figure| figure.per == Per::Interview).map(|figure| (figure.of)(figures));
        Self { number, values: values.collect() }
    }
}

/// How a figure of B stands to that of A.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairing {
    pub(super) signs: Signs,
    /// Of the sign test alone.
    pub(super) p: f64,
    /// With Holm's correction over all figures.
    pub(super) p_holm: f64,
}

impl Pairing {
    /// Higher, lower, p and the mark of a difference that is told from chance.
    pub(super) fn cells(&self) -> Vec<String> {
        let Signs { higher, lower, equal: _ } = self.signs;
        if higher + lower == 0 {
            return vec!["0".to_owned(), "0".to_owned(), String::new(), String::new()];
        }
        let p = if self.p_holm < 0.001 { "< .001".to_owned() } else { format!("{:.3}", self.p_holm) };
        let p = p.replacen("0.", ".", 1);
        let mark = if self.p_holm < LEVEL { "*" } else { "" };
        vec![higher.to_string(), lower.to_string(), p, mark.to_owned()]
    }
}

/// Every figure by key, over the interviews that both versions held.
pub(super) fn of(a: &[One], b: &[One]) -> Vec<(&'static str, Pairing)> {
    let keys = FIGURES.iter().filter(|figure| figure.per == Per::Interview).map(|figure| figure.key);
    let mut pairs: Vec<(&'static str, Signs)> = keys.map(|key| (key, Signs::default())).collect();
    let by_number = |all: &[One]| {
        let mut sorted: Vec<One> = all.to_vec();
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
    let chances: Vec<f64> = pairs.iter().map(|(_, signs)| signs.chance()).collect();
    let raised = together(&chances);
    let all = pairs.into_iter().zip(chances).zip(raised);
    all.map(|(((key, signs), p), p_holm)| (key, Pairing { signs, p, p_holm })).collect()
}

/// What the columns mean, and what came out.
pub(super) fn told(pairings: &[(&'static str, Pairing)]) -> Vec<String> {
    let respondents =
        pairings.iter().map(|(_, it)| it.signs.higher + it.signs.lower + it.signs.equal).max().unwrap_or(0);
    let names: Vec<&str> = FIGURES
        .iter()
        .filter(|figure| pairings.iter().any(|(key, pairing)| *key == figure.key && pairing.p_holm < LEVEL))
        .map(|figure| figure.name)
        .collect();
    let found = match names.as_slice() {
        [] => format!("No difference is more than chance, with {respondents} respondents."),
        names => format!("More than chance (*), with {respondents} respondents: {}.", names.join("; ")),
    };
    vec![
        found,
        "higher, lower: respondents with whom B comes out higher or lower than A. p: how often so uneven a split comes of"
            .to_owned(),
        "chance alone; exact sign test over the same respondents, corrected for all figures together (Holm).".to_owned(),
    ]
}
