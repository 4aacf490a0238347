//! The table of ladders: one row for each chain of codes that a respondent told.

use std::collections::{BTreeMap, BTreeSet};

/// A chain of codes, from the bottom up. Each code stands once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CodedLadder {
    /// Who told it.
    pub respondent: String,
    /// Positions of its codes in [`LadderTable::codes`].
    pub codes: Vec<usize>,
}

/// Ladders of respondents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LadderTable {
    /// Names of the codes, in the order of their names.
    pub codes: Vec<String>,
    /// Ladders in order.
    pub ladders: Vec<CodedLadder>,
}

/// What is wrong with a ladder table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LadderTableError {
    /// A line cannot be read.
    #[error("the table cannot be read: {0}")]
    Unreadable(String),
    /// A line has no respondent.
    #[error("line {0} has no respondent in its first column; write who told the ladder")]
    NoRespondent(usize),
    /// A ladder has the same code twice.
    #[error("line {line} has the code “{code}” twice; a ladder has each code once")]
    DuplicateCode {
        /// The line, from 1.
        line: usize,
        /// The code.
        code: String,
    },
}

impl LadderTable {
    /// A table of chains of code names. Within a chain only the first of equal codes stays.
    pub fn new(chains: impl IntoIterator<Item = (String, Vec<String>)>) -> Self {
        let chains: Vec<(String, Vec<String>)> = chains.into_iter().collect();
        let names: BTreeSet<&String> = chains.iter().flat_map(|(_, codes)| codes).collect();
        let codes: Vec<String> = names.into_iter().cloned().collect();
        let place: BTreeMap<&String, usize> = codes.iter().enumerate().map(|(at, code)| (code, at)).collect();
        let ladders = chains
            .iter()
            .map(|(respondent, chain)| {
                let mut seen = BTreeSet::new();
                let places = chain.iter().filter_map(|code| place.get(code).copied());
                CodedLadder {
                    respondent: respondent.clone(),
                    codes: places.filter(|code| seen.insert(*code)).collect(),
                }
            })
            .collect();
        Self { codes, ladders }
    }

    /// Reads a table in CSV: a heading, then a line for each ladder with the respondent in the first column and the codes in
    /// the others, from the bottom up. Empty cells are left out.
    pub fn from_csv(text: &str) -> Result<Self, LadderTableError> {
        let mut reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
        let mut chains = Vec::new();
        for (at, record) in reader.records().enumerate() {
            let record = record.map_err(|error| LadderTableError::Unreadable(error.to_string()))?;
            let line = record.position().map_or(at + 2, |position| usize::try_from(position.line()).unwrap_or(at + 2));
            let mut cells = record.iter().map(unguarded);
            let respondent = cells.next().filter(|cell| !cell.is_empty());
            let respondent = respondent.ok_or(LadderTableError::NoRespondent(line))?;
            let codes: Vec<String> = cells.filter(|cell| !cell.is_empty()).map(str::to_owned).collect();
            let mut seen = BTreeSet::new();
            if let Some(code) = codes.iter().find(|code| !seen.insert(*code)) {
                return Err(LadderTableError::DuplicateCode { line, code: code.clone() });
            }
            chains.push((respondent.to_owned(), codes));
        }
        Ok(Self::new(chains))
    }

    /// The table in the format of [`LadderTable::from_csv`].
    pub fn to_csv(&self) -> String {
        let longest = self.ladders.iter().map(|ladder| ladder.codes.len()).max().unwrap_or(0);
        let heading = std::iter::once("respondent".to_owned()).chain((1..=longest).map(|at| format!("code {at}")));
        let mut lines = vec![heading.collect()];
        for ladder in &self.ladders {
            let names = ladder.codes.iter().map(|code| self.name(*code).to_owned());
            let mut line: Vec<String> = std::iter::once(ladder.respondent.clone()).chain(names).collect();
            line.resize(longest + 1, String::new());
            lines.push(line);
        }
        csv_text(&lines)
    }

    /// The name of a code.
    pub fn name(&self, code: usize) -> &str {
        self.codes.get(code).map_or("", String::as_str)
    }

    /// Number of respondents with a ladder.
    pub fn respondents(&self) -> usize {
        self.ladders.iter().map(|ladder| &ladder.respondent).collect::<BTreeSet<_>>().len()
    }

    /// Chains that were told as a whole, with how often, the most frequent first.
    pub fn chains(&self) -> Vec<(Vec<usize>, usize)> {
        let mut counts: BTreeMap<&Vec<usize>, usize> = BTreeMap::new();
        for ladder in &self.ladders {
            *counts.entry(&ladder.codes).or_default() += 1;
        }
        let mut chains: Vec<(Vec<usize>, usize)> =
            counts.into_iter().map(|(codes, count)| (codes.clone(), count)).collect();
        chains.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        chains
    }
}

/// Letters with which a spreadsheet begins a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Lines as CSV. A cell that a spreadsheet would run as a formula begins with an apostrophe.
pub fn csv_text(lines: &[Vec<String>]) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let guarded = |cell: &String| if cell.starts_with(FORMULA) { format!("'{cell}") } else { cell.clone() };
    for line in lines {
        // Writing to memory does not fail.
        let _ = writer.write_record(line.iter().map(guarded));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// A cell without the apostrophe of [`csv_text`].
fn unguarded(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| rest.starts_with(FORMULA)).unwrap_or(cell)
}
