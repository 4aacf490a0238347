//! A circuit breaker for each provider: it blocks calls after failures, and a single probe ends the block.

use crate::studio::settings::BreakerSettings as Settings;

/// The breaker of one provider. Times are milliseconds of one clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CircuitBreaker {
    /// Times of the recent failures.
    failures: Vec<u64>,
    /// End of the block. One probe may follow.
    open_until: Option<u64>,
    /// Start of the probe. A probe without an outcome expires after `open_ms`.
    probe: Option<u64>,
}

impl CircuitBreaker {
    /// Whether a call is allowed now. After a block this call is the probe.
    pub(super) fn allows(&mut self, settings: &Settings, now_ms: u64) -> bool {
        let Some(until) = self.open_until else { return true };
        let has_expired = |at: u64| now_ms.saturating_sub(at) >= u64::from(settings.open_ms);
        let is_allowed = now_ms >= until && self.probe.is_none_or(has_expired);
        if is_allowed {
            self.probe = Some(now_ms);
        }
        is_allowed
    }

    /// Ends the block after a success.
    pub(super) fn close(&mut self) {
        *self = Self::default();
    }

    /// Counts a failure of the provider.
    pub(super) fn record_failure(&mut self, settings: &Settings, now_ms: u64) {
        let window = u64::from(settings.within_ms);
        self.failures.retain(|&at| now_ms.saturating_sub(at) < window);
        self.failures.push(now_ms);
        let is_full = u32::try_from(self.failures.len()).unwrap_or(u32::MAX) >= settings.failures.max(1);
        if is_full || self.probe.is_some() {
            self.open(now_ms.saturating_add(u64::from(settings.open_ms)));
        }
    }

    /// Blocks calls until then.
    pub(super) fn open(&mut self, until_ms: u64) {
        let until = self.open_until.map_or(until_ms, |known| known.max(until_ms));
        *self = Self { failures: Vec::new(), open_until: Some(until), probe: None };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Settings = Settings { failures: 3, within_ms: 60_000, open_ms: 30_000, quota_ms: 3_600_000 };

    #[test]
    fn three_failures_in_a_minute_open_it_for_half_a_minute_and_one_probe_decides() {
        let mut breaker = CircuitBreaker::default();
        for at in [0, 10_000, 20_000] {
            assert!(breaker.allows(&SETTINGS, at));
            breaker.record_failure(&SETTINGS, at);
        }
        assert!(!breaker.allows(&SETTINGS, 20_001));
        assert!(!breaker.allows(&SETTINGS, 49_999));
        assert!(breaker.allows(&SETTINGS, 50_000), "the probe");
        assert!(!breaker.allows(&SETTINGS, 50_001), "one only");
        breaker.record_failure(&SETTINGS, 51_000);
        assert!(!breaker.allows(&SETTINGS, 80_999), "the probe failed: another half minute");
        assert!(breaker.allows(&SETTINGS, 81_000));
        breaker.close();
        assert!(breaker.allows(&SETTINGS, 81_001));
        assert!(breaker.allows(&SETTINGS, 81_001), "well again");
    }

    #[test]
    fn failures_that_lie_apart_do_not_add_up() {
        let mut breaker = CircuitBreaker::default();
        for at in [0, 30_001, 60_000, 90_002, 120_001] {
            assert!(breaker.allows(&SETTINGS, at), "{at}");
            breaker.record_failure(&SETTINGS, at);
        }
    }

    #[test]
    fn a_probe_that_never_reports_back_does_not_block_for_ever() {
        let mut breaker = CircuitBreaker::default();
        breaker.open(1_000);
        assert!(breaker.allows(&SETTINGS, 1_000));
        assert!(!breaker.allows(&SETTINGS, 30_999));
        assert!(breaker.allows(&SETTINGS, 31_000));
    }
}
