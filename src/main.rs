//! The program: command line and local server around the engine.

fn main() {}
