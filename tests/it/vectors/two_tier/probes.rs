//! Gates, scorers, generators and selection.

use querent_engine::engine::policy::{
    PolicyError, Tally,
    two_tier::{AssessedCandidate, Candidate, CandidateStatus, FallbackCandidate, FallbackReason, TwoTierSelection},
};
use serde_json::{Value, json};

use super::scenario::{Scenario, items, text};

pub(super) fn gate(input: &Value) -> Value {
    let scenario = Scenario::of(input);
    let probe = scenario.candidate(&input["probe"]);
    json!({"veto": scenario.config.gates[0].closes(&probe, &scenario.facts())})
}

pub(super) fn score(input: &Value) -> Value {
    let scenario = Scenario::of(input);
    let probe = scenario.candidate(&input["probe"]);
    json!({"raw": scenario.config.scorers[0].score(&probe, &scenario.facts()).clamp(0.0, 2.0)})
}

pub(super) fn propose(input: &Value) -> Value {
    let scenario = Scenario::of(input);
    let facts = scenario.facts();
    let state = scenario.config.phase(&facts).unwrap();
    let probes = scenario.config.propose(&facts, &state.phase);
    let written: Vec<Value> = probes.iter().map(|probe| scenario.written(probe)).collect();
    json!({"phase": state.phase, "entered_turn": state.entered_turn, "probes": written})
}

pub(super) fn rank(input: &Value) -> Value {
    let scenario = Scenario::of(input);
    let probes = items(&input["probes"]).iter().map(|probe| scenario.candidate(probe)).collect();
    written(&scenario, ranked(&scenario, input, probes, &scenario.phase()))
}

pub(super) fn select(input: &Value) -> Value {
    let scenario = Scenario::of(input);
    let facts = scenario.facts();
    let state = scenario.config.phase(&facts).unwrap();
    let probes = scenario.config.propose(&facts, &state.phase);
    let mut answer = written(&scenario, ranked(&scenario, input, probes, &state.phase));
    answer["phase"] = json!(state.phase);
    answer["entered_turn"] = json!(state.entered_turn);
    answer
}

/// Ranks with the configured gates and scorers, of which the one named `failing` fails.
fn ranked(
    scenario: &Scenario<'_>,
    input: &Value,
    probes: Vec<Candidate>,
    phase: &str,
) -> Result<TwoTierSelection, PolicyError> {
    let facts = scenario.facts();
    let failing = input["failing"].as_str().or_else(|| input["failing"]["id"].as_str());
    let fail = |id: &str, probe: &Candidate| match failing {
        Some(failing) if failing == id => {
            Err(PolicyError::NotFinite { term: id.to_owned(), strategy: probe.strategy.to_string(), found: f64::NAN })
        }
        Some(_) | None => Ok(()),
    };
    if failing.is_none() {
        return scenario.config.rank(&facts, probes, phase);
    }
    scenario.config.rank_by(
        &facts,
        probes,
        phase,
        |gate, probe| fail(gate.gate.id(), probe).map(|()| gate.closes(probe, &facts)),
        |scorer, probe| fail(scorer.scorer.id(), probe).map(|()| scorer.score(probe, &facts)),
    )
}

fn written(scenario: &Scenario<'_>, selection: Result<TwoTierSelection, PolicyError>) -> Value {
    match selection {
        Ok(selection) => {
            let probes: Vec<Value> = selection.assessed.iter().map(|probe| assessed(scenario, probe)).collect();
            json!({
                "probes": probes,
                "ranking": selection.ranking,
                "selected": selection.selected,
                "alternatives": selection.alternatives,
                "fallback": selection.fallback.map(|stand_in| fallback(scenario, &stand_in)),
            })
        }
        Err(PolicyError::NotFinite { term, strategy, .. }) => {
            json!({"error": {"kind": "scorer_failed", "source": term, "strategy": strategy}})
        }
        Err(error) => panic!("{error}"),
    }
}

fn assessed(scenario: &Scenario<'_>, probe: &AssessedCandidate) -> Value {
    assert!((probe.tally.replay() - probe.tally.total()).abs() < f64::EPSILON, "a tally replays to its score");
    let mut written = scenario.written(&probe.candidate);
    written["status"] = json!(match probe.status {
        CandidateStatus::Eligible => "eligible",
        CandidateStatus::DisabledInPhase => "disabled_in_phase",
        CandidateStatus::Vetoed => "vetoed",
    });
    written["gates"] = json!(probe.gates);
    written["terms"] = terms(&probe.tally);
    written["score"] = json!(probe.tally.total());
    written
}

pub(super) fn terms(tally: &Tally) -> Value {
    let term =
        |term: &querent_engine::engine::policy::Term| json!([term.source, term.op, term.raw, term.weight, term.total]);
    tally.terms.iter().map(term).collect()
}

fn fallback(scenario: &Scenario<'_>, fallback: &FallbackCandidate) -> Value {
    let reason = match fallback.reason {
        FallbackReason::NoCandidates => "no_candidates",
        FallbackReason::NoneEligible => "none_eligible",
    };
    json!({"reason": reason, "probe": fallback.candidate.as_ref().map(|probe| scenario.written(probe))})
}

#[test]
fn a_failing_scorer_fails_the_whole_selection_by_name() {
    let input = json!({"operation": "select", "failing": "novelty", "turn": 0, "history": []});
    let answer = select(&input);
    assert_eq!(text(&answer["error"]["source"]), "novelty");
    assert_eq!(text(&answer["error"]["strategy"]), "deepen");
    let input = json!({"operation": "select", "failing": "recent_redundancy", "turn": 0, "history": []});
    assert_eq!(text(&select(&input)["error"]["kind"]), "scorer_failed");
}
