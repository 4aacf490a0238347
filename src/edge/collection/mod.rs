//! Collected sessions: the log of each session as its page sends it, entry by entry.
//!
//! Invariant: an acknowledged entry never changes. It can only be deleted together with its session.

mod deletion_code;
mod hash_chain;
pub(super) mod sql;
mod session_row;
mod lifecycle;

pub use self::hash_chain::chain_hash;
pub(super) use self::{
    deletion_code::hash_code,
    hash_chain::next_hash,
    lifecycle::{begin_collecting, delete_session, expire_sessions},
    session_row::{
        ALL_ENTRIES, LoadError, RawSession, SessionProgress, SessionRow, load_entries, load_raw, load_row, load_study,
    },
};
