//! Scorers: numbers that rate a probe. One file each, one folder a policy.

pub mod two_tier;
