//! The interviewer keeps asking the same open question.

use super::Reason;
use crate::policy::{
    parameters::parameters,
    two_tier::{Candidate, Facts, facts::Speaker, words::Phrase},
};

parameters! {
    /// Vetoes probes that widen the conversation after a run of "what else" questions.
    QuestionRepetition {
        /// Such questions in a row from which it closes.
        threshold: u32 = 3, "questions, ≥ 0";
        /// What such a question says.
        repetition_patterns: Vec<String> =
            ["what else", "what other", "anything else"].map(str::to_owned).to_vec(), "phrases";
    }
}

impl QuestionRepetition {
    /// Categories it applies to unless told otherwise; none is all.
    pub(super) const APPLIES_TO: Option<&[&str]> = Some(&["breadth", "coverage"]);

    pub(super) fn closes(&self, _probe: &Candidate, facts: &Facts<'_>) -> Option<Reason> {
        let patterns = Phrase::all(&self.repetition_patterns);
        let run = facts.run(Speaker::Interviewer, &patterns);
        (run >= self.threshold as usize).then_some("the same open question was asked in a row")
    }
}
