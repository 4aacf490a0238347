//! Compares the choices of a recorded interview with those under a changed study.
//!
//! Answers and questions stay as recorded, so every choice is made from the real state of its turn. The comparison makes no
//! assumption about answers to other questions.

mod history;
mod set;

use serde::Serialize;

use self::history::RecordedHistory;
pub use self::set::{Setting, SettingError, set};
use crate::engine::{
    dialogue::Probe,
    interview::{Interview, InterviewError},
    policy::{Decision, Judgement, Policy, PolicyError, Ranked, StopReason, Tally},
    session::{Session, Turn},
    signals::SignalSet,
    state::Situation,
    study::Study,
};

/// Why a comparison failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ComparisonError {
    /// The session cannot be replayed.
    #[error(transparent)]
    Session(#[from] InterviewError),
    /// The record of a turn does not fit those before it.
    #[error("the record of turn {turn} does not fit: {problem}")]
    Turn {
        /// The turn.
        turn: u32,
        /// What does not fit.
        problem: String,
    },
    /// The changed study cannot choose.
    #[error("turn {turn}: {problem}")]
    Choice {
        /// The turn.
        turn: u32,
        /// Why it cannot.
        problem: PolicyError,
    },
}

/// The choices of a turn under both studies.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct TurnComparison {
    /// The turn before the choice.
    pub turn: u32,
    /// The choice in the interview.
    pub recorded: ComparedChoice,
    /// The choice under the changed study.
    pub now: ComparedChoice,
    /// Whether both ask the same, or both end.
    pub is_same: bool,
}

/// A choice, with the scores of its probe under both studies.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct ComparedChoice {
    /// The probe; none if the interview ends here.
    pub probe: Option<Probe>,
    /// Why the interview ends here.
    pub ends: Option<StopReason>,
    /// Score of the probe under the recorded study.
    pub score_recorded: Option<f64>,
    /// Score of the probe under the changed study.
    pub score_now: Option<f64>,
    /// Terms of its score that differ between the two studies.
    pub terms: Vec<TermChange>,
}

/// A term that changes a score differently under the two studies.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct TermChange {
    /// Its source, as the tally names it.
    pub source: String,
    /// Its change of the recorded score; none if there is no such term.
    pub recorded: Option<f64>,
    /// Its change of the score under the changed study.
    pub now: Option<f64>,
}

/// Every turn of a session before a choice, with the choice under the changed study.
///
/// # Errors
/// [`Problem`] names the turn that could not be compared.
pub fn compare(session: &Session, changed: &Study) -> Result<Vec<TurnComparison>, ComparisonError> {
    let interview = Interview::resume(session.study.clone(), &session.log)?;
    let mut history = RecordedHistory::of(&session.log);
    let mut looks = Vec::new();
    for turn in interview.turns() {
        history.add_response(turn, changed)?;
        if let Some(decision) = turn.decision.as_ref().filter(|decision| decision.clarifies.is_none()) {
            looks.push(look(turn, decision, &history, session, changed)?);
        }
        history.add_question(turn);
    }
    Ok(looks)
}

fn look(
    turn: &Turn,
    recorded: &Decision,
    history: &RecordedHistory,
    session: &Session,
    changed: &Study,
) -> Result<TurnComparison, ComparisonError> {
    let situation = history.situation(turn.turn, changed);
    let choice = |problem| ComparisonError::Choice { turn: turn.turn, problem };
    let Judgement { decision, continuation, .. } = changed.policy.judge(&situation).map_err(choice)?;
    let before = history.under(&session.study);
    let then = before.situation(turn.turn, &session.study);
    let in_both = |probe: &Probe| {
        let of = |decision: &Decision, study: &Study, situation: &Situation<'_>| {
            in_decision(decision, probe).or_else(|| ranked(study, situation, probe))
        };
        (of(recorded, &session.study, &then), of(&decision, changed, &situation))
    };
    let chosen = |probe: &Probe, ends: Option<StopReason>| {
        let (then, now) = in_both(probe);
        ComparedChoice {
            probe: ends.is_none().then(|| probe.clone()),
            ends,
            score_recorded: then.as_ref().and_then(|ranked| ranked.score),
            score_now: now.as_ref().and_then(|ranked| ranked.score),
            terms: changes(then.as_ref().map(|ranked| &ranked.tally), now.as_ref().map(|ranked| &ranked.tally)),
        }
    };
    let recorded = chosen(&recorded.chosen.probe, turn.continuation.reason);
    let now = chosen(&decision.chosen.probe, continuation.reason);
    let is_same = match (&recorded.probe, &now.probe) {
        (Some(then), Some(now)) => then.strategy == now.strategy && then.focus == now.focus,
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    Ok(TurnComparison { turn: turn.turn, recorded, now, is_same })
}

/// A probe among those with a tally in a decision.
fn in_decision(decision: &Decision, probe: &Probe) -> Option<Ranked> {
    let kept = std::iter::once(&decision.chosen).chain(&decision.alternatives).chain(&decision.vetoes);
    kept.into_iter().find(|ranked| is_same(&ranked.probe, probe)).cloned()
}

/// A probe in the full ranking, if the policy ranks all probes.
fn ranked(study: &Study, situation: &Situation<'_>, probe: &Probe) -> Option<Ranked> {
    let Policy::SignalPools(config) = &study.policy else { return None };
    let all = config.ranking(&study.methodology, &SignalSet::of(situation)).ok()?;
    all.into_iter().find(|ranked| is_same(&ranked.probe, probe))
}

fn is_same(a: &Probe, b: &Probe) -> bool {
    a.strategy == b.strategy && a.focus == b.focus
}

/// The terms that change a score differently in the two tallies.
fn changes(then: Option<&Tally>, now: Option<&Tally>) -> Vec<TermChange> {
    // Equal sums may differ in their last bits.
    const EPSILON: f64 = 1e-9;
    let of = |tally: Option<&Tally>| -> Vec<(String, f64)> {
        tally.into_iter().flat_map(Tally::changes).map(|(term, change)| (term.source.to_string(), change)).collect()
    };
    let (then, now) = (of(then), of(now));
    let by = |terms: &[(String, f64)], source: &str| terms.iter().find(|(known, _)| known == source).map(|(_, by)| *by);
    let mut sources: Vec<&String> = then.iter().chain(&now).map(|(source, _)| source).collect();
    let mut seen = std::collections::BTreeSet::new();
    sources.retain(|source| seen.insert(source.as_str()));
    let change = |source: &String| {
        let (recorded, now) = (by(&then, source), by(&now, source));
        let is_moved = (recorded.unwrap_or(0.0) - now.unwrap_or(0.0)).abs() > EPSILON;
        is_moved.then(|| TermChange { source: source.clone(), recorded, now })
    };
    sources.into_iter().filter_map(change).collect()
}
