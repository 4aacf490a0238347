//! The endpoint in a world whose clock, chance, network and provider are written down: every control, one by one.

mod budgets;
mod database;
mod origins;
mod sessions;
mod tokens;
mod world;
