//! Respondents made of data: they try a study out before anybody's time is spent on it.
//!
//! Invariant: the same persona, study and seed give the same interview on every platform; integers only.

mod persona;
mod random;
mod respondent;

pub use self::{
    persona::{Line, Persona, ResponsePatterns},
    respondent::Respondent,
};
