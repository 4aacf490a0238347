//! Scorers: each rates one probe. One file per scorer, one registry per policy.

pub mod arbitration;
