//! What a recorded interview would have asked under a changed study.
//!
//! The answers stay as they were given and the questions as they were asked, so every turn is looked at from where the
//! interview really stood; only the choice that followed is made anew. What the respondent would have said to another
//! question nobody knows, and nothing here pretends to.

mod fold;
mod set;

use serde::Serialize;

use self::fold::Fold;
pub use self::set::{Refused, Setting, set};
use crate::{
    dialogue::Probe,
    interview::{Failure, Interview},
    policy::{Decision, Judgement, Policy, PolicyError, Ranked, StopReason, Tally},
    session::{Session, Turn},
    signals::SignalSet,
    state::Situation,
    study::Study,
};

/// Why nothing could be compared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The session does not fit together.
    #[error(transparent)]
    Session(#[from] Failure),
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

/// A turn whose choice was made anew.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Look {
    /// The turn whose answer came before the choice.
    pub turn: u32,
    /// What was chosen in the interview.
    pub recorded: Choice,
    /// What would be chosen now.
    pub now: Choice,
    /// Whether both ask the same, or both end.
    pub is_same: bool,
}

/// A choice, and how the score of its probe came about under both studies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// The probe; none if the interview ends here.
    pub probe: Option<Probe>,
    /// Why it ends here.
    pub ends: Option<StopReason>,
    /// Score of the probe under the recorded study.
    pub score_recorded: Option<f64>,
    /// Score of the probe under the changed study.
    pub score_now: Option<f64>,
    /// Terms of its score that differ between the two studies.
    pub terms: Vec<Change>,
}

/// A term that adds something else than it did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// What it comes from, as the tally names it.
    pub source: String,
    /// By how much it moved the score; none if there was no such term.
    pub recorded: Option<f64>,
    /// By how much it moves the score now.
    pub now: Option<f64>,
}

/// Every turn of a session that was followed by a choice, with the choice of the changed study beside it.
///
/// # Errors
/// [`Problem`] names the turn that could not be looked at.
pub fn compare(session: &Session, changed: &Study) -> Result<Vec<Look>, Problem> {
    let interview = Interview::resume(session.study.clone(), &session.log)?;
    let mut fold = Fold::of(&session.log);
    let mut looks = Vec::new();
    for turn in interview.turns() {
        fold.answer(turn, changed)?;
        if let Some(decision) = turn.decision.as_ref().filter(|decision| decision.clarifies.is_none()) {
            looks.push(look(turn, decision, &fold, session, changed)?);
        }
        fold.question(turn);
    }
    Ok(looks)
}

fn look(turn: &Turn, recorded: &Decision, fold: &Fold, session: &Session, changed: &Study) -> Result<Look, Problem> {
    let situation = fold.situation(turn.turn, changed);
    let choice = |problem| Problem::Choice { turn: turn.turn, problem };
    let Judgement { decision, continuation, .. } = changed.policy.judge(&situation).map_err(choice)?;
    let before = fold.under(&session.study);
    let then = before.situation(turn.turn, &session.study);
    let told = |probe: &Probe| {
        let of = |decision: &Decision, study: &Study, situation: &Situation<'_>| {
            among(decision, probe).or_else(|| ranked(study, situation, probe))
        };
        (of(recorded, &session.study, &then), of(&decision, changed, &situation))
    };
    let chosen = |probe: &Probe, ends: Option<StopReason>| {
        let (then, now) = told(probe);
        Choice {
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
    Ok(Look { turn: turn.turn, recorded, now, is_same })
}

/// A probe among those a decision keeps the tally of.
fn among(decision: &Decision, probe: &Probe) -> Option<Ranked> {
    let kept = std::iter::once(&decision.chosen).chain(&decision.alternatives).chain(&decision.vetoes);
    kept.into_iter().find(|ranked| is_same(&ranked.probe, probe)).cloned()
}

/// A probe among all that could be asked, where the policy ranks them all.
fn ranked(study: &Study, situation: &Situation<'_>, probe: &Probe) -> Option<Ranked> {
    let Policy::SignalPools(config) = &study.policy else { return None };
    let all = config.ranking(&study.methodology, &SignalSet::of(situation)).ok()?;
    all.into_iter().find(|ranked| is_same(&ranked.probe, probe))
}

fn is_same(a: &Probe, b: &Probe) -> bool {
    a.strategy == b.strategy && a.focus == b.focus
}

/// By how much each term moves a score, in order.
fn moves(tally: &Tally) -> Vec<(String, f64)> {
    let mut before = 0.0;
    let moved = |term: &crate::policy::Term| {
        let by = term.total - before;
        before = term.total;
        (term.source.to_string(), by)
    };
    tally.terms.iter().map(moved).collect()
}

fn changes(then: Option<&Tally>, now: Option<&Tally>) -> Vec<Change> {
    // A term is told apart by its source; a sum can differ in the last bits without anybody having changed it.
    const HAIR: f64 = 1e-9;
    let (then, now) = (then.map(moves).unwrap_or_default(), now.map(moves).unwrap_or_default());
    let by = |moves: &[(String, f64)], source: &str| moves.iter().find(|(known, _)| known == source).map(|(_, by)| *by);
    let mut sources: Vec<&String> = then.iter().chain(&now).map(|(source, _)| source).collect();
    let mut seen = std::collections::BTreeSet::new();
    sources.retain(|source| seen.insert(source.as_str()));
    let change = |source: &String| {
        let (recorded, now) = (by(&then, source), by(&now, source));
        let is_moved = (recorded.unwrap_or(0.0) - now.unwrap_or(0.0)).abs() > HAIR;
        is_moved.then(|| Change { source: source.clone(), recorded, now })
    };
    sources.into_iter().filter_map(change).collect()
}
