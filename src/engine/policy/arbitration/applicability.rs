//! Whether a strategy applies to the facts.

use super::{
    condition::{Condition, Operator},
    config::ArbitrationConfig,
    signals,
    strategy::StrategyRule,
    view::View,
};
use crate::engine::signals::SignalValue;

impl StrategyRule {
    pub(super) fn applies(&self, view: &View<'_, '_>, config: &ArbitrationConfig) -> bool {
        self.when.iter().all(|condition| condition.holds(view, config))
            && (self.when_any.is_empty() || self.when_any.iter().any(|condition| condition.holds(view, config)))
    }
}

impl Condition {
    fn holds(&self, view: &View<'_, '_>, config: &ArbitrationConfig) -> bool {
        let Some(found) = signals::find(&self.signal).and_then(|signal| (signal.read)(view, config)) else {
            return false;
        };
        match self.op {
            Operator::Equal => found == self.value,
            Operator::NotEqual => found != self.value,
            Operator::Above => compare(&found, &self.value, |a, b| a > b),
            Operator::AtLeast => compare(&found, &self.value, |a, b| a >= b),
            Operator::Below => compare(&found, &self.value, |a, b| a < b),
            Operator::AtMost => compare(&found, &self.value, |a, b| a <= b),
        }
    }
}

fn compare(found: &SignalValue, wanted: &SignalValue, relation: fn(f64, f64) -> bool) -> bool {
    match (found, wanted) {
        (SignalValue::Number(found), SignalValue::Number(wanted)) => relation(*found, *wanted),
        _ => false,
    }
}
