//! Validates the settings of `two_tier` as written. Finds all problems at once, each with its place.
//!
//! Absent keys are validated with the value of the preset, which may name a strategy that the settings do not define.

use serde_json::Value;

use super::{
    config::TwoTierConfig,
    gates,
    generator::{FocusType, GeneratorTarget},
    phase::PhaseRule,
    preset, scorers,
};
use crate::engine::{
    diagnostic::{Severity, did_you_mean},
    policy::{SettingProblem, parameters::CatalogueEntry},
    sorted::SortedSet,
};

/// All problems of the settings: violated rules first, then errors of the types.
pub fn validate(config: &Value) -> Vec<SettingProblem> {
    let mut problems = rules(config);
    if problems.iter().all(|problem| problem.severity == Severity::Warning)
        && let Err(error) = serde_json::from_value::<TwoTierConfig>(config.clone())
    {
        problems.push(SettingProblem::error("", error.to_string(), ""));
    }
    problems
}

/// Violated rules, in order of the keys. Types are not checked.
pub fn rules(config: &Value) -> Vec<SettingProblem> {
    let mut check = SettingsCheck { config, names: SortedSet::new(), problems: Vec::new() };
    check.collect_names();
    check.strategies();
    check.gates();
    check.scorers();
    check.phases();
    check.profiles();
    check.fallbacks();
    check.weight_sum();
    check.problems
}

struct SettingsCheck<'a> {
    config: &'a Value,
    /// Strategies that may be named.
    names: SortedSet<String>,
    problems: Vec<SettingProblem>,
}

