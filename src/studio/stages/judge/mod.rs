//! The judge: a dialogue with a model that scores an interview. See [`crate::studio::scoring`] for the score by rules.

mod prompt_hash;
mod result;
mod run;

pub use self::{
    prompt_hash::prompt_hash,
    result::ScoringResult,
    run::{JudgeRun, JudgeStep},
};
