//! Simulated respondents, to try out a study.
//!
//! A [`Persona`](super::personas::Persona) sets the style of answers and
//! [`ConceptFacts`](super::personas::ConceptFacts) their content. [`run_interview`] runs an interview, and
//! [`SimulationFigures`] sum up many.
//! [`whatif`] compares a recorded interview with its choices under a changed study. Invariant: the same persona, facts, study
//! and seed give the same interview on every platform, since all draws are integers.

mod llm_participants;
pub mod sign_test;
mod figures;
mod run;
mod random;
mod respondent;
mod call_stats;
#[cfg(not(target_arch = "wasm32"))]
pub mod next_steps;
pub mod whatif;

pub use self::{
    call_stats::SimulationCallStats,
    llm_participants::{LlmParticipants, ModelCaller, SimulatedCall, sample},
};
pub use self::{
    figures::{Ratio, SimulationFigures},
    respondent::{AnswerStyle, PlannedAnswer, SimulatedRespondent, UnsupportedLanguage},
    run::{PACE, Participants, run_interview, run_interview_until},
};
