//! What is said to a model, about the demonstration study and about every other.

mod contract;
mod guard;
mod hostile;
mod rendered;
mod reports;
mod world;
