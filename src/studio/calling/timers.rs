//! The timeouts of an attempt.

use crate::{engine::model::FailureKind, studio::settings::Timers};

/// The timeouts of one attempt. Times are milliseconds of one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopwatch {
    timers: Timers,
    started: u64,
    last_content: Option<u64>,
}

impl Stopwatch {
    /// Starts now.
    pub fn new(timers: Timers, now_ms: u64) -> Self {
        Self { timers, started: now_ms, last_content: None }
    }

    /// Records new content. Comments do not count: a server can send them for ever.
    pub fn progress(&mut self, now_ms: u64) {
        self.last_content = Some(now_ms);
    }

    /// The next timeout, and the failure that it means.
    pub fn due(&self) -> (u64, FailureKind) {
        let after = |from: u64, ms: u32| from.saturating_add(u64::from(ms));
        let end = (after(self.started, self.timers.total_ms), FailureKind::TimeoutTotal);
        let next = match self.last_content {
            None => (after(self.started, self.timers.first_ms), FailureKind::TimeoutFirst),
            Some(last) => (after(last, self.timers.gap_ms), FailureKind::TimeoutStall),
        };
        if end.0 <= next.0 { end } else { next }
    }

    /// The timeout that has passed, if any.
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
