//! The respondent keeps saying that there is nothing more to say.

use super::Reason;
use crate::policy::{
    parameters::parameters,
    tongues,
    two_tier::{Candidate, Facts, facts::Speaker, words::Phrase},
};

parameters! {
    /// Vetoes probes that go on asking after a run of answers with nothing in them.
    ConsecutiveExhaustion {
        /// Such answers in a row from which it closes.
        threshold: u32 = 3, "answers, ≥ 0";
        /// What someone says who has nothing more to say.
        negative_patterns: Vec<String> = [
            "nothing", "don't know", "do not know", "can't think", "cannot think", "that's it", "that is it", "that's all",
            "that is all", "no that's",
        ].map(str::to_owned).to_vec(), "phrases";
    }
}

impl ConsecutiveExhaustion {
    /// Categories it applies to unless told otherwise; none is all.
    pub(super) const APPLIES_TO: Option<&[&str]> = Some(&["depth", "breadth", "coverage"]);

    pub(super) fn closes(&self, _probe: &Candidate, facts: &Facts<'_>) -> Option<Reason> {
        let mut patterns = Phrase::all(&self.negative_patterns);
        patterns.extend_from_slice(&tongues::SAID_ALL);
        let run = facts.run(Speaker::Respondent, &patterns);
        (run >= self.threshold as usize).then_some("answers in a row had nothing more to say")
    }
}
