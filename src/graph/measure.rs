//! Lengths of chains.
