//! A judge's context within its budget: the oldest results go first, the newest turns never.
//!
//! Invariant: the steps and their order depend on the interview alone, and the first few of them that suffice are taken.
//! So a smaller budget never keeps more, and what fits is left as it is.

use crate::{
    llm::{
        ReportContext, Task, TimelineTurn, Truncation,
        prompts::{RenderError, Tag, render, weight},
    },
    study::Study,
};

/// Version of the order of steps; part of the hash of a score's prompts.
pub const TRUNCATION_VERSION: u32 = 1;

/// Turns at the end that are never touched.
pub const LATEST: usize = 4;

/// Answers longer than this may be shortened, and what is kept of their beginning and end, in characters.
const LONG: usize = 600;
const HEAD: usize = 300;
const TAIL: usize = 200;

/// The interview does not fit, however much of it is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the interview takes about {tokens} tokens after everything that may be left out; {budget} are allowed; raise `scoring.context_token_budget` or take a model with a longer window"
)]
pub struct ContextTooLong {
    /// Tokens it takes at least, estimated.
    pub tokens: u64,
    /// Tokens allowed.
    pub budget: u32,
}

/// What a judge may be shown, in tokens: the study's budget, and within the model's window what its reply and a reserve
/// of 2,000 leave.
pub fn budget(context_token_budget: u32, window: u32, max_output: u32) -> u32 {
    context_token_budget.min(window.saturating_sub(max_output).saturating_sub(2_000))
}

/// Tokens of so many bytes, estimated: bytes over 3.5, and a tenth more.
pub fn estimate(bytes: u64) -> u64 {
    (bytes * 2).div_ceil(7).saturating_mul(11).div_ceil(10)
}

/// What can be left out of a turn, in the order of the passes.
#[derive(Clone, Copy)]
enum Step {
    Result,
    Ranking,
    Answer,
}

impl Step {
    const ALL: [Self; 3] = [Self::Result, Self::Ranking, Self::Answer];

    fn pass(self) -> u8 {
        match self {
            Self::Result => 1,
            Self::Ranking => 2,
            Self::Answer => 3,
        }
    }
}

/// The context of a task of the judge within a budget of tokens, with what was left out for it noted inside.
///
/// # Errors
/// [`ContextTooLong`] if it does not fit even so. A context that cannot be rendered counts as too long: nothing of it
/// could be sent.
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
    // The note itself takes room, most of it when its numbers are long.
    context.truncated = Some(Truncation { pass: 3, omitted_results: u32::MAX, omitted_bytes: u64::MAX });
    let mut size = bytes(&context, task, study).map_err(|_| refused(u64::MAX))?;
    let old = context.timeline.len().saturating_sub(LATEST);
    'passes: for step in Step::ALL {
        for turn in context.timeline.iter_mut().take(old) {
            let before = weight(turn);
            let Some(shorter) = without(turn, step) else { continue };
            let after = weight(&shorter);
            if after >= before {
                continue;
            }
            let saved = u64::try_from(before - after).unwrap_or_default();
            *turn = shorter;
            size = size.saturating_sub(saved);
            left_out.pass = left_out.pass.max(step.pass());
            left_out.omitted_results += u32::from(matches!(step, Step::Result));
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

/// Bytes of the prompt as it would be sent.
fn bytes(context: &ReportContext, task: Task, study: &Study) -> Result<u64, RenderError> {
    let context = crate::llm::Context::Report(Box::new(context.clone()));
    // Every tag is equally long.
    let prompt = render(task, &context, &study.frame(), &Tag::new("", &[]))?;
    Ok(u64::try_from(prompt.system.len() + prompt.user.len()).unwrap_or(u64::MAX))
}

/// A turn without something; none where there is nothing to leave out.
fn without(turn: &TimelineTurn, step: Step) -> Option<TimelineTurn> {
    let mut shorter = turn.clone();
    match step {
        Step::Result => {
            let analysis = shorter.analysis.take()?;
            shorter.analysis_omitted = Some(format!(
                "[result omitted: {} nodes, {} edges, {} bytes]",
                analysis.nodes.len(),
                analysis.edges.len(),
                weight(&analysis)
            ));
        }
        Step::Ranking => {
            let choice = shorter.choice.as_mut()?;
            if choice.runner_up.is_none() && choice.reasons.len() < 2 {
                return None;
            }
            choice.runner_up = None;
            choice.reasons.truncate(1);
        }
        Step::Answer => {
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
