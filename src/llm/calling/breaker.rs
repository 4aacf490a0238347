//! Leaves a provider alone that keeps failing, and asks it once in a while whether it is well again.

use crate::llm::settings::Breaker as Settings;

/// One provider's breaker. Times are milliseconds of any one clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Breaker {
    /// When it failed of late.
    failures: Vec<u64>,
    /// Until when it is left alone. Once that is over one call may probe it.
    open_until: Option<u64>,
    /// When the probe was let through. A probe that never reports back counts as lost after the same time.
    probed: Option<u64>,
}

impl Breaker {
    /// Whether a call may go through now; if so and the breaker was open, this call is the probe.
    pub(super) fn lets_through(&mut self, settings: &Settings, now_ms: u64) -> bool {
        let Some(until) = self.open_until else { return true };
        let is_lost = |at: u64| now_ms.saturating_sub(at) >= u64::from(settings.open_ms);
        let is_free = now_ms >= until && self.probed.is_none_or(is_lost);
        if is_free {
            self.probed = Some(now_ms);
        }
        is_free
    }

    /// A call went well.
    pub(super) fn close(&mut self) {
        *self = Self::default();
    }

    /// A call failed by the provider's fault.
    pub(super) fn count(&mut self, settings: &Settings, now_ms: u64) {
        let window = u64::from(settings.within_ms);
        self.failures.retain(|&at| now_ms.saturating_sub(at) < window);
        self.failures.push(now_ms);
        let is_full = u32::try_from(self.failures.len()).unwrap_or(u32::MAX) >= settings.failures.max(1);
        if is_full || self.probed.is_some() {
            self.open(now_ms.saturating_add(u64::from(settings.open_ms)));
        }
    }

    /// Leaves the provider alone until then.
    pub(super) fn open(&mut self, until_ms: u64) {
        let until = self.open_until.map_or(until_ms, |known| known.max(until_ms));
        *self = Self { failures: Vec::new(), open_until: Some(until), probed: None };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Settings = Settings { failures: 3, within_ms: 60_000, open_ms: 30_000, quota_ms: 3_600_000 };

    #[test]
    fn three_failures_in_a_minute_open_it_for_half_a_minute_and_one_probe_decides() {
        let mut breaker = Breaker::default();
        for at in [0, 10_000, 20_000] {
            assert!(breaker.lets_through(&SETTINGS, at));
            breaker.count(&SETTINGS, at);
        }
        assert!(!breaker.lets_through(&SETTINGS, 20_001));
        assert!(!breaker.lets_through(&SETTINGS, 49_999));
        assert!(breaker.lets_through(&SETTINGS, 50_000), "the probe");
        assert!(!breaker.lets_through(&SETTINGS, 50_001), "one only");
        breaker.count(&SETTINGS, 51_000);
        assert!(!breaker.lets_through(&SETTINGS, 80_999), "the probe failed: another half minute");
        assert!(breaker.lets_through(&SETTINGS, 81_000));
        breaker.close();
        assert!(breaker.lets_through(&SETTINGS, 81_001));
        assert!(breaker.lets_through(&SETTINGS, 81_001), "well again");
    }

    #[test]
    fn failures_that_lie_apart_do_not_add_up() {
        let mut breaker = Breaker::default();
        for at in [0, 30_001, 60_000, 90_002, 120_001] {
            assert!(breaker.lets_through(&SETTINGS, at), "{at}");
            breaker.count(&SETTINGS, at);
        }
    }

    #[test]
    fn a_probe_that_never_reports_back_does_not_block_for_ever() {
        let mut breaker = Breaker::default();
        breaker.open(1_000);
        assert!(breaker.lets_through(&SETTINGS, 1_000));
        assert!(!breaker.lets_through(&SETTINGS, 30_999));
        assert!(breaker.lets_through(&SETTINGS, 31_000));
    }
}
