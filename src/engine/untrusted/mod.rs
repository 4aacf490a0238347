//! Validation of models' output: analyses of answers and wordings of questions.

pub mod partial_json;
pub(crate) mod quote;
pub mod analysis;
pub mod question;
