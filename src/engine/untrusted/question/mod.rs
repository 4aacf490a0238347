//! Models' questions: extracted from the reply and checked by the guard.

mod extract;
mod refusal;
mod repeat;
mod style;
mod claims;
mod guard;

pub use self::{
    extract::clean,
    guard::{AcceptedQuestion, QuestionGuard, QuestionPurpose, StudyVocabulary, validate_question},
    refusal::Refusal,
    repeat::{REPEAT_SIMILARITY, is_repeat, normalise, similarity},
    style::QuestionForms,
};
