//! Answers questions out of the facts, in the manner of a persona.

use super::{Bank, Persona, Place, Speech, facts::Prepared, random::Random};
use crate::{session::Question, study::Study};

/// What is said where there are no words for it.
const SILENCE: &str = "…";

/// Weight of a word of what is asked for, among the words that bring up a line.
const ASKED_FOR: usize = 5;
/// Weight of the words of what it is asked of, however many of them bring up a line.
const ASKED_OF: usize = 2;
/// Most that words quoted from what was said of a line weigh together.
const QUOTED: usize = 2;

/// What was drawn for an answer: how the persona means to answer, whoever finds the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Not at all.
    Deflect,
    /// With a habit of speech instead of the facts.
    Instead,
    /// With so many sentences, 0–3; 0 is an acknowledgment.
    Tell {
        /// How many.
        sentences: u8,
        /// Whether tiredness made it an acknowledgment.
        is_tired: bool,
    },
}

/// An answer and the manner that was drawn for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The answer out of the facts.
    pub text: String,
    /// How it was meant.
    pub manner: Manner,
    /// The habit of speech that shows in it, or stands in its place; none if none does.
    pub habit: Option<String>,
}

/// A persona in an interview.
#[derive(Clone, Debug)]
pub struct Respondent<'a> {
    persona: &'a Persona,
    speech: &'a Speech,
    bank: &'a Bank,
    topic: &'a str,
    seed: u64,
    /// How many sentences of each line were said.
    said: Vec<usize>,
    /// The line that was spoken of last.
    current: usize,
    left_over: usize,
}

/// Why a persona cannot be interviewed with a study.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Mute {
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
    /// There is nothing to say.
    #[error("there are no facts to tell about `{concept}` under the methodology `{methodology}`; add lines for it")]
    Facts {
        /// The concept.
        concept: String,
        /// The methodology.
        methodology: String,
    },
}

impl<'a> Respondent<'a> {
    /// A persona that is about to be interviewed.
    ///
    /// # Errors
    /// [`Mute`] if it could not say a word.
    pub fn new(persona: &'a Persona, bank: &'a Bank, study: &'a Study, seed: u64) -> Result<Self, Mute> {
        let speech = persona.speech(&study.language).ok_or_else(|| Mute::Language {
            persona: persona.id.to_string(),
            language: study.language.clone(),
            spoken: persona.speech.keys().map(|language| format!("`{language}`")).collect::<Vec<_>>().join(", "),
        })?;
        if bank.is_empty() {
            return Err(Mute::Facts {
                concept: study.concept.id.to_string(),
                methodology: study.methodology.id.to_string(),
            });
        }
        let said = vec![0; bank.lines.len()];
        Ok(Self { persona, speech, bank, topic: &study.concept.topic, seed, said, current: 0, left_over: 0 })
    }

    /// The answer to a question: the next sentences of the line of thought it brings up, in the persona's manner.
    ///
    /// Every turn draws from its own sequence, so that what happened before does not change the draws of a turn: the same
    /// respondent can be put before two versions of a study.
    pub fn answer(&mut self, question: &Question) -> String {
        self.draw(question).text
    }

    /// The same, with what was drawn for it.
    pub fn draw(&mut self, question: &Question) -> Drawn {
        let mut random = Random::of_turn(self.seed, question.turn);
        if random.percent(self.persona.deflects)
            && let Some(text) = random.one_of(&self.speech.deflections)
            && let Some(text) = self.filled(text, question)
        {
            return Drawn { text, manner: Manner::Deflect, habit: None };
        }
        if let Some(text) = self.habit(Place::Instead, question, &mut random) {
            return Drawn { habit: Some(text.clone()), text, manner: Manner::Instead };
        }
        let line = self.brought_up(question);
        let is_fresh = line.is_some_and(|line| line != self.current && self.said.get(line) == Some(&0));
        let (sentences, is_tired) = self.length(question.turn, is_fresh, &mut random);
        let manner = Manner::Tell { sentences, is_tired };
        let Some(line) = line else { return Drawn { text: self.nothing_left(question), manner, habit: None } };
        if sentences == 0 {
            let text = random.one_of(&self.speech.acknowledgments).map(|text| self.filled(text, question));
            return Drawn { text: text.flatten().unwrap_or_else(|| SILENCE.to_owned()), manner, habit: None };
        }
        let before = self.habit(Place::Before, question, &mut random);
        let after = self.habit(Place::After, question, &mut random);
        let facts = self.tell(line, usize::from(sentences));
        let habit = before.clone().or_else(|| after.clone());
        let text = [before, Some(facts), after].into_iter().flatten().collect::<Vec<_>>().join(" ");
        Drawn { text, manner, habit }
    }

    /// Up to this many ways of evading a question.
    #[cfg(feature = "studio")]
    pub(super) fn evasions(&self, question: &Question, most: usize) -> Vec<String> {
        self.speech.deflections.iter().filter_map(|text| self.filled(text, question)).take(most).collect()
    }

    /// The next sentences of a line.
    fn tell(&mut self, line: usize, sentences: usize) -> String {
        self.current = line;
        let says = self.bank.lines.get(line).map(|line| line.says.as_slice()).unwrap_or_default();
        let start = self.said.get(line).copied().unwrap_or_default();
        let told: Vec<&str> = says.iter().skip(start).take(sentences).map(|(text, _)| text.as_str()).collect();
        if let Some(said) = self.said.get_mut(line) {
            *said += told.len();
        }
        told.join(" ")
    }

    /// The line a question brings up. What is asked for decides before what it is asked of: "what worried you about the box"
    /// brings up a worry, not the box; a part of the concept that the interviewer brings up is asked for itself. Among
    /// equals the current line comes first, then they come in order.
    fn brought_up(&self, question: &Question) -> Option<usize> {
        let frame =
            if question.focus.is_empty() { question.text.clone() } else { question.text.replace(&question.focus, " ") };
        let (asked, focus) = (self.bank.known(&frame), self.bank.known(&question.focus));
        let is_named = question.probe.as_ref().is_some_and(|probe| probe.focus.element().is_some());
        let of_focus = |count: usize| if is_named { count * ASKED_FOR } else { count.min(1) * ASKED_OF };
        let likeness = |line: &Prepared, said: usize| {
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

    /// How many sentences the next answer has, 0 for an acknowledgment, and whether tiredness made it one.
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

    /// The first habit of this place that shows now.
    fn habit(&self, place: Place, question: &Question, random: &mut Random) -> Option<String> {
        let mut shown = None;
        for habit in self.speech.habits.iter().filter(|habit| habit.place == place) {
            let is_due = random.percent(habit.percent);
            let text = random.one_of(&habit.says);
            if is_due && shown.is_none() && question.turn >= habit.from {
                shown = text.and_then(|text| self.filled(text, question));
            }
        }
        shown
    }

    /// A text with its slots filled; none if it speaks of a focus and there is none.
    fn filled(&self, text: &str, question: &Question) -> Option<String> {
        let is_lost = text.contains("{focus}") && question.focus.is_empty();
        (!is_lost).then(|| text.replace("{topic}", self.topic).replace("{focus}", &question.focus))
    }

    fn nothing_left(&mut self, question: &Question) -> String {
        let ways = &self.speech.nothing_left;
        let way = ways.get(self.left_over % ways.len().max(1)).and_then(|way| self.filled(way, question));
        self.left_over += 1;
        way.unwrap_or_else(|| SILENCE.to_owned())
    }
}
