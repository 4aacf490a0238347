//! Folds a log back into an interview, and tells whether it would run the same way again.

use std::sync::Arc;

use super::{Failure, Interview, Recorded};
use crate::{
    dialogue::Source,
    session::{Entry, Input, Session},
    study::Study,
};

/// Where a replay went another way than the session did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Turn whose answer was awaited when it showed; 0 for the study itself.
    pub turn: u32,
    /// What differs: `study`, `question`, `probe`, `reading` or `state`.
    pub what: &'static str,
    /// As the session has it.
    pub recorded: String,
    /// As it is now.
    pub found: String,
}

impl Interview {
    /// An interview as its log left it: the log is replayed, with the readings and questions it holds.
    ///
    /// A log that ends with an input whose consequences were never recorded is carried on from there: that is how an
    /// interview survives a crash between answer and question. Where models were being asked, they are asked again, under the
    /// same ids.
    ///
    /// # Errors
    /// [`Failure::Log`] names the first entry that does not fit.
    pub fn resume(study: impl Into<Arc<Study>>, log: &[Entry]) -> Result<Self, Failure> {
        let mut interview = Self::new(study)?;
        interview.fold_log(log)?;
        Ok(interview)
    }

    /// Folds a log into an interview that has not begun.
    pub(super) fn fold_log(&mut self, log: &[Entry]) -> Result<(), Failure> {
        self.fold(inputs(log)?)
    }

    fn fold(&mut self, inputs: Vec<(usize, &Input, Recorded<'_>)>) -> Result<(), Failure> {
        for (position, input, recorded) in inputs {
            self.feed(input.clone(), recorded)
                .map_err(|failure| Failure::Log { entry: position + 1, problem: format!("does not fit: {failure}") })?;
        }
        Ok(())
    }
}

/// Replays a session from its log and compares every question and the state behind it with what was recorded.
///
/// # Errors
/// [`Failure`] if the study cannot be used or the log does not fit together.
pub fn replay(session: &Session) -> Result<(Interview, Vec<Difference>), Failure> {
    let mut interview = Interview::resume(session.study.clone(), &session.log)?;
    let mut differences = std::mem::take(&mut interview.differences);
    if interview.study_hash != session.study_hash {
        let (recorded, found) = (session.study_hash.clone(), interview.study_hash.clone());
        differences.insert(0, Difference { turn: 0, what: "study", recorded, found });
    }
    Ok((interview, differences))
}

/// Replays a session with today's rules: answers the rules had read are read anew. What models read or worded stays, and
/// none is called.
///
/// # Errors
/// [`Failure`] if the study cannot be used or the log does not fit together.
pub fn reread(session: &Session) -> Result<(Interview, Vec<Difference>), Failure> {
    let mut inputs = inputs(&session.log)?;
    for (_, _, recorded) in &mut inputs {
        let is_by_rules = |source: &Source| matches!(source, Source::Rules { .. });
        recorded.outdated = recorded.read.filter(|read| is_by_rules(&read.source));
        recorded.read = recorded.read.filter(|read| !is_by_rules(&read.source));
        recorded.asked = recorded.asked.filter(|asked| !is_by_rules(&asked.source));
        recorded.unasked = None;
    }
    let mut interview = Interview::new(Study { models: Vec::new(), ..session.study.clone() })?;
    interview.fold(inputs)?;
    let recorded = Interview::resume(session.study.clone(), &session.log)?;
    let mut differences = Vec::new();
    for (old, new) in recorded.turns().iter().zip(interview.turns()) {
        if old.extraction != new.extraction || old.reading != new.reading {
            let show = |turn: &crate::session::Turn| {
                serde_json::to_string(&(&turn.extraction, &turn.reading)).unwrap_or_default()
            };
            differences.push(Difference { turn: old.turn, what: "reading", recorded: show(old), found: show(new) });
        }
    }
    Ok((interview, differences))
}

/// The inputs of a log with what was recorded about each.
fn inputs(log: &[Entry]) -> Result<Vec<(usize, &Input, Recorded<'_>)>, Failure> {
    let mut inputs: Vec<(usize, &Input, Recorded<'_>)> = Vec::new();
    for (position, entry) in log.iter().enumerate() {
        let orphan = || Failure::Log {
            entry: position + 1,
            problem: "records the consequence of an input that is missing".to_owned(),
        };
        match entry {
            Entry::Input(input) => inputs.push((position, input, Recorded::default())),
            Entry::Read(read) => inputs.last_mut().ok_or_else(orphan)?.2.read = Some(read),
            Entry::Asked(asked) => inputs.last_mut().ok_or_else(orphan)?.2.asked = Some(asked),
            Entry::Unasked(unasked) => inputs.last_mut().ok_or_else(orphan)?.2.unasked = Some(unasked),
        }
    }
    Ok(inputs)
}
