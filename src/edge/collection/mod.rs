//! Collection: sessions of studies that ask for it, kept as they go on.
//!
//! A page sends its log entry by entry ([`append`]) and says when it has ended ([`finish`]); a respondent can have it
//! deleted ([`forget`]); a researcher lists, reads, exports, imports and deletes ([`archive`]); and what has to go by itself
//! goes by itself ([`tend`]). What follows an interview — stages and scores — is kept by others beside it: they read a
//! session by [`entries`] and [`study`].
//!
//! Invariant: an entry that was acknowledged is never changed. It can only be deleted, with the whole session.

mod append;
mod archive;
mod begin;
pub mod chain;
mod code;
mod finish;
mod forget;
pub mod sql;
mod standing;
mod tend;

#[cfg(not(target_arch = "wasm32"))]
pub(super) use self::{
    append::{Have, Upload},
    archive::{Item, Page},
    finish::{Finished, Wanted as Finish},
    forget::Wanted as Deletion,
};
pub(super) use self::{
    append::{append, missing},
    archive::{delete, export, get, import, list},
    begin::begin,
    finish::{conclude, finish, follow},
    forget::{by_code, forget},
    tend::tend,
};
pub use self::{
    standing::{Kept, Progress, Standing, Unloadable, entries, kept, standing, study},
    tend::Tended,
};
