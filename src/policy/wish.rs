//! What the respondent says about the interview itself comes before any rule of a policy.

use super::StopReason;
use crate::dialogue::Exchange;

/// Why the interview ends at the respondent's own word: words of distress before a wish to stop.
pub(super) fn wish(history: &[Exchange]) -> Option<StopReason> {
    let reading = history.last()?.reading.as_ref()?;
    if reading.distress {
        Some(StopReason::Safety)
    } else {
        reading.wants_to_stop.then_some(StopReason::RespondentStopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialogue::Reading;

    #[test]
    fn distress_ends_an_interview_before_a_wish_to_stop() {
        let exchange = |reading| Exchange {
            turn: 1,
            question: String::new(),
            probe: None,
            answer: Some(String::new()),
            reading: Some(reading),
            new_nodes: Vec::new(),
            new_edges: Vec::new(),
            mentioned_nodes: Vec::new(),
            refined_nodes: Vec::new(),
            reactions: Vec::new(),
            understood: Vec::new(),
        };
        let stop = Reading { wants_to_stop: true, ..Reading::default() };
        assert_eq!(wish(&[exchange(stop.clone())]), Some(StopReason::RespondentStopped));
        assert_eq!(wish(&[exchange(Reading { distress: true, ..stop })]), Some(StopReason::Safety));
        assert_eq!(wish(&[]), None);
    }
}
