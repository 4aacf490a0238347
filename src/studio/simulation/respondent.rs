//! A simulated respondent: answers questions from the facts, in the style of a persona.

use super::random::Random;
use crate::{
    engine::{session::Question, study::Study},
    studio::personas::{FactBank, HabitPlace, Persona, PreparedLine, Speech},
};

/// The answer without any phrase.
const SILENCE: &str = "…";

/// Weight of a cue among the words that ask.
const ASKED_FOR: usize = 5;
/// Weight of cues among the words of the focus, however many.
const ASKED_OF: usize = 2;
/// Highest weight of words quoted from earlier sentences of a line.
const QUOTED: usize = 2;

/// The style drawn for an answer by rules or a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerStyle {
    /// An evasion.
    Deflect,
    /// A habit of speech instead of the facts.
    Instead,
    /// Facts in 0–3 sentences; 0 is an acknowledgment.
    Tell {
        /// Number of sentences.
        sentences: u8,
        /// Whether tiredness made it an acknowledgment.
        is_tired: bool,
    },
}

/// An answer and the style drawn for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedAnswer {
    /// The answer by the rules.
    pub text: String,
    /// Its style.
    pub manner: AnswerStyle,
    /// The habit of speech in it, if any.
    pub habit: Option<String>,
}

/// A persona in an interview.
#[derive(Clone, Debug)]
pub struct SimulatedRespondent<'a> {
    persona: &'a Persona,
    speech: &'a Speech,
    bank: &'a FactBank,
    topic: &'a str,
    seed: u64,
    /// Number of sentences said of each line.
    said: Vec<usize>,
    /// The line of the last answer.
    current: usize,
    left_over: usize,
}

/// Why a persona cannot answer a study.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnsupportedLanguage {
    /// It does not speak the language of the study.
    #[error(
        "the persona `{persona}` does not speak `{language}`; it speaks {spoken}. Add `{language}:` under its `speech`"
    )]
    Language {
        /// The persona.
        persona: String,
        /// Language of the study.
        language: String,
        /// Languages it speaks.
        spoken: String,
    },
    /// There are no facts.
    #[error("there are no facts to tell about `{concept}` under the methodology `{methodology}`; add lines for it")]
    Facts {
        /// The concept.
        concept: String,
        /// The methodology.
        methodology: String,
    },
}

impl<'a> SimulatedRespondent<'a> {
    /// A persona at the start of an interview.
    ///
    /// # Errors
    /// [`Mute`] if it cannot answer.
    pub fn new(
        persona: &'a Persona,
        bank: &'a FactBank,
        study: &'a Study,
        seed: u64,
    ) -> Result<Self, UnsupportedLanguage> {
        let speech = persona.speech(&study.language).ok_or_else(|| UnsupportedLanguage::Language {
            persona: persona.id.to_string(),
            language: study.language.clone(),
            spoken: persona.speech.keys().map(|language| format!("`{language}`")).collect::<Vec<_>>().join(", "),
        })?;
        if bank.is_empty() {
            return Err(UnsupportedLanguage::Facts {
                concept: study.concept.id.to_string(),
                methodology: study.methodology.id.to_string(),
            });
        }
        let said = vec![0; bank.lines.len()];
        Ok(Self { persona, speech, bank, topic: &study.concept.topic, seed, said, current: 0, left_over: 0 })
    }

    /// The answer to a question: the next sentences of the line that it selects, in the persona's style.
    ///
    /// Every turn has its own random sequence, so that earlier turns do not change its draws. The same respondent can meet two
    /// versions of a study.
    pub fn answer(&mut self, question: &Question) -> String {
        self.draw(question).text
    }

    /// The answer to a question, with the style drawn for it.
    pub fn draw(&mut self, question: &Question) -> PlannedAnswer {
        let mut random = Random::of_turn(self.seed, question.turn);
        if random.percent(self.persona.deflects)
            && let Some(text) = random.one_of(&self.speech.deflections)
            && let Some(text) = self.fill(text, question)
        {
            return PlannedAnswer { text, manner: AnswerStyle::Deflect, habit: None };
        }
        if let Some(text) = self.habit(HabitPlace::Instead, question, &mut random) {
            return PlannedAnswer { habit: Some(text.clone()), text, manner: AnswerStyle::Instead };
        }
        let line = self.select_line(question);
        let is_fresh = line.is_some_and(|line| line != self.current && self.said.get(line) == Some(&0));
        let (sentences, is_tired) = self.length(question.turn, is_fresh, &mut random);
        let manner = AnswerStyle::Tell { sentences, is_tired };
        let Some(line) = line else { return PlannedAnswer { text: self.nothing_left(question), manner, habit: None } };
        if sentences == 0 {
            let text = random.one_of(&self.speech.acknowledgments).map(|text| self.fill(text, question));
            return PlannedAnswer { text: text.flatten().unwrap_or_else(|| SILENCE.to_owned()), manner, habit: None };
        }
        let before = self.habit(HabitPlace::Before, question, &mut random);
        let after = self.habit(HabitPlace::After, question, &mut random);
        let facts = self.tell(line, usize::from(sentences));
        let habit = before.clone().or_else(|| after.clone());
        let text = [before, Some(facts), after].into_iter().flatten().collect::<Vec<_>>().join(" ");
        PlannedAnswer { text, manner, habit }
    }

