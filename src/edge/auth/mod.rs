//! Who may make a request: tokens, tickets, the researcher's secret and origins.

mod key;
mod token;
mod access;

pub(super) use self::access::{Access, Caller, ServedStudy, allows_task};
pub use self::{
    key::{InviteTicket, Secret, ShortSecret, SigningKey},
    token::{Claims, SigningKeys, TokenError, TokenScope},
};
