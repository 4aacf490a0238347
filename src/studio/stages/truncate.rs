//! Truncates a judge's context to its budget. The oldest results go first; the newest turns stay.
//!
//! Invariant: the omissions and their order depend on the interview alone, and only as many are taken as needed. So a smaller
//! budget never keeps more.

use crate::{
    engine::{
        model::{ReportContext, Task, TimelineTruncation, TimelineTurn},
        study::Study,
    },
    studio::prompts::{RenderError, Tag, render, weight},
};

/// Version of the order of omissions; part of the hash of a score's prompts.
pub const TRUNCATION_VERSION: u32 = 1;

/// Turns at the end that are never truncated.
pub const LATEST: usize = 4;

/// Longer answers may be shortened, in characters.
const LONG: usize = 600;
/// Characters kept of the beginning of a shortened answer.
const HEAD: usize = 300;
/// Characters kept of its end.
const TAIL: usize = 200;

/// The interview does not fit, even truncated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the interview takes about {tokens} tokens after everything that may be left out; {budget} are allowed; raise `scoring.context_token_budget` or take a model with a longer window"
)]
pub struct ContextTooLong {
    /// Estimate of the tokens after truncation.
    pub tokens: u64,
    /// Tokens allowed.
    pub budget: u32,
}

/// The budget of a judge's prompt in tokens: that of the study, and the model's window less its reply and a reserve of 2,000.
pub fn budget(context_token_budget: u32, window: u32, max_output: u32) -> u32 {
    context_token_budget.min(window.saturating_sub(max_output).saturating_sub(2_000))
}

/// An estimate of the tokens in a number of bytes: bytes / 3.5, plus 10 %.
pub fn estimate(bytes: u64) -> u64 {
    (bytes * 2).div_ceil(7).saturating_mul(11).div_ceil(10)
}

/// A part of a turn that a pass leaves out, in order.
#[derive(Clone, Copy)]
enum Omission {
    Result,
    Ranking,
    Answer,
}

impl Omission {
    const ALL: [Self; 3] = [Self::Result, Self::Ranking, Self::Answer];

    fn pass(self) -> u8 {
        match self {
            Self::Result => 1,
            Self::Ranking => 2,
            Self::Answer => 3,
        }
    }
}

/// The context of a judge's task within a budget of tokens. It notes what was left out.
///
/// # Errors
/// [`ContextTooLong`] if it does not fit even truncated. A context that cannot be rendered counts as too long.
pub fn fit(
    mut context: ReportContext,
    task: Task,
    study: &Study,
    budget: u32,
) -> Result<ReportContext, ContextTooLong> {
    let refused = |tokens| ContextTooLong { tokens, budget };
    let whole = bytes(&context, task, study).map_err(|_| refused(u64::MAX))?;
    if estimate(whole) <= u64::from(budget) {
        return Ok(context);
    }
    let mut left_out = context.truncated.unwrap_or_default();
    // The note takes room too: assume its longest form.
    context.truncated = Some(TimelineTruncation { pass: 3, omitted_results: u32::MAX, omitted_bytes: u64::MAX });
    let mut size = bytes(&context, task, study).map_err(|_| refused(u64::MAX))?;
    let old = context.timeline.len().saturating_sub(LATEST);
    'passes: for omission in Omission::ALL {
        for turn in context.timeline.iter_mut().take(old) {
            let before = weight(turn);
            let Some(shorter) = without(turn, omission) else { continue };
            let after = weight(&shorter);
            if after >= before {
                continue;
            }
            let saved = u64::try_from(before - after).unwrap_or_default();
            *turn = shorter;
            size = size.saturating_sub(saved);
            left_out.pass = left_out.pass.max(omission.pass());
            left_out.omitted_results += u32::from(matches!(omission, Omission::Result));
            left_out.omitted_bytes += saved;
            if estimate(size) <= u64::from(budget) {
                break 'passes;
            }
        }
    }
    if estimate(size) > u64::from(budget) {
        return Err(refused(estimate(size)));
    }
    context.truncated = Some(left_out);
    Ok(context)
}

/// The size of the rendered prompt, in bytes.
fn bytes(context: &ReportContext, task: Task, study: &Study) -> Result<u64, RenderError> {
    let context = crate::engine::model::TaskContext::Report(Box::new(context.clone()));
    // All tags have the same length.
    let prompt = render(task, &context, &study.frame(), &Tag::new("", &[]))?;
    Ok(u64::try_from(prompt.system.len() + prompt.user.len()).unwrap_or(u64::MAX))
}

/// A turn without a part; none if there is nothing to leave out.
fn without(turn: &TimelineTurn, omission: Omission) -> Option<TimelineTurn> {
    let mut shorter = turn.clone();
    match omission {
        Omission::Result => {
            let analysis = shorter.analysis.take()?;
            shorter.analysis_omitted = Some(format!(
                "[result omitted: {} nodes, {} edges, {} bytes]",
                analysis.nodes.len(),
                analysis.edges.len(),
                weight(&analysis)
            ));
        }
        Omission::Ranking => {
            let choice = shorter.choice.as_mut()?;
            if choice.runner_up.is_none() && choice.reasons.len() < 2 {
                return None;
            }
            choice.runner_up = None;
            choice.reasons.truncate(1);
        }
        Omission::Answer => {
            let answer = shorter.answer.as_mut()?;
            let count = answer.chars().count();
            if count <= LONG {
                return None;
            }
            let head: String = answer.chars().take(HEAD).collect();
            let tail: String = answer.chars().skip(count - TAIL).collect();
            *answer = format!("{head} [… {} characters omitted …] {tail}", count - HEAD - TAIL);
        }
    }
    Some(shorter)
}
