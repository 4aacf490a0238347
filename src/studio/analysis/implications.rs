//! The summary implication matrix: how often one code leads to another.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::ladder_table::{LadderTable, csv_text};

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Counting {
    /// Every ladder counts.
    Mentions,
    /// A pair of codes counts once for each respondent.
    #[default]
    Respondents,
}

/// How often a code leads to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImplicationCount {
    /// Side by side in a ladder.
    pub direct: u32,
    /// With other codes between them.
    pub indirect: u32,
}

impl ImplicationCount {
    /// Direct and indirect together.
    pub fn total(self) -> u32 {
        self.direct + self.indirect
    }
}

/// Counts for pairs of codes. Pairs without a count are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImplicationMatrix {
    /// (from, to) as positions in [`LadderTable::codes`].
    pub counts: BTreeMap<(usize, usize), ImplicationCount>,
}

/// Where a code stands between means and ends. Direct and indirect counts together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CodeIndices {
    /// The code.
    #[serde(skip)]
    pub code: usize,
    /// Counts of what it leads to.
    pub outgoing: u32,
    /// Counts of what leads to it.
    pub incoming: u32,
    /// incoming / (incoming + outgoing), 0 means only a means and 1 only an end. None if nothing is counted.
    pub abstractness: Option<f64>,
    /// (incoming + outgoing) / sum of the matrix, 0–1.
    pub centrality: f64,
    /// incoming / sum of the matrix, 0–1.
    pub prestige: f64,
}

/// What a cut-off on direct counts leaves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CutOff {
    /// Least count that stays.
    pub cut_off: u32,
    /// Pairs of codes that stay.
    pub pairs: usize,
    /// Sum of their counts.
    pub links: u32,
    /// Share of all counts, 0–1.
    pub share: f64,
}

impl ImplicationMatrix {
    /// Counts the pairs of a table.
    pub fn of(table: &LadderTable, counting: Counting) -> Self {
        let mut counts: BTreeMap<(usize, usize), ImplicationCount> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for ladder in &table.ladders {
            for (at, from) in ladder.codes.iter().enumerate() {
                for (distance, to) in ladder.codes.iter().skip(at + 1).enumerate() {
                    let is_direct = distance == 0;
                    let is_first = seen.insert((&ladder.respondent, *from, *to, is_direct));
                    if counting == Counting::Respondents && !is_first {
                        continue;
                    }
                    let count = counts.entry((*from, *to)).or_default();
                    *(if is_direct { &mut count.direct } else { &mut count.indirect }) += 1;
                }
            }
        }
        Self { counts }
    }

    /// Sum of all counts.
    pub fn total(&self) -> u32 {
        self.counts.values().map(|count| count.total()).sum()
    }

    /// The indices of each of `codes` codes.
    pub fn indices(&self, codes: usize) -> Vec<CodeIndices> {
        let sum = |wanted: &dyn Fn(&(usize, usize)) -> bool| -> u32 {
            self.counts.iter().filter(|(pair, _)| wanted(pair)).map(|(_, count)| count.total()).sum()
        };
        let total = f64::from(self.total().max(1));
        let of = |code: usize| {
            let outgoing = sum(&|(from, _)| *from == code);
            let incoming = sum(&|(_, to)| *to == code);
            let both = f64::from(incoming + outgoing);
            CodeIndices {
                code,
                outgoing,
                incoming,
                abstractness: (both > 0.0).then(|| f64::from(incoming) / both),
                centrality: both / total,
                prestige: f64::from(incoming) / total,
            }
        };
        (0..codes).map(of).collect()
    }

    /// What each cut-off on direct counts leaves, from 1 to the highest count.
    pub fn cut_offs(&self) -> Vec<CutOff> {
        let direct: Vec<u32> = self.counts.values().map(|count| count.direct).filter(|count| *count > 0).collect();
        let all: u32 = direct.iter().sum();
        let row = |cut_off: u32| {
            let kept: Vec<u32> = direct.iter().copied().filter(|count| *count >= cut_off).collect();
            let links: u32 = kept.iter().sum();
            CutOff { cut_off, pairs: kept.len(), links, share: f64::from(links) / f64::from(all) }
        };
        (1..=direct.iter().copied().max().unwrap_or(0)).map(row).collect()
    }

    /// A line for each pair: from, to, direct, indirect.
    pub fn to_csv(&self, table: &LadderTable) -> String {
        let mut lines = vec![["from", "to", "direct", "indirect"].map(str::to_owned).to_vec()];
        for ((from, to), count) in &self.counts {
            let names = [table.name(*from), table.name(*to)].map(str::to_owned);
            lines.push(names.into_iter().chain([count.direct.to_string(), count.indirect.to_string()]).collect());
        }
        csv_text(&lines)
    }
}
