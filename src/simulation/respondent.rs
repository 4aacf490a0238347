//! Answers questions out of a persona's lines of thought.

use std::collections::BTreeSet;

use super::{Line, Persona, random::Random};
use crate::{session::Question, study::Study};

/// Share of questions that are deflected, in percent.
const DEFLECTED: u32 = 20;

/// A persona in an interview.
#[derive(Clone, Debug)]
pub struct Respondent<'a> {
    persona: &'a Persona,
    lines: &'a [Line],
    /// How many sentences of each line were said.
    said: Vec<usize>,
    /// The line that was spoken of last.
    current: usize,
    left_over: usize,
    random: Random,
}

impl<'a> Respondent<'a> {
    /// A persona that is about to be interviewed; none if it has nothing to say about the study's concept.
    pub fn new(persona: &'a Persona, study: &Study, seed: u64) -> Option<Self> {
        let lines = persona.lines.get(&study.concept.id)?;
        let said = vec![0; lines.len()];
        Some(Self { persona, lines, said, current: 0, left_over: 0, random: Random::new(seed) })
    }

    /// The answer to a question: the next sentences of the line of thought it brings up.
    pub fn answer(&mut self, question: &Question) -> String {
        let deflections = &self.persona.deflections;
        if !deflections.is_empty() && self.random.below(100) < DEFLECTED {
            let index = self.random.below(u32::try_from(deflections.len()).unwrap_or_default());
            return deflections.get(index as usize).cloned().unwrap_or_default();
        }
        let Some(line) = self.brought_up(question) else { return self.nothing_left() };
        self.current = line;
        let sentences = self.length();
        let says = self.lines.get(line).map(|line| line.says.as_slice()).unwrap_or_default();
        let start = self.said.get(line).copied().unwrap_or_default();
        let answer: Vec<&str> = says.iter().skip(start).take(sentences).map(String::as_str).collect();
        if let Some(said) = self.said.get_mut(line) {
            *said += answer.len();
        }
        answer.join(" ")
    }

    /// The line a question brings up: most words in common, the current one first among equals, then in order.
    fn brought_up(&self, question: &Question) -> Option<usize> {
        let asked = words(&format!("{} {}", question.text, question.focus));
        let likeness = |index: usize, line: &Line| {
            let said = self.said.get(index).copied().unwrap_or_default();
            let known =
                line.says.iter().take(said).chain(&line.cues).flat_map(|text| words(text)).collect::<BTreeSet<_>>();
            asked.intersection(&known).count()
        };
        let has_more = |index: usize, line: &Line| self.said.get(index).is_some_and(|said| *said < line.says.len());
        let open = self.lines.iter().enumerate().filter(|(index, line)| has_more(*index, line));
        let rated = open.map(|(index, line)| (likeness(index, line), index == self.current, std::cmp::Reverse(index)));
        rated.max().map(|(_, _, std::cmp::Reverse(index))| index)
    }

    /// How many sentences the next answer has.
    fn length(&mut self) -> usize {
        let shares = self.persona.response_patterns;
        let draw = self.random.below(100);
        if draw < shares.detailed {
            3
        } else if draw < shares.detailed + shares.medium {
            2
        } else {
            1
        }
    }

    fn nothing_left(&mut self) -> String {
        let ways = &self.persona.nothing_left;
        let way = ways.get(self.left_over % ways.len().max(1)).cloned().unwrap_or_default();
        self.left_over += 1;
        way
    }
}

/// Words of more than three letters, in lower case.
fn words(text: &str) -> BTreeSet<String> {
    let words = text.to_lowercase();
    words.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 3).map(str::to_owned).collect()
}
