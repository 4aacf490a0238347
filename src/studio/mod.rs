//! What researchers, survey authors and the endpoint need beyond the engine: documents, prompts, providers, reports,
//! scores and simulated respondents.

pub mod origin;
pub mod prompts;
pub mod settings;
pub mod providers;
pub mod calling;
pub mod personas;
#[cfg(not(target_arch = "wasm32"))]
pub mod corpus;
pub mod documents;
pub mod reports;
pub mod scoring;
pub mod stages;
pub mod simulation;
pub mod review;
pub mod analysis;
