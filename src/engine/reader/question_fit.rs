//! Whether a question fits what was said: "What do you get out of that?" does not fit a complaint.
//!
//! A linear model over what the answer and the idea show (tense, person, tone, length) and the question, with weights fitted
//! to questions that interviewers graded.

use std::ops::Range;

use super::{saying::Sayings, spoken::Spoken, take_up::take_up};
use crate::engine::{
    graph::{SayingForm, Span},
    language::{Family, Features, LinearDecision, PartOfSpeech, QuestionKind, ReadingModel, TalkTexts, WordList},
    text::{TokenKind, is_alphanumeric, lowercase, plain_words},
};

/// Lists whose presence tells which question fits.
const LISTS: [(WordList, &str); 14] = [
    (WordList::Negation, "not"),
    (WordList::Positive, "pos"),
    (WordList::Negative, "neg"),
    (WordList::Liking, "like"),
    (WordList::Disliking, "dislike"),
    (WordList::Affect, "affect"),
    (WordList::Story, "story"),
    (WordList::Past, "past"),
    (WordList::SelfWord, "self"),
    (WordList::Ability, "able"),
    (WordList::Inability, "unable"),
    (WordList::Hypothetical, "would"),
    (WordList::General, "general"),
    (WordList::Requirement, "must"),
];

/// Most words of an answer after which "that" is clear.
const CLEAR_WORDS: usize = 8;
/// How much worse a question fits whose "that" is anything: respondents asked "how was what?".
const UNCLEAR_COST: f64 = 0.45;
/// The least of a question that is not ruled out.
const LEAST: f64 = 0.01;

/// Whether it is clear what "that" is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clarity {
    /// The answer is short.
    Clear,
    /// It is once the idea is said back.
    SaidBack,
    /// The answer is long, and the idea cannot be said back.
    Unclear,
}

/// An answer that questions are held against.
#[derive(Clone, Debug)]
pub struct QuestionFit<'a> {
    model: &'a ReadingModel,
    talk: &'a TalkTexts,
    clarity: Clarity,
    /// What the answer and the idea show.
    shows: Vec<String>,
    /// The opening words of the question that was answered.
    asked: String,
    /// Questions that take up a word said with the idea, with how well they fit, 0–1, the best first.
    take_up: Vec<(f64, String)>,
}

impl<'a> QuestionFit<'a> {
    /// The answer to a question, and the idea of it that the next question is about. None where the language has no weights.
    pub fn of(sayings: &Sayings<'a>, methodology: &str, asked: &str, idea: Span) -> Option<Self> {
        let spoken = sayings.spoken()?;
        let range = sayings.tokens(idea)?;
        let saying = spoken.saying(&range);
        let form = saying.as_ref().map(|saying| saying.form);
        let clarity = if spoken.answer.words(spoken.answer.all()) <= CLEAR_WORDS {
            Clarity::Clear
        } else if saying.is_some_and(|saying| sayings.is_plain(&saying)) {
            Clarity::SaidBack
        } else {
            Clarity::Unclear
        };
        Some(Self {
            model: sayings.model()?,
            talk: sayings.talk(),
            clarity,
            shows: shows(&spoken, methodology, &range, form),
            asked: opening(asked),
            take_up: take_up(&spoken, &range),
        })
    }

    /// The decision whether a question fits.
    pub fn decision(&self, question: &str) -> LinearDecision {
        let mut features = Features::default();
        let opening = opening(question);
        if opening == self.asked {
            features.add(&["again"]);
        }
        for part in ["", &plain_words(question).collect::<Vec<_>>().join(" "), &opening] {
            features.add(&[part]);
            for shown in &self.shows {
                features.add(&[part, shown]);
            }
        }
        LinearDecision::among(Family::Question, features, &["", "fits"])
    }

    /// How well a question fits, 0–1. One that asks for what was just said, or for the course of what did not happen, does not.
    #[inline(never)] // Called in several places: inlined, it weighs.
    pub fn probability(&self, question: &str) -> f64 {
        let text = lowercase(question);
        let asks = |kind: &QuestionKind| {
            self.talk.kinds.get(kind).is_some_and(|words| words.iter().any(|words| text.contains(&**words)))
        };
        let shows = |shown: &str| self.shows.iter().any(|known| known == shown);
        let is_short = ["length 1", "length 8", "length 20"].into_iter().any(shows);
        let felt = shows("i affect") || is_short && shows("a affect");
        let happened = shows("i tense past") || shows("i tense mixed");
        if felt && asks(&QuestionKind::Feeling)
            || !happened && (asks(&QuestionKind::Sequel) || asks(&QuestionKind::Moment))
        {
            return 0.0;
        }
        let cost = if self.clarity == Clarity::Unclear && self.points(question) { UNCLEAR_COST } else { 0.0 };
        let fits = self.model.weights.probabilities(&self.decision(question)).get(1).copied().unwrap_or_default();
        (fits - cost).max(LEAST)
    }

