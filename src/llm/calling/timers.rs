//! The three clocks of an attempt.

use crate::llm::{FailureKind, settings::Timers};

/// Watches one attempt. Times are milliseconds of any one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopwatch {
    timers: Timers,
    started: u64,
    last: Option<u64>,
}

impl Stopwatch {
    /// Starts now.
    pub fn new(timers: Timers, now_ms: u64) -> Self {
        Self { timers, started: now_ms, last: None }
    }

    /// Content came. Nothing else may wind the clock up again: a server can send comments for ever.
    pub fn progress(&mut self, now_ms: u64) {
        self.last = Some(now_ms);
    }

    /// When the attempt is to be aborted if no content comes until then, and what that is then called.
    pub fn due(&self) -> (u64, FailureKind) {
        let after = |from: u64, ms: u32| from.saturating_add(u64::from(ms));
        let end = (after(self.started, self.timers.total_ms), FailureKind::TimeoutTotal);
        let next = match self.last {
            None => (after(self.started, self.timers.first_ms), FailureKind::TimeoutFirst),
            Some(last) => (after(last, self.timers.gap_ms), FailureKind::TimeoutStall),
        };
        if end.0 <= next.0 { end } else { next }
    }

    /// Whether a clock has run out, and which.
    pub fn ran_out(&self, now_ms: u64) -> Option<FailureKind> {
        let (at, kind) = self.due();
        (now_ms >= at).then_some(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMERS: Timers = Timers { first_ms: 8_000, gap_ms: 5_000, total_ms: 15_000 };

    #[test]
    fn the_first_clock_runs_until_content_comes_and_the_second_from_content_to_content() {
        let mut watch = Stopwatch::new(TIMERS, 1_000);
        assert_eq!(watch.due(), (9_000, FailureKind::TimeoutFirst));
        assert_eq!(watch.ran_out(8_999), None);
        assert_eq!(watch.ran_out(9_000), Some(FailureKind::TimeoutFirst));
        watch.progress(8_000);
        assert_eq!(watch.due(), (13_000, FailureKind::TimeoutStall));
        watch.progress(12_000);
        assert_eq!(watch.due(), (16_000, FailureKind::TimeoutTotal), "the whole has its own end");
    }
}
