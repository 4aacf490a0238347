//! One session as a researcher looks at it: every turn with what was said, understood and decided, the view as it stood
//! after any turn, what the respondent made of it all, and what a changed weight would have done.
//!
//! Invariant: a record is read and never changed; everything here is folded from the session's log.

mod keys;
mod member;
mod problem;
mod record;
mod turns;
mod what_if;

pub use self::{
    keys::Key,
    member::{DisputedThing, Member},
    problem::Problem,
    record::{Record, methods},
    turns::{Idea, Kind, LinkLook, Mark, QuestionLook, TurnLook, Withdrawn},
    what_if::{Asked, Said, WhatIf},
};
