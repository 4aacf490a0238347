//! Scorers: each rates one probe. One file a scorer, one registry a policy.

pub mod arbitration;
pub mod two_tier;
