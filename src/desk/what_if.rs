//! What would have been chosen under changed values, with names in place of ids.

use serde::Serialize;

use super::Problem;
use crate::{
    dialogue::Probe,
    interview::Interview,
    session::Session,
    simulation::whatif::{self, Choice, Look, Setting},
};

/// What would have been chosen under changed values. The first four fields are what `querent whatif --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WhatIf {
    /// What was changed.
    pub settings: Vec<Setting>,
    /// Every turn that was followed by a choice.
    pub turns: Vec<Look>,
    /// How many were compared.
    pub compared: usize,
    /// How many would have been others.
    pub different: usize,
    /// Names for the choices of each turn above.
    pub said: Vec<Said>,
}

/// Names for the choices of a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Said {
    /// The turn.
    pub turn: u32,
    /// What was chosen in the interview; none if it ended.
    pub recorded: Option<Asked>,
    /// What would be chosen now; none if it would end.
    pub now: Option<Asked>,
}

/// A probe in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Asked {
    /// Name of the strategy.
    pub strategy: String,
    /// What the focus is called.
    pub focus: String,
}

pub(super) fn what_if(session: &Session, interview: &Interview, settings: &[String]) -> Result<WhatIf, Problem> {
    let (mut changed, mut made) = (session.study.clone(), Vec::new());
    for assignment in settings {
        let (study, setting) = whatif::set(&changed, assignment)?;
        changed = study;
        made.push(setting);
    }
    let turns = whatif::compare(session, &changed)?;
    let asked = |choice: &Choice| choice.probe.as_ref().map(|probe| named(interview, probe));
    let said =
        turns.iter().map(|look| Said { turn: look.turn, recorded: asked(&look.recorded), now: asked(&look.now) });
    let said = said.collect();
    let different = turns.iter().filter(|look| !look.is_same).count();
    Ok(WhatIf { settings: made, compared: turns.len(), different, turns, said })
}

fn named(interview: &Interview, probe: &Probe) -> Asked {
    Asked { strategy: interview.strategy_name(&probe.strategy), focus: interview.focus_name(probe) }
}
