//! The respondent cannot say more about this topic.

use super::Reason;
use crate::policy::{
    parameters::parameters,
    tongues,
    two_tier::{
        Candidate, Facts,
        facts::Speaker,
        words::{Phrase, Text},
    },
};

/// Words of the description that name the way of asking, not the topic.
const NO_TOPIC: &[&str] = &["deepen", "cover", "explore", "understanding"];

parameters! {
    /// Vetoes a probe about a topic of which the respondent said they know no more.
    KnowledgeCeiling {
        /// What someone says who knows no more.
        negative_patterns: Vec<String> =
            ["don't know", "not sure", "never heard", "no idea", "unfamiliar"].map(str::to_owned).to_vec(), "phrases";
        /// How far to look back.
        lookback_window: u32 = 5, "utterances of either speaker, ≥ 0";
        /// Whether a model's reading, where there is one, decides alone.
        use_llm_signals: bool = false, "true or false";
    }
}

impl KnowledgeCeiling {
    /// Categories it applies to unless told otherwise; none is all.
    pub(super) const APPLIES_TO: Option<&[&str]> = Some(&["depth", "coverage"]);

    pub(super) fn closes(&self, probe: &Candidate, facts: &Facts<'_>) -> Option<Reason> {
        let reading = facts.signals.knowledge_ceiling.as_ref().filter(|_| self.use_llm_signals);
        let closed = match reading {
            Some(reading) => reading.is_terminal && probe.is("depth"),
            None => self.was_said(probe, facts),
        };
        closed.then_some("the respondent said they know no more about it")
    }

    fn was_said(&self, probe: &Candidate, facts: &Facts<'_>) -> bool {
        let patterns = Phrase::all(&self.negative_patterns);
        let mut topics = probe.focus.topics(5, 3, NO_TOPIC);
        topics.extend(probe.focus.target_phrases(facts));
        let says_both = |answer: &Text<'_>| {
            (answer.says_any(&patterns) || answer.says_any(&tongues::KNOWS_NO_MORE)) && answer.says_any(&topics)
        };
        facts.said_by(Speaker::Respondent, self.lookback_window).any(says_both)
    }
}
