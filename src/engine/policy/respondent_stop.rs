//! A request of the respondent to stop goes before every rule of a policy.

use super::{Continuation, StopReason};
use crate::engine::dialogue::Exchange;

/// Ends the interview if the last answer shows distress or asks to stop. Distress goes first.
pub(super) fn apply_stop(history: &[Exchange], continuation: &mut Continuation) {
    let Some(reading) = history.last().and_then(|exchange| exchange.reading.as_ref()) else { return };
    if reading.distress {
        continuation.reason = Some(StopReason::Safety);
    } else if reading.wants_to_stop {
        continuation.reason = Some(StopReason::RespondentStopped);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::dialogue::Reading;

    #[test]
    fn distress_ends_an_interview_before_a_request_to_stop() {
        let reason = |history: &[Exchange]| {
            let mut continuation = Continuation { reason: None, turns_left: 1 };
            apply_stop(history, &mut continuation);
            continuation.reason
        };
        let exchange = |reading| Exchange { reading: Some(reading), ..Exchange::default() };
        let stop = Reading { wants_to_stop: true, ..Reading::default() };
        assert_eq!(reason(&[exchange(stop.clone())]), Some(StopReason::RespondentStopped));
        assert_eq!(reason(&[exchange(Reading { distress: true, ..stop })]), Some(StopReason::Safety));
        assert_eq!(reason(&[]), None);
    }
}
