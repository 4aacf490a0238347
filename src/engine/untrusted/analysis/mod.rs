//! Models' analyses of an answer: parsed, bounded and verified.
//!
//! Each section is validated on its own. The rules replace a section that is missing or invalid, with the same types.

pub mod draft;
mod extraction;
pub mod fields;
mod qualitative;
mod section;
mod types;
mod value;
mod collect;

pub use self::{
    collect::read,
    types::{Analysis, DropCounts, ValidationContext},
};
