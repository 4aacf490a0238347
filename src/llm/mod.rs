//! Language work: reading an answer and wording a question. The rules do it where no model is, or where one failed.

pub mod extraction;
pub mod question;
pub mod rules;
