//! Reads answers with weights fitted to a coded corpus.
//!
//! The rules read first. Phrases, types, connections and tone are then decided by linear models over parts of speech,
//! word classes, the question and what the rules found.

mod answer_features;
mod examples;
mod link_features;
mod phrase_features;
mod read;
mod tagged_answer;
mod type_features;

pub use self::answer_features::act_of_corpus;
pub use self::examples::{CodedAnswer, CodedEnd, CodedIdea, Example, act_example, examples};
pub(super) use self::{read::read, tagged_answer::bucket};
