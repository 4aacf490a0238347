//! Names of terms on the page: the label of a signal, gate or scorer, found by the source of a term.

use serde::Serialize;

use super::{
    arbitration,
    decision::DECLINED,
    parameters::CatalogueEntry,
    tally::{Op, Term},
    two_tier::{self, gates::Gate},
};
use crate::engine::signals;
pub use crate::engine::signals::Label;

/// A term as the page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TermLabel {
    /// Name in a table: `Links to other ideas`.
    pub name: String,
    /// Clause after "because": `it is linked to other ideas`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

impl TermLabel {
    /// The label of a term in the tally of a strategy, in a phase.
    pub fn of(term: &Term, strategy: &str, phase: &str) -> Self {
        if term.op == Op::Veto {
            return Self { name: veto_name(&term.source), reason: None };
        }
        match &*term.source {
            "base" => Self { name: format!("{strategy} starts at"), reason: None },
            "phase" => Self { name: format!("{} phase", phase_name(phase)), reason: Some("this is the phase for it") },
            source => match find_label(source) {
                Some(label) => Self { name: label.name.to_owned(), reason: label.reason },
                None => Self { name: unlisted_name(source), reason: None },
            },
        }
    }

    /// The name of a source without its term: what `querent whatif` shows.
    pub fn name_of(source: &str, strategy: &str, phase: &str) -> String {
        let term = Term { source: source.to_owned().into(), op: Op::Add, raw: None, weight: 1.0, total: 0.0 };
        Self::of(&term, strategy, phase).name
    }
}

/// The label of a signal key or of a scorer.
fn find_label(source: &str) -> Option<Label> {
    signals::label(source)
        .or_else(|| two_tier::scorers::Scorer::label(source))
        .or_else(|| arbitration::scorers::Scorers::label(source))
}

/// The catalogue entry of a scorer of any policy.
pub fn find_scorer(id: &str) -> Option<CatalogueEntry> {
    let scorers = two_tier::scorers::Scorer::catalogue().into_iter().chain(arbitration::scorers::Scorers::catalogue());
    scorers.into_iter().find(|entry| entry.id == id)
}

/// Why a candidate was ruled out.
fn veto_name(source: &str) -> String {
    let name = match source {
        arbitration::PLAUSIBILITY => "Nothing can be connected with it",
        DECLINED => "It was passed over",
        two_tier::NO_CANDIDATES => "There is nothing to ask about",
        _ => match (Gate::label(source), source.split_once('.')) {
            (Some(label), _) => label.name,
            (None, Some(("phase", phase))) => return format!("Not in the {} phase", phase_name(phase).to_lowercase()),
            (None, _) => return in_words(source),
        },
    };
    name.to_owned()
}

/// The name of a source that no registry lists.
fn unlisted_name(source: &str) -> String {
    match source.split_once('.') {
        Some(("phase", phase)) => format!("{} phase", phase_name(phase)),
        Some(("bonus", phase)) => format!("{} phase bonus", phase_name(phase)),
        Some(("requires", requirement)) => format!("Still wanted: {}", in_words(requirement).to_lowercase()),
        Some(("graph" | "llm" | "meta" | "temporal", signal)) => in_words(signal),
        Some(_) | None => in_words(source),
    }
}

fn phase_name(phase: &str) -> String {
    match phase {
        "early" => "Early".to_owned(),
        "mid" => "Middle".to_owned(),
        "late" => "Late".to_owned(),
        other => in_words(other),
    }
}

/// `node.focus_count.high` as "Node focus count high".
fn in_words(id: &str) -> String {
    let text = id.replace(['.', '_'], " ");
    let mut letters = text.trim().chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_gate_and_scorer_has_a_label() {
        let scorers =
            two_tier::scorers::Scorer::catalogue().into_iter().chain(arbitration::scorers::Scorers::catalogue());
        assert!(scorers.chain(Gate::catalogue()).all(|entry| !entry.label.name.is_empty()));
    }

    #[test]
    fn sources_that_no_registry_lists_are_named_in_words() {
        let name = |source: &str| TermLabel::name_of(source, "Deepen", "mid");
        assert_eq!(name("base"), "Deepen starts at");
        assert_eq!(name("requires.ladders_end"), "Still wanted: ladders end");
        assert_eq!(name("bonus.late"), "Late phase bonus");
        assert_eq!(name("graph.node.focus_count.unheard"), "Node focus count unheard");
        assert_eq!(name("phase"), "Middle phase");
    }
}