    /// Evasions of a question.
    pub(super) fn evasions(&self, question: &Question, most: usize) -> Vec<String> {
        self.speech.deflections.iter().filter_map(|text| self.fill(text, question)).take(most).collect()
    }

    /// The next sentences of a line.
    fn tell(&mut self, line: usize, sentences: usize) -> String {
        self.current = line;
        let says = self.bank.lines.get(line).map(|line| line.says.as_slice()).unwrap_or_default();
        let start = self.said.get(line).copied().unwrap_or_default();
        let next: Vec<&str> = says.iter().skip(start).take(sentences).map(|(text, _)| text.as_str()).collect();
        if let Some(said) = self.said.get_mut(line) {
            *said += next.len();
        }
        next.join(" ")
    }

    /// The line that a question selects. Words that ask weigh more than the focus: "what worried you about the box" selects a
    /// worry. An element as focus weighs as much. On a tie the current line comes first, then the earliest.
    fn select_line(&self, question: &Question) -> Option<usize> {
        let frame =
            if question.focus.is_empty() { question.text.clone() } else { question.text.replace(&question.focus, " ") };
        let (asked, focus) = (self.bank.known_words(&frame), self.bank.known_words(&question.focus));
        let is_named = question.probe.as_ref().is_some_and(|probe| probe.focus.element().is_some());
        let of_focus = |count: usize| if is_named { count * ASKED_FOR } else { count.min(1) * ASKED_OF };
        let likeness = |line: &PreparedLine, said: usize| {
            let is_cue = |word: &&u32| line.cues.binary_search(word).is_ok();
            let is_said = |word: &&u32| line.says.iter().take(said).any(|(_, words)| words.binary_search(word).is_ok());
            asked.iter().filter(is_cue).count() * ASKED_FOR
                + of_focus(focus.iter().filter(is_cue).count())
                + focus.iter().filter(is_said).count().min(QUOTED)
        };
        let lines = self.bank.lines.iter().zip(&self.said).enumerate();
        let open = lines.filter(|(_, (line, said))| **said < line.says.len());
        let rated =
            open.map(|(index, (line, said))| (likeness(line, *said), index == self.current, std::cmp::Reverse(index)));
        rated.max().map(|(_, _, std::cmp::Reverse(index))| index)
    }

    /// The number of sentences, 0 for an acknowledgment, and whether tiredness made it one.
    fn length(&self, turn: u32, is_fresh: bool, random: &mut Random) -> (u8, bool) {
        let tiredness = self.persona.tires.map_or(0, |tiring| {
            let share = turn.saturating_sub(tiring.after).saturating_mul(tiring.percent);
            if is_fresh { share / 2 } else { share }
        });
        let is_tired = random.percent(tiredness);
        let shares = self.persona.response_patterns;
        let draw = random.below(100);
        let sentences = if is_tired {
            0
        } else if draw < shares.detailed {
            3
        } else if draw < shares.detailed + shares.medium {
            2
        } else {
            u8::from(draw < shares.detailed + shares.medium + shares.brief)
        };
        (sentences, is_tired)
    }

    /// The first habit of this place that is due.
    fn habit(&self, place: HabitPlace, question: &Question, random: &mut Random) -> Option<String> {
        let mut shown = None;
        for habit in self.speech.habits.iter().filter(|habit| habit.place == place) {
            let is_due = random.percent(habit.percent);
            let text = random.one_of(&habit.says);
            if is_due && shown.is_none() && question.turn >= habit.from {
                shown = text.and_then(|text| self.fill(text, question));
            }
        }
        shown
    }

    /// A text with its slots filled; none if it needs a focus and there is none.
    fn fill(&self, text: &str, question: &Question) -> Option<String> {
        let is_lost = text.contains("{focus}") && question.focus.is_empty();
        (!is_lost).then(|| text.replace("{topic}", self.topic).replace("{focus}", &question.focus))
    }

    fn nothing_left(&mut self, question: &Question) -> String {
        let ways = &self.speech.nothing_left;
        let way = ways.get(self.left_over % ways.len().max(1)).and_then(|way| self.fill(way, question));
        self.left_over += 1;
        way.unwrap_or_else(|| SILENCE.to_owned())
    }
}