impl SettingsCheck<'_> {
    fn add(&mut self, pointer: impl Into<String>, message: impl Into<String>) {
        self.problems.push(SettingProblem::error(pointer, message, ""));
    }

    fn refuse(&mut self, pointer: String, message: String, hint: String) {
        self.problems.push(SettingProblem::error(pointer, message, hint));
    }

    /// The value of a key, or that of the preset.
    fn key(&self, key: &str) -> Value {
        self.config.get(key).cloned().unwrap_or_else(|| preset::matrix(key))
    }

    fn list(&self, key: &str) -> Vec<Value> {
        self.key(key).as_array().cloned().unwrap_or_default()
    }

    fn collect_names(&mut self) {
        let configured = self.list("strategies").into_iter().filter_map(|strategy| strategy.get("id").cloned());
        let future = self.list("future_strategies");
        self.names = configured.chain(future).filter_map(|id| id.as_str().map(str::to_owned)).collect();
    }

    fn strategy_exists(&mut self, id: &str, pointer: String) {
        if !self.names.contains(id) {
            let known: Vec<&String> = self.names.iter().collect();
            let hint = format!("{} If it will exist later, add it to `future_strategies`", did_you_mean(id, &known));
            self.refuse(pointer, format!("there is no strategy `{id}`"), hint);
        }
    }

    fn strategies_exist(&mut self, ids: Option<&Value>, pointer: &str) {
        for (index, id) in ids.and_then(Value::as_array).into_iter().flatten().enumerate() {
            self.strategy_exists(id.as_str().unwrap_or_default(), format!("{pointer}/{index}"));
        }
    }

    fn strategies(&mut self) {
        for (index, strategy) in self.list("strategies").iter().enumerate() {
            let generators = strategy.get("focus").and_then(Value::as_array);
            for (place, generator) in generators.into_iter().flatten().enumerate() {
                self.generator(generator, &format!("/strategies/{index}/focus/{place}"));
            }
        }
    }

    fn generator(&mut self, generator: &Value, pointer: &str) {
        let focus_type = generator.get("focus_type").cloned().unwrap_or_default();
        if let Err(error) = serde_json::from_value::<FocusType>(focus_type) {
            self.add(format!("{pointer}/focus_type"), error.to_string());
        }
        let target = generator.get("target").cloned().unwrap_or_default();
        if let Err(error) = serde_json::from_value::<GeneratorTarget>(target) {
            self.add(format!("{pointer}/target"), error.to_string());
        }
        match generator.get("fallback") {
            None => {}
            Some(Value::String(word)) if word == "skip" => {}
            Some(fallback @ Value::Object(_)) => self.generator(fallback, &format!("{pointer}/fallback")),
            Some(_) => self.add(format!("{pointer}/fallback"), "a fallback is a generator or `skip`"),
        }
    }

    fn gates(&mut self) {
        let catalogue = gates::Gate::catalogue();
        for (index, gate) in self.list("gates").iter().enumerate() {
            let pointer = format!("/gates/{index}");
            if let Some(entry) = self.entry(gate, &catalogue, &pointer) {
                self.parameters(gate, entry, gates::COMMON, &pointer);
                self.strategies_exist(
                    gate.pointer("/params/exempt_strategies"),
                    &format!("{pointer}/params/exempt_strategies"),
                );
            }
        }
    }

    fn scorers(&mut self) {
        let catalogue = scorers::Scorer::catalogue();
        for (index, scorer) in self.list("scorers").iter().enumerate() {
            let pointer = format!("/scorers/{index}");
            if let Some(entry) = self.entry(scorer, &catalogue, &pointer) {
                self.parameters(scorer, entry, &[], &pointer);
                let clarifying = "/params/clarifying_strategies";
                self.strategies_exist(scorer.pointer(clarifying), &format!("{pointer}{clarifying}"));
                self.weights(scorer, &pointer);
            }
        }
    }

    /// The catalogue entry of a gate or scorer, if it is known.
    fn entry<'c>(
        &mut self,
        written: &Value,
        catalogue: &'c [CatalogueEntry],
        pointer: &str,
    ) -> Option<&'c CatalogueEntry> {
        let id = written.get("id").and_then(Value::as_str).unwrap_or_default();
        let found = catalogue.iter().find(|entry| entry.id == id);
        if found.is_none() {
            let known: Vec<&str> = catalogue.iter().map(|entry| entry.id).collect();
            self.refuse(format!("{pointer}/id"), format!("`{id}` is unknown"), did_you_mean(id, &known));
        }
        found
    }

    fn parameters(&mut self, written: &Value, entry: &CatalogueEntry, common: &[&str], pointer: &str) {
        let known: Vec<&str> =
            entry.parameters.iter().map(|parameter| parameter.name).chain(common.iter().copied()).collect();
        for key in written.get("params").and_then(Value::as_object).into_iter().flat_map(|params| params.keys()) {
            if !known.contains(&key.as_str()) {
                let message = format!("`{}` has no parameter `{key}`", entry.id);
                self.refuse(format!("{pointer}/params/{key}"), message, did_you_mean(key, &known));
            }
        }
    }

    fn weights(&mut self, scorer: &Value, pointer: &str) {
        let table = scorer.get("strategy_weights").and_then(Value::as_object);
        let plain = scorer.get("weight");
        if plain.is_none() && table.is_none_or(|table| !table.contains_key(scorers::DEFAULT)) {
            let message = "a weight for strategies without one of their own is missing; add `default` or `weight`";
            self.add(format!("{pointer}/strategy_weights/{}", scorers::DEFAULT), message);
        }
        if let Some(weight) = plain {
            self.factor(weight, format!("{pointer}/weight"));
        }
        for (id, weight) in table.into_iter().flatten() {
            let place = format!("{pointer}/strategy_weights/{id}");
            if id != scorers::DEFAULT {
                self.strategy_exists(id, place.clone());
            }
            self.factor(weight, place);
        }
    }

    fn factor(&mut self, value: &Value, pointer: String) {
        if !value.as_f64().is_some_and(|number| number.is_finite() && number >= 0.0) {
            self.add(pointer, format!("`{value}` is no weight; give a number of at least 0"));
        }
    }

    fn phases(&mut self) {
        let mut ids = SortedSet::new();
        for (index, phase) in self.list("phases").iter().enumerate() {
            let pointer = format!("/phases/{index}");
            match serde_json::from_value::<PhaseRule>(phase.clone()) {
                Err(error) => self.add(pointer, error.to_string()),
                Ok(rule) if !ids.insert(rule.id.clone()) => {
                    self.add(pointer, format!("the phase id `{}` is used twice; give this one another", rule.id));
                }
                Ok(rule) if rule.max().is_some_and(|max| max < rule.min()) => {
                    self.add(pointer, format!("in the phase `{}`, `max_turns` is below `min_turns`", rule.id));
                }
                Ok(_) => {}
            }
        }
    }

    fn profiles(&mut self) {
        for (phase, profile) in self.key("phase_profiles").as_object().into_iter().flatten() {
            self.phase_exists(phase);
            for (id, multiplier) in profile.as_object().into_iter().flatten() {
                let pointer = format!("/phase_profiles/{phase}/{id}");
                self.strategy_exists(id, pointer.clone());
                self.factor(multiplier, pointer);
            }
            self.leaves_a_strategy(phase, profile);
        }
    }

    /// Profiles of the preset may name phases of the preset.
    fn phase_exists(&mut self, phase: &str) {
        let phases = self.list("phases");
        let known: Vec<&str> = phases.iter().filter_map(|phase| phase.get("id")?.as_str()).collect();
        if self.config.get("phase_profiles").is_some() && !known.contains(&phase) {
            let pointer = format!("/phase_profiles/{phase}");
            self.refuse(pointer, format!("there is no phase `{phase}`"), did_you_mean(phase, &known));
        }
    }

    fn leaves_a_strategy(&mut self, phase: &str, profile: &Value) {
        let strategies = self.list("strategies");
        let is_off = |strategy: &Value| {
            let id = strategy.get("id").and_then(Value::as_str).unwrap_or_default();
            strategy.get("enabled") == Some(&Value::Bool(false)) || profile.get(id).and_then(Value::as_f64) == Some(0.0)
        };
        if !strategies.is_empty() && strategies.iter().all(is_off) {
            let message = format!("the phase `{phase}` switches every strategy off, so nothing could be asked");
            let hint = "give at least one strategy a factor above 0".to_owned();
            self.refuse(format!("/phase_profiles/{phase}"), message, hint);
        }
    }

    fn fallbacks(&mut self) {
        let fallback = self.key("selection").get("fallback").cloned();
        let fallback = fallback.or_else(|| preset::matrix("selection").get("fallback").cloned());
        self.strategies_exist(fallback.as_ref(), "/selection/fallback");
    }

    /// Warns if plain weights do not sum to 1, which authors usually intend.
    fn weight_sum(&mut self) {
        let scorers = self.list("scorers");
        let plain =
            |scorer: &Value| scorer.get("strategy_weights").is_none().then(|| scorer.get("weight")?.as_f64()).flatten();
        let sum: Option<f64> = scorers.iter().map(plain).sum();
        if let Some(sum) = sum.filter(|sum| (sum - 1.0).abs() > 0.01) {
            let message =
                format!("the weights sum to {sum:.2}, not to 1; scores of different studies are not comparable");
            let problem = SettingProblem::error("/scorers", message, "");
            self.problems.push(SettingProblem { severity: Severity::Warning, ..problem });
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    fn pointers(config: &str) -> Vec<String> {
        let problems = validate(&serde_json::from_str(config).unwrap());
        problems.into_iter().filter(|problem| problem.severity == Severity::Error).map(|problem| problem.path).collect()
    }

    #[test]
    fn both_shipped_configurations_are_clean() {
        for text in [
            include_str!("../../../../config/policies/two_tier.yaml"),
            include_str!("../../../../config/policies/two_tier_uniform.yaml"),
        ] {
            let mut config: Value = serde_yaml::from_str(text).unwrap();
            config.as_object_mut().unwrap().remove("policy");
            assert_eq!(rules(&config), []);
        }
        assert_eq!(pointers("{}"), [] as [&str; 0]);
    }

    #[test]
    fn unknown_strategies_are_found_wherever_they_are_named() {
        assert_eq!(pointers(r#"{"selection":{"fallback":["closing","close"]}}"#), ["/selection/fallback/1"]);
        assert_eq!(pointers(r#"{"phase_profiles":{"focused":{"depen":1}}}"#), ["/phase_profiles/focused/depen"]);
        let gate = r#"{"gates":[{"id":"element_exhausted","params":{"exempt_strategies":["x"]}}]}"#;
        assert_eq!(pointers(gate), ["/gates/0/params/exempt_strategies/0"]);
        let scorer =
            r#"{"scorers":[{"id":"ambiguity","weight":1,"params":{"clarifying_strategies":["clarify","x"]}}]}"#;
        assert_eq!(pointers(scorer), ["/scorers/0/params/clarifying_strategies/1"]);
    }

    #[test]
    fn weights_and_multipliers_are_not_negative() {
        assert_eq!(pointers(r#"{"scorers":[{"id":"novelty","weight":-0.1}]}"#), ["/scorers/0/weight"]);
        assert_eq!(pointers(r#"{"phase_profiles":{"focused":{"deepen":-1}}}"#), ["/phase_profiles/focused/deepen"]);
    }

    #[test]
    fn errors_of_the_types_are_problems_too() {
        assert_eq!(pointers(r#"{"recent_node_limit":"five"}"#), [""]);
        assert_eq!(pointers(r#"{"recent_nodes":5}"#), [""]);
    }

    #[test]
    fn plain_weights_that_do_not_sum_to_one_draw_a_warning() {
        let problems = validate(&serde_json::json!({"scorers": [{"id": "novelty", "weight": 0.5}]}));
        assert_eq!(problems.iter().map(|problem| problem.severity).collect::<Vec<_>>(), [Severity::Warning]);
    }
}
