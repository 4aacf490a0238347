//! Respondents made of data: they try a study out before anybody's time is spent on it.
//!
//! A [`Persona`] is HOW somebody answers, [`Facts`] are WHAT there is to say about a concept. [`hold`] interviews one of
//! them to the end, [`Figures`] add up what came of many. [`whatif`] puts a recorded interview before a changed study.
//! Invariant: the same persona, facts, study and seed give the same interview on every platform; integers only.

#[cfg(feature = "studio")]
mod cast;
#[cfg(feature = "studio")]
pub mod chance;
mod facts;
mod figures;
mod hold;
mod persona;
mod random;
mod respondent;
#[cfg(feature = "studio")]
mod spoken;
#[cfg(feature = "studio")]
pub mod whatif;

#[cfg(feature = "studio")]
pub use self::{
    cast::{Asking, Cast, Models, sample},
    spoken::Spoken,
};
pub use self::{
    facts::{ANY, Bank, Facts, Line},
    figures::{Figures, Share},
    hold::{Company, PACE, hold, hold_until},
    persona::{Habit, Persona, Place, ResponsePatterns, Speech, Tiring},
    respondent::{Drawn, Manner, Mute, Respondent},
};
