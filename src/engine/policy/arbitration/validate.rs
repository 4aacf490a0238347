//! Validates the settings of `arbitration` when a study is read.

use super::{
    condition::Condition,
    config::ArbitrationConfig,
    focus::Select,
    scorers::Scorers,
    signals::{self, SIGNALS},
    strategy::StrategyRule,
};
use crate::engine::{
    diagnostic::did_you_mean,
    json,
    methodology::{Strategy, Tactic},
    policy::SettingProblem,
    signals::SignalValue,
};

/// Least number of wordings in a pool. An interview without a model never repeats one.
const MIN_WORDINGS: usize = 6;

impl ArbitrationConfig {
    /// All errors, in order of the settings.
    pub fn validate(&self) -> Vec<SettingProblem> {
        let mut errors = Vec::new();
        if self.strategies.plain().is_empty() {
            errors.push(SettingProblem::error("strategies", "there is no strategy", "list at least one"));
        }
        for (position, (strategy, rule)) in self.strategies.each().enumerate() {
            if self.strategies.plain().iter().take(position).any(|earlier| earlier.id == strategy.id) {
                let problem = format!("the id `{}` is used twice", strategy.id);
                errors.push(SettingProblem::error(
                    format!("strategies[{position}].id"),
                    problem,
                    "give each strategy its own id",
                ));
            }
            self.validate_strategy(position, strategy, rule, &mut errors);
        }
        if self.strategies.find(&self.fallback).is_none() {
            let problem = format!("`{}` is not a strategy of this policy", self.fallback);
            let known: Vec<&str> = self.strategies.plain().iter().map(|strategy| &*strategy.id).collect();
            errors.push(SettingProblem::error("fallback", problem, did_you_mean(&self.fallback, &known)));
        }
        for (position, tactic) in self.tactics.iter().enumerate() {
            validate_pools(position, tactic, &mut errors);
        }
        self.validate_scorers(&mut errors);
        self.validate_numbers(&mut errors);
        errors
    }

    fn validate_strategy(
        &self,
        position: usize,
        strategy: &Strategy,
        rule: &StrategyRule,
        errors: &mut Vec<SettingProblem>,
    ) {
        let path = |key: &str| format!("strategies[{position}].{key}");
        if !(strategy.base.is_finite() && strategy.base > 0.0) {
            let problem = format!("{} is no positive number", strategy.base);
            errors.push(SettingProblem::error(path("base"), problem, "use a number above 0; 1 is neutral"));
        }
        for (place, tactic) in strategy.tactics.iter().enumerate() {
            if self.tactics.iter().all(|known| known.id != *tactic) {
                let known: Vec<&str> = self.tactics.iter().map(|tactic| &*tactic.id).collect();
                let problem = format!("`{tactic}` is not a tactic of this policy");
                errors.push(SettingProblem::error(
                    path(&format!("tactics[{place}]")),
                    problem,
                    did_you_mean(tactic, &known),
                ));
            }
        }
        if !strategy.tactics.iter().any(|id| self.can_word(id, rule.focus)) {
            let problem = format!("no tactic of `{}` has questions for its focus", strategy.id);
            errors.push(SettingProblem::error(path("tactics"), problem, "add such questions to one of its tactics"));
        }
        for (key, conditions) in [("when", &rule.when), ("when_any", &rule.when_any)] {
            let checked = conditions.iter().enumerate();
            errors
                .extend(checked.filter_map(|(place, one)| validate_condition(&path(&format!("{key}[{place}]")), one)));
        }
    }

    /// Whether a tactic has questions for the focus of a rule.
    fn can_word(&self, tactic: &str, focus: Select) -> bool {
        self.tactics.iter().filter(|known| &*known.id == tactic).any(|tactic| {
            let questions = &tactic.questions;
            match focus {
                Select::None => !questions.global.is_empty(),
                Select::OpenGap => !questions.element.is_empty(),
                Select::InvalidEdge => !(questions.pair.is_empty() && questions.node.is_empty()),
                Select::Ambiguous | Select::Isolated | Select::BranchEnd | Select::Unexplored => {
                    !questions.node.is_empty()
                }
            }
        })
    }

    fn validate_scorers(&self, errors: &mut Vec<SettingProblem>) {
        let settings = json::value(&self.scorers).unwrap_or_default();
        let number = |values: &serde_json::Value, name: &str| values.get(name).and_then(serde_json::Value::as_f64);
        for entry in Scorers::catalogue() {
            let (values, defaults) = (settings.get(entry.id).cloned().unwrap_or_default(), entry.defaults());
            for parameter in entry.parameters {
                let (Some(value), Some((low, high))) = (number(&values, parameter.name), parameter.limits) else {
                    continue;
                };
                let is_weightless = parameter.name == "weight" && value <= 0.0;
                if is_weightless || !(low..=high).contains(&value) {
                    let default = number(&defaults, parameter.name).unwrap_or_default();
                    errors.push(SettingProblem::error(
                        format!("scorers.{}.{}", entry.id, parameter.name),
                        format!("{value} is out of range"),
                        format!("use {low} to {high}; the default is {default}"),
                    ));
                }
            }
        }
    }

    fn validate_numbers(&self, errors: &mut Vec<SettingProblem>) {
        let shares = [("closing.ratio", self.closing.ratio), ("plausibility_limit", self.plausibility_limit)];
        for (path, value) in shares.into_iter().filter(|(_, value)| !(0.0..=1.0).contains(value)) {
            errors.push(SettingProblem::error(path, format!("{value} is out of range"), "use a share from 0 to 1"));
        }
        let counts = [
            ("trackers.node", self.trackers.node),
            ("trackers.edge", self.trackers.edge),
            ("trackers.element", self.trackers.element),
            ("closing.fatigue_threshold", self.closing.fatigue_threshold),
        ];
        for (path, _) in counts.into_iter().filter(|(_, value)| *value == 0) {
            errors.push(SettingProblem::error(path, "0 would be reached before the first question", "use 1 or more"));
        }
    }
}

fn validate_condition(path: &str, condition: &Condition) -> Option<SettingProblem> {
    if signals::find(&condition.signal).is_none() {
        let known: Vec<&str> = SIGNALS.iter().map(|signal| signal.name).collect();
        let problem = format!("`{}` is not a signal of this policy", condition.signal);
        return Some(SettingProblem::error(format!("{path}.signal"), problem, did_you_mean(&condition.signal, &known)));
    }
    let is_number = matches!(condition.value, SignalValue::Number(_));
    (condition.op.needs_number() && !is_number).then(|| {
        let problem = format!("`{}` is compared by order with a value that is not a number", condition.signal);
        SettingProblem::error(format!("{path}.value"), problem, "compare with `=` or `!=`, or give a number")
    })
}

fn validate_pools(position: usize, tactic: &Tactic, errors: &mut Vec<SettingProblem>) {
    let pools = [
        ("node", &tactic.questions.node),
        ("pair", &tactic.questions.pair),
        ("element", &tactic.questions.element),
        ("global", &tactic.questions.global),
    ];
    let typed = tactic.questions.types.iter().map(|(node_type, pool)| (&**node_type, pool));
    for (about, pool) in pools.into_iter().chain(typed).filter(|(_, pool)| !pool.is_empty()) {
        if pool.len() < MIN_WORDINGS {
            errors.push(SettingProblem::error(
                format!("tactics[{position}].questions"),
                format!("`{}` has only {} questions under `{about}`", tactic.id, pool.len()),
                format!("write at least {MIN_WORDINGS}"),
            ));
        }
    }
}