    /// Questions that take up a word said with the idea, with how well they fit, 0–1, the best first.
    pub fn take_up(&self) -> &[(f64, String)] {
        &self.take_up
    }

    /// Whether questions about the idea are clear only if it is said back, which it can be, or by a word of it; none where they
    /// are clear anyway.
    pub fn can_be_clear(&self) -> Option<bool> {
        if !self.take_up.is_empty() {
            return Some(true);
        }
        (self.clarity != Clarity::Clear).then_some(self.clarity == Clarity::SaidBack)
    }

    /// Whether the idea is said back before a question, so that it is clear what the question is about.
    pub fn says_back(&self, question: &str) -> bool {
        self.clarity == Clarity::SaidBack && self.refers(question)
    }

    /// Whether the idea is quoted before a question, because it cannot be said back.
    pub fn quotes(&self, question: &str) -> bool {
        self.clarity == Clarity::Unclear && self.refers(question)
    }

    /// Whether a question refers to something that was said.
    fn refers(&self, question: &str) -> bool {
        self.talk.pointing.iter().any(|words| question.contains(&**words))
    }

    /// Whether a question refers to one thing that was said. One that asks for more leaves it open what.
    fn points(&self, question: &str) -> bool {
        !self.talk.more.iter().any(|more| more == question) && self.refers(question)
    }
}

/// The first two words of the last sentence of a question.
pub fn opening(text: &str) -> String {
    let trimmed = text.trim_end_matches(|c: char| !is_alphanumeric(c));
    let sentence = trimmed.rsplit(['.', ':', '!', '?', '؟']).next().unwrap_or_default();
    plain_words(sentence).take(2).collect::<Vec<_>>().join(" ")
}

/// What an answer and an idea of it show.
pub(super) fn shows(
    spoken: &Spoken<'_>,
    methodology: &str,
    idea: &Range<usize>,
    form: Option<SayingForm>,
) -> Vec<String> {
    let answer = spoken.answer;
    let form = match form {
        None => "none",
        Some(SayingForm::Phrase) => "phrase",
        Some(SayingForm::Clause) => "clause",
        Some(SayingForm::BoundClause) => "bound",
    };
    let count = answer.words(answer.all());
    let length = match count {
        0..=2 => "1",
        3..=8 => "8",
        9..=20 => "20",
        21..=45 => "45",
        _ => "long",
    };
    let mut shows = vec![format!("m {methodology}"), format!("form {form}"), format!("length {length}")];
    of_range(spoken, "a", answer.all(), &mut shows);
    let window = spoken.window(idea);
    let from_end = answer.tokens.len().saturating_sub(window.end);
    shows.push(format!("last {}", from_end <= 2));
    shows.push(format!("opens {}", spoken.tag(window.start).map_or("-", PartOfSpeech::name)));
    shows.push(format!("starts {}", spoken.tag(idea.start).map_or("-", PartOfSpeech::name)));
    if answer.is(window.start, WordList::SelfWord) {
        shows.push("speaker".to_owned());
    }
    of_range(spoken, "i", window.start..window.end.max(idea.end), &mut shows);
    shows
}

/// What a range of words shows: lists, classes, tone, tense.
fn of_range(spoken: &Spoken<'_>, name: &str, range: Range<usize>, shows: &mut Vec<String>) {
    let answer = spoken.answer;
    for (list, of) in LISTS {
        if answer.any(range.clone(), list) {
            shows.push(format!("{name} {of}"));
        }
    }
    shows.push(format!("{name} tone {}", spoken.tone(range.clone()).signum()));
    shows.push(format!("{name} tense {}", spoken.tense(range.clone())));
    if range.clone().any(|at| answer.kind(at) == Some(TokenKind::Exclamation)) {
        shows.push(format!("{name} loud"));
    }
}
