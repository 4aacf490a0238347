//! Graded questions: what an interviewer thinks of each of several questions after an answer.

use serde::{Deserialize, Serialize};

use crate::engine::{
    graph::Span,
    id::Name,
    language::LanguagePack,
    reader::{QuestionFit, Sayings, learned::Example},
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
        let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
        let parsed = lines.map(|(at, line)| {
            let graded: Self = serde_json::from_str(line)?;
            let about = &graded.about;
            if !graded.answer.contains(about.as_str()) {
                let message = format!("line {}: the answer does not hold “{about}”; take words of the answer", at + 1);
                return Err(serde::de::Error::custom(message));
            }
            Ok(graded)
        });
        parsed.collect()
    }

    /// All questions with their grades: 1 good, 0.5 bearable, 0 bad.
    pub fn graded(&self) -> impl Iterator<Item = (&str, f32)> {
        let grades = [(&self.good, 1.0), (&self.bearable, 0.5), (&self.bad, 0.0)];
        grades.into_iter().flat_map(|(questions, grade)| questions.iter().map(move |text| (text.as_str(), grade)))
    }

    /// Calls a function with the answer as questions are held against it. None without weights for the language.
    pub fn with_fit<R>(&self, pack: &LanguagePack, then: impl FnOnce(&QuestionFit<'_>) -> R) -> Option<R> {
        let sayings = Sayings::of(pack, &self.answer);
        let before = self.answer.split(&self.about).next()?;
        let start = u32::try_from(before.chars().count()).ok()?;
        let span = Span { start, end: start + u32::try_from(self.about.chars().count()).ok()? };
        QuestionFit::of(&sayings, &self.methodology, &self.asked, span).map(|fit| then(&fit))
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
