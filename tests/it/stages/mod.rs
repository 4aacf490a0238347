//! Stages after an interview: what they are shown, and what becomes of it.

mod context;
mod judge;
mod quality;
mod wordings;
mod world;
