//! Holds the settings against what the policy knows, at load.

use super::{
    condition::Condition,
    config::Config,
    focus::Select,
    signals::{self, SIGNALS},
    strategy::Rule,
};
use crate::{
    diagnostic::did_you_mean,
    methodology::{Strategy, Tactic},
    signals::Value,
};

/// Something in the settings that cannot be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where, as a path of keys: `strategies[4].tactics`.
    pub path: String,
    /// What is wrong, naming the value.
    pub problem: String,
    /// What to do.
    pub remedy: String,
}

fn finding(path: impl Into<String>, problem: impl Into<String>, remedy: impl Into<String>) -> Finding {
    Finding { path: path.into(), problem: problem.into(), remedy: remedy.into() }
}

/// Fewest wordings a pool of questions may have: an interview without a model never repeats one.
const MIN_WORDINGS: usize = 6;

impl Config {
    /// Everything that cannot be meant, in order of the settings. Empty: the settings can be used.
    pub fn check(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        if self.strategies.plain().is_empty() {
            findings.push(finding("strategies", "there is none", "list at least one strategy"));
        }
        for (position, (strategy, rule)) in self.strategies.each().enumerate() {
            if self.strategies.plain().iter().take(position).any(|earlier| earlier.id == strategy.id) {
                let problem = format!("`{}` is there twice", strategy.id);
                findings.push(finding(format!("strategies[{position}].id"), problem, "give each strategy its own id"));
            }
            self.check_strategy(position, strategy, rule, &mut findings);
        }
        if self.strategies.find(&self.fallback).is_none() {
            let problem = format!("`{}` is not a strategy of this policy", self.fallback);
            let known: Vec<&str> = self.strategies.plain().iter().map(|strategy| &*strategy.id).collect();
            findings.push(finding("fallback", problem, did_you_mean(&self.fallback, &known)));
        }
        for (position, tactic) in self.tactics.iter().enumerate() {
            check_pools(position, tactic, &mut findings);
        }
        self.check_scorers(&mut findings);
        self.check_numbers(&mut findings);
        findings
    }

    fn check_strategy(&self, position: usize, strategy: &Strategy, rule: &Rule, findings: &mut Vec<Finding>) {
        let path = |key: &str| format!("strategies[{position}].{key}");
        if !(strategy.base.is_finite() && strategy.base > 0.0) {
            let problem = format!("{} cannot be multiplied with", strategy.base);
            findings.push(finding(path("base"), problem, "use a number above 0; 1 is neutral"));
        }
        for (place, tactic) in strategy.tactics.iter().enumerate() {
            if self.tactics.iter().all(|known| known.id != *tactic) {
                let known: Vec<&str> = self.tactics.iter().map(|tactic| &*tactic.id).collect();
                let problem = format!("`{tactic}` is not a tactic of this policy");
                findings.push(finding(path(&format!("tactics[{place}]")), problem, did_you_mean(tactic, &known)));
            }
        }
        if !strategy.tactics.iter().any(|id| self.can_word(id, rule.focus)) {
            let problem = format!("no tactic of `{}` has questions about what it picks", strategy.id);
            findings.push(finding(
                path("tactics"),
                problem,
                "add questions of the kind `focus` asks for to one of them",
            ));
        }
        for (key, conditions) in [("when", &rule.when), ("when_any", &rule.when_any)] {
            let checked = conditions.iter().enumerate();
            findings.extend(checked.filter_map(|(place, one)| check_condition(&path(&format!("{key}[{place}]")), one)));
        }
    }

    /// Whether a tactic has questions about what a rule picks.
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

    fn check_scorers(&self, findings: &mut Vec<Finding>) {
        for scorer in self.scorers.each() {
            for (parameter, value) in scorer.settings() {
                let is_weightless = parameter.name == "weight" && value <= 0.0;
                if is_weightless || !(parameter.low..=parameter.high).contains(&value) {
                    findings.push(finding(
                        format!("scorers.{}.{}", scorer.name(), parameter.name),
                        format!("{value} is out of range"),
                        format!("use {} to {}; the default is {}", parameter.low, parameter.high, parameter.default),
                    ));
                }
            }
        }
    }

    fn check_numbers(&self, findings: &mut Vec<Finding>) {
        let shares = [("closing.ratio", self.closing.ratio), ("plausibility_limit", self.plausibility_limit)];
        for (path, value) in shares.into_iter().filter(|(_, value)| !(0.0..=1.0).contains(value)) {
            findings.push(finding(path, format!("{value} is out of range"), "use a share from 0 to 1"));
        }
        let counts = [
            ("trackers.node", self.trackers.node),
            ("trackers.edge", self.trackers.edge),
            ("trackers.element", self.trackers.element),
            ("closing.fatigue_threshold", self.closing.fatigue_threshold),
        ];
        for (path, _) in counts.into_iter().filter(|(_, value)| *value == 0) {
            findings.push(finding(path, "0 would be reached before anything was asked", "use 1 or more"));
        }
    }
}

fn check_condition(path: &str, condition: &Condition) -> Option<Finding> {
    if signals::find(&condition.signal).is_none() {
        let known: Vec<&str> = SIGNALS.iter().map(|signal| signal.name).collect();
        let problem = format!("`{}` is not a signal of this policy", condition.signal);
        return Some(finding(format!("{path}.signal"), problem, did_you_mean(&condition.signal, &known)));
    }
    let is_number = matches!(condition.value, Value::Number(_));
    (condition.op.needs_number() && !is_number).then(|| {
        let problem = format!("`{}` is compared by order with something that is not a number", condition.signal);
        finding(format!("{path}.value"), problem, "compare with `=` or `!=`, or give a number")
    })
}

fn check_pools(position: usize, tactic: &Tactic, findings: &mut Vec<Finding>) {
    let pools = [
        ("node", &tactic.questions.node),
        ("pair", &tactic.questions.pair),
        ("element", &tactic.questions.element),
        ("global", &tactic.questions.global),
    ];
    let typed = tactic.questions.types.iter().map(|(node_type, pool)| (&**node_type, pool));
    for (about, pool) in pools.into_iter().chain(typed).filter(|(_, pool)| !pool.is_empty()) {
        if pool.len() < MIN_WORDINGS {
            findings.push(finding(
                format!("tactics[{position}].questions"),
                format!("`{}` has {} questions under `{about}`, which are soon used up", tactic.id, pool.len()),
                format!("write at least {MIN_WORDINGS}"),
            ));
        }
    }
}
