//! The parts of a judge's prompt about the study: concept, limits, phases, strategies and tactics.

use super::{escape::JsonBlock, frame::PromptStudy};
use crate::engine::{
    concept::Element,
    methodology::{Methodology, Strategy},
    policy::Policy,
};

impl PromptStudy<'_> {
    /// Concept, requirements of its elements, models, and limits of the interview.
    pub(super) fn for_judge(&self) -> JsonBlock {
        let mut material = JsonBlock::default();
        material.put("concept", &self.concept.name);
        material.put("topic", &self.concept.topic);
        if let Some(objective) = &self.concept.objective {
            material.put("objective", objective);
        }
        material.put_all("parts", &self.concept.elements.iter().map(element_with_requirements).collect::<Vec<_>>());
        let mode = if self.models.is_empty() { "rules, without a model".to_owned() } else { self.models.join(", ") };
        material.put("read_and_worded_by", &mode);
        material.put("turns", &format!("{} to {}", self.min_turns, self.max_turns));
        material
    }

    /// A line with the terminal node types; empty if there are none.
    pub(super) fn last_rungs(&self) -> String {
        let types = self.methodology.ontology.nodes.iter().filter(|node| node.terminal);
        let ids: Vec<&str> = types.map(|node| &*node.id).collect();
        if ids.is_empty() { String::new() } else { format!("A line of reasons ends at: {}.", ids.join(", ")) }
    }

    /// A line for each phase; empty for policies with phases of their own.
    pub(super) fn phases(&self) -> String {
        match self.policy {
            Policy::SignalPools(_) => {
                let phases = self.methodology.phases.iter();
                let lines: Vec<String> =
                    phases.map(|(id, phase)| format!("- phase {id}: {}", phase.description.trim())).collect();
                lines.join("\n")
            }
            Policy::TwoTier(_) | Policy::Arbitration(_) => String::new(),
        }
    }

    /// A line for each strategy and each tactic. Disabled ones give the reason.
    pub(super) fn available(&self) -> String {
        let (policy, methodology) = (self.policy, self.methodology);
        let tactics = policy.tactics(methodology);
        let has = |id: &str| tactics.iter().any(|tactic| &*tactic.id == id);
        let strategies = policy.strategies(methodology);
        let mut lines: Vec<String> = Vec::new();
        for strategy in strategies {
            let known: Vec<&str> = strategy.tactics.iter().map(|id| &**id).filter(|id| has(id)).collect();
            let why = disabled_reason(strategy, policy, methodology)
                .or_else(|| known.is_empty().then_some("none of its tactics exists in this study"));
            let state = why.map_or_else(|| format!("Tactics: {}.", known.join(", ")), not_enabled);
            lines.push(format!("- strategy {}: {} {state}", strategy.id, strategy.description.trim()));
        }
        let is_other = |strategy: &&Strategy| strategies.iter().all(|known| known.id != strategy.id);
        for strategy in methodology.strategies.iter().filter(is_other) {
            let state = not_enabled("the policy chooses from strategies of its own");
            lines.push(format!("- strategy {}: {} {state}", strategy.id, strategy.description.trim()));
        }
        lines.extend(tactics.iter().map(|tactic| format!("- tactic {}: {}", tactic.id, tactic.description.trim())));
        lines.join("\n")
    }
}

fn not_enabled(why: &str) -> String {
    format!("NOT ENABLED: {why}.")
}

/// Why a policy never chooses a strategy, if so.
fn disabled_reason(strategy: &Strategy, policy: &Policy, methodology: &Methodology) -> Option<&'static str> {
    let is_zero = |weight: Option<&f64>| weight.is_some_and(|weight| *weight == 0.0);
    let never = "its weight is 0 in every phase";
    match policy {
        Policy::SignalPools(_) => {
            let phases = &methodology.phases;
            let is_off = !phases.is_empty() && phases.values().all(|phase| is_zero(phase.weights.get(&strategy.id)));
            is_off.then_some(never)
        }
        Policy::TwoTier(config) => {
            let profiles = &config.phase_profiles;
            let is_off = !profiles.is_empty() && profiles.values().all(|profile| is_zero(profile.get(&strategy.id)));
            let is_listed = config.strategies.iter().any(|known| known.id == strategy.id && known.enabled);
            if is_listed { is_off.then_some(never) } else { Some("the policy has switched it off") }
        }
        Policy::Arbitration(_) => None,
    }
}

/// Renders `creamy_texture: Creamy texture; wanted: idea, reaction`.
fn element_with_requirements(element: &Element) -> String {
    let wants = &element.requirements;
    let listed = [(wants.mention, "idea"), (wants.reaction, "reaction"), (wants.comprehension, "understanding")];
    let mut wanted: Vec<String> =
        listed.into_iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, what)| what.to_owned()).collect();
    wanted.extend(wants.connections_to.iter().map(|other| format!("connection to {other}")));
    format!("{}: {}; wanted: {}", element.id, element.label, wanted.join(", "))
}
