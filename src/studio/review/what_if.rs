//! The choices under changed values, with names in place of ids.

use serde::Serialize;

use super::ReviewError;
use crate::{
    engine::{dialogue::Probe, interview::Interview, policy::TermLabel, session::Session},
    studio::simulation::whatif::{self, ComparedChoice, Setting, TurnComparison},
};

/// The choices under changed values. `querent whatif --json` prints the first four fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct WhatIf {
    /// The changes.
    pub settings: Vec<Setting>,
    /// Every turn before a choice.
    pub turns: Vec<TurnComparison>,
    /// Number of choices compared.
    pub compared: usize,
    /// Number of choices that differ.
    pub different: usize,
    /// Names of the choices of each turn.
    pub said: Vec<TurnNames>,
}

/// Names of the choices of a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct TurnNames {
    /// The turn.
    pub turn: u32,
    /// The choice in the interview.
    pub recorded: ProbeNames,
    /// The choice under the changed values.
    pub now: ProbeNames,
}

/// Names of a probe. Strategy and focus are empty where the interview ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct ProbeNames {
    /// Name of the strategy.
    pub strategy: String,
    /// Name of the focus.
    pub focus: String,
    /// Names of the terms that differ, in order.
    pub terms: Vec<String>,
}

pub(super) fn what_if(session: &Session, interview: &Interview, settings: &[String]) -> Result<WhatIf, ReviewError> {
    let (mut changed, mut made) = (session.study.clone(), Vec::new());
    for assignment in settings {
        let (study, setting) = whatif::set(&changed, assignment)?;
        changed = study;
        made.push(setting);
    }
    let turns = whatif::compare(session, &changed)?;
    let said = turns.iter().map(|look| {
        let turn = interview.turns().iter().find(|turn| turn.turn == look.turn);
        let phase = turn.and_then(|turn| turn.decision.as_ref()).map_or("", |decision| &decision.phase);
        let names = |choice: &ComparedChoice| probe_names(interview, choice, phase);
        TurnNames { turn: look.turn, recorded: names(&look.recorded), now: names(&look.now) }
    });
    let said = said.collect();
    let different = turns.iter().filter(|look| !look.is_same).count();
    Ok(WhatIf { settings: made, compared: turns.len(), different, turns, said })
}

fn probe_names(interview: &Interview, choice: &ComparedChoice, phase: &str) -> ProbeNames {
    let name = |probe: &Probe| (interview.strategy_name(&probe.strategy), interview.focus_name(probe));
    let (strategy, focus) = choice.probe.as_ref().map(name).unwrap_or_default();
    let terms = choice.terms.iter().map(|term| TermLabel::name_of(&term.source, &strategy, phase)).collect();
    ProbeNames { strategy, focus, terms }
}
