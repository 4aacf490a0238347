//! The score of each question by rules: what a trained interviewer would see in the transcript.
//!
//! Only questions and answers count. A session and its transcript get the same scores, whoever led the interview.

mod vocabulary;
mod judged;
mod context;
mod hit;
mod rules;
mod transcript;
mod agreement;

use std::collections::BTreeSet;

use serde::Serialize;

pub use self::{
    agreement::{Agreement, rank_correlation},
    rules::QuestionRule,
    transcript::{Transcript, TranscriptError, TranscriptTurn},
};
use self::{
    context::JudgedTurn,
    judged::{JudgedAnswer, JudgedQuestion, WordReader},
};
use super::question_style::{QuestionStyle, StylePhrases, words_of};
use crate::engine::{language::LanguagePack, session::InterviewRecord, text::tokens};

/// Share of the points of a finding beside a larger one of its group.
const REPETITION: f64 = 0.25;
/// Points of a question without findings.
const BASE: f64 = 62.0;

/// The scores of all questions of an interview.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct QuestionScores {
    /// Their mean, 0–100; none without a question after the opening, or in a language without rules.
    pub total: Option<u32>,
    /// Each question after the opening.
    pub questions: Vec<QuestionScore>,
}

/// The score of a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QuestionScore {
    /// Its turn.
    pub turn: u32,
    /// The question.
    pub question: String,
    /// Its points, 0–100.
    pub points: u32,
    /// What the rules found, faults first.
    pub findings: Vec<QuestionFinding>,
}

impl QuestionScore {
    /// What is wrong with it.
    pub fn faults(&self) -> impl Iterator<Item = &QuestionFinding> {
        self.findings.iter().filter(|finding| finding.points < 0.0)
    }
}

/// What a rule found in a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QuestionFinding {
    /// The rule.
    pub rule: QuestionRule,
    /// The words that it is about; empty if the question as a whole is meant.
    pub words: String,
    /// What is so, one sentence.
    pub says: &'static str,
    /// What would have been better; empty for a good sign.
    pub better: &'static str,
    /// How far the rule applies, 0–1.
    pub share: f64,
    /// Points that it adds; negative for a fault.
    pub points: f64,
}

impl QuestionScores {
    /// Scores the questions of a session.
    pub fn of_record(interview: &InterviewRecord<'_>) -> Self {
        let answered = interview.turns.iter().map(|turn| TranscriptTurn {
            question: turn.question.text.clone(),
            answer: turn.answer.clone().unwrap_or_default(),
            grade: None,
        });
        let open = interview.turns.last().and_then(|turn| turn.next.as_ref());
        let last = open.map(|question| TranscriptTurn { question: question.text.clone(), ..TranscriptTurn::default() });
        let exchanges: Vec<TranscriptTurn> = answered.chain(last).collect();
        Self::of(&exchanges, &interview.study.language, &interview.study.pack)
    }

    /// Scores the questions of a transcript.
    pub fn of(exchanges: &[TranscriptTurn], language: &str, pack: &LanguagePack) -> Self {
        let Some(vocabulary) = vocabulary::of_language(language) else { return Self::default() };
        let reading = WordReader { pack, vocabulary };
        let phrases = StylePhrases::of(pack);
        let mut questions: Vec<JudgedQuestion> = Vec::new();
        let mut answers: Vec<JudgedAnswer> = Vec::new();
        let mut known = BTreeSet::new();
        let mut topic = BTreeSet::new();
        let mut found = Vec::new();
        for (exchange, turn) in exchanges.iter().zip(1..) {
            let question = JudgedQuestion::of(&exchange.question, reading);
            if let Some(answer) = answers.last() {
                let marks = tokens(&exchange.question);
                let words = pack.content_of(words_of(&marks));
                let style = QuestionStyle::of(turn, &marks, &words, &[], &phrases);
                let situation = JudgedTurn {
                    reading,
                    question: &question,
                    style: &style,
                    questions: &questions,
                    answers: &answers,
                    answer,
                    topic: &topic,
                };
                found.push(score(turn, &exchange.question, &situation));
            } else {
                topic.clone_from(&question.text.content);
                known.extend(topic.iter().cloned());
            }
            let answer = JudgedAnswer::of(&exchange.answer, &question, &known, reading);
            known.extend(answer.text.content.iter().cloned());
            answers.push(answer);
            questions.push(question);
        }
        Self { total: mean(&found), questions: found }
    }
}

fn score(turn: u32, question: &str, situation: &JudgedTurn<'_>) -> QuestionScore {
    let mut findings: Vec<QuestionFinding> = QuestionRule::ALL
        .iter()
        .filter_map(|rule| {
            let hit = rule.check(situation)?;
            let points = rule.points() * hit.share;
            Some(QuestionFinding {
                rule: *rule,
                words: hit.words,
                says: rule.says(),
                better: rule.better(),
                share: hit.share,
                points,
            })
        })
        .collect();
    weaken_repetitions(&mut findings);
    let sum = BASE + findings.iter().map(|finding| finding.points).sum::<f64>();
    QuestionScore { turn, question: question.to_owned(), points: rounded(sum), findings }
}

/// Counts the largest finding of each group in full and the others in part.
fn weaken_repetitions(findings: &mut [QuestionFinding]) {
    let largest = |findings: &[QuestionFinding], group: u8| {
        let of_group = findings.iter().filter(|finding| finding.rule.group() == Some(group));
        of_group.min_by(|one, other| one.points.total_cmp(&other.points)).map(|finding| finding.rule)
    };
    for group in 0..=2 {
        let full = largest(findings, group);
        for finding in findings.iter_mut().filter(|finding| finding.rule.group() == Some(group)) {
            if Some(finding.rule) != full {
                finding.points *= REPETITION;
            }
        }
    }
}

fn mean(questions: &[QuestionScore]) -> Option<u32> {
    let sum: u32 = questions.iter().map(|question| question.points).sum();
    let of = u32::try_from(questions.len()).ok().filter(|of| *of > 0)?;
    Some(rounded(f64::from(sum) / f64::from(of)))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "points are clamped to 0 to 100")]
fn rounded(points: f64) -> u32 {
    (points + 0.5).floor().clamp(0.0, 100.0) as u32
}
