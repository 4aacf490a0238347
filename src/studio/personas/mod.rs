//! Personas and facts: how simulated respondents answer, and what they know about a concept.

mod facts;
mod persona;

pub(super) use self::facts::PreparedLine;
pub use self::{
    facts::{ANY, ConceptFacts, FactBank, FactLine},
    persona::{Habit, HabitPlace, Persona, ResponsePatterns, Speech, Tiring},
};
