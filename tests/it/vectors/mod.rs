//! Reference vectors.

mod two_tier;
