//! The review of one session by a researcher: every turn with its reading and decision, the panel after any turn, the
//! respondent's comments, data quality, and the effect of changed numbers.
//!
//! Invariant: a review never changes the session; everything here is folded from its log.

mod elements;
mod error;
mod member_check;
mod methods;
mod numbers;
pub mod quality;
mod turns;
mod what_if;
mod record;

pub use self::{
    elements::{ElementReview, ElementStatus, elements},
    error::ReviewError,
    member_check::{DisputedItem, MemberCheck},
    methods::{MethodsText, methods_text},
    numbers::StudyNumber,
    record::{SessionReview, StageRecords, methods},
    turns::{IdeaView, LinkView, QuestionView, QuotedSpan, ResponseKind, TurnView, Withdrawn},
    what_if::{ProbeNames, TurnNames, WhatIf},
};
