//! Grades of interviewers: of several questions after an answer, and of the ideas of an answer as subjects of the next question.

use serde::{Deserialize, Serialize};

use super::case_lines::cases;
use crate::engine::{
    concept::Element,
    graph::Span,
    id::Name,
    language::{LanguagePack, LinearDecision},
    reader::{ConceptWords, InterestContext, QuestionFit, Sayings, interest_decision, learned::Example},
};

/// An answer with graded questions about one idea of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradedQuestions {
    /// The topic: the name of its file in the corpus.
    pub topic: String,
    /// Id of the methodology.
    pub methodology: Name,
    /// The question that was answered.
    pub asked: String,
    /// The answer.
    pub answer: String,
    /// The words of the answer that the questions are about.
    pub about: String,
    /// Questions that an interviewer would sign.
    #[serde(rename = "A")]
    pub good: Vec<String>,
    /// Questions that are bearable.
    #[serde(rename = "B")]
    pub bearable: Vec<String>,
    /// Questions that do not fit.
    #[serde(rename = "C")]
    pub bad: Vec<String>,
}

impl GradedQuestions {
    /// The cases of a file, one a line.
    ///
    /// # Errors
    /// A line of another form, or one whose answer lacks the words that the questions are about.
    pub fn parse(text: &str) -> Result<Vec<Self>, serde_json::Error> {
        cases(text, |graded: &Self| missing(&graded.answer, [&*graded.about]))
    }

    /// All questions with their grades: 1 good, 0.5 bearable, 0 bad.
    pub fn graded(&self) -> impl Iterator<Item = (&str, f32)> {
        let grades = [(&self.good, 1.0), (&self.bearable, 0.5), (&self.bad, 0.0)];
        grades.into_iter().flat_map(|(questions, grade)| questions.iter().map(move |text| (text.as_str(), grade)))
    }

    /// Calls a function with the answer as questions are held against it. None without weights for the language.
    pub fn with_fit<R>(&self, pack: &LanguagePack, then: impl FnOnce(&QuestionFit<'_>) -> R) -> Option<R> {
        let sayings = Sayings::of(pack, &self.answer);
        let about = span(&self.answer, &self.about)?;
        QuestionFit::of(&sayings, &self.methodology, &self.asked, about).map(|fit| then(&fit))
    }

    /// The questions as examples for fitting.
    pub fn examples(&self, pack: &LanguagePack) -> Vec<Example> {
        let example = |fit: &QuestionFit<'_>, (question, grade): (&str, f32)| Example {
            decision: fit.decision(question),
            shares: vec![1.0 - grade, grade],
            weight: 1.0,
        };
        let all = |fit: &QuestionFit<'_>| self.graded().map(|graded| example(fit, graded)).collect();
        self.with_fit(pack, all).unwrap_or_default()
    }
}

/// The share of a bearable idea that should be taken up.
const BEARABLE: f32 = 0.4;

/// An answer with its ideas, graded as subjects of the next question.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradedIdeas {
    /// The topic: the name of its file in the corpus.
    pub topic: String,
    /// Id of the methodology.
    pub methodology: Name,
    /// The question that was answered.
    pub asked: String,
    /// The answer.
    pub answer: String,
    /// Words of the answer that an interviewer would ask about.
    #[serde(rename = "A")]
    pub good: Vec<String>,
    /// Words that would be bearable.
    #[serde(rename = "B")]
    pub bearable: Vec<String>,
    /// Words that no interviewer would ask about.
    #[serde(rename = "C")]
    pub bad: Vec<String>,
    /// The topic in words, from its file.
    #[serde(skip)]
    pub concept: String,
    /// Elements of the topic, from its file.
    #[serde(skip)]
    pub elements: Vec<Element>,
}

impl GradedIdeas {
    /// The cases of a file, one a line.
    ///
    /// # Errors
    /// A line of another form, or words that the answer lacks.
    pub fn parse(text: &str) -> Result<Vec<Self>, serde_json::Error> {
        cases(text, |graded: &Self| missing(&graded.answer, graded.graded().map(|(words, _)| words)))
    }

    /// All ideas with their grades: 1 good, [`BEARABLE`], 0 bad.
    pub fn graded(&self) -> impl Iterator<Item = (&str, f32)> {
        let grades = [(&self.good, 1.0), (&self.bearable, BEARABLE), (&self.bad, 0.0)];
        grades.into_iter().flat_map(|(ideas, grade)| ideas.iter().map(move |text| (text.as_str(), grade)))
    }

    /// The decisions about the ideas with their grades.
    pub fn decisions(&self, pack: &LanguagePack) -> Vec<(LinearDecision, f32)> {
        let sayings = Sayings::of(pack, &self.answer);
        let subject = ConceptWords::of(pack, &self.elements, &self.concept);
        let context = InterestContext { methodology: &self.methodology, subject: &subject, asked: &self.asked };
        let decided = self.graded().filter_map(|(words, grade)| {
            Some((interest_decision(&sayings, context, span(&self.answer, words)?)?, grade))
        });
        decided.collect()
    }

    /// The ideas as examples for fitting.
    pub fn examples(&self, pack: &LanguagePack) -> Vec<Example> {
        let example = |(decision, grade)| Example { decision, shares: vec![1.0 - grade, grade], weight: 1.0 };
        self.decisions(pack).into_iter().map(example).collect()
    }
}

/// What is wrong where an answer lacks some of these words.
fn missing<'a>(answer: &str, parts: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let words = parts.into_iter().find(|words| !answer.contains(words))?;
    Some(format!("the answer does not hold “{words}”; take words of the answer"))
}

/// The place of some words in an answer.
fn span(answer: &str, words: &str) -> Option<Span> {
    let start = u32::try_from(answer.get(..answer.find(words)?)?.chars().count()).ok()?;
    Some(Span { start, end: start + u32::try_from(words.chars().count()).ok()? })
}
