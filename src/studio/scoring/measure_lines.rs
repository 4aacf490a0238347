//! The measures as text, one a line, for a judge.

use super::{COVERAGE_TARGET, Measures};

impl Measures {
    /// Every figure, one a line. Shares are 0–1; turns are listed.
    pub fn lines(&self) -> Vec<String> {
        let at = |turns: &[u32]| match turns {
            [] => "none".to_owned(),
            turns => turns.iter().map(|turn| format!("t{turn}")).collect::<Vec<_>>().join(", "),
        };
        let share = |share: Option<f64>| share.map_or_else(|| "unknown in this language".to_owned(), figure);
        let complete =
            self.complete_threads.map_or_else(|| "this method has none".to_owned(), |count| count.to_string());
        let elements = |ids: &[String]| if ids.is_empty() { "none".to_owned() } else { ids.join(", ") };
        vec![
            format!("questions after the opening: {}", self.questions),
            format!("share of open questions: {}", share(self.open)),
            format!("share of questions that ask one thing: {}", figure(self.single)),
            format!("leading questions: {}", at(&self.leading)),
            format!("questions that ask two things: {}", at(&self.double)),
            format!("closed questions, third in a row or later: {}", at(&self.closed_run)),
            format!("questions for personal data: {}", at(&self.personal_data)),
            format!("questions that quote what nobody said: {}", at(&self.words_in_mouth)),
            format!("questions repeated or nearly so: {}; together {}", at(&self.repeats), figure(self.repeated)),
            format!("share of the ladder the three deepest threads reach: {}", figure(self.reached)),
            format!("threads that reach a last rung: {complete}"),
            format!("highest rung reached: {}", self.highest_rung),
            format!("share of the concept heard: {}, {COVERAGE_TARGET} wanted", figure(self.covered)),
            format!("elements nobody spoke of: {}", elements(&self.unheard)),
            format!("of these, asked about without an answer: {}", elements(&self.unanswered)),
            format!("share of questions that take up a word of the last two answers: {}", figure(self.echoes)),
            format!("share of answers that are not low in momentum: {}", figure(self.engaged)),
            format!(
                "share of low answers after which the subject changed or the interview ended: {}",
                figure(self.eased)
            ),
            format!("questions that stayed on the subject after a low answer: {}", at(&self.pressed)),
            format!("median length of a question in words: {}", self.median_words),
            format!("most turns in a row on one focus without a new idea: {}", self.dwelt),
            format!("turns: {}", self.turns),
            format!("answers that could be coded: {}", self.extractable),
            format!("turns that went on after a request to stop: {}", at(&self.went_on)),
            format!("ideas that stayed vague: {}", self.vague),
            format!(
                "one of the last two questions left the floor: {}",
                if self.has_closing_question { "yes" } else { "no" }
            ),
            format!("turns at the end without a new idea: {}", self.dry_end),
        ]
    }
}

fn figure(share: f64) -> String {
    format!("{share:.2}")
}
