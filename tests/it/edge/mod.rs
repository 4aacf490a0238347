//! The endpoint in a world whose clock, chance, network and provider are written down: every control, one by one.

mod asked;
mod budgets;
mod calls;
mod collection;
mod config;
mod database;
mod native;
mod origins;
mod provider;
mod sessions;
mod stages;
mod streams;
mod talk;
mod tasks;
mod tokens;
mod world;
