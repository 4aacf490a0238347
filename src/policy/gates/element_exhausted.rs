//! An element was talked about enough.

use super::Reason;
use crate::policy::{
    parameters::parameters,
    two_tier::{Candidate, Facts},
};

parameters! {
    /// Vetoes a probe about an element that was named often and is connected already.
    ElementExhausted {
        /// Mentions from which an element counts as exhausted.
        max_mentions: u32 = 5, "utterances that name it, ≥ 0";
        /// How far to look back.
        lookback_window: u32 = 10, "utterances of either speaker, ≥ 0";
    }
}

impl ElementExhausted {
    /// Categories it applies to unless told otherwise; none is all.
    pub(super) const APPLIES_TO: Option<&[&str]> = None;

    pub(super) fn closes(&self, probe: &Candidate, facts: &Facts<'_>) -> Option<Reason> {
        let id = probe.focus.element.as_deref()?;
        let phrases = facts.element_phrases(id);
        let window = facts.window(self.lookback_window);
        let mentions = window.iter().filter(|utterance| utterance.text.says_any(&phrases)).count();
        let often = mentions >= self.max_mentions as usize;
        let connected = || facts.linked_to(id).iter().any(|node| facts.graph.degree(*node) >= 1);
        (often && connected()).then_some("the element was talked about enough")
    }
}
